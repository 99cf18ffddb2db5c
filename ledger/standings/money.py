"""The group's money as it stands: balances, statements, the journal and the plans, added up by the database.

Amounts are whole cents; + is what somebody is owed. Postings keep the player they were booked for; what is
added up here is added up by person (`Group.who`), so that merging players, and undoing that, moves no money.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum, Window
from django.db.models.functions import Coalesce

from ledger.models import (
    Account,
    Entry,
    Group,
    Kind,
    Posting,
    Settlement,
    SettlementPayment,
)
from ledger.settling import THE_BOX
from ledger.standings.periods import nights_from
from ledger.who import Who

LINES_A_PAGE = 50


@dataclass(frozen=True, kw_only=True)
class Balance:
    """What a player is owed (+) or owes (−) in all."""

    player: int
    name: str
    cents: int


@dataclass(frozen=True, kw_only=True)
class Balances:
    """Everybody's balance, best first; what lies in the kitty's box, and how much of that is nobody's own."""

    players: tuple[Balance, ...]
    in_box: int
    common: int

    @property
    def owed_by_box(self) -> int:
        """What the box owes people; less than nothing where people owe it more."""
        return self.in_box - self.common

    @property
    def owed_to_box(self) -> int:
        """What people owe the box, the other way round."""
        return -self.owed_by_box


@dataclass(frozen=True, kw_only=True)
class StatementLine:
    """One line of a player's statement; `balance` is his balance after it, `night` a session's number."""

    number: int
    at: datetime
    kind: str
    night: int | None
    night_at: datetime | None
    note: str
    method: str
    cents: int
    balance: int
    is_undoing: bool
    is_copied: bool
    """Whether it is what a night out of an old notebook brought."""


@dataclass(frozen=True, kw_only=True)
class PlannedPayment:
    """A payment of a stored plan and how much of it was made; THE_BOX may be payer or payee."""

    pk: int
    number: int
    payer: int
    payee: int
    cents: int
    paid: int

    @property
    def open_cents(self) -> int:
        """What has not been paid of it."""
        return self.cents - self.paid


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A stored settlement, with what was paid of it; `dropped_at` where it is kept no longer."""

    key: uuid.UUID
    number: int
    at: datetime
    night: int | None
    night_at: datetime | None
    until: datetime | None
    label: str
    mode: str
    treasurer: int | None
    is_exact: bool
    dropped_at: datetime | None
    payments: tuple[PlannedPayment, ...]

    @property
    def is_paid(self) -> bool:
        """Whether nothing of it is open."""
        return not any(payment.open_cents for payment in self.payments)

    @property
    def is_kept(self) -> bool:
        """Whether its open payments are paid as it says."""
        return self.dropped_at is None


def balances(group: Group) -> Balances:
    """Everybody's balance, of all people of the group (two queries)."""
    who = group.who
    sums = _sums(Posting.objects.filter(transaction__group=group))
    people = [
        Balance(player=pk, name=name, cents=sum(sums[Account.PLAYER, one] for one in who.ids_of(pk)))
        for pk, name in group.players.values_list("pk", "name")
        if who.of(pk) == pk
    ]
    return Balances(
        players=tuple(sorted(people, key=lambda one: (-one.cents, one.name))),
        in_box=-sums[Account.BOX, None],
        common=sums[Account.COMMON, None],
    )


def won_at_cards(group: Group) -> Mapping[int, int]:
    """What the nights brought everybody, by player; what was paid since changes nothing in it (one query)."""
    brought = Posting.objects.filter(transaction__group=group, transaction__kind=Kind.NIGHT)
    return group.who.sums({player or 0: cents for (_, player), cents in _sums(brought).items()})


def statement(group: Group, player: int, *, page: int = 1) -> tuple[StatementLine, ...]:
    """A page of a player's statement, the latest first (one query)."""
    running = Window(Sum("cents"), order_by=("transaction__number", "pk"))
    lines = (
        Posting.objects.filter(transaction__group=group, player__in=group.who.ids_of(player))
        .annotate(balance=running, is_copied=copied("transaction"))
        .select_related("transaction__session")
        .order_by("-transaction__number", "-pk")
    )
    first = (page - 1) * LINES_A_PAGE
    return tuple(_of_statement(line) for line in lines[first : first + LINES_A_PAGE])


def statement_pages(group: Group, player: int) -> int:
    """How many pages a player's statement fills, at least one (one query)."""
    own = Posting.objects.filter(transaction__group=group, player__in=group.who.ids_of(player))
    return pages(own.count())


def copied(key: str) -> Exists:
    """Whether the transaction of this key came with a night out of a notebook; it has no note of its own."""
    return Exists(Entry.objects.filter(key=OuterRef(key), kind="notebook"))


