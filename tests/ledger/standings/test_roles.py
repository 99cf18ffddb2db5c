"""What roles usually bring here against what they brought."""

from math import sqrt

import pytest

from ledger.standings.roles import balance_of
from ledger.statistics import Verdict
from tests.ledger.made_up import made_up, role

ANN, BEN = 1, 2


def test_a_balance_by_hand() -> None:
    counts = made_up(
        roles=[
            role(ANN, "picker", *[4, 2] * 20),
            role(BEN, "picker", *[-2] * 40),
            role(ANN, "opponent", *[1] * 10),
        ]
    )
    found = balance_of(ANN, counts)
    assert found is not None
    # 40 picks at half a point and 10 hands against at one, of which she had all.
    assert found.hands == 50
    assert found.brought == 130
    assert found.expected == 30
    assert found.above == 2
    # The picked hands lie by 2½ around their mean, which has a variance of 6¾.
    sd = sqrt(40 * 6.75) / 50
    assert found.answer.surprise == pytest.approx(2 / sd)
    assert found.answer.interval.high - found.answer.interval.low == pytest.approx(2 * 1.96 * sd, rel=1e-3)
    assert found.answer.verdict is Verdict.CLEAR


def test_few_hands_are_not_judged_and_just_what_is_usual_never_tells() -> None:
    few = balance_of(ANN, made_up(roles=[role(ANN, "picker", *[9] * 19), role(BEN, "picker", *[-9] * 19)]))
    assert few is not None
    assert (few.answer.verdict, few.answer.more) == (Verdict.TOO_FEW, 1)
    alone = balance_of(ANN, made_up(roles=[role(ANN, "picker", *[9, -9] * 30)]))
    assert alone is not None
    assert alone.above == 0
    assert (alone.answer.verdict, alone.answer.more) == (Verdict.COULD_BE_LUCK, None)


def test_whoever_had_no_role_has_no_balance() -> None:
    assert balance_of(ANN, made_up()) is None
    assert (
        balance_of(ANN, made_up(roles=[role(ANN, "", 3, -3), role(ANN, "out", 0), role(BEN, "picker", 3)]))
        is None
    )
