"""The group's journal as it stands: each transaction with who got and gave what, by name.

Amounts are whole cents; + is what somebody is owed.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from ledger.models import Group, Posting, Transaction
from ledger.standings.money import LINES_A_PAGE, copied, pages

AT_ONCE = 100
"""So many lines are read at once where all are asked for."""


@dataclass(frozen=True, kw_only=True)
class JournalLine:
    """One transaction: who got (+) and gave (−) what, by name; "" is the box, " " what belongs to all."""

    key: uuid.UUID
    number: int
    at: datetime
    kind: str
    night: int | None
    night_at: datetime | None
    note: str
    method: str
    amount: int | None
    """What a shared expense came to in all."""
    by: int | None
    undoes: int | None
    is_undone: bool
    is_copied: bool
    """Whether it is what a night out of an old notebook brought."""
    postings: tuple[tuple[str, int], ...]


def journal(group: Group, *, page: int = 1) -> tuple[JournalLine, ...]:
    """A page of the journal, the latest first (two queries)."""
    first = (page - 1) * LINES_A_PAGE
    return _journal_lines(group.transactions.order_by("-number")[first : first + LINES_A_PAGE])


def whole_journal(group: Group) -> Iterator[JournalLine]:
    """The journal from its first line, read in portions (two queries each)."""
    last = 0
    while lines := _journal_lines(group.transactions.filter(number__gt=last).order_by("number")[:AT_ONCE]):
        yield from lines
        last = lines[-1].number
        if len(lines) < AT_ONCE:
            return


def journal_pages(group: Group) -> int:
    """How many pages the journal fills, at least one (one query)."""
    return pages(group.transactions.count())


def _journal_lines(transactions: QuerySet[Transaction]) -> tuple[JournalLine, ...]:
    headers = transactions.select_related("session", "undoes", "undone_by")
    found = list(headers.annotate(is_copied=copied("key")))
    names: dict[uuid.UUID, list[tuple[str, int]]] = defaultdict(list)
    lines = Posting.objects.filter(transaction__in=transactions.values("pk")).order_by("pk")
    for key, account, name, cents in lines.values_list("transaction", "account", "player__name", "cents"):
        names[key].append((name or {"box": "", "common": " "}[account], cents))
    return tuple(_of_journal(one, names[one.pk]) for one in found)


def _of_journal(one: Transaction, postings: Iterable[tuple[str, int]]) -> JournalLine:
    return JournalLine(
        key=one.key,
        number=one.number,
        at=one.at,
        kind=one.kind,
        night=one.session.number if one.session else None,
        night_at=one.session.started_at if one.session else None,
        note="" if one.is_copied else one.note,  # type: ignore[attr-defined]
        method=one.method,
        amount=one.amount,
        by=one.by_id,
        undoes=one.undoes.number if one.undoes else None,
        is_undone=hasattr(one, "undone_by"),
        is_copied=one.is_copied,  # type: ignore[attr-defined]
        postings=tuple(postings),
    )
