"""Rankings as a page shows them: who wins how, the places side by side, and each with its formula."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.scoring import GAMES
from ledger.standings import PlayerStanding
from ledger.standings.rankings import BEATEN, PICKED, Placed, Ranking, Way
from scorekeeper.charts.drawing import signed_average
from scorekeeper.presenters.asked_hands import AskedHands
from scorekeeper.presenters.table_files import FileRow, FileTable
from scorekeeper.text.counts import fewer_hands, fewer_nights
from scorekeeper.text.figures import average, count, signed

TITLES = {
    Way.POINTS: gettext_lazy("By points"),
    Way.PER_HAND: gettext_lazy("By points a hand"),
    Way.PER_NIGHT: gettext_lazy("By points a night"),
    Way.LEAGUE: gettext_lazy("As skat leagues do"),
}

HEADS = {
    Way.POINTS: gettext_lazy("Points"),
    Way.PER_HAND: gettext_lazy("A hand"),
    Way.PER_NIGHT: gettext_lazy("A night"),
    Way.LEAGUE: gettext_lazy("Skat"),
}
"""The same in a word, at the head of a column."""

OVER = {Way.PER_HAND: gettext_lazy("Hands"), Way.PER_NIGHT: gettext_lazy("Nights")}
"""What an average is over, at the head of a column."""

WRITTEN: Mapping[Way, Callable[[Fraction], str]] = {
    Way.POINTS: signed,
    Way.PER_HAND: average,
    Way.PER_NIGHT: signed_average,
    Way.LEAGUE: signed,
}


@dataclass(frozen=True, kw_only=True)
class Line:
    """A player in one ranking, and where the player's page is.

    `over` is over how many nights or hands the value is an average, "" of a sum.
    """

    place: int | None
    name: str
    value: str
    over: str
    address: str


@dataclass(frozen=True, kw_only=True)
class WayView:
    """One ranking: how it counts in a sentence, who wins, and everybody's place and value.

    `below` are those who have played too little for a place, and `floor` says from how much on there is one;
    `waived` says why there is a place for everybody all the same, where nobody has played so much.
    """

    key: str
    title: str
    head: str
    formula: str
    winners: tuple[str, ...]
    lines: tuple[Line, ...]
    below: tuple[Line, ...]
    floor: str
    waived: str
    over: str
    """What its averages are over, as the head of a column; "" of sums."""


@dataclass(frozen=True, kw_only=True)
class PlacesLine:
    """A player's place in each ranking, in their order; None where there is none."""

    player: int
    name: str
    address: str
    places: tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True)
class RankingsView:
    """All of the page. `by_night` says whether of some nights only the totals are known, and `is_few` whether
    somebody has played too little for a place.
    """

    ways: tuple[WayView, ...]
    places: tuple[PlacesLine, ...]
    below: tuple[str, ...]
    by_night: bool
    is_few: bool
    is_one_winner: bool
    ranking_table: FileTable


def rankings_view(
    ways: Sequence[Ranking],
    inside: Sequence[PlayerStanding],
    below: Sequence[PlayerStanding],
    found: AskedHands,
    address: Callable[[int], str],
) -> RankingsView:
    """The page of some rankings of those in the table; `below` are those under its floor.

    `address` says where a player's page is.
    """
    ways = [one for one in ways if one.winners]  # where no hands are known, some can tell nothing
    places = {one.way: {placed.player: placed.place for placed in one.players} for one in ways}
    players = {one.player: one for one in inside}
    views = tuple(_way(one, found.game, players, address) for one in ways)
    return RankingsView(
        ways=views,
        places=tuple(
            PlacesLine(
                player=one.player,
                name=one.name,
                address=address(one.player),
                places=tuple(places[way.way][one.player] for way in ways),
            )
            for one in inside
        ),
        below=tuple(one.name for one in below),
        by_night=any(one.nights_only for one in inside),
        is_few=any(one.below for one in views),
        is_one_winner=len({one.winners for one in ways}) == 1,
        ranking_table=_ranking_table(ways, inside, below),
    )


