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
from ledger.standings.money import added_up, balances, what_is_open, won_at_cards
from tests import cast
from tests.steps import steps

pytestmark = pytest.mark.django_db
FIRST = date(2009, 1, 1)
FEW, MANY = 60, 300


def nights(group: Group, numbers: range) -> None:
    """A night a day, out of a notebook; what it brought is owed."""
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


QUESTIONS: tuple[Callable[[Group], object], ...] = (
    balances,
    newest_line,
    journal,
    what_is_open,
)


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_question_of_a_page_reads_more_after_years(
    group: Group, question: Callable[[Group], object]
) -> None:
    question(group)
    few = steps(lambda: question(group))
    nights(group, range(FEW, MANY))
    question(group)
    assert steps(lambda: question(group)) <= few * 1.25 + 50


@pytest.mark.parametrize("question", [added_up, won_at_cards])
def test_what_adds_up_the_whole_journal_would_be_seen(
    group: Group, question: Callable[[Group], object]
) -> None:
    few = steps(lambda: question(group))
    nights(group, range(FEW, MANY))
    assert steps(lambda: question(group)) > 2 * few
