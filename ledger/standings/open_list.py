"""What is open in a group: who pays whom, what was paid of late, and what was paid ahead of a night's end.

The lines are projected (`ledger.recording.open_list`), so that reading them costs the same after any number
of nights. They leave out what is paid while its night goes on: that is counted here, each time they are read,
as far as it pays what is open, and the rest of it waits until the night ends. Amounts are whole cents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Sum
from django.utils import timezone

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
from ledger.settling import THE_BOX, Transfer, owed_by, pay_ahead, straightened
from ledger.sheet import EntryKind
from ledger.standings.groups import names_of
from ledger.who import NOBODY_ELSE, Who


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

    `names` are those of the people in it.
    """

    lines: tuple[Transfer, ...]
    paid: tuple[PaidLine, ...] = ()
    ahead: int = 0
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def cents(self) -> int:
        """How much is open in all."""
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
    name: str | None
    cents: int


COLUMNS = (
    "transaction__number", "transaction__at", "transaction__method",
    "transaction__session__number", "player", "player__name", "cents",
)  # fmt: skip
"""Where the parts of a _Side are read."""

LATELY = timedelta(hours=24)
"""So long after a payment the pages offer to undo it beside what is open."""

MOST_LATELY, MOST_OF_A_NIGHT = 5, 100
"""So many payments are shown as made lately, and of one night."""


def what_is_open(group: Group, *, session: Session | None = None) -> WhatIsOpen:
    """What is open in the group, with what was paid of late and what waits, or what was paid from the page of
    a night (three queries)."""
    names: dict[int, str] = {}
    found = read_open(group, names)
    paid = [replace(one, waits=found.waits.get(one.number, 0)) for one in _payments(group, session, names)]
    since = timezone.now() - LATELY
    if session is None:
        lately = [one.number for one in paid if one.at >= since and not one.waits][:MOST_LATELY]
        shown = [one for one in paid if one.waits or one.number in lately]
    else:
        shown = _of_night(session, paid)
    return WhatIsOpen(
        lines=together(group, found.lines, names),
        paid=tuple(shown),
        ahead=sum(found.waits.values()),
        names=names,
    )


def paid_from(session: Session) -> WhatIsOpen:
    """What was paid from the page of a night, and nothing of what is open (three queries)."""
    return replace(what_is_open(session.group, session=session), lines=(), ahead=0)


def of_night(session: Session, lines: Iterable[Transfer]) -> tuple[Transfer, ...]:
    """Return the part of the open lines that this night brought and nobody paid yet (one query)."""
    own, found = dict(brought_by(session)), []
    for one in lines:
        cents = min(one.cents, -own.get(one.payer, 0), own.get(one.payee, 0))
        if cents > 0:
            own[one.payer] += cents
            own[one.payee] -= cents
            found.append(replace(one, cents=cents))
    return tuple(found)


def _of_night(session: Session, paid: Iterable[PaidLine]) -> list[PaidLine]:
    return [one for one in paid if one.night == session.number]


def open_list(group: Group) -> tuple[Transfer, ...]:
    """Return all that is open between the people there are (two queries; three where players were merged)."""
    return together(group, read_open(group, {}).lines, {})


def together(group: Group, lines: tuple[Transfer, ...], names: dict[int, str]) -> tuple[Transfer, ...]:
    """Return the lines with each pair that pays together as one payer, under both their `names`."""
    if not (payers := group.payers):
        return lines
    for one, other in payers.now.items():
        if one in names or other in names:
            both = dict(group.players.filter(pk__in=(one, other)).values_list("pk", "name"))
            names[other] = f"{both[other]} + {both[one]}"
    return straightened(
        replace(line, payer=payers.of(line.payer), payee=payers.of(line.payee)) for line in lines
    )


