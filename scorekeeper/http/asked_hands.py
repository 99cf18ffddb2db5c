"""Which hands a page of statistics counts, as its address says: a game, a season, a time, a table, rules,
a stake.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.scoring import GAMES
from ledger.seasons import Season
from ledger.standings.filtering import Filter, end_of_month

MOST = 1_000_000_000
LONGEST_QUOTED = 20
NO_MONTH = gettext_lazy("“{said}” is no month. Write it as 2026-03.")
NO_SEASON = gettext_lazy("There is no such season here: it may have been removed.")
NO_TABLE = gettext_lazy("How many play at a table? Write a number from 1 to 20.")
NO_RULES = gettext_lazy("Write the number of a version of the house rules, such as 3.")
NO_STAKE = gettext_lazy("Write what a point is worth in whole cents, such as 25.")


def _number(low: int, high: int, wrong: Any) -> forms.IntegerField:
    return forms.IntegerField(
        required=False,
        min_value=low,
        max_value=high,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), wrong),
    )


YEAR_FIRST = re.compile(r"([0-9]{4})(?: ?[-/. ] ?([0-9]{1,2})|([0-9]{2}))?")
"""2026-3 and 2026/03, 202603, and a year by itself."""

MONTH_FIRST = re.compile(r"([0-9]{1,2}) ?[-/. ] ?([0-9]{4})")
"""3/2026 and 03.2026."""


class MonthField(forms.Field):
    """The first day of a month as people write it; of a whole year its first month, or where a time ends with
    it (`is_end`) its last.
    """

    def __init__(self, *, is_end: bool) -> None:
        super().__init__(required=False)
        self.is_end = is_end

    def to_python(self, value: Any) -> date | None:
        """None of nothing. What cannot be read is quoted, as a field of months does not show it."""
        said = str(value or "").strip()
        month = self._read(said)
        if said and month is None:
            raise forms.ValidationError(str(NO_MONTH).format(said=_quoted(said)))
        return month

    def shown(self, said: str) -> str:
        """What was said as a field of months takes it, 2026-03; "" for what cannot be read."""
        month = self._read(said)
        return month.isoformat()[: len("2026-03")] if month else ""

    def _read(self, said: str) -> date | None:
        if found := MONTH_FIRST.fullmatch(said):
            year, month = found[2], found[1]
        elif found := YEAR_FIRST.fullmatch(said):
            year, month = found[1], found[2] or found[3] or ("12" if self.is_end else "1")
        else:
            return None
        try:
            return date(int(year), int(month), 1)
        except ValueError:
            return None


def _quoted(said: str) -> str:
    """What somebody said, as it stands in a sentence: not too long, and without what nobody sees."""
    shown = "".join(filter(str.isprintable, said))
    return shown if len(shown) <= LONGEST_QUOTED else f"{shown[: LONGEST_QUOTED - 1]}…"


class AskedHandsForm(forms.Form):
    """What is asked for; what is left empty does not matter.

    Without `has_money` the stake is neither asked for nor told. A season and months together ask for the days
    that are in both.
    """

    game = forms.ChoiceField(
        required=False,
        choices=[(key, key) for key in GAMES],
        error_messages={"invalid_choice": gettext_lazy("There is no such game here.")},
    )
    season = _number(1, MOST, NO_SEASON)
    since = MonthField(is_end=False)
    until = MonthField(is_end=True)
    table = _number(1, 20, NO_TABLE)
    rules = _number(1, MOST, NO_RULES)
    stake = _number(0, MOST, NO_STAKE)

    def __init__(self, asked: QueryDict, *, has_money: bool) -> None:
        super().__init__(asked)
        self.seasons: dict[int, Season] = {}
        if not has_money:
            del self.fields["stake"]

    def offer(self, seasons: Iterable[Season]) -> None:
        """The seasons that can be asked for; to be said before it is asked whether the form is valid."""
        self.seasons = {one.number: one for one in seasons}

    def clean_season(self) -> int | None:
        """One of the group's."""
        number: int | None = self.cleaned_data["season"]
        if number is not None and number not in self.seasons:
            raise forms.ValidationError(NO_SEASON)
        return number

    def clean(self) -> dict[str, Any]:
        """A time ends after it has begun."""
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and since > until:
            self.add_error("until", _("This month lies before the other one."))
        elif self.asked_season and _ends_early(*self._days):
            self.add_error("season", _("These months lie outside of this season."))
        return self.cleaned_data

    @property
    def named_season(self) -> Season | None:
        """The season that the address names, also where months beside it make no sense."""
        said = self.shown["season"]
        return self.asked_season or next(
            (one for one in self.seasons.values() if str(one.number) == said), None
        )

    @property
    def asked_season(self) -> Season | None:
        """The season that is asked for; None without one, or where there is no such."""
        return self.seasons.get(self.cleaned_data.get("season") or 0)

    @property
    def _days(self) -> tuple[date | None, date | None]:
        """From which day until which: both of the season and of the months."""
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        season = self.asked_season
        first = [since, season.first if season else None]
        last = [end_of_month(until) if until else None, season.last if season else None]
        return (
            max((day for day in first if day is not None), default=None),
            min((day for day in last if day is not None), default=None),
        )

    @property
    def asked(self) -> Filter:
        """Which nights and hands; to be asked of a valid form."""
        said = self.cleaned_data
        since, until = self._days
        return Filter(
            game=said["game"],
            since=since,
            until=until,
            active=said["table"],
            version=said["rules"],
            stake=said.get("stake"),
        )

    @property
    def are_all(self) -> bool:
        """Whether all hands of a game are meant."""
        return not any(self.data.get(name, "").strip() for name in self.fields if name != "game")

    @property
    def shown(self) -> dict[str, str]:
        """What stands in each field: as it was asked for, but months as 2026-03; "" for what is no month."""
        said = {name: self.data.get(name, "").strip() for name in self.fields}
        return {
            name: field.shown(said[name]) if isinstance(field, MonthField) else said[name]
            for name, field in self.fields.items()
        }

    def query(self, **instead: str) -> str:
        """What an address says of it, with "?" before it; "" if it says nothing."""
        said = self.shown | instead
        told = urlencode({name: value for name, value in said.items() if value})
        return f"?{told}" if told else ""


def _ends_early(since: date | None, until: date | None) -> bool:
    return bool(since and until and since > until)
