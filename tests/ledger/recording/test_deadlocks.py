"""Many write of one group at once on PostgreSQL: never in a circle of waiting, and each is counted once."""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from threading import Barrier, Event
from time import monotonic, sleep
from typing import Any

import pytest
from django.db import connection, transaction

from ledger.models import Group, Membership, Player, Role, Session, Transaction
from ledger.models.book import sheet_of
from ledger.models.news import PARTS_OF_NEWS
from ledger.recording import (
    NewLink,
    Secret,
    StaleWrite,
    WriteContext,
    change_guest,
    claim_player,
    correct_hand,
    digest_of,
    end_night,
    forget_name,
    let_in,
    make_link,
    merge_players,
    newest_change,
    play_for,
    remove_member,
    rename_player,
    reopen_night,
    unmerge_players,
    write_rules,
)
from ledger.recording.auditing import audit
from ledger.recording.journal import pay_line, put_in_box, undo
from ledger.scoring import HandRefused
from ledger.standings.merging import newest_merge
from ledger.standings.money import open_list
from tests.cast import NAMES, OWNER, a_night, context, hand, ids, owner_of, player, tell, thursday_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer"),
]

TELLERS, HANDS, TURNS = 4, 20, 12
WRITERS, TRANSACTIONS, READERS = 6, 40, 2
PATIENCE = 300
LOCKS = re.compile(
    r'FROM "ledger_(\w+)".* FOR (?:NO KEY )?UPDATE|^UPDATE "ledger_(group|session)"', re.DOTALL
)
ORDER = ("group", "session", "accesslink", "membership")
"""The order of docs/architecture.md, “Storage”."""


def pen(group: Group, *, after: int = 0) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=after, by=owner_of(group))


