"""The auditor finds what somebody did behind the book's back, and changes nothing."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ledger.models import Entry, Group, Posting, Session, Tally, Transaction, guards
from ledger.models.book import sheet_of
from ledger.recording import end_night, mark_paid, reopen_night
from ledger.sheet import Ending
from tests.cast import a_night, pen, tell, thursday_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Session:
    """An evening that ended twice, with a payment made."""
    session = a_night(thursday_table())
    tell(session, "Ben", "Cleo")
    end_night(session, pen(session))
    reopen_night(session, pen(session))
    tell(session, "Dave", "Edith")
    ending = end_night(session, pen(session)).sheet.ending
    assert isinstance(ending, Ending)
    mark_paid(session, ending.payments[0].payer, ending.payments[0].payee, pen(session))
    return session


def audit(*options: str) -> tuple[int, str, str]:
    """Exit status, what was found, what was said meanwhile."""
    out, err = StringIO(), StringIO()
    status = 0
    try:
        call_command("audit", *options, stdout=out, stderr=err)
    except SystemExit as left:
        status = int(str(left.code))
    return status, out.getvalue(), err.getvalue()


def test_an_honest_book_is_well(night: Session) -> None:
    thursday_table(name="Friday table")
    assert audit() == (0, "All is well in 2 groups; 0 guards are missing.\n", "1 of 1 nights\n")
    assert audit("--group", "Thursday table")[0] == 0
    with pytest.raises(CommandError, match="There are: “Thursday table”, “Friday table”"):
        audit("--group", "Wednesday table")


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (lambda: Session.objects.update(hands=7), "it says 7 hands, the book says 2"),
        (lambda: Session.objects.update(ended_at=None), "it says it ended not yet"),
        (
            lambda: Tally.objects.filter(role="picker").update(parts=1),
            "the tally of Ben as picker is (1, 1, 1)",
        ),
        (lambda: Tally.objects.filter(role="out").delete(), "as out is missing"),
        (lambda: Entry.objects.filter(number=3).delete(), "not numbered 1 to 6"),
        (lambda: Entry.objects.filter(number=2).update(facts={}), "the book cannot be folded"),
        (lambda: Entry.objects.filter(number=1).update(kind="notes"), "the book cannot be folded"),
        (lambda: Posting.objects.filter(transaction__number=1).update(cents=1), "transaction 1 has 5 of 5"),
        (lambda: Posting.objects.filter(pk=Posting.objects.latest("pk").pk).delete(), "has 1 of 2 postings"),
        (lambda: Transaction.objects.filter(number=2).update(number=9), "journal is not numbered 1 to 3"),
    ],
)
def test_what_was_done_behind_its_back_is_found(
    night: Session, deed: Callable[[], object], words: str
) -> None:
    guards.lift(connection)
    deed()
    guards.install(connection)
    status, found, said = audit()
    assert status == 1
    assert words in found
    assert "Nothing was changed" in said
    assert audit()[1] == found


def test_a_book_without_its_lock_is_reported(night: Session) -> None:
    guards.lift(connection)
    status, found, _ = audit()
    assert status == 1
    assert "the guard ledger_entry_" in found


def test_a_result_that_the_journal_has_wrong_is_reported(night: Session) -> None:
    guards.lift(connection)
    cleo, dave = Posting.objects.filter(transaction__number=1, cents__lt=0)[:2]
    Posting.objects.filter(pk=cleo.pk).update(cents=cleo.cents - 5)
    Posting.objects.filter(pk=dave.pk).update(cents=dave.cents + 5)
    guards.install(connection)
    status, found, _ = audit()
    assert status == 1
    assert found.count("the journal has") == 2
    assert sheet_of(night).hands == 2
    assert Group.objects.count() == 1
