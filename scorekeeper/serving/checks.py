"""Checks of the machine and its database, for `manage.py check --database default`."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import DatabaseError, connections

from ledger.management.fitness import gone, unfit
from ledger.management.safety import dangers, doubts

LibraryVersion = tuple[int, int, int]


def has_wal_reset_bug(version: LibraryVersion) -> bool:
    """SQLite 3.7.0 to 3.51.2 can lose committed rows when two connections write and checkpoint in
    WAL mode at the same moment. Fixed in 3.51.3, and in 3.50.7 and 3.44.6 for those two branches."""
    fixed_branches = {(3, 50): 7, (3, 44): 6}
    if version[:2] in fixed_branches:
        return version[2] < fixed_branches[version[:2]]
    return (3, 7, 0) <= version < (3, 51, 3)


# Tagged `database`, so it speaks when an operator asks about the database (`check --database default`)
# and not in `check --deploy`: most systems ship such an SQLite, and one writing thread avoids the bug.
@register(Tags.database)
def sqlite_keeps_what_it_commits(
    *, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    on_sqlite = any(connections[alias].vendor == "sqlite" for alias in databases or ())
    if not on_sqlite or not has_wal_reset_bug(sqlite3.sqlite_version_info[:3]):
        return []
    return [
        Warning(
            f"SQLite {sqlite3.sqlite_version} can, rarely, lose rows when two connections write at once.",
            hint=(
                "The server writes through one thread, which avoids it: run one server, and stop it before"
                " long management commands. SQLite 3.51.3 or newer is free of the fault."
            ),
            id="scorekeeper.W001",
        )
    ]


@register(Tags.database)
def the_book_can_be_served(*, databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Warn of a book that `serve` refuses, and tell the dangers and doubts about its database.

    An unfit book is no error, as `migrate` checks first and may mend it. The ledger names guards that are
    gone.
    """
    found: list[CheckMessage] = []
    if "default" not in (databases or ()):
        return found
    if trouble := unfit():
        found.append(Warning(trouble.sentence, id="scorekeeper.W002"))
    elif away := gone():
        found.append(Warning(away, id="scorekeeper.W004"))
    with suppress(DatabaseError):  # which has been said already
        found += [Error(sentence, id="scorekeeper.E001") for sentence in dangers()]
        found += [Warning(sentence, id="scorekeeper.W003") for sentence in doubts()]
    return found