def plans(group: Group) -> tuple[Plan, ...]:
    """The group's stored settlements, the latest first (two queries)."""
    found = group.settlements.select_related("session", "dropped").order_by("-number")
    payments: dict[uuid.UUID, list[PlannedPayment]] = defaultdict(list)
    for key, payment in _with_paid(SettlementPayment.objects.filter(settlement__in=found)):
        payments[key].append(payment)
    return tuple(_plan(one, payments[one.pk], group.who) for one in found)


def plan_of(group: Group, number: int) -> Plan | None:
    """A stored settlement by its number, None if there is none (two queries)."""
    one = group.settlements.select_related("session", "dropped").filter(number=number).first()
    if one is None:
        return None
    payments = _with_paid(SettlementPayment.objects.filter(settlement=one))
    return _plan(one, (payment for _, payment in payments), group.who)


def planned(payments: QuerySet[SettlementPayment]) -> tuple[PlannedPayment, ...]:
    """Payments of plans and what was paid of them (one query)."""
    return tuple(payment for _, payment in _with_paid(payments))


def to_settle(group: Group, *, until: datetime | None = None) -> Mapping[int, int]:
    """What is owed and not asked for by a kept plan, by player as it was booked, and THE_BOX (two queries).

    Of everything booked before `until`; payments count whenever made, but those that a later night's own plan
    asked for.
    """
    postings = Posting.objects.filter(transaction__group=group)
    payments = SettlementPayment.objects.filter(settlement__group=group, settlement__dropped=None)
    if until is not None:
        postings = postings.filter(Q(transaction__at__lt=until) | Q(transaction__kind=Kind.PAYMENT))
        of_later = Q(transaction__session__in=nights_from(group, until))
        asked_for = OF_A_BOOK | Q(transaction__plan__isnull=False)
        postings = postings.exclude(of_later & (~Q(transaction__kind=Kind.PAYMENT) | asked_for))
        payments = payments.exclude(settlement__session__in=nights_from(group, until))
    left: dict[int, int] = defaultdict(int)
    for (_, player), cents in _sums(postings).items():
        left[player or THE_BOX] += cents
    for payment in planned(payments):
        left[payment.payer] += payment.open_cents
        left[payment.payee] -= payment.open_cents
    return {who: cents for who, cents in sorted(left.items()) if cents}


OF_A_BOOK = Exists(Entry.objects.filter(key=OuterRef("transaction")))
"""Whether a posting was brought by a line of a night's book."""


def _sums(postings: QuerySet[Posting]) -> dict[tuple[str, int | None], int]:
    found = postings.order_by().values_list("account", "player").annotate(sum=Sum("cents"))
    return defaultdict(int, {(account, player): int(cents) for account, player, cents in found})


def pages(lines: int) -> int:
    """How many pages so many lines fill, at least one."""
    return max(1, -(-lines // LINES_A_PAGE))


def _of_statement(line: Posting) -> StatementLine:
    header = line.transaction
    return StatementLine(
        number=header.number,
        at=header.at,
        kind=header.kind,
        night=header.session.number if header.session else None,
        night_at=header.session.started_at if header.session else None,
        note="" if line.is_copied else header.note,  # type: ignore[attr-defined]
        method=header.method,
        cents=line.cents,
        balance=int(line.balance),  # type: ignore[attr-defined]
        is_undoing=header.undoes_id is not None,
        is_copied=line.is_copied,  # type: ignore[attr-defined]
    )


def _with_paid(payments: QuerySet[SettlementPayment]) -> list[tuple[uuid.UUID, PlannedPayment]]:
    theirs = Q(transactions__postings__player=F("payer")) | Q(
        payer=None, transactions__postings__account=Account.BOX
    )
    rows = payments.annotate(paid=Coalesce(Sum("transactions__postings__cents", filter=theirs), 0))
    return [
        (
            row.settlement_id,
            PlannedPayment(
                pk=row.pk,
                number=row.number,
                payer=row.payer_id or THE_BOX,
                payee=row.payee_id or THE_BOX,
                cents=row.cents,
                paid=int(row.paid),
            ),
        )
        for row in rows.order_by("settlement", "number")
    ]


def _plan(one: Settlement, payments: Iterable[PlannedPayment], who: Who) -> Plan:
    """The plan as it is read now: what somebody was to pay themselves, as it turned out, is no payment."""
    payments = [replace(each, payer=who.of(each.payer), payee=who.of(each.payee)) for each in payments]
    return Plan(
        key=one.key,
        number=one.number,
        at=one.at,
        night=one.session.number if one.session else None,
        night_at=one.session.started_at if one.session else None,
        until=one.until,
        label=one.label,
        mode=one.mode,
        treasurer=who.of(one.treasurer_id) if one.treasurer_id else None,
        is_exact=one.is_exact,
        dropped_at=one.dropped.at if hasattr(one, "dropped") else None,
        payments=tuple(each for each in payments if each.payer != each.payee),
    )
