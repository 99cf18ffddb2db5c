"""Payments as people look them up: what was paid of a plan, and with whom money changed hands."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models.functions import Coalesce

from ledger.models import Account, Entry, Group, Kind, Posting, SettlementPayment, Transaction
from ledger.standings.groups import names_of


@dataclass(frozen=True, kw_only=True)
class Made:
    """A payment of a plan, or a part of one, that was made and still stands; `number` is its journal line."""

    number: int
    at: datetime
    cents: int
    method: str


def payments_made(group: Group, payments: Iterable[int]) -> Mapping[int, tuple[Made, ...]]:
    """What was paid of planned payments, by their ids, oldest first (one query)."""
    found: dict[int, list[Made]] = defaultdict(list)
    lines = Posting.objects.filter(transaction__plan__in=list(payments), cents__gt=0)
    told = lines.select_related("transaction__undone_by").order_by("transaction__number")
    for line in told:
        header = line.transaction
        # Asked for these in the query, SQLite goes through all lines of the group, or all that undo none.
        if header.group_id != group.pk or header.undoes_id is not None or hasattr(header, "undone_by"):
            continue
        made = Made(number=header.number, at=header.at, cents=line.cents, method=header.method)
        found[header.plan_id or 0].append(made)
    return {payment: tuple(made) for payment, made in found.items()}


def counterparts(group: Group, player: int, numbers: Iterable[int]) -> Mapping[int, str]:
    """Who was on the other side of payments, by the numbers of their lines; "" is the box (a query, two where
    players were merged)."""
    who = group.who
    lines = Posting.objects.filter(
        transaction__group=group,
        transaction__number__in=list(numbers),
        account__in=(Account.PLAYER, Account.BOX),
    )
    columns = ("transaction__number", "transaction__kind", "player", "player__name")
    # Asked for payments in the query, SQLite goes through all there are.
    told = [
        (number, one, name) for number, kind, one, name in lines.values_list(*columns) if kind == Kind.PAYMENT
    ]
    if not who:
        return {number: name or "" for number, one, name in told if one != player}
    names, found = names_of(group), dict[int, str]()
    # What went from one to the other of two who are one has nobody else in it.
    for number, one, _ in told:
        if one is None or not who.are_one(one, player):
            found[number] = names[one] if one else ""
        else:
            found.setdefault(number, names[one])
    return found


def of_nights(keys: Iterable[uuid.UUID]) -> frozenset[uuid.UUID]:
    """Which transactions were brought by a line of a night's book, and are put right there (one query)."""
    return frozenset(Entry.objects.filter(key__in=list(keys)).values_list("key", flat=True))


def planned_payment(group: Group, settlement: int, number: int) -> SettlementPayment | None:
    """A payment of a stored plan, by the numbers people see (one query)."""
    found = SettlementPayment.objects.filter(
        settlement__group=group, settlement__number=settlement, number=number
    ).select_related("settlement__session")
    payment = found.first()
    if payment is not None:
        payment.settlement.group = group
    return payment


def first_night(group: Group) -> datetime | None:
    """When the group first played (one query)."""
    found: datetime | None = (
        group.sessions.order_by("started_at").values_list("started_at", flat=True).first()
    )
    return found


def settled_until(group: Group) -> datetime | None:
    """Until when the last plan that is kept, of more than a night, asked for everything, or None (one query).

    For a month's that is the month's end; for another one when it was made.
    """
    found: datetime | None = (
        group.settlements.filter(session=None, dropped=None)
        .order_by("-number")
        .values_list(Coalesce("until", "at"), flat=True)
        .first()
    )
    return found


def pays_plan(group: Group, settlement: int, line: int) -> bool:
    """Whether a line of the journal pays a settlement (one query)."""
    return Transaction.objects.filter(group=group, number=line, plan__settlement__number=settlement).exists()
