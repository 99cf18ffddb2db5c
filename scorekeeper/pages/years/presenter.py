"""A year as its page tells it: figures, the table, what stood out, and how it ran. Frozen dataclasses out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.models import to_points
from ledger.scoring import GAMES
from ledger.sheet import NIGHT
from ledger.standings.after_nights import brought_every_night
from ledger.standings.badges import Award, Badge, Place, badges_in, table_in
from ledger.standings.nights import Began
from ledger.standings.nights_by_player import nights_by_player
from ledger.standings.played import Played
from ledger.standings.players import hands_in
from ledger.standings.records import Feat, Record, records_in
from ledger.standings.statistics import statistics_in
from ledger.standings.years import Partners, Year, favourite_partners
from scorekeeper.charts import POINTS, CourseChart, course
from scorekeeper.charts.drawing import signed_average
from scorekeeper.presenters.courses import Ran
from scorekeeper.presenters.leaders import percent_of, these
from scorekeeper.presenters.record_files import record_table
from scorekeeper.presenters.records import (
    BadgeView,
    RecordView,
    badge_views,
    record_views,
)
from scorekeeper.presenters.records import Place as Told
from scorekeeper.presenters.table_files import FileTable
from scorekeeper.text.durations import lasted
from scorekeeper.text.figures import points, side
from scorekeeper.text.lists import joined, standing_apart

TOLD_OF_ALL = (Feat.BEST_NIGHT, Feat.HAND_WON, Feat.COMEBACK, Feat.ROW, Feat.LONGEST)
"""What stands out in a group's year: nobody is shown at their worst."""

AT_ONCE = 8
"""So many lines of the table stand open and are drawn, so that the page fits a screen; the others are folded
away."""

AT_WORST = frozenset({Badge.UP_AND_DOWN, Badge.BY_A_HAIR})
"""Badges that tell of a worst night, or of hands that were lost: for a player's own eyes as well."""

BADGES = 2
"""So many badges of a player are shown; of a group it is one."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of the year's table; who has the same points shares a place.

    `address` is that of the player's own year, "" for nowhere.
    """

    place: int
    name: str
    points: Fraction
    nights: int
    address: str


@dataclass(frozen=True, kw_only=True)
class PartnersView:
    """Who played together most often, without whose page it is."""

    names: tuple[str, ...]
    hands: int
    won: int


@dataclass(frozen=True, kw_only=True)
class Mine:
    """What a year was for one player: how many nights were won, the points, and the place of how many."""

    won: int
    points: Fraction
    side: str
    average: str
    place: int
    of: int


@dataclass(frozen=True, kw_only=True)
class Found:
    """What there is to tell of a year before it is put into words: of all, or of one player."""

    year: Year
    player: int | None
    records: tuple[Record, ...]
    awards: tuple[Award, ...]
    partners: Partners | None


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game that was played that year, and how the address asks for it."""

    name: str
    asked: str
    is_here: bool


@dataclass(frozen=True, kw_only=True)
class YearView:
    """All of the page. `time` is how long was played, known of `timed` of the nights, "" where of none.

    `not_drawn` is how many of the table have no line in the chart.
    """

    nights: int
    hands: int
    time: str
    timed: int
    mine: Mine | None
    lines: tuple[Line, ...]
    more_lines: tuple[Line, ...]
    luck: str
    stood_out: tuple[RecordView, ...]
    partners: PartnersView | None
    badges: tuple[BadgeView, ...]
    chart: CourseChart | None
    not_drawn: int
    others: tuple[Game, ...]
    standing_table: FileTable | None
    record_table: FileTable


def found_in(year: Year, player: int | None = None, *, at_worst: bool = False) -> Found:
    """What there is to tell; a player's worst night only `at_worst`: for their own eyes."""
    played = year.played
    awards = [one for one in badges_in(played, year.game) if at_worst or one.badge not in AT_WORST]
    if player is None:
        fun = [one for one in awards if one.is_fun]
        records = tuple(one for one in records_in(played) if one.feat in TOLD_OF_ALL)
        chosen = fun[:1]
    else:
        records = tuple(_of_one(player, played, at_worst=at_worst))
        chosen = [one for one in awards if player in one.players][:BADGES]
    return Found(
        year=year,
        player=player,
        records=records,
        awards=tuple(chosen),
        partners=favourite_partners(played, player),
    )


def _of_one(player: int, played: Played, *, at_worst: bool) -> list[Record]:
    """A player's own records."""
    others = {one.player for one in played.everybodys_nights} - {player}
    told = (*TOLD_OF_ALL, Feat.WORST_NIGHT) if at_worst else TOLD_OF_ALL
    own = records_in(Played(played.group, played.asked, others))
    return [one for one in own if one.feat in told and one.feat is not Feat.LONGEST]


