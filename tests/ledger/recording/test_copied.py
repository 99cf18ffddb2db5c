"""A night out of an old notebook is put right, taken out and put back by new lines, and its money follows."""

import io
import json
import uuid
from collections.abc import Mapping
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.book.sheet import EntryKind, Struck
from ledger.exchange.copying import compare, copy
from ledger.exchange.group import read_group, write_group
from ledger.exchange.notebook import Preview, read_notebook
from ledger.models import Entry, Group, Session
from ledger.models.book import lines_of, sheet_of
from ledger.recording import (
    Refused,
    StaleWrite,
    amend_night,
    end_night,
    notebook,
    reopen_night,
    restore_night,
    strike_import,
    strike_night,
    tell_hand,
)
from ledger.recording.auditing import audit
from ledger.recording.journal import pay_line
from ledger.recording.writing import WriteContext
from ledger.scoring import HandRefused
from ledger.standings import nights_page
from ledger.standings.money import balances, plans
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
    standings,
    tell,
    thursday_table,
)
from tests.old_ways import PlanRequest, pay_planned, settle

pytestmark = pytest.mark.django_db
TABLE = "Date,Ann,Ben,Cleo\n2009-03-27,12,-4,-8\n2009-04-03,,5,-5\n"
KEY = uuid.UUID(int=7)
Totals = Mapping[str, int]


@pytest.fixture
def group(db: None) -> Group:
    """Points are a quarter."""
    return thursday_table()


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
    """Everybody's balance who has one."""
    return {one.name: one.cents for one in balances(group).players if one.cents}


def won(group: Group) -> dict[str, int]:
    return {one.name: int(one.points) for one in standings(group).players}


def is_clean(group: Group) -> bool:
    return [sentence(line) for line in audit([group])] == []


def test_a_night_says_where_it_came_from(group: Group) -> None:
    bring_in(group)
    night = sheet_of(first(group)).copied
    assert night is not None
    assert night.brought is not None
    assert (night.day, night.brought.key, night.brought.file) == (date(2009, 3, 27), KEY, "old.csv")
    assert timezone.now() - night.brought.at < timedelta(minutes=5)
    assert (first(group).is_copied, first(group).brought, first(group).struck) == (True, KEY, Struck.NO)
    assert not an_ended_night(group).is_copied


def test_its_money_is_booked_on_the_day_it_was_brought(group: Group) -> None:
    bring_in(group)
    assert {one.at.date() for one in group.transactions.all()} == {timezone.now().date()}


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
def test_what_is_older_was_paid_long_ago(
    group: Group, owed_from: date | None, wanted: Mapping[str, int]
) -> None:
    bring_in(group, owed_from=owed_from)
    assert owed(group) == wanted
    assert won(group) == {"Ann": 12, "Ben": 1, "Cleo": -13}
    assert is_clean(group)


def test_night_paid_long_ago_keeps_its_stake_and_is_owed_by_nobody(group: Group) -> None:
    bring_in(group, owed_from=None)
    night = first(group)
    group.stake_cents = 0
    group.save()
    amend(night, Ann=12, Ben=-5, Cleo=-7)
    strike_night(night, context(night))
    restore_night(night, context(night))
    for one in (group, moved_to_another_machine(group)):
        sheet = sheet_of(first(one))
        ending = sheet.ending
        assert ending is not None
        assert sheet.stake_cents == 25
        assert [ending.cents[player] for player in ids(one, "Ann", "Ben", "Cleo")] == [300, -125, -175]
        assert owed(one) == {}
        assert not one.transactions.exists()
        assert is_clean(one)


def test_other_totals_move_points_and_money(group: Group) -> None:
    bring_in(group)
    amend(first(group), Ann=12, Ben=-5, Cleo=-7)
    assert won(group) == {"Ann": 12, "Ben": 0, "Cleo": -12}
    assert owed(group) == {"Ann": 300, "Cleo": -300}
    assert is_clean(group)


def test_somebody_else_played_than_was_written_down(group: Group) -> None:
    bring_in(group)
    amend(first(group), Ann=12, Dave=-4, Cleo=-8)
    assert won(group) == {"Ann": 12, "Ben": 5, "Cleo": -13, "Dave": -4}
    assert owed(group) == {"Ann": 300, "Ben": 125, "Cleo": -325, "Dave": -100}
    assert is_clean(group)


def test_it_was_another_day(group: Group) -> None:
    bring_in(group)
    session = first(group)
    amend(session, date(2009, 5, 1), Ann=12, Ben=-4, Cleo=-8)
    session.refresh_from_db()
    assert timezone.localdate(session.started_at) == date(2009, 5, 1)
    assert [timezone.localdate(one.started_at) for one in nights_page(group).nights] == [
        date(2009, 5, 1),
        date(2009, 4, 3),
    ]
    assert [one.night for one in by_nights(group)] == [2, 1]
    assert is_clean(group)


