"""Many who write of one group at once on PostgreSQL: they may wait for each other, but never in a circle."""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from threading import Barrier
from time import monotonic, sleep
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from ledger.models import Group, Membership, Player, Role, Session, Transaction
from ledger.models.book import sheet_of
from ledger.recording import (
    StaleWrite,
    WriteContext,
    change_guest,
    correct_hand,
    end_night,
    forget_name,
    let_in,
    make_link,
    merge_players,
    reopen_night,
    tell_hand,
    unmerge_players,
)
from ledger.recording.access import NewLink, Secret, claim_player, digest_of, remove_member
from ledger.recording.auditing import audit
from ledger.recording.group import add_player, rename_player
from ledger.recording.journal import pay_line, put_in_box, undo
from ledger.recording.rules import write_rules
from ledger.recording.settings import newest_change, play_for
from ledger.scoring import HandRefused
from ledger.standings.merging import newest_merge
from ledger.standings.money import open_list
from tests.cast import NAMES, OWNER, a_night, context, hand, ids, owner_of, tell, thursday_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer"),
]

TELLERS, HANDS, TURNS = 4, 20, 12
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
    """The tables whose rows a deed locked, in the order in which it did, and what was out of order."""

    tables: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def watch(self, execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        """Note a statement; Django hands each of them to this."""
        if not connection.in_atomic_block:
            self.tables.clear()
        elif (found := LOCKS.search(sql)) is not None:
            self._note(found[1] or found[2])
        return execute(sql, *arguments)

    def _note(self, table: str) -> None:
        if table not in ORDER or table in self.tables:
            return
        if any(ORDER.index(one) > ORDER.index(table) for one in self.tables):
            self.faults.append(f"{table} after {', '.join(self.tables)}")
        self.tables.append(table)


@dataclass(kw_only=True)
class Crowd:
    """Those who write, each in a thread, and so over a connection, of its own."""

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
                    try:
                        deed()
                        self.written += 1
                    except (StaleWrite, HandRefused):
                        continue
                    except DatabaseError as error:
                        self.troubles.append(f"{type(error).__name__}: {error}")
                    group.refresh_from_db()
            self.troubles += locked.faults
        except Exception as error:
            self.troubles.append(repr(error))
        finally:
            connection.close()

    def night(self, luck: Random) -> Session:
        return Session.objects.select_related("group").get(pk=luck.choice(self.nights))

    def tells(self, luck: Random, group: Group) -> Iterator[Callable[[], object]]:
        """Hands at either table."""
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
            row = sheet_of(night).rows[0]
            yield lambda night=night, row=row: correct_hand(  # type: ignore[misc]
                night, row.entry, hand(night, "Cleo", "Dave"), context(night)
            )

    def pays(self, luck: Random, group: Group) -> Iterator[Callable[[], object]]:
        """What is open is paid from a night's page, and taken back."""
        (ann,) = ids(group, "Ann")
        for _ in range(TURNS):
            yield lambda: put_in_box(group, (ann,), 100, pen(group))
            for line in open_list(group)[:1]:
                which = (line.payer, line.payee)
                yield partial(pay_line, group, which, 1, pen(group), session=self.night(luck))
            last = Transaction.objects.filter(group=group).latest("number").number
            yield partial(undo, group, last, pen(group))

    def changes(self, luck: Random, group: Group) -> Iterator[Callable[[], object]]:
        """Stake and rules, which every night that is going on is told."""
        for turn in range(TURNS):
            stake = 10 + turn
            yield lambda stake=stake: play_for(  # type: ignore[misc]
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
        link = group.links.get()
        karl = Player.objects.get(group=group, name="Karl")
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
    """The lines in which PostgreSQL says that these of its processes waited in a circle."""
    if not (log := os.environ.get("POSTGRES_LOG")):
        return []
    lines = Path(log).read_text(errors="replace").splitlines()
    named = tuple(f"[{writer}]" for writer in writers)
    return [line for line in lines if "deadlock detected" in line and any(one in line for one in named)]


def test_many_writers_of_one_group_never_wait_in_a_circle() -> None:
    group = thursday_table()
    for name in ("Gus", "Hanna", "Karl"):
        add_player(group, name)
    secret = Secret(nonce=uuid.uuid4(), digest=digest_of("secret"))
    make_link(group, NewLink(role=Role.WATCHER), secret, pen(group))
    nights = [a_night(group, *NAMES[:5]) for _ in range(2)]
    for night in nights:
        tell_hand(night, hand(night, "Ann", "Ben"), context(night))
    crowd = Crowd(group=group.pk, nights=tuple(night.pk for night in nights))
    deeds = [crowd.tells] * TELLERS
    deeds += [
        crowd.ends, crowd.corrects, crowd.pays, crowd.changes, crowd.merges, crowd.comes_and_goes
    ]  # fmt: skip
    start = Barrier(len(deeds))
    with ThreadPoolExecutor(len(deeds)) as pool:
        for done in [pool.submit(crowd.run, start, one) for one in deeds]:
            done.result(PATIENCE)
    assert deadlocks(crowd.writers) == []
    assert crowd.troubles == []
    assert crowd.written > HANDS * TELLERS, "most was refused"
    assert list(audit([Group.objects.get(pk=group.pk)])) == []


def is_waited_for() -> bool:
    """Whether another transaction waits for a lock of this one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid)))"
        )
        return bool(cursor.fetchone()[0])


def change_alone(old: uuid.UUID, new: uuid.UUID) -> None:
    try:
        change_guest(old, new)
    finally:
        connection.close()


def test_phone_that_gets_another_id_waits_for_its_group_before_it_is_locked() -> None:
    group = thursday_table()
    mine, ends = owner_of(group), monotonic() + PATIENCE
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Group.objects.select_for_update(no_key=True).get(pk=group.pk)
            done = pool.submit(change_alone, mine.guest, uuid.uuid4())
            while not (waits := is_waited_for()) and not done.done() and monotonic() < ends:
                sleep(0.01)
            assert waits
            Membership.objects.select_for_update(nowait=True).get(pk=mine.pk)
        done.result(PATIENCE)
    mine.refresh_from_db()
    assert mine.guest != OWNER
