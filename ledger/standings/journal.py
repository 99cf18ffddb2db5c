"""The group's journal as it stands: each transaction with who got and gave what, by name.

Amounts are whole cents; + is what somebody is owed.
"""

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max, QuerySet

from ledger.book.who import Who
from ledger.models import Group, Posting, Transaction
from ledger.standings.groups import names_of
from ledger.standings.money import LINES_A_PAGE, copied

# So many lines are read at once where all are asked for.
AT_ONCE = 100


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
    # What a shared expense came to in all.
    amount: int | None
    by: int | None
    undoes: int | None
    is_undone: bool
    # Whether it is what a night out of an old notebook brought.
    is_copied: bool
    postings: tuple[tuple[str, int], ...]


# Where the parts of a _Posted are read.
COLUMNS = ("account", "player", "player__name", "cents")


class _Posted(NamedTuple):
    """A posting of a line: whose cents."""

    account: str
    player: int | None
    name: str | None
    cents: int


def journal(group: Group, *, page: int = 1, newest: int | None = None) -> tuple[JournalLine, ...]:
    """Return a page of the journal, the latest first (two queries, and one where the `newest` line is not
    told).

    Lines are numbered from 1 on without a gap, so that no page reads those before it.
    """
    last = (newest_line(group) if newest is None else newest) - (page - 1) * LINES_A_PAGE
    lines = group.transactions.filter(number__lte=last, number__gt=last - LINES_A_PAGE)
    return _journal_lines(group, lines.order_by("-number"))


def whole_journal(group: Group) -> Iterator[JournalLine]:
    """Return the journal from its first line, read in portions (two queries each)."""
    last = 0
    while lines := _journal_lines(
        group, group.transactions.filter(number__gt=last).order_by("number")[:AT_ONCE]
    ):
        yield from lines
        last = lines[-1].number
        if len(lines) < AT_ONCE:
            return


def newest_line(group: Group) -> int:
    return group.transactions.aggregate(newest=Max("number"))["newest"] or 0


def _journal_lines(group: Group, transactions: QuerySet[Transaction]) -> tuple[JournalLine, ...]:
    headers = transactions.select_related("session", "undoes", "undone_by")
    found = list(headers.annotate(is_copied=copied("key")))
    postings: dict[uuid.UUID, list[_Posted]] = defaultdict(list)
    lines = Posting.objects.filter(transaction__in=transactions.values("pk")).order_by("pk")
    for key, *posted in lines.values_list("transaction", *COLUMNS):
        postings[key].append(_Posted._make(posted))
    who = group.who
    names = names_of(group) if who else {}
    return tuple(
        JournalLine(
            key=one.key,
            number=one.number,
            at=one.at,
            kind=one.kind,
            night=one.session.number if one.session else None,
            night_at=one.session.started_at if one.session else None,
            note="" if one.is_copied else one.note,
            method=one.method,
            amount=one.amount,
            by=one.by_id,
            undoes=one.undoes.number if one.undoes else None,
            is_undone=hasattr(one, "undone_by"),
            is_copied=one.is_copied,
            postings=tuple(_named(postings[one.pk], who, names)),
        )
        for one in found
    )


def _named(postings: Sequence[_Posted], who: Who, names: Mapping[int, str]) -> list[tuple[str, int]]:
    # Two players who are one and met in the same line keep their names.
    if who:
        met = Counter(who.of(one.player) for one in postings if one.player is not None)
        postings = [
            one._replace(name=names[one.player]) if one.player and met[who.of(one.player)] == 1 else one
            for one in postings
        ]
    return [(one.name or {"box": "", "common": " "}[one.account], one.cents) for one in postings]
