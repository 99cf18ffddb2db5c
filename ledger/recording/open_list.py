"""Who pays whom: the list of what is open follows everything that is booked, in the same transaction.

What a kept plan still asks for stands in it as the plan says; all the rest is the common list. Together they
are the balances of the journal without what was paid while its night goes on, and the audit compares. Such a
payment comes into the list when the night ends; until then it is counted whenever the list is read.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping

from django.db import transaction
from django.db.models import F

from ledger.models import (
    Account,
    DroppedSettlement,
    Group,
    OpenPayment,
    SettlementPayment,
    open_sessions,
)
from ledger.models.group import OPEN_LIST
from ledger.settling import THE_BOX, Transfer, adjusted, owed_by
from ledger.standings.money import in_the_box, planned, to_settle
from ledger.standings.open_list import cents_of, paid_ahead
from ledger.steps import Progress, Steps

Kept = tuple[uuid.UUID, int, int]
"""The settlement's key, the number of a payment of it, and the cents that are open of that."""


def follow(
    group: Group,
    cents: Mapping[int | Account, int],
    *,
    pays: SettlementPayment | None = None,
    released: Mapping[int, int] | None = None,
) -> None:
    """Bring the list up to date with what was just booked; `pays` is the planned payment that it is of.

    `released` are the cents that waited for the end of a night before and do not wait any more; less than
    nothing, they wait from now on. The group is held by whoever books. What it costs depends on the people
    who have a balance, not on how much is in the journal.
    """
    if group.open_list != OPEN_LIST:
        make_list(group)
        return
    if taken_out := cents.get(Account.BOX, 0):
        Group.every.filter(pk=group.pk).update(box_cents=F("box_cents") - taken_out)
    if pays is not None and not _is_dropped(pays):
        _pay_of_plan(group, pays, cents.get(pays.payer_id or Account.BOX, 0))
    else:
        moved = by_person(cents)
        for who, amount in (released or {}).items():
            moved[who] = moved.get(who, 0) + amount
        change(group, moved)


def waiting(group: Group) -> dict[int, int]:
    """Return the cents paid at nights that go on, by player id as booked, and THE_BOX (one query)."""
    return cents_of(paid_ahead(open_sessions(group)))


def less(before: Mapping[int, int], after: Mapping[int, int]) -> dict[int, int]:
    """Return the cents that waited before and do not wait by now."""
    return {who: before.get(who, 0) - after.get(who, 0) for who in sorted({*before, *after})}


def by_person(cents: Mapping[int | Account, int]) -> dict[int, int]:
    """Cents by player; what belongs to all lies in the box."""
    found: dict[int, int] = {}
    for who, amount in cents.items():
        person = THE_BOX if isinstance(who, Account) else who
        found[person] = found.get(person, 0) + amount
    return found


def change(group: Group, cents: Mapping[int, int]) -> None:
    """Add to the common list what these people are owed more (+) or owe more (−)."""
    if not any(cents.values()):
        return
    rows = list(OpenPayment.objects.filter(group=group, plan=None))
    lines = [Transfer(payer=_who(row.payer_id), payee=_who(row.payee_id), cents=row.cents) for row in rows]
    _write(group, rows, adjusted(lines, cents))


def keep(group: Group, payments: Iterable[SettlementPayment]) -> None:
    """What a plan asks for moves from the common list to the plan's own lines."""
    asked = list(payments)
    OpenPayment.objects.bulk_create(_of_plan(group, one, one.cents) for one in asked)
    change(group, _paid((one.payer_id, one.payee_id, one.cents) for one in asked))


def merge(group: Group, plan: Iterable[SettlementPayment]) -> None:
    """What is still open of a plan goes back to the common list."""
    rows = list(OpenPayment.objects.filter(group=group, plan__in=[one.pk for one in plan]))
    OpenPayment.objects.filter(pk__in=[row.pk for row in rows]).delete()
    change(group, _paid((row.payee_id, row.payer_id, row.cents) for row in rows))


