"""Paying what is open, and plans of it that are kept: asked for as they were made, until they are dropped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from ledger import limits
from ledger.models import (
    Account,
    DroppedSettlement,
    Group,
    Kind,
    Mode,
    OpenPayment,
    Session,
    Settlement,
    SettlementPayment,
    Transaction,
    open_sessions,
)
from ledger.recording.journal import Booking, Who, clean_method, hold, post
from ledger.recording.open_list import keep, merge
from ledger.recording.texts import clean_text
from ledger.recording.writing import Refused, WriteContext, check_room, keys_are_used_once, used
from ledger.settling import THE_BOX, Transfer, fewest_payments, is_exact, owed_by, pay_ahead, through
from ledger.standings.money import to_settle
from ledger.standings.open_list import OpenLine, open_list, paid_ahead
from ledger.standings.payments import planned_payment


@dataclass(frozen=True, kw_only=True)
class PlanRequest:
    """What a plan is kept of, and how it is paid: everything booked before `until` (None: until now)."""

    treasurer: int | None = None
    until: datetime | None = None
    label: str = ""


@dataclass(frozen=True, kw_only=True)
class Proposed:
    """The plan that would be stored now: what everybody owes or is owed in it, and the payments."""

    balances: Mapping[int, int]
    plan: tuple[Transfer, ...]
    is_exact: bool


@dataclass(frozen=True, kw_only=True)
class Which:
    """A line of what is open, as a phone names it: who pays whom, and which payment of a kept plan it is."""

    payer: int
    payee: int
    plan: tuple[int, int] | None = None


def pay_line(
    group: Group,
    which: Which,
    cents: int,
    context: WriteContext,
    *,
    method: str = "",
    session: Session | None = None,
) -> Transaction:
    """A line of what is open was paid, or a part of it; `session` is the night from whose page it was.

    The other lines stay as they are, and `undo` of the transaction opens it again. Raises Refused for a line
    that is not open, and for more than is open of it.
    """
    method = clean_method(method)
    with keys_are_used_once(), transaction.atomic():
        hold(group)
        before = Transaction.objects.filter(key=context.key).select_related("plan").first()
        plan = before.plan if before else _open_line(group, which, cents)
        booking = Booking(
            kind=Kind.PAYMENT,
            cents=_as_asked(plan, cents)
            if plan
            else {_account(which.payer): cents, _account(which.payee): -cents},
            session=session,
            plan=plan,
            method=method,
        )
        return post(group, booking, context)


def _open_line(group: Group, which: Which, cents: int) -> SettlementPayment | None:
    """The payment of a plan that the line is of, if any. Raises Refused for what is not open now."""
    said = (which.payer, which.payee, which.plan)
    line = next((one for one in open_list(group) if (one.payer, one.payee, one.plan) == said), None)
    if line is None:
        raise Refused("no_such_payment", case="not_open")
    if not 0 < cents <= line.cents:
        raise Refused("too_much", fact="cents", case="open")
    return planned_payment(group, *which.plan) if which.plan else None


def _as_asked(plan: SettlementPayment, cents: int) -> dict[Who, int]:
    """What is booked for a payment of a plan: between those whom the plan names, whoever they are by now."""
    return {_account(plan.payer_id): cents, _account(plan.payee_id): -cents}


def propose(group: Group, asked: PlanRequest) -> Proposed:
    """What `settle` would store; writes nothing, and raises Refused as it does."""
    balances = _balances(group, asked)
    exact = asked.treasurer is None and is_exact(balances)
    return Proposed(balances=balances, plan=_plan(group, asked, balances), is_exact=exact)


def settle(
    group: Group, asked: PlanRequest, context: WriteContext, *, seen: tuple[Transfer, ...] | None = None
) -> Settlement:
    """Keep a plan that brings balances to zero; what kept plans ask for already is not asked for again.

    Raises Refused when nobody owes anything, the treasurer is not of this group, or the plan is not the one
    that was `seen`. The same key twice gives the same settlement.
    """
    asked = replace(asked, label=clean_text(asked.label, case="label", fact="label"))
    with keys_are_used_once(), transaction.atomic():
        hold(group)
        if (before := Settlement.objects.filter(key=context.key).first()) is not None:
            return _same(before, group, asked)
        number = _next_number(group)
        proposed = propose(group, asked)
        if seen is not None and seen != proposed.plan:
            raise Refused("moved_on")
        return _store(group, asked, proposed, context, number=number)


def pay_planned(
    payment: SettlementPayment, cents: int, context: WriteContext, *, method: str = ""
) -> Transaction:
    """A payment of a kept plan was made, or a part of it; the plan stays as it is.

    Raises Refused for more than is open, and for a plan that was dropped. `undo` of the transaction makes it
    open again.
    """
    settlement, method = payment.settlement, clean_method(method)
    with keys_are_used_once(), transaction.atomic():
        hold(settlement.group)
        again = Transaction.objects.filter(key=context.key).exists()
        if not again and DroppedSettlement.objects.filter(settlement=settlement).exists():
            raise Refused("dropped")
        if not again and not 0 < cents <= _open_cents(payment):
            raise Refused("too_much", fact="cents", case="open")
        booking = Booking(
            kind=Kind.PAYMENT,
            cents=_as_asked(payment, cents),
            session=settlement.session,
            plan=payment,
            method=method,
        )
        return post(settlement.group, booking, context)


def _open_cents(payment: SettlementPayment) -> int:
    found = OpenPayment.objects.filter(plan=payment).first()
    return found.cents if found else 0


def _account(player: int | None) -> Who:
    return player or Account.BOX


def _same(before: Settlement, group: Group, asked: PlanRequest) -> Settlement:
    said = (group.pk, asked.treasurer, asked.until, asked.label)
    if (before.group_id, before.treasurer_id, before.until, before.label) != said:
        raise used()
    return before


def _balances(group: Group, asked: PlanRequest) -> Mapping[int, int]:
    if asked.treasurer is not None and not group.players.filter(pk=asked.treasurer).exists():
        raise Refused("no_such_player", fact="treasurer")
    if asked.until is None:
        balances: Mapping[int, int] = owed_by(_common(group))
    else:
        owed = group.who.sums(to_settle(group, until=asked.until))
        who = group.who
        ahead = [
            Transfer(payer=who.of(one.payer), payee=who.of(one.payee), cents=one.cents)
            for one in paid_ahead(open_sessions(group))
        ]
        lines, _ = pay_ahead(fewest_payments(owed), ahead)
        balances = dict(sorted(owed_by(lines).items()))
    if not any(balances.values()):
        raise Refused("settled")
    return balances


def _common(group: Group) -> list[Transfer]:
    """What is open and no kept plan asks for."""
    lines: tuple[OpenLine, ...] = open_list(group)
    return [Transfer(payer=one.payer, payee=one.payee, cents=one.cents) for one in lines if one.plan is None]


def _plan(group: Group, asked: PlanRequest, balances: Mapping[int, int]) -> tuple[Transfer, ...]:
    if asked.treasurer is None:
        return fewest_payments(balances)
    return through(balances, asked.treasurer)


def _next_number(group: Group) -> int:
    highest: int | None = group.settlements.aggregate(highest=Max("number"))["highest"]
    number = (highest or 0) + 1
    check_room(number, limits.MOST_SETTLEMENTS, case="settlements")
    return number


def _store(
    group: Group, asked: PlanRequest, proposed: Proposed, context: WriteContext, *, number: int
) -> Settlement:
    payments = SettlementPayment.objects.bulk_create(
        SettlementPayment(
            settlement_id=context.key,
            number=place,
            payer_id=None if one.payer == THE_BOX else one.payer,
            payee_id=None if one.payee == THE_BOX else one.payee,
            cents=one.cents,
        )
        for place, one in enumerate(proposed.plan, 1)
    )
    settlement = Settlement.objects.create(
        key=context.key,
        group=group,
        number=number,
        until=asked.until,
        label=asked.label,
        mode=Mode.FEWEST if asked.treasurer is None else Mode.TREASURER,
        treasurer_id=asked.treasurer,
        is_exact=proposed.is_exact,
        by=context.by,
        at=context.at or timezone.now(),
        lines=len(proposed.plan),
    )
    keep(group, payments)
    return settlement


def drop(settlement: Settlement, context: WriteContext) -> DroppedSettlement:
    """Keep a plan no longer: what is open of it goes back to all that is open. What was paid stays paid.

    Raises Refused for a plan that was dropped already.
    """
    with keys_are_used_once(), transaction.atomic():
        hold(settlement.group)
        if (before := DroppedSettlement.objects.filter(settlement=settlement).first()) is not None:
            if before.key == context.key:
                return before
            raise Refused("dropped", case="already")
        merge(settlement.group, settlement.payments.all())
        return DroppedSettlement.objects.create(
            key=context.key, settlement=settlement, by=context.by, at=context.at or timezone.now()
        )
