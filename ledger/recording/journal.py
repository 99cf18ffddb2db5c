"""Money: everything that goes into the journal, and the list of who pays whom, which follows it.

Amounts are whole cents; + is what somebody is owed. `key` is the guard here as everywhere: the same thing
sent twice is booked once. `after` is not asked for, as two movements of money do not get in each other's way.
Nothing is rewritten: what was wrong is undone by another transaction.

The list is brought up to date in the same transaction. It is the balances of the journal without what was
paid while its night goes on, and the audit compares. Such a payment comes into the list when the night ends;
until then it is counted whenever the list is read.
"""

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max, Sum
from django.utils import timezone

from ledger import limits
from ledger.book.sheet import EntryKind
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
from ledger.models.group import OPEN_LIST
from ledger.models.journal import LONGEST_NOTE
from ledger.money.payments import (
    Transfer,
    adjusted,
    fewest_payments,
    owed_by,
    pay_ahead,
    straightened,
    through,
)
from ledger.money.rounding import THE_BOX, in_weights, last_with_a_cent_more
from ledger.recording.projecting import renew
from ledger.recording.writing import (
    Refused,
    WriteContext,
    Written,
    check_room,
    clean_text,
    held,
    keys_are_used_once,
    used,
)
from ledger.standings.brought import IMPORT
from ledger.standings.money import balances, cents_of, in_the_box, open_list, paid_ahead, to_settle, together

# A player's id, or one of the two accounts that are nobody's.
Party = int | Account


@dataclass(frozen=True, kw_only=True)
class Booking:
    """A transaction as it is said: cents by account, and what it is about.

    `givers` gave what is all people's from then on; postings of no cents say so. `amount` is what a shared
    expense came to. `may_overdraw` is False where a box that would hold less than nothing is asked about. A
    payment that `finds_night` is of the night that goes on with both people, if there is one.
    """

    kind: Kind
    cents: Mapping[Party, int]
    givers: tuple[int, ...] = ()
    amount: int | None = None
    may_overdraw: bool = True
    session: Session | None = None
    finds_night: bool = False
    undoes: Transaction | None = None
    note: str = ""
    method: str = ""


@dataclass(frozen=True, kw_only=True)
class Inked:
    """A transaction and its postings, ready to be written."""

    header: Transaction
    postings: Sequence[Posting] = field(default_factory=tuple)


def pay(
    group: Group,
    payer: Party,
    payee: Party,
    cents: int,
    context: WriteContext,
    *,
    method: str = "",
    note: str = "",
    session: Session | None = None,
    may_overdraw: bool = True,
) -> Transaction:
    """Book that somebody gave somebody (or the box, or the box somebody) any amount, by any method.

    `session` is the night at which they did; without one, it is the night that goes on now with both of them,
    if there is such a night. What is owed is less by it, whatever is open between the two; at a night that
    goes on, what is more than that waits until the night ends. Raises Refused, as all that follow: for an
    amount that is none, people of other groups, a group that plays for points only, a key that was used for
    something else, and, unless it `may_overdraw`, for more than lies in the box.
    """
    _check_amount(cents)
    if payer == payee or (
        isinstance(payer, int) and isinstance(payee, int) and group.who.are_one(payer, payee)
    ):
        raise Refused("same_person", fact="payee")
    method, note = clean_method(method), _clean_note(note)
    booking = Booking(
        kind=Kind.PAYMENT,
        cents={payer: cents, payee: -cents},
        session=session,
        finds_night=session is None,
        method=method,
        note=note,
        may_overdraw=may_overdraw,
    )
    return post(group, booking, context)


def share_expense(
    group: Group,
    payer: int,
    cents: int,
    shares: Mapping[int, int],
    context: WriteContext,
    *,
    note: str,
) -> Transaction:
    """Book an expense (cents) that one paid for several; `shares` are whole weights by player.

    Who shares owes the payer their part; the payer's own part is nobody's debt. Cents that are left over go
    round by turns. Raises Refused where nobody but the payer shares it, and where `note` does not say what it
    was for.
    """
    _check_amount(cents)
    people = sorted(player for player, weight in shares.items() if weight)
    if not set(people) - {payer}:
        raise Refused("nobody_shares", fact="shared_by")
    with keys_are_used_once(), transaction.atomic():
        hold(group)
        turn = _whose_turn(group, Kind.EXPENSE, people, context)
        spent: dict[Party, int] = {one: -part for one, part in in_weights(cents, shares, after=turn).items()}
        spent[payer] = spent.get(payer, 0) + cents
        booking = Booking(kind=Kind.EXPENSE, cents=spent, amount=cents, note=_reason(note))
        return post(group, booking, context)


