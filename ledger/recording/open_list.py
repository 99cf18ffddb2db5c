"""The list of who pays whom follows everything that is booked, in the same transaction.

The list is the balances of the journal without what was paid while its night goes on, and the audit compares.
Such a payment comes into the list when the night ends; until then it is counted whenever the list is read.
"""

from collections.abc import Callable, Iterable, Mapping

from django.db import transaction
from django.db.models import F

from ledger.models import Account, Group, OpenPayment, open_sessions
from ledger.models.group import OPEN_LIST
from ledger.money.payments import Transfer, adjusted, owed_by, straightened
from ledger.money.rounding import THE_BOX
from ledger.standings.money import in_the_box, to_settle
from ledger.standings.open_list import cents_of, paid_ahead
from ledger.steps import pause


def follow(
    group: Group,
    cents: Mapping[int | Account, int],
    *,
    released: Mapping[int, int] | None = None,
) -> None:
    """Bring the list up to date with what was just booked.

    `released` are the cents that waited for the end of a night before and do not wait any more; less than
    nothing, they wait from now on. The group is held by whoever books. What it costs depends on the people
    who have a balance, not on how much is in the journal.
    """
    if group.open_list != OPEN_LIST:
        make_list(group)
        return
    if taken_out := cents.get(Account.BOX, 0):
        Group.every.filter(pk=group.pk).update(box_cents=F("box_cents") - taken_out)
    moved = by_person(cents)
    for who, amount in (released or {}).items():
        moved[who] = moved.get(who, 0) + amount
    if any(moved.values()):
        rows = list(OpenPayment.objects.filter(group=group))
        _write(group, rows, adjusted(_transfers(rows), moved))


def waiting(group: Group) -> dict[int, int]:
    """Return the cents paid at nights that go on, by player id as booked, and THE_BOX (one query)."""
    return cents_of(paid_ahead(open_sessions(group)))


def less(before: Mapping[int, int], after: Mapping[int, int]) -> dict[int, int]:
    """Return the cents that waited before and do not wait by now."""
    return {who: before.get(who, 0) - after.get(who, 0) for who in sorted({*before, *after})}


def by_person(cents: Mapping[int | Account, int]) -> dict[int, int]:
    """Return cents by player; what belongs to all lies in the box."""
    found: dict[int, int] = {}
    for who, amount in cents.items():
        person = THE_BOX if isinstance(who, Account) else who
        found[person] = found.get(person, 0) + amount
    return found


def make_list(group: Group, lines: Iterable[Transfer] | None = None) -> None:
    """Make the list anew as `lines`, or from the list there was, changed to what the journal asks for.

    Raises ValueError where the balances do not add up to zero.
    """
    rows = OpenPayment.objects.filter(group=group)
    if lines is None:
        # Older versions also listed what kept plans asked for, so that two lines may be of one pair.
        before = straightened(_transfers(rows.order_by("pk")))
        lines = adjusted(before, less(to_settle(group), owed_by(before)))
    rows.delete()
    OpenPayment.objects.bulk_create(_line(group, one) for one in lines)
    group.open_list, group.box_cents = OPEN_LIST, in_the_box(group)
    Group.every.filter(pk=group.pk).update(open_list=group.open_list, box_cents=group.box_cents)


def make_lists(failed: Callable[[Group, Exception], object]) -> int:
    """Make the lists of groups that another version of this made, or none; return how many.

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
        pause(looked_at, of)
    return done


def _transfers(rows: Iterable[OpenPayment]) -> list[Transfer]:
    return [Transfer(payer=_who(row.payer_id), payee=_who(row.payee_id), cents=row.cents) for row in rows]


def _write(group: Group, rows: Iterable[OpenPayment], lines: Iterable[Transfer]) -> None:
    # Write what differs: lines keep their places, new ones come last.
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


def _line(group: Group, one: Transfer) -> OpenPayment:
    return OpenPayment(group=group, payer_id=one.payer or None, payee_id=one.payee or None, cents=one.cents)


def _who(player: int | None) -> int:
    return THE_BOX if player is None else player
