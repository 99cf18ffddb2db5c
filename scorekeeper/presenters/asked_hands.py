"""Filter of the hands on a page of statistics: read from its address, counted, and drawn to be changed."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.book.seasons import Season
from ledger.models import Group, HouseRules
from ledger.scoring import GAMES, read_rules
from ledger.standings.filtering import Filter, end_of_month
from ledger.standings.groups import Names, names_of
from ledger.standings.played import Played, played_in
from ledger.standings.players import seasons_of
from scorekeeper.access import GroupAccess
from scorekeeper.components import Component, show_page
from scorekeeper.text.counted import Counted
from scorekeeper.text.dates import when
from scorekeeper.text.figures import stake as worth
from scorekeeper.text.games import optional_words
from scorekeeper.text.numbers import in_words

MOST = 1_000_000_000
LONGEST_QUOTED = 20
NO_SEASON = gettext_lazy("There is no such season here: it may have been removed.")
# 2026-3 and 2026/03, 202603, and a year by itself; and 3/2026 or 03.2026.
YEAR_FIRST = re.compile(r"([0-9]{4})(?: ?[-/. ] ?([0-9]{1,2})|([0-9]{2}))?")
MONTH_FIRST = re.compile(r"([0-9]{1,2}) ?[-/. ] ?([0-9]{4})")

# A value as the address has it, its words, and whether it is chosen. Of a game its words come first.
ChoiceRow = tuple[str, str, bool]


def _number(low: int, high: int, wrong: Any) -> forms.IntegerField:
    return forms.IntegerField(
        required=False,
        min_value=low,
        max_value=high,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), wrong),
    )


class MonthField(forms.Field):
    """The first day of a month; of a year alone its first month, or its last where a time ends (`is_end`)."""

    def __init__(self, *, is_end: bool) -> None:
        super().__init__(required=False)
        self.is_end = is_end

    def to_python(self, value: Any) -> date | None:
        said = str(value or "").strip()
        month = self.read(said)
        if said and month is None:
            # The field does not show what is no month, so the error quotes it, without what nobody sees.
            quoted = "".join(filter(str.isprintable, said))
            if len(quoted) > LONGEST_QUOTED:
                quoted = f"{quoted[: LONGEST_QUOTED - 1]}…"
            raise forms.ValidationError(_("“{said}” is no month. Write it as 2026-03.").format(said=quoted))
        return month

    def read(self, said: str) -> date | None:
        """Return the month that somebody wrote, None of nothing and of what is no month."""
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


class AskedHandsForm(forms.Form):
    """The query of an address; what is left empty does not matter.

    Without money there is no stake. A season and months together ask for the days that are in both.
    """

    game = forms.ChoiceField(
        required=False,
        choices=[(key, key) for key in GAMES],
        error_messages={"invalid_choice": gettext_lazy("There is no such game here.")},
    )
    season = _number(1, MOST, NO_SEASON)
    since = MonthField(is_end=False)
    until = MonthField(is_end=True)
    table = _number(1, 20, gettext_lazy("How many play at a table? Write a number from 1 to 20."))
    rules = _number(1, MOST, gettext_lazy("Write the number of a version of the house rules, such as 3."))
    stake = _number(0, MOST, gettext_lazy("Write what a point is worth in whole cents, such as 25."))

    def __init__(self, asked: QueryDict, group: Group) -> None:
        super().__init__(asked)
        self.seasons = {one.number: one for one in seasons_of(group)}
        # The season that the address names, also where the months beside it make no sense.
        self.named: Season | None = None
        if not group.currency:
            del self.fields["stake"]

    def clean_season(self) -> int | None:
        number: int | None = self.cleaned_data["season"]
        self.named = self.seasons.get(number or 0)
        if number is not None and self.named is None:
            raise forms.ValidationError(NO_SEASON)
        return number

    def clean(self) -> dict[str, Any]:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and since > until:
            self.add_error("until", _("This month lies before the other one."))
        elif self.named and (asked := self.asked).since and asked.until and asked.since > asked.until:
            self.add_error("season", _("These months lie outside of this season."))
        return self.cleaned_data

    @property
    def asked(self) -> Filter:
        """Return the filter of a valid form: its days are those of both the season and the months."""
        said, season = self.cleaned_data, self.named
        until = end_of_month(said["until"]) if said.get("until") else None
        first = [day for day in (said.get("since"), season.first if season else None) if day]
        last = [day for day in (until, season.last if season else None) if day]
        return Filter(
            game=said.get("game", ""),
            since=max(first, default=None),
            until=min(last, default=None),
            active=said.get("table"),
            version=said.get("rules"),
            stake=said.get("stake"),
        )

    @property
    def are_all(self) -> bool:
        return not any(self.data.get(name, "").strip() for name in self.fields if name != "game")

    @property
    def shown(self) -> dict[str, str]:
        """Return the text of each field as it was asked for, months as 2026-03; "" for what is no month."""
        said = {name: self.data.get(name, "").strip() for name in self.fields}
        for name, field in self.fields.items():
            if isinstance(field, MonthField):
                month = field.read(said[name])
                said[name] = month.isoformat()[: len("2026-03")] if month else ""
        return said

    def query(self, **instead: str) -> str:
        """Return the query of an address that asks for the same, with "?" before it; "" for all hands."""
        told = urlencode({name: value for name, value in (self.shown | instead).items() if value})
        return f"?{told}" if told else ""

    @property
    def everything(self) -> str:
        """Return the query of the same page about all hands of the game."""
        return self.query(season="", since="", until="", table="", rules="", stake="")


@dataclass(frozen=True, kw_only=True)
class AskedHands:
    """The hands that were asked for in one game (`game`, `played`), and what could be asked for instead.

    `every` is what was played in each game that fits. `query` ends the addresses of pages that ask for the
    same hands, and `counted` says in words which those are. `games` are there where several are played;
    `options` are by the name of a field.
    """

    group: Group
    form: AskedHandsForm
    query: str
    counted: Counted
    game: str
    played: Played
    every: Mapping[str, Played]
    games: tuple[ChoiceRow, ...]
    options: Mapping[str, tuple[ChoiceRow, ...]]

    @property
    def asked(self) -> Filter:
        return self.played.asked

    @property
    def is_valid(self) -> bool:
        return not self.form.errors

    @property
    def is_unplayed(self) -> bool:
        """Return whether all hands are asked for and there are none: nothing is there to choose from."""
        return self.is_valid and self.form.are_all and not self.every

    @property
    def has_whole_nights(self) -> bool:
        """Return whether all hands of some nights are asked for, not only those under some circumstances."""
        return self.is_valid and self.asked.has_whole_nights

    @property
    def goes_on(self) -> bool:
        """Return whether a night goes on of which hands are counted; its money is counted when it ends."""
        return any(night.goes_on for played in self.every.values() for night in played.nights)

    @property
    def season(self) -> Season | None:
        """Return the season that is asked for; None without one, or where it makes no sense."""
        return None if "season" in self.form.errors else self.form.named

    @cached_property
    def rules(self) -> Any:
        """Return the latest rules of the game here, for the words that the group chose; None without any."""
        if self.game not in GAMES or not optional_words(self.game, "CALLED"):
            return None
        rules = HouseRules.objects.filter(group=self.group, game=self.game).order_by("-version").first()
        return rules and read_rules(GAMES[self.game].rules, rules.options)

    @cached_property
    def names(self) -> Names:
        return names_of(self.group)

    def url(self, page: str, *args: object) -> str:
        """Return the address of a page of the group about the same hands."""
        return reverse(page, args=[self.group.code, *args]) + self.query


def asked_hands(group: Group, asked: QueryDict, news: int) -> AskedHands:
    """Return what is asked of one game, the one of most nights where the address names none.

    Of nonsense nothing is counted. `news` is the group's number of them.
    """
    form = AskedHandsForm(asked, group)
    wanted = form.asked if form.is_valid() else Filter()
    found = played_in(group, replace(wanted, game=""), news=news) if form.is_valid() else {}
    game = wanted.game or next(iter(found), "")
    played = found.get(game) or Played(group, replace(wanted, game=game or "-"), news=news)
    is_told = wanted.game or (not form.are_all and len(played_in(group, news=news)) > 1)
    cases = set(played.rules_played)

    def options(name: str, values: Iterable[int], write: Callable[[int], str]) -> tuple[ChoiceRow, ...]:
        said = form.cleaned_data.get(name)
        every = sorted({*values, *([] if said is None else [said])})
        return tuple((str(one), write(one), one == said) for one in every)

    return AskedHands(
        group=group,
        form=form,
        query=form.query(),
        counted=_counted(group, form, game if is_told else ""),
        game=game,
        played=played,
        every=found,
        games=tuple(
            (GAMES[one].name, form.query(game=one) or "?", one == game)
            for one in found
            if len(found) > 1 and one in GAMES
        ),
        options={
            "season": tuple((str(one.number), one.name, one == form.named) for one in form.seasons.values()),
            "table": options(
                "table",
                (case.active for case in cases if case.active),
                lambda number: _("{number} play").format(number=number),
            ),
            "rules": options(
                "rules",
                (case.version for case in cases),
                lambda number: _("Version {number}").format(number=number),
            ),
            # A group without a currency plays for no money, so the form has no field for a stake.
            "stake": options("stake", (case.stake for case in cases), lambda cents: _stake(cents, group))
            if group.currency
            else (),
        },
    )


def show_asked(
    request: HttpRequest,
    access: GroupAccess,
    found: AskedHands,
    template: str,
    context: Mapping[str, Any],
    parts: Iterable[Component | None],
    *names: str,
) -> HttpResponse:
    """Return a page about these hands, or the file that the address asks for; nonsense has the status 422."""
    context = {"access": access, "found": found, "form": found.form, "page_url": request.path, **context}
    status, names = 200 if found.is_valid else 422, (access.group.name, *names)
    return show_page(request, template, context, parts, *names, query=found.query, status=status)


def _counted(group: Group, form: AskedHandsForm, game: str) -> Counted:
    # Nonsense has no words, as nothing of it is counted.
    if form.errors:
        return Counted()
    said = form.cleaned_data
    table, rules, stake = said["table"], said["rules"], said.get("stake")
    # Those who play: where six sit at the table, five may.
    play = "" if table is None else ngettext("{number} plays", "{number} play", table)
    told = (
        _months(said["since"], said["until"]),
        _(GAMES[game].name) if game in GAMES else "",
        play and play.format(number=in_words(table)),
        "" if stake is None else _stake(stake, group),
        "" if rules is None else _("rules {number}").format(number=rules),
    )
    return Counted(season=form.named.name if form.named else "", rest=tuple(filter(None, told)))


def _months(since: date | None, until: date | None) -> str:
    # From which month until which: "September to October 2026"; "" for any.
    if since is None or until is None:
        if since:
            return _("from {first} on").format(first=when(since, "month"))
        return _("until {last}").format(last=when(until, "month")) if until else ""
    if since == until:
        return when(since, "month")
    if since.year != until.year:
        return _("{first} to {last}").format(first=when(since, "month"), last=when(until, "month"))
    # Translators: months of one year: “September to October 2026”.
    words = _("{first} to {last} {year}")
    return words.format(
        first=when(since, "month_alone"), last=when(until, "month_alone"), year=when(until, "year")
    )


def _stake(cents: int, group: Group) -> str:
    return worth(cents, group.currency) if cents else _("points only")
