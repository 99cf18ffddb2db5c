"""How lines of the journal are told: what happened, who with, whether it can be taken back. Pure."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from ledger.models import Kind
from ledger.standings.journal import JournalLine
from ledger.standings.statement import StatementLine
from scorekeeper.text.dates import when
from scorekeeper.text.methods import method_shown

Line = TypeVar("Line", JournalLine, StatementLine)

# What the journal calls the kitty's box, and what belongs to all.
BOX, COMMON = "", " "

# So many people are named in one line of the journal: more than play in a night.
MOST_SHARES = 40

TITLES = {
    Kind.EXPENSE: gettext_lazy("Paid for others"),
    Kind.CARRIED: gettext_lazy("Carried over"),
    Kind.ADJUSTMENT: gettext_lazy("Adjustment"),
}


@dataclass(frozen=True, kw_only=True)
class LineView:
    """A line of the journal. A payment has a payer and a payee; everything else who gained and lost what.

    `title` is empty for a payment. `givers` put into the kitty what belongs to all since, so much each; of a
    shared expense the payer is named. `may_undo` is False for what is undone already or belongs to a night.
    """

    line: JournalLine
    title: str
    payer: str
    payee: str
    givers: tuple[str, ...]
    cents: int
    shares: tuple[tuple[str, int], ...]
    more_shares: int
    by: str
    may_undo: bool


@dataclass(frozen=True, kw_only=True)
class ToldStatement:
    """A line of a player's statement; `other` is who was on the other side of a payment."""

    line: StatementLine
    title: str
    other: str


def told(
    lines: Sequence[JournalLine], tellers: Mapping[int, str], of_nights: Collection[uuid.UUID]
) -> tuple[LineView, ...]:
    """Lines of the journal as a page shows them."""
    return tuple(
        _line_view(line, tellers.get(line.by or 0, ""), of_a_night=line.key in of_nights) for line in lines
    )


def stated(lines: Sequence[StatementLine], others: Mapping[int, str]) -> tuple[ToldStatement, ...]:
    """Lines of a statement as a page shows them."""
    return tuple(
        ToldStatement(
            line=_in_words(line), title=_stated(line), other=others.get(line.number) or _("the kitty")
        )
        for line in lines
    )


def _in_words(line: Line) -> Line:
    """The line in the reader's words: how it was paid, and what is said of one that came with a notebook."""
    note = _("from the notebook") if line.is_copied else line.note
    return replace(line, method=method_shown(line.method), note=note)


def _line_view(line: JournalLine, by: str, *, of_a_night: bool) -> LineView:
    title = _title(line)
    payer, payee = (_paid_for_others(line), "") if title else _sides(line)
    people = _people(line)
    givers = tuple(name for name, cents in people if not cents and line.kind == Kind.KITTY)
    return LineView(
        line=_in_words(line),
        title=title,
        payer=payer,
        payee=payee,
        givers=givers[:MOST_SHARES],
        cents=line.amount or sum(cents for _, cents in line.postings if cents > 0),
        shares=() if not title or len(givers) == 1 else people[:MOST_SHARES],
        more_shares=max(0, len(people) - MOST_SHARES) if title else 0,
        by=by,
        may_undo=not (line.is_undone or of_a_night),
    )


def _people(line: JournalLine) -> tuple[tuple[str, int], ...]:
    """Who gained and lost what, winners first; of a shared expense everybody's part, also the payer's."""
    people = [one for one in line.postings if one[0] not in (BOX, COMMON)]
    if line.kind == Kind.EXPENSE:
        payer, amount = _paid_for_others(line), line.amount or 0
        spent = -amount if not line.undoes else amount
        people = [(name, cents + spent * (name == payer)) for name, cents in people]
        people = [one for one in people if one[1]]
    return tuple(sorted(people, key=lambda one: -one[1]))


def _paid_for_others(line: JournalLine) -> str:
    """Who paid a shared expense, "" for any other line; the only one in it to whom something is owed."""
    if line.kind != Kind.EXPENSE:
        return ""
    sign = -1 if line.undoes else 1
    return next((name for name, cents in line.postings if sign * cents > 0), "")


def _title(line: JournalLine) -> str:
    if line.kind == Kind.NIGHT:
        return _night(line.night_at)
    if line.kind == Kind.KITTY:
        box = sum(cents for name, cents in line.postings if name == BOX)
        return _("Into the kitty") if (box < 0) != bool(line.undoes) else _("Spent from the kitty")
    return str(TITLES.get(Kind(line.kind), ""))


def _night(at: datetime | None) -> str:
    return _("Night of {day}").format(day=when(at, "day")) if at else _("A night")


def _sides(line: JournalLine) -> tuple[str, str]:
    """(payer, payee) of a payment; of one that is undone, as they were."""
    gave = next((name for name, cents in line.postings if cents > 0), BOX)
    got = next((name for name, cents in line.postings if cents < 0), BOX)
    sides = (got, gave) if line.undoes else (gave, got)
    return sides[0] or _("the kitty"), sides[1] or _("the kitty")


def _stated(line: StatementLine) -> str:
    if line.kind == Kind.NIGHT:
        return _night(line.night_at)
    if line.kind == Kind.PAYMENT:
        paid = (line.cents > 0) != line.is_undoing
        return pgettext("before a name", "Paid") if paid else pgettext("before a name", "Got from")
    if line.kind == Kind.EXPENSE:
        paid = (line.cents > 0) != line.is_undoing
        return _("Paid for others") if paid else _("A share")
    if line.kind == Kind.KITTY:
        return _("The kitty") if line.cents else _("Into the kitty, for all")
    return str(TITLES.get(Kind(line.kind), ""))
