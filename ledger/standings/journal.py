"""The group's journal as it stands, whole and by person: what a line moved, and the balance after it.

Amounts are whole cents; + is what somebody is owed. A person's lines are told from the balance there is
backwards, and from a line and not from so many lines on: so a page reads the part of the journal that it
shows, however long that is.
"""

import uuid
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import F, Max, QuerySet, Sum

from ledger.models import Account, Entry, Group, Kind, Posting, Transaction
from ledger.models.group import shown_name
from ledger.standings.groups import names_of
from ledger.standings.money import LINES_A_PAGE, balances
from ledger.standings.nights import FIRST_PAGE, Turned

# The number of lines that are read at once where all are asked for.
AT_ONCE = 100


@dataclass(frozen=True, kw_only=True)
class BookedLine:
    """A transaction of the journal; `night` is the number of its session."""

    number: int
    at: datetime
    kind: str
    night: int | None
    night_at: datetime | None
    note: str
    method: str
    # Whether it is what a night out of an old notebook brought.
    is_copied: bool

    @property
    def day_at(self) -> datetime:
        """Return when it was: a night out of a notebook when it was played, all else when it was entered."""
        return self.night_at if self.is_copied and self.night_at else self.at


@dataclass(frozen=True, kw_only=True)
class JournalLine(BookedLine):
    """A line with who got (+) and gave (−) what, by name; "" is the box, " " what belongs to all."""

    key: uuid.UUID
    # The sum of a shared expense, in cents.
    amount: int | None
    by: int | None
    undoes: int | None
    is_undone: bool
    postings: tuple[tuple[str, int], ...]


def _booked(header: Transaction) -> dict[str, Any]:
    # The values of a BookedLine; the session was read with the transaction.
    session = header.session
    is_copied = (
        header.kind == Kind.NIGHT and session is not None and (session.is_copied or bool(session.brought))
    )
    return {
        "number": header.number,
        "at": header.at,
        "kind": header.kind,
        "night": session.number if session else None,
        "night_at": session.started_at if session else None,
        "note": "" if is_copied else header.note,
        "method": header.method,
        "is_copied": is_copied,
    }


def journal(group: Group, *, page: int = 1, newest: int | None = None) -> tuple[JournalLine, ...]:
    """Return a page of the journal, the latest first (two queries, and one where the `newest` line is not
    told).

    Lines are numbered from 1 on without a gap, so that no page reads those before it.
    """
    last = (newest_line(group) if newest is None else newest) - (page - 1) * LINES_A_PAGE
    lines = group.transactions.filter(number__lte=last, number__gt=last - LINES_A_PAGE)
    return _journal_lines(group, lines.order_by("-number"))


def whole_journal(group: Group) -> Iterator[JournalLine]:
    """Return the journal from its first line, read in portions (two queries each)."""
    last = 0
    while lines := _journal_lines(
        group, group.transactions.filter(number__gt=last).order_by("number")[:AT_ONCE]
    ):
        yield from lines
        last = lines[-1].number
        if len(lines) < AT_ONCE:
            return


def newest_line(group: Group) -> int:
    return group.transactions.aggregate(newest=Max("number"))["newest"] or 0


def _journal_lines(group: Group, transactions: QuerySet[Transaction]) -> tuple[JournalLine, ...]:
    found = list(transactions.select_related("session", "undoes", "undone_by"))
    who = group.who
    names = names_of(group) if who else {}
    # The player (None for the box, and for what belongs to all), the name, and the cents.
    postings: dict[uuid.UUID, list[tuple[int | None, str, int]]] = defaultdict(list)
    met: dict[uuid.UUID, Counter[int]] = defaultdict(Counter)
    lines = Posting.objects.filter(transaction__in=transactions.values("pk")).order_by("pk")
    for key, account, player, name, cents in lines.values_list(
        "transaction", "account", "player", shown_name("player__"), "cents"
    ):
        postings[key].append((player, name or {"box": "", "common": " "}[account], cents))
        if player and who:
            met[key][who.of(player)] += 1
    return tuple(
        JournalLine(
            **_booked(one),
            key=one.key,
            amount=one.amount,
            by=one.by_id,
            undoes=one.undoes.number if one.undoes else None,
            is_undone=hasattr(one, "undone_by"),
            postings=tuple(
                # Two players who are one and met in the same line keep their names.
                (names[player] if player and met[one.pk][who.of(player)] == 1 else name, cents)
                for player, name, cents in postings[one.pk]
            ),
        )
        for one in found
    )