def make_list(
    group: Group, lines: Iterable[Transfer] | None = None, kept: Iterable[Kept] | None = None
) -> None:
    """The list anew: the common part as `lines`, else as it was, changed to what the journal asks for.

    `kept` is what kept plans still ask for, where somebody has added that up already. Raises ValueError where
    the balances do not add up to zero.
    """
    common = _made_anew(group) if lines is None else lines
    still_open = {(key, number): cents for key, number, cents in (_kept(group) if kept is None else kept)}
    OpenPayment.objects.filter(group=group).delete()
    rows = SettlementPayment.objects.filter(settlement__in={key for key, _ in still_open})
    OpenPayment.objects.bulk_create(
        _of_plan(group, one, still_open[one.settlement_id, one.number])
        for one in rows.order_by("settlement__number", "number")
        if (one.settlement_id, one.number) in still_open
    )
    OpenPayment.objects.bulk_create(_line(group, one) for one in common)
    group.open_list, group.box_cents = OPEN_LIST, in_the_box(group)
    Group.every.filter(pk=group.pk).update(open_list=group.open_list, box_cents=group.box_cents)


def _made_anew(group: Group) -> tuple[Transfer, ...]:
    rows = OpenPayment.objects.filter(group=group, plan=None).order_by("pk")
    lines = [Transfer(payer=_who(row.payer_id), payee=_who(row.payee_id), cents=row.cents) for row in rows]
    return adjusted(lines, less(to_settle(group), owed_by(lines)))


def _kept(group: Group) -> Iterable[Kept]:
    rows = SettlementPayment.objects.filter(settlement__group=group, settlement__dropped=None)
    keys = dict(rows.values_list("pk", "settlement"))
    return [(keys[one.pk], one.number, one.open_cents) for one in planned(rows) if one.open_cents > 0]


def make_lists(failed: Callable[[Group, Exception], object]) -> Steps[int]:
    """The lists of groups that another version of this made, or none; returns how many.

    Each in a transaction of its own: stopped, it goes on where it was. A group whose money does not add up
    stays without; `failed` is told.
    """
    left = Group.objects.exclude(open_list=OPEN_LIST).order_by("pk")
    of, looked_at, done, last = left.count(), 0, 0, 0
    while (group := left.filter(pk__gt=last).first()) is not None:
        last = group.pk
        try:
            with transaction.atomic():
                make_list(Group.objects.select_for_update(no_key=True).get(pk=group.pk))
            done += 1
        except Exception as problem:
            failed(group, problem)
        looked_at += 1
        yield Progress(done=looked_at, of=of)
    return done


def _is_dropped(payment: SettlementPayment) -> bool:
    return DroppedSettlement.objects.filter(settlement=payment.settlement_id).exists()


def _pay_of_plan(group: Group, payment: SettlementPayment, paid: int) -> None:
    row = OpenPayment.objects.filter(plan=payment).first() or _of_plan(group, payment, 0)
    row.cents -= paid
    if row.cents:
        row.save()
    elif row.pk is not None:
        row.delete()


def _paid(lines: Iterable[tuple[int | None, int | None, int]]) -> dict[int, int]:
    """What changes when (payer, payee, cents) are paid."""
    found: dict[int, int] = {}
    for payer, payee, cents in lines:
        found[_who(payer)] = found.get(_who(payer), 0) + cents
        found[_who(payee)] = found.get(_who(payee), 0) - cents
    return found


def _write(group: Group, rows: Iterable[OpenPayment], lines: Iterable[Transfer]) -> None:
    """Write what differs: lines keep their places, new ones come last."""
    before = {(_who(row.payer_id), _who(row.payee_id)): row for row in rows}
    after = {(one.payer, one.payee): one for one in lines}
    gone = [row.pk for pair, row in before.items() if pair not in after]
    changed = [row for pair, row in before.items() if pair in after and row.cents != after[pair].cents]
    for row in changed:
        row.cents = after[_who(row.payer_id), _who(row.payee_id)].cents
    if gone:
        OpenPayment.objects.filter(pk__in=gone).delete()
    if changed:
        OpenPayment.objects.bulk_update(changed, ["cents"], batch_size=300)
    OpenPayment.objects.bulk_create(_line(group, one) for pair, one in after.items() if pair not in before)


def _of_plan(group: Group, payment: SettlementPayment, cents: int) -> OpenPayment:
    return OpenPayment(
        group=group, payer_id=payment.payer_id, payee_id=payment.payee_id, cents=cents, plan=payment
    )


def _line(group: Group, one: Transfer) -> OpenPayment:
    return OpenPayment(group=group, payer_id=one.payer or None, payee_id=one.payee or None, cents=one.cents)


def _who(player: int | None) -> int:
    return THE_BOX if player is None else player
