"""Remarks on hands as pages draw them: on the hand's page, and all of a night in its recap. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from ledger.book.sheet import EntryKind, HandRow, Line, Remark, ScoreSheet


def remark_of(sheet: ScoreSheet, entry: int) -> str:
    """Return what is said about the hand that this entry told first, "" for nothing."""
    remark = sheet.remarks.get(entry)
    return remark.text if remark else ""


def remark_view(remark: Remark | None, tellers: Mapping[int, str]) -> dict[str, Any] | None:
    """Return the remark on a hand; `tellers` are the names of who holds a phone, by its membership."""
    if remark is None:
        return None
    who = tellers.get(remark.by, _("another phone")) if remark.by else ""
    return {
        "text": remark.text,
        "who": who,
        "at": remark.at,
    }


def remark_done(lines: Sequence[Line], of: int, entry: int) -> dict[str, Any] | None:
    """Return what entry `entry` did to the remark on a hand, while nothing was written since; else None."""
    line = lines[-1]
    if line.number != entry or line.kind != EntryKind.REMARKED or line.facts["of"] != of:
        return None
    said = (one.facts for one in reversed(lines[:-1]) if one.kind == EntryKind.REMARKED)
    before = next((facts["text"] for facts in said if facts["of"] == of), "")
    if not line.facts["text"]:
        return {
            "title": _("Remark removed"),
            "before": before,
        }
    return {
        "title": _("Remark changed") if before else _("Remark saved"),
        "before": before,
    }


def remark_lines(sheet: ScoreSheet, rows: Sequence[HandRow]) -> list[dict[str, Any]]:
    said = ((row, sheet.remarks.get(row.entry)) for row in rows)
    return [
        {
            "entry": row.entry,
            "hand": _called(row),
            "text": one.text,
        }
        for row, one in said
        if one
    ]


def _called(row: HandRow) -> str:
    if row.number:
        return _("Hand {number}").format(number=row.number)
    return _("A hand taken back") if row.is_void else _("Between two hands")
