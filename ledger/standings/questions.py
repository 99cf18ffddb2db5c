"""Questions about a player, each with its answer as "k of n", and what that is worth.

Pure: from what nights add up to (`ledger.counting`), however many there were.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from ledger.counting import PICKING, Counts, Picks, Sums
from ledger.counting.adding import add_to
from ledger.counting.kinds import Pair
from ledger.sheet import NIGHT
from ledger.standings.players import Share
from ledger.statistics import FLOOR, Judgement, Verdict, judged


class Topic(StrEnum):
    """What is asked: how often somebody picks, and of which hands how many are won.

    `SCHNEIDER_MADE` and `SCHNEIDER_SUFFERED` are picked hands that were won or lost by more than the plain
    row, `CRACKED` those that the others doubled, `CRACKS` hands that the player doubled, `DOUBLED` those on
    which doublers lay, `POT` pots for which the player's side played. `PLACE` is picking by when one speaks,
    `CONTRACT` winning by what one plays. `MAUER` is picking, unforced, against what everybody picks from the
    same places; `LEFT` are the hands that nobody picked, of those that the player did not.
    """

    PICKING = "picking"
    WON_PICKING = "won-picking"
    PARTNER = "partner"
    OPPONENT = "opponent"
    ALONE = "alone"
    LEASTER = "leaster"
    FORCED = "forced"
    SCHNEIDER_MADE = "schneider-made"
    SCHNEIDER_SUFFERED = "schneider-suffered"
    CRACKED = "cracked"
    CRACKS = "cracks"
    DOUBLED = "doubled"
    POT = "pot"
    PLACE = "place"
    CONTRACT = "contract"
    MAUER = "mauer"
    LEFT = "left"


class Subject(NamedTuple):
    """A topic, and of which place (from 1 on) or contract, "" where it has none."""

    topic: Topic
    of: str = ""

    @property
    def key(self) -> str:
        """What it is called in an address."""
        return f"{self.topic}-{self.of}" if self.of else str(self.topic)


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question about a player: the answer is `share`, everybody's is `usual`.

    `answer` is what the share is worth, when `compared` answers of this group could be called clear. What is
    usual is what everybody did; of `MAUER`, what they would have done from the player's places.
    """

    subject: Subject
    player: int
    share: Share
    usual: Share
    answer: Judgement
    compared: int

    @property
    def key(self) -> str:
        """What it is called in an address."""
        return self.subject.key

    @property
    def side(self) -> int:
        """1 where the player has more than is usual, -1 for less, 0 for just as much."""
        mine, usual = self.share.k * self.usual.n, self.usual.k * self.share.n
        return (mine > usual) - (mine < usual)


OF_ROLES = {
    "partner": Topic.PARTNER,
    "opponent": Topic.OPPONENT,
    "alone": Topic.ALONE,
    "leaster": Topic.LEASTER,
}
OF_OCCASIONS = {
    "forced": Topic.FORCED,
    "was_cracked": Topic.CRACKED,
    "cracked": Topic.CRACKS,
    "doubled": Topic.DOUBLED,
    "pot": Topic.POT,
}
MADE = frozenset({"won_schneider", "won_all_tricks", "won_schwarz"})
SUFFERED = frozenset({"lost_schneider", "lost_no_trick", "lost_schwarz"})
"""Rows of the chart in which one side has no schneider."""

NEEDS_SOME = frozenset(
    {
        Topic.PICKING,
        Topic.PLACE,
        Topic.SCHNEIDER_MADE,
        Topic.SCHNEIDER_SUFFERED,
        Topic.MAUER,
        Topic.LEFT,
    }
)
"""Topics that ask nothing where nobody ever did it, as in a game without a picker or without schneider."""

SURE = {Verdict.CLEAR: 0, Verdict.COULD_BE_LUCK: 1, Verdict.TOO_FEW: 2}
"""What is surest comes first."""

SHRINKS = 30
"""So many hands as they are usual here stand beside those of a player where players are put in order."""

_Told = tuple[Subject, int, int, int]
"""Of a subject and a player, how many of how many."""


