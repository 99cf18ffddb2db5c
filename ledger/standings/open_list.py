"""Open payments of a group, payments made of late, and payments made ahead of a night's end.

The lines are projected (`ledger.recording.open_list`), so that reading them costs the same after any number
of nights. They leave out what is paid while its night goes on: that is counted here, each time they are read,
as far as it pays what is open, and the rest of it waits until the night ends. Amounts are whole cents.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Sum
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
    Transaction,
    open_sessions,
)
from ledger.money.payments import Transfer, fewest_payments, owed_by, pay_ahead, straightened
from ledger.money.rounding import THE_BOX


@dataclass(frozen=True, kw_only=True)
class PaidLine:
    """A payment that was made and still stands; `number` is its line in the journal.

    `waits` are the cents of it that are counted when its night ends, as it goes on.
    """

    number: int
    at: datetime
    payer: int
    payee: int
    cents: int
    method: str
    night: int | None
    waits: int = 0


@dataclass(frozen=True, kw_only=True)
class PaidAhead:
    """A payment made while its night goes on, between players as it was booked; `number` is its journal line.

    THE_BOX may be payer or payee; `night` is the number of the night.
    """

    number: int
    night: int
    payer: int
    payee: int
    cents: int


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


class _Side(NamedTuple):
    """A posting of a payment: who paid, or got it, and what the journal says of it."""

    number: int
    at: datetime
    method: str
    night: int | None
    player: int | None
    cents: int


# Where the parts of a _Side are read.
COLUMNS = (
    "transaction__number", "transaction__at", "transaction__method",
    "transaction__session__number", "player", "cents",
)  # fmt: skip

# So long after a payment the pages offer to undo it beside what is open.
LATELY = timedelta(hours=24)

# So many payments are shown as made lately, and of one night.
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
    lines = _lines(group)
    if not ahead:
        return Open(lines, {}, {})
    who = group.who
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


def _lines(group: Group) -> tuple[Transfer, ...]:
    rows = OpenPayment.objects.filter(group=group).order_by("pk").values_list("payer", "payee", "cents")
    lines = (
        Transfer(payer=payer or THE_BOX, payee=payee or THE_BOX, cents=cents) for payer, payee, cents in rows
    )
    if not (who := group.who):
        return tuple(lines)
    return straightened(replace(one, payer=who.of(one.payer), payee=who.of(one.payee)) for one in lines)


def _payments(group: Group, found: Open, keys: QuerySet[Transaction, Any]) -> list[PaidLine]:
    # The payments among these that stand, the latest first, with what waits of each (one query).
    rows = Posting.objects.filter(transaction__in=keys).filter(
        ~Exists(Entry.objects.filter(key=OuterRef("transaction")))
    )
    both = rows.exclude(account=Account.COMMON).order_by("-transaction__number", "-cents")
    # Not the whole of four tables: its columns would cost more than its rows.
    told = both.values_list(*COLUMNS, "transaction__undoes", "transaction__undone_by")[: 2 * MOST_OF_A_NIGHT]
    # What was undone is left out here: asked to, SQLite goes through all lines that undo none.
    sides = [_Side(*row[:-2]) for row in told if row[-2:] == (None, None)]
    paid = [_paid(payer, payee, group.who) for payer, payee in _pairs(sides)]
    return [replace(one, waits=found.waits.get(one.number, 0)) for one in paid]


def _keys(lines: QuerySet[Transaction]) -> QuerySet[Transaction, Any]:
    return lines.filter(kind=Kind.PAYMENT).order_by().values_list("pk")


def brought_by(session: Session) -> dict[int, int]:
    """Return what a night brought less what was paid of it, by payer and THE_BOX (one query)."""
    rows = Posting.objects.filter(transaction__session=session).order_by()
    found: dict[int, int] = {}
    for player, cents in rows.values_list("player").annotate(sum=Sum("cents")):
        found[player or THE_BOX] = found.get(player or THE_BOX, 0) + int(cents)
    return session.group.payers.sums(session.group.who.sums(found))


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


def _pairs(rows: list[_Side]) -> Iterable[tuple[_Side, _Side]]:
    # A payment has one posting for each of the two.
    for payer, payee in zip(rows[::2], rows[1::2], strict=False):
        if payer.number == payee.number:
            yield payer, payee


def _paid(payer: _Side, payee: _Side, who: Who) -> PaidLine:
    # Players who paid themselves, as it turned out, did so under two names.
    who = NOBODY_ELSE if who.are_one(payer.player or THE_BOX, payee.player or THE_BOX) else who
    return PaidLine(
        number=payer.number,
        at=payer.at,
        payer=who.of(payer.player or THE_BOX),
        payee=who.of(payee.player or THE_BOX),
        cents=payer.cents,
        method=payer.method,
        night=payer.night,
    )
