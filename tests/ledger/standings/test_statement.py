"""A statement is told from the balance backwards, page by page, and is what the journal says."""

import random
import uuid
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from itertools import accumulate, pairwise

import pytest

from ledger.models import Account, Entry, Group, Kind, Posting, Session
from ledger.recording import WriteContext, merge_players
from ledger.recording.journal import Booking, carry, pay, post, put_in_box, undo
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings import journal as module
from ledger.standings.journal import Statement, counterparts, of_nights, statement
from ledger.standings.marks import Copied
from ledger.standings.money import LINES_A_PAGE, added_up
from ledger.standings.nights import Turned
from tests.cast import STRANGERS, an_ended_night, ids, owner_of, thursday_table
from tests.halting import Halting
from tests.old_ways import PlanRequest, settle

pytestmark = pytest.mark.django_db


def ink() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def page(group: Group, player: int, turned: Turned | None = None) -> Statement:
    found = statement(group, player, turned or Turned())
    assert found is not None
    return found


def pages_of(group: Group, player: int) -> Iterator[Statement]:
    found = page(group, player)
    yield found
    while found.older is not None:
        found = page(group, player, Turned(before=found.older))
        yield found


def as_added_up(group: Group, player: int) -> list[tuple[int, int, int]]:
    """Return number, cents and balance of each line, the latest first, from all postings."""
    rows = Posting.objects.filter(transaction__group=group, player__in=group.who.ids_of(player))
    told = list(rows.order_by("transaction__number", "pk").values_list("transaction__number", "cents"))
    balances = accumulate(cents for _, cents in told)
    return [(*line, balance) for line, balance in zip(told, balances, strict=True)][::-1]


@pytest.fixture
def group() -> Group:
    """Return a group in which Ann lent Ben a cent, two cents, … more often than a page holds."""
    made = thursday_table()
    ann, ben = ids(made, "Ann", "Ben")
    for cents in range(1, LINES_A_PAGE + 11):
        pay(made, ann, ben, cents, ink())
    return made


