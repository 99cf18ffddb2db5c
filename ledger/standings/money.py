"""The group's money as it stands: balances, and the plans that were kept once, added up by the database.

Amounts are whole cents; + is what somebody is owed. Postings keep the player they were booked for; what is
added up here is added up by person (`Group.who`), so that merging players, and undoing that, moves no money.
"""

import uuid
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from ledger.book.who import Who
from ledger.models import (
    Account,
    Entry,
    Group,
    Kind,
    Posting,
    SettlementPayment,
    Transaction,
    open_sessions,
)
from ledger.models.group import OPEN_LIST
from ledger.money.payments import owed_by
from ledger.money.rounding import THE_BOX
from ledger.standings.open_list import Open, cents_of, paid_ahead, read_open

# How settlements of a month were called in files of before.
MONTH_LABEL = "%B %Y"


def end_of(month: date) -> datetime:
    """Return when the month after this one begins, here."""
    after = date(month.year + month.month // 12, month.month % 12 + 1, 1)
    return timezone.make_aware(datetime.combine(after, time.min))


def until_by_label(label: str) -> datetime | None:
    """Return until when a settlement called "March 2009" goes, None for one that is of no month.

    Only for files from before settlements said so themselves.
    """
    try:
        return end_of(datetime.strptime(label, MONTH_LABEL).date())  # noqa: DTZ007
    except ValueError:
        return None


def nights_from(group: Group, when: datetime) -> QuerySet[Any]:
    """Return the nights that brought nothing before then."""
    brought = Transaction.objects.filter(group=group, kind=Kind.NIGHT).order_by().values("session")
    return brought.annotate(first=Min("at")).filter(first__gte=when).values("session")


LINES_A_PAGE = 50


@dataclass(frozen=True, kw_only=True)
class Balance:
    """What a player is owed (+) or owes (−) in all, but for what `waits` until a night ends that goes on."""

    player: int
    name: str
    cents: int
    waits: int = 0


@dataclass(frozen=True, kw_only=True)
class Balances:
    """Everybody's balance, best first; what lies in the kitty's box, and how much of that is nobody's own.

    `box_waits` is what the box is owed more (+) or owes more by payments that wait.
    """

    players: tuple[Balance, ...]
    in_box: int
    common: int
    box_waits: int = 0

    @property
    def owed_by_box(self) -> int:
        """Return what the box owes people; less than nothing where people owe it more."""
        return self.in_box - self.common + self.box_waits

    @property
    def owed_to_box(self) -> int:
        return -self.owed_by_box


@dataclass(frozen=True, kw_only=True)
class PlannedPayment:
    """A payment of a stored plan and how much of it was made; THE_BOX may be payer or payee."""

    payer: int
    payee: int
    cents: int
    paid: int


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A settlement that was kept once, with what was paid as it said."""

    number: int
    at: datetime
    night_at: datetime | None
    until: datetime | None
    label: str
    payments: tuple[PlannedPayment, ...]


def balances(group: Group, found: Open | None = None) -> Balances:
    """Return everybody's balance, of all people of the group (three queries, one if what is open was
    `found`).

    Read from what is open, which adds up to the balances: it costs the same however long the journal is. A
    group of which that was not projected yet has it added up.
    """
    people = list(group.players.values_list("pk", "name", "group__open_list", "group__box_cents"))
    if not people or people[0][2] != OPEN_LIST:
        return added_up(group)
    found = found or read_open(group)
    owed, in_box = owed_by(found.lines), people[0][3]
    common = in_box + owed.get(THE_BOX, 0) + found.people.get(THE_BOX, 0)
    names = {pk: name for pk, name, _, _ in people}
    return _balances(names, owed, found.people, group.who, in_box=in_box, common=common)


def added_up(group: Group) -> Balances:
    """Return the balances from every line of the journal, and from what is open only what waits (four
    queries).
    """
    sums = _sums(Posting.objects.filter(transaction__group=group))
    owed: dict[int, int] = defaultdict(int)
    for (_, player), cents in sums.items():
        owed[player or THE_BOX] += cents
    waits = read_open(group).people
    owed = {who: cents - waits.get(who, 0) for who, cents in group.who.sums(owed).items()}
    names = dict(group.players.values_list("pk", "name"))
    in_box, common = -sums[Account.BOX, None], sums[Account.COMMON, None]
    return _balances(names, owed, waits, group.who, in_box=in_box, common=common)


def _balances(
    names: Mapping[int, str],
    owed: Mapping[int, int],
    waits: Mapping[int, int],
    who: Who,
    *,
    in_box: int,
    common: int,
) -> Balances:
    people = [
        Balance(player=pk, name=name, cents=owed.get(pk, 0), waits=waits.get(pk, 0))
        for pk, name in names.items()
        if who.of(pk) == pk
    ]
    players = tuple(sorted(people, key=lambda one: (-one.cents, one.name)))
    return Balances(players=players, in_box=in_box, common=common, box_waits=waits.get(THE_BOX, 0))


def in_the_box(group: Group) -> int:
    """Return what lies in the kitty's box by every line of the journal (one query)."""
    boxed = Posting.objects.filter(transaction__group=group, account=Account.BOX)
    return -int(boxed.aggregate(sum=Sum("cents"))["sum"] or 0)


