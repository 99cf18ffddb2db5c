"""The nights of a group, told from their tallies."""

import uuid
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.book.sheet import Struck
from ledger.models import Session
from ledger.recording import end_night, reopen_night
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings import nights_in_progress, nights_page
from ledger.standings.marks import Copied
from ledger.standings.nights import NightsPage, Turned, every_night
from tests.cast import STRANGERS, a_night, context, tell, thursday_table

pytestmark = pytest.mark.django_db

MONDAY = datetime(2009, 3, 2, 19, tzinfo=UTC)


def over(session: Session) -> Session:
    end_night(session, context(session))
    return session


def began(session: Session, at: datetime) -> Session:
    Session.objects.filter(pk=session.pk).update(started_at=at)
    return session


def test_a_night_is_told_with_its_hands_and_everybodys_points_best_first() -> None:
    group = thursday_table(names=("Zoe", "Ben", "Cleo", "Dave", "Edith", "Frank"))
    session = a_night(group)
    tell(session, "Ben", "Cleo")
    tell(session, "Cleo", "Dave")
    [night] = nights_in_progress(group)
    assert (night.number, night.hands, night.ended_at) == (1, 2, None)
    # Equals stand by name.
    found = [(name, int(points)) for name, points in night.results]
    assert found == [("Cleo", 3), ("Ben", 2), ("Dave", 0), ("Zoe", -1), ("Edith", -2), ("Frank", -2)]
    assert night.winners == (("Cleo", Fraction(3)),)


def test_ended_nights_stand_apart_from_those_in_progress() -> None:
    group, other = thursday_table(), thursday_table(names=STRANGERS, guest=uuid.uuid4())
    nothing = NightsPage(nights=(), newer=None, older=None)
    assert (nights_page(group), nights_in_progress(group)) == (nothing, ())
    session = a_night(group, "Ann", "Ben", "Cleo")
    tell(session, "Ben", result="lost")
    assert nights_page(group) == nothing
    over(session)
    assert nights_in_progress(group) == ()
    [night] = nights_page(group).nights
    assert night.ended_at is not None
    assert [name for name, _ in night.winners] == ["Ann", "Cleo"]
    reopen_night(session, context(session))
    assert (len(nights_page(group).nights), len(nights_in_progress(group))) == (0, 1)
    assert (nights_page(other), nights_in_progress(other)) == (nothing, ())


def test_every_night_is_on_one_page_down_and_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.standings.nights.NIGHTS_A_PAGE", 2)
    group = thursday_table()
    # Some began at the same minute, and one that is told last was played first.
    for days in (7, 14, 14, 14, 21, 0):
        began(over(a_night(group)), MONDAY + timedelta(days=days))
    down = [nights_page(group)]
    while (older := down[-1].older) is not None:
        down.append(nights_page(group, Turned(before=older)))
    assert [[night.number for night in page.nights] for page in down] == [[5, 4], [3, 2], [1, 6]]
    up = [down[-1]]
    while (newer := up[-1].newer) is not None:
        up.append(nights_page(group, Turned(after=newer)))
    assert up == down[::-1]
    # What is left of the newest nights is shown with the first page.
    assert [nights_page(group, Turned(after=night)) for night in (4, 5)] == [down[0], down[0]]
    Session.objects.filter(group=group, number=5).update(struck=Struck.ALONE)
    assert [night.number for night in nights_page(group).nights] == [4, 3]


@pytest.mark.parametrize("turned", [Turned(before=1), Turned(before=2), Turned(after=2)])
def test_a_page_beside_no_night_is_not_there(turned: Turned) -> None:
    group = thursday_table()
    over(a_night(group))
    with pytest.raises(LookupError):
        nights_page(group, turned)


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
    # Two queries a portion; one that is not full is the last that is asked for.
    for at_once, queries in ((1, 12), (2, 6), (3, 4), (5, 4), (6, 2)):
        monkeypatch.setattr("ledger.standings.nights.AT_ONCE", at_once)
        with CaptureQueriesContext(connection) as asked:
            found = [(night.number, len(night.results)) for night in every_night(group)]
        assert found == [(5, 0), (3, 0), (4, 0), (7, 3), (2, 0)]
        assert len(asked) <= queries
