"""What roles usually bring here against what they brought."""

from math import sqrt

import pytest

from ledger.standings.roles import balance_of
from ledger.statistics import Verdict
from tests.ledger.made_up import made_up, role

ANN, BEN = 1, 2


def test_balance_by_hand() -> None:
    ann = [role(ANN, "picker", *[4, 2] * 20), role(ANN, "opponent", *[1] * 10)]
    found = balance_of(ANN, made_up(roles=[*ann, role(BEN, "picker", *[-2] * 40)]))
    assert found is not None
    # 40 picks at half a point and 10 hands against at one, of which she had all.
    assert (found.hands, found.brought, found.expected, found.above) == (50, 130, 30, 2)
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
        (9, Verdict.TOO_FEW, 1), (0, Verdict.COULD_BE_LUCK, None),
    ]  # fmt: skip


def test_whoever_had_no_role_has_no_balance() -> None:
    roles = [role(ANN, "", 3, -3), role(ANN, "out", 0), role(BEN, "picker", 3)]
    assert [balance_of(ANN, made_up(roles=some)) for some in ([], roles)] == [None, None]