def won_at_cards(group: Group) -> Mapping[int, int]:
    """Return what the nights brought everybody, by player; what was paid since changes nothing in it (one
    query).
    """
    brought = Posting.objects.filter(transaction__group=group, transaction__kind=Kind.NIGHT)
    return group.who.sums({player or 0: cents for (_, player), cents in _sums(brought).items()})


def copied(key: str) -> Exists:
    """Return whether the transaction of this key came with a night out of a notebook; it has no note of its
    own.
    """
    return Exists(Entry.objects.filter(key=OuterRef(key), kind="notebook"))


def plans(group: Group) -> tuple[Plan, ...]:
    """Return the group's stored settlements, the latest first (two queries)."""
    found = group.settlements.select_related("session").order_by("-number")
    theirs = Q(transactions__postings__player=F("payer")) | Q(
        payer=None, transactions__postings__account=Account.BOX
    )
    payments: dict[uuid.UUID, list[PlannedPayment]] = defaultdict(list)
    rows = SettlementPayment.objects.filter(settlement__in=found).order_by("settlement", "number")
    for row in rows.annotate(paid=Coalesce(Sum("transactions__postings__cents", filter=theirs), 0)):
        payer, payee = group.who.of(row.payer_id or THE_BOX), group.who.of(row.payee_id or THE_BOX)
        if payer != payee:
            made = PlannedPayment(payer=payer, payee=payee, cents=row.cents, paid=int(row.paid))
            payments[row.settlement_id].append(made)
    return tuple(
        Plan(
            number=one.number,
            at=one.at,
            night_at=one.session.started_at if one.session else None,
            until=one.until,
            label=one.label,
            payments=tuple(payments[one.pk]),
        )
        for one in found
    )


def to_settle(group: Group, *, until: datetime | None = None) -> Mapping[int, int]:
    """Return what everybody is owed, by player as it was booked, and THE_BOX (two queries).

    Of everything booked before `until`; payments count whenever made, but those that a later night's own plan
    asked for, and those made while their night goes on.
    """
    postings = Posting.objects.filter(transaction__group=group)
    if until is not None:
        postings = postings.filter(Q(transaction__at__lt=until) | Q(transaction__kind=Kind.PAYMENT))
        of_later = Q(transaction__session__in=nights_from(group, until))
        asked_for = OF_A_BOOK | Q(transaction__plan__isnull=False)
        postings = postings.exclude(of_later & (~Q(transaction__kind=Kind.PAYMENT) | asked_for))
    left: dict[int, int] = defaultdict(int)
    for (_, player), cents in _sums(postings).items():
        left[player or THE_BOX] += cents
    for who, cents in cents_of(paid_ahead(open_sessions(group))).items():
        left[who] -= cents
    return {who: cents for who, cents in sorted(left.items()) if cents}


# Whether a posting was brought by a line of a night's book.
OF_A_BOOK = Exists(Entry.objects.filter(key=OuterRef("transaction")))


def _sums(postings: QuerySet[Posting]) -> dict[tuple[str, int | None], int]:
    found = postings.order_by().values_list("account", "player").annotate(sum=Sum("cents"))
    return defaultdict(int, {(account, player): int(cents) for account, player, cents in found})


def pages(lines: int) -> int:
    return max(1, -(-lines // LINES_A_PAGE))