AVERAGES = (Way.PER_HAND, Way.PER_NIGHT)


def _ranking_table(
    ways: Sequence[Ranking], inside: Sequence[PlayerStanding], below: Sequence[PlayerStanding]
) -> FileTable:
    """Everybody's place and value in each ranking; none of those under the floor."""
    told = {one.way: {placed.player: placed for placed in one.players} for one in ways}

    def rows() -> Iterator[FileRow]:
        for one in inside:
            found = [(way, told[way][one.player]) for way in told]
            yield one.name, *(cell for way, placed in found for cell in (placed.place, _exact(placed, way)))
        for one in below:
            yield one.name, *(None,) * (2 * len(told))

    columns = [f"{way.value.replace('-', '_')}{ends}" for way in told for ends in ("_place", "")]
    return FileTable(columns=("player", *columns), read=rows)


def _exact(placed: Placed, way: Way) -> Fraction | float | None:
    """An average as an estimate, which a spreadsheet can read; points exactly."""
    return float(placed.value) if placed.value is not None and way in AVERAGES else placed.value


def _way(
    ranking: Ranking, game: str, players: Mapping[int, PlayerStanding], address: Callable[[int], str]
) -> WayView:
    lines = [
        Line(
            place=one.place,
            name=one.name,
            value=_value(one, ranking.way),
            over=_over(players[one.player], ranking.way),
            address=address(one.player),
        )
        for one in ranking.players
    ]
    is_few = [one.place is None and one.value is not None for one in ranking.players]
    return WayView(
        key=ranking.way.value,
        title=str(TITLES[ranking.way]),
        head=str(HEADS[ranking.way]),
        formula=_formulas(game)[ranking.way],
        winners=ranking.winners,
        lines=tuple(one for one, few in zip(lines, is_few, strict=True) if not few),
        below=tuple(one for one, few in zip(lines, is_few, strict=True) if few),
        floor=_floor(ranking),
        waived=_waived(ranking) if ranking.is_waived else "",
        over=str(OVER.get(ranking.way, "")),
    )


def _over(one: PlayerStanding, way: Way) -> str:
    """Over how many hands or nights an average is."""
    if way not in AVERAGES:
        return ""
    return count(one.hands if way is Way.PER_HAND else one.sessions)


def _floor(ranking: Ranking) -> str:
    """How little is too little for a place."""
    return (fewer_hands if ranking.way is Way.PER_HAND else fewer_nights)(ranking.floor)


def _waived(ranking: Ranking) -> str:
    """That everybody is ranked, as nobody has played enough."""
    if ranking.way is Way.PER_HAND:
        words = ngettext(
            "Nobody has played {number} hand yet, so everybody is ranked.",
            "Nobody has played {number} hands yet, so everybody is ranked.",
            ranking.floor,
        )
    else:
        words = ngettext(
            "Nobody has come on {number} night yet, so everybody is ranked.",
            "Nobody has come on {number} nights yet, so everybody is ranked.",
            ranking.floor,
        )
    return words.format(number=count(ranking.floor))


def _value(one: Placed, way: Way) -> str:
    if one.value is None:
        return "–"
    return WRITTEN[way](one.value)


def _formulas(game: str) -> Mapping[Way, str]:
    played = GAMES.get(game)
    picker = _(played.word("picker")) if played else _("picker")
    league = _(
        "Ten for each point; {picked} more for a hand that was won as {picker}, {picked} less for one that"
        " was lost; and whoever played against a {picker} who lost gets {beaten} divided by how many played:"
        " 40 each at three, 30 at four, 24 at five."
    )
    return {
        Way.POINTS: _("All points added up: who plays more can win more."),
        Way.PER_HAND: _("Points divided by the hands played: who comes seldom is not behind for that."),
        Way.PER_NIGHT: _("Points divided by the nights played."),
        Way.LEAGUE: league.format(picked=PICKED, beaten=BEATEN, picker=picker),
    }
