"""Many who write of one group in the same moment, on PostgreSQL: none waits for another, and its number is
always how many of them have committed. So whoever saw a number has missed none with a lower one."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import TypeVar

import pytest
from django.db import connection, transaction

from ledger.models import Group, Player, Session
from ledger.models.news import PARTS_OF_NEWS
from tests.cast import a_night, tell, thursday_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer"),
]

WRITERS, TRANSACTIONS, READERS = 6, 40, 2
PATIENCE = 20

Answer = TypeVar("Answer")

IN_ONE_LOOK = """
SELECT (SELECT coalesce(sum(number), 0)::integer FROM ledger_news WHERE group_id = %(group)s),
       (SELECT count(*)::integer FROM ledger_player WHERE group_id = %(group)s)"""
"""One statement sees one moment of the book."""


class Phones:
    """Each does something in a thread, and so over a connection, of its own."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(WRITERS + READERS)

    def begin(self, deed: Callable[[], Answer]) -> Future[Answer]:
        """One of them begins now."""
        return self.pool.submit(self._alone, deed)

    def _alone(self, deed: Callable[[], Answer]) -> Answer:
        try:
            return deed()
        finally:
            connection.close()


@pytest.fixture
def phones() -> Iterator[Phones]:
    made = Phones()
    yield made
    made.pool.shutdown()


def add(group: Group, name: str | None = None) -> None:
    """A row of the group, as the pen would write it in a transaction of its own."""
    name = name or uuid.uuid4().hex
    Player.objects.create(group=group, name=name, name_key=name)


def look(group: Group) -> tuple[int, int]:
    """The number of the group, and how many players it has, in the same moment."""
    with connection.cursor() as cursor:
        cursor.execute(IN_ONE_LOOK, {"group": group.pk})
        ((number, players),) = cursor.fetchall()
    return number, players


@contextmanager
def impatient() -> Iterator[None]:
    """A transaction whose statements fail where they would have to wait for another.

    Only those: who calls out what is committed does so one after the other, each for as long as it commits.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '1ms'")
        yield
        cursor.execute("SET LOCAL lock_timeout = 0")


def test_the_number_is_how_many_have_committed_at_whatever_moment_somebody_looks(phones: Phones) -> None:
    group = thursday_table()
    first, there = look(group)
    ends = threading.Event()

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

    readers = [phones.begin(read) for _ in range(READERS)]
    writers = [phones.begin(partial(write, seed)) for seed in range(WRITERS)]
    written = [writer.result(PATIENCE) for writer in writers]
    ends.set()
    everything = [reader.result(PATIENCE) for reader in readers]
    assert look(group) == (first + sum(written), there + sum(written))
    for seen in everything:
        assert len(set(seen)) > TRANSACTIONS / 4, "it looked when all was over"
        assert {number - players for number, players in seen} == {first - there}
        assert seen == sorted(seen)


def test_hands_of_several_tables_of_a_group_wait_for_none_that_is_not_committed(phones: Phones) -> None:
    group = thursday_table()
    nights = [a_night(group) for _ in range(WRITERS)]
    first, _ = look(group)
    are_written, may_end = threading.Barrier(WRITERS + 1), threading.Event()

    def write(night: Session) -> None:
        with impatient():
            tell(night, "Ben", "Cleo")
            are_written.wait(PATIENCE)
            may_end.wait(PATIENCE)

    writers = [phones.begin(partial(write, night)) for night in nights]
    are_written.wait(PATIENCE)  # all of them side by side
    assert look(group)[0] == first
    may_end.set()
    for writer in writers:
        writer.result(PATIENCE)
    assert look(group)[0] == first + WRITERS


def test_two_who_write_of_the_same_two_groups_the_other_way_round_do_not_stop_each_other(
    phones: Phones,
) -> None:
    groups = [thursday_table(), thursday_table(name="Friday table", guest=uuid.uuid4())]
    before = [look(group)[0] for group in groups]
    each_has_one = threading.Barrier(2)

    def write(one: Group, other: Group) -> None:
        with impatient():
            add(one)
            each_has_one.wait(PATIENCE)
            add(other)

    both = [phones.begin(partial(write, *pair)) for pair in (groups, groups[::-1])]
    for writer in both:
        writer.result(PATIENCE)
    assert [look(group)[0] for group in groups] == [number + 2 for number in before]


def test_more_who_write_at_once_than_a_number_has_parts_are_counted_as_well(phones: Phones) -> None:
    group = thursday_table()
    first, _ = look(group)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(%s, part) FROM generate_series(0, %s) AS part",
            [group.pk, PARTS_OF_NEWS - 1],
        )
        for _ in range(2):
            phones.begin(partial(add, group)).result(PATIENCE)
        add(group)
    assert look(group)[0] == first + 3