def counterparts(group: Group, player: int, numbers: Iterable[int]) -> Mapping[int, str]:
    """Return who was on the other side of payments, by the numbers of their lines; "" is the box (a query,
    two where players were merged).
    """
    who = group.who
    lines = Posting.objects.filter(
        transaction__group=group,
        transaction__number__in=list(numbers),
        account__in=(Account.PLAYER, Account.BOX),
    )
    columns = ("transaction__number", "transaction__kind", "player", shown_name("player__"))
    # Asked for payments in the query, SQLite goes through all there are.
    told = [
        (number, one, name) for number, kind, one, name in lines.values_list(*columns) if kind == Kind.PAYMENT
    ]
    if not who:
        return {number: name or "" for number, one, name in told if one != player}
    names, found = names_of(group), dict[int, str]()
    # A payment between two players who were merged names nobody else.
    for number, one, _ in told:
        if one is None or not who.are_one(one, player):
            found[number] = names[one] if one else ""
        else:
            found.setdefault(number, names[one])
    return found


def of_nights(keys: Iterable[uuid.UUID]) -> frozenset[uuid.UUID]:
    """Return which transactions were brought by a line of a night's book, and are put right there (one
    query).
    """
    return frozenset(Entry.objects.filter(key__in=list(keys)).values_list("key", flat=True))


# Among so many lines of the journal those of a person are looked for: who plays has a page of them in the
# first, mostly. Further away they are looked for among all that the person has.
NEAR, FAR = 400, 4_000


@dataclass(frozen=True, kw_only=True)
class StatementLine(BookedLine):
    """A line of a player's statement; `balance` is what they had after it."""

    cents: int
    balance: int
    is_undoing: bool
    # In a whole statement: the other side of a payment, "" for the kitty's box, and the number of the line
    # that this line takes back.
    other: str | None = None
    undoes: int | None = None


@dataclass(frozen=True, kw_only=True)
class Statement:
    """Some lines that follow each other, the latest first, and what the player is owed (+) or owes.

    `waits` is what is added to it when a night ends that goes on: the balance after the latest line has it.
    `newer` and `older` are the lines of the journal after and before which the pages beside it are; None of
    none.
    """

    cents: int
    lines: tuple[StatementLine, ...]
    newer: int | None
    older: int | None
    waits: int = 0


def statement(group: Group, player: int, turned: Turned = FIRST_PAGE) -> Statement | None:
    """Return a page of a person's statement; None where there is no such page.

    Five queries, and two more for any page but the first; up to two more for somebody who was not there for
    long.
    """
    own = _Own(group, group.who.ids_of(player), newest_line(group))
    if turned.after is not None:
        found = own.beside(turned.after, upwards=True)
        shown, has_newer, has_older = _whole(found), True, True
        if len(shown) == len(found):  # what is left is shown with the latest
            return statement(group, player) if found else None
        shown.reverse()
    else:
        found = own.beside(own.newest + 1 if turned.before is None else turned.before, upwards=False)
        shown, has_newer = _whole(found), turned.before is not None
        has_older = len(shown) < len(found)
    own_balance = [one for one in balances(group).players if one.player == group.who.of(player)]
    cents, waits = sum(one.cents for one in own_balance), sum(one.waits for one in own_balance)
    if not shown:
        return Statement(cents=cents, lines=(), newer=None, older=None) if turned.is_first else None
    first, last = shown[0].transaction.number, shown[-1].transaction.number
    balance = own.balance_after(first, cents + waits) if has_newer else cents + waits
    lines = []
    for one in shown:
        lines.append(_line(one, balance))
        balance -= one.cents
    return Statement(
        cents=cents,
        waits=waits,
        lines=tuple(lines),
        newer=first if has_newer else None,
        older=last if has_older else None,
    )


