"""Imports from old notebooks: each with its nights, and the money that came with them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Min, Q, QuerySet, Sum

from ledger.book.sheet import Struck
from ledger.models import Entry, Group, Kind, Posting, Session
from ledger.standings.nights import NIGHTS_A_PAGE, Night, told

# So many imports are listed, the newest first.
MOST = 50


@dataclass(frozen=True, kw_only=True)
class Import:
    """One import: from which files, by which membership, when; its nights, how many of them still count, and
    from when until when they were played."""

    key: UUID
    files: tuple[str, ...]
    by: int | None
    at: datetime
    nights: int
    left: int
    first: datetime
    last: datetime


def imports_of(group: Group) -> tuple[Import, ...]:
    return _imports(group.sessions.exclude(brought=None))


def import_called(group: Group, key: UUID) -> Import | None:
    return next(iter(_imports(group.sessions.filter(brought=key))), None)


def nights_of(group: Group, key: UUID, *, page: int) -> tuple[Night, ...]:
    """Return a page of the nights of an import that still count, the latest first (two queries)."""
    first = (page - 1) * NIGHTS_A_PAGE
    return told(
        group.sessions.filter(brought=key, struck=Struck.NO).order_by("-started_at", "-number")[
            first : first + NIGHTS_A_PAGE
        ]
    )


def struck_of(group: Group, key: UUID) -> tuple[Session, ...]:
    """Return the nights of an import that were taken out one by one, the latest first (one query)."""
    return tuple(group.sessions.filter(brought=key, struck=Struck.ALONE).order_by("-started_at")[:MOST])


def money_of(group: Group, key: UUID) -> Mapping[int, int]:
    """Return what an import brings to everybody's balance, by player, in cents (one query)."""
    brought = Posting.objects.filter(
        transaction__group=group, transaction__session__brought=key, transaction__kind=Kind.NIGHT
    )
    sums = brought.order_by().values_list("player").annotate(sum=Sum("cents"))
    found = group.who.sums({player: int(cents) for player, cents in sums})
    return {player: cents for player, cents in found.items() if cents}


def was_paid_since(group: Group, at: datetime) -> bool:
    return group.transactions.filter(kind=Kind.PAYMENT, at__gte=at).exists()


def _imports(sessions: QuerySet[Session]) -> tuple[Import, ...]:
    rows = sessions.order_by().values("brought")
    counted = rows.annotate(
        nights=Count("pk"),
        left=Count("pk", filter=Q(struck=Struck.NO)),
        since=Min("started_at"),
        until=Max("started_at"),
        oldest=Min("pk"),
        newest=Max("pk"),
    ).order_by("-oldest")
    found = list(counted[:MOST])
    wanted = [one[name] for one in found for name in ("oldest", "newest")]
    lines = Entry.objects.filter(session__in=wanted, number=1).values_list("session", "by", "facts")
    said = {session: (by, facts["brought"]) for session, by, facts in lines}
    return tuple(_import(one, [said[one["oldest"]], said[one["newest"]]]) for one in found)


def _import(row: Mapping[str, Any], said: Sequence[tuple[int | None, Mapping[str, str]]]) -> Import:
    by, brought = said[0]
    return Import(
        key=row["brought"],
        files=tuple(dict.fromkeys(one["file"] for _, one in said)),
        by=by,
        at=datetime.fromisoformat(brought["at"]),
        nights=row["nights"],
        left=row["left"],
        first=row["since"],
        last=row["until"],
    )
