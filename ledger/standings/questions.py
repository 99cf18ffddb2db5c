"""Questions about a player, each with its answer as "k of n", and what that is worth.

Pure: from what nights add up to (`ledger.counting`), however many there were.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from ledger.counting import PICKING, Counts
from ledger.sheet import NIGHT
from ledger.standings.players import Share
from ledger.statistics import FLOOR, Judgement, Verdict, judged


class Topic(StrEnum):
    """What is asked: how often somebody picks, and of which hands how many are won.

    `SCHNEIDER_MADE` and `SCHNEIDER_SUFFERED` are picked hands that were won or lost by more than the plain
    row, `CRACKED` those that the others doubled, `CRACKS` hands that the player doubled. `PLACE` is picking
    by when one speaks, `CONTRACT` winning by what one plays.
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
    PLACE = "place"
    CONTRACT = "contract"


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

    `answer` is what the share is worth, when `compared` shares of this group could be called clear.
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
}
MADE = frozenset({"won_schneider", "won_all_tricks", "won_schwarz"})
SUFFERED = frozenset({"lost_schneider", "lost_no_trick", "lost_schwarz"})
"""Rows of the chart in which one side has no schneider."""

NEEDS_SOME = frozenset({Topic.PICKING, Topic.PLACE, Topic.SCHNEIDER_MADE, Topic.SCHNEIDER_SUFFERED})
"""Topics that ask nothing where nobody ever did it, as in a game without a picker or without schneider."""

SURE = {Verdict.CLEAR: 0, Verdict.COULD_BE_LUCK: 1, Verdict.TOO_FEW: 2}
"""What is surest comes first."""

_Told = tuple[Subject, int, int, int]
"""Of a subject and a player, how many of how many."""


def questions_about(player: int, counts: Counts) -> tuple[Question, ...]:
    """All that can be asked about a player of one game, surest first.

    `counts` are chosen (`ledger.counting.chosen`). There is no question about what the player never did.
    """
    shares = _shares(counts)
    compared = max(1, sum(one.n >= FLOOR for found in shares.values() for one in found.values()))
    asked = [
        _question(subject, player, found, compared) for subject, found in shares.items() if player in found
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


def _question(subject: Subject, player: int, found: Mapping[int, Share], compared: int) -> Question:
    share, usual = found[player], _together(found)
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
    found: dict[Subject, dict[int, Share]] = defaultdict(dict)
    for tell in (_of_roles, _of_occasions, _of_places):
        for subject, player, k, n in tell(counts):
            had = found[subject].get(player, Share(k=0, n=0))
            found[subject][player] = Share(k=had.k + k, n=had.n + n)
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
