"""Balances, statements and the journal cost the same however much is in them."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.models import Group
from ledger.recording import WriteContext
from ledger.recording.journal import pay
from ledger.recording.settlements import PlanRequest, settle
from ledger.standings.journal import journal, journal_pages, whole_journal
from ledger.standings.money import (
    LINES_A_PAGE,
    balances,
    plans,
    statement,
    statement_pages,
    to_settle,
)
from tests.cast import ids, thursday_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    """Ann has lent Ben a cent, two cents, three cents, … more often than a page holds."""
    made = thursday_table()
    ann, ben = ids(made, "Ann", "Ben")
    for cents in range(1, LINES_A_PAGE + 11):
        pay(made, ann, ben, cents, WriteContext(key=uuid.uuid4(), after=0))
    return made


def test_a_statement_runs_across_its_pages(group: Group) -> None:
    ann, _ = ids(group, "Ann", "Ben")
    pages = [statement(group, ann, page=page) for page in (1, 2, 3)]
    assert (statement_pages(group, ann), [len(page) for page in pages]) == (2, [LINES_A_PAGE, 10, 0])
    lines = [*reversed(pages[0] + pages[1])]
    assert [line.balance for line in lines] == [n * (n + 1) // 2 for n in range(1, LINES_A_PAGE + 11)]
    assert balances(group).players[0].cents == lines[-1].balance


def test_the_journal_has_pages_and_can_be_read_whole(group: Group) -> None:
    assert journal_pages(group) == 2
    assert [*reversed(journal(group) + journal(group, page=2))] == list(whole_journal(group))


def test_every_question_asks_the_database_as_often_as_for_one_line(group: Group) -> None:
    ann = ids(group, "Ann")[0]
    settle(group, PlanRequest(), WriteContext(key=uuid.uuid4(), after=0))
    asked = (
        (balances, 2),
        (journal, 2),
        (lambda group: list(whole_journal(group)), 2),
        (plans, 2),
        (to_settle, 2),
        (journal_pages, 1),
        (lambda one: statement(one, ann), 1),
    )
    for question, queries in asked:
        with CaptureQueriesContext(connection) as seen:
            question(group)
        assert len(seen) == queries
