"""Whether points a night are more than luck: the six years of a club, groups that never were, and by hand."""

import csv
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from ledger.statistics import AgainstTheTable, Verdict, judged_nights
from tests.ledger.slowly.sure import against_the_table
from tests.steady import SEED, many

EVENINGS = Path(__file__).parent.parent.parent / "data" / "evenings"
NIGHT_SD = 12.4
ANN, BEN, CLEO = 1, 2, 3

Nights = Sequence[Mapping[int, int]]


@pytest.fixture(scope="module")
def club() -> Nights:
    """Return what each night brought whoever was there, by the number of the player; a 0 was not there."""
    found = []
    for path in sorted(EVENINGS.glob("20*.csv")):
        with path.open() as file:
            for row in csv.DictReader(file):
                row.pop("Date")
                found.append({int(name[1:]): int(won) for name, won in row.items() if won and int(won)})
    return found


def regulars_of(nights: Nights) -> list[int]:
    came = Counter(who for there in nights for who in there)
    return [who for who in came if came[who] >= max(came.values()) // 10]


def sums_of(nights: Nights) -> Counter[int]:
    return Counter({who: sum(there.get(who, 0) for there in nights) for there in nights for who in there})


def reshuffled(nights: Nights, luck: Random) -> Nights:
    found = []
    for there in nights:
        points = [*there.values()]
        luck.shuffle(points)
        found.append(dict(zip(there, points, strict=True)))
    return found


def named(found: Mapping[int, AgainstTheTable], side: int) -> list[int]:
    """Return the players who are clearly ahead (1) or behind (-1), the most striking first."""
    clear = [who for who, one in found.items() if one.verdict is Verdict.CLEAR and one.side == side]
    return sorted(clear, key=lambda who: -found[who].surprise)


def a_group(people: int, nights: int, luck: Random, stronger: float = 0) -> Nights:
    """Return nights of five players at most, of whom the first wins so much a night, in the long run."""
    at = min(people, 5)
    noise = NIGHT_SD * sqrt(at / (at - 1))
    found = []
    for _ in range(nights):
        there = luck.sample(range(people), at)
        points = [luck.gauss(stronger * at / (at - 1) if who == 0 else 0, noise) for who in there]
        mean = sum(points) / at
        found.append({who: round(one - mean) for who, one in zip(there, points, strict=True)})
    return found


def test_first_two_of_the_club_are_more_than_luck(club: Nights) -> None:
    found = judged_nights(club, regulars_of(club))
    first, second = named(found, 1)
    assert [who for who, _ in sums_of(club).most_common(2)] == [first, second] == [5, 9]
    assert [round(found[who].surprise, 1) for who in (first, second)] == [3.4, 2.6]
    told = [found[first].above, found[first].interval.low]
    assert told == pytest.approx([1.98, 1.98 - 1.96 * 0.577], abs=0.01)
    assert named(found, -1) == [3, 6, 19]


def test_reshuffled_nights_of_the_club_hardly_ever_have_such_a_first_or_second(club: Nights) -> None:
    luck, regulars = Random(SEED), regulars_of(club)
    found, draws = judged_nights(club, regulars), many(100, soak=3000)
    drawn = [sums_of(reshuffled(club, luck)) for _ in range(draws)]
    for place in (0, 1):
        wanted = sorted(sums_of(club).values())[-1 - place]
        assert sum(sorted(one.values())[-1 - place] >= wanted for one in drawn) <= draws / 200
    for who in regulars:
        # What chance makes of a player's sum is as large as is computed: within five of its own errors.
        sd = sqrt(sum(one[who] ** 2 for one in drawn) / draws)
        computed = float(found[who].above) * found[who].nights / found[who].surprise
        assert sd == pytest.approx(abs(computed), rel=5 / sqrt(2 * draws))


@pytest.mark.parametrize("seed", range(4))
def test_verdicts_are_those_of_the_slow_reference(seed: int) -> None:
    luck = Random(seed)
    nights = []
    for _ in range(150):
        there = luck.sample(range(7), luck.choice((1, 3, 4, 5)))
        nights.append({who: luck.randint(-9, 9) + 3 * (who == 0) - 2 * (who == 6) for who in there})
    nights += [{9: 5, 1: -5}] * 12
    expected = against_the_table([{who: Fraction(one, 3) for who, one in night.items()} for night in nights])
    found = judged_nights(nights, expected.keys(), unit=3)
    assert {one.verdict for one in found.values()} == {*Verdict}
    assert {who: (one.nights, str(one.above), one.verdict.value) for who, one in found.items()} == {
        who: (one["nights"], one["above"], one["verdict"]) for who, one in expected.items()
    }
    for who, one in found.items():
        assert [one.interval.low, one.interval.high] == pytest.approx(expected[who]["interval"])


@pytest.mark.parametrize(
    ("people", "nights", "on_push"), [(3, 60, 600), (5, 60, 400), (8, 60, 400), (8, 300, 60)]
)
def test_equal_players_are_named_in_fewer_than_five_groups_of_a_hundred(
    people: int, nights: int, on_push: int
) -> None:
    luck, groups = Random(SEED + people), many(on_push, soak=4000)
    found = [judged_nights(a_group(people, nights, luck), range(people)) for _ in range(groups)]
    false = sum(bool(named(one, 1) or named(one, -1)) for one in found)
    assert false < 0.05 * groups + 2 * sqrt(0.05 * 0.95 * groups) * (groups < 4000)


@pytest.mark.parametrize("people", [5, 8])
def test_player_who_wins_three_points_a_night_is_named_within_300_nights_in_most_groups(people: int) -> None:
    luck, groups = Random(SEED), many(40, soak=400)
    found = [judged_nights(a_group(people, 300, luck, 3), range(people)) for _ in range(groups)]
    assert sum(0 in named(one, 1) for one in found) > groups * 6 / 10


def test_points_above_the_table_are_told_against_those_who_were_there() -> None:
    # Nights that do not add up to zero are held against their own mean: of 6, 0 and -3 that is 1.
    found = judged_nights([{ANN: 6, BEN: 0, CLEO: -3}, {ANN: 2, BEN: -2}], [ANN, BEN])
    assert found.keys() == {ANN, BEN}
    assert (found[ANN].nights, found[ANN].above, found[ANN].side) == (2, Fraction(5 + 2, 2), 1)
    # Of the first night the variance is (25 + 1 + 16) / 3, of the second 4.
    assert found[ANN].surprise == pytest.approx(7 / sqrt(14 + 4))
    assert found[ANN].verdict is Verdict.TOO_FEW


def test_nights_alone_and_nights_without_points_tell_nothing() -> None:
    found = judged_nights([{ANN: 5}] * 30 + [{ANN: 0, BEN: 0}] * 30, [ANN, BEN])
    assert [(float(one.above), one.side, one.surprise) for one in found.values()] == [(0, 0, 0)] * 2
    assert {one.verdict for one in found.values()} == {Verdict.COULD_BE_LUCK}
    assert judged_nights([], [ANN]) == {}


def test_twenty_nights_are_enough_and_nineteen_too_few() -> None:
    won = {ANN: 3, BEN: -1, CLEO: -2}
    assert judged_nights([won] * 19, won)[ANN].verdict is Verdict.TOO_FEW
    assert judged_nights([won] * 20, won)[ANN].verdict is Verdict.CLEAR
