"""The notebook is written in steps that nobody sees, and is there all at once, or not at all."""

import uuid
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger import limits
from ledger.exchange.copying import check_may_be_copied, copy
from ledger.exchange.notebook import NightRow, Preview
from ledger.models import Entry, Group, NightPlayer, Player, Posting, Session, Transaction
from ledger.recording import Refused, add_player, end_night
from ledger.recording import notebook as pen_of_the_notebook
from ledger.recording.auditing import audit
from ledger.recording.journal import pay
from ledger.recording.writing import WriteContext
from ledger.steps import heard_by
from scorekeeper.text.refusals import sentence
from tests.cast import a_night, context, ids, owner_of, tell, thursday_table
from tests.halting import Halting

pytestmark = pytest.mark.django_db
FIRST = date(2009, 1, 2)


@pytest.fixture
def group(db: None) -> Group:
    return thursday_table()


def notebook(nights: int, names: str = "Ann Ben Gus", *, first: date = FIRST) -> Preview:
    """So many nights, a week apart: the first of the names won."""
    one, two, three = names.split()
    rows = tuple(
        NightRow(
            file="old.csv",
            line=place + 2,
            date=first + timedelta(days=7 * place),
            totals={one: Fraction(place + 3), two: Fraction(-place - 1), three: Fraction(-2)},
        )
        for place in range(nights)
    )
    return Preview(nights=rows)


def seen_by_the_group(group: Group) -> tuple[int, int, int]:
    return group.sessions.count(), group.players.count(), group.transactions.count()


def whole_books() -> tuple[int, ...]:
    """How much there is in all, of groups that are seen and of those that are not."""
    tables = (Session, Player, Entry, NightPlayer, Transaction, Posting)
    return (*(one.objects.count() for one in tables), Group.every.count())


def test_nobody_sees_a_night_before_all_are_there(group: Group) -> None:
    before = seen_by_the_group(group)
    seen = []

    def look(done: int, of: int) -> None:
        seen.append(seen_by_the_group(group))
        assert not connection.savepoint_ids

    with heard_by(look):
        copy(group, notebook(40), by=owner_of(group))
    assert len(seen) > 2
    assert set(seen) == {before}
    assert seen_by_the_group(group) == (40, 7, 40)
    assert Group.every.count() == 1
    assert sorted(group.sessions.values_list("number", flat=True)) == list(range(1, 41))
    assert sorted(group.transactions.values_list("number", flat=True)) == list(range(1, 41))
    assert list(audit([group])) == []


def test_it_is_said_how_far_it_is(group: Group) -> None:
    said: list[tuple[int, int]] = []
    with heard_by(lambda done, of: said.append((done, of))):
        assert copy(group, notebook(40)) == 40
    assert said[0] == (0, 40)
    assert said[-1] == (40, 40)
    assert said == sorted(said)


def test_nights_and_lines_follow_those_that_are_there(group: Group) -> None:
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(night, "Ann", "Ben")
    end_night(night, context(night))
    assert copy(group, notebook(3)) == 3
    assert set(group.sessions.values_list("number", flat=True)) == {1, 2, 3, 4}
    assert set(group.transactions.values_list("number", flat=True)) == {1, 2, 3, 4}
    assert group.sessions.get(started_at__date=FIRST).number == 2
    assert list(audit([group])) == []


def at_the_end(
    group: Group, preview: Preview, began: Callable[[Group], object] = lambda hidden: None
) -> Halting[int]:
    """Return the work of copying, when all is staged and only its last part is left."""
    work = Halting(lambda: copy(group, preview, began=began))
    of = len(preview.nights)
    work.until(lambda: work.told == (of, of))
    return work


