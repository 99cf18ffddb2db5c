"""A whole book moves to another database: SQLite to PostgreSQL, back, or from one server to the next.

What a move is, step by step; it can be cut off anywhere, and then be called for again:

1. The book is marked as on its way. From then on guards refuse whatever would be written there.
2. It is audited; a book with faults stays where it is.
3. The other database gets its tables, and a mark that something is arriving.
4. Every row is carried over in one transaction, at whose end the guards are put on: all is there, or nothing.
5. Both sides are counted and added up, row by row, and the new one is audited.
6. The new side is marked as whole, and then the old one as moved.

What is said here is for whoever runs the command: English; no page shows it.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from ledger.management.elsewhere import asked_of
from ledger.management.moving.carrying import carry, sums
from ledger.management.moving.sides import Cannot, There, check_all_is_known, make_tables, place_of, there
from ledger.messages import Message
from ledger.models import Group, Move, guards
from ledger.models.move import LONGEST_PLACE
from ledger.recording.auditing import audit

__all__ = ["Cannot", "Hears", "Moved", "move", "take_back"]

Told = Callable[[int, int], object]


@dataclass(frozen=True, kw_only=True)
class Hears:
    """Callbacks that hear of the progress: `rows` carried and `nights` audited, each with how many there are.
    `worded` puts a finding of an audit into words."""

    rows: Told
    nights: Told
    worded: Callable[[Message], str]


@dataclass(frozen=True, kw_only=True)
class Moved:
    """A book that has moved: from where and to where, without passwords. `was_whole`: an earlier call had
    come to the end of it, and the new side may have been written in since."""

    source: str
    target: str
    was_whole: bool


def move(target: BaseDatabaseWrapper, hears: Hears) -> Moved:
    """Move the book of the settings to this database, or go on where that was stopped.

    Raises Cannot, after which the book is where it was, or on its way still; DatabaseError when a database is
    gone on the way.
    """
    source, place = place_of(connection), place_of(target)
    if place == source:
        raise Cannot("The book is there already: both addresses are of one database.")
    if max(len(source), len(place)) > LONGEST_PLACE:
        raise Cannot("That address is too long.")
    check_all_is_known()
    begun = Move.objects.filter(is_away=True).first()
    if begun and begun.place != place:
        raise Cannot(f"This book was sent to {begun.place}. `--take-back` lets it go on here.")
    found = _there(target, begun)
    begun = begun or _leave(place)
    if found is There.NOTHING:
        _carried(begun.key, target, hears)
    if found is not There.WHOLE:
        _looked_over(target, begun.key, hears)
    Move.objects.filter(pk=begun.key, is_away=True, ended_at=None).update(ended_at=timezone.now())
    return Moved(source=source, target=place, was_whole=found is There.WHOLE)


def take_back() -> str:
    """Let the book go on here; says where it was sent. Raises Cannot when it was sent nowhere."""
    if (found := Move.objects.filter(is_away=True).first()) is None:
        raise Cannot("This book was not sent anywhere.")
    _stay(found)
    return found.place


def _there(target: BaseDatabaseWrapper, begun: Move | None) -> There:
    # Raises Cannot where the other side holds something else.
    try:
        with asked_of(target):
            return there(begun.key if begun else None)
    except DatabaseError as problem:
        raise Cannot(f"{place_of(target)} cannot be read: {' '.join(str(problem).split())}") from None


def _leave(place: str) -> Move:
    # Mark the book as on its way: nothing is written in it any more, whoever is at it.
    with transaction.atomic():
        move = Move.objects.create(key=uuid.uuid4(), is_away=True, place=place, begun_at=timezone.now())
        guards.install(connection)
    return move


def _stay(begun: Move) -> None:
    with transaction.atomic():
        Move.objects.filter(pk=begun.pk).delete()
        guards.install(connection)


def _carried(key: uuid.UUID, target: BaseDatabaseWrapper, hears: Hears) -> None:
    # A sound book, row by row, into a database where there is nothing yet.
    if fault := _fault(hears):
        _stay(Move(pk=key))
        raise Cannot(f"The book has faults, and stays where it is: {fault}")
    make_tables(target, key, place_of(connection))
    carry(target, hears.rows)


def _fault(hears: Hears) -> str:
    # The first thing that the audit of the database that is asked now finds; "" when all is well.
    groups = Group.every.order_by("pk")
    return next(map(hears.worded, audit(groups, told=hears.nights)), "")


def _looked_over(target: BaseDatabaseWrapper, key: uuid.UUID, hears: Hears) -> None:
    # Both sides are compared and the new one is audited; then it is whole. Raises Cannot where it is not.
    arrived = sums(target)
    for table, one in sums(connections[DEFAULT_DB_ALIAS]).items():
        if arrived[table] != one:
            raise Cannot(
                f"What has arrived is not the book, which is still on its way: {table} has {one.rows} rows"
                f" here and {arrived[table].rows} there, or they say something else."
            )
    with asked_of(target):
        if fault := _fault(hears):
            raise Cannot(f"What has arrived has faults, and the book is still on its way: {fault}")
        Move.objects.filter(pk=key, is_away=False).update(ended_at=timezone.now())
