"""The group's money as it stands: what is open, what was paid, balances, and the plans that were kept once.

Amounts are whole cents; + is what somebody is owed. Open lines are projected (`ledger.recording.journal`),
so that reading them costs the same after any number of nights. They leave out what is paid while its night
goes on: that is counted here, each time they are read, as far as it pays what is open, and the rest of it
waits until the night ends. Postings keep the player they were booked for; what is added up here is added up
by person (`Group.who`), so that merging players, and undoing that, moves no money.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from ledger.book.sheet import EntryKind
from ledger.book.who import NOBODY_ELSE, Who
from ledger.models import (
    Account,
    Entry,
    Group,
    Kind,
    OpenPayment,
    Posting,
    Session,
    SettlementPayment,
    Transaction,
    open_sessions,
)
from ledger.models.group import OPEN_LIST, shown_name
from ledger.money.payments import Transfer, fewest_payments, owed_by, pay_ahead, straightened
from ledger.money.rounding import THE_BOX


@dataclass(frozen=True, kw_only=True)
class PaidLine(Transfer):
    """A payment that was made and still stands; `number` is its line in the journal.

    `waits` are the cents of it that are counted when its night ends, as it goes on.
    """

    number: int
    at: datetime
    method: str
    night: int | None
    waits: int = 0


@dataclass(frozen=True, kw_only=True)
class PaidAhead(Transfer):
    """A payment made while its night goes on, between players as it was booked; `number` is its journal line.

    THE_BOX may be payer or payee; `night` is the number of the night.
    """

    number: int
    night: int


@dataclass(frozen=True, kw_only=True)
class WhatIsOpen:
    """All that is open, what was paid lately, and how much waits, paid `ahead` of the end of a night.

    Of a night, `lines` are what is open of its own payments, `even` those that payments and nights of other
    days made even, and `besides` the cents that are open apart from it.
    """

    lines: tuple[Transfer, ...] = ()
    paid: tuple[PaidLine, ...] = ()
    ahead: int = 0
    even: tuple[Transfer, ...] = ()
    besides: int = 0

    @property
    def cents(self) -> int:
        return sum(one.cents for one in self.lines)


class Open(NamedTuple):
    """The open lines between the people there are, and what waits.

    `waits` are the cents of payments that wait, by their journal lines; `people` how far the payments and
    lines that wait change what everybody is owed, by person and THE_BOX.
    """

    lines: tuple[Transfer, ...]
    waits: Mapping[int, int]
    people: Mapping[int, int]


# The time after a payment in which pages offer to undo it beside the open list.
LATELY = timedelta(hours=24)

# The number of payments that are shown as made lately, and of one night.
MOST_LATELY, MOST_OF_A_NIGHT = 5, 100


def what_is_open(group: Group, found: Open | None = None) -> WhatIsOpen:
    """Return all that is open, what was paid of late and what waits (three queries, one if `found`)."""
    found, since = found or read_open(group), timezone.now() - LATELY
    # Either of the two has an index of its own; asked for together, they would read the whole journal. Those
    # of nights are not asked of the group as well: SQLite would go through all its payments.
    of_open = Transaction.objects.filter(session__in=open_sessions(group))
    paid = _payments(group, found, _keys(group.transactions.filter(at__gte=since)).union(_keys(of_open)))
    lately = [one.number for one in paid if one.at >= since and not one.waits][:MOST_LATELY]
    return WhatIsOpen(
        lines=together(group, found.lines),
        paid=tuple(one for one in paid if one.waits or one.number in lately),
        ahead=sum(found.waits.values()),
    )


def paid_from(session: Session, found: Open | None = None) -> WhatIsOpen:
    """Return what was paid from the page of a night (three queries, one if `found`)."""
    keys = _keys(Transaction.objects.filter(session=session))
    group = session.group
    return WhatIsOpen(paid=tuple(_payments(group, found or read_open(group), keys)))


def of_night(session: Session) -> WhatIsOpen:
    """Return the payments that settle this night alone, after those made from its page (four queries).

    What the group's list still asks for between its people is open; other days made the rest of it even. Both
    together bring what the night brought, less what was paid from its page, to zero.
    """
    found = read_open(session.group)
    every, own, lines = together(session.group, found.lines), brought_by(session), []
    for one in every:
        cents = min(one.cents, -own.get(one.payer, 0), own.get(one.payee, 0))
        if cents > 0:
            own[one.payer] += cents
            own[one.payee] -= cents
            lines.append(replace(one, cents=cents))
    besides = sum(one.cents for one in every) - sum(one.cents for one in lines)
    paid = paid_from(session, found).paid
    return WhatIsOpen(lines=tuple(lines), paid=paid, even=fewest_payments(own), besides=besides)


def open_list(group: Group) -> tuple[Transfer, ...]:
    """Return all that is open between the people there are (two queries)."""
    return together(group, read_open(group).lines)


def together(group: Group, lines: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
    """Return the lines with each pair of people who pay together as one payer."""
    if not (payers := group.payers):
        return lines
    return straightened(
        replace(line, payer=payers.of(line.payer), payee=payers.of(line.payee)) for line in lines
    )


def read_open(group: Group, *, but: Session | None = None) -> Open:
    """Read what is open and what waits (two queries).

    What was paid ahead at the night `but` is left out, as if it had not been paid.
    """
    # Read before the lines: where a night ends in between, a payment is rather counted twice for a moment
    # than not at all.
    ahead = paid_ahead(open_sessions(group))
    if but is not None:
        ahead = tuple(one for one in ahead if one.night != but.number)
    rows = OpenPayment.objects.filter(group=group).order_by("pk").values_list("payer", "payee", "cents")
    lines = tuple(
        Transfer(payer=payer or THE_BOX, payee=payee or THE_BOX, cents=cents) for payer, payee, cents in rows
    )
    if who := group.who:
        lines = straightened(replace(one, payer=who.of(one.payer), payee=who.of(one.payee)) for one in lines)
    if not ahead:
        return Open(lines, {}, {})
    paid = [Transfer(payer=who.of(one.payer), payee=who.of(one.payee), cents=one.cents) for one in ahead]
    left, waits = pay_ahead(lines, paid)
    people = owed_by([*lines, *(replace(one, payer=one.payee, payee=one.payer) for one in paid)])
    for person, cents in owed_by(left).items():
        people[person] = people.get(person, 0) - cents
    return Open(
        left,
        {one.number: cents for one, cents in zip(ahead, waits, strict=True) if cents},
        {person: cents for person, cents in people.items() if cents},
    )


def paid_ahead(nights: Iterable[Session]) -> tuple[PaidAhead, ...]:
    """Return what was paid since these nights were opened, or opened again, and stands, the first first (one
    query).

    Of nights that go on, the projected lines leave it out. Payments that a plan of before asked for are
    counted at once.
    """
    payments = Transaction.objects.filter(session__in=nights, kind=Kind.PAYMENT).order_by().values("pk")
    reopened = Entry.objects.filter(
        session=OuterRef("transaction__session"), kind=EntryKind.REOPENED, at__gte=OuterRef("transaction__at")
    )
    rows = (
        Posting.objects.filter(transaction__in=payments)
        .annotate(is_before=Exists(reopened))
        .order_by("transaction__number", "-cents")
        .values_list(
            "transaction__number", "transaction__session__number", "player", "cents", "is_before",
            "transaction__plan", "transaction__undoes", "transaction__undone_by",
        )
    )  # fmt: skip
    # Asked for these in the query, SQLite goes through all lines that undo none, as in `_payments`.
    sides: dict[tuple[int, int], list[tuple[int | None, int]]] = {}
    for number, night, player, cents, is_before, *of in rows:
        if not is_before and of == [None, None, None]:
            sides.setdefault((number, night), []).append((player, cents))
    return tuple(
        PaidAhead(number=number, night=night, payer=payer or THE_BOX, payee=payee or THE_BOX, cents=cents)
        for (number, night), [(payer, cents), (payee, _)] in sides.items()
    )


def cents_of(paid: Iterable[PaidAhead]) -> dict[int, int]:
    """Return what these payments change of what everybody is owed, by player as it was booked, and
    THE_BOX.
    """
    found: dict[int, int] = {}
    for one in paid:
        found[one.payer] = found.get(one.payer, 0) + one.cents
        found[one.payee] = found.get(one.payee, 0) - one.cents
    return found


def _payments(group: Group, found: Open, keys: QuerySet[Transaction, Any]) -> list[PaidLine]:
    # The payments among these that stand, the latest first, with what waits of each (one query).
    rows = Posting.objects.filter(transaction__in=keys).filter(
        ~Exists(Entry.objects.filter(key=OuterRef("transaction")))
    )
    both = rows.exclude(account=Account.COMMON).order_by("-transaction__number", "-cents")
    # Not the whole of four tables: its columns would cost more than its rows.
    told = both.values_list(
        "transaction__number", "transaction__at", "transaction__method", "transaction__session__number",
        "player", "cents", "transaction__undoes", "transaction__undone_by",
    )[: 2 * MOST_OF_A_NIGHT]  # fmt: skip
    # Payments that were undone are left out here: SQLite would go through all lines that undo none.
    sides = [row[:-2] for row in told if not any(row[-2:])]
    paid = []
    # A payment has one posting for each of the two.
    for (number, at, method, night, of, cents), (same, *_, to, _) in zip(
        sides[::2], sides[1::2], strict=False
    ):
        if number != same:
            continue
        payer, payee = of or THE_BOX, to or THE_BOX
        # Players who paid themselves, as it turned out, did so under two names.
        who = NOBODY_ELSE if group.who.are_one(payer, payee) else group.who
        paid.append(
            PaidLine(
                number=number,
                at=at,
                payer=who.of(payer),
                payee=who.of(payee),
                cents=cents,
                method=method,
                night=night,
                waits=found.waits.get(number, 0),
            )
        )
    return paid


def _keys(lines: QuerySet[Transaction]) -> QuerySet[Transaction, Any]:
    return lines.filter(kind=Kind.PAYMENT).order_by().values_list("pk")


def brought_by(session: Session) -> dict[int, int]:
    """Return what a night brought less what was paid of it, by payer and THE_BOX (one query)."""
    rows = Posting.objects.filter(transaction__session=session).order_by()
    sums = rows.values_list("player").annotate(sum=Sum("cents"))
    found = session.group.who.sums({player or THE_BOX: int(cents) for player, cents in sums})
    return session.group.payers.sums(found)


def is_payment(group: Group, line: int) -> bool:
    """Return whether a line of the journal is a payment that can be undone beside what is open (one
    query).
    """
    lines = Transaction.objects.filter(group=group, number=line, kind=Kind.PAYMENT)
    return lines.exclude(Exists(Entry.objects.filter(key=OuterRef("key")))).exists()


def posted_for(session: Session) -> Mapping[int, int]:
    """Return the result that the journal has of a night, by player and THE_BOX (one query)."""
    rows = Posting.objects.filter(transaction__session=session, transaction__kind=Kind.NIGHT).order_by()
    sums = rows.values_list("player").annotate(sum=Sum("cents"))
    return session.group.who.sums({player or THE_BOX: int(cents) for player, cents in sums})


# Names of a month's settlements in older files.
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
    """The balance of a player, owed (+) or owing (−), but for cents that `waits` for the end of a night."""

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
class PlannedPayment(Transfer):
    """A payment of a stored plan and how much of it was made; THE_BOX may be payer or payee."""

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
    people = list(group.players.values_list("pk", shown_name(), "group__open_list", "group__box_cents"))
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
    names = dict(group.players.values_list("pk", shown_name()))
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
