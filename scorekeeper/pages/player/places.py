"""What a player does and wins by when it is their turn to speak: first is whoever sits left of the dealer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ledger.models import to_points
from ledger.standings.played import PlaceSum, Played
from ledger.standings.share import Share
from scorekeeper.charts.drawing import signed_average
from scorekeeper.presenters.answers import place_word
from scorekeeper.presenters.table_files import FileTable


@dataclass(frozen=True, kw_only=True)
class PlaceLine:
    """Hands from one place, how many of them the player picked, and what they brought, in all and a hand.

    `usual_share` is how many are picked from there by everybody, and `usual` what such a hand brings them.
    """

    place: int
    label: str
    hands: int
    picked: int
    share: str
    usual_share: str
    points: Fraction
    average: str
    usual: str


@dataclass(frozen=True, kw_only=True)
class Places:
    """All of them, and the same as a file; `has_picks` says whether anybody picks in this game."""

    lines: tuple[PlaceLine, ...]
    has_picks: bool
    place_table: FileTable


def places_of(player: int, played: Played) -> Places | None:
    """Place by place, in their order; None where the player had but one."""
    mine = {one.place: one for one in played.places if one.player == player}
    everybody: dict[int, PlaceSum] = {}
    for one in played.places:
        had = everybody.get(one.place, PlaceSum(0, one.place, 0, 0, 0, 0))
        everybody[one.place] = PlaceSum(
            0, one.place, had.hands + one.hands, had.picked + one.picked, 0, had.parts + one.parts
        )
    lines = tuple(_lines(mine, everybody))
    if len(lines) <= 1:
        return None
    return Places(
        lines=lines,
        has_picks=any(one.picked for one in everybody.values()),
        place_table=FileTable(
            columns=("place", "hands", "picked", "points"),
            read=lambda: ((one.place, one.hands, one.picked, one.points) for one in lines),
        ),
    )


def _lines(mine: Mapping[int, PlaceSum], everybody: Mapping[int, PlaceSum]) -> Iterator[PlaceLine]:
    for place, picks in sorted(mine.items()):
        usual = everybody[place]
        yield PlaceLine(
            place=place,
            label=place_word(str(place)),
            hands=picks.hands,
            picked=picks.picked,
            share=_share(picks),
            usual_share=_share(usual),
            points=to_points(picks.parts),
            average=signed_average(to_points(picks.parts) / picks.hands),
            usual=signed_average(to_points(usual.parts) / usual.hands),
        )


def _share(picks: PlaceSum) -> str:
    return f"{Share(k=picks.picked, n=picks.hands).percent}%"
