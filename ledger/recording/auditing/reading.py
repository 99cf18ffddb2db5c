"""Reading for the audit: a portion at a time, each as it was at one moment, while people play."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection

from ledger.models import Group
from ledger.scoring import HandRefused
from ledger.words.messages import Message

# Rows that are read at once.
PORTION = 200


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything inside as it was at one moment, whatever is written meanwhile; no writer waits.

    Django's own transactions would ask SQLite for the lock of a writer.
    """
    if connection.in_atomic_block:
        yield
        return
    begin = "BEGIN" if connection.vendor == "sqlite" else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    with connection.cursor() as cursor:
        cursor.execute(begin)
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def learn_who(group: Group) -> None:
    """Let the group know which players are one person at this moment (one query)."""
    group.same_people = Group.every.values_list("same_people", flat=True).get(pk=group.pk)


def reported(case: str, **params: object) -> Message:
    return Message(code="audit", case=case, params=params)


def guarded(lines: Iterator[Message], case: str) -> Iterator[Message]:
    """Yield these lines, and a last one of this case where they end with an exception."""
    try:
        yield from lines
    except Exception as problem:
        yield reported(case, why=why(problem))


def why(problem: Exception) -> HandRefused | str:
    """Return the refusal where the problem is one, else the fault with its kind, in one line."""
    if isinstance(problem, HandRefused):
        return problem
    if isinstance(problem, DatabaseError):
        return " ".join(str(problem).split())
    return f"{problem!r:.200}"
