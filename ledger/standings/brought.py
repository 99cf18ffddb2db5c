"""Imports of other programs' files, found again by how their lines say that they came."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django.db.models import Count, Max, Min, Q

from ledger.models import Group
from ledger.words.texts import as_in_files

# The names in `ledger.exchange.expenses`, which this room may not know; a test holds them together.
PROGRAMS = ("Splitwise", "Spliit", "I Hate Money", "Tricount", "Money history")
IMPORT = re.compile(rf"({'|'.join(PROGRAMS)}) ([1-9][0-9]{{0,8}})")


Number = TypeVar("Number", str, UUID)


def taken_back(undoes: dict[Number, Number]) -> set[Number]:
    """Return the numbers of lines that were taken back, and of the lines that did: `undoes` names what each
    of these takes back, the earliest first."""
    gone: set[Number] = set()
    for number, undone in reversed(undoes.items()):
        if number not in gone:  # else it was taken back itself, and the other counts again
            gone |= {number, undone}
    return gone


def noted(method: str, note: str) -> str:
    """Return the note of a line that comes in again: with how it was paid, unless an import says that."""
    method, note = as_in_files(method), as_in_files(note)
    return note if not method or IMPORT.fullmatch(method) else f"{method}, {note}" if note else method


@dataclass(frozen=True, kw_only=True)
class SharedImport:
    """An import: its program, its number in the group, its lines and how many of them still count.

    `first` and `last` are the days of its entries, and `by` is the membership that brought it.
    """

    program: str
    number: int
    method: str
    lines: int
    left: int
    first: datetime
    last: datetime
    by: int | None


def brought_of(group: Group) -> Sequence[SharedImport]:
    """Return the imports of a group, the latest first (one query)."""
    is_brought = Q()
    for program in PROGRAMS:
        is_brought |= Q(method__startswith=f"{program} ")
    rows = (
        group.transactions.filter(is_brought, undoes=None)
        .order_by()
        .values("method")
        .annotate(
            lines=Count("pk"),
            left=Count("pk", filter=Q(undone_by=None)),
            first=Min("at"),
            last=Max("at"),
            writer=Min("by"),
        )
    )
    found = [
        SharedImport(
            program=match[1],
            number=int(match[2]),
            method=row["method"],
            lines=row["lines"],
            left=row["left"],
            first=row["first"],
            last=row["last"],
            by=row["writer"],
        )
        for row in rows
        if (match := IMPORT.fullmatch(row["method"]))
    ]
    return sorted(found, key=lambda one: -one.number)
