"""Which hands a page of statistics counts: read as its address asks, and drawn to be asked anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.models import Group
from ledger.scoring import GAMES
from ledger.seasons import Season
from ledger.standings.filtering import EVERYTHING, Filter
from ledger.standings.played import Played, RulesPlayed, played_in
from ledger.standings.seasons import seasons_of
from scorekeeper.access import GroupAccess
from scorekeeper.http.asked_hands import AskedHandsForm
from scorekeeper.text.counted import Counted
from scorekeeper.text.dates import when
from scorekeeper.text.figures import stake as worth
from scorekeeper.text.numbers import in_words


@dataclass(frozen=True, kw_only=True)
class Option:
    """What can be chosen instead of anything: as the address says it, and as people read it."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True)
class OtherGame:
    """A game that is played here, and the address of the same page about it."""

    name: str
    address: str
    is_here: bool


@dataclass(frozen=True, kw_only=True)
class AskedHands:
    """The hands that were asked for in one game (`game`, `played`), and what could be asked for instead.

    `every` is what was played in each game that fits. `query` ends the addresses of pages that ask for the
    same hands, and `counted` says in words which those are. `games` are there where several are played.
    `is_unplayed` says that all hands are asked for and there are none, so that nothing is there to choose
    from.
    """

    form: AskedHandsForm
    asked: Filter
    query: str
    counted: Counted
    game: str
    played: Played
    every: Mapping[str, Played]
    games: tuple[OtherGame, ...]
    seasons: tuple[Option, ...]
    tables: tuple[Option, ...]
    versions: tuple[Option, ...]
    stakes: tuple[Option, ...]
    is_unplayed: bool

    @property
    def are_all(self) -> bool:
        """Whether all hands of the game are meant."""
        return self.form.are_all

    @property
    def is_valid(self) -> bool:
        """Whether what was asked for makes sense."""
        return not self.form.errors

    @property
    def has_whole_nights(self) -> bool:
        """Whether all hands of some nights are asked for, and not only those under some circumstances."""
        return self.is_valid and self.asked.has_whole_nights

    @property
    def goes_on(self) -> bool:
        """Whether a night goes on of which hands are counted; its money is counted when it ends."""
        return any(night.goes_on for played in self.every.values() for night in played.nights)

    @property
    def season(self) -> Season | None:
        """The season that is asked for."""
        return self.form.asked_season

    @property
    def everything(self) -> str:
        """What ends the address of the same page about all hands of the game."""
        return self.form.query(season="", since="", until="", table="", rules="", stake="")


def asked_hands(group: Group, form: AskedHandsForm, news: int) -> AskedHands:
    """Return what is asked of one game, the one of most nights where the address names none.

    Of nonsense nothing is counted. `news` is the group's number of them.
    """
    form.offer(seasons_of(group))
    asked = form.asked if form.is_valid() else EVERYTHING
    found = played_in(group, replace(asked, game=""), news=news) if form.is_valid() else {}
    game = asked.game or next(iter(found), "")
    played = found.get(game) or Played(group, replace(asked, game=game or "-"), news=news)
    others = tuple(
        OtherGame(name=GAMES[one].name, address=form.query(game=one) or "?", is_here=one == game)
        for one in found
        if len(found) > 1 and one in GAMES
    )
    is_told = asked.game or (not form.are_all and len(played_in(group, news=news)) > 1)
    cases = set(played.rules_played)

    def options(name: str, values: Iterable[int], write: Callable[[int], str]) -> tuple[Option, ...]:
        said = form.cleaned_data.get(name)
        every = sorted({*values, *([] if said is None else [said])})
        return tuple(Option(value=str(one), label=write(one), is_chosen=one == said) for one in every)

    return AskedHands(
        form=form,
        asked=played.asked,
        query=form.query(),
        counted=_counted(group, form, game if is_told else ""),
        game=game,
        played=played,
        every=found,
        games=others,
        seasons=tuple(
            Option(value=str(one.number), label=one.name, is_chosen=one == form.named_season)
            for one in form.seasons.values()
        ),
        tables=options("table", _tables(cases), _at_the_table),
        versions=options("rules", (case.version for case in cases), _version),
        stakes=options("stake", (case.stake for case in cases), lambda cents: _stake(cents, group))
        if group.currency
        else (),
        is_unplayed=form.is_valid() and form.are_all and not found,
    )


def asked_page(request: HttpRequest, access: GroupAccess) -> tuple[AskedHands, dict[str, Any]]:
    """Return the hands that an address asks for, and what every page about such hands draws."""
    form = AskedHandsForm(request.GET, has_money=bool(access.group.currency))
    found = asked_hands(access.group, form, access.news)
    return found, {"access": access, "found": found, "form": form, "page_url": request.path}


def _counted(group: Group, form: AskedHandsForm, game: str) -> Counted:
    """What was asked for, in words; nothing of nonsense, of which nothing is counted."""
    if form.errors:
        return Counted()
    said = form.cleaned_data
    table, rules, stake = said["table"], said["rules"], said.get("stake")
    told = (
        _months(said["since"], said["until"]),
        _(GAMES[game].name) if game in GAMES else "",
        "" if table is None else _playing(table),
        "" if stake is None else _stake(stake, group),
        "" if rules is None else _("rules {number}").format(number=rules),
    )
    season = form.asked_season
    return Counted(season=season.name if season else "", rest=tuple(filter(None, told)))


def _months(since: date | None, until: date | None) -> str:
    """From which month until which: "September to October 2026"; "" for any."""
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


def _playing(number: int) -> str:
    # Those who play: where six sit at the table, five may.
    return ngettext("{number} plays", "{number} play", number).format(number=in_words(number))


def _tables(cases: Iterable[RulesPlayed]) -> set[int]:
    return {case.active for case in cases if case.active}


def _at_the_table(number: int) -> str:
    return _("{number} play").format(number=number)


def _version(number: int) -> str:
    return _("Version {number}").format(number=number)


def _stake(cents: int, group: Group) -> str:
    return worth(cents, group.currency) if cents else _("points only")
