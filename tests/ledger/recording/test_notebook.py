"""A notebook is written in steps that nobody sees, and is there all at once, or not at all."""

import uuid
from collections.abc import Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger import limits
from ledger.exchange.copying import check_may_be_copied, copy, copy_steps
from ledger.exchange.notebook import NightRow, Preview
from ledger.models import Entry, Group, NightPlayer, Player, Posting, Session, Transaction
from ledger.recording import Refused, add_player
from ledger.recording import notebook as pen_of_the_notebook
from ledger.recording.auditing import audit
from ledger.recording.journal import pay
from ledger.recording.writing import WriteContext
from ledger.steps import Progress, Steps, finish
from scorekeeper.text.refusals import sentence
from tests.cast import an_ended_night, ids, owner_of, thursday_table

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


def whole_books() -> tuple[int, ...]:
    """How much there is in all, of groups that are seen and of those that are not."""
    tables = (Session, Player, Entry, NightPlayer, Transaction, Posting)
    return (*(one.objects.count() for one in tables), Group.every.count())


def counts(group: Group) -> tuple[int, int, int]:
    """Return how many nights, players and lines of its journal the group has."""
    return group.sessions.count(), group.players.count(), group.transactions.count()


def is_whole(group: Group) -> bool:
    """Check that no hidden group is left, and that the auditor finds nothing."""
    return Group.every.count() == 1 and list(audit([group])) == []


def test_nobody_sees_a_night_before_all_are_there(group: Group) -> None:
    before, seen = counts(group), []
    for _ in copy_steps(group, notebook(40), by=owner_of(group)):
        seen.append(counts(group))
        assert not connection.savepoint_ids
    assert len(seen) > 2
    assert set(seen) == {before}
    assert counts(group) == (40, 7, 40)
    for rows in (group.sessions, group.transactions):
        assert sorted(rows.values_list("number", flat=True)) == list(range(1, 41))
    assert is_whole(group)


def test_it_is_said_how_far_it_is_and_all_nights_have_one_key(group: Group) -> None:
    said: list[tuple[int, int]] = []
    assert copy(group, notebook(40), told=lambda done, of: said.append((done, of))) == 40
    assert (said[0], said[-1], said) == ((0, 40), (40, 40), sorted(said))
    assert group.sessions.exclude(brought=None).values_list("brought").distinct().count() == 1


def test_nights_and_lines_follow_those_that_are_there(group: Group) -> None:
    an_ended_night(group)
    assert copy(group, notebook(3)) == 3
    assert set(group.sessions.values_list("number", flat=True)) == {1, 2, 3, 4}
    assert set(group.transactions.values_list("number", flat=True)) == {1, 2, 3, 4}
    assert group.sessions.get(started_at__date=FIRST).number == 2
    assert is_whole(group)


def at_the_end(steps: Steps[int], of: int) -> Steps[int]:
    """The steps, when all is staged and only the last one is left."""
    while next(steps) != Progress(done=of, of=of):
        pass
    return steps


def test_what_is_written_meanwhile_stays_and_the_nights_follow_it(group: Group) -> None:
    steps = at_the_end(copy_steps(group, notebook(50)), 50)
    night = an_ended_night(group)
    pay(group, *ids(group, "Ann", "Ben"), 100, WriteContext(key=uuid.uuid4(), after=0))
    assert finish(steps) == 50
    assert (night.number, counts(group)) == (1, (51, 7, 52))
    assert is_whole(group)


@pytest.mark.parametrize("other", [50, 20])
def test_two_imports_of_one_notebook_write_it_once(group: Group, other: int) -> None:
    began: list[Group] = []
    steps = at_the_end(copy_steps(group, notebook(50), began=began.append), 50)
    assert copy(group, notebook(other)) == other
    assert finish(steps) == 50 - other
    assert counts(group) == (50, 7, 50)
    assert len(began) == (1 if other == 50 else 2)
    assert is_whole(group)


def test_whoever_is_added_meanwhile_is_the_one_in_the_notebook(group: Group) -> None:
    steps = at_the_end(copy_steps(group, notebook(5)), 5)
    gus = add_player(group, "gus")
    assert finish(steps) == 5
    assert (group.players.count(), gus.nights.count()) == (7, 5)
    assert is_whole(group)


def test_what_fails_on_its_way_leaves_nothing(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    before = whole_books()
    steps = at_the_end(copy_steps(group, notebook(50)), 50)
    assert whole_books() != before
    monkeypatch.setattr(limits, "MOST_NIGHTS", 49)
    with pytest.raises(Refused, match=r"full\.nights \{'most': 49\}"):
        finish(steps)
    assert whole_books() == before


def test_a_group_that_went_away_meanwhile_takes_nothing(group: Group) -> None:
    steps = at_the_end(copy_steps(group, notebook(5)), 5)
    Group.objects.filter(pk=group.pk).update(leaves_at=timezone.now())
    with pytest.raises(Refused, match=r"gone\.nothing_written"):
        finish(steps)
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
    for write in (check_may_be_copied, copy):
        with pytest.raises(Refused) as refused:
            write(group, notebook(6, "Ann Hal Gus"))
        assert sentence(refused.value).startswith(words)
    with pytest.raises(Refused, match="long_name"):
        copy(group, notebook(3, f"Ann Ben {'x' * 41}"))
    assert whole_books() == before
    assert copy(group, notebook(5)) == 5


def test_a_step_is_short_however_long_the_notebook(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    plain = pen_of_the_notebook._write

    def counted(nights: Sequence[Any], results: Sequence[Any]) -> None:
        written.append(len(nights))
        plain(nights, results)

    monkeypatch.setattr(pen_of_the_notebook, "_write", counted)
    copy(group, notebook(200))
    assert max(written) == pen_of_the_notebook.AT_ONCE


def test_handing_over_takes_as_many_queries_for_two_months_as_for_many() -> None:
    asked = set()
    for nights in (8, 80):
        steps = at_the_end(copy_steps(thursday_table(), notebook(nights, "Ann Ben Cleo")), nights)
        with CaptureQueriesContext(connection) as queries:
            finish(steps)
        asked.add(len(queries))
    assert len(asked) == 1
