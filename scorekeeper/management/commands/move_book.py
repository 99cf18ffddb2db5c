"""`manage.py move_book URL`: the whole book goes to another database; `--take-back`: it stays after all.

SQLite to PostgreSQL, back, or from one server to the next. A move can be cut off anywhere, and then be called
for again:

1. The book is marked as on its way. From then on guards refuse whatever would be written there.
2. It is audited; a book with faults stays where it is.
3. The other database gets its tables, and a mark that something is arriving.
4. Every row is carried over in one transaction, at whose end the guards are put on: all is there, or nothing.
5. Both sides are counted and added up, row by row, and the new one is audited.
6. The new side is marked as whole, and then the old one as moved.
"""

import json
import os
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Sum
from django.utils import timezone

from ledger.management.asking import progress
from ledger.management.elsewhere import asked_of, opened
from ledger.management.fitness import UnfitReason, book_file, unfit
from ledger.models import Group, Move, News, Tombstone, guards
from ledger.models.move import LONGEST_PLACE
from ledger.recording.auditing import audit
from ledger.recording.auditing.reading import one_moment
from ledger.steps import heard_by
from scorekeeper.settings import database
from scorekeeper.text.refusals import sentence

OF_DJANGO = "django_migrations"


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

    Raises CommandError where there is something else, DatabaseError where it cannot be read.
    """
    file, place = book_file(connection.settings_dict), place_of(connection)
    if file is not None:
        try:
            if not file.stat().st_size:
                return There.NOTHING
        except FileNotFoundError:
            return There.NOTHING
        except OSError as problem:
            raise CommandError(f"{file} cannot be read: {problem.strerror}.") from None
    tables = set(connection.introspection.table_names())
    if strange := sorted(tables - _ours() - {OF_DJANGO}):
        raise CommandError(f"{place} is no place for a book: it has a table {strange[0]}.")
    if Move._meta.db_table in tables and (found := _by_its_marks(key, place)):
        return found
    # Somebody began a group there, or has an account.
    if Group._meta.db_table in tables and any(
        _has_rows(table) for table in {"ledger_group", "ledger_tombstone", "accounts_account"} & tables
    ):
        raise CommandError(f"{place} holds a book already. A book moves only to where there is none.")
    trouble = unfit() if tables else None
    if trouble and trouble.reason is UnfitReason.NEWER:
        raise CommandError(trouble.sentence)
    return There.NOTHING


def _by_its_marks(key: uuid.UUID | None, place: str) -> There | None:
    # None when the marks of moves say nothing of the database.
    if left := Move.objects.filter(is_away=True).first():
        raise CommandError(f"{place} was left by a book that has moved to {left.place}.")
    if not Group.every.exists() and not Tombstone.objects.exists():
        return None
    mark = Move.objects.filter(pk=key).first() if key else None
    if mark is not None:
        return There.WHOLE if mark.ended_at else There.ARRIVED
    if Move.objects.filter(ended_at=None).exists():
        raise CommandError(f"{place} holds what is left of another move. Empty it, or name another place.")
    return None


def _ours() -> set[str]:
    return {one._meta.db_table for one in apps.get_models(include_auto_created=True)}


def _has_rows(table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})")  # noqa: S608
        return bool(cursor.fetchone()[0])


def make_tables(target: BaseDatabaseWrapper, key: uuid.UUID, source: str) -> None:
    """Create the tables of this version, and the mark of the move of this key, from `source`."""
    file = book_file(target.settings_dict)
    if file is not None and not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))  # nobody else reads who owes whom
    with asked_of(target):
        call_command("migrate", verbosity=0, skip_checks=True)
        Move.objects.filter(is_away=False).delete()
        Move.objects.create(key=key, is_away=False, place=source, begun_at=timezone.now())


# Rows in memory at once.
PORTION = 500

# And so many of a table that holds files: a megabyte each.
FILES = 5

MovedValues = Sequence[Any]
Model = type[models.Model]


@dataclass(frozen=True, kw_only=True)
class TableSum:
    """The number of rows of a table and their digests (SHA-256) added up: the same in whichever order."""

    rows: int
    digests: int


# By the names of the tables.
TableSums = Mapping[str, TableSum]


def carried() -> list[Model]:
    """Return the tables of a book, each after those that its rows refer to, where they do not refer to each
    other; without the mark of the move."""
    every = apps.get_models(include_auto_created=True)
    waiting = [one for one in every if one is not Move and not one._meta.proxy]
    found: list[Model] = []
    while waiting:
        found.append(min(waiting, key=lambda one: len(needs(one) & {*waiting} - {one})))
        waiting.remove(found[-1])
    return found


def needs(table: Model) -> set[Any]:
    return {field.related_model for field in table._meta.concrete_fields if field.is_relation}


def carry(target: BaseDatabaseWrapper, told: Callable[[int, int], object]) -> None:
    """Write every row of the book into the other database, whose tables hold none, in one transaction.

    `told` hears how many rows are written, of how many. Raises DatabaseError.
    """
    tables = carried()
    with one_moment(), transaction.atomic(using=target.alias):
        guards.lift(target)
        with target.cursor() as cursor:
            for table in reversed(tables):  # what Django itself has written there when it made the tables
                cursor.execute(f"DELETE FROM {target.ops.quote_name(table._meta.db_table)}")  # noqa: S608
        total = sum(table._base_manager.using(connection.alias).count() for table in tables)
        done, missing = 0, set[Any]()
        for place, table in enumerate(tables):
            missing = (missing | needs(table)) - {*tables[:place]}
            for portion in portions(table, connection):
                _write(table, portion, target)
                if not missing:
                    _look_at_references(target)
                done += len(portion)
                told(min(done, total), total)
            missing.discard(table)
            if not missing:
                _look_at_references(target)
            if (last := last_id(table, connection)) is not None:
                _give_ids_after(table, last, target)
        guards.install(target)
    told(total, total)
    if target.vendor == "postgresql":
        with target.cursor() as cursor:
            cursor.execute("ANALYZE")


def portions(table: Model, database: BaseDatabaseWrapper) -> Iterator[Sequence[MovedValues]]:
    """Yield the rows of a table as they are carried, some at a time, in the order of their keys."""
    if table is News:
        yield from _news(database)
        return
    fields = table._meta.concrete_fields
    names = [field.attname for field in fields]
    most = FILES if any(isinstance(field, models.BinaryField) for field in fields) else PORTION
    rows = table._base_manager.using(database.alias).order_by("pk").values_list("pk", *names)
    portion = list(rows[:most])
    while portion:
        yield [row[1:] for row in portion]
        portion = list(rows.filter(pk__gt=portion[-1][0])[:most])


def _news(database: BaseDatabaseWrapper) -> Iterator[Sequence[MovedValues]]:
    # Each group's number, in one part: into how many it is divided is PostgreSQL's own affair, and so are the
    # numbers of its transactions, which begin anew elsewhere.
    found = News.objects.using(database.alias).values_list("group").annotate(Sum("number")).order_by("group")
    rows = [(place, group, 0, number, 0) for place, (group, number) in enumerate(found, start=1)]
    for begin in range(0, len(rows), PORTION):
        yield rows[begin : begin + PORTION]


def _write(table: Model, rows: Iterable[MovedValues], target: BaseDatabaseWrapper) -> None:
    # These rows, as they are: a model's own `save` would give some of them another time.
    fields = table._meta.concrete_fields
    quoted = target.ops.quote_name
    columns = ", ".join(quoted(str(field.column)) for field in fields)
    values = ", ".join(["%s"] * len(fields))
    said = [
        [field.get_db_prep_save(value, target) for field, value in zip(fields, row, strict=True)]
        for row in rows
    ]
    statement = f"INSERT INTO {quoted(table._meta.db_table)} ({columns}) VALUES ({values})"  # noqa: S608
    with target.cursor() as cursor:
        cursor.executemany(statement, said)


def _look_at_references(target: BaseDatabaseWrapper) -> None:
    # Now: PostgreSQL looks at the end of a transaction else, and keeps in memory at which.
    if target.vendor == "postgresql":
        with target.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def last_id(table: Model, database: BaseDatabaseWrapper) -> int | None:
    """Return the id that a table gave last, which may be that of a row that is gone; None where keys are made
    otherwise."""
    key = table._meta.pk
    if not isinstance(key, models.AutoField):
        return None
    if table is News:
        return sum(map(len, _news(database)))
    name = table._meta.db_table
    with database.cursor() as cursor:
        if database.vendor == "postgresql":
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [name, key.column])
            (counter,) = cursor.fetchone()
            cursor.execute(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {counter}")  # noqa: S608
        else:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [name])
        given = cursor.fetchone()
    highest = table._base_manager.using(database.alias).aggregate(highest=models.Max("pk"))["highest"]
    return max(given[0] if given else 0, highest or 0)


def _give_ids_after(table: Model, last: int, target: BaseDatabaseWrapper) -> None:
    # The next new row gets the id after this one.
    name = table._meta.db_table
    with target.cursor() as cursor:
        if target.vendor == "postgresql":
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, %s), %s, %s)",
                [name, getattr(table._meta.pk, "column", ""), max(last, 1), last > 0],
            )
        else:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [name])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [name, last])


def sums(database: BaseDatabaseWrapper) -> TableSums:
    """Return the rows of every table, and the ids that it gave last."""
    found: dict[str, TableSum] = {}
    with asked_of(database), one_moment():
        for table in carried():
            rows, digests = 0, int(digest([last_id(table, database)]), 16)
            for portion in portions(table, database):
                rows += len(portion)
                digests += sum(int(digest(row), 16) for row in portion)
            found[table._meta.db_table] = TableSum(rows=rows, digests=digests)
    return found


def digest(row: MovedValues) -> str:
    """Return the SHA-256 of a row's values, in whichever order a database keeps the names in its JSON."""
    said = json.dumps(list(row), sort_keys=True, default=str)
    return sha256(said.encode()).hexdigest()


