"""The nights of a group, told from their tallies."""

import uuid
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.book.sheet import Struck
from ledger.models import Group, Session
from ledger.recording import end_night, reopen_night
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings import Night, nights_in_progress, nights_page
from ledger.standings.marks import Copied
from ledger.standings.nights import NightsPage, Turned, every_night
from tests.cast import STRANGERS, a_night, context, tell, thursday_table

pytestmark = pytest.mark.django_db

MONDAY = datetime(2009, 3, 2, 19, tzinfo=UTC)


def over(session: Session) -> Session:
    """The same night, ended."""
    end_night(session, context(session))
    return session


def began(session: Session, at: datetime) -> Session:
    Session.objects.filter(pk=session.pk).update(started_at=at)
    return session


def results(night: Night) -> list[tuple[str, int]]:
    """The night's results in whole points."""
    return [(name, int(total)) for name, total in night.results]


def queries(group: Group) -> int:
    """How many queries all nights of a group take."""
    with CaptureQueriesContext(connection) as asked:
        nights_page(group)
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
    assert nights_page(group).nights == ()
    over(session)
    assert nights_in_progress(group) == ()
    (night,) = nights_page(group).nights
    assert night.ended_at is not None
    reopen_night(session, context(session))
    assert (len(nights_page(group).nights), len(nights_in_progress(group))) == (0, 1)


def numbers(page: NightsPage) -> list[int]:
    return [night.number for night in page.nights]


def test_every_night_is_on_one_page_down_and_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.standings.nights.NIGHTS_A_PAGE", 2)
    group = thursday_table()
    # Two began at the same minute, and one that is told last was played first.
    for days in (7, 14, 14, 14, 21, 0):
        began(over(a_night(group)), MONDAY + timedelta(days=days))
    down = [nights_page(group)]
    while (older := down[-1].older) is not None:
        down.append(nights_page(group, Turned(before=older)))
    assert [numbers(page) for page in down] == [[5, 4], [3, 2], [1, 6]]
    up = [down[-1]]
    while (newer := up[-1].newer) is not None:
        up.append(nights_page(group, Turned(after=newer)))
    assert up == down[::-1]


def test_what_is_left_of_the_newest_nights_is_shown_with_the_first_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ledger.standings.nights.NIGHTS_A_PAGE", 2)
    group = thursday_table()
    for _ in range(4):
        over(a_night(group))
    assert nights_page(group, Turned(after=3)) == nights_page(group)
    assert nights_page(group, Turned(after=4)) == nights_page(group)


@pytest.mark.parametrize("turned", [Turned(before=1), Turned(before=2), Turned(after=2)])
def test_a_page_beside_no_night_is_not_there(turned: Turned) -> None:
    group = thursday_table()
    over(a_night(group))
    with pytest.raises(LookupError):
        nights_page(group, turned)


def test_a_group_without_nights_has_one_empty_page() -> None:
    group = thursday_table()
    assert nights_page(group) == NightsPage(nights=(), newer=None, older=None)
    assert nights_in_progress(group) == ()


def test_other_groups_have_their_own_nights() -> None:
    group = thursday_table()
    other = thursday_table(names=STRANGERS, guest=uuid.uuid4())
    over(a_night(other))
    a_night(other)
    assert nights_page(group).nights == nights_in_progress(group) == ()


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


def test_ended_nights_stand_by_when_they_began_and_then_by_number() -> None:
    group = thursday_table()
    for days in (7, 0, 14, 7):
        over(began(a_night(group), MONDAY + timedelta(days=days)))
        last = group.sessions.get(number=group.sessions.count())
        began(last, MONDAY + timedelta(days=days))
    assert [night.number for night in nights_page(group).nights] == [3, 4, 1, 2]


def test_equals_of_a_night_stand_by_name() -> None:
    group = thursday_table(names=("Zoe", "Yul", "Dave", "Cleo", "Ben"))
    tell(a_night(group), "Dave", "Zoe")
    assert [name for name, _ in nights_in_progress(group)[0].results] == ["Dave", "Zoe", "Ben", "Cleo", "Yul"]


def test_a_night_says_whether_it_is_out_of_a_notebook() -> None:
    group = thursday_table()
    old = [Copied(date=date(2009, 3, 2), totals={0: Fraction(3), 1: Fraction(-3)})]
    copy_notebook(group, Copying(names=("Ann", "Ben"), nights=old))
    over(a_night(group))
    assert [(night.number, night.is_copied) for night in nights_page(group).nights] == [(2, False), (1, True)]


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
        monkeypatch.setattr("ledger.standings.nights.AT_ONCE", at_once)
        found = list(every_night(group))
        assert [night.number for night in found] == [5, 3, 4, 7, 2]
        assert [len(night.results) for night in found] == [0, 0, 0, 3, 0]


def test_a_last_portion_that_is_not_full_is_the_last_thing_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    group = thursday_table()
    for _ in range(3):
        a_night(group)
    monkeypatch.setattr("ledger.standings.nights.AT_ONCE", 2)
    with CaptureQueriesContext(connection) as asked:
        assert len(list(every_night(group))) == 3
    assert len(asked) == 4
