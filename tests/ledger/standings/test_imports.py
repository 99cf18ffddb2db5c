"""What was brought from old notebooks, with its nights and its money."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.models import Group, Session
from ledger.recording import WriteContext, strike_night
from ledger.recording.journal import carry, pay, undo
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings.marks import Copied
from ledger.standings.nights import (
    Import,
    import_called,
    imports_of,
    money_of,
    nights_of,
    struck_of,
    was_paid_since,
)
from tests.cast import STRANGERS, a_night, an_ended_night, context, ids, owner_of, thursday_table

pytestmark = pytest.mark.django_db
OLD, NEW = uuid.uuid4(), uuid.uuid4()
AT = datetime(2020, 5, 1, 12, tzinfo=UTC)


def bring(group: Group, key: uuid.UUID, days: Sequence[date], *files: str, won: int = 4) -> None:
    """Bring nights on these days; on each the first of the group won so many points of the second."""
    first, second = group.players.values_list("name", flat=True)[:2]
    nights = [
        Copied(
            date=day,
            totals={0: Fraction(won), 1: Fraction(-won)},
            file=files[min(place, len(files) - 1)] if files else "",
        )
        for place, day in enumerate(days)
    ]
    copy_notebook(group, Copying(names=(first, second), nights=nights, by=owner_of(group), key=key, at=AT))


def strike(session: Session, *, of_many: bool = False) -> None:
    strike_night(session, context(session), of_many=of_many)


@pytest.fixture
def group() -> Group:
    """Return a group with two imports, one with a night that was struck, and a night that was played."""
    made = thursday_table()
    bring(made, OLD, [date(2010, 1, 1), date(2010, 1, 8), date(2010, 1, 15)], "a.csv", "b.csv")
    bring(made, NEW, [date(2009, 1, 9), date(2009, 1, 2)], "c.csv", won=6)
    an_ended_night(made)
    strike(made.sessions.get(started_at__date=date(2010, 1, 8)))
    bring(thursday_table(names=STRANGERS, guest=uuid.uuid4()), uuid.uuid4(), [date(2010, 1, 1)], "d.csv")
    return made


def test_each_import_is_told_the_newest_first(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    by = owner_of(group).pk
    days = {one.started_at.date(): one.started_at for one in group.sessions.exclude(brought=None)}
    old = Import(
        key=OLD, files=("a.csv", "b.csv"), by=by, at=AT, nights=3, left=2,
        first=days[date(2010, 1, 1)], last=days[date(2010, 1, 15)],
    )  # fmt: skip
    new = Import(
        key=NEW, files=("c.csv",), by=by, at=AT, nights=2, left=2,
        first=days[date(2009, 1, 2)], last=days[date(2009, 1, 9)],
    )  # fmt: skip
    with CaptureQueriesContext(connection) as asked:
        assert list(imports_of(group)) == [new, old]
        assert (import_called(group, OLD), import_called(group, NEW)) == (old, new)
    assert len(asked) == 9
    strike(group.sessions.get(number=4))
    assert import_called(group, NEW) == replace(new, left=1)
    monkeypatch.setattr("ledger.standings.nights.MOST", 1)
    assert [one.key for one in imports_of(group)] == [NEW]


def test_an_import_is_asked_for_in_its_own_group(group: Group) -> None:
    other = Group.objects.exclude(pk=group.pk).get()
    assert [one.files for one in imports_of(other)] == [("d.csv",)]
    assert (import_called(other, OLD), struck_of(other, OLD), money_of(other, OLD)) == (None, (), {})
    assert nights_of(other, OLD, page=1) == ()
    fresh = thursday_table(guest=uuid.uuid4())
    a_night(fresh)
    assert imports_of(fresh) == ()


def test_its_nights_that_count_are_told_the_latest_first_a_page_at_a_time(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    def days(key: uuid.UUID) -> list[date]:
        return [night.started_at.date() for night in nights_of(group, key, page=1)]

    assert days(OLD) == [date(2010, 1, 15), date(2010, 1, 1)]
    assert days(NEW) == [date(2009, 1, 9), date(2009, 1, 2)]
    Session.objects.filter(number=3).update(started_at=datetime(2009, 12, 31, 12, tzinfo=UTC))
    assert days(OLD) == [date(2010, 1, 1), date(2009, 12, 31)]
    fresh = uuid.uuid4()
    bring(group, fresh, [date(2011, 1, day) for day in (1, 2, 3, 4, 5)])
    Session.objects.filter(brought=fresh).update(started_at=AT)
    monkeypatch.setattr("ledger.standings.nights.NIGHTS_A_PAGE", 2)
    pages = [nights_of(group, fresh, page=page) for page in (1, 2, 3, 4)]
    assert [[night.number for night in page] for page in pages] == [[11, 10], [9, 8], [7], []]


def test_nights_that_were_taken_out_can_be_found(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, third = group.sessions.filter(brought=OLD).order_by("started_at")
    assert struck_of(group, OLD) == (second,)
    assert struck_of(group, NEW) == ()
    strike(third)
    strike(first, of_many=True)
    assert struck_of(group, OLD) == (third, second, first)
    Session.objects.filter(pk=second.pk).update(started_at=third.started_at + timedelta(days=1))
    assert struck_of(group, OLD) == (second, third, first)
    monkeypatch.setattr("ledger.standings.nights.MOST", 1)
    assert struck_of(group, OLD) == (second,)


def test_what_it_brings_to_the_balances_is_what_its_nights_brought(group: Group) -> None:
    ann, ben = ids(group, "Ann", "Ben")
    night = group.sessions.get(started_at__date=date(2010, 1, 1))
    pay(group, ben, ann, 100, WriteContext(key=uuid.uuid4(), after=0), session=night)
    assert money_of(group, OLD) == {ann: 200, ben: -200}
    assert money_of(group, NEW) == {ann: 300, ben: -300}
    for session in group.sessions.filter(brought=NEW):
        strike(session)
    assert money_of(group, NEW) == {}


def test_only_a_payment_since_then_in_the_same_group_is_one() -> None:
    group, other = thursday_table(), thursday_table(names=STRANGERS, guest=uuid.uuid4())
    ann, ben = ids(group, "Ann", "Ben")
    now = timezone.now()

    def ink(at: datetime) -> WriteContext:
        return WriteContext(key=uuid.uuid4(), after=0, at=at)

    pay(other, ids(other)[0], ids(other)[1], 5, ink(now))
    carry(group, {ann: 5, ben: -5}, ink(now))
    pay(group, ben, ann, 5, ink(now - timedelta(days=2)))
    assert not was_paid_since(group, now - timedelta(days=1))
    assert was_paid_since(group, now - timedelta(days=2))
    assert was_paid_since(other, now)
    undo(group, 2, ink(now))
    assert was_paid_since(group, now)
