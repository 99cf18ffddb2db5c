"""Settlements: a plan of payments is made once and stored, and then paid, in whole or in parts."""

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
    Group,
    Kind,
    Mode,
    Session,
    Settlement,
    SettlementPayment,
    Transaction,
)
from ledger.recording.journal import Booking, Who, clean_method, hold, post
from ledger.recording.texts import clean_text
from ledger.recording.writing import Refused, WriteContext, check_room, keys_are_used_once, used
from ledger.settling import Transfer, fewest_payments, is_exact, through
from ledger.standings.money import THE_BOX, planned, to_settle
from ledger.standings.payments import settled_by


@dataclass(frozen=True, kw_only=True)
class PlanRequest:
    """What is to be settled, and how: one night, or everything booked before `until` (None: until now)."""

    treasurer: int | None = None
    session: Session | None = None
    until: datetime | None = None
    label: str = ""


@dataclass(frozen=True, kw_only=True)
class Proposed:
    """The plan that would be stored now: what everybody owes or is owed in it, and the payments."""

    balances: Mapping[int, int]
    plan: tuple[Transfer, ...]
    is_exact: bool


def propose(group: Group, asked: PlanRequest) -> Proposed:
    """What `settle` would store; writes nothing, and raises Refused as it does."""
    balances = _balances(group, asked)
    exact = asked.treasurer is None and is_exact(balances)
    return Proposed(balances=balances, plan=_plan(group, asked, balances), is_exact=exact)


def settle(
    group: Group, asked: PlanRequest, context: WriteContext, *, seen: tuple[Transfer, ...] | None = None
) -> Settlement:
    """Store the plan that brings balances to zero; what earlier plans still bring is not planned again.

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
    """A planned payment was made, or a part of it; the plan stays as it is.

    Raises Refused for more than is open. `undo` of the transaction makes it open again.
    """
    settlement, method = payment.settlement, clean_method(method)
    with keys_are_used_once(), transaction.atomic():
        hold(settlement.group)
        again = Transaction.objects.filter(key=context.key).exists()
        if not again and not 0 < cents <= _open_cents(payment):
            raise Refused("too_much", fact="cents", case="open")
        booking = Booking(
            kind=Kind.PAYMENT,
            cents={_account(payment.payer_id): cents, _account(payment.payee_id): -cents},
            session=settlement.session,
            plan=payment,
            method=method,
        )
        return post(settlement.group, booking, context)


def _open_cents(payment: SettlementPayment) -> int:
    (found,) = planned(SettlementPayment.objects.filter(pk=payment.pk))
    return found.open_cents


def _account(player: int | None) -> Who:
    return Account.BOX if player is None else player


def _same(before: Settlement, group: Group, asked: PlanRequest) -> Settlement:
    session = asked.session.pk if asked.session else None
    said = (group.pk, session, asked.treasurer, asked.until, asked.label)
    if (before.group_id, before.session_id, before.treasurer_id, before.until, before.label) != said:
        raise used()
    return before


def _balances(group: Group, asked: PlanRequest) -> Mapping[int, int]:
    if asked.treasurer is not None and not group.players.filter(pk=asked.treasurer).exists():
        raise Refused("no_such_player", fact="treasurer")
    if asked.session is not None and asked.session.group_id != group.pk:
        raise Refused("no_such_night")
    _check_alone(asked.session)
    balances = to_settle(group, session=asked.session, until=asked.until)
    if not any(balances.values()):
        raise Refused("settled")
    return balances


def _check_alone(session: Session | None) -> None:
    """What a night brought is planned once: by itself, or with others."""
    if session is None or (number := settled_by(session)) is None:
        return
    if not session.settlements.filter(number=number).exists():
        raise Refused("settled_with_others", number=number)


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
    SettlementPayment.objects.bulk_create(
        SettlementPayment(
            settlement_id=context.key,
            number=place,
            payer_id=None if one.payer == THE_BOX else one.payer,
            payee_id=None if one.payee == THE_BOX else one.payee,
            cents=one.cents,
        )
        for place, one in enumerate(proposed.plan, 1)
    )
    return Settlement.objects.create(
        key=context.key,
        group=group,
        number=number,
        session=asked.session,
        until=asked.until,
        label=asked.label,
        mode=Mode.FEWEST if asked.treasurer is None else Mode.TREASURER,
        treasurer_id=asked.treasurer,
        is_exact=proposed.is_exact,
        by=context.by,
        at=context.at or timezone.now(),
        lines=len(proposed.plan),
    )
