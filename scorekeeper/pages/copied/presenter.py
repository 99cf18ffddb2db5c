"""A night of which only the totals are known, as its page shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from uuid import UUID

from django.utils.translation import gettext as _

from ledger.sheet import Brought, EntryKind, Line, ScoreSheet, Struck
from scorekeeper.presenters.payments import Bar, plays_for_money, settled
from scorekeeper.text.dates import when
from scorekeeper.text.figures import signed
from scorekeeper.text.notebooks import file_called

Names = Mapping[int, str]


@dataclass(frozen=True, kw_only=True)
class Said:
    """One thing that was said of the night: when, by whom, and which totals it had then."""

    title: str
    at: datetime | None
    by: str
    day: str
    worths: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class CopiedView:
    """The night: what it brought, where it came from, and everything that was said of it, the newest first.

    `was` is what it brought before it was taken out.
    """

    bars: tuple[Bar, ...]
    was: tuple[tuple[str, str], ...]
    in_money: bool
    was_paid: bool
    is_struck: bool
    is_out_with_all: bool
    is_open: bool
    brought: Brought | None
    file: str
    by: str
    key: UUID | None
    history: tuple[Said, ...]


def copied_view(
    sheet: ScoreSheet, lines: Sequence[Line], names: Names, tellers: Names, currency: str
) -> CopiedView:
    """What the page of this night says; of a sheet of which only totals are known."""
    in_money = plays_for_money(currency, sheet)
    copied = sheet.copied
    brought = copied.brought if copied else None
    history = _history(lines, names, tellers)
    return CopiedView(
        bars=settled(sheet, names, in_money=in_money).bars,
        was=next((said.worths for said in history if said.worths), ()),
        in_money=in_money,
        was_paid=not in_money or bool(copied and copied.was_paid),
        is_struck=bool(copied and copied.struck),
        is_out_with_all=bool(copied and copied.struck == Struck.WITH_ALL),
        is_open=sheet.ending is None,
        brought=brought,
        file=file_called(brought.file) if brought else "",
        by=tellers.get(lines[0].by or 0, ""),
        key=brought.key if brought else None,
        history=history,
    )


def _history(lines: Sequence[Line], names: Names, tellers: Names) -> tuple[Said, ...]:
    found: list[Said] = []
    is_out = False
    for line in lines:
        if (title := _title(line, is_out=is_out)) is not None:
            found.append(_said(line, title, names, tellers))
        is_out = line.kind == EntryKind.STRUCK if title else is_out
    return tuple(reversed(found))


def _title(line: Line, *, is_out: bool) -> str | None:
    match line.kind:
        case EntryKind.NOTEBOOK:
            return _("In the notebook")
        case EntryKind.AMENDED:
            return _("Put back") if is_out else _("Corrected")
        case EntryKind.STRUCK:
            return _("Taken out with all that came with it") if line.facts["whole"] else _("Taken out")
        case _:
            return None


def _said(line: Line, title: str, names: Names, tellers: Names) -> Said:
    totals = line.facts.get("totals", {})
    points = sorted(((int(who), Fraction(worth)) for who, worth in totals.items()), key=lambda one: -one[1])
    is_first = line.kind == EntryKind.NOTEBOOK
    return Said(
        title=title,
        at=None if is_first else line.at,
        by="" if is_first else tellers.get(line.by or 0, ""),
        day=when(_day(line.facts["date"]), "day") if totals else "",
        worths=tuple((names[who], signed(worth)) for who, worth in points),
    )


def _day(said: str) -> datetime:
    return datetime.fromisoformat(said)
