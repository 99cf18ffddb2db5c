"""Is there a book where the settings say, and is it one of this version? Asked before anything is begun.

The answer is for whoever runs the server: English, for commands and the log; programs ask its `reason`.
"""

import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from stat import S_ISREG
from typing import Any
from urllib.parse import unquote

from django.apps import apps
from django.conf import settings as django_settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Q

from ledger.models import Move

# Apps with tables that this version needs; tables of an app that is switched off are not asked for.
OURS = ("ledger", "scorekeeper", *django_settings.MORE_TABLES)

# A migration: its app, and what it is called.
Name = tuple[str, str]


class UnfitReason(Enum):
    """Why a database is of no use as it is."""

    NO_BOOK = "there is none, or nobody may read it"
    DAMAGED = "it can be opened, and perhaps read in part"
    OLDER = "its tables are of an older version"
    NEWER = "its tables are of a newer version"


@dataclass(frozen=True, kw_only=True)
class Unfit:
    """Why this version cannot work with the database, and what to do, in a sentence or two."""

    reason: UnfitReason
    sentence: str


def unfit() -> Unfit | None:
    """Return the reason why this version cannot work with the database, None when it can; write nothing."""
    file = book_file(connection.settings_dict)
    if file is not None and (sentence := of_file(file)):
        return Unfit(reason=UnfitReason.NO_BOOK, sentence=sentence)
    try:
        loader = MigrationLoader(connection)
    except DatabaseError as problem:
        said = " ".join(str(problem).split())
        if file and "not a database" in said:
            return Unfit(reason=UnfitReason.NO_BOOK, sentence=f"{file} is not an SQLite database.")
        sentence = f"{file or 'The database'} cannot be read: {said}."
        return Unfit(reason=UnfitReason.DAMAGED if file else UnfitReason.NO_BOOK, sentence=sentence)
    return _of_versions(loader, f"{file or 'The database'}")


def is_of_this_version() -> bool:
    """Return whether the tables are those of this version: one query, for who asks every few seconds.

    Raises DatabaseError when the database does not answer, or has no tables at all.
    """
    applied = MigrationRecorder(connection).migration_qs.filter(app__in=OURS)
    today = _migrations()
    return {today.get(one, one) for one in applied.values_list("app", "name")} == {*today.values()}


@cache
def _migrations() -> Mapping[Name, Name]:
    # The migrations of this version, by what they are and were called; they stay the same while it runs.
    found = {one: told for one, told in MigrationLoader(None).disk_migrations.items() if one[0] in OURS}
    return {called: one for one, told in found.items() for called in (one, *told.replaces)}


def book_file(settings: Any) -> Path | None:
    """Return the file of an SQLite database in Django's settings; None of one in memory, or on a server."""
    name = str(settings["NAME"])
    if "sqlite" not in settings["ENGINE"] or name == ":memory:" or "mode=memory" in name:
        return None
    if name.startswith("file:"):
        name = unquote(name.removeprefix("file:").partition("?")[0])
    return Path(name)


def of_file(file: Path) -> str:
    """Return the fault of a database file before SQLite opens it, which would create a missing one.

    It is not opened here: whoever closes a file gives up all locks that this process has on it, and SQLite
    would not know that its own are gone.
    """
    begin = f"`{django_settings.PLACES.setup_command}` begins one"
    try:
        found = file.stat()
    except FileNotFoundError:
        return f"There is no book at {file}. {begin}; or does DATABASE_URL name another?"
    except OSError as problem:
        return f"{file} cannot be read: {problem.strerror}."
    if not S_ISREG(found.st_mode):
        return f"{file} cannot be read: it is no file."
    if not os.access(file, os.R_OK):
        return f"{file} cannot be read: {os.strerror(errno.EACCES)}."
    if not found.st_size:
        return f"{file} is empty: there is no book in it. {begin}; or is there a backup?"
    return ""


def _of_versions(loader: MigrationLoader, where: str) -> Unfit | None:
    places = django_settings.PLACES
    migrate = f"`{places.setup_command}` ({places.migrate_command})"
    applied = {one for one in loader.applied_migrations if one[0] in OURS}
    known = {one for one in loader.disk_migrations if one[0] in OURS}
    if not applied:
        sentence = f"{where} has no tables of a book. {migrate} makes them."
        return Unfit(reason=UnfitReason.NO_BOOK, sentence=sentence)
    if newer := sorted(applied - _migrations().keys()):
        sentence = (
            f"{where} was written by a newer version, which has made {'.'.join(newer[-1])} of it."
            " Serve it with that version, or bring back a backup of this one."
        )
        return Unfit(reason=UnfitReason.NEWER, sentence=sentence)
    if older := known - applied:
        changes = "1 change" if len(older) == 1 else f"{len(older)} changes"
        sentence = (
            f"{where} is of an older version: {changes} to its tables must still be made."
            f" Make a backup, then {migrate} makes them."
        )
        return Unfit(reason=UnfitReason.OLDER, sentence=sentence)
    tables = {model._meta.db_table for model in apps.get_app_config("ledger").get_models()}
    if not tables & set(connection.introspection.table_names()):
        sentence = (
            f"{where} has no tables of a book, though it says that they were made."
            " Bring back a backup, or begin a new book elsewhere."
        )
        return Unfit(reason=UnfitReason.NO_BOOK, sentence=sentence)
    return None


# The marks of moves after which the book is not here, or not whole.
ELSEWHERE = Q(is_away=True) | Q(ended_at=None)


def is_gone() -> bool:
    """Return whether the book is not to be served here: one query, for who asks every few seconds.

    Raises DatabaseError where the tables are not of this version.
    """
    return Move.objects.filter(ELSEWHERE).exists()


def gone() -> str:
    """Return sentences that say where the book has gone, or that a move to here is not at its end; "" where
    this is the book's place. One query.

    Raises DatabaseError where the tables are not of this version: ask `unfit` first.
    """
    move = Move.objects.filter(ELSEWHERE).order_by("-is_away").first()
    if move is None:
        return ""
    command = django_settings.PLACES.move_command
    if not move.is_away:
        return (
            f"This book is only just arriving from {move.place}, and perhaps not whole."
            f" There `{command}` goes on with it; it can be served when that says that it is done."
        )
    back = f"`{command} --take-back` lets it go on here"
    if move.ended_at is None:
        return (
            f"This book is on its way to {move.place}. `{command} URL` goes on where that was stopped;"
            f" {back} instead."
        )
    return (
        f"This book has moved to {move.place}, on {move.ended_at:%Y-%m-%d}, and here is what it was then."
        f" Set DATABASE_URL to that place. {back}, without anything that was written there since."
    )
