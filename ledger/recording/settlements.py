"""Ways to draw the one list of who pays whom, and paying a line of it."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from ledger.models import Account, Group, Kind, Session, Transaction, open_sessions
from ledger.recording.journal import Booking, clean_method, hold, post
from ledger.recording.writing import Refused, WriteContext, keys_are_used_once
from ledger.settling import Transfer, fewest_payments, owed_by, pay_ahead, through
from ledger.standings.money import to_settle
from ledger.standings.open_list import open_list, paid_ahead, together


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """How the list is drawn: through a treasurer (a player's id), or of what was booked before `until`.

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