def move(target: BaseDatabaseWrapper, stderr: OutputWrapper) -> bool:
    """Move the book of the settings to this database, or go on where that was stopped.

    Return whether an earlier call had come to the end of it, and the new side may have been written in since.
    Raises CommandError, after which the book is where it was, or on its way still; DatabaseError when a
    database is gone on the way.
    """
    source, place = place_of(connection), place_of(target)
    _check_may_leave(source, place)
    begun = Move.objects.filter(is_away=True).first()
    if begun and begun.place != place:
        raise CommandError(f"This book was sent to {begun.place}. `--take-back` lets it go on here.")
    try:
        with asked_of(target):
            found = there(begun.key if begun else None)
    except DatabaseError as problem:
        raise CommandError(f"{place_of(target)} cannot be read: {' '.join(str(problem).split())}") from None
    if begun is None:
        # The book is on its way: nothing is written in it any more, whoever is at it.
        with transaction.atomic():
            begun = Move.objects.create(key=uuid.uuid4(), is_away=True, place=place, begun_at=timezone.now())
            guards.install(connection)
    if found is There.NOTHING:
        # A sound book, row by row, into a database where there is nothing yet.
        if fault := _fault(stderr):
            _stay(begun)
            raise CommandError(f"The book has faults, and stays where it is: {fault}")
        make_tables(target, begun.key, source)
        carry(target, progress(stderr, "rows carried"))
    if found is not There.WHOLE:
        _compare(target, begun.key, stderr)
    Move.objects.filter(pk=begun.key, is_away=True, ended_at=None).update(ended_at=timezone.now())
    return found is There.WHOLE


