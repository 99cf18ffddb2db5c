"""What was read or folded before is not read or folded again, and that changes nothing."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from ledger import folding
from ledger.folding import fold, fold_in_steps
from ledger.models import Entry, Session, book
from ledger.models.book import in_ink, lines_of, sheet_of
from ledger.sheet import Line
from ledger.steps import finish
from tests.bench.engine import evening
from tests.bench.seeding import a_win
from tests.cast import a_night, tell, thursday_table
from tests.each import check_each
from tests.work import work

LINES = evening(hands=24)


def test_a_fold_that_goes_on_is_the_fold_from_the_beginning() -> None:
    for known in range(1, len(LINES) + 1):
        before = fold(LINES[:known])
        assert fold(LINES, known=before) == fold(LINES), known
        assert before == fold(LINES[:known]), known  # and it is still what it was


def test_book_that_is_folded_in_steps_is_the_same() -> None:
    assert [step.done for step in fold_in_steps(LINES)] == list(range(1, len(LINES) + 1))
    assert finish(fold_in_steps(LINES)) == fold(LINES)
    assert finish(fold_in_steps(LINES, known=fold(LINES[:5]))) == fold(LINES)


@pytest.fixture
def many_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "LINES_A_MARK", 3)


def said_of(of: int, number: int, *, kind: str = "voided") -> Line:
    facts = {"of": of} | (dict(LINES[of - 1].facts) if kind == "corrected" else {})
    return Line(number=number, kind=kind, facts=facts)


HANDS = [line.number for line in LINES if line.kind == "hand"]


@pytest.mark.usefixtures("many_marks")
@pytest.mark.parametrize("kind", ["voided", "corrected"])
def test_a_correction_goes_back_to_a_mark_and_is_the_fold_from_the_beginning(kind: str) -> None:
    def check(of: int) -> None:
        before = fold(LINES)
        lines = [*LINES, said_of(of, len(LINES) + 1, kind=kind)]
        after = fold(lines, known=before)
        assert after == fold(lines)
        assert before == fold(LINES)
        assert fold(LINES, known=after) == before  # what was not written after all
        again = [*lines, said_of(HANDS[-1], len(lines) + 1), said_of(HANDS[0], len(lines) + 2)]
        assert fold(again, known=after) == fold(again)
        assert fold(lines[:9], known=fold(again, known=after)) == fold(lines[:9])

    check_each({f"hand {of}": of for of in HANDS}, check)


@pytest.mark.usefixtures("many_marks")
def test_what_an_older_page_showed_is_folded_from_a_mark() -> None:
    lines = [*LINES, said_of(HANDS[5], len(LINES) + 1), said_of(HANDS[2], len(LINES) + 2, kind="corrected")]
    for seen in range(1, len(LINES)):
        assert fold(lines[:seen], known=fold(lines)) == fold(LINES[:seen]), seen


def a_long_book(size: int) -> list[Line]:
    """Return so many hands: the deal goes round, and whoever sits on the dealer's left picks and wins."""
    usual = {"seats": list(LINES[0].facts["seats"]), "rules": 1}
    hands = [usual | {"dealer": place % 6, "told": a_win(place % 6)} for place in range(size)]
    return [LINES[0], *(Line(number=at, kind="hand", facts=facts) for at, facts in enumerate(hands, start=2))]


def test_taking_back_the_newest_hand_of_a_long_night_costs_no_more_than_of_a_short_one() -> None:
    def taking_back(size: int) -> Callable[[], object]:
        lines = a_long_book(size)
        known = fold(lines)
        lines.append(Line(number=size + 2, kind="voided", facts={"of": size + 1}))
        return lambda: fold(lines, known=known)

    assert work(taking_back(1250)) < 2 * work(taking_back(250))


def test_a_sheet_of_another_book_is_of_no_use() -> None:
    other = [*LINES[:5], replace(LINES[5], facts={**LINES[5].facts, "doublers": 1}), *LINES[6:]]
    assert fold(LINES, known=fold(other[:9])) == fold(LINES)
    assert fold(LINES[:4], known=fold(LINES)) == fold(LINES[:4])


@pytest.mark.django_db
def test_hands_that_were_not_written_after_all_are_not_remembered() -> None:
    session = a_night(thursday_table())
    with transaction.atomic():
        tell(session, "Ben", "Cleo")
        tell(session, "Cleo", "Dave")
        assert len(lines_of(session)) == 3
        transaction.set_rollback(True)
    assert len(lines_of(session)) == 1
    assert sheet_of(session) == fold(lines_of(session))
    tell(session, "Dave", "Edith", "lost")
    tell(session, "Dave", "Edith")
    assert lines_of(session) == in_ink(Entry.objects.filter(session=session).order_by("number"))
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


def test_a_hundred_tables_that_are_looked_at_in_turn_are_all_kept_in_mind_and_no_number_of_them() -> None:
    nights = [Session() for _ in range(1000)]
    mind = book._Memory[int]()
    for _ in range(2):
        for number, night in enumerate(nights[:100]):
            mind.keep(night, number)
    assert [mind.of(night) for night in nights[:100]] == list(range(100))
    for number, night in enumerate(nights):
        mind.keep(night, number)
    assert sum(mind.of(night) is not None for night in nights) == book.MOST_KEPT
    assert mind.of(nights[-1]) == 999