@dataclass(kw_only=True)
class Locked:
    """Keep the tables whose rows a deed locked, in its order, and note which were out of order."""

    tables: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def watch(self, execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        """Note a statement; Django hands each of them to this."""
        if not connection.in_atomic_block:
            self.tables.clear()
        elif (found := LOCKS.search(sql)) is not None:
            table = found[1] or found[2]
            if table in ORDER and table not in self.tables:
                if any(ORDER.index(one) > ORDER.index(table) for one in self.tables):
                    self.faults.append(f"{table} after {', '.join(self.tables)}")
                self.tables.append(table)
        return execute(sql, *arguments)


@dataclass(kw_only=True)
class Crowd:
    """Write in many threads, each over a connection of its own."""

    group: int
    nights: tuple[int, ...]
    writers: list[int] = field(default_factory=list)
    written: int = 0
    troubles: list[str] = field(default_factory=list)

    def run(self, start: Barrier, deeds: Callable[[Random, Group], Iterator[Callable[[], object]]]) -> None:
        """Do the deeds one after the other; what cannot be is refused, and the next one follows."""
        locked = Locked()
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                self.writers.append(cursor.fetchone()[0])
            group = Group.objects.get(pk=self.group)
            start.wait(PATIENCE)
            with connection.execute_wrapper(locked.watch):
                for deed in deeds(Random(len(self.writers)), group):
                    locked.tables.clear()
                    with suppress(StaleWrite, HandRefused):
                        deed()
                        self.written += 1
                    group.refresh_from_db()
            self.troubles += locked.faults
        except Exception as error:
            self.troubles.append(repr(error))
        finally:
            connection.close()

    def night(self, luck: Random) -> Session:
        return Session.objects.select_related("group").get(pk=luck.choice(self.nights))

    def tells(self, luck: Random, group: Group) -> Iterator[Callable[[], object]]:
        """Tell hands at either table."""
        for _ in range(HANDS):
            yield lambda: tell(self.night(luck), "Ann", "Ben")

    def ends(self, luck: Random, group: Group) -> Iterator[Callable[[], object]]:
        """Each night is ended and opened again, by turns."""
        for turn in range(2 * TURNS):
            night = Session.objects.select_related("group").get(pk=self.nights[turn % 2])
            for deed in (end_night, reopen_night):
                yield lambda night=night, deed=deed: deed(night, context(night))  # type: ignore[misc]

    def corrects(self, luck: Random, group: Group) -> Iterator[Callable[[], object]]:
        for _ in range(TURNS):
            night = self.night(luck)
            entry = sheet_of(night).rows[0].entry
            yield lambda night=night, entry=entry: correct_hand(  # type: ignore[misc]
                night, entry, hand(night, "Cleo", "Dave"), context(night)
            )

    def pays(self, luck: Random, group: Group) -> Iterator[Callable[[], object]]:
        """Pay an open line from a night's page, and undo it."""
        (ann,) = ids(group, "Ann")
        for _ in range(TURNS):
            yield lambda: put_in_box(group, (ann,), 100, pen(group))
            for line in open_list(group)[:1]:
                which = (line.payer, line.payee)
                yield partial(pay_line, group, which, 1, pen(group), session=self.night(luck))
            yield partial(undo, group, Transaction.objects.latest("number").number, pen(group))

    def changes(self, luck: Random, group: Group) -> Iterator[Callable[[], object]]:
        """Stake and rules, which every night that is going on is told."""
        for turn in range(TURNS):
            yield lambda stake=10 + turn: play_for(  # type: ignore[misc]
                group, "EUR", stake, pen(group, after=newest_change(group)), tonight=True
            )
            options = {"bump": turn % 2 == 0}
            yield partial(write_rules, group, "sheepshead", "", options, uuid.uuid4(), owner_of(group))

    def merges(self, luck: Random, group: Group) -> Iterator[Callable[[], object]]:
        gus, hanna = ids(group, "Gus", "Hanna")
        for _ in range(TURNS):
            yield lambda: merge_players(group, gus, hanna, pen(group, after=newest_merge(group)))
            yield lambda: unmerge_players(group, newest_merge(group), pen(group))

    def comes_and_goes(self, luck: Random, group: Group) -> Iterator[Callable[[], object]]:
        """Phones are let in, say whose they are, get another id and are removed; players are renamed."""
        link, karl = group.links.get(), player(group, "Karl")
        for turn in range(TURNS):
            guest, other = uuid.uuid4(), uuid.uuid4()
            yield partial(let_in, link, guest)
            yield partial(let_in, link, other)
            for member in Membership.objects.filter(group=group, guest=guest):
                yield partial(claim_player, member, karl, pen(group, after=member.changes))
            yield partial(change_guest, guest, other)
            yield partial(rename_player, karl, f"Karl {turn}")
            for member in Membership.objects.filter(group=group, guest=other):
                yield partial(remove_member, member, pen(group, after=member.changes))
        yield partial(forget_name, karl)


def deadlocks(writers: list[int]) -> list[str]:
    """Return the lines of PostgreSQL's log in which one of these processes was in a deadlock."""
    if not (log := os.environ.get("POSTGRES_LOG")):
        return []
    lines = Path(log).read_text(errors="replace").splitlines()
    named = tuple(f"[{writer}]" for writer in writers)
    return [line for line in lines if "deadlock detected" in line and any(one in line for one in named)]


def test_many_writers_of_one_group_never_wait_in_a_circle() -> None:
    group = thursday_table(names=(*NAMES, "Gus", "Hanna", "Karl"))
    secret = Secret(nonce=uuid.uuid4(), digest=digest_of("secret"))
    make_link(group, NewLink(role=Role.WATCHER), secret, pen(group))
    nights = [a_night(group, *NAMES[:5]) for _ in range(2)]
    for night in nights:
        tell(night, "Ann", "Ben")
    crowd = Crowd(group=group.pk, nights=tuple(night.pk for night in nights))
    deeds = [
        *[crowd.tells] * TELLERS,
        crowd.ends, crowd.corrects, crowd.pays, crowd.changes, crowd.merges, crowd.comes_and_goes,
    ]  # fmt: skip
    start = Barrier(len(deeds))
    with ThreadPoolExecutor(len(deeds)) as pool:
        for done in [pool.submit(crowd.run, start, deed) for deed in deeds]:
            done.result(PATIENCE)
    assert (deadlocks(crowd.writers), crowd.troubles) == ([], [])
    assert crowd.written > HANDS * TELLERS, "most was refused"
    assert list(audit([Group.objects.get(pk=group.pk)])) == []


def is_waited_for() -> bool:
    """Check whether another transaction waits for a lock of this one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid)))"
        )
        return bool(cursor.fetchone()[0])


def alone(deed: Callable[..., Any], *said: Any) -> Any:
    """Do it over the connection of this thread, and close that."""
    try:
        return deed(*said)
    finally:
        connection.close()


def test_phone_that_gets_another_id_waits_for_its_group_before_it_is_locked() -> None:
    group = thursday_table()
    mine, ends = owner_of(group), monotonic() + PATIENCE
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Group.objects.select_for_update(no_key=True).get(pk=group.pk)
            done = pool.submit(alone, change_guest, mine.guest, uuid.uuid4())
            while not (waits := is_waited_for()) and not done.done() and monotonic() < ends:
                sleep(0.01)
            assert waits
            Membership.objects.select_for_update(nowait=True).get(pk=mine.pk)
        done.result(PATIENCE)
    mine.refresh_from_db()
    assert mine.guest != OWNER


Begin = Callable[..., Future[Any]]


@pytest.fixture
def begin() -> Iterator[Begin]:
    """`begin(deed, *arguments)` does it now, in a thread of its own."""
    with ThreadPoolExecutor(WRITERS + READERS) as pool:
        yield lambda deed, *said: pool.submit(alone, deed, *said)


def add(group: Group) -> None:
    """Write a row of the group, in a transaction of its own."""
    name = uuid.uuid4().hex
    Player.objects.create(group=group, name=name, name_key=name)


def look(group: Group) -> tuple[int, int]:
    """Return the number of the group's news and of its players, in one statement, which sees one moment."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT coalesce(sum(number), 0)::integer FROM ledger_news WHERE group_id = %(group)s),"
            " (SELECT count(*)::integer FROM ledger_player WHERE group_id = %(group)s)",
            {"group": group.pk},
        )
        ((number, players),) = cursor.fetchall()
    return number, players


