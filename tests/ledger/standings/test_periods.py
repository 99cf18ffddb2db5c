"""Months as settlements know them."""

import uuid
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from ledger.recording import WriteContext, end_night, start_session, tell_hand
from ledger.standings.money import end_of, nights_from, until_by_label
from tests.cast import a_night, an_ended_night, context, hand, owner_of, seated, tell, thursday_table


@pytest.mark.parametrize(
    ("month", "over"),
    [
        (date(2009, 1, 1), datetime(2009, 2, 1, tzinfo=UTC)),
        (date(2009, 3, 31), datetime(2009, 4, 1, tzinfo=UTC)),
        (date(2009, 11, 30), datetime(2009, 12, 1, tzinfo=UTC)),
        (date(2009, 12, 24), datetime(2010, 1, 1, tzinfo=UTC)),
    ],
)
def test_a_month_is_over_when_the_next_one_begins(month: date, over: datetime) -> None:
    assert end_of(month) == over
    assert until_by_label(f"{month:%B %Y}") == over


@pytest.mark.parametrize("label", ["", "the spring", "March", "2009-03", "March 2009 again", "December 9999"])
def test_a_label_of_no_month_has_no_end(label: str) -> None:
    assert until_by_label(label) is None


@pytest.mark.django_db
def test_nights_from_then_on_are_those_whose_first_result_was_brought_then() -> None:
    group, now = thursday_table(), timezone.now()

    def night_ended(at: datetime) -> int:
        begun = WriteContext(key=uuid.uuid4(), after=0, by=owner_of(group), at=at - timedelta(hours=4))
        session = start_session(group, seated(group, "Ann", "Ben", "Cleo", "Dave", "Edith"), begun)
        tell_hand(session, hand(session, "Ann", "Ben"), context(session))
        end_night(session, WriteContext(key=uuid.uuid4(), after=2, by=owner_of(group), at=at))
        return session.pk

    first, second = night_ended(now - timedelta(days=40)), night_ended(now - timedelta(days=2))
    tell(a_night(group), "Ben", "Cleo")  # has brought nothing yet
    an_ended_night(thursday_table(name="Friday table", guest=uuid.uuid4()))

    def found(when: datetime) -> list[int]:
        return sorted(row["session"] for row in nights_from(group, when))

    assert found(now - timedelta(days=50)) == [first, second]
    assert found(now - timedelta(days=40)) == [first, second]
    assert found(now - timedelta(days=39)) == [second]
    assert found(now) == []