def year_view(
    found: Found, names: Mapping[int, str], began: Mapping[int, Began], *, code: str = "", address: str = ""
) -> YearView | None:
    """The page, None of a year in which nothing was played, or not by this player.

    Without a `code` of the group no other page is named; `address` is that of this page.
    """
    year, player, played = found.year, found.player, found.year.played
    table = table_in(played, fewest=1)
    if not table or (player is not None and player not in {one.player for one in table}):
        return None
    query = f"?since={year.year}-01&until={year.year}-12" if code else ""
    asked = f"&game={year.game}" if query and len(year.games) > 1 else ""
    told = Told(game=year.game, names=names, began=began, code=code, query=f"{query}{asked}")
    lines = _lines(table, told, year)
    drawn = [one.player for one in table[:AT_ONCE]] if player is None else [player]
    chart = _chart(year, drawn, names)
    nights = nights_by_player(played)
    own = found.partners.players if found.partners else ()
    timed = [one.seconds for one in played.nights if one.seconds]
    return YearView(
        nights=len(played.nights) if player is None else nights[player].nights,
        hands=hands_in(played) if player is None else _hands(player, played),
        time=lasted(sum(timed)) if timed and player is None else "",
        timed=len(timed),
        mine=_mine(player, table, nights[player].won) if player is not None else None,
        lines=lines[:AT_ONCE] if player is None else (),
        more_lines=lines[AT_ONCE:] if player is None else (),
        luck=_luck(played, table, names) if player is None else _own_luck(player, played),
        stood_out=record_views(found.records, told),
        partners=PartnersView(
            names=tuple(names[who] for who in own if who != player),
            hands=found.partners.hands,
            won=found.partners.won,
        )
        if found.partners
        else None,
        badges=badge_views(found.awards, told, nights_of_all=len(played.nights)),
        chart=chart,
        not_drawn=len(table) - len(drawn) if chart and player is None else 0,
        others=tuple(
            Game(name=GAMES[one].name, asked=f"{address}?game={one}", is_here=one == year.game)
            for one in year.games
            if len(year.games) > 1 and one in GAMES
        ),
        standing_table=_standing_table(lines) if player is None else None,
        record_table=record_table(found.records, told),
    )


def _standing_table(lines: Sequence[Line]) -> FileTable:
    return FileTable(
        columns=("place", "player", "points", "nights"),
        read=lambda: ((one.place, one.name, one.points, one.nights) for one in lines),
    )


def _lines(table: Sequence[Place], told: Told, year: Year) -> tuple[Line, ...]:
    asked = f"?game={year.game}" if len(year.games) > 1 else ""
    return tuple(
        Line(
            place=1 + sum(other.parts > one.parts for other in table),
            name=told.names[one.player],
            points=to_points(one.parts),
            nights=one.nights,
            address=reverse("player_year", args=[told.code, one.player, year.year]) + asked
            if told.code
            else "",
        )
        for one in table
    )


def _hands(player: int, played: Played) -> int:
    return sum(one.hands for one in played.roles if one.player == player and one.role not in ("out", NIGHT))


def _mine(player: int, table: Sequence[Place], won: int) -> Mine:
    (own,) = (one for one in table if one.player == player)
    return Mine(
        won=won,
        points=to_points(own.parts),
        side=side(own.parts),
        average=signed_average(to_points(own.parts) / own.nights),
        place=1 + sum(other.parts > own.parts for other in table),
        of=len(table),
    )


def _luck(played: Played, table: Sequence[Place], names: Mapping[int, str]) -> str:
    """Who is ahead, and how likely that is more than luck."""
    if len(table) < 2:
        return ""
    first = [one for one in table if one.parts == table[0].parts]
    if len(first) > 1:
        who = joined([standing_apart(names[one.player]) for one in first])
        return _("{who} share the first place.").format(who=who)
    name = standing_apart(names[first[0].player])
    lead = points(to_points(table[0].parts - table[1].parts))
    statistics = statistics_in(played)
    found = statistics.players
    if first[0].player not in found or len(found) < 2:
        words = _("{name} is ahead by {lead}. So few nights cannot tell how much of that is luck.")
        return words.format(name=name, lead=lead)
    words = _("{name} is ahead by {lead}. It is {percent} likely that {name} is really the best of {these}.")
    return words.format(
        name=name,
        lead=lead,
        percent=percent_of(found[first[0].player].best),
        these=these(len(found), statistics.fewest if len(found) < len(table) else 0),
    )


def _own_luck(player: int, played: Played) -> str:
    found = statistics_in(played).players.get(player)
    if found is None:
        return _("So few nights cannot tell how much of that is luck.")
    percent = round(found.signal * 100)
    if not percent:
        return _("In this year the players differ no more than luck alone would have them.")
    return _("Of such an average {percent}% is one’s own in this group; the rest is luck.").format(
        percent=percent
    )


def _chart(year: Year, players: Sequence[int], names: Mapping[int, str]) -> CourseChart | None:
    ran = Ran(nights=brought_every_night(year.played), measure=POINTS)
    # In the same order everywhere, so that everybody has the same colour on each page.
    return course([ran.line(who, names[who]) for who in sorted(players)], ran.across, POINTS)
