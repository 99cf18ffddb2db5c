"""How much of what a night brings is luck: six years of a club, and numbers that one can follow by hand."""

import csv
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from ledger.statistics import split_halves, spread_of
from tests.ledger.slowly.sure import sums_of

EVENINGS = Path(__file__).parent.parent.parent / "data" / "evenings"


@pytest.fixture(scope="module")
def club() -> list[list[Fraction]]:
    """Return what each player's nights brought in six years; a 0 is somebody who was not there."""
    evenings = []
    for path in sorted(EVENINGS.glob("20*.csv")):
        with path.open() as file:
            evenings += list(csv.DictReader(file))
    found: dict[str, list[Fraction]] = defaultdict(list)
    for row in sorted(evenings, key=lambda one: [*map(int, one.pop("Date").split("-"))]):
        for name, points in row.items():
            if points and int(points):
                found[name].append(Fraction(points))
    return list(found.values())


@pytest.mark.parametrize(("fewest", "between", "for_half"), [(50, 1.16, 114), (100, 1.13, 120)])
def test_six_years_of_a_club_are_mostly_luck(
    club: list[list[Fraction]], fewest: int, between: float, for_half: int
) -> None:
    spread = spread_of(sums_of(points) for points in club if len(points) >= fewest)
    assert spread is not None
    nights = spread.nights_for(Fraction(1, 2))
    assert nights is not None
    found = [spread.night_sd, spread.between_sd, float(nights)]
    assert found == pytest.approx([12.4, between, for_half], rel=0.03)


def test_one_half_of_the_clubs_nights_says_somewhat_the_same_as_the_other(club: list[list[Fraction]]) -> None:
    assert split_halves([points for points in club if len(points) >= 60]) == pytest.approx(0.59, rel=0.03)


@pytest.mark.parametrize(
    ("nights", "luck", "skill", "for_half"),
    [
        # Nights that never differ are all signal; players who differ no more than by luck are all luck.
        ([[3] * 4, [-3] * 4], Fraction(0), Fraction(18), 0),
        ([[5, -5], [-5, 5]], Fraction(50), Fraction(0), None),
        # Means 2 and 8, middle 4: between is (4·4 + 2·16) / 1, luck (20 + 2) / 4, the usual nights 6 - 20/6.
        (
            [[-1, 1, 3, 5], [7, 9], []],
            Fraction(22, 4),
            (48 - Fraction(22, 4)) / Fraction(8, 3),
            Fraction(22, 4) / ((48 - Fraction(22, 4)) / Fraction(8, 3)),
        ),
    ],
)
def test_spread_by_hand(
    nights: list[list[int]], luck: Fraction, skill: Fraction, for_half: Fraction | None
) -> None:
    spread = spread_of(sums_of([*map(Fraction, points)]) for points in nights)
    assert spread is not None
    assert (spread.players, spread.nights) == (2, sum(map(len, nights)))
    assert (spread.luck, spread.skill, spread.nights_for(Fraction(1, 2))) == (luck, skill, for_half)


@pytest.mark.parametrize("nights", [[], [[1, 2]], [[1], [2], [3]]])
def test_what_cannot_be_told_yet_is_not_told(nights: list[list[int]]) -> None:
    assert spread_of(sums_of([Fraction(one) for one in points]) for points in nights) is None


def test_halves_of_one_player_and_of_equal_players_say_nothing() -> None:
    assert split_halves([[Fraction(1), Fraction(2)]]) is None
    assert split_halves([[Fraction(1)] * 2, [Fraction(1)] * 2]) is None


def test_draws_that_say_nothing_leave_the_others_theirs() -> None:
    # Of some draws both means of a half are the same, and nobody can say how like the other half they are.
    alike, unlike = ((2, 0, 0, 0), (1, -1, -1, -1)), ((2, 2, 0, 0), (1, 1, 1, 1))
    for nights, expected in ((alike, 1), (unlike, -1)):
        told = split_halves([[Fraction(one) for one in points] for points in nights])
        assert told == pytest.approx(expected)
