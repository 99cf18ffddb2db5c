"""Lines of a night as older versions wrote them: an ending with a plan of its own, and payments of that."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from ledger.book.sheet import EntryKind, Payment
from ledger.models import (
    Account,
    DroppedSettlement,
    Group,
    Kind,
    PlanMode,
    Posting,
    Session,
    Settlement,
    SettlementPayment,
    Transaction,
)
from ledger.models.book import sheet_of
from ledger.money.payments import fewest_payments
from ledger.money.rounding import rounded
from ledger.recording import WriteContext, Written
from ledger.recording.journal import (
    Booking,
    Drawing,
    drawn,
    follow,
    hold,
    inked,
    next_number,
    post,
    post_night,
)
from ledger.recording.writing import write


def end_with_a_plan(session: Session, context: WriteContext) -> Written:
    sheet = sheet_of(session)
    cents = rounded(sheet.worth, sheet.turn)
    left = dict(cents)
    for payment in sheet.paid:
        left[payment.payer] = left.get(payment.payer, 0) + payment.cents
        left[payment.payee] = left.get(payment.payee, 0) - payment.cents
    facts = {
        "cents": {str(player): amount for player, amount in cents.items()},
        "payments": [asdict(one) for one in fewest_payments(left)],
    }
    hold(session.group)
    return write(
        session, EntryKind.ENDED, facts, context, then=lambda line: post_night(session, line, context)
    )


def mark_paid(session: Session, payer: int, payee: int, context: WriteContext) -> Written:
    (cents,) = [one.cents for one in plan_of_its_own(session) if (one.payer, one.payee) == (payer, payee)]
    booking = Booking(kind=Kind.PAYMENT, cents={payer: cents, payee: -cents}, session=session)
    return write(
        session,
        EntryKind.PAID,
        {"payer": payer, "payee": payee, "cents": cents},
        context,
        then=lambda line: post(session.group, booking, context),
    )


def plan_of_its_own(session: Session) -> tuple[Payment, ...]:
    ending = sheet_of(session).ending
    assert ending is not None
    assert ending.payments is not None
    return ending.payments


@transaction.atomic
def keep_a_plan_of_its_own(
    session: Session, *, at: datetime, payments: Sequence[tuple[int, int, int]] = ()
) -> Settlement:
    """A kept plan that is a night's own, of payments (payer, payee, cents); the last one is stored first."""
    key = uuid.uuid4()
    SettlementPayment.objects.bulk_create(
        SettlementPayment(settlement_id=key, number=number, payer_id=payer, payee_id=payee, cents=cents)
        for number, (payer, payee, cents) in reversed([*enumerate(payments, 1)])
    )
    number = session.group.settlements.count() + 1
    return Settlement.objects.create(
        key=key, group=session.group, number=number, session=session, mode=PlanMode.FEWEST, is_exact=True,
        at=at, lines=len(payments),
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class PlanRequest:
    """A plan of older versions: everything open, perhaps through a treasurer, perhaps of a month."""

    treasurer: int | None = None
    until: datetime | None = None
    label: str = ""


@transaction.atomic
def settle(group: Group, asked: PlanRequest, context: WriteContext) -> Settlement:
    """Keep a plan as older versions did: a settlement and its payments."""
    lines = drawn(group, Drawing(treasurer=asked.treasurer, until=asked.until))
    number = group.settlements.count() + 1
    SettlementPayment.objects.bulk_create(
        SettlementPayment(
            settlement_id=context.key,
            number=place,
            payer_id=one.payer or None,
            payee_id=one.payee or None,
            cents=one.cents,
        )
        for place, one in enumerate(lines, 1)
    )
    return Settlement.objects.create(
        key=context.key,
        group=group,
        number=number,
        until=asked.until,
        label=asked.label,
        mode=PlanMode.FEWEST if asked.treasurer is None else PlanMode.TREASURER,
        treasurer_id=asked.treasurer,
        is_exact=asked.treasurer is None,
        by=context.by,
        at=context.at or timezone.now(),
        lines=len(lines),
    )


def pay_planned(
    payment: SettlementPayment, cents: int, context: WriteContext, *, method: str = ""
) -> Transaction:
    group = payment.settlement.group
    who = {payment.payer_id or Account.BOX: cents, payment.payee_id or Account.BOX: -cents}
    booking = Booking(kind=Kind.PAYMENT, cents=who, session=payment.settlement.session, method=method)
    with transaction.atomic():
        hold(group)
        made = inked(
            group,
            booking,
            key=context.key,
            number=next_number(group),
            at=context.at or timezone.now(),
            by=context.by.pk if context.by else None,
        )
        made.header.plan = payment
        Posting.objects.bulk_create(made.postings)
        made.header.save(force_insert=True)
        follow(group, who)
    return made.header


def drop(settlement: Settlement, context: WriteContext) -> DroppedSettlement:
    return DroppedSettlement.objects.create(
        key=context.key, settlement=settlement, by=context.by, at=context.at or timezone.now()
    )