def test_statement_runs_across_its_pages(group: Group) -> None:
    ann, _, cleo = ids(group)[:3]
    first, second = pages_of(group, ann)
    assert [len(one.lines) for one in (first, second)] == [LINES_A_PAGE, 10]
    lines = [*reversed(first.lines + second.lines)]
    assert [line.balance for line in lines] == [n * (n + 1) // 2 for n in range(1, LINES_A_PAGE + 11)]
    assert first.cents == second.cents == lines[-1].balance
    assert (first.newer, first.older, second.newer, second.older) == (None, 11, 10, None)
    assert page(group, ann, Turned(after=10)) == first
    newest = LINES_A_PAGE + 10
    nowhere = (Turned(before=1), Turned(after=newest), Turned(after=newest + 9), Turned(before=newest + 2))
    assert [statement(group, ann, turned) for turned in nowhere] == [None] * 4
    assert page(group, cleo) == Statement(cents=0, lines=(), newer=None, older=None)
    assert statement(group, cleo, Turned(before=9)) is None


def write_something(group: Group, luck: random.Random, people: Sequence[int]) -> None:
    """Write a line of the journal, or two, about some of these people."""
    one, other = luck.sample([*people], 2)
    last = group.transactions.filter(undone_by=None, undoes=None).exclude(kind=Kind.NIGHT).last()
    match luck.randrange(4):
        case 0:
            carry(group, {one: 7, other: -7}, ink())
        case 1:
            put_in_box(group, (one,), 5, ink())
        case 2 if last is not None:
            undo(group, last.number, ink())
        case 2:
            an_ended_night(group)
        case _:
            pay(group, one, other, luck.randrange(1, 90), ink())


@pytest.mark.parametrize("seed", range(4))
def test_a_statement_is_what_all_lines_of_the_journal_add_up_to(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    luck = random.Random(seed)
    for name, value in (("NEAR", 4), ("FAR", 15), ("LINES_A_PAGE", 5)):
        monkeypatch.setattr(module, name, value)
    group = thursday_table()
    people = ids(group)
    for line in range(60):
        write_something(group, luck, people[: 3 if line > 20 else 6])
    merge_players(group, people[5], people[0], WriteContext(key=uuid.uuid4(), after=0, by=owner_of(group)))
    group.refresh_from_db()
    cents = {one.player: one.cents for one in added_up(group).players}
    assert len(cents) == 5
    for player, owed in cents.items():
        found = [*pages_of(group, player)]
        told = [(line.number, line.cents, line.balance) for one in found for line in one.lines]
        assert told == as_added_up(group, player)
        assert {one.cents for one in found} == {owed}
        for newer, older in pairwise(found):
            assert older.newer is not None
            beside = page(group, player, Turned(after=older.newer))
            # Pages that were turned to from the other side end with whole pages; the first is always full.
            assert beside.lines[-1].number > older.newer or beside == found[0]
            assert {line.number for line in newer.lines} & {line.number for line in beside.lines}


def test_a_line_of_two_who_are_one_is_never_on_two_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LINES_A_PAGE", 3)
    group = thursday_table()
    ann, ben = ids(group)[:2]
    for cents in (1, 2, 3, 4):
        pay(group, ann, ben, cents, ink())
    merge_players(group, ben, ann, WriteContext(key=uuid.uuid4(), after=0, by=owner_of(group)))
    group.refresh_from_db()
    found = [[line.number for line in one.lines] for one in pages_of(group, ann)]
    assert found == [[4, 4, 3, 3], [2, 2, 1, 1]]
    assert page(group, ann, Turned(after=2)) == page(group, ann)


def test_statement_says_of_which_night_a_line_is_and_what_was_noted_down() -> None:
    group, other = thursday_table(), thursday_table(names=STRANGERS, guest=uuid.uuid4())
    an_ended_night(group)
    session = an_ended_night(group)
    ann, cleo = ids(group, "Ann", "Cleo")
    pay(group, cleo, ann, 10, ink(), method="cash", note="at the door", session=session)
    pay(group, ann, Account.BOX, 5, ink())
    began = Session.objects.get(pk=session.pk).started_at
    lines = page(group, ann).lines
    assert [(one.night, one.night_at, one.note, one.method) for one in lines[:3]] == [
        (None, None, "", ""), (2, began, "at the door", "cash"), (2, began, "", ""),
    ]  # fmt: skip
    assert (lines[3].night, {one.is_copied for one in lines}) == (1, {False})
    assert lines[0].cents == 5
    gus, hanna = ids(other)[:2]
    pay(other, gus, hanna, 5, ink())
    assert (page(group, gus).lines, len(page(other, gus).lines)) == ((), 1)


def test_what_a_night_out_of_a_notebook_brought_has_no_note() -> None:
    group = thursday_table()
    old = [Copied(date=date(2009, 3, 2), totals={0: Fraction(3), 1: Fraction(-3)})]
    copy_notebook(group, Copying(names=("Ann", "Ben"), nights=old, owed_from=None))
    ann, ben = ids(group, "Ann", "Ben")
    session, key = group.sessions.get(), Entry.objects.get(session__group=group).key
    booking = Booking(kind=Kind.NIGHT, cents={ann: 75, ben: -75}, session=session, note="of old")
    post(group, booking, WriteContext(key=key, after=0))
    pay(group, ben, ann, 5, ink(), note="of today")
    found = [(one.is_copied, one.note, one.cents, one.night) for one in page(group, ann).lines]
    assert found == [(False, "of today", -5, None), (True, "", 75, 1)]


def test_statement_is_in_the_order_of_the_journal_though_some_lines_were_staged_before() -> None:
    group = thursday_table()
    old = [Copied(date=date(2009, 3, 2), totals={0: Fraction(3), 1: Fraction(-3)})]
    copying = Copying(names=("Ann", "Ben"), nights=old)
    work = Halting(lambda: copy_notebook(group, copying))
    work.until(lambda: work.told == (1, 1))
    ann, ben = ids(group, "Ann", "Ben")
    pay(group, ann, ben, 5, ink())
    assert [(one.number, one.balance) for one in page(group, ann).lines] == [(1, 5)]
    work.finish()
    group.refresh_from_db()
    found = [(one.number, one.cents, one.balance) for one in page(group, ann).lines]
    assert found == [(2, 75, 80), (1, 5, 5)]


def test_who_was_on_the_other_side_is_told_by_line_the_box_without_a_name() -> None:
    group, other = thursday_table(), thursday_table(names=STRANGERS, guest=uuid.uuid4())
    ann, ben, cleo = ids(group, "Ann", "Ben", "Cleo")
    gus, hanna, ivo = ids(other)[:3]
    for one, (first, second, third) in ((group, (ann, ben, cleo)), (other, (gus, hanna, ivo))):
        carry(one, {first: 30, second: -40, third: 10}, ink())
        settle(one, PlanRequest(), ink())
    pay(group, ben, ann, 5, ink())
    pay(group, ann, cleo, 6, ink())
    pay(group, ann, Account.BOX, 7, ink())
    for _ in range(3):
        pay(other, hanna, gus, 5, ink())
    assert counterparts(group, ann, [1, 2, 3, 4]) == {2: "Ben", 3: "Cleo", 4: ""}
    assert counterparts(group, ann, [3]) == {3: "Cleo"}
    assert counterparts(group, ben, [2]) == {2: "Ann"}
    assert counterparts(other, gus, [2, 3]) == {2: "Hanna", 3: "Hanna"}


def test_which_lines_a_nights_book_brought_is_known_by_their_keys() -> None:
    group = thursday_table()
    (brought,) = an_ended_night(group).transactions.values_list("key", flat=True)
    ann, ben = ids(group)[:2]
    assert of_nights([brought, pay(group, ann, ben, 5, ink()).key, uuid.uuid4()]) == {brought}