def _check_may_leave(source: str, place: str) -> None:
    if place == source:
        raise CommandError("The book is there already: both addresses are of one database.")
    if max(len(source), len(place)) > LONGEST_PLACE:
        raise CommandError("That address is too long.")
    for table in sorted(set(connection.introspection.table_names()) - _ours() - {OF_DJANGO}):
        if _has_rows(table):
            raise CommandError(
                f"The table {table} would be left behind. Where it is of accounts that were switched off,"
                " set ACCOUNTS=1 until the book has moved."
            )


def _stay(begun: Move) -> None:
    with transaction.atomic():
        Move.objects.filter(pk=begun.pk).delete()
        guards.install(connection)


def _fault(stderr: OutputWrapper) -> str:
    # The first thing that the audit of the database that is asked now finds; "" when all is well.
    groups = Group.every.order_by("pk")
    with heard_by(progress(stderr, "nights audited")):
        return next(map(sentence, audit(groups)), "")


def _compare(target: BaseDatabaseWrapper, key: uuid.UUID, stderr: OutputWrapper) -> None:
    # Both sides are compared and the new one is audited; then it is whole.
    arrived = sums(target)
    for table, one in sums(connections[DEFAULT_DB_ALIAS]).items():
        if arrived[table] != one:
            raise CommandError(
                f"What has arrived is not the book, which is still on its way: {table} has {one.rows} rows"
                f" here and {arrived[table].rows} there, or they say something else."
            )
    with asked_of(target):
        if fault := _fault(stderr):
            raise CommandError(f"What has arrived has faults, and the book is still on its way: {fault}")
        Move.objects.filter(pk=key, is_away=False).update(ended_at=timezone.now())


class Command(BaseCommand):
    """Says that it is done only when both sides were compared and audited; stopped, it can be run again."""

    help = "Moves the whole book to the database at URL (as in DATABASE_URL). Stop the server first."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("url", metavar="URL", nargs="?", help="an empty database, as DATABASE_URL says it")
        which.add_argument(
            "--take-back", action="store_true", help="let the book go on here, wherever it was sent"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if trouble := unfit():
            raise CommandError(trouble.sentence)
        try:
            if not options["take_back"]:
                self._move(options["url"])
                return
            if (found := Move.objects.filter(is_away=True).first()) is None:
                raise CommandError("This book was not sent anywhere.")
            _stay(found)
            words = f"The book goes on here. What was written at {found.place} since is not in it."
            self.stdout.write(words)
        except DatabaseError as problem:
            said = " ".join(str(problem).split())
            raise CommandError(f"That was cut off, and can be called again: {said}") from None

    def _move(self, url: str) -> None:
        try:
            new_place = database(url)
        except ImproperlyConfigured as problem:
            raise CommandError(str(problem).replace("DATABASE_URL", "URL")) from None
        source, how = place_of(connection), "every row is the same on both sides, and both were audited"
        with opened(new_place) as target:
            place = place_of(target)
            if move(target, self.stderr):
                how = "an earlier call of this has carried, compared and audited it"
        self.stdout.write(
            f"The book has moved from {source} to {place}: {how}.\n"
            f"Set DATABASE_URL to the new place. What is at {source} stays as it was, and is not served"
            f" any more; `{settings.PLACES.move_command} --take-back` would let it go on there."
        )
