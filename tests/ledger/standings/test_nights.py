"""The nights of a group, told from their tallies."""

import uuid
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from importlib import import_module

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.models import Group, Session
from ledger.recording import end_night, reopen_night
from ledger.recording.notebook import Copying, copy_notebook
from ledger.sheet import Struck
from ledger.standings import Night, night_pages, nights, nights_in_progress
from ledger.standings.marks import Copied
from ledger.standings.nights import NIGHTS_A_PAGE, every_night
from ledger.steps import finish
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


THE_MODULE = import_module("ledger.standings.nights")
"""Whose name in `ledger.standings` is its function's."""
MONDAY = datetime(2009, 3, 2, 19, tzinfo=UTC)


def began(session: Session, at: datetime) -> Session:
    Session.objects.filter(pk=session.pk).update(started_at=at)
    return session


def test_ended_nights_stand_by_when_they_began_and_then_by_number() -> None:
    group = thursday_table()
    for days in (7, 0, 14, 7):
        over(began(a_night(group), MONDAY + timedelta(days=days)))
        last = group.sessions.get(number=group.sessions.count())
        began(last, MONDAY + timedelta(days=days))
    assert [night.number for night in nights(group)] == [3, 4, 1, 2]


def test_equals_of_a_night_stand_by_name() -> None:
    group = thursday_table(names=("Zoe", "Yul", "Dave", "Cleo", "Ben"))
    tell(a_night(group), "Dave", "Zoe")
    assert [name for name, _ in nights_in_progress(group)[0].results] == ["Dave", "Zoe", "Ben", "Cleo", "Yul"]


def test_a_night_says_whether_it_is_out_of_a_notebook() -> None:
    group = thursday_table()
    old = [Copied(date=date(2009, 3, 2), totals={0: Fraction(3), 1: Fraction(-3)})]
    finish(copy_notebook(group, Copying(names=("Ann", "Ben"), nights=old), began=lambda hidden: None))
    over(a_night(group))
    assert [(night.number, night.is_copied) for night in nights(group)] == [(2, False), (1, True)]


def test_every_night_is_read_once_as_they_were_played_however_many_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    group = thursday_table(names=("Ann", "Ben", "Cleo"))
    for days in (28, 35, 7, 7, 0, 14, 21):
        began(a_night(group), MONDAY + timedelta(days=days))
    tell(group.sessions.get(number=7), "Ann")
    began(group.sessions.get(number=7), MONDAY + timedelta(days=21))
    Session.objects.filter(group=group, number__in=(1, 6)).update(struck=Struck.ALONE)
    a_night(thursday_table(names=STRANGERS, guest=uuid.uuid4()))
    for at_once in (1, 2, 3, 5, 6):
        monkeypatch.setattr(THE_MODULE, "AT_ONCE", at_once)
        found = list(every_night(group))
        assert [night.number for night in found] == [5, 3, 4, 7, 2]
        assert [len(night.results) for night in found] == [0, 0, 0, 3, 0]


def test_a_last_portion_that_is_not_full_is_the_last_thing_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    group = thursday_table()
    for _ in range(3):
        a_night(group)
    monkeypatch.setattr(THE_MODULE, "AT_ONCE", 2)
    with CaptureQueriesContext(connection) as asked:
        assert len(list(every_night(group))) == 3
    assert len(asked) == 4