@contextmanager
def impatient() -> Iterator[None]:
    """Open a transaction whose statements fail where they would have to wait for another.

    Only the statements do: a commit may wait for another commit.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '1ms'")
        yield
        cursor.execute("SET LOCAL lock_timeout = 0")


def test_the_number_is_how_many_have_committed_at_whatever_moment_somebody_looks(begin: Begin) -> None:
    group = thursday_table()
    first, there = look(group)
    ends = Event()

    def write(seed: int) -> int:
        luck, written = Random(seed), 0
        for _ in range(TRANSACTIONS):
            with transaction.atomic():
                with transaction.atomic():
                    add(group)
                    is_taken_back = luck.random() < 0.3
                    transaction.set_rollback(is_taken_back)
                if is_taken_back and luck.random() < 0.5:
                    add(group)
                    is_taken_back = False
                if luck.random() < 0.2:
                    transaction.set_rollback(True)
                    is_taken_back = True
            written += not is_taken_back
        return written

    def read() -> list[tuple[int, int]]:
        seen = []
        while not ends.is_set():
            seen.append(look(group))
        return seen

    readers = [begin(read) for _ in range(READERS)]
    writers = [begin(write, seed) for seed in range(WRITERS)]
    written = sum(writer.result(PATIENCE) for writer in writers)
    ends.set()
    assert look(group) == (first + written, there + written)
    for reader in readers:
        seen = reader.result(PATIENCE)
        assert len(set(seen)) > TRANSACTIONS / 4, "it looked when all was over"
        assert {number - players for number, players in seen} == {first - there}
        assert seen == sorted(seen)


def test_hands_of_several_tables_of_a_group_wait_for_none_that_is_not_committed(begin: Begin) -> None:
    group = thursday_table()
    nights = [a_night(group) for _ in range(WRITERS)]
    first, _ = look(group)
    are_written, may_end = Barrier(WRITERS + 1), Event()

    def write(night: Session) -> None:
        with impatient():
            tell(night, "Ben", "Cleo")
            are_written.wait(PATIENCE)
            may_end.wait(PATIENCE)

    writers = [begin(write, night) for night in nights]
    are_written.wait(PATIENCE)  # all of them side by side
    assert look(group)[0] == first
    may_end.set()
    for writer in writers:
        writer.result(PATIENCE)
    assert look(group)[0] == first + WRITERS


def test_two_who_write_of_two_groups_the_other_way_round_do_not_stop_each_other(
    begin: Begin,
) -> None:
    groups = [thursday_table(), thursday_table(name="Friday table", guest=uuid.uuid4())]
    before = [look(group)[0] for group in groups]
    each_has_one = Barrier(2)

    def write(one: Group, other: Group) -> None:
        with impatient():
            add(one)
            each_has_one.wait(PATIENCE)
            add(other)

    for writer in [begin(write, *groups), begin(write, *groups[::-1])]:
        writer.result(PATIENCE)
    assert [look(group)[0] for group in groups] == [number + 2 for number in before]


def test_more_who_write_at_once_than_a_number_has_parts_are_counted_as_well(begin: Begin) -> None:
    group = thursday_table()
    first, _ = look(group)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(%s, part) FROM generate_series(0, %s) AS part",
            [group.pk, PARTS_OF_NEWS - 1],
        )
        for _ in range(2):
            begin(add, group).result(PATIENCE)
        add(group)
    assert look(group)[0] == first + 3
