"""What company and roles brought against what is usual, and what of it is called clear."""

from fractions import Fraction
from math import sqrt

import pytest

from ledger.models import PARTS
from ledger.standings.company import Company, clear_pairs, companions, company_of
from ledger.standings.placing import Share
from ledger.standings.played import PairSum
from ledger.standings.questions import TOGETHER
from ledger.standings.roles import balance_of
from ledger.statistics import FLOOR, Verdict
from tests.ledger.made_up import made_up, role

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


ANN, BEN = 1, 2


def test_balance_by_hand() -> None:
    ann = [role(ANN, "picker", *[4, 2] * 20), role(ANN, "opponent", *[1] * 10)]
    found = balance_of(ANN, made_up(roles=[*ann, role(BEN, "picker", *[-2] * 40)]))
    assert found is not None
    # 40 picks at half a point and 10 hands against at one, of which she had all.
    assert (found.hands, *map(int, (found.brought, found.expected, found.above))) == (50, 130, 30, 2)
    # The picked hands lie by 2½ around their mean, which has a variance of 6¾.
    sd = sqrt(40 * 6.75) / 50
    assert found.answer.surprise == pytest.approx(2 / sd)
    assert found.answer.interval.high - found.answer.interval.low == pytest.approx(2 * 1.96 * sd, rel=1e-3)
    assert found.answer.verdict is Verdict.CLEAR


def test_few_hands_are_not_judged_and_just_what_is_usual_never_tells() -> None:
    few = [role(ANN, "picker", *[9] * 19), role(BEN, "picker", *[-9] * 19)]
    usual = [role(ANN, "picker", *[9, -9] * 30)]
    found = [balance_of(ANN, made_up(roles=roles)) for roles in (few, usual)]
    assert [one and (one.above, one.answer.verdict, one.answer.more) for one in found] == [
        (Fraction(9), Verdict.TOO_FEW, 1), (Fraction(0), Verdict.COULD_BE_LUCK, None),
    ]  # fmt: skip


def test_whoever_had_no_role_has_no_balance() -> None:
    roles = [role(ANN, "", 3, -3), role(ANN, "out", 0), role(BEN, "picker", 3)]
    assert [balance_of(ANN, made_up(roles=some)) for some in ([], roles)] == [None, None]