def share_several(
    group: Group, paid: Mapping[int, int], shares: Mapping[int, int], context: WriteContext, *, note: str
) -> None:
    """Book expenses that several `paid` for several, a line of the journal for each, all or none.

    Shares that add up to all that was paid are the exact amounts. Raises Refused as `share_expense` does.
    """
    is_exact, left, booked = sum(shares.values()) == sum(paid.values()), dict(shares), False
    with keys_are_used_once(), transaction.atomic():
        hold(group)
        for place, (payer, cents) in enumerate(paid.items()):
            parts = in_weights(cents, left) if is_exact and cents > 0 else left
            if {player for player, weight in parts.items() if weight} == {payer}:
                left[payer] -= cents if is_exact else 0
                continue  # what somebody paid for themselves is nobody's debt
            booked = True
            one = replace(context, key=uuid.uuid5(context.key, str(place))) if place else context
            share_expense(group, payer, cents, parts, one, note=note)
            if is_exact:
                left = {player: weight - parts.get(player, 0) for player, weight in left.items()}
        if not booked:
            raise Refused("nobody_shares", fact="shared_by")


# The number of latest expenses that are searched for the last shared by the same people.
TURNS = 100


def _whose_turn(group: Group, kind: Kind, people: Sequence[int], context: WriteContext) -> int:
    lines = group.transactions.filter(kind=kind, undoes=None)
    before = Transaction.objects.filter(key=context.key).values_list("number", flat=True).first()
    if before is not None:
        lines = lines.filter(number__lt=before)
    for line in lines.order_by("-at", "-number").prefetch_related("postings")[:TURNS]:
        parts = {one.player_id: -one.cents for one in line.postings.all() if one.player_id and one.cents}
        for player, cents in parts.items():
            if cents < 0:  # who paid: their own part is what the others do not owe of it
                parts[player] = cents + (line.amount or 0)
        shares = {player: cents for player, cents in parts.items() if player is not None and cents}
        if sorted(shares) == people and (last := last_with_a_cent_more(shares)):
            return last
    return 0


def put_in_box(
    group: Group,
    players: Sequence[int],
    cents: int,
    context: WriteContext,
    *,
    is_owed_back: bool = False,
    note: str = "",
) -> Transaction:
    """Book so many cents from each of these players into the kitty: everybody's, unless owed back.

    Postings say who put it in, of no cents where nothing `is_owed_back` to them: no name is in ink.
    """
    _check_amount(cents)
    people = tuple(dict.fromkeys(players))
    if not people:
        raise Refused("nobody_gives", fact="players")
    put_in = cents * len(people)
    whose: dict[Party, int] = dict.fromkeys(people, cents) if is_owed_back else {Account.COMMON: put_in}
    booking = Booking(
        kind=Kind.KITTY,
        cents={**whose, Account.BOX: -put_in},
        givers=() if is_owed_back else people,
        note=_clean_note(note),
    )
    return post(group, booking, context)


def spend_from_box(
    group: Group,
    cents: int,
    context: WriteContext,
    *,
    note: str,
    shared_by: Sequence[int] = (),
    may_overdraw: bool = True,
) -> Transaction:
    """Book money out of the kitty, for what `note` says; those who share it owe the box their part.

    Without `shared_by` it is spent from what belongs to all. Unless it `may_overdraw`, more than there is of
    it is refused.
    """
    _check_amount(cents)
    note = _reason(note)
    people = sorted(set(shared_by))
    with keys_are_used_once(), transaction.atomic():
        hold(group)
        spent: dict[Party, int] = {Account.COMMON: -cents}
        if people:
            turn = _whose_turn(group, Kind.KITTY, people, context)
            parts = in_weights(cents, dict.fromkeys(people, 1), after=turn)
            spent = {who: -part for who, part in parts.items()}
        booking = Booking(
            kind=Kind.KITTY, cents={**spent, Account.BOX: cents}, note=note, may_overdraw=may_overdraw
        )
        return post(group, booking, context)


def carry(group: Group, balances: Mapping[int, int], context: WriteContext, *, note: str = "") -> Transaction:
    """Book the cents that people owed and were owed before this book began; they add up to zero."""
    cents: dict[Party, int] = dict(balances.items())
    return post(group, Booking(kind=Kind.CARRIED, cents=cents, note=_clean_note(note)), context)


