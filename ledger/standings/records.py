"""Records of a game: the best and worst that there ever was, whose it was, and in which night.

Only regulars hold records (`ledger.standings.placing.floor_of`): the luckiest night is easily that of
somebody who hardly came. Of equals the earlier night counts, by its day and then by its number, and in it the
earlier hand; who had the same in that same hand or night shares the record.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ledger.standings.nights_by_player import Mark, Nights, Row, Within, nights_by_player, within_nights
from ledger.standings.placing import floor_of
from ledger.standings.played import NightSum, Played


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


# One night alone is no row.
LEAST_ROW = 2

# Fewer hands in a row are nothing to tell of.
LEAST_HANDS = 3


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
# What these are counted in.
OF_HANDS = frozenset({Feat.HANDS_WON, Feat.HANDS_LOST, Feat.MOST_HANDS})


# A player's mark, whether most (1) or fewest (-1) parts are the record, and how many at least it takes.
MARKED: Mapping[Feat, tuple[Callable[[Nights, Within], Mark | None], int, int]] = {
    Feat.BEST_NIGHT: (lambda nights, within: nights.best, 1, 1),
    Feat.WORST_NIGHT: (lambda nights, within: nights.worst, -1, 1),
    Feat.HAND_WON: (lambda nights, within: within.hand, 1, 1),
    Feat.HAND_LOST: (lambda nights, within: within.worst_hand, -1, 1),
    Feat.COMEBACK: (lambda nights, within: within.comeback, 1, 1),
    Feat.HANDS_WON: (lambda nights, within: within.hands_won, 1, LEAST_HANDS),
    Feat.HANDS_LOST: (lambda nights, within: within.hands_lost, 1, LEAST_HANDS),
}

OF_A_NIGHT: Mapping[Feat, Callable[[NightSum], int]] = {
    Feat.MOST_HANDS: lambda night: night.hands or 0,
    Feat.LONGEST: lambda night: night.seconds,
}


def records_in(played: Played, of: int | None = None) -> tuple[Record, ...]:
    """Return the records that there are; with a player's id those of that player alone.

    Nobody wins or loses points as typed: of such only nights hold records.
    """
    every, within = nights_by_player(played), within_nights(played, of)
    among = sorted(every.keys() - seldom_in(played) if of is None else every.keys() & {of})
    found = []
    for feat, (mark_of, sign, least) in MARKED.items():
        marks = {who: mark for who in among if (mark := mark_of(every[who], within[who]))}
        told = [mark for mark in marks.values() if mark.parts * sign >= least]
        if best := min(told, key=lambda mark: (-sign * mark.parts, mark.when), default=None):
            holders = tuple(who for who, mark in marks.items() if mark == best)
            found.append(Record(feat=feat, number=best.parts, players=holders, mark=best))
    for feat, rows in (
        (Feat.ROW, {who: every[who].row for who in among}),
        (Feat.LOST_ROW, {who: every[who].lost_row for who in among}),
    ):
        most = max((row.nights for row in rows.values() if row), default=0)
        held = {who: row for who, row in rows.items() if row and row.nights == most}
        if most >= LEAST_ROW:
            found.append(Record(feat=feat, number=most, players=tuple(held), rows=tuple(held.values())))
    whole = played.nights if played.asked.has_whole_nights else ()
    for feat, number_of in OF_A_NIGHT.items():
        first = min(whole, key=lambda one: (-number_of(one), one.day, one.number), default=None)
        if first and (number := number_of(first)):
            found.append(Record(feat=feat, number=number, mark=Mark(number, first.number, first.day)))
    if played.uneven:
        found = [one for one in found if not one.players]
    return tuple(sorted(found, key=lambda one: [*Feat].index(one.feat)))


def seldom_in(played: Played) -> frozenset[int]:
    """Return the ids of the players who came too seldom to hold records and badges."""
    nights = {player: one.nights for player, one in nights_by_player(played).items()}
    floor = floor_of(nights.values())
    return frozenset(player for player, many in nights.items() if many < floor)
