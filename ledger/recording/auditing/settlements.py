"""A group's settlements: plans of payments, and what was paid of them."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ledger.messages import Message
from ledger.models import Group, Mode, Posting, Settlement, SettlementPayment, Transaction
from ledger.recording.auditing.reading import PORTION, one_moment, reported
from ledger.recording.contradictions import Names
from ledger.steps import pause

Booked = dict[int, list[dict[tuple[str, int | None], int]]]
"""What was booked on a planned payment (its id): the cents of each transaction by account and player."""


def of_settlements(group: Group, names: Names) -> Iterator[Message]:
    """Yield what is wrong with the plans, read in portions by number."""
    last, counted = -1, 0
    while True:
        with one_moment():
            plans = list(
                Settlement.objects.filter(group=group.pk, number__gt=last)
                .select_related("session")
                .order_by("number")[:PORTION]
            )
            payments, booked = _payments(plans)
        for place, plan in enumerate(plans, counted + 1):
            if plan.number != place:
                yield reported("settlement_numbered", number=plan.number, wanted=place)
            own = payments[plan.key]
            yield from _of_plan(plan, own, names)
            yield from _of_paid(plan.number, own, booked)
        if len(plans) < PORTION:
            return
        last, counted = plans[-1].number, counted + len(plans)
        pause()


def _payments(plans: Sequence[Settlement]) -> tuple[dict[uuid.UUID, list[SettlementPayment]], Booked]:
    payments: dict[uuid.UUID, list[SettlementPayment]] = defaultdict(list)
    for one in SettlementPayment.objects.filter(settlement__in=[plan.key for plan in plans]):
        payments[one.settlement_id].append(one)
    cents: dict[int, dict[uuid.UUID, dict[tuple[str, int | None], int]]] = defaultdict(dict)
    planned = [one.pk for found in payments.values() for one in found]
    pays = dict(Transaction.objects.filter(plan__in=planned).order_by().values_list("key", "plan"))
    postings = Posting.objects.filter(transaction__in=list(pays)).order_by()
    for key, account, player, amount in postings.values_list("transaction", "account", "player", "cents"):
        cents[pays[key] or 0].setdefault(key, {})[account, player] = amount
    return payments, defaultdict(list, {pk: list(found.values()) for pk, found in cents.items()})


def _of_plan(plan: Settlement, payments: Sequence[SettlementPayment], names: Names) -> Iterator[Message]:
    number = plan.number
    if [one.number for one in payments] != list(range(1, plan.lines + 1)):
        yield reported("payments", number=number, has=len(payments), of=plan.lines)
    if plan.session is not None and plan.session.group_id != plan.group_id:
        yield reported("settlement_of_other_group", number=number)
    if (plan.treasurer_id is not None) != (plan.mode == Mode.TREASURER):
        yield reported("treasurer", number=number)
    for one in payments:
        if one.cents <= 0 or one.payer_id == one.payee_id:
            yield reported("payment_none", number=number, payment=one.number, cents=one.cents)
        people = {one.payer_id, one.payee_id, plan.treasurer_id} - {None}
        if names is not None and not people <= set(names):
            yield reported("payment_of_other_group", number=number, payment=one.number)
        if plan.treasurer_id is not None and plan.treasurer_id not in (one.payer_id, one.payee_id):
            yield reported("past_treasurer", number=number, payment=one.number)


def _of_paid(number: int, payments: Sequence[SettlementPayment], booked: Booked) -> Iterator[Message]:
    """Check that what is booked on a planned payment goes from payer to payee, and is not too much."""
    for one in payments:
        payer, payee = _account(one.payer_id), _account(one.payee_id)
        paid = 0
        for cents in booked[one.pk]:
            paid += cents.get(payer, 0)
            if set(cents) != {payer, payee}:
                yield reported("other_people", number=number, payment=one.number)
        if not 0 <= paid <= one.cents:
            yield reported("paid", number=number, payment=one.number, cents=one.cents, paid=paid)


def _account(player: int | None) -> tuple[str, int | None]:
    return ("box", None) if player is None else ("player", player)
