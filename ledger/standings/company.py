"""Who with whom, and who against whom: what pairs of players won, and whether it could be luck.

Computed from the sums of pairs that `Played.pairs` reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain

from ledger.models import to_points
from ledger.standings.played import Played
from ledger.standings.questions import AGAINST, TOGETHER, GroupAnswer, compared_in, side_of
from ledger.standings.roles import Sums, summed
from ledger.standings.share import Share
from ledger.statistics import FLOOR, Judgement, Verdict, judged, share_interval

EVEN = Share(k=1, n=2)
"""Of two who play equally well each wins half of what one of them wins of the other."""


@dataclass(frozen=True, kw_only=True)
class Pairing:
    """What two had with each other: `share` of their hands, against what is `usual`.

    Of two who played together (`is_together`): the hands they won, and all `points` these brought them. Of
    two who played against each other: the hands in which `one` won something of `other`, and the `points`
    that were won of them in all, with their sign.
    """

    one: int
    other: int
    is_together: bool
    share: Share
    usual: Share
    points: Fraction
    answer: Judgement

    @property
    def side(self) -> int:
        """1 where it is more than usual, -1 for less, 0 for just as much."""
        return side_of(self.share, self.usual)


@dataclass(frozen=True, kw_only=True)
class Company:
    """All pairs of a game, by the ids of both, the lower one first.

    Or only those of one player: `compared` is how many of all have enough hands to be called clear, `allowed`
    how many answers of the group a verdict allows for.
    """

    together: Mapping[tuple[int, int], Pairing]
    against: Mapping[tuple[int, int], Pairing]
    compared: int
    allowed: int

    def seen_from(self, one: int, other: int) -> Pairing | None:
        """How `one` plays against `other`; None where neither ever won anything of the other."""
        found = self.against.get((min(one, other), max(one, other)))
        return found if found is None or found.one == one else turned(found)


def turned(pairing: Pairing) -> Pairing:
    """Two who played against each other, seen from the other one."""
    share = Share(k=pairing.share.n - pairing.share.k, n=pairing.share.n)
    return replace(
        pairing,
        one=pairing.other,
        other=pairing.one,
        share=share,
        points=-pairing.points,
        answer=replace(pairing.answer, interval=share_interval(share.k, share.n)),
    )


@dataclass(frozen=True, kw_only=True)
class Companion:
    """What a player had with one other; None where they never played so, and each seen from the player."""

    other: int
    together: Pairing | None
    against: Pairing | None

    @property
    def hands(self) -> int:
        """How many they had with each other, in one way or the other."""
        return sum(one.share.n for one in (self.together, self.against) if one)


def company_of(played: Played, player: int | None = None) -> Company:
    """Return all pairs of one game, or a player's."""
    together = _together(played)
    against = _against(played)
    every = chain(together.values(), against.values())
    compared, allowed = sum(sums.hands >= FLOOR for sums in every), compared_in(played)
    usual = Share(
        k=sum(sums.won for sums in together.values()), n=sum(sums.hands for sums in together.values())
    )

    def pairing(pair: tuple[int, int], sums: Sums, *, is_together: bool) -> Pairing:
        held = usual if is_together else EVEN
        return Pairing(
            one=pair[0],
            other=pair[1],
            is_together=is_together,
            share=Share(k=sums.won, n=sums.hands),
            usual=held,
            points=to_points(sums.parts),
            answer=judged(sums.won, sums.hands, held.exact, compared=allowed),
        )

    def is_asked(pair: tuple[int, int]) -> bool:
        return player is None or player in pair

    return Company(
        together={
            pair: pairing(pair, sums, is_together=True) for pair, sums in together.items() if is_asked(pair)
        },
        against={
            pair: pairing(pair, sums, is_together=False) for pair, sums in against.items() if is_asked(pair)
        },
        compared=compared,
        allowed=allowed,
    )


