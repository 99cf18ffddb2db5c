"""A session's entries, read from the paper as the pure lines that the fold understands.

What is in ink stays as it is: the database refuses to change or delete an entry. So of a book that was read
before only what was written since is read, and of lines that were folded before only the new ones are.

This is where ink becomes what is read: people are who they are by now (`Group.who`). Only who writes, and who
audits, looks at the ink itself.
"""

from collections.abc import Collection, Iterable, Sequence
from threading import Lock
from typing import Generic, TypeVar
from uuid import UUID

from ledger.book.folding import fold
from ledger.book.sheet import EntryKind, Line, ScoreSheet
from ledger.models import Entry, Session

# Nights kept in mind: a hundred tables that are being played, and some that are being looked at.
#
# With forty hands each takes some 170 KB. Where more are asked for in turn, each is read and folded anew.
MOST_KEPT = 128

Kept = TypeVar("Kept")
# A line, and the key it was written with.
Read = tuple[Line, UUID]


class _Memory(Generic[Kept]):
    """A memory of the nights last looked at, by the session's key."""

    def __init__(self) -> None:
        self._kept: dict[UUID, Kept] = {}
        self._lock = Lock()

    def of(self, session: Session) -> Kept | None:
        return self._kept.get(session.key)

    def keep(self, session: Session, what: Kept) -> None:
        with self._lock:
            self._kept.pop(session.key, None)
            self._kept[session.key] = what
            if len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]


# Neither is trusted. A book goes on from the lines in mind if their newest still stands there, key and all;
# the fold compares every line before it goes on from a sheet.
_books = _Memory[list[Read]]()
_sheets = {as_written: _Memory[ScoreSheet]() for as_written in (False, True)}

# Built once, as whatever is written or shown asks it.
_LINES = Entry.objects.order_by("number").values_list("number", "kind", "facts", "by", "at", "key")


def lines_of(session: Session) -> list[Line]:
    """Return all lines of a session's book as they are read now, in order (one query; two when what was in
    mind is not so any more).
    """
    return list(session.group.who.read(ink_of(session)))


def lines_and_keys(session: Session) -> tuple[list[Line], list[UUID]]:
    """Return the lines as `lines_of` does, and the keys that they were written with."""
    book = _book_of(session)
    return list(session.group.who.read([line for line, _ in book])), [key for _, key in book]


def ink_of(session: Session) -> list[Line]:
    """Return the lines of a session's book as they were written."""
    return [line for line, _ in _book_of(session)]


def last_seen(session: Session, after: int, mine: Collection[UUID]) -> int:
    """Return the last entry that a phone knows which had read up to `after` and told `mine` (a query at
    most).
    """
    if not mine or after <= 0:
        return after
    own = set(mine)
    for line, key in _book_of(session)[after:]:
        if key in own:
            after = line.number
        elif line.kind != EntryKind.REMARKED:  # which comes in nobody's way
            break
    return after


def numbers_of(session: Session, keys: Collection[UUID]) -> set[int]:
    """Return the numbers of the entries of a session's book that were written with these keys."""
    wanted = set(keys)
    return {line.number for line, key in _book_of(session) if key in wanted} if wanted else set()


def _book_of(session: Session) -> list[Read]:
    known = _books.of(session) or []
    found = _read(session, known[-1][0].number) if known else []
    if known and known[-1:] == found[:1]:
        book = [*known, *found[1:]]
    else:
        book = _read(session)
    _books.keep(session, book)
    return book


def _read(session: Session, first: int = 1) -> list[Read]:
    return [
        (Line(number=number, kind=kind, facts=facts, by=by, at=at), key)
        for number, kind, facts, by, at, key in _LINES.filter(session=session, number__gte=first)
    ]


def in_ink(entries: Iterable[Entry]) -> list[Line]:
    return [
        Line(number=entry.number, kind=entry.kind, facts=entry.facts, by=entry.by_id, at=entry.at)
        for entry in entries
    ]


def sheet_of(session: Session) -> ScoreSheet:
    """Return the score sheet of a session, folded from its book (one query)."""
    return folded(session, lines_of(session))


def folded(session: Session, lines: Sequence[Line], *, as_written: bool = False) -> ScoreSheet:
    """Return the sheet of these lines of a session, as they are read now or as they were written.

    Of lines that were folded before only the new ones are.
    """
    memory = _sheets[as_written]
    sheet = fold(lines, known=memory.of(session))
    memory.keep(session, sheet)
    return sheet


def sheet_in_ink(session: Session) -> ScoreSheet:
    """Return the score sheet of a session with everybody by the id that its book knows them by (one
    query).
    """
    return folded(session, ink_of(session), as_written=True)


def sheet_seen(lines: Sequence[Line], sheet: ScoreSheet, after: int) -> ScoreSheet:
    """Return the sheet of a phone that had read up to entry `after`; where that is none, `sheet` as it
    stands.
    """
    return fold(lines[:after], known=sheet) if 0 < after < sheet.newest else sheet
