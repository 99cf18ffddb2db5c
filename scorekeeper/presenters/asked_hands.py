"""Which hands a page of statistics counts: read as its address asks, and drawn to be asked anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledger.counting import ALL_GAMES, Case, Counts, chosen
from ledger.models import Group
from ledger.scoring import GAMES
from ledger.standings.counted import EVERYTHING, Asked, all_counted
from scorekeeper.http.asked_hands import AskedHandsForm
from scorekeeper.text.figures import stake as worth


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
    """What was asked for and what it adds up to, in one game; games are never mixed.

    `query` ends the addresses of pages that ask for the same hands. `games` are there where several are
    played. `money` are the cents that each player won at cards on these nights in all games, empty where no
    money is shown, or where only some hands of a night are asked for.
    """

    form: AskedHandsForm
    asked: Asked
    game: str
    counts: Counts
    query: str
    games: tuple[OtherGame, ...]
    tables: tuple[Option, ...]
    versions: tuple[Option, ...]
    stakes: tuple[Option, ...]
    money: Mapping[int, int]

    @property
    def are_all(self) -> bool:
        """Whether all hands of the game are meant."""
        return self.form.are_all

    @property
    def is_valid(self) -> bool:
        """Whether what was asked for makes sense."""
        return not self.form.errors

    @property
    def everything(self) -> str:
        """What ends the address of the same page about all hands of the game."""
        return self.form.query(since="", until="", table="", rules="", stake="")


def asked_hands(group: Group, form: AskedHandsForm) -> AskedHands:
    """What is asked of a group (three queries, and two for each night that goes on); nothing of nonsense."""
    asked = form.asked if form.is_valid() else EVERYTHING
    found = all_counted(group, asked) if form.is_valid() else {}
    games = sorted(filter(None, found), key=lambda game: (-found[game].nights, game))
    game = form.cleaned_data.get("game") or (games[0] if games else "")
    whole = found.get(game, Counts())
    cases = {*whole.hands, *(role.case for role in whole.roles)}
    money = found[ALL_GAMES].courses if ALL_GAMES in found and asked.circumstances.are_any else {}

    def options(name: str, values: Iterable[int], write: Callable[[int], str]) -> tuple[Option, ...]:
        said = form.cleaned_data.get(name)
        every = sorted({*values, *([] if said is None else [said])})
        return tuple(Option(value=str(one), label=write(one), is_chosen=one == said) for one in every)

    return AskedHands(
        form=form,
        asked=asked,
        game=game,
        counts=chosen(whole, asked.circumstances),
        query=form.query(),
        games=tuple(
            OtherGame(name=GAMES[one].name, address=form.query(game=one) or "?", is_here=one == game)
            for one in games
            if len(games) > 1 and one in GAMES
        ),
        tables=options("table", _tables(cases), _at_the_table),
        versions=options("rules", (case.version for case in cases), _version),
        stakes=options("stake", (case.stake for case in cases), lambda cents: _stake(cents, group))
        if group.currency
        else (),
        money={player: one.parts for player, one in money.items()} if group.currency else {},
    )


def _tables(cases: Iterable[Case]) -> set[int]:
    return {case.active for case in cases if case.active}


def _at_the_table(number: int) -> str:
    return _("{number} play").format(number=number)


def _version(number: int) -> str:
    return _("Version {number}").format(number=number)


def _stake(cents: int, group: Group) -> str:
    return worth(cents, group.currency)