def companions(company: Company, player: int) -> tuple[Companion, ...]:
    """All others whom a player met, those of most hands first."""
    others = {sum(pair) - player for pair in (*company.together, *company.against) if player in pair}
    found = [
        Companion(
            other=other,
            together=_seen_by(player, company.together.get((min(player, other), max(player, other)))),
            against=company.seen_from(player, other),
        )
        for other in others
    ]
    return tuple(sorted(found, key=lambda one: (-one.hands, one.other)))


def _seen_by(player: int, pairing: Pairing | None) -> Pairing | None:
    """Two who played together, with the player as the first of them."""
    if pairing is None or pairing.one == player:
        return pairing
    return replace(pairing, one=player, other=pairing.one)


def rival(found: Iterable[Companion]) -> Pairing | None:
    """The opponent whom a player met most often, where it is open who of both wins more.

    Of several the one with whom it is nearest to even; None where there are too few hands to tell. It is
    not enough not to be clear: it could be luck also if nothing else were looked at.
    """
    met = [one.against for one in found if one.against]
    most = max((one.share.n for one in met), default=0)
    even = [one for one in met if one.share.n == most and _is_open(one)]
    return min(even, key=lambda one: (abs(2 * one.share.k - one.share.n), one.other), default=None)


def _is_open(pairing: Pairing) -> bool:
    alone = judged(pairing.share.k, pairing.share.n, pairing.usual.exact)
    return alone.verdict is Verdict.COULD_BE_LUCK


def _together(played: Played) -> dict[tuple[int, int], Sums]:
    """The hands of each two on one side, whoever of them picked."""
    found: dict[tuple[int, int], Sums] = {}
    for one in played.pairs:
        if one.picked:
            key = (min(one.player, one.other), max(one.player, one.other))
            found[key] = summed(found.get(key, Sums()), Sums(one.picked, one.picked_won, one.picked_parts))
    return found


def _against(played: Played) -> dict[tuple[int, int], Sums]:
    """The hands in which one of two won and the other lost, seen from the lower id."""
    return {
        (one.player, one.other): Sums(one.hands, one.won, one.parts)
        for one in played.pairs
        if one.player < one.other and one.hands
    }


def clear_pairs(company: Company) -> tuple[Pairing, ...]:
    """Pairs that luck does not explain, the most striking first: each seen from whoever has the better of it.

    Of two who play against each other the points have to say the same as the hands.
    """
    clear = [one for one in _every(company) if one.answer.verdict is Verdict.CLEAR]
    said = [one for one in clear if one.is_together or one.points > 0]
    return tuple(sorted(said, key=lambda one: (-one.answer.surprise, one.one, one.other)))


def nearest(company: Company) -> Pairing | None:
    """The pair of which fewest more hands would tell, if they go on as they did; None where none would."""
    open_yet = [
        one for one in _every(company) if one.answer.verdict is Verdict.COULD_BE_LUCK and one.answer.more
    ]
    return min(open_yet, key=lambda one: (one.answer.more or 0, one.one, one.other), default=None)


def _every(company: Company) -> Iterator[Pairing]:
    """All pairs, of two against each other seen from whoever wins more hands."""
    yield from company.together.values()
    for one in company.against.values():
        yield turned(one) if one.side < 0 else one


def answer_of_pair(pairing: Pairing, company: Company) -> GroupAnswer:
    """Return the answer to the question about a pair."""
    return GroupAnswer(
        question=TOGETHER if pairing.is_together else AGAINST,
        players=(pairing.one, pairing.other),
        share=pairing.share,
        usual=pairing.usual,
        answer=pairing.answer,
        compared=company.allowed,
    )


def answer_of_two(played: Played, key: str, one: int, other: int) -> GroupAnswer | None:
    """Return whether two win together, or the first against the other; None where they never did either."""
    company = company_of(played)
    if key == AGAINST.key:
        found = company.seen_from(one, other)
    else:
        found = company.together.get((min(one, other), max(one, other)))
    return answer_of_pair(found, company) if found else None