def test_nothing_is_rewritten(group: Group) -> None:
    bring_in(group)
    session = first(group)
    before = list(Entry.objects.values_list("pk", "facts"))
    journal = list(group.transactions.values_list("pk", "number", "lines"))
    amend(session, Ann=12, Ben=-5, Cleo=-7)
    strike_night(session, context(session))
    assert [line.kind for line in lines_of(session)] == ["notebook", "amended", "struck"]
    assert list(Entry.objects.order_by("pk").values_list("pk", "facts"))[: len(before)] == before
    lines = list(group.transactions.order_by("number").values_list("pk", "number", "lines"))
    assert lines[: len(journal)] == journal
    assert len(lines) == len(journal) + 2


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ({"Ann": 12, "Ben": -4, "Cleo": -7}, "These totals add up to 1, not to 0."),
        ({"Ann": 0}, "At least two have to play."),
        ({}, "At least two have to play."),
        ({"Ann": 12, "Ben": -4, "Cleo": -8}, "It says that already."),
    ],
)
def test_totals_that_will_not_do_are_refused(group: Group, points: Totals, words: str) -> None:
    bring_in(group)
    before = Entry.objects.count()
    with pytest.raises(HandRefused) as refused:
        amend(first(group), date(2009, 3, 27), **points)
    assert sentence(refused.value).startswith(words)
    assert Entry.objects.count() == before


def test_points_that_the_book_cannot_hold_are_refused(group: Group) -> None:
    bring_in(group)
    ann, ben = ids(group, "Ann", "Ben")
    fine = {ann: Fraction(1, 11), ben: Fraction(-1, 11)}
    with pytest.raises(Refused, match="too_fine"):
        amend_night(first(group), date(2009, 3, 27), fine, context(first(group)))


def test_people_of_another_group_did_not_play(group: Group) -> None:
    bring_in(group)
    (zoe,) = ids(thursday_table(name="Other", names=["Zoe"], guest=uuid.uuid4()), "Zoe")
    (ann,) = ids(group, "Ann")
    said = {ann: Fraction(1), zoe: Fraction(-1)}
    with pytest.raises(Refused, match="no_such_player"):
        amend_night(first(group), date(2009, 3, 27), said, context(first(group)))


def test_a_night_that_is_taken_out_counts_nowhere(group: Group) -> None:
    bring_in(group)
    session = first(group)
    strike_night(session, context(session))
    assert won(group) == {"Ben": 5, "Cleo": -5}
    assert owed(group) == {"Ben": 125, "Cleo": -125}
    assert [one.number for one in nights_page(group).nights] == [2]
    assert is_clean(group)
    with pytest.raises(Refused, match="struck"):
        strike_night(session, context(session))


def test_a_night_is_put_back_as_it_was_said_last(group: Group) -> None:
    bring_in(group)
    session = first(group)
    with pytest.raises(Refused, match="not_struck"):
        restore_night(session, context(session))
    amend(session, Ann=12, Ben=-5, Cleo=-7)
    strike_night(session, context(session))
    restore_night(session, context(session))
    assert won(group) == {"Ann": 12, "Ben": 0, "Cleo": -12}
    assert owed(group) == {"Ann": 300, "Cleo": -300}
    assert is_clean(group)


def test_a_whole_import_is_undone_and_other_nights_stay(group: Group) -> None:
    night = an_ended_night(group)
    bring_in(group, "Date,Ann,Ben\n2008-01-04,1,-1\n", key=uuid.UUID(int=8))
    before = won(group), owed(group)
    bring_in(group)
    session = group.sessions.get(number=3)
    amend(session, Ann=12, Ben=-5, Cleo=-7)
    strike_night(group.sessions.get(number=4), context(group.sessions.get(number=4)))
    assert strike_import(group, KEY, owner_of(group)) == 2
    assert (won(group), owed(group)) == before
    assert {one.number for one in nights_page(group).nights} == {night.number, 2}
    assert set(group.sessions.filter(brought=KEY).values_list("struck", flat=True)) == {Struck.WITH_ALL}
    assert strike_import(group, KEY, owner_of(group)) == 0
    assert is_clean(group)


def test_what_was_undone_can_be_brought_again(group: Group) -> None:
    bring_in(group)
    before = won(group), owed(group)
    assert bring_in(group) == 0
    strike_import(group, KEY, owner_of(group))
    assert compare(group, preview()).new == 2
    assert bring_in(group, key=uuid.UUID(int=9)) == 2
    assert (won(group), owed(group)) == before
    assert is_clean(group)


