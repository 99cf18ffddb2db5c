"""Records of a game: the best and worst that there ever was, whose it was, and in which night.

Only regulars hold records (`ledger.standings.placing.floor_of`): the luckiest night is easily that of
somebody who hardly came. Of equals the earlier night counts, by its day and then by its number, and in it the
earlier hand; who had the same in that same hand or night shares the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ledger.standings.nights_by_player import Mark, Row, nights_by_player, within_nights
from ledger.standings.placing import floor_of
from ledger.standings.played import Played


class Feat(StrEnum):
    """What there is a record of.

    `COMEBACK` is how far somebody was behind in a night that ended above zero, `ROW` and `LOST_ROW` how many
    nights in a row somebody won or lost (nights without them do not count, one that ended at zero ends the
    row), `HANDS_WON` and `HANDS_LOST` how many hands in a row brought or cost somebody something, in a single
    night; `MOST_HANDS` and `LONGEST` are of a night and nobody's.
    """

    BEST_NIGHT = "best-night"
    WORST_NIGHT = "worst-night"
    HAND_WON = "hand-won"
    HAND_LOST = "hand-lost"
    COMEBACK = "comeback"
    ROW = "row"
    LOST_ROW = "lost-row"
    HANDS_WON = "hands-won"
    HANDS_LOST = "hands-lost"
    MOST_HANDS = "most-hands"
    LONGEST = "longest"


LEAST_ROW = 2
"""One night alone is no row."""

LEAST_HANDS = 3
"""Fewer hands in a row are nothing to tell of."""


@dataclass(frozen=True, kw_only=True)
class Record:
    """A record. `number` is in parts, nights (`OF_NIGHTS`), hands (`OF_HANDS`) or seconds (`LONGEST`).

    `players` share it, in the order of their ids; nobody where it is of a night. `mark` says where it was, of
    a row of hands where it began, None of a row of nights: `rows` has the earliest of each player's instead.
    """

    feat: Feat
    number: int
    players: tuple[int, ...] = ()
    mark: Mark | None = None
    rows: tuple[Row, ...] = ()


OF_NIGHTS = frozenset({Feat.ROW, Feat.LOST_ROW})
OF_HANDS = frozenset({Feat.HANDS_WON, Feat.HANDS_LOST, Feat.MOST_HANDS})
"""What these are counted in."""


def records_in(played: Played, of: int | None = None) -> tuple[Record, ...]:
    """Return the records that there are; with a player's id those of that player alone.

    Nobody wins or loses points as typed: of such only nights hold records.
    """
    found = _found(played, of)
    return tuple(one for one in found if not (played.uneven and one.players))


def seldom_in(played: Played) -> frozenset[int]:
    """Return the ids of the players who came too seldom to hold records and badges."""
    nights = {player: one.nights for player, one in nights_by_player(played).items()}
    floor = floor_of(nights.values())
    return frozenset(player for player, many in nights.items() if many < floor)


def _found(played: Played, of: int | None) -> Iterator[Record]:
    every = nights_by_player(played)
    among = every.keys() - seldom_in(played) if of is None else every.keys() & {of}
    nights = {who: every[who] for who in sorted(among)}
    within = within_nights(played, of)
    marked = (
        (Feat.BEST_NIGHT, {who: one.best for who, one in nights.items()}, 1),
        (Feat.WORST_NIGHT, {who: one.worst for who, one in nights.items()}, -1),
        (Feat.HAND_WON, {who: within[who].hand for who in nights}, 1),
        (Feat.HAND_LOST, {who: within[who].worst_hand for who in nights}, -1),
        (Feat.COMEBACK, {who: within[who].comeback for who in nights}, 1),
    )
    for feat, marks, sign in marked:
        if record := _marked(feat, marks, sign):
            yield record
    for feat, rows in (
        (Feat.ROW, {who: one.row for who, one in nights.items() if one.row}),
        (Feat.LOST_ROW, {who: one.lost_row for who, one in nights.items() if one.lost_row}),
    ):
        if (most := max((row.nights for row in rows.values()), default=0)) >= LEAST_ROW:
            held = {who: row for who, row in rows.items() if row.nights == most}
            yield Record(feat=feat, number=most, players=tuple(held), rows=tuple(held.values()))
    in_a_night = (
        (Feat.HANDS_WON, {who: within[who].hands_won for who in nights}),
        (Feat.HANDS_LOST, {who: within[who].hands_lost for who in nights}),
    )
    for feat, marks in in_a_night:
        if (record := _marked(feat, marks, 1)) and record.number >= LEAST_HANDS:
            yield record
    whole = played.nights if played.asked.has_whole_nights else ()
    for feat, numbers in (
        (Feat.MOST_HANDS, [one.hands or 0 for one in whole]),
        (Feat.LONGEST, [one.seconds for one in whole]),
    ):
        if (most := max(numbers, default=0)) > 0:
            first = min(
                (one for one, number in zip(whole, numbers, strict=True) if number == most),
                key=lambda one: (one.day, one.number),
            )
            yield Record(feat=feat, number=most, mark=Mark(most, first.number, first.day))


def _marked(feat: Feat, marks: Mapping[int, Mark | None], sign: int) -> Record | None:
    """The dearest of these marks; None where nobody won, or lost, anything."""
    there = {who: mark for who, mark in marks.items() if mark is not None and mark.parts * sign > 0}
    if not there:
        return None
    best = min(there.values(), key=lambda mark: (-sign * mark.parts, mark.when))
    holders = tuple(sorted(who for who, mark in there.items() if mark == best))
    return Record(feat=feat, number=best.parts, players=holders, mark=best)
