"""Putting a copied night right: its day, who played, and what everybody won or lost."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.exchange.matching import YEARS
from ledger.exchange.notebook import read_points
from ledger.models import name_key
from ledger.sheet import ScoreSheet
from scorekeeper.http.forms import Guarded
from scorekeeper.text.figures import points, signed

# So many empty rows follow for people who were forgotten.
MORE = 2

MOST_ROWS = 400
# In all lists of names together; with more of them names are typed.
MOST_CHOICES = 5_000

A_DAY = gettext_lazy("Which day was it? Like 2009-03-27.")


@dataclass(frozen=True, kw_only=True)
class Row:
    """Somebody and what they won or lost, as it was typed, and what is wrong with it."""

    place: int
    who: str
    points: str
    wrong: str = ""
    chosen: int | None = None


@dataclass(kw_only=True)
class _Read:
    """The rows as far as they were understood."""

    totals: dict[int, Fraction] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)


class AmendForm(Guarded):
    """The night as it should be. Every row names a player and points; a row without either is nobody."""

    date = forms.DateField(error_messages=dict.fromkeys(("required", "invalid"), A_DAY))

    def __init__(self, *args: Any, names: Mapping[int, str], sheet: ScoreSheet, **kwargs: Any) -> None:
        super().__init__(*args, newest=sheet.newest, **kwargs)
        self.names, self.sheet = names, sheet
        self._keys = {name_key(name): pk for pk, name in names.items()}
        self.rows = [] if self.is_bound else list(_rows_of(sheet))
        self.totals: Mapping[int, Fraction] = {}

    @property
    def day_shown(self) -> str:
        """The day as it was typed, or as the book has it."""
        if self.is_bound:
            return str(self.data.get("date", ""))[:40]
        if "date" in self.initial:
            return str(self.initial["date"])
        return self.sheet.copied.day.isoformat() if self.sheet.copied else ""

    def again(self, sheet: ScoreSheet) -> AmendForm:
        """What was typed, to be said again of the sheet as it stands now."""
        form = AmendForm(names=self.names, sheet=sheet, initial={"date": self.day_shown})
        form.rows = self.rows
        return form

    @property
    def are_typed(self) -> bool:
        """Whether there are too many people to choose from."""
        return len(self.rows) * len(self.names) > MOST_CHOICES

    def clean_date(self) -> datetime.date:
        """A day on which somebody can have played."""
        day: datetime.date = self.cleaned_data["date"]
        if day.year not in YEARS:
            raise forms.ValidationError(str(A_DAY))
        return day

    def clean(self) -> None:
        """The rows; raises ValidationError where they do not add up."""
        read = _Read()
        for place in range(MOST_ROWS):
            if f"who-{place}" not in self.data:
                break
            self._read(place, read)
        self.rows, self.totals = read.rows, read.totals
        if any(row.wrong for row in read.rows):
            raise forms.ValidationError(_("Nothing was changed yet: put right what is marked."))
        if left := sum(read.totals.values(), Fraction(0)):
            words = _("These add up to {sum}, not to 0. Somebody’s points are off by {off}.")
            raise forms.ValidationError(words.format(sum=signed(left), off=points(abs(left))))

    def _read(self, place: int, read: _Read) -> None:
        who, said = self.data[f"who-{place}"].strip(), self.data.get(f"points-{place}", "").strip()
        player, worth = self._player(who), read_points(said)
        wrong = ""
        if said and player is None:
            wrong = _("Who is this?") if not who else _("Nobody in this group is called that.")
        elif said and worth is None:
            wrong = _("Points are a number, like −4 or 2.5.")
        elif said and player in read.totals:
            wrong = _("{name} is here a second time.").format(name=self.names[player or 0])
        read.rows.append(Row(place=place, who=who[:100], points=said[:100], wrong=wrong, chosen=player))
        if said and not wrong and player is not None and worth is not None:
            read.totals[player] = worth

    def _player(self, who: str) -> int | None:
        if who.isascii() and who.isdigit() and len(who) < 20 and int(who) in self.names:
            return int(who)
        return self._keys.get(name_key(who)) if who else None

    @property
    def people(self) -> list[tuple[int, str]]:
        """Everybody in the group, by name."""
        return sorted(self.names.items(), key=lambda one: one[1].casefold())


def _rows_of(sheet: ScoreSheet) -> Iterator[Row]:
    totals = list(sheet.notebook.items())
    for place, (player, worth) in enumerate(totals):
        said = signed(worth) if worth.denominator == 1 else str(worth)
        yield Row(place=place, who=str(player), points=said, chosen=player)
    for place in range(len(totals), len(totals) + MORE):
        yield Row(place=place, who="", points="")