def read_open(group: Group, names: dict[int, str], *, but: Session | None = None) -> Open:
    """Read what is open and what waits; `names` is given those of the people in it.

    What was paid ahead at the night `but` is left out, as if it had not been paid.
    """
    # Read before the lines: where a night ends in between, a payment is rather counted twice for a moment
    # than not at all.
    ahead = paid_ahead(open_sessions(group))
    if but is not None:
        ahead = tuple(one for one in ahead if one.night != but.number)
    lines = _lines(group, names)
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
    """What was paid since these nights were opened, or opened again, and stands, the first first (one query).

    Of nights that go on, the projected lines leave it out. Payments that a plan
    of before asked for are counted at once.
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
    """What these payments change of what everybody is owed, by player as it was booked, and THE_BOX."""
    found: dict[int, int] = {}
    for one in paid:
        found[one.payer] = found.get(one.payer, 0) + one.cents
        found[one.payee] = found.get(one.payee, 0) - one.cents
    return found


def _lines(group: Group, names: dict[int, str]) -> tuple[Transfer, ...]:
    rows = OpenPayment.objects.filter(group=group).order_by("pk")
    lines = []
    for payer, payer_name, payee, payee_name, cents in rows.values_list(
        "payer", "payer__name", "payee", "payee__name", "cents"
    ):
        names.update((pk, name) for pk, name in ((payer, payer_name), (payee, payee_name)) if pk)
        lines.append(Transfer(payer=payer or THE_BOX, payee=payee or THE_BOX, cents=cents))
    if not (who := group.who):
        return tuple(lines)
    names.update(names_of(group))
    return straightened(replace(one, payer=who.of(one.payer), payee=who.of(one.payee)) for one in lines)


def _payments(group: Group, session: Session | None, names: dict[int, str]) -> list[PaidLine]:
    """Payments that stand: of late or of a night, and of all nights that are not over; the latest first."""
    going_on = open_sessions(group)
    # Either of the two has an index of its own; asked for together, they would read the whole journal. Those
    # of nights are not asked of the group as well: SQLite would go through all its payments.
    since = timezone.now() - LATELY
    lately = group.transactions.filter(at__gte=since) if session is None else _of_nights((session,))
    of_open = _of_nights(going_on)
    rows = _of_no_book(Posting.objects.filter(transaction__in=_keys(lately).union(_keys(of_open))))
    both = rows.exclude(account=Account.COMMON).order_by("-transaction__number", "-cents")
    # Not the whole of four tables: its columns would cost more than its rows.
    told = both.values_list(*COLUMNS, "transaction__undoes", "transaction__undone_by")[: 2 * MOST_OF_A_NIGHT]
    # What was undone is left out here: asked to, SQLite goes through all lines that undo none.
    found = [_Side(*row[:-2]) for row in told if row[-2:] == (None, None)]
    names.update((one.player, one.name) for one in found if one.player and one.name)
    who = group.who
    if who:
        names.update(names_of(group))
    return [_paid(payer, payee, who) for payer, payee in _pairs(found)]


def _of_nights(nights: Iterable[Session]) -> QuerySet[Transaction]:
    """The lines of a journal that are about these nights."""
    return Transaction.objects.filter(session__in=nights)


def _keys(lines: QuerySet[Transaction]) -> QuerySet[Transaction, Any]:
    """The keys of the payments among these lines of a journal."""
    return lines.filter(kind=Kind.PAYMENT).order_by().values_list("pk")


def brought_by(session: Session) -> Mapping[int, int]:
    """What a night brought and what was paid of it, by player and THE_BOX (one query)."""
    rows = Posting.objects.filter(transaction__session=session).order_by()
    found: dict[int, int] = {}
    for player, cents in rows.values_list("player").annotate(sum=Sum("cents")):
        found[player or THE_BOX] = found.get(player or THE_BOX, 0) + int(cents)
    return session.group.who.sums(found)


def is_payment(group: Group, line: int) -> bool:
    """Whether a line of the journal is a payment that can be undone beside what is open (one query)."""
    lines = Transaction.objects.filter(group=group, number=line, kind=Kind.PAYMENT)
    return lines.exclude(Exists(Entry.objects.filter(key=OuterRef("key")))).exists()


def posted_for(session: Session) -> Mapping[int, int]:
    """The result that the journal has of a night, by player and THE_BOX (one query)."""
    rows = Posting.objects.filter(transaction__session=session, transaction__kind=Kind.NIGHT).order_by()
    sums = rows.values_list("player").annotate(sum=Sum("cents"))
    return session.group.who.sums({player or THE_BOX: int(cents) for player, cents in sums})


def _of_no_book(postings: QuerySet[Posting]) -> QuerySet[Posting]:
    """Those that no line of a night's book brought."""
    return postings.filter(~Exists(Entry.objects.filter(key=OuterRef("transaction"))))


def _pairs(rows: list[_Side]) -> Iterable[tuple[_Side, _Side]]:
    """Who paid, and who got it: a payment has one posting of each."""
    for payer, payee in zip(rows[::2], rows[1::2], strict=False):
        if payer.number == payee.number:
            yield payer, payee


def _paid(payer: _Side, payee: _Side, who: Who) -> PaidLine:
    """What one paid the other; who paid themselves, as it turned out, did so under two names."""
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
