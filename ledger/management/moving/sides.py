"""The two databases of a move: what they are called, and what is in the one that a book goes to."""

from __future__ import annotations

import os
import uuid
from enum import Enum
from pathlib import Path

from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from ledger.management.elsewhere import asked_of
from ledger.management.fitness import Reason, book_file, unfit
from ledger.models import Group, Move, Tombstone

OF_DJANGO = "django_migrations"


class Cannot(Exception):
    """The book does not move, and why not, in a sentence or two."""


class There(Enum):
    """The state of a move on the other side."""

    NOTHING = "there are no tables, or nothing in them"
    ARRIVED = "all rows are there, and were not looked at yet"
    WHOLE = "it has come to its end"


def place_of(database: BaseDatabaseWrapper) -> str:
    """Return a database's address as everybody may read it, without a password."""
    said = database.settings_dict
    if file := book_file(said):
        return str(file.absolute())
    port = f":{said['PORT']}" if said["PORT"] else ""
    user = f"{said['USER']}@" if said["USER"] else ""
    return f"postgres://{user}{said['HOST'] or 'localhost'}{port}/{said['NAME']}"


def there(key: uuid.UUID | None) -> There:
    """Return the state of the move of this key in the database that is asked now; write nothing.

    Raises Cannot where there is something else, DatabaseError where it cannot be read.
    """
    file, place = book_file(connection.settings_dict), place_of(connection)
    if file is not None and not _has_bytes(file):
        return There.NOTHING
    tables = set(connection.introspection.table_names())
    if strange := sorted(tables - _ours() - {OF_DJANGO}):
        raise Cannot(f"{place} is no place for a book: it has a table {strange[0]}.")
    if Move._meta.db_table in tables and (found := _by_its_marks(key, place)):
        return found
    if Group._meta.db_table in tables and _is_played(tables):
        raise Cannot(f"{place} holds a book already. A book moves only to where there is none.")
    trouble = unfit() if tables else None
    if trouble and trouble.reason is Reason.NEWER:
        raise Cannot(trouble.sentence)
    return There.NOTHING


def _by_its_marks(key: uuid.UUID | None, place: str) -> There | None:
    # None when the marks of moves say nothing of the database.
    if left := Move.objects.filter(is_away=True).first():
        raise Cannot(f"{place} was left by a book that has moved to {left.place}.")
    if not Group.every.exists() and not Tombstone.objects.exists():
        return None
    mark = Move.objects.filter(pk=key).first() if key else None
    if mark is not None:
        return There.WHOLE if mark.ended_at else There.ARRIVED
    if Move.objects.filter(ended_at=None).exists():
        raise Cannot(f"{place} holds what is left of another move. Empty it, or name another place.")
    return None


def _has_bytes(file: Path) -> bool:
    try:
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False
    except OSError as problem:
        raise Cannot(f"{file} cannot be read: {problem.strerror}.") from None


def _is_played(tables: set[str]) -> bool:
    # Whether somebody began a group there, or has an account.
    asked = {"ledger_group", "ledger_tombstone", "accounts_account"} & tables
    with connection.cursor() as cursor:
        for table in asked:
            cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {table})")  # noqa: S608
            if cursor.fetchone()[0]:
                return True
    return False


def _ours() -> set[str]:
    return {one._meta.db_table for one in apps.get_models(include_auto_created=True)}


def check_all_is_known() -> None:
    """Raise Cannot when the book has rows in a table that is switched off, and so would be left behind."""
    strange = set(connection.introspection.table_names()) - _ours() - {OF_DJANGO}
    with connection.cursor() as cursor:
        for table in sorted(strange):
            cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})")  # noqa: S608
            if cursor.fetchone()[0]:
                raise Cannot(
                    f"The table {table} would be left behind. Where it is of accounts that were switched off,"
                    " set ACCOUNTS=1 until the book has moved."
                )


def make_tables(target: BaseDatabaseWrapper, key: uuid.UUID, source: str) -> None:
    """Create the tables of this version, and the mark of the move of this key, from `source`."""
    file = book_file(target.settings_dict)
    if file is not None and not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))  # nobody else reads who owes whom
    with asked_of(target):
        call_command("migrate", verbosity=0, skip_checks=True)
        Move.objects.filter(is_away=False).delete()
        Move.objects.create(key=key, is_away=False, place=source, begun_at=timezone.now())
