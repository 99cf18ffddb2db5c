"""A player's whole statement, from its first line on: for files, which have all of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from ledger.models import Group, Posting
from ledger.standings.money import copied
from ledger.standings.payments import counterparts

# So many lines are asked at once who was on the other side of them.
AT_ONCE = 500


@dataclass(frozen=True, kw_only=True)
class StatedLine:
    """A line that moved somebody's balance, and what it was after it (whole cents).

    `other` is who was on the other side of a payment, "" the kitty's box, None where it is no payment;
    `undoes` is the number of the line that this one takes back.
    """

    number: int
    at: datetime
    kind: str
    night: int | None
    other: str | None
    cents: int
    balance: int
    method: str
    note: str
    is_copied: bool
    undoes: int | None


def whole_statement(group: Group, player: int) -> Iterator[StatedLine]:
    """Return all lines, the earliest first (a query, and one or two for each portion of them)."""
    postings = (
        Posting.objects.filter(transaction__group=group, player__in=group.who.ids_of(player))
        .annotate(is_copied=copied("transaction"))
        .select_related("transaction__session", "transaction__undoes")
        .order_by("transaction__number", "pk")
    )
    found = list(postings)
    balance = 0
    for start in range(0, len(found), AT_ONCE):
        some = found[start : start + AT_ONCE]
        others = counterparts(group, player, [one.transaction.number for one in some])
        for one in some:
            balance += one.cents
            yield _stated(one, balance, others.get(one.transaction.number))


def _stated(posting: Posting, balance: int, other: str | None) -> StatedLine:
    header = posting.transaction
    is_copied: bool = posting.is_copied  # type: ignore[attr-defined]
    return StatedLine(
        number=header.number,
        at=header.at,
        kind=header.kind,
        night=header.session.number if header.session else None,
        other=other if header.kind == "payment" else None,
        cents=posting.cents,
        balance=balance,
        method=header.method,
        note="" if is_copied else header.note,
        is_copied=is_copied,
        undoes=header.undoes.number if header.undoes else None,
    )