def test_a_night_that_was_corrected_or_taken_out_by_hand_is_not_brought_again(group: Group) -> None:
    bring_in(group)
    amend(first(group), date(2009, 6, 1), Ann=12, Ben=-5, Cleo=-7)
    strike_night(first(group), context(first(group)))
    found = compare(group, preview())
    assert (found.new, found.there, found.struck) == (0, 1, 1)
    assert bring_in(group) == 0
    corrected = "Date,Ann,Ben,Cleo\n2009-06-01,12,-5,-7\n"
    assert compare(group, preview(corrected)).there == 1


def test_two_alike_on_one_date_are_two_only_if_the_book_has_fewer(group: Group) -> None:
    table = "Date,Ann,Ben\n2009-03-27,1,-1\n2009-03-27,2,-2\n"
    bring_in(group, table)
    amend_night(first(group), date(2009, 3, 27), totals(group, Ann=2, Ben=-2), context(first(group)))
    assert compare(group, preview(table)).new == 0
    assert compare(group, preview("Date,Ann,Ben\n2009-03-27,2,-2\n2009-03-27,2,-2\n")).new == 0


def test_sent_twice_it_is_written_once(group: Group) -> None:
    bring_in(group)
    session = first(group)
    same = context(session)
    said = totals(group, Ann=12, Ben=-5, Cleo=-7)
    for _ in range(2):
        amend_night(session, date(2009, 3, 27), said, same)
    twice = context(session)
    for _ in range(2):
        strike_night(session, twice)
    again = context(session)
    for _ in range(2):
        restore_night(session, again)
    assert [line.kind for line in lines_of(session)] == ["notebook", "amended", "struck", "amended"]
    assert is_clean(group)


def test_who_saw_an_older_page_writes_nothing(group: Group) -> None:
    bring_in(group)
    session = first(group)
    seen = context(session)
    strike_night(session, context(session))
    with pytest.raises(StaleWrite):
        amend_night(session, date(2009, 3, 27), totals(group, Ann=1, Ben=-1), seen)
    with pytest.raises(StaleWrite):
        strike_night(session, seen)


def test_a_night_that_was_played_is_no_copied_one(group: Group) -> None:
    session = an_ended_night(group)
    for write in (strike_night, restore_night):
        with pytest.raises(Refused, match="not_copied"):
            write(session, context(session))
    with pytest.raises(Refused, match="not_copied"):
        amend(session, Ann=1, Ben=-1)


def test_it_is_never_opened_again_nor_played_on(group: Group) -> None:
    bring_in(group)
    session, tonight = first(group), a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    with pytest.raises(Refused, match="only_totals"):
        reopen_night(session, context(session))
    with pytest.raises(Refused, match="only_totals"):
        tell_hand(session, hand(tonight, "Ann", "Ben"), context(session))
    with pytest.raises(Refused, match="only_totals"):
        end_night(session, context(session))


def test_one_that_was_opened_again_by_an_older_version_is_put_right_all_the_same(group: Group) -> None:
    bring_in(group)
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
    bring_in(group)
    session = first(group)
    ann, cleo = ids(group, "Ann", "Cleo")
    pay_line(group, (cleo, ann), 200, context(session), session=session)
    assert owed(group) == {"Ann": 100, "Ben": 25, "Cleo": -125}
    strike_night(session, context(session))
    assert owed(group) == {"Ann": -200, "Ben": 125, "Cleo": 75}
    assert is_clean(group)


def test_when_its_money_was_settled_whoever_paid_is_owed_it_back(group: Group) -> None:
    bring_in(group)
    plan = settle(group, PlanRequest(), WriteContext(key=uuid.uuid4(), after=0))
    for payment in plan.payments.all():
        pay_planned(payment, payment.cents, WriteContext(key=uuid.uuid4(), after=0))
    assert owed(group) == {}
    strike_import(group, KEY, owner_of(group))
    assert owed(group) == {"Ann": -300, "Ben": -25, "Cleo": 325}
    assert sum(owed(group).values()) == 0
    assert all(one.paid == one.cents for one in plans(group)[0].payments)
    settle(group, PlanRequest(), WriteContext(key=uuid.uuid4(), after=0))
    assert is_clean(group)


def test_a_real_night_goes_on_while_an_import_is_undone(group: Group) -> None:
    bring_in(group)
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
    assert set(owed(group)) == {"Ann", "Ben", "Cleo", "Dave", "Edith"}
    assert sum(owed(group).values()) == 0
    assert is_clean(group)


def test_stopped_in_between_it_goes_on_with_the_rest(group: Group) -> None:
    bring_in(group)
    turns = Turns(partial(strike_import, group, KEY, owner_of(group)))
    turns.step()
    turns.step()
    turns.close()
    assert [one.number for one in nights_page(group).nights] == [2]
    assert is_clean(group)
    assert strike_import(group, KEY, owner_of(group)) == 1
    assert list(nights_page(group).nights) == []


