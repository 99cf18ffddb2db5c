"""How much of a night is luck, and whether the stated chances and own shares are what they are."""

import csv
from collections import defaultdict
from fractions import Fraction
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, variance

import pytest

from ledger.statistics import NightSums, skill_of, split_halves, spread_of
from tests.ledger.slowly.sure import sums_of
from tests.steady import SEED, many

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


NIGHT_SD, BETWEEN_SD = 12.4, 1.15
SEASONS = 2000


# Of groups that differ by more, in which much more than chance is told by every season.
FEWER = 900


# So often true means are drawn that could have brought what was seen.
AGAIN = 40


def sums(nights: int, mean: float) -> NightSums:
    return NightSums(nights=nights, points=Fraction(mean) * nights, squares=Fraction(0))


def a_season(players: int, nights: int, luck: Random, between: float) -> list[NightSums]:
    """Return what so many nights brought players who differ by so much; the points add up to zero."""
    luck_of_all = NIGHT_SD * sqrt(players / (players - 1) / nights)
    means = [luck.gauss(0, between) + luck.gauss(0, luck_of_all) for _ in range(players)]
    middle = sum(means) / players
    found = []
    for mean in means:
        points = Fraction(mean - middle).limit_denominator(1000) * nights
        around = Fraction(NIGHT_SD**2 * luck.gammavariate((nights - 1) / 2, 2)).limit_denominator(1000)
        found.append(NightSums(nights=nights, points=points, squares=around + points * points / nights))
    return found


def is_best(leader: int, season: list[NightSums], luck: Random, between: float) -> float:
    """Return how often the leader is the best among true means drawn that go with what was seen."""
    players, skill = len(season), between**2
    noise = NIGHT_SD**2 * players / (players - 1) / season[0].nights
    expected = [float(one.mean) * skill / (skill + noise) for one in season]
    doubt = sqrt(skill * noise / (skill + noise))
    drawn = ([luck.gauss(mean, doubt) for mean in expected] for _ in range(AGAIN))
    return sum(max(true) == true[leader] for true in drawn) / AGAIN


@pytest.mark.parametrize(
    ("players", "between", "nights", "seasons"),
    [
        (5, BETWEEN_SD, (20, 50, 120, 300), SEASONS),
        (8, BETWEEN_SD, (20, 50, 120, 300), SEASONS),
        (8, NIGHT_SD / 3, (200, 300), FEWER),
        (8, NIGHT_SD * 2 / 3, (50, 100, 200), FEWER),
    ],
)
def test_leaders_are_the_best_as_often_as_is_stated(
    players: int, between: float, nights: tuple[int, ...], seasons: int
) -> None:
    # In groups like the club from the first nights on, in others once their own nights tell how they are.
    luck, deciles = Random(11), defaultdict(list)
    for _ in range(seasons):
        season = a_season(players, luck.choice(nights), luck, between)
        spread = spread_of(season)
        assert spread is not None
        chances = skill_of(dict(enumerate(season)), spread.luck).best
        leader = max(range(players), key=lambda one: season[one].mean)
        deciles[int(chances[leader] * 10)].append((chances[leader], is_best(leader, season, luck, between)))

    counted = [found for found in deciles.values() if len(found) >= 50]
    assert len(counted) >= (6 if seasons == SEASONS else 4)
    for found in counted:
        stated = sum(one for one, _ in found) / len(found)
        true = sum(one for _, one in found) / len(found)
        assert abs(stated - true) < 0.03


def test_the_chances_of_all_are_one_and_the_order_is_that_of_the_means() -> None:
    luck = Fraction(150)
    chances = skill_of({1: sums(50, 2.0), 2: sums(50, 0.5), 3: sums(50, -2.5), 4: sums(0, 0)}, luck).best
    assert sum(chances.values()) == pytest.approx(1)
    assert list(chances) == [1, 2, 3]
    assert chances[1] > chances[2] > chances[3] > 0
    # Equal players have equal chances, and of two who lead alike the one of more nights is the surer.
    equal = skill_of({one: sums(30, 7.0) for one in range(5)}, luck).best
    assert list(equal.values()) == pytest.approx([0.2] * 5)
    alike = skill_of({1: sums(200, 2.0), 2: sums(5, 2.0), 3: sums(100, -2.0)}, luck).best
    assert alike[1] > alike[2]
    assert skill_of({}, luck).best == {}


