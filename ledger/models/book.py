"""A session's entries, read from the paper as the pure lines that the fold understands."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock

from ledger.folding import fold
from ledger.models import Entry, Session
from ledger.sheet import Line, ScoreSheet

MOST_FOLDED = 32
"""So many nights are kept folded: those that are being played, and some that are being looked at."""

# By session. Nothing here is trusted: the fold compares every line before it goes on from a sheet.
_folded: dict[int, ScoreSheet] = {}
_folding = Lock()


def lines_of(session: Session) -> list[Line]:
    """All lines of a session's book, in order (one query)."""
    found = Entry.objects.filter(session=session).order_by("number")
    return [
        Line(number=number, kind=kind, facts=facts, by=by, at=at)
        for number, kind, facts, by, at in found.values_list("number", "kind", "facts", "by", "at")
    ]


def in_ink(entries: Iterable[Entry]) -> list[Line]:
    """Stored entries as pure lines."""
    return [
        Line(number=entry.number, kind=entry.kind, facts=entry.facts, by=entry.by_id, at=entry.at)
        for entry in entries
    ]


def sheet_of(session: Session) -> ScoreSheet:
    """The score sheet of a session, folded from its book (one query)."""
    return folded(session, lines_of(session))


def folded(session: Session, lines: list[Line]) -> ScoreSheet:
    """The sheet of these lines of a session; of lines that were folded before only the new ones are."""
    sheet = fold(lines, known=_folded.get(session.pk))
    with _folding:
        _folded.pop(session.pk, None)
        _folded[session.pk] = sheet
        if len(_folded) > MOST_FOLDED:
            del _folded[next(iter(_folded))]
    return sheet