def _whole(found: Sequence[Posting]) -> list[Posting]:
    # Two players who are one may have paid each other: no line of the journal is shown in part.
    page = list(found[:LINES_A_PAGE])
    for one in found[LINES_A_PAGE:]:
        if one.transaction_id != page[-1].transaction_id:
            break
        page.append(one)
    return page


class _Own:
    """Postings of a person, by all ids of that person, in a journal of `newest` lines."""

    def __init__(self, group: Group, ids: Collection[int], newest: int) -> None:
        self._group, self._ids, self.newest = group, ids, newest
        self._most = LINES_A_PAGE + len(ids)

    def beside(self, line: int, *, upwards: bool) -> list[Posting]:
        """Return the earliest after a line of the journal, or the latest before it, more than a page of them
        if there are; none before a line that is still to come.
        """
        found: list[Posting] = []
        rest = self.newest - line if upwards else line
        for many in (NEAR, FAR, rest) if line <= self.newest + 1 else ():
            if upwards:
                found = self._some(line + 1, line + many, "line", "pk")
            else:
                found = self._some(line - many, line - 1, "-line", "-pk")
            if len(found) == self._most or many >= rest:
                break
        return found

    def balance_after(self, line: int, cents: int) -> int:
        """Return the balance after a line of the journal, told from its nearer end; by now it is so many
        cents.
        """
        if line < self.newest // 2:
            return self._sum(1, line)
        return cents - self._sum(line + 1, self.newest)

    def _sum(self, first: int, last: int) -> int:
        return int(self._between(first, last).aggregate(sum=Sum("cents"))["sum"] or 0)

    def _some(self, first: int, last: int, *order: str) -> list[Posting]:
        # Their keys are asked first: reading all columns would cost more than finding the rows.
        which = self._between(first, last).order_by(*order).values("pk")[: self._most]
        rows = Posting.objects.filter(pk__in=which)
        told = rows.annotate(line=F("transaction__number"))
        return list(told.select_related("transaction__session").order_by(*order))

    def _between(self, first: int, last: int) -> QuerySet[Posting]:
        # No index is asked for a sum, be it with nothing: so SQLite goes through the shorter of both, and not
        # through one of them for each line of the other.
        said = Posting.objects.annotate(
            whose=F("player") + 0, line=F("transaction__number") + 0, book=F("transaction__group") + 0
        )
        if last - first >= FAR:
            return said.filter(player__in=self._ids, book=self._group.pk, line__range=(first, last))
        lines = self._group.transactions.filter(number__range=(first, last)).order_by().values("pk")
        return said.filter(transaction__in=lines, whose__in=self._ids)


def _line(posting: Posting, balance: int) -> StatementLine:
    is_undoing = posting.transaction.undoes_id is not None
    return StatementLine(
        **_booked(posting.transaction), cents=posting.cents, balance=balance, is_undoing=is_undoing
    )


# The number of lines whose other side is asked for at once.
OTHERS_AT_ONCE = 500


def whole_statement(group: Group, player: int) -> Iterator[StatementLine]:
    """Return all lines, the earliest first (a query, and one or two for each portion of them)."""
    postings = (
        Posting.objects.filter(transaction__group=group, player__in=group.who.ids_of(player))
        .select_related("transaction__session", "transaction__undoes")
        .order_by("transaction__number", "pk")
    )
    found = list(postings)
    balance = 0
    for start in range(0, len(found), OTHERS_AT_ONCE):
        some = found[start : start + OTHERS_AT_ONCE]
        others = counterparts(group, player, [one.transaction.number for one in some])
        for one in some:
            balance += one.cents
            header = one.transaction
            yield replace(
                _line(one, balance),
                other=others.get(header.number) if header.kind == "payment" else None,
                undoes=header.undoes.number if header.undoes else None,
            )