def test_without_luck_the_first_is_the_best_and_equals_share_it() -> None:
    skill = skill_of({1: sums(2, 1.0), 2: sums(9, 1.0), 3: sums(9, -2.0)}, Fraction(0))
    assert (skill.best, skill.own_share(1)) == ({1: 0.5, 2: 0.5, 3: 0.0}, 1)
    assert skill_of({1: sums(2, 1.0), 2: sums(9, 1.0)}, Fraction(0)).own_share(5) == 0


def a_club(players: int, nights: int, skill: float, luck: Random) -> list[NightSums]:
    """Return the nights of drawn players whose true means differ by `skill`; five at most play in one."""
    at = min(players, 5)
    true, noise = [luck.gauss(0, skill) for _ in range(players)], NIGHT_SD * sqrt(at / (at - 1))
    points: list[list[Fraction]] = [[] for _ in range(players)]
    for _ in range(nights):
        there = luck.sample(range(players), at)
        brought = [true[who] + luck.gauss(0, noise) for who in there]
        for who, one in zip(there, brought, strict=True):
            points[who].append(Fraction(round(one - sum(brought) / at)))
    return [sums_of(one) for one in points]


def true_share(players: int, nights: int, luck: Random) -> float:
    """Return how much of an average is the player's own in groups like the club, by their true means."""
    noise = NIGHT_SD**2 * players / (players - 1) / (nights * min(players, 5) / players)
    between = [variance(luck.gauss(0, BETWEEN_SD) for _ in range(players)) for _ in range(10_000)]
    return fmean(one / (one + noise) for one in between)


def own_shares(season: list[NightSums]) -> list[float]:
    """Return how much of each player's average is said to be their own."""
    spread = spread_of(season)
    assert spread
    skill = skill_of(dict(enumerate(season)), spread.luck)
    return [skill.own_share(one.nights) for one in season if one.nights]


@pytest.mark.parametrize("players", [3, 5, 8])
@pytest.mark.parametrize(("nights", "on_push"), [(12, 300), (50, 150), (300, 60)])
def test_own_share_is_on_average_what_it_is_in_groups_like_the_club(
    players: int, nights: int, on_push: int
) -> None:
    # Within 5 points of 100 of what is true of the groups that were drawn, by their own true means.
    luck, groups = Random(SEED + 1), many(on_push, soak=2000)
    said = [one for _ in range(groups) for one in own_shares(a_club(players, nights, BETWEEN_SD, luck))]
    assert fmean(said) == pytest.approx(true_share(players, nights, luck), abs=0.05)


@pytest.mark.parametrize("players", [3, 5, 8])
@pytest.mark.parametrize(("nights", "on_push"), [(12, 150), (50, 100), (300, 60)])
def test_equal_players_are_hardly_ever_told_that_half_is_their_own(
    players: int, nights: int, on_push: int
) -> None:
    luck, groups = Random(SEED + 2), many(on_push, soak=1000)
    told = [max(own_shares(a_club(players, nights, 0, luck))) >= 0.495 for _ in range(groups)]
    assert sum(told) <= 0.05 * groups


def test_own_share_by_hand_of_two_players_between_distances(monkeypatch: pytest.MonkeyPatch) -> None:
    # One distance only, of a tenth of a night's luck: skill 1.5 where luck is 150 · 2 / (2 - 1) a night.
    monkeypatch.setattr("ledger.statistics.skill.DISTANCES", (0,))
    monkeypatch.setattr("ledger.statistics.skill.USUAL", 0.1)
    skill = skill_of({1: sums(100, 1.0), 2: sums(100, -1.0)}, Fraction(150))
    assert skill.own_share(100) == pytest.approx(1.5 / (1.5 + 3))
    assert not skill.differ
    assert (skill.own_share(199), skill.own_share(1000)) == (0.49, 0.49)
    apart = skill_of({1: sums(100, 10.0), 2: sums(100, -10.0)}, Fraction(150))
    assert apart.differ
    assert apart.own_share(1000) == pytest.approx(1.5 / (1.5 + 0.3))


def test_own_share_grows_with_the_nights_and_with_how_far_players_lie_apart() -> None:
    near = skill_of({one: sums(100, float(one)) for one in range(5)}, Fraction(150))
    far = skill_of({one: sums(100, 3.0 * one) for one in range(5)}, Fraction(150))
    assert far.differ
    for nights in (1, 10, 100):
        assert 0 < near.own_share(nights) < far.own_share(nights) < 1
        assert far.own_share(nights) < far.own_share(nights + 1)
