"""Which nights of a notebook the book has already: known again by their date and everybody's totals."""

import uuid
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from importlib import import_module

import pytest

from ledger.models import Group, Session
from ledger.recording import NewHand, amend_night, end_night, strike_import, strike_night, tell_hand
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings.marks import ANOTHER_DAY, Copied, Known
from ledger.standings.marks import known_nights as known
from ledger.steps import heard_by
from tests.cast import STRANGERS, a_night, context, ids, tell, thursday_table

pytestmark = pytest.mark.django_db
FIRST = date(2009, 3, 2)
THE_MODULE = import_module("ledger.standings.marks")


@pytest.fixture
def group() -> Group:
    return thursday_table()


def copied(group: Group, *won: int, day: date = FIRST) -> list[Copied]:
    """Return a night for each of these: so many points Ann won of Ben, all on one day."""
    ann, ben = ids(group)[:2]
    return [Copied(date=day, totals={ann: Fraction(one), ben: Fraction(-one)}) for one in won]


def brought(group: Group, nights: Sequence[Copied]) -> uuid.UUID:
    """Write those of these nights that are not in the book into it; return the key of their import."""
    names = dict(group.players.values_list("pk", "name"))
    places = list(names)
    key = uuid.uuid4()
    by_place = [
        Copied(date=one.date, totals={places.index(who): points for who, points in one.totals.items()})
        for one in nights
    ]
    copy_notebook(group, Copying(names=[*names.values()], nights=by_place, key=key))
    return key


def pauses(group: Group) -> list[int]:
    """Return how many nights were read before each pause."""
    read: list[int] = []
    with heard_by(lambda done, of: read.append(done)):
        known(group, copied(group, 5))
    return read


def last(group: Group) -> Session:
    return group.sessions.order_by("number").last() or pytest.fail("there is none")


def test_a_book_without_nights_knows_none_and_a_notebook_without_nights_has_none(group: Group) -> None:
    nights = [*copied(group, 2, day=FIRST + timedelta(days=1)), *copied(group, 1)]
    assert known(group, nights).new == [nights[1], nights[0]]
    assert known(group, []) == Known(new=[], struck=[])


def test_two_alike_on_one_date_are_two_only_if_the_book_has_fewer(group: Group) -> None:
    three = copied(group, 5, 5, 5)
    for brought_so_far, left in ((1, 2), (2, 1)):
        brought(group, three[:brought_so_far])
        assert len(known(group, three).new) == left
    others = (copied(group, 5), copied(group, -5), copied(group, 5, day=FIRST + timedelta(days=1)))
    assert [len(known(group, nights).new) for nights in others] == [0, 0, 1]
    assert [len(known(group, nights).corrections) for nights in others] == [0, 1, 0]


def test_a_night_that_was_taken_out_by_hand_is_known_and_stays_out(group: Group) -> None:
    nights = copied(group, 5, 7)
    brought(group, nights)
    assert known(group, nights) == Known(new=[], struck=[])
    session = last(group)
    strike_night(session, context(session))
    assert known(group, nights) == Known(new=[], struck=[nights[1]])


def test_of_two_alike_the_one_that_counts_is_known_first(group: Group) -> None:
    alike = copied(group, 5, 5)
    brought(group, alike)
    first = group.sessions.get(number=1)
    strike_night(first, context(first))
    assert known(group, alike[:1]) == Known(new=[], struck=[])
    assert known(group, alike) == Known(new=[], struck=alike[1:])


def test_what_was_taken_out_with_all_it_came_with_is_new(group: Group) -> None:
    nights = copied(group, 5)
    strike_import(group, brought(group, nights), None)
    assert known(group, nights) == Known(new=nights, struck=[])


def test_corrected_night_is_known_by_all_that_was_said_of_it_but_once(group: Group) -> None:
    before, after = copied(group, 5, 8)
    brought(group, [before])
    session = last(group)
    amend_night(session, after.date, after.totals, context(session))
    assert [len(known(group, nights).new) for nights in ([before], [after], [before, after])] == [0, 0, 1]
    # A night that is known by nothing else goes before a corrected one.
    brought(group, [after, after])  # the book has one of it already
    assert group.sessions.count() == 2
    assert known(group, [after, before]).new == known(group, [before, after]).new == []


def test_night_that_was_played_is_known_by_its_date_and_all_its_hands(group: Group) -> None:
    session = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    for picker, partner in (("Ann", "Ben"), ("Ann", "Cleo"), ("Dave", "Ann")):
        tell(session, picker, partner)
    end_night(session, context(session))
    Session.objects.filter(pk=session.pk).update(started_at=datetime(2009, 3, 2, 19, tzinfo=UTC))
    ann, ben, cleo, dave, edith = ids(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    totals = {ann: 2 + 2 + 1, ben: 1 - 1 - 1, cleo: -1 + 1 - 1, dave: -1 - 1 + 2, edith: -3}
    same = Copied(date=FIRST, totals={who: Fraction(points) for who, points in totals.items()})
    assert known(group, [same]) == Known(new=[], struck=[])
    others = [
        Copied(date=FIRST - timedelta(days=1), totals=same.totals),
        Copied(date=FIRST, totals={**same.totals, ann: Fraction(4), edith: Fraction(-2)}),
    ]
    found = known(group, others)
    assert (found.new, found.played, found.corrections) == ([others[0]], [others[1]], [])


def test_a_night_on_which_nobody_won_anything_is_another_groups_own(group: Group) -> None:
    other = thursday_table(names=STRANGERS, guest=uuid.uuid4(), options={"no_picker": "doubler"})
    session = a_night(other)
    tell_hand(session, NewHand(seats=ids(other), told={"kind": "all_pass"}), context(session))
    day = session.started_at.date()
    assert known(other, copied(other, 0, day=day)).new == []
    assert len(known(group, copied(group, 0, day=day)).new) == 1


@pytest.mark.parametrize("day", [date.min + ANOTHER_DAY * 3 / 2, date.max - ANOTHER_DAY * 3 / 2])
def test_nights_at_the_ends_of_the_calendar_are_known_again(group: Group, day: date) -> None:
    nights = copied(group, 5, day=day)
    brought(group, nights)
    assert known(group, nights).new == []


def test_only_nights_about_the_days_of_the_notebook_are_read_some_at_a_time(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    for days in (-401, -399, 0, 399, 401):
        session = a_night(group)
        at = datetime(2009, 3, 2, 19, tzinfo=UTC) + timedelta(days=days)
        Session.objects.filter(pk=session.pk).update(started_at=at)
    monkeypatch.setattr(THE_MODULE, "AT_ONCE", 1)
    assert pauses(group) == [1, 2, 3]
    monkeypatch.setattr(THE_MODULE, "AT_ONCE", 2)
    assert pauses(group) == [2, 3]
