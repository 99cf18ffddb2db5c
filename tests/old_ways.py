"""Lines of a night as older versions wrote them: an ending with a plan of its own, and payments of that."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from ledger.models import Kind, Mode, Session, Settlement, SettlementPayment
from ledger.models.book import sheet_of
from ledger.recording import WriteContext, Written
from ledger.recording.journal import Booking, hold, post, post_night
from ledger.recording.writing import write
from ledger.settling import fewest_payments, rounded
from ledger.sheet import EntryKind, Payment


def end_with_a_plan(session: Session, context: WriteContext) -> Written:
    """The night ends, and its line says who pays whom for it."""
    sheet = sheet_of(session)
    cents = rounded(sheet.worth)
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
    """A payment of the night's own plan was made."""
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
    """The payments that the night's ending says."""
    ending = sheet_of(session).ending
    assert ending is not None
    assert ending.payments is not None
    return ending.payments


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
        key=key, group=session.group, number=number, session=session, mode=Mode.FEWEST, is_exact=True,
        at=at, lines=len(payments),
    )  # fmt: skip
