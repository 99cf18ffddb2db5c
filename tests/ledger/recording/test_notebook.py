"""Nights of a notebook are all written or none; new lines correct, strike and restore them."""

import io
import json
import uuid
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger import limits
from ledger.book.sheet import EntryKind, Struck
from ledger.exchange.copying import check_may_be_copied, compare, copy
from ledger.exchange.group import read_group, write_group
from ledger.exchange.preview import NightRow, Preview
from ledger.models import Entry, Group, NightPlayer, Player, Posting, Session, Transaction
from ledger.models.book import sheet_of
from ledger.recording import (
    Refused,
    WriteContext,
    add_player,
    amend_night,
    end_night,
    reopen_night,
    restore_night,
    strike_import,
    strike_night,
    tell_hand,
)
from ledger.recording import notebook as pen_of_the_notebook
from ledger.recording.auditing import audit
from ledger.recording.journal import pay, pay_line
from ledger.scoring import HandRefused
from ledger.standings import nights_page
from ledger.standings.money import balances, plans
from ledger.steps import heard_by
from scorekeeper.tasks.turns import Turns
from scorekeeper.text.refusals import sentence
from tests.cast import (
    a_night,
    an_ended_night,
    by_nights,
    context,
    hand,
    ids,
    owner_of,
    player,
    standings,
    tell,
    thursday_table,
)
from tests.halting import Halting
from tests.notebooks import read_notebook
from tests.old_ways import PlanRequest, pay_planned, settle

pytestmark = pytest.mark.django_db
FIRST = date(2009, 1, 2)


@pytest.fixture
def thursday(db: None) -> Group:
    return thursday_table()


def notebook(nights: int, names: str = "Ann Ben Gus", *, first: date = FIRST) -> Preview:
    """Return a notebook of nights a week apart, won by the first of the names."""
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
    """Return how many rows there are, hidden groups included."""
    tables = (Session, Player, Entry, NightPlayer, Transaction, Posting)
    return (*(one.objects.count() for one in tables), Group.every.count())


def counts(group: Group) -> tuple[int, int, int]:
    """Return how many nights, players and lines of its journal the group has."""
    return group.sessions.count(), group.players.count(), group.transactions.count()


def is_whole(group: Group) -> bool:
    """Check that no hidden group is left, and that the auditor finds nothing."""
    return Group.every.count() == 1 and list(audit([group])) == []


def test_nobody_sees_a_night_before_all_are_there(thursday: Group) -> None:
    before, seen = counts(thursday), []

    def look(done: int, of: int) -> None:
        seen.append(counts(thursday))
        assert not connection.savepoint_ids

    with heard_by(look):
        copy(thursday, notebook(40), by=owner_of(thursday))
    assert len(seen) >= 1 + 40 // pen_of_the_notebook.AT_ONCE
    assert set(seen) == {before}
    assert counts(thursday) == (40, 7, 40)
    for rows in (thursday.sessions, thursday.transactions):
        assert sorted(rows.values_list("number", flat=True)) == list(range(1, 41))
    assert is_whole(thursday)


def test_it_is_said_how_far_it_is_and_all_nights_have_one_key(thursday: Group) -> None:
    said: list[tuple[int, int]] = []
    with heard_by(lambda done, of: said.append((done, of))):
        assert copy(thursday, notebook(40)) == 40
    assert (said[0], said[-1], said) == ((0, 40), (40, 40), sorted(said))
    assert thursday.sessions.exclude(brought=None).values_list("brought").distinct().count() == 1


def test_nights_and_lines_follow_those_that_are_there(thursday: Group) -> None:
    an_ended_night(thursday)
    assert copy(thursday, notebook(3)) == 3
    assert set(thursday.sessions.values_list("number", flat=True)) == {1, 2, 3, 4}
    assert set(thursday.transactions.values_list("number", flat=True)) == {1, 2, 3, 4}
    assert thursday.sessions.get(started_at__date=FIRST).number == 2
    assert is_whole(thursday)


