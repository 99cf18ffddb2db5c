"""A group's settlements: plans of payments, and what was paid of them."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ledger.models import Group, Mode, Posting, Settlement, SettlementPayment, Transaction
from ledger.recording.auditing.reading import PORTION, Say, Stops, one_moment
from ledger.recording.contradictions import Names

Booked = dict[int, list[dict[tuple[str, int | None], int]]]
"""What was booked on a planned payment (its id): the cents of each transaction by account and player."""


def settlement_steps(group: Group, names: Names, say: Say) -> Stops[None]:
    """Says what is wrong with the plans, read in portions by number."""
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
                say(f"settlement {plan.number} should be number {place}")
            for fault in (*_of_plan(plan, payments[plan.key], names), *_of_paid(payments[plan.key], booked)):
                say(f"settlement {plan.number}{fault}")
        if len(plans) < PORTION:
            return
        last, counted = plans[-1].number, counted + len(plans)
        yield


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


def _of_plan(plan: Settlement, payments: Sequence[SettlementPayment], names: Names) -> Iterator[str]:
    if [one.number for one in payments] != list(range(1, plan.lines + 1)):
        yield f" has {len(payments)} of {plan.lines} payments, or they are not numbered from 1"
    if plan.session is not None and plan.session.group_id != plan.group_id:
        yield " is about a night of another group"
    if (plan.treasurer_id is not None) != (plan.mode == Mode.TREASURER):
        yield " has a treasurer without being paid through one, or the other way round"
    for one in payments:
        if one.cents <= 0 or one.payer_id == one.payee_id:
            yield f", payment {one.number} is {one.cents} cents from somebody to themselves, or nothing"
        people = {one.payer_id, one.payee_id, plan.treasurer_id} - {None}
        if names is not None and not people <= set(names):
            yield f", payment {one.number} is about a player of another group"
        if plan.treasurer_id is not None and plan.treasurer_id not in (one.payer_id, one.payee_id):
            yield f", payment {one.number} does not go through the treasurer"


def _of_paid(payments: Sequence[SettlementPayment], booked: Booked) -> Iterator[str]:
    """What is booked on a planned payment goes from payer to payee, and is never more than planned."""
    for one in payments:
        payer, payee = _account(one.payer_id), _account(one.payee_id)
        paid = 0
        for cents in booked[one.pk]:
            paid += cents.get(payer, 0)
            if set(cents) != {payer, payee}:
                yield f", payment {one.number} is booked between other people than planned"
        if not 0 <= paid <= one.cents:
            yield f", payment {one.number} is of {one.cents} cents, and {paid} were paid"


def _account(player: int | None) -> tuple[str, int | None]:
    return ("box", None) if player is None else ("player", player)
