"""A group removed: on its owner's wish, or one that never arrived. Line by line, in short steps."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from ledger.models import (
    NIGHTLY,
    AccessLink,
    DroppedSettlement,
    Entry,
    Group,
    Hand,
    HandResult,
    HouseRules,
    Membership,
    Merge,
    NightRole,
    OpenPayment,
    PaymentHandle,
    Player,
    Posting,
    Pot,
    Session,
    Settlement,
    SettlementPayment,
    SharedYear,
    Tombstone,
    Transaction,
)
from ledger.recording.writing import Refused
from ledger.steps import pause

# Rows that are deleted in one step: some milliseconds, and one wait for the disk.
ROWS = 150
# Rows that are looked at together whose lines go before them: nights, transactions, plans.
FAMILIES = 50

RowToRemove = TypeVar("RowToRemove", bound=Model)


def ask_to_leave(group: Group, *, at: datetime | None) -> Group:
    """Have a group removed at a time; None when its owner has had second thoughts. Returns it as it is now.

    Asked for again, the earlier time stands. Raises Refused when the group is being removed already, or is
    not yet here as a whole.
    """
    with transaction.atomic():
        held = _hold(group)
        if held is None or held.is_arriving or is_gone(held):
            raise Refused("group_gone")
        held.leaves_at = min(at, held.leaves_at) if at and held.leaves_at else at
        held.save(update_fields=["leaves_at"])
    return held


def is_gone(group: Group) -> bool:
    """Return whether a group's time is up: it is nobody's any more, removed already or soon."""
    return group.leaves_at is not None and group.leaves_at <= timezone.now()


def due_groups() -> QuerySet[Group]:
    return Group.objects.filter(leaves_at__lte=timezone.now()).order_by("pk")


def remove_group(group: Group) -> None:
    """Delete everything of a group: one that is arriving, or whose time is up, of which a tombstone stays.

    Lines go before what they hang on, some hundred between two pauses; the group's own row goes last.
    Whatever stopped it in between, the same call goes on. Raise Refused for any other group.
    """
    with transaction.atomic():
        if (held := _hold(group)) is None:
            return
        if not held.is_arriving:
            if not is_gone(held):
                raise Refused("group_stays")
            if not Tombstone.objects.filter(group=held.pk).exists():
                nights = Session.objects.filter(group=held).count()
                Tombstone.objects.create(group=held.pk, nights=nights, at=timezone.now())
    done = of = 0
    for lines in (
        Posting.objects.filter(transaction__group=group),
        Entry.objects.filter(session__group=group),
        HandResult.objects.filter(hand__group=group),
        NightRole.objects.filter(group=group),
    ):
        of += lines.count()
        pause()
    is_empty = False
    while not is_empty:  # twice at least: somebody may have been writing when the time was up
        is_empty = True
        for rows in _in_order(group):
            while deleted := _delete(group, rows):
                is_empty, done = False, done + deleted
                pause(done, max(of, done))
    with transaction.atomic():
        if (held := _check(group)) is not None:
            held.delete()
    pause(done, done)


def _hold(group: Group) -> Group | None:
    # Not only its fields change: nobody may add a row to a group that is about to be deleted.
    return Group.every.select_for_update().filter(pk=group.pk).first()


def _check(group: Group) -> Group | None:
    # An import may have been quicker.
    held = _hold(group)
    if held is None or held.is_arriving or Tombstone.objects.filter(group=group.pk).exists():
        return held
    raise Refused("group_stays")


def _in_order(group: Group) -> Iterator[QuerySet[Model]]:
    # Rows come first on which nothing hangs any more. Rows that hang on many others are asked for by some of
    # those at a time: asked for by their group, each step would look anew at all the rows that have lost
    # theirs.
    yield OpenPayment.objects.filter(group=group)
    # From the newest: what undoes a transaction was written after it.
    for some in _families(Transaction.objects.filter(group=group).order_by("-number")):
        yield Posting.objects.filter(transaction__in=some)
        yield Transaction.objects.filter(pk__in=_keys(some))
    for plans in _families(Settlement.objects.filter(group=group)):
        yield SettlementPayment.objects.filter(settlement__in=plans)
        yield DroppedSettlement.objects.filter(settlement__in=plans)
        yield Settlement.objects.filter(pk__in=_keys(plans))
    for nights in _families(Session.objects.filter(group=group)):
        yield Entry.objects.filter(session__in=nights)
        yield Pot.objects.filter(fed_by__session__in=nights)
        yield HandResult.objects.filter(hand__session__in=nights)
        yield Hand.objects.filter(session__in=nights)
        for model in NIGHTLY:
            yield model._default_manager.filter(session__in=nights)
        yield Session.objects.filter(pk__in=_keys(nights))
    yield HouseRules.objects.filter(group=group)
    yield Merge.objects.filter(group=group).order_by("-number")
    yield Membership.objects.filter(group=group)
    yield AccessLink.objects.filter(group=group)
    yield SharedYear.objects.filter(group=group)
    for players in _families(Player.objects.filter(group=group)):
        yield PaymentHandle.objects.filter(player__in=players)
        yield Player.objects.filter(pk__in=_keys(players))


def _families(rows: QuerySet[RowToRemove]) -> Iterator[list[RowToRemove]]:
    while some := list(rows.only("pk")[:FAMILIES]):
        yield some


def _keys(rows: Iterable[Model]) -> list[Any]:
    return [row.pk for row in rows]


def _delete(group: Group, rows: QuerySet[Model]) -> int:
    with transaction.atomic():
        _check(group)
        keys = list(rows.values_list("pk", flat=True)[:ROWS])
        # Not delete(): that reads every row first, and what hangs on it.
        return rows.model._default_manager.filter(pk__in=keys)._raw_delete(using="default") if keys else 0