def at_the_end(
    group: Group, preview: Preview, began: Callable[[Group], object] = lambda hidden: None
) -> Halting[int]:
    """Return the work of copying, when all is staged and only its last part is left."""
    work = Halting(lambda: copy(group, preview, began=began))
    of = len(preview.nights)
    work.until(lambda: work.told == (of, of))
    return work


def test_what_is_written_meanwhile_stays_and_the_nights_follow_it(thursday: Group) -> None:
    work = at_the_end(thursday, notebook(50))
    night = an_ended_night(thursday)
    pay(
        thursday,
        player(thursday, "Ann").pk,
        player(thursday, "Ben").pk,
        100,
        WriteContext(key=uuid.uuid4(), after=0),
    )
    assert work.finish() == 50
    assert (night.number, counts(thursday)) == (1, (51, 7, 52))
    assert is_whole(thursday)


@pytest.mark.parametrize("other", [50, 20])
def test_two_imports_of_one_notebook_write_it_once(thursday: Group, other: int) -> None:
    began: list[Group] = []
    work = at_the_end(thursday, notebook(50), began.append)
    assert copy(thursday, notebook(other)) == other
    assert work.finish() == 50 - other
    assert counts(thursday) == (50, 7, 50)
    assert len(began) == (1 if other == 50 else 2)
    assert is_whole(thursday)


def test_whoever_is_added_meanwhile_is_the_one_in_the_notebook(thursday: Group) -> None:
    work = at_the_end(thursday, notebook(5))
    gus = add_player(thursday, "gus")
    assert work.finish() == 5
    assert (thursday.players.count(), gus.nights.count()) == (7, 5)
    assert is_whole(thursday)


def test_what_fails_on_its_way_leaves_nothing(thursday: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    before = whole_books()
    work = at_the_end(thursday, notebook(50))
    assert whole_books() != before
    monkeypatch.setattr(limits, "MOST_NIGHTS", 49)
    with pytest.raises(Refused, match=r"full\.nights \{'most': 49\}"):
        work.finish()
    assert whole_books() == before


def test_a_group_that_went_away_meanwhile_takes_nothing(thursday: Group) -> None:
    work = at_the_end(thursday, notebook(5))
    Group.objects.filter(pk=thursday.pk).update(leaves_at=timezone.now())
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
    thursday: Group, monkeypatch: pytest.MonkeyPatch, limit: str, most: int, words: str
) -> None:
    monkeypatch.setattr(limits, limit, most)
    before = whole_books()
    for write in (check_may_be_copied, copy):
        with pytest.raises(Refused) as refused:
            write(thursday, notebook(6, "Ann Hal Gus"))
        assert sentence(refused.value).startswith(words)
    with pytest.raises(Refused, match="long_name"):
        copy(thursday, notebook(3, f"Ann Ben {'x' * 41}"))
    assert whole_books() == before
    assert copy(thursday, notebook(5)) == 5


def test_handing_over_takes_as_many_queries_for_two_months_as_for_many() -> None:
    asked = set()
    for nights in (8, 80):
        work = at_the_end(thursday_table(), notebook(nights, "Ann Ben Cleo"))
        with CaptureQueriesContext(connection) as queries:
            work.finish()
        asked.add(len(queries))
    assert len(asked) == 1


TABLE = "Date,Ann,Ben,Cleo\n2009-03-27,12,-4,-8\n2009-04-03,,5,-5\n"
KEY = uuid.UUID(int=7)


@pytest.fixture
def group() -> Group:
    """Return a group whose points are a quarter, with two nights of 2009 out of a notebook."""
    made = thursday_table()
    bring_in(made)
    return made


def preview(table: str = TABLE) -> Preview:
    return read_notebook("old.csv", table)


def bring_in(group: Group, table: str = TABLE, key: uuid.UUID = KEY, **more: Any) -> int:
    return copy(group, preview(table), by=owner_of(group), key=key, **more)


def first(group: Group) -> Session:
    return group.sessions.order_by("started_at").select_related("group")[0]


def totals(group: Group, **points: int) -> dict[int, Fraction]:
    return {ids(group, name)[0]: Fraction(worth) for name, worth in points.items()}