def adjust(group: Group, cents: Mapping[Party, int], context: WriteContext, *, reason: str) -> Transaction:
    """Book any other movement that adds up to zero, with the reason for it."""
    booking = Booking(kind=Kind.ADJUSTMENT, cents=cents, note=_reason(reason))
    return post(group, booking, context)


def undo(group: Group, number: int, context: WriteContext, *, reason: str = "") -> Transaction:
    """Take a transaction back by its opposite; what a night brought is undone in the night's own book."""
    found = Transaction.objects.filter(group=group, number=number).select_related("session").first()
    if found is None:
        raise Refused("no_such_transaction")
    if Entry.objects.filter(key=found.key).exists():
        raise Refused("of_a_night")
    return post(group, _opposite(found, note=_clean_note(reason)), context)


def post(group: Group, booking: Booking, context: WriteContext) -> Transaction:
    with keys_are_used_once(), transaction.atomic():
        hold(group)
        if (before := Transaction.objects.filter(key=context.key).first()) is not None:
            said = inked(group, booking, key=before.key, number=0, at=before.at, by=None)
            same = ["group_id", "kind", "plan_id", "undoes_id", "note", "method", "amount"]
            if not booking.finds_night:
                same.append("session_id")
            lines = [sorted((one.account, one.player_id or 0, one.cents) for one in postings)
                     for postings in (said.postings, before.postings.all())]  # fmt: skip
            if lines[0] != lines[1] or any(getattr(before, one) != getattr(said.header, one) for one in same):
                raise used()
            return before
        _check(group, booking)
        if booking.finds_night:
            ids = [set(group.who.ids_of(one)) if isinstance(one, int) else set() for one in booking.cents]
            nights = [
                one for one in open_sessions(group) if all(not own.isdisjoint(one.people) for own in ids)
            ]
            latest = timezone.now() - timedelta(days=1)
            written = Entry.objects.filter(session__in=nights, at__gte=latest).order_by()
            now = set(written.values_list("session", flat=True)) if nights else ()
            booking = replace(booking, session=next((one for one in reversed(nights) if one.pk in now), None))
        return _post(group, booking, context, at=context.at or timezone.now())


def hold(group: Group) -> None:
    """Lock the group for one bookkeeper at a time: PostgreSQL its row, SQLite's IMMEDIATE the file.

    Who is who is asked for anew then: players may have been merged while it waited.
    """
    rows = Group.objects.select_for_update(no_key=True).filter(pk=group.pk)
    group.same_people = rows.values_list("same_people", flat=True).get()


def post_night(session: Session, written: Written, context: WriteContext) -> None:
    """Book the result of a night that ended, less what the journal has of an earlier ending.

    What rounding left for the kitty belongs to all.
    """
    ending = written.sheet.ending
    # Only the line that ends a night that goes on ends waiting; one of a night out of a notebook does not.
    is_now_over = written.entry.kind == EntryKind.ENDED
    released = cents_of(paid_ahead([session])) if is_now_over else {}
    postings = Posting.objects.filter(transaction__session=session, transaction__kind=Kind.NIGHT)
    sums = postings.values_list("player").annotate(Sum("cents"))
    before = {player or THE_BOX: cents for player, cents in sums}
    result = ending.booked if ending else {}
    change: dict[Party, int] = {
        player or Account.COMMON: result.get(player, 0) - before.get(player, 0)
        for player in sorted({*result, *before})
    }
    booking = Booking(kind=Kind.NIGHT, cents=change, session=session)
    if any(change.values()):
        _post(session.group, booking, context, at=written.entry.at or timezone.now(), released=released)
    elif any(released.values()):
        follow(session.group, {}, released=released)


def post_unpaid(session: Session, of: int, context: WriteContext) -> None:
    """Book that a payment was not made after all; `of` is the entry that said it was."""
    key = Entry.objects.values_list("key", flat=True).get(session=session, number=of)
    if (paid := Transaction.objects.filter(key=key).first()) is not None:
        _post(session.group, _opposite(paid), context, at=context.at or timezone.now())


def inked(
    group: Group, booking: Booking, *, key: uuid.UUID, number: int, at: datetime, by: int | None
) -> Inked:
    """Return the rows of a booking; the header is written last, and seals them."""
    cents: list[tuple[Party, int]] = [one for one in booking.cents.items() if one[1]]
    cents += [(giver, 0) for giver in booking.givers]
    postings = [
        Posting(
            transaction_id=key,
            account=who if isinstance(who, Account) else Account.PLAYER,
            player_id=None if isinstance(who, Account) else who,
            cents=amount,
        )
        for who, amount in cents
    ]
    header = Transaction(
        key=key,
        group=group,
        number=number,
        kind=booking.kind,
        session=booking.session,
        plan_id=booking.undoes.plan_id if booking.undoes else None,
        undoes=booking.undoes,
        note=booking.note,
        method=booking.method,
        amount=booking.amount,
        by_id=by,
        at=at,
        lines=len(postings),
    )
    return Inked(header=header, postings=postings)


