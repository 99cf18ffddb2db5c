"""After years of nights a question makes the database do as little as after some: none reads all of them."""

import uuid
from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction

import pytest

from ledger.models import Group
from ledger.recording import WriteContext
from ledger.recording.journal import pay
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings.journal import journal, newest_line
from ledger.standings.marks import Copied
from ledger.standings.money import added_up, balances, what_is_open
from tests import cast
from tests.steps import steps

pytestmark = pytest.mark.django_db
FIRST = date(2009, 1, 1)
FEW, MANY = 60, 300


def nights(group: Group, numbers: range) -> None:
    """Bring a night a day out of a notebook; what it brought is owed."""
    found = [
        Copied(date=FIRST + timedelta(days=one), totals={0: Fraction(3), 1: Fraction(-3)}) for one in numbers
    ]
    copy_notebook(group, Copying(names=("Ann", "Ben"), nights=found))


@pytest.fixture
def group() -> Group:
    made = cast.thursday_table()
    nights(made, range(FEW))
    ann, ben = cast.ids(made, "Ann", "Ben")
    pay(made, ben, ann, 5, WriteContext(key=uuid.uuid4(), after=0))
    cast.tell(cast.a_night(made), "Ben", "Cleo")
    return made


QUESTIONS: tuple[Callable[[Group], object], ...] = (balances, newest_line, journal, what_is_open)
WHOLE: tuple[Callable[[Group], object], ...] = (added_up,)


def test_no_question_of_a_page_reads_more_after_years(group: Group) -> None:
    def effort(question: Callable[[Group], object]) -> int:
        question(group)
        return steps(lambda: question(group))

    few = {question: effort(question) for question in (*QUESTIONS, *WHOLE)}
    nights(group, range(FEW, MANY))
    for question in QUESTIONS:
        assert effort(question) <= few[question] * 1.25 + 50
    for question in WHOLE:  # else such steps tell nothing
        assert effort(question) > 2 * few[question]
