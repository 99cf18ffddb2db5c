"""A session's entries, read from the paper as the pure lines that the fold understands."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.folding import fold
from ledger.models import Entry, Session
from ledger.sheet import Line, ScoreSheet


def lines_of(session: Session) -> list[Line]:
    """All lines of a session's book, in order (one query)."""
    return in_ink(Entry.objects.filter(session=session).order_by("number"))


def in_ink(entries: Iterable[Entry]) -> list[Line]:
    """Stored entries as pure lines."""
    return [
        Line(number=entry.number, kind=entry.kind, facts=entry.facts, by=entry.by_id, at=entry.at)
        for entry in entries
    ]


def sheet_of(session: Session) -> ScoreSheet:
    """The score sheet of a session, folded from its book (one query)."""
    return fold(lines_of(session))