def next_number(group: Group) -> int:
    highest: int | None = group.transactions.aggregate(highest=Max("number"))["highest"]
    return (highest or 0) + 1


def check_lines(lines: int) -> None:
    check_room(lines, limits.MOST_LINES, case="journal")


def _post(
    group: Group,
    booking: Booking,
    context: WriteContext,
    *,
    at: datetime,
    released: Mapping[int, int] | None = None,
) -> Transaction:
    # Book it; the group is held. `released` is as in `follow`; of a payment it is found out here.
    moves_waiting = booking.kind == Kind.PAYMENT and booking.session is not None
    before = waiting(group) if moves_waiting else {}
    by = context.by.pk if context.by else None
    number = next_number(group)
    check_lines(number)
    made = inked(group, booking, key=context.key, number=number, at=at, by=by)
    Posting.objects.bulk_create(made.postings)
    made.header.save(force_insert=True)
    if moves_waiting:
        released = less(before, waiting(group))
    follow(group, booking.cents, released=released)
    return made.header


def _opposite(found: Transaction, *, note: str = "") -> Booking:
    cents: dict[Party, int] = {}
    for posting in found.postings.all():
        who = Account(posting.account) if posting.player_id is None else posting.player_id
        cents[who] = -posting.cents
    givers = tuple(who for who, amount in cents.items() if not amount and not isinstance(who, Account))
    return Booking(
        kind=Kind(found.kind),
        cents=cents,
        givers=givers,
        amount=found.amount,
        session=found.session,
        undoes=found,
        note=note,
        method=found.method,
    )


def _check(group: Group, booking: Booking) -> None:
    if not group.currency:
        raise Refused("points_only")
    if sum(booking.cents.values()) or not any(booking.cents.values()):
        raise Refused("unbalanced", case="given")
    people = {who for who in (*booking.cents, *booking.givers) if isinstance(who, int)}
    if not people <= set(group.players.values_list("pk", flat=True)):
        raise Refused("no_such_player", fact="player")
    if booking.undoes and Transaction.objects.filter(undoes=booking.undoes).exists():
        raise Refused("undone")
    # The box holds what is taken out of it, and what is everybody's covers what is spent of that.
    if not booking.may_overdraw:
        box, common = booking.cents.get(Account.BOX, 0), booking.cents.get(Account.COMMON, 0)
        found = balances(group)
        if box > found.in_box:
            raise Refused("box_overdrawn", fact="cents", case="box")
        if -common > found.common:
            raise Refused("box_overdrawn", fact="cents", case="common")
    if len(booking.note) > LONGEST_NOTE or len(booking.method) > 40:
        raise Refused("long_note", fact="note", most=LONGEST_NOTE)


def _check_amount(cents: int) -> None:
    if cents <= 0:
        raise Refused("no_amount", fact="cents")


def clean_method(method: str) -> str:
    """Return a method as it is written down; one like that of an import ("Splitwise 2") loses its number.

    By such a method the lines of an import are found and undone together.
    """
    said = clean_text(method, case="method", fact="method")
    return match[1] if (match := IMPORT.fullmatch(said)) else said


def _clean_note(note: str) -> str:
    return clean_text(note, case="note", fact="note")