def amend(session: Session, day: date = date(2009, 3, 27), **points: int) -> Any:
    return amend_night(session, day, totals(session.group, **points), context(session))


def owed(group: Group) -> dict[str, int]:
    """Return balances other than zero, by name."""
    return {one.name: one.cents for one in balances(group).players if one.cents}


def won(group: Group) -> dict[str, int]:
    return {one.name: int(one.points) for one in standings(group)}


def is_clean(group: Group) -> bool:
    return list(audit([group])) == []


def strike(session: Session) -> None:
    strike_night(session, context(session))


def test_a_night_says_where_it_came_from_and_its_money_is_booked_today(group: Group) -> None:
    night, now = sheet_of(first(group)).copied, timezone.now()
    assert night is not None
    assert night.brought is not None
    assert (night.day, night.brought.key, night.brought.file) == (date(2009, 3, 27), KEY, "old.csv")
    assert now - night.brought.at < timedelta(minutes=5)
    assert (first(group).is_copied, first(group).brought, first(group).struck) == (True, KEY, Struck.NO)
    assert {one.at.date() for one in group.transactions.all()} == {now.date()}
    assert not an_ended_night(group).is_copied


@pytest.mark.parametrize(
    ("owed_from", "wanted"),
    [
        (date.min, {"Ann": 300, "Ben": 25, "Cleo": -325}),
        (date(2009, 4, 1), {"Ben": 125, "Cleo": -125}),
        (date(2009, 4, 3), {"Ben": 125, "Cleo": -125}),
        (date(2009, 4, 4), {}),
        (None, {}),
    ],
)
def test_nights_before_a_day_were_paid_long_ago(owed_from: date | None, wanted: Mapping[str, int]) -> None:
    group = thursday_table()
    bring_in(group, owed_from=owed_from)
    assert owed(group) == wanted
    assert won(group) == {"Ann": 12, "Ben": 1, "Cleo": -13}
    assert is_clean(group)


def test_night_paid_long_ago_keeps_its_stake_and_is_owed_by_nobody() -> None:
    group = thursday_table()
    bring_in(group, owed_from=None)
    night = first(group)
    group.stake_cents = 0
    group.save()
    amend(night, Ann=12, Ben=-5, Cleo=-7)
    strike(night)
    restore_night(night, context(night))
    for one in (group, moved_to_another_machine(group)):
        sheet = sheet_of(first(one))
        assert sheet.ending is not None
        assert sheet.stake_cents == 25
        assert [sheet.ending.cents[who] for who in ids(one, "Ann", "Ben", "Cleo")] == [300, -125, -175]
        assert (owed(one), one.transactions.exists(), is_clean(one)) == ({}, False, True)


def test_a_night_moves_to_another_day(group: Group) -> None:
    amend(first(group), date(2009, 5, 1), Ann=12, Ben=-4, Cleo=-8)
    days = [timezone.localdate(one.started_at) for one in nights_page(group).nights]
    assert days == [date(2009, 5, 1), date(2009, 4, 3)]
    assert [one.number for one in by_nights(group)] == [2, 1]
    assert is_clean(group)


def test_points_too_fine_and_people_of_another_group_are_refused(group: Group) -> None:
    ann, ben = ids(group, "Ann", "Ben")
    (zoe,) = ids(thursday_table(name="Other", names=["Zoe"], guest=uuid.uuid4()), "Zoe")
    for other, points, code in ((ben, Fraction(1, 11), "too_fine"), (zoe, Fraction(1), "no_such_player")):
        with pytest.raises(Refused, match=code):
            amend_night(first(group), date(2009, 3, 27), {ann: points, other: -points}, context(first(group)))


