"""Which hands a page of statistics counts: read as its address asks, and drawn to be asked anew."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.counting import ALL_GAMES, Case, Counts, chosen
from ledger.models import Group
from ledger.scoring import GAMES
from ledger.seasons import Season
from ledger.standings.counted import EVERYTHING, Asked, GoesOn, all_counted_with, going_on
from ledger.standings.seasons import seasons_of
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
class AskedFor:
    """What was asked for, and what could be asked for instead.

    `query` ends the addresses of pages that ask for the same hands, and `counted` says in words which those
    are. `on` are the nights among them that go on. `games` are there where several are played, and a page is
    about one of them. `money` is what these nights brought in all games, in cents; empty where no money is
    shown, or where only some hands of a night are asked for. `is_unplayed` says that all hands are asked for
    and there are none, so that nothing is there to choose from.
    """

    form: AskedHandsForm
    asked: Asked
    query: str
    counted: Counted
    on: tuple[GoesOn, ...]
    games: tuple[OtherGame, ...]
    seasons: tuple[Option, ...]
    tables: tuple[Option, ...]
    versions: tuple[Option, ...]
    stakes: tuple[Option, ...]
    money: Counts
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
    def goes_on(self) -> bool:
        """Whether a night goes on of which hands are counted; its money is counted when it ends."""
        return any(games for _, games in self.on)

    @property
    def season(self) -> Season | None:
        """The season that is asked for."""
        return self.form.asked_season

    @property
    def everything(self) -> str:
        """What ends the address of the same page about all hands of the game."""
        return self.form.query(season="", since="", until="", table="", rules="", stake="")


@dataclass(frozen=True, kw_only=True)
class AskedHands(AskedFor):
    """What was asked for and what it adds up to, in one game; games are never mixed.

    `whole` are the same nights under any circumstances.
    """

    game: str
    counts: Counts
    whole: Counts


@dataclass(frozen=True, kw_only=True)
class AskedGames(AskedFor):
    """What was asked for and what it adds up to in each game, those of most nights first.

    `whole` are the same nights under any circumstances, with those of the money of all games.
    """

    counts: Mapping[str, Counts]
    whole: Mapping[str, Counts]


def asked_hands(group: Group, form: AskedHandsForm) -> AskedHands:
    """What is asked of one game (three queries, two for each night that goes on); nothing of nonsense."""
    asked, on, found, games = _found(group, form)
    game = form.cleaned_data.get("game") or (games[0] if games else "")
    whole = found.get(game, Counts())
    others = tuple(
        OtherGame(name=GAMES[one].name, address=form.query(game=one) or "?", is_here=one == game)
        for one in games
        if len(games) > 1 and one in GAMES
    )
    is_told = form.cleaned_data.get("game") or (others and not form.are_all)
    said = _said(group, form, asked, on, found, [whole], others, game=game if is_told else "")
    return AskedHands(**said, game=game, counts=chosen(whole, asked.circumstances), whole=whole)


def asked_games(group: Group, form: AskedHandsForm) -> AskedGames:
    """What is asked of every game, at the same cost."""
    asked, on, found, games = _found(group, form)
    said = _said(group, form, asked, on, found, [found[game] for game in games], ())
    counts = {game: chosen(found[game], asked.circumstances) for game in games}
    return AskedGames(**said, counts=counts, whole=found)


def _found(
    group: Group, form: AskedHandsForm
) -> tuple[Asked, tuple[GoesOn, ...], Mapping[str, Counts], list[str]]:
    """What is asked for, the nights of it that go on, what all of it adds up to, and the games in it."""
    form.offer(seasons_of(group))
    asked = form.asked if form.is_valid() else EVERYTHING
    on = tuple(going_on(group, asked)) if form.is_valid() else ()
    found = all_counted_with(group, on, asked) if form.is_valid() else {}
    return asked, on, found, sorted(filter(None, found), key=lambda game: (-found[game].nights, game))


def _said(
    group: Group,
    form: AskedHandsForm,
    asked: Asked,
    on: tuple[GoesOn, ...],
    found: Mapping[str, Counts],
    shown: Collection[Counts],
    games: tuple[OtherGame, ...],
    *,
    game: str = "",
) -> dict[str, Any]:
    """The fields of an `AskedFor`, of the counts that are shown; `game` is the one that is told of."""
    cases = {case for one in shown for case in (*one.hands, *(role.case for role in one.roles))}
    has_money = bool(group.currency) and asked.circumstances.are_any

    def options(name: str, values: Iterable[int], write: Callable[[int], str]) -> tuple[Option, ...]:
        said = form.cleaned_data.get(name)
        every = sorted({*values, *([] if said is None else [said])})
        return tuple(Option(value=str(one), label=write(one), is_chosen=one == said) for one in every)

    return {
        "form": form,
        "asked": asked,
        "query": form.query(),
        "counted": _counted(group, form, game),
        "on": on,
        "games": games,
        "seasons": tuple(
            Option(value=str(one.number), label=one.name, is_chosen=one == form.named_season)
            for one in form.seasons.values()
        ),
        "tables": options("table", _tables(cases), _at_the_table),
        "versions": options("rules", (case.version for case in cases), _version),
        "stakes": options("stake", (case.stake for case in cases), lambda cents: _stake(cents, group))
        if group.currency
        else (),
        "money": found.get(ALL_GAMES, Counts()) if has_money else Counts(),
        "is_unplayed": form.is_valid() and form.are_all and not any(found),
    }


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


def _tables(cases: Iterable[Case]) -> set[int]:
    return {case.active for case in cases if case.active}


def _at_the_table(number: int) -> str:
    return _("{number} play").format(number=number)


def _version(number: int) -> str:
    return _("Version {number}").format(number=number)


def _stake(cents: int, group: Group) -> str:
    return worth(cents, group.currency) if cents else _("points only")
