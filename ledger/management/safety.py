"""Does this PostgreSQL keep what it is told, and do our locks and guards hold in it? Asked before a start.

What SQLite keeps, its file says (`fitness`). The answers are for whoever runs the server: English sentences.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DatabaseError, OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from ledger.models import guards

# Milliseconds that each question may take: a pool with no second connection to give would never answer.
PATIENCE = 5_000

BACKEND = "SELECT pg_backend_pid()"

# Comparisons of two connections, as others may be using the same pool.
LOOKS = 3


def dangers() -> Iterator[str]:
    """Why nothing may be served from this database, a sentence each; nothing on SQLite. Writes nothing.

    Raises DatabaseError when the database does not answer.
    """
    if connection.vendor != "postgresql":
        return
    if _said("SELECT pg_is_in_recovery()"):
        yield (
            "This PostgreSQL is a standby: it can be read and not written. Name the primary in"
            " DATABASE_URL, or all of them:"
            " postgresql://user:password@one:5432,other:5432/cards?target_session_attrs=read-write"
        )
    elif _said("SHOW transaction_read_only") == "on":
        yield "This PostgreSQL lets nobody write: default_transaction_read_only is on."
    waits = _said("SHOW synchronous_commit")
    if waits == "off":
        yield (
            "This PostgreSQL has synchronous_commit=off: it says that a hand is recorded before it is, and"
            " forgets the newest ones when its power goes. Set it to on."
        )
    elif waits == "local" and _said("SHOW synchronous_standby_names"):
        yield (
            f"This PostgreSQL has a standby that is to have every hand, and synchronous_commit={waits}: it"
            " does not wait for it, and what was told last is gone when the standby takes over. Set it to"
            " on."
        )
    if (role := _said("SHOW session_replication_role")) == "replica":
        yield (
            f"This PostgreSQL has session_replication_role={role}: no trigger runs, so nothing guards what"
            " is in ink. Set it to origin."
        )
    # The locks are tried over two connections of their own: within one, every lock is free to its owner.
    try:
        with _another() as one, _another() as other:
            if _is_pooled(one, other):
                yield (
                    "Between this server and PostgreSQL stands a pool that gives a connection to somebody"
                    " else after each transaction (PgBouncer's pool_mode=transaction). Phones that watch"
                    " would hear nothing of what is written, and settings of a session would be others'. Set"
                    " it to session, or name PostgreSQL itself in DATABASE_URL."
                )
            elif not _locks_hold(one, other):
                yield (
                    "This database takes advisory locks and does not hold them, as CockroachDB does. Lines"
                    " could be added to a payment that is sealed already. Use PostgreSQL."
                )
    except DatabaseError as problem:
        yield (
            "This database gives a server no two connections at once, so its locks cannot be tried:"
            f" {' '.join(str(problem).split())}."
        )


def unguarded() -> Iterator[str]:
    """Yield the same of guards that are gone, on either database: `migrate` puts them back.

    Raises DatabaseError when the database does not answer.
    """
    if names := guards.missing(connection):
        yield (
            f"The database does not guard the book: {', '.join(names)} is missing or switched off."
            " `manage.py migrate` puts the guards back. Then `manage.py audit` says whether all is well."
        )


def doubts() -> Iterator[str]:
    """Yield settings of the database that can lose hands, and that an operator may still want."""
    if connection.vendor == "postgresql":
        for name in ("fsync", "full_page_writes"):
            if _said(f"SHOW {name}") == "off":
                yield (
                    f"This PostgreSQL has {name}=off: when the power goes, its files can be damaged beyond"
                    " repair. Set it to on, unless this book is one to throw away."
                )


def may_write() -> bool:
    """Return whether what is written here now is kept: two short questions, for who asks every few seconds.

    Raises DatabaseError when the database does not answer.
    """
    if connection.vendor != "postgresql":
        return connection.in_atomic_block or _takes_the_lock()
    keeps = "SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'"
    return bool(_said(f"{keeps} AND current_setting('synchronous_commit') <> 'off'"))


def _takes_the_lock() -> bool:
    # Whether SQLite lets us write, or would as soon as another has written; nothing is.
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        (waits,) = cursor.fetchone()
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            cursor.execute("DELETE FROM django_migrations WHERE false")
        except OperationalError as problem:
            return "locked" in str(problem)
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {int(waits)}")
    return True


@contextmanager
def _another() -> Iterator[BaseDatabaseWrapper]:
    # A second connection to the same database, which waits for nothing long.
    made: BaseDatabaseWrapper = connection.copy()
    try:
        _said(f"SET statement_timeout = {PATIENCE}", made)
        yield made
    finally:
        made.close()


def _is_pooled(one: BaseDatabaseWrapper, other: BaseDatabaseWrapper) -> bool:
    # Whether two connections are ever the same one to PostgreSQL, or one is two of them.
    #
    # A transaction takes the connection that was given back last: the one that the other has just used.
    for _ in range(LOOKS):
        before = _said(BACKEND, one)
        _said("BEGIN", other)
        try:
            if before == _said(BACKEND, other) or before != _said(BACKEND, one):
                return True
        finally:
            _said("ROLLBACK", other)
    return False


def _locks_hold(one: BaseDatabaseWrapper, other: BaseDatabaseWrapper) -> bool:
    # Whether a lock that one has is refused to the other, and is free afterwards.
    key = secrets.randbits(62)
    _said("BEGIN", one)
    try:
        _said(f"SELECT pg_advisory_xact_lock({key})", one)
        is_refused = not _said(f"SELECT pg_try_advisory_xact_lock({key})", other)
    finally:
        _said("ROLLBACK", one)
    return is_refused and bool(_said(f"SELECT pg_try_advisory_xact_lock({key})", other))


def _said(question: str, asked: BaseDatabaseWrapper | None = None) -> Any:
    # The first word of the answer; None where there is none.
    with (asked or connection).cursor() as cursor:
        cursor.execute(question)
        row = cursor.fetchone() if cursor.description else None
    return row[0] if row else None