def _reason(note: str) -> str:
    if not (said := _clean_note(note)):
        raise Refused("no_note", fact="note")
    return said


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A drawing of the list: through a treasurer (a player's id), or of what was booked before `until`.

    It stands in the address of the page and changes nothing in the book, so that two phones may look at the
    list in two ways, and an address with it can be sent to the others.
    """

    treasurer: int | None = None
    until: datetime | None = None


AS_IT_IS = Drawing()


def drawn(group: Group, drawing: Drawing) -> tuple[Transfer, ...]:
    """Return who pays whom in this drawing (two queries; four up to a day)."""
    if drawing == AS_IT_IS:
        return open_list(group)
    who = group.who
    if drawing.until is None:
        lines = open_list(group)
    else:
        ahead = [
            Transfer(payer=who.of(one.payer), payee=who.of(one.payee), cents=one.cents)
            for one in paid_ahead(open_sessions(group))
        ]
        owed = who.sums(to_settle(group, until=drawing.until))
        lines = together(group, pay_ahead(fewest_payments(owed), ahead)[0])
    if drawing.treasurer is None:
        return lines
    return through(owed_by(lines), group.payers.of(who.of(drawing.treasurer)))


def pay_line(
    group: Group,
    line: tuple[int, int],
    cents: int,
    context: WriteContext,
    *,
    method: str = "",
    session: Session | None = None,
    drawing: Drawing = AS_IT_IS,
) -> Transaction:
    """Book that a line (payer, payee) of the list was paid, or a part of it.

    `session` is the night from whose page it was paid, and `drawing` how the list was drawn there. `undo` of
    the transaction opens the line again. Raises Refused for a line that is not open, and for more than is
    open of it: two people who mark one line paid at once book it once.
    """
    method, (payer, payee) = clean_method(method), line
    with keys_are_used_once(), transaction.atomic():
        hold(group)
        if not Transaction.objects.filter(key=context.key).exists():
            lines = drawn(group, drawing)
            most = sum(one.cents for one in lines if (one.payer, one.payee) == line)
            if not most:
                raise Refused("no_such_payment", case="not_open")
            if not 0 < cents <= most:
                raise Refused("too_much", fact="cents", case="open")
        booking = Booking(
            kind=Kind.PAYMENT,
            cents={payer or Account.BOX: cents, payee or Account.BOX: -cents},
            session=session,
            method=method,
        )
        return post(group, booking, context)


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
    moved: dict[int, int] = {}
    for who, amount in (*cents.items(), *(released or {}).items()):
        person = THE_BOX if isinstance(who, Account) else who  # what belongs to all lies in the box
        moved[person] = moved.get(person, 0) + amount
    if any(moved.values()):
        rows = list(OpenPayment.objects.filter(group=group))
        # Write what differs: lines keep their places, new ones come last.
        before = dict(zip(((one.payer, one.payee) for one in as_transfers(rows)), rows, strict=True))
        after = {(one.payer, one.payee): one for one in adjusted(as_transfers(rows), moved)}
        if gone := [row.pk for pair, row in before.items() if pair not in after]:
            OpenPayment.objects.filter(pk__in=gone).delete()
        changed = [row for pair, row in before.items() if pair in after and row.cents != after[pair].cents]
        for row in changed:
            row.cents = after[row.payer_id or THE_BOX, row.payee_id or THE_BOX].cents
        if changed:
            OpenPayment.objects.bulk_update(changed, ["cents"], batch_size=300)
        new = (one for pair, one in after.items() if pair not in before)
        OpenPayment.objects.bulk_create(_line(group, one) for one in new)


def waiting(group: Group) -> dict[int, int]:
    """Return the cents paid at nights that go on, by player id as booked, and THE_BOX (one query)."""
    return cents_of(paid_ahead(open_sessions(group)))


def less(before: Mapping[int, int], after: Mapping[int, int]) -> dict[int, int]:
    """Return the cents that waited before and do not wait by now."""
    return {who: before.get(who, 0) - after.get(who, 0) for who in sorted({*before, *after})}


def make_list(group: Group, lines: Iterable[Transfer] | None = None) -> None:
    """Make the list anew as `lines`, or from the list there was, changed to what the journal asks for.

    Raises ValueError where the balances do not add up to zero.
    """
    rows = OpenPayment.objects.filter(group=group)
    if lines is None:
        # Older versions also listed what kept plans asked for, so that two lines may be of one pair.
        before = straightened(as_transfers(rows.order_by("pk")))
        lines = adjusted(before, less(to_settle(group), owed_by(before)))
    rows.delete()
    OpenPayment.objects.bulk_create(_line(group, one) for one in lines)
    group.open_list, group.box_cents = OPEN_LIST, in_the_box(group)
    Group.every.filter(pk=group.pk).update(open_list=group.open_list, box_cents=group.box_cents)


def make_lists(failed: Callable[[Group, Exception], object]) -> int:
    """Make the lists of groups that another version of this made, or none; return how many.

    A group whose money does not add up stays without; `failed` is called with it.
    """
    left = Group.objects.exclude(open_list=OPEN_LIST).order_by("pk")
    return renew(left, lambda group: make_list(held(group.pk)), failed)


def as_transfers(rows: Iterable[OpenPayment]) -> list[Transfer]:
    return [
        Transfer(payer=row.payer_id or THE_BOX, payee=row.payee_id or THE_BOX, cents=row.cents)
        for row in rows
    ]


def _line(group: Group, one: Transfer) -> OpenPayment:
    return OpenPayment(group=group, payer_id=one.payer or None, payee_id=one.payee or None, cents=one.cents)