def test_a_correction_costs_the_same_however_many_nights_there_are(group: Group) -> None:
    counts = []
    for many in (2, 40):
        table = "Date,Ann,Ben\n" + "".join(
            f"{date(2000 + many, 1, 1) + timedelta(days=day)},{day + 1},{-day - 1}\n" for day in range(many)
        )
        bring_in(group, table, key=uuid.uuid4())
        nights_then = group.sessions.filter(started_at__year=2000 + many)
        session = nights_then.order_by("started_at").first()
        assert session is not None
        sheet_of(session)
        with CaptureQueriesContext(connection) as queries:
            amend(session, date(2000 + many, 1, 2), Ann=500, Ben=-500)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_no_night_is_corrected_for_ever(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "MOST_CORRECTIONS", 2)
    bring_in(group)
    session = first(group)
    amend(session, Ann=1, Ben=-1)
    amend(session, Ann=2, Ben=-2)
    with pytest.raises(Refused, match=r"full\.corrections"):
        amend(session, Ann=3, Ben=-3)


def exported(group: Group) -> bytes:
    file = io.BytesIO()
    write_group(group, file)
    return file.getvalue()


def moved_to_another_machine(group: Group, said: Any = None) -> Group:
    """The group out of its file, beside the one it was, which loses its keys."""
    text = exported(group).decode() if said is None else json.dumps(said)
    keys = sorted({*Entry.objects.values_list("key", flat=True), group.key})
    keys += [*group.sessions.values_list("key", flat=True), *group.transactions.values_list("key", flat=True)]
    for key in keys:
        text = text.replace(str(key), str(uuid.uuid5(key, "elsewhere")))
    return read_group(io.BytesIO(text.encode())).group


def test_an_exported_group_comes_in_with_what_was_put_right(group: Group) -> None:
    bring_in(group)
    bring_in(group, "Date,Ann,Ben\n2008-01-04,1,-1\n2008-01-11,2,-2\n", key=uuid.UUID(int=8))
    amend(group.sessions.get(number=1), date(2009, 5, 1), Ann=12, Ben=-5, Cleo=-7)
    strike_night(group.sessions.get(number=2), context(group.sessions.get(number=2)))
    strike_import(group, uuid.UUID(int=8), owner_of(group))
    there = moved_to_another_machine(group)
    assert (won(there), owed(there)) == (won(group), owed(group))
    rows = [("number", "started_at", "is_copied", "brought", "struck")]
    said = [list(one.sessions.order_by("number").values_list(*rows[0])) for one in (group, there)]
    assert said[0] == said[1]
    assert is_clean(there)
    assert strike_import(there, KEY, None) == 2
    assert is_clean(there)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("brought", {"key": "no key", "file": "a.csv", "at": "2026-01-01T00:00:00+00:00"}),
        ("brought", {"key": str(KEY), "file": "a" * 121, "at": "2026-01-01T00:00:00+00:00"}),
        ("brought", {"key": str(KEY), "file": "a.csv", "at": "yesterday"}),
        ("brought", {"key": str(KEY), "file": "a.csv", "at": "2026-01-01T00:00:00"}),
        ("brought", "old.csv"),
        ("date", "2009-02-30"),
    ],
)
def test_a_file_that_says_nonsense_of_where_a_night_came_from_is_refused(
    group: Group, name: str, value: Any
) -> None:
    bring_in(group)
    said = json.loads(exported(group))
    said["sessions"][0]["entries"][0]["facts"][name] = value
    with pytest.raises(HandRefused):
        moved_to_another_machine(group, said)


def test_a_file_in_which_a_struck_night_still_brings_money_is_refused(group: Group) -> None:
    bring_in(group)
    strike_night(first(group), context(first(group)))
    said = json.loads(exported(group))
    struck = said["sessions"][0]["entries"][1]["facts"]
    assert struck["cents"] == {}
    struck["cents"] = said["sessions"][0]["entries"][0]["facts"]["cents"]
    with pytest.raises(HandRefused):
        moved_to_another_machine(group, said)


def test_the_audit_sees_a_row_that_says_something_else(group: Group) -> None:
    bring_in(group)
    Session.objects.filter(pk=first(group).pk).update(struck=Struck.ALONE)
    (line,) = audit([group])
    assert "of where the night came from it says" in sentence(line)


def test_a_copy_without_a_key_gets_one_of_its_own(group: Group) -> None:
    assert copy(group, preview()) == 2
    assert group.sessions.exclude(brought=None).values_list("brought").distinct().count() == 1
