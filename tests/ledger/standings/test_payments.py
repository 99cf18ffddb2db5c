"""Payments as people look them up. Two groups have plans and lines of the same numbers."""

import uuid
from datetime import datetime

import pytest

from ledger.models import Account, Group, Settlement
from ledger.recording import WriteContext
from ledger.recording.journal import carry, pay
from ledger.standings.statement import counterparts, of_nights
from tests.cast import STRANGERS, an_ended_night, ids, thursday_table
from tests.old_ways import PlanRequest, settle

pytestmark = pytest.mark.django_db


def ink(at: datetime | None = None) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0, at=at)


def with_a_plan(group: Group) -> Settlement:
    """Keep a plan: the second owes the first 30 cents and the third 10."""
    first, second, third = ids(group)[:3]
    carry(group, {first: 30, second: -40, third: 10}, ink())
    return settle(group, PlanRequest(), ink())


@pytest.fixture
def group() -> Group:
    made = thursday_table()
    with_a_plan(made)
    return made


@pytest.fixture
def other(group: Group) -> Group:
    made = thursday_table(names=STRANGERS, guest=uuid.uuid4())
    with_a_plan(made)
    return made


def test_who_was_on_the_other_side_is_told_by_line_the_box_without_a_name(group: Group, other: Group) -> None:
    ann, ben, cleo = ids(group, "Ann", "Ben", "Cleo")
    gus, hanna = ids(other)[:2]
    pay(group, ben, ann, 5, ink())
    pay(group, ann, cleo, 6, ink())
    pay(group, ann, Account.BOX, 7, ink())
    for _ in range(3):
        pay(other, hanna, gus, 5, ink())
    assert counterparts(group, ann, [1, 2, 3, 4]) == {2: "Ben", 3: "Cleo", 4: ""}
    assert counterparts(group, ann, [3]) == {3: "Cleo"}
    assert counterparts(group, ben, [2]) == {2: "Ann"}
    assert counterparts(other, gus, [2, 3]) == {2: "Hanna", 3: "Hanna"}


def test_which_lines_a_nights_book_brought_is_known_by_their_keys(group: Group) -> None:
    night = an_ended_night(group)
    (brought,) = night.transactions.values_list("key", flat=True)
    paid = pay(group, ids(group)[0], ids(group)[1], 5, ink()).key
    assert of_nights([brought, paid, uuid.uuid4()]) == {brought}