def test_a_whole_import_is_undone_and_other_nights_stay_and_it_comes_in_again() -> None:
    group = thursday_table()
    night = an_ended_night(group)
    bring_in(group, "Date,Ann,Ben\n2008-01-04,1,-1\n", key=uuid.UUID(int=8))
    before = won(group), owed(group)
    bring_in(group)
    with_all = won(group), owed(group)
    assert bring_in(group) == 0
    amend(group.sessions.get(number=3), Ann=12, Ben=-5, Cleo=-7)
    strike(group.sessions.get(number=4))
    assert strike_import(group, KEY, owner_of(group)) == 2
    assert (won(group), owed(group)) == before
    assert {one.number for one in nights_page(group).nights} == {night.number, 2}
    assert set(group.sessions.filter(brought=KEY).values_list("struck", flat=True)) == {Struck.WITH_ALL}
    assert strike_import(group, KEY, owner_of(group)) == 0
    assert compare(group, preview()).new == 2
    assert bring_in(group, key=uuid.UUID(int=9)) == 2
    assert (won(group), owed(group)) == with_all
    assert is_clean(group)


def test_a_night_is_either_played_hand_by_hand_or_copied(group: Group) -> None:
    played, copied = an_ended_night(group), first(group)
    told = hand(a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith"), "Ann", "Ben")
    writes: tuple[tuple[Callable[[], object], str], ...] = (
        (lambda: strike(played), "not_copied"),
        (lambda: restore_night(played, context(played)), "not_copied"),
        (lambda: amend(played, Ann=1, Ben=-1), "not_copied"),
        (lambda: reopen_night(copied, context(copied)), "only_totals"),
        (lambda: tell_hand(copied, told, context(copied)), "only_totals"),
        (lambda: end_night(copied, context(copied)), "only_totals"),
    )
    for write, code in writes:
        with pytest.raises(Refused, match=code):
            write()


def test_one_that_was_opened_again_by_an_older_version_is_put_right_all_the_same(group: Group) -> None:
    session = first(group)
    line = {"kind": EntryKind.REOPENED, "facts": {}, "key": uuid.uuid4(), "at": timezone.now()}
    Entry.objects.create(session=session, number=2, **line)
    session.ended_at = None
    session.save()
    assert sheet_of(session).copied is not None
    amend(session, Ann=12, Ben=-5, Cleo=-7)
    session.refresh_from_db()
    assert session.ended_at is not None
    assert is_clean(group)


def test_a_payment_that_was_made_is_given_back_when_the_night_goes(group: Group) -> None:
    session, (ann, cleo) = first(group), ids(group, "Ann", "Cleo")
    pay_line(group, (cleo, ann), 200, context(session), session=session)
    assert owed(group) == {"Ann": 100, "Ben": 25, "Cleo": -125}
    strike(session)
    assert owed(group) == {"Ann": -200, "Ben": 125, "Cleo": 75}
    assert is_clean(group)


def test_when_its_money_was_settled_whoever_paid_is_owed_it_back(group: Group) -> None:
    plan = settle(group, PlanRequest(), WriteContext(key=uuid.uuid4(), after=0))
    for payment in plan.payments.all():
        pay_planned(payment, payment.cents, WriteContext(key=uuid.uuid4(), after=0))
    assert owed(group) == {}
    strike_import(group, KEY, owner_of(group))
    assert owed(group) == {"Ann": -300, "Ben": -25, "Cleo": 325}
    assert all(one.paid == one.cents for one in plans(group)[0].payments)
    settle(group, PlanRequest(), WriteContext(key=uuid.uuid4(), after=0))
    assert is_clean(group)


def test_a_real_night_goes_on_while_an_import_is_undone(group: Group) -> None:
    tonight = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    struck: list[int] = []
    turns = Turns(lambda: struck.append(strike_import(group, KEY, owner_of(group))))
    turns.step()
    tell(tonight, "Ann", "Ben")
    turns.step()
    end_night(tonight, context(tonight))
    list(iter(turns.step, False))
    assert struck == [2]
    assert [one.number for one in nights_page(group).nights] == [tonight.number]
    assert owed(group) == {"Ann": 50, "Ben": 25, "Cleo": -25, "Dave": -25, "Edith": -25}
    assert is_clean(group)


def test_stopped_in_between_it_goes_on_with_the_rest(group: Group) -> None:
    turns = Turns(partial(strike_import, group, KEY, owner_of(group)))
    turns.step()
    turns.step()
    turns.close()
    assert [one.number for one in nights_page(group).nights] == [2]
    assert is_clean(group)
    assert strike_import(group, KEY, owner_of(group)) == 1
    assert list(nights_page(group).nights) == []


def test_a_correction_costs_the_same_however_many_nights_there_are() -> None:
    group, counts = thursday_table(), set()
    for many in (2, 40):
        days = [date(2000 + many, 1, 1) + timedelta(days=day) for day in range(many)]
        rows = "".join(f"{day},{place},-{place}\n" for place, day in enumerate(days, 1))
        bring_in(group, f"Date,Ann,Ben\n{rows}", key=uuid.uuid4())
        session = group.sessions.filter(started_at__year=2000 + many).earliest("started_at")
        sheet_of(session)
        with CaptureQueriesContext(connection) as queries:
            amend(session, days[1], Ann=500, Ben=-500)
        counts.add(len(queries))
    assert len(counts) == 1


def test_no_night_is_corrected_for_ever(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pen_of_the_notebook, "MOST_CORRECTIONS", 2)
    for points in (1, 2):
        amend(first(group), Ann=points, Ben=-points)
    with pytest.raises(Refused, match=r"full\.corrections"):
        amend(first(group), Ann=3, Ben=-3)


def exported(group: Group) -> bytes:
    file = io.BytesIO()
    write_group(group, file)
    return file.getvalue()


def moved_to_another_machine(group: Group, said: Any = None) -> Group:
    """Import the group's file beside the group itself, under other keys."""
    text = exported(group).decode() if said is None else json.dumps(said)
    keys = {*Entry.objects.values_list("key", flat=True), group.key}
    keys |= {*group.sessions.values_list("key", flat=True), *group.transactions.values_list("key", flat=True)}
    for key in sorted(keys):
        text = text.replace(str(key), str(uuid.uuid5(key, "elsewhere")))
    return read_group(io.BytesIO(text.encode())).group


def test_an_exported_group_comes_in_with_what_was_put_right(group: Group) -> None:
    bring_in(group, "Date,Ann,Ben\n2008-01-04,1,-1\n2008-01-11,2,-2\n", key=uuid.UUID(int=8))
    amend(group.sessions.get(number=1), date(2009, 5, 1), Ann=12, Ben=-5, Cleo=-7)
    strike(group.sessions.get(number=2))
    strike_import(group, uuid.UUID(int=8), owner_of(group))
    there = moved_to_another_machine(group)
    assert (won(there), owed(there)) == (won(group), owed(group))
    here, copied = (
        list(
            one.sessions.order_by("number").values_list(
                "number", "started_at", "is_copied", "brought", "struck"
            )
        )
        for one in (group, there)
    )
    assert copied == here
    assert is_clean(there)
    assert strike_import(there, KEY, None) == 2
    assert is_clean(there)


def test_a_file_that_says_nonsense_of_where_a_night_came_from_is_refused(group: Group) -> None:
    whole = exported(group)
    brought = {"key": str(KEY), "file": "a.csv", "at": "2026-01-01T00:00:00+00:00"}
    for name, value in (
        ("brought", brought | {"key": "no key"}),
        ("brought", brought | {"file": "a" * 121}),
        ("brought", brought | {"at": "yesterday"}),
        ("brought", brought | {"at": "2026-01-01T00:00:00"}),
        ("brought", "old.csv"),
        ("date", "2009-02-30"),
    ):
        said = json.loads(whole)
        said["sessions"][0]["entries"][0]["facts"][name] = value
        with pytest.raises(HandRefused):
            moved_to_another_machine(group, said)


def test_a_file_in_which_a_struck_night_still_brings_money_is_refused(group: Group) -> None:
    strike(first(group))
    said = json.loads(exported(group))
    whole, struck = (line["facts"] for line in said["sessions"][0]["entries"])
    assert struck["cents"] == {}
    struck["cents"] = whole["cents"]
    with pytest.raises(HandRefused):
        moved_to_another_machine(group, said)


def test_the_audit_sees_a_row_that_says_something_else(group: Group) -> None:
    Session.objects.filter(pk=first(group).pk).update(struck=Struck.ALONE)
    (line,) = audit([group])
    assert "of where the night came from it says" in sentence(line)
