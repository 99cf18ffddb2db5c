"""Groups that were started and never played, and those that began to come in and never arrived."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils import timezone

from ledger.book.sheet import EntryKind
from ledger.models import Entry, Group, Transaction

# What a book can say of a night at which no hand was told; a hand that was taken back was told.
NOTHING_PLAYED = (
    EntryKind.OPENED,
    EntryKind.ARRANGED,
    EntryKind.JOINED,
    EntryKind.LEFT,
    EntryKind.RULES,
    EntryKind.UNDONE,
    EntryKind.STAKE,
    EntryKind.ENDED,
    EntryKind.REOPENED,
)

# An import that takes longer has been given up: the server was stopped meanwhile.
ARRIVES_WITHIN = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True)
class Unplayed:
    """A group without a hand, a notebook's night or a line of money.

    `is_arriving` if it never came in as a whole.
    """

    pk: int
    name: str
    code: str
    started_at: datetime
    players: int
    is_arriving: bool


def unplayed(*, before: datetime) -> list[Unplayed]:
    """Return the groups that were started before a moment and never played, the oldest first (one query)."""
    return _read(_never_played().filter(started_at__lt=before))


def half_arrived() -> list[Unplayed]:
    """Return the groups that an import left behind, as it was never finished (one query)."""
    begun = timezone.now() - ARRIVES_WITHIN
    return _read(Group.every.filter(is_arriving=True, started_at__lt=begun))


def is_unplayed(group: int) -> bool:
    """Return whether the group of this id still is one that nobody played, nor had removed (one query)."""
    return _never_played().filter(pk=group).exists()


def _never_played() -> QuerySet[Group]:
    of_it = OuterRef("pk")
    played = Entry.objects.filter(session__group=of_it).exclude(kind__in=NOTHING_PLAYED)
    booked = Transaction.objects.filter(group=of_it)
    return Group.objects.filter(~Exists(played), ~Exists(booked), leaves_at=None)


def _read(groups: QuerySet[Group]) -> list[Unplayed]:
    counted = groups.annotate(count=Count("players")).order_by("started_at", "pk")
    facts = counted.values_list("pk", "name", "code", "started_at", "count", "is_arriving")
    return [
        Unplayed(pk=pk, name=name, code=code, started_at=at, players=count, is_arriving=is_arriving)
        for pk, name, code, at, count, is_arriving in facts
    ]