def test_what_is_written_meanwhile_stays_and_the_nights_follow_it(group: Group) -> None:
    work = at_the_end(group, notebook(50))
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(night, "Ann", "Ben")
    end_night(night, context(night))
    ann, ben = ids(group, "Ann", "Ben")
    pay(group, ann, ben, 100, WriteContext(key=uuid.uuid4(), after=0))
    assert work.finish() == 50
    assert night.number == 1
    assert seen_by_the_group(group) == (51, 7, 52)
    assert list(audit([group])) == []


@pytest.mark.parametrize("other", [50, 20])
def test_two_imports_of_one_notebook_write_it_once(group: Group, other: int) -> None:
    began: list[Group] = []
    work = at_the_end(group, notebook(50), began.append)
    assert copy(group, notebook(other)) == other
    assert work.finish() == 50 - other
    assert seen_by_the_group(group) == (50, 7, 50)
    assert len(began) == (1 if other == 50 else 2)
    assert Group.every.count() == 1
    assert list(audit([group])) == []


def test_whoever_is_added_meanwhile_is_the_one_in_the_notebook(group: Group) -> None:
    work = at_the_end(group, notebook(5))
    gus = add_player(group, "gus")
    assert work.finish() == 5
    assert group.players.count() == 7
    assert gus.nights.count() == 5
    assert Group.every.count() == 1


def test_what_fails_on_its_way_leaves_nothing(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    before = whole_books()
    work = at_the_end(group, notebook(50))
    assert whole_books() != before
    monkeypatch.setattr(limits, "MOST_NIGHTS", 49)
    with pytest.raises(Refused, match=r"full\.nights \{'most': 49\}"):
        work.finish()
    assert whole_books() == before


def test_a_group_that_went_away_meanwhile_takes_nothing(group: Group) -> None:
    work = at_the_end(group, notebook(5))
    Group.objects.filter(pk=group.pk).update(leaves_at=timezone.now())
    with pytest.raises(Refused, match=r"gone\.nothing_written"):
        work.finish()
    assert Group.every.count() == 1


@pytest.mark.parametrize(
    ("limit", "most", "words"),
    [
        ("MOST_NIGHTS", 5, "A group has 5 nights at most."),
        ("MOST_LINES", 5, "A group’s money history is full at 5."),
        ("MOST_PLAYERS", 7, "A group has 7 players at most."),
    ],
)
def test_more_than_a_group_holds_is_refused_before_work(
    group: Group, monkeypatch: pytest.MonkeyPatch, limit: str, most: int, words: str
) -> None:
    monkeypatch.setattr(limits, limit, most)
    before = whole_books()
    too_many = notebook(6, "Ann Hal Gus")
    for write in (check_may_be_copied, copy):
        with pytest.raises(Refused) as refused:
            write(group, too_many)
        assert sentence(refused.value).startswith(words)
    assert whole_books() == before
    assert copy(group, notebook(5)) == 5


def test_a_name_that_will_not_do_is_refused_before_work(group: Group) -> None:
    before = whole_books()
    preview = notebook(3, f"Ann Ben {'x' * 41}")
    with pytest.raises(Refused, match="long_name"):
        copy(group, preview)
    assert whole_books() == before


@pytest.fixture
def transactions(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many rows the longest stretch of inserts between two steps wrote."""
    written: list[int] = []
    plain = pen_of_the_notebook._write

    def counted(nights: Sequence[Any], results: Sequence[Any]) -> None:
        written.append(len(nights))
        plain(nights, results)

    monkeypatch.setattr(pen_of_the_notebook, "_write", counted)
    return lambda: max(written)


def test_a_step_is_short_however_long_the_notebook(group: Group, transactions: Callable[[], int]) -> None:
    copy(group, notebook(200))
    assert transactions() == pen_of_the_notebook.AT_ONCE


def test_handing_over_takes_as_many_queries_for_two_months_as_for_many() -> None:
    counts = []
    for nights in (8, 80):
        work = at_the_end(thursday_table(), notebook(nights, "Ann Ben Cleo"))
        with CaptureQueriesContext(connection) as queries:
            work.finish()
        counts.append(len(queries))
    assert counts[0] == counts[1]
