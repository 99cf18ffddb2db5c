"""Company of players: pairs that are called clear, and from whose side they are seen."""

from fractions import Fraction

import pytest

from ledger.models import PARTS
from ledger.standings.company import Company, clear_pairs, companions, company_of
from ledger.standings.placing import Share
from ledger.standings.played import PairSum
from ledger.standings.questions import TOGETHER
from ledger.statistics import FLOOR
from tests.ledger.made_up import made_up

ANN, BEN, CLEO = 1, 2, 3


def of(
    partners: dict[tuple[int, int], tuple[int, int]], between: dict[tuple[int, int], tuple[int, int, int]]
) -> Company:
    """Return the company of partners (hands, won) and of two against each other (hands, won, points)."""
    pairs = [PairSum(one, other, 0, 0, 0, n, k, 0) for (one, other), (n, k) in partners.items()]
    for (one, other), (n, k, points) in between.items():
        pairs.append(PairSum(one, other, n, k, points * PARTS, 0, 0, 0))
        pairs.append(PairSum(other, one, n, n - k, -points * PARTS, 0, 0, 0))
    enough = sum(n >= FLOOR for n, *_ in (*partners.values(), *between.values()))
    return company_of(made_up(pairs=pairs, compared=max(1, enough)))


def test_whoever_of_two_picked_they_played_together() -> None:
    company = of({(ANN, BEN): (10, 6), (BEN, ANN): (5, 1), (BEN, CLEO): (5, 5)}, {})
    assert company.together[ANN, BEN].share == Share(k=7, n=15)
    assert company.together[ANN, BEN].usual == Share(k=12, n=20)


def test_two_are_seen_from_either_side() -> None:
    company = of({}, {(ANN, BEN): (30, 10, -40)})
    seen = [company.seen_from(ANN, BEN), company.seen_from(BEN, ANN)]
    assert [one and (one.players, one.share, one.points, one.side) for one in seen] == [
        ((ANN, BEN), Share(k=10, n=30), Fraction(-40), -1),
        ((BEN, ANN), Share(k=20, n=30), Fraction(40), 1),
    ]
    from_ann, from_ben = [one.answer.interval for one in seen if one]
    assert from_ben.high == pytest.approx(1 - from_ann.low)
    assert company.seen_from(ANN, CLEO) is None


def test_clear_is_what_luck_does_not_explain_seen_from_whoever_has_the_better_of_it() -> None:
    company = of(
        {(ANN, BEN): (100, 90), (ANN, CLEO): (100, 30), (BEN, CLEO): (100, 60)},
        {(ANN, BEN): (200, 60, -50), (ANN, CLEO): (200, 140, -3), (BEN, CLEO): (200, 101, 5)},
    )
    found = [(*one.players, one.question is TOGETHER) for one in clear_pairs(company)]
    # Ann wins more hands against Cleo, but no points: that is said of neither.
    assert sorted(found) == [(ANN, BEN, True), (ANN, CLEO, True), (BEN, ANN, False)]
    surprises = [one.answer.surprise for one in clear_pairs(company)]
    assert surprises == sorted(surprises, reverse=True)


def test_companions_come_by_how_many_hands_there_were() -> None:
    company = of(
        {(ANN, BEN): (10, 6), (CLEO, BEN): (5, 1)},
        {(ANN, BEN): (3, 1, 2), (BEN, CLEO): (30, 10, -4)},
    )
    found = companions(company, BEN)
    hands = [(other, [pair and pair.share.n for pair in pairs]) for other, *pairs in found]
    assert hands == [(CLEO, [5, 30]), (ANN, [10, 3])]
    assert all(pair and pair.players == (BEN, other) for other, *pairs in found for pair in pairs)
    assert companions(company, 9) == ()
    only_together = companions(of({(ANN, BEN): (1, 1)}, {}), ANN)
    assert [(other, against) for other, _together, against in only_together] == [(BEN, None)]
