"""What was read or folded before is not read or folded again, and that changes nothing."""

from dataclasses import replace

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from ledger.folding import fold, fold_in_steps
from ledger.models import Entry
from ledger.models.book import in_ink, lines_of, sheet_of
from ledger.steps import finish
from tests.bench.engine import evening
from tests.cast import a_night, tell, thursday_table

LINES = evening(hands=24)


@pytest.mark.parametrize("known", range(1, len(LINES) + 1))
def test_a_fold_that_goes_on_is_the_fold_from_the_beginning(known: int) -> None:
    before = fold(LINES[:known])
    assert fold(LINES, known=before) == fold(LINES)
    assert before == fold(LINES[:known])  # and it is still what it was


def test_a_book_that_is_folded_in_steps_is_the_same() -> None:
    steps = fold_in_steps(LINES)
    done = [next(steps).done for _ in LINES]
    assert done == list(range(1, len(LINES) + 1))
    with pytest.raises(StopIteration) as end:
        next(steps)
    assert end.value.value == fold(LINES)
    assert finish(fold_in_steps(LINES, known=fold(LINES[:5]))) == fold(LINES)


def test_a_sheet_of_another_book_is_of_no_use() -> None:
    other = [*LINES[:5], replace(LINES[5], facts={**LINES[5].facts, "doublers": 1}), *LINES[6:]]
    assert fold(LINES, known=fold(other[:9])) == fold(LINES)
    assert fold(LINES[:4], known=fold(LINES)) == fold(LINES[:4])


@pytest.mark.django_db
def test_a_hand_that_was_not_written_after_all_is_not_remembered() -> None:
    session = a_night(thursday_table())
    with transaction.atomic():
        tell(session, "Ben", "Cleo")
        transaction.set_rollback(True)
    assert sheet_of(session) == fold(lines_of(session))
    assert sheet_of(session).hands == 0
    tell(session, "Dave", "Edith", "lost")
    assert sheet_of(session) == fold(lines_of(session))


@pytest.mark.django_db
def test_of_a_book_read_before_only_what_follows_its_newest_line_is_read() -> None:
    session = a_night(thursday_table())
    tell(session, "Ben", "Cleo")
    before = lines_of(session)
    with CaptureQueriesContext(connection) as asked:
        assert lines_of(session) == before
    assert len(asked) == 1
    assert '"number" >= 2' in asked[0]["sql"]
    tell(session, "Dave", "Edith", "lost")
    assert lines_of(session) == in_ink(Entry.objects.filter(session=session).order_by("number"))


@pytest.mark.django_db
def test_a_book_whose_newest_line_says_something_else_now_is_read_from_the_beginning() -> None:
    session = a_night(thursday_table())
    with transaction.atomic():
        tell(session, "Ben", "Cleo")
        tell(session, "Cleo", "Dave")
        assert len(lines_of(session)) == 3
        transaction.set_rollback(True)
    assert len(lines_of(session)) == 1
    tell(session, "Dave", "Edith", "lost")
    tell(session, "Dave", "Edith")
    assert lines_of(session) == in_ink(Entry.objects.filter(session=session).order_by("number"))
