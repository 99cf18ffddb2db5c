"""Who stands where: the numbers are right, and asking costs the same however much was played."""

import uuid
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.models import Group
from ledger.recording import take_back_hand, tell_hand
from ledger.standings import Course, PlayerStanding, Share, courses, player_standings
from tests.cast import STRANGERS, a_night, context, leaster, tell, thursday_table

pytestmark = pytest.mark.django_db

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")


def standing(group: Group, name: str) -> PlayerStanding:
    """One player's numbers."""
    return next(found for found in player_standings(group) if found.name == name)


def queries(group: Group) -> tuple[int, int]:
    """How many queries the standings take, and how many the courses."""
    with CaptureQueriesContext(connection) as of_standings:
        player_standings(group)
    with CaptureQueriesContext(connection) as of_courses:
        courses(group)
    return len(of_standings), len(of_courses)


def season() -> Group:
    """Two nights: five hands at five, then one at six."""
    group = thursday_table()
    first = a_night(group, *FIVE)
    tell(first, "Ann", "Ben")
    tell(first, "Ann", "Cleo", "lost")
    tell(first, "Ann", None, "won_schneider")
    tell(first, "Dave", None, "lost")
    tell_hand(first, leaster(first, "Edith"), context(first))
    second = a_night(group, dealer="Frank")
    tell(second, "Ben", "Ann", "won_all_tricks")
    return group


def test_a_group_that_has_not_played_has_no_standings() -> None:
    group = thursday_table()
    a_night(group)
    assert player_standings(group) == ()
    assert courses(group) == ((), ())


def test_hands_points_and_roles_are_counted() -> None:
    ann = standing(season(), "Ann")
    assert (ann.sessions, ann.hands, ann.points) == (2, 6, Fraction(2 - 4 + 8 + 2 - 1 + 3))
    assert ann.per_hand == Fraction(10, 6)
    assert ann.picked == Share(k=3, n=6)
    assert ann.won_picking == Share(k=2, n=3)
    assert ann.won_alone == Share(k=1, n=1)
    assert ann.won_partner == Share(k=1, n=1)
    assert ann.won_opponent == Share(k=1, n=1)
    assert ann.won_leaster == Share(k=0, n=1)


def test_whoever_only_sat_out_has_played_no_hand() -> None:
    frank = standing(season(), "Frank")
    assert (frank.sessions, frank.hands, frank.points, frank.per_hand) == (1, 0, Fraction(0), None)
    assert frank.picked.percent is None


def test_the_best_comes_first_and_all_of_them_add_up_to_nothing() -> None:
    found = player_standings(season())
    assert [one.points for one in found] == sorted((one.points for one in found), reverse=True)
    assert found[0].name == "Ann"
    assert sum(one.points for one in found) == 0


def test_equals_stand_by_name() -> None:
    group = thursday_table()
    tell(a_night(group, *FIVE), "Ann", "Ben")
    assert [one.name for one in player_standings(group)] == ["Ann", "Ben", "Cleo", "Dave", "Edith"]


def test_a_hand_taken_back_is_out_of_the_standings() -> None:
    group = thursday_table()
    session = a_night(group)
    entry = tell(session, "Ben", "Cleo").entry.number
    take_back_hand(session, entry, context(session))
    assert player_standings(group) == ()
    assert courses(group) == ((), ())


def test_other_groups_play_no_part() -> None:
    group = season()
    before = (player_standings(group), courses(group))
    other = thursday_table(names=STRANGERS, guest=uuid.uuid4())
    tell(a_night(other), "Hanna", "Ivo")
    assert (player_standings(group), courses(group)) == before


@pytest.mark.parametrize(("k", "n", "percent"), [(1, 3, 33), (2, 3, 67), (1, 8, 13), (0, 5, 0), (5, 5, 100)])
def test_a_share_is_rounded_to_whole_per_cent(k: int, n: int, percent: int) -> None:
    assert Share(k=k, n=n).percent == percent


def test_nothing_of_nothing_is_no_share() -> None:
    assert Share(k=0, n=0).percent is None


def test_the_course_of_the_points_runs_over_the_nights_from_a_players_first() -> None:
    group = season()
    numbers, found = courses(group)
    assert numbers == (1, 2)
    by_name = {course.name: course.points for course in found}
    assert by_name["Ann"] == (Fraction(7), Fraction(10))
    assert by_name["Frank"] == (None, Fraction(0))
    assert by_name["Ben"][1] == standing(group, "Ben").points


def test_a_night_without_hands_or_without_somebody_leaves_his_course_level() -> None:
    group = thursday_table()
    tell(a_night(group), "Ben", "Cleo")
    a_night(group)
    tell(a_night(group, *FIVE), "Ann", "Cleo")
    numbers, found = courses(group)
    frank = next(course for course in found if course.name == "Frank")
    assert numbers == (1, 3)
    assert frank == Course(player=frank.player, name="Frank", points=(Fraction(-1), Fraction(-1)))


def test_asking_costs_the_same_however_many_play_and_however_often() -> None:
    small = thursday_table(names=FIVE)
    tell(a_night(small), "Ann", "Ben")
    large = thursday_table(names=(*FIVE, *STRANGERS[:3]), guest=uuid.uuid4())
    for _ in range(4):
        session = a_night(large, plays=8)
        for _ in range(5):
            tell(session, "Ann", "Ben")
    assert queries(large) == queries(small)
    assert queries(small) == (3, 2)
