"""Pairs of players, with and against each other: what they won, and whether it could be luck.

Computed from the sums of pairs that `Played` reads.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ledger.models import to_points
from ledger.standings.placing import Share
from ledger.standings.played import Played, Sums, summed
from ledger.standings.questions import AGAINST, TOGETHER, GroupQuestion, JudgedAnswer, compared_in
from ledger.statistics import Verdict, judged, share_interval

# Two who play equally well win half each of the points that go between them.
EVEN = Share(k=1, n=2)


@dataclass(frozen=True, kw_only=True)
class Company:
    """All pairs of a game, by the ids of both, the lower one first."""

    together: Mapping[tuple[int, int], JudgedAnswer]
    against: Mapping[tuple[int, int], JudgedAnswer]

    def seen_from(self, one: int, other: int, question: GroupQuestion = AGAINST) -> JudgedAnswer | None:
        """Return how `one` plays against the other, or with them; None where they never did."""
        pairs = self.against if question is AGAINST else self.together
        found = pairs.get((min(one, other), max(one, other)))
        if found is None or one < other:
            return found
        return turned(found) if question is AGAINST else replace(found, players=(one, other))


def turned(pair: JudgedAnswer) -> JudgedAnswer:
    """Return two who played against each other, seen from the other one."""
    share = Share(k=pair.share.n - pair.share.k, n=pair.share.n)
    return replace(
        pair,
        players=pair.players[::-1],
        share=share,
        points=-pair.points,
        answer=replace(pair.answer, interval=share_interval(share.k, share.n)),
    )


def company_of(played: Played, player: int | None = None) -> Company:
    """Return all pairs of one game, or those of a player."""
    compared, every = compared_in(played), summed(*played.together.values())

    def pairing(question: GroupQuestion, players: tuple[int, int], sums: Sums, usual: Share) -> JudgedAnswer:
        return JudgedAnswer(
            question=question,
            players=players,
            share=Share(k=sums.won, n=sums.hands),
            usual=usual,
            points=to_points(sums.parts),
            answer=judged(sums.won, sums.hands, usual.exact, compared=compared),
            compared=compared,
        )

    return Company(
        together={
            pair: pairing(TOGETHER, pair, sums, Share(k=every.won, n=every.hands))
            for pair, sums in played.together.items()
            if player in (None, *pair)
        },
        against={
            (one.player, one.other): pairing(
                AGAINST, (one.player, one.other), Sums(one.hands, one.won, one.parts), EVEN
            )
            for one in played.pairs
            if one.player < one.other and one.hands and player in (None, one.player, one.other)
        },
    )


def companions(
    company: Company, player: int
) -> tuple[tuple[int, JudgedAnswer | None, JudgedAnswer | None], ...]:
    """Return all others whom a player met, those of most hands first.

    Beside each the pair together and the pair against each other, seen from the player; None where they never
    played so.
    """
    others = {sum(pair) - player for pair in (*company.together, *company.against) if player in pair}
    found = [
        (other, company.seen_from(player, other, TOGETHER), company.seen_from(player, other))
        for other in others
    ]
    return tuple(sorted(found, key=lambda one: (-sum(pair.share.n for pair in one[1:] if pair), one[0])))


def clear_pairs(company: Company) -> tuple[JudgedAnswer, ...]:
    """Return the pairs that luck does not explain, the most striking first, each seen from the better one.

    Of two who play against each other the points have to say the same as the hands.
    """
    seen = [turned(one) if one.side < 0 else one for one in company.against.values()]
    clear = [
        one
        for one in (*company.together.values(), *(one for one in seen if one.points > 0))
        if one.answer.verdict is Verdict.CLEAR
    ]
    return tuple(sorted(clear, key=lambda one: (-one.answer.surprise, one.players)))