def questions_about(player: int, counts: Counts) -> tuple[Question, ...]:
    """All that can be asked about a player of one game, surest first.

    `counts` are chosen (`ledger.counting.chosen`). There is no question about what the player never did.
    """
    shares = _shares(counts)
    compared = _compared(shares, counts)
    asked = [
        _question(subject, player, found[player], _usual(subject, player, _together(found), counts), compared)
        for subject, found in shares.items()
        if player in found
    ]
    order = list(Topic)
    return tuple(
        sorted(
            asked,
            key=lambda one: (
                SURE[one.answer.verdict],
                -one.answer.surprise,
                order.index(one.subject.topic),
                one.key,
            ),
        )
    )


def questions_of(counts: Counts) -> dict[Subject, tuple[Question, ...]]:
    """The same about everybody who has an answer: by subject, and in each whoever has most of it first.

    Most by what is to be expected of each: `SHRINKS` hands as they are usual here are added to everybody's.
    Who has too few comes last.
    """
    shares = _shares(counts)
    compared = _compared(shares, counts)
    answers: dict[Subject, tuple[Question, ...]] = {}
    for subject, found in shares.items():
        together = _together(found)
        asked = (
            _question(subject, player, mine, _usual(subject, player, together, counts), compared)
            for player, mine in found.items()
        )
        answers[subject] = tuple(
            sorted(asked, key=lambda one: (one.answer.verdict is Verdict.TOO_FEW, -_shrunk(one), one.player))
        )
    return answers


def _shrunk(one: Question) -> Fraction:
    # In whole numbers, as fractions take several times as long: (k + SHRINKS · usual) / (n + SHRINKS).
    k, n = one.share.k * one.usual.n + SHRINKS * one.usual.k, (one.share.n + SHRINKS) * one.usual.n
    return Fraction(k, n)


def compared_in(counts: Counts) -> int:
    """How many answers about this group could be called clear, about itself and all its players; at least 1.

    Whoever calls one out has to allow for all: the questions about players and those about the group
    (`ledger.standings.group_questions`), what roles brought (`ledger.standings.roles`), and who plays with
    whom and against whom.
    """
    return _compared(_shares(counts), counts)


def _compared(shares: Mapping[Subject, Mapping[int, Share]], counts: Counts) -> int:
    asked = sum(one.n >= FLOOR for found in shares.values() for one in found.values())
    asked += sum(hands >= FLOOR for hands in _of_the_group(shares, counts))
    balances = sum(hands >= FLOOR for hands in hands_in_roles(counts).values())
    return max(1, asked + balances + _pairs(counts.partners) + _pairs(counts.between))


def _of_the_group(shares: Mapping[Subject, Mapping[int, Share]], counts: Counts) -> Iterator[int]:
    """How many hands each question about the group is about, of those that are held against something."""
    hands: dict[str, int] = defaultdict(int)
    for role, sums in counts.roles.items():
        hands[role.role] += sums.hands
    yield sum(hands[role] for role in PICKING)
    if hands["picker"] and counts.partners:
        yield hands["alone"]
    for occasion, sums in counts.occasions.items():
        hands[occasion.what] += sums.hands
    yield from (hands["forced"], hands["was_cracked"])
    yield from (
        sum(one.n for one in found.values()) for of, found in shares.items() if of.topic is Topic.CONTRACT
    )
    places: dict[int, Picks] = {}
    for place, picks in counts.places.items():
        add_to(places, place.place, picks)
    if any(one.picked for one in places.values()):
        yield from (one.hands for one in places.values())


def _pairs(met: Mapping[Pair, Sums]) -> int:
    """How many two have met in enough hands, whoever of them picked."""
    hands: dict[frozenset[int], int] = defaultdict(int)
    for pair, sums in met.items():
        hands[frozenset((pair.player, pair.other))] += sums.hands
    return sum(many >= FLOOR for many in hands.values())


def hands_in_roles(counts: Counts) -> dict[int, int]:
    """How many hands each player had in a role that has a name."""
    found: dict[int, int] = defaultdict(int)
    for role, sums in counts.roles.items():
        if role.role not in ("", "out", NIGHT):
            found[role.player] += sums.hands
    return found


