"""The nights of a group, told from their tallies."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.models import Group, Session
from ledger.recording import end_night, reopen_night
from ledger.standings import Night, night_pages, nights, nights_in_progress
from ledger.standings.nights import NIGHTS_A_PAGE
from tests.cast import STRANGERS, a_night, context, tell, thursday_table

pytestmark = pytest.mark.django_db


def over(session: Session) -> Session:
    """The same night, ended."""
    end_night(session, context(session))
    return session


def results(night: Night) -> list[tuple[str, int]]:
    """The night's results in whole points."""
    return [(name, int(total)) for name, total in night.results]


def queries(group: Group) -> int:
    """How many queries all nights of a group take."""
    with CaptureQueriesContext(connection) as asked:
        nights(group)
        nights_in_progress(group)
    return len(asked)


def test_a_night_is_told_with_its_hands_and_everybodys_points_best_first() -> None:
    group = thursday_table()
    session = a_night(group)
    tell(session, "Ben", "Cleo")
    tell(session, "Cleo", "Dave")
    found = nights_in_progress(group)
    assert [(night.number, night.hands, night.ended_at) for night in found] == [(1, 2, None)]
    assert results(found[0]) == [
        ("Cleo", 3),
        ("Ben", 2),
        ("Dave", 0),
        ("Ann", -1),
        ("Edith", -2),
        ("Frank", -2),
    ]


def test_ended_nights_stand_apart_from_those_in_progress() -> None:
    group = thursday_table()
    session = a_night(group)
    tell(session, "Ben", "Cleo")
    assert nights(group) == ()
    over(session)
    assert nights_in_progress(group) == ()
    (night,) = nights(group)
    assert night.ended_at is not None
    reopen_night(session, context(session))
    assert (len(nights(group)), len(nights_in_progress(group))) == (0, 1)


def test_the_latest_night_comes_first_a_page_at_a_time() -> None:
    group = thursday_table()
    for _ in range(NIGHTS_A_PAGE + 2):
        over(a_night(group))
    newest = NIGHTS_A_PAGE + 2
    assert [night.number for night in nights(group)] == list(range(newest, 2, -1))
    assert [night.number for night in nights(group, page=2)] == [2, 1]
    assert nights(group, page=3) == ()
    assert night_pages(group) == 2


def test_a_group_without_nights_has_one_empty_page() -> None:
    group = thursday_table()
    assert (nights(group), nights_in_progress(group), night_pages(group)) == ((), (), 1)


def test_other_groups_have_their_own_nights() -> None:
    group = thursday_table()
    other = thursday_table(names=STRANGERS, guest=uuid.uuid4())
    over(a_night(other))
    a_night(other)
    assert nights(group) == nights_in_progress(group) == ()


def test_asking_costs_the_same_however_many_nights_hands_and_players() -> None:
    small = thursday_table(names=("Ann", "Ben", "Cleo"))
    session = a_night(small)
    tell(session, "Ann")
    over(session)
    a_night(small)
    large = thursday_table(guest=uuid.uuid4())
    for _ in range(3):
        session = a_night(large, dealer="Frank")
        tell(session, "Ann", "Ben")
        tell(session, "Ben", "Cleo")
        over(session)
    tell(a_night(large, dealer="Frank"), "Ann", "Ben")
    a_night(large)
    assert queries(small) == queries(large) <= 4
