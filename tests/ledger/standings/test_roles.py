"""What roles usually bring here against what they brought: added up hand by hand, and by hand."""

from collections import defaultdict
from fractions import Fraction
from math import sqrt

import pytest

from ledger.counting import ANY, Counts
from ledger.counting.kinds import Role, Sums
from ledger.models import PARTS, Group
from ledger.standings.counted import counted
from ledger.standings.roles import balance_of
from ledger.statistics import Verdict
from tests import cast
from tests.ledger import histories
from tests.steady import seeds

ANN, BEN = 1, 2


def role(player: int, role: str, *points: int) -> dict[Role, Sums]:
    """Hands in a role that brought these points."""
    squares = sum((PARTS * one) ** 2 for one in points)
    sums = Sums(len(points), 0, PARTS * sum(points), squares)
    return {Role(ANY, player, role, "picked", ""): sums}


@pytest.mark.django_db
@pytest.mark.parametrize("seed", seeds([1, 2, histories.FULL]))
def test_roles_usually_bring_what_the_sheets_say_hand_by_hand(seed: int) -> None:
    group = histories.some_history(seed)
    counts = counted(group)["sheepshead"]
    told = brought(group)
    for player in cast.ids(group):
        found = balance_of(player, counts)
        mine = {role: points for (role, who), points in told.items() if who == player}
        if found is None:
            assert not mine
            continue
        assert {one.role: (one.hands, one.brought) for one in found.roles} == {
            role: (len(points), sum(points)) for role, points in mine.items()
        }
        for one in found.roles:
            every = [won for (role, _), points in told.items() if role == one.role for won in points]
            assert one.usual == Fraction(sum(every), len(every))
        assert found.above * found.hands == found.brought - found.expected
    everybody = [balance_of(player, counts) for player in cast.ids(group)]
    assert sum(one.brought - one.expected for one in everybody if one) == 0


def brought(group: Group) -> dict[tuple[str, int], list[Fraction]]:
    """What each hand brought, by role and player."""
    found: dict[tuple[str, int], list[Fraction]] = defaultdict(list)
    for _, row in histories.every_row(group):
        assert row.scored is not None
        for who, had, points in zip(row.seats, row.scored.roles, row.scored.points, strict=True):
            if had and who not in row.out:
                found[had, who].append(Fraction(points))
    return found


def test_a_balance_by_hand() -> None:
    counts = Counts(
        roles=role(ANN, "picker", *[4, 2] * 20)
        | role(BEN, "picker", *[-2] * 40)
        | role(ANN, "opponent", *[1] * 10)
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
    few = balance_of(ANN, Counts(roles=role(ANN, "picker", *[9] * 19) | role(BEN, "picker", *[-9] * 19)))
    assert few is not None
    assert (few.answer.verdict, few.answer.more) == (Verdict.TOO_FEW, 1)
    alone = balance_of(ANN, Counts(roles=role(ANN, "picker", *[9, -9] * 30)))
    assert alone is not None
    assert alone.above == 0
    assert (alone.answer.verdict, alone.answer.more) == (Verdict.COULD_BE_LUCK, None)


def test_whoever_had_no_role_has_no_balance() -> None:
    assert balance_of(ANN, Counts()) is None
    assert (
        balance_of(ANN, Counts(roles=role(ANN, "", 3, -3) | role(ANN, "out", 0) | role(BEN, "picker", 3)))
        is None
    )