def _usual(subject: Subject, player: int, together: Share, counts: Counts) -> Share:
    """What everybody did `together`; of picking seat for seat, what they would have from the player's places.

    Hands that somebody had to pick are taken off in the measure in which they occur.
    """
    if subject.topic is not Topic.MAUER:
        return together
    everybody: dict[int, Picks] = {}
    for place, picks in counts.places.items():
        add_to(everybody, place.place, picks)
    mine = {place.place: picks.hands for place, picks in counts.places.items() if place.player == player}
    expected = sum(
        (Fraction(hands * everybody[place].picked, everybody[place].hands) for place, hands in mine.items()),
        Fraction(0),
    )
    picked = sum(one.picked for one in everybody.values())
    exact = expected * together.k / (picked * sum(mine.values()))
    return Share(k=exact.numerator, n=exact.denominator)


def _question(subject: Subject, player: int, share: Share, usual: Share, compared: int) -> Question:
    return Question(
        subject=subject,
        player=player,
        share=share,
        usual=usual,
        answer=judged(share.k, share.n, usual.exact, compared=compared),
        compared=compared,
    )


def _together(found: Mapping[int, Share]) -> Share:
    return Share(k=sum(one.k for one in found.values()), n=sum(one.n for one in found.values()))


def _shares(counts: Counts) -> dict[Subject, dict[int, Share]]:
    """By subject and player, k of n; of subjects that tell something in this game."""
    sums: dict[Subject, dict[int, tuple[int, int]]] = defaultdict(dict)
    for tell in (_of_roles, _of_occasions, _of_places, _of_passing):
        for subject, player, k, n in tell(counts):
            of, all_ = sums[subject].get(player, (0, 0))
            sums[subject][player] = of + k, all_ + n
    found = {
        subject: {player: Share(k=k, n=n) for player, (k, n) in by_player.items()}
        for subject, by_player in sums.items()
    }
    several = sum(subject.topic is Topic.CONTRACT for subject in found) > 1
    return {subject: shares for subject, shares in found.items() if _tells(subject, shares, several=several)}


def _tells(subject: Subject, shares: Mapping[int, Share], *, several: bool) -> bool:
    """Whether a subject asks anything: of contracts only where there are `several`."""
    if subject.topic is Topic.CONTRACT:
        return several
    return subject.topic not in NEEDS_SOME or _together(shares).k > 0


def _of_roles(counts: Counts) -> Iterator[_Told]:
    for role, sums in counts.roles.items():
        if role.role in ("out", NIGHT) or not sums.hands:
            continue
        picks = role.role in PICKING
        yield Subject(Topic.PICKING), role.player, sums.hands if picks else 0, sums.hands
        if role.role in OF_ROLES:
            yield Subject(OF_ROLES[role.role]), role.player, sums.won, sums.hands
        if not picks:
            continue
        yield Subject(Topic.WON_PICKING), role.player, sums.won, sums.hands
        yield Subject(Topic.CONTRACT, role.kind), role.player, sums.won, sums.hands
        if role.row:
            for topic, rows in ((Topic.SCHNEIDER_MADE, MADE), (Topic.SCHNEIDER_SUFFERED, SUFFERED)):
                yield Subject(topic), role.player, sums.hands if role.row in rows else 0, sums.hands


def _of_occasions(counts: Counts) -> Iterator[_Told]:
    for one, sums in counts.occasions.items():
        if one.what in OF_OCCASIONS:
            yield Subject(OF_OCCASIONS[one.what]), one.player, sums.won, sums.hands


def _of_places(counts: Counts) -> Iterator[_Told]:
    for place, picks in counts.places.items():
        yield Subject(Topic.PLACE, str(place.place)), place.player, picks.picked, picks.hands


def _of_passing(counts: Counts) -> Iterator[_Told]:
    for place, picks in counts.places.items():
        yield Subject(Topic.MAUER), place.player, picks.picked, picks.hands
    for one, sums in counts.occasions.items():
        if one.what == "forced" and counts.places:
            yield Subject(Topic.MAUER), one.player, -sums.hands, 0
    for role, sums in counts.roles.items():
        if role.role not in ("", "out", NIGHT, *PICKING) and sums.hands:
            left = sums.hands if role.role == "leaster" else 0
            yield Subject(Topic.LEFT), role.player, left, sums.hands
