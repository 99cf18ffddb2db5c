"""Records of a game, and badges: few, with what they are given for, and never more claimed than is known.

Only regulars have either (`ledger.standings.placing.floor_of`): the luckiest night is easily that of somebody
who hardly came. A record is the best or worst that there ever was. Of equals the earlier night counts, by its
day and then by its number, and in it the earlier hand; who had the same in that same hand or night shares it.

There are two kinds of badges. One that claims something of how somebody plays is given only where luck does
not explain it: the interval leaves out what is usual here, corrected for all the answers of the group
(`ledger.standings.questions`). The others are for fun: they say what was so, and nothing of why.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ledger.scoring import GAMES
from ledger.standings.nights_by_player import Mark, Nights, Streak, Within, nights_by_player, within_nights
from ledger.standings.placing import Share, floor_of, placed
from ledger.standings.played import NightSum, Played
from ledger.standings.questions import ASKED, JudgedAnswer, answers_of_everybody
from ledger.statistics import FLOOR, Verdict


class Feat(StrEnum):
    """Feats that have a record.

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


# A single night is no row.
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
    rows: tuple[Streak, ...] = ()


OF_NIGHTS = frozenset({Feat.ROW, Feat.LOST_ROW})
# The units of these feats.
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


class Badge(StrEnum):
    """The badges, in the order in which they are shown."""

    DEFENDER = "defender"
    PICKER = "picker"
    PARTNER = "partner"
    BOLD = "bold"
    PATIENT = "patient"
    BY_A_HAIR = "by-a-hair"
    UP_AND_DOWN = "up-and-down"
    NEAR_ZERO = "near-zero"
    MIDDLE = "middle"
    SECOND_TO_LAST = "second-to-last"
    FAITHFUL = "faithful"


# Badges that claim something, and of which question whoever has most (1) or least (-1) gets them.
CLAIMS: dict[Badge, tuple[str, int]] = {
    Badge.DEFENDER: ("opponent", 1),
    Badge.PICKER: ("won-picking", 1),
    Badge.PARTNER: ("partner", 1),
    Badge.BOLD: ("picking", 1),
    Badge.PATIENT: ("picking", -1),
}

# Badges for fun are for regulars who came to at least so many nights.
FEWEST_NIGHTS = 5

# Fewer players have no middle one, and no second to last.
FEWEST_MIDDLE, FEWEST_LAST = 3, 4

# Coming to the most nights is nothing special if more players than this did.
MOST_FAITHFUL = 3

# A hand was lost by a hair where at most the twelfth part of what wins was missing (5 card points of 61); so
# often it takes to tell.
A_HAIR, FEWEST_HAIRS = 12, 3


@dataclass(frozen=True, kw_only=True)
class Award:
    """A badge and who has it.

    `question` is behind a badge that claims something, None of the others. What those are for is told by
    `share` (k of n hands), `parts` (the sum of the player's points), `nights` and `marks` (the best and the
    worst night), as far as the badge is about that.
    """

    badge: Badge
    players: tuple[int, ...]
    question: JudgedAnswer | None = None
    share: Share | None = None
    parts: int = 0
    nights: int = 0
    marks: tuple[Mark, ...] = ()

    @property
    def is_fun(self) -> bool:
        return self.badge not in CLAIMS

    @property
    def is_of_points(self) -> bool:
        """Return whether it is given for points or nights, and not for hands or for two nights."""
        return not self.share and not self.marks


# A place in a table, and whose it is: a player's id and nights. Equals share a place.
YearPlace = tuple[int, tuple[int, Nights]]


def badges_in(played: Played, game: str) -> tuple[Award, ...]:
    """Return the badges of some nights, those that nobody has left out; there are none of points as typed."""
    if played.uneven:
        return ()
    found = [*_claims(played), *_for_fun(played), *_by_a_hair(played, game)]
    return tuple(sorted(found, key=lambda one: [*Badge].index(one.badge)))


def table_in(played: Played, *, fewest: int | None = None) -> tuple[YearPlace, ...]:
    """Return the players of at least so many nights, in the order and with the places of every table.

    Where `fewest` is None, those whom the badges for fun are about.
    """
    nights = nights_by_player(played)
    if fewest is None:
        fewest = floor_of([one.nights for one in nights.values()], least=FEWEST_NIGHTS)
    there = [(who, one) for who, one in nights.items() if one.nights >= fewest]
    return placed(there, lambda told: (told[1].parts, told[1].nights, told[0]))


def _claims(played: Played) -> Iterator[Award]:
    asked, seldom = {one.key: one for one in ASKED}, seldom_in(played)
    for badge, (key, side) in CLAIMS.items():
        clear = [
            one
            for one in answers_of_everybody(asked[key], played)
            if one.answer.verdict is Verdict.CLEAR and one.side == side and seldom.isdisjoint(one.players)
        ]
        # The most surprising answer; of equally surprising answers the one about more hands.
        if best := min(
            clear, key=lambda one: (-one.answer.surprise, -one.share.n, one.players), default=None
        ):
            yield Award(badge=badge, players=best.players, question=best, share=best.share)


def _for_fun(played: Played) -> Iterator[Award]:
    table = [one for _place, one in table_in(played)]

    def of_points(badge: Badge, player: int, nights: Nights) -> Award:
        return Award(badge=badge, players=(player,), parts=nights.parts, nights=nights.nights)

    if len(table) >= FEWEST_MIDDLE:
        yield of_points(Badge.MIDDLE, *table[(len(table) - 1) // 2])
        near = min(table, key=lambda one: (abs(one[1].parts), -one[1].nights, one[0]))
        yield of_points(Badge.NEAR_ZERO, *near)
        most = max(nights.nights for _, nights in table)
        players = tuple(sorted(player for player, nights in table if nights.nights == most))
        if len(players) <= min(MOST_FAITHFUL, len(table) - 1):
            yield Award(badge=Badge.FAITHFUL, players=players, nights=most)
    if len(table) >= FEWEST_LAST:
        yield of_points(Badge.SECOND_TO_LAST, *table[-2])
    # The player with the widest gap between best and worst night, one above and one below zero.
    moved = [one for one in table if one[1].best.parts > 0 > one[1].worst.parts]
    if widest := min(moved, key=lambda one: (one[1].worst.parts - one[1].best.parts, one[0]), default=None):
        player, nights = widest
        yield Award(badge=Badge.UP_AND_DOWN, players=(player,), marks=(nights.best, nights.worst))


def _by_a_hair(played: Played, game: str) -> Iterator[Award]:
    if (needed := won_from(game)) is None:
        return
    lost, hands, seldom = Counter[int](), Counter[int](), seldom_in(played)
    for (player, points), many in played.card_points().items():
        if player not in seldom:
            hands[player] += many
            lost[player] += many * (needed - needed // A_HAIR <= points < needed)
    shares = {
        who: Share(k=k, n=hands[who]) for who, k in lost.items() if k >= FEWEST_HAIRS and hands[who] >= FLOOR
    }
    if shares:
        who = min(shares, key=lambda one: (-shares[one].exact, -shares[one].k, one))
        yield Award(badge=Badge.BY_A_HAIR, players=(who,), share=shares[who])


def won_from(game: str) -> int | None:
    """Return from how many card points on a game is won as most tables play it; None where points do not say
    so.
    """
    if game not in GAMES:
        return None
    played = GAMES[game]
    rows = played.chart(played.rules(), played.usually).rows
    return next((row.low for row in rows if row.code == "won" and row.low is not None), None)
