"""Every table of the database moves with the book, with something in each, or is said to stay behind."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, models
from django.utils import timezone

from ledger.models import Move, News, guards
from scorekeeper.management.commands import move_book as moving
from scorekeeper.management.commands.move_book import OF_DJANGO
from scorekeeper.models import TaskFile
from tests.cast import an_ended_night, thursday_table
from tests.ledger.databases import new_database
from tests.reliability.test_move_book import at, moves

pytestmark = pytest.mark.django_db(transaction=True)
STAY = {
    Move._meta.db_table: "each side has its own mark",
    OF_DJANGO: "the program that makes the tables writes down there what it made",
}
# No text, and more than a page of a database holds.
LONG = b"\x00\xff\x80" * 100_000
# By kinds of columns; the others take some letters.
PLAUSIBLE: Mapping[type, Callable[[], object]] = {
    models.BooleanField: lambda: True,
    models.IntegerField: lambda: 1,
    models.DateTimeField: timezone.now,
    models.DateField: timezone.localdate,
    models.UUIDField: uuid.uuid4,
    models.JSONField: lambda: {"ö": [1, None, "“🃏”"]},
    models.BinaryField: lambda: LONG,
    models.EmailField: lambda: "ann@example.org",
}


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    with new_database(tmp_path, "tables") as url:
        yield url


def plausible(field: Any, numbers: Iterator[int]) -> Any:
    """Something that this column takes; of a table that it refers to, another row each time."""
    if field.is_relation:
        there = list(field.related_model._base_manager.order_by("pk").values_list("pk", flat=True))
        if not there:
            assert field.null, field
            return None
        return there[next(numbers) % len(there)]
    if field.choices:
        return field.choices[0][0]
    made = next((make for kind, make in PLAUSIBLE.items() if isinstance(field, kind)), None)
    return made() if made else f"ö{next(numbers)}"


def fill_all() -> None:
    """Something in every table that a book has, whether or not it makes sense."""
    numbers = count(1)
    guards.lift(connection)
    for table in moving.carried():
        if not table._base_manager.exists():
            fields = [one for one in table._meta.concrete_fields if not isinstance(one, models.AutoField)]
            table._base_manager.create(**{one.attname: plausible(one, numbers) for one in fields})
    guards.install(connection)


def rows() -> dict[str, list[Any]]:
    """All that is in the tables, but how a database divides its counting of news."""
    return {
        table._meta.label: [
            tuple(map(plain, row)) for row in table._base_manager.order_by("pk").values_list()
        ]
        for table in moving.carried()
        if table is not News
    }


def plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def test_no_table_is_forgotten() -> None:
    carried = {table._meta.db_table for table in moving.carried()}
    assert set(connection.introspection.table_names()) == carried | STAY.keys()
    assert not carried & STAY.keys()


def test_a_row_of_every_table_arrives_there_and_back_again(
    elsewhere: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "audit", lambda *_, **__: iter(()))  # it is no sound book
    an_ended_night(thursday_table())
    fill_all()
    before = rows()
    assert [table for table, found in before.items() if not found] == []
    moves(elsewhere)
    with at(elsewhere):
        assert rows() == before
        moves(f"sqlite:///{tmp_path / 'back.sqlite3'}")
    with at(f"sqlite:///{tmp_path / 'back.sqlite3'}"):
        assert rows() == before


def test_of_a_table_with_files_few_rows_are_in_memory_at_once() -> None:
    for part in range(moving.FILES + 1):
        TaskFile.objects.create(key=uuid.UUID(int=1), name="made", part=part, data=b"x")
    sizes = [len(portion) for portion in moving.portions(TaskFile, connection)]
    assert sizes == [moving.FILES, 1]
