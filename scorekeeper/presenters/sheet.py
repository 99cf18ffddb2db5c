"""The score sheet as a page draws it: words and classes, no rules. Frozen dataclasses out."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from ledger.book.sheet import EntryKind, HandRow, Line, Note, Remark, ScoreSheet
from ledger.scoring import game_called
from scorekeeper.presenters.receipt import worth_side, worth_words
from scorekeeper.text.carried import SENTENCES
from scorekeeper.text.figures import points
from scorekeeper.text.lists import joined
from scorekeeper.text.rules import changes
from scorekeeper.text.stakes import stake_note


def remark_of(sheet: ScoreSheet, entry: int) -> str:
    """Return what is said about the hand that this entry told first, "" for nothing."""
    remark = sheet.remarks.get(entry)
    return remark.text if remark else ""


def remark_view(remark: Remark | None, tellers: Mapping[int, str]) -> dict[str, Any] | None:
    """Return the remark on a hand; `tellers` are the names of who holds a phone, by its membership."""
    if remark is None:
        return None
    who = tellers.get(remark.by, _("another phone")) if remark.by else ""
    return {"text": remark.text, "who": who, "at": remark.at}


def remark_done(lines: Sequence[Line], of: int, entry: int) -> dict[str, Any] | None:
    """Return what entry `entry` did to the remark on a hand, while nothing was written since; else None."""
    line = lines[-1]
    if line.number != entry or line.kind != EntryKind.REMARKED or line.facts["of"] != of:
        return None
    said = (one.facts for one in reversed(lines[:-1]) if one.kind == EntryKind.REMARKED)
    before = next((facts["text"] for facts in said if facts["of"] == of), "")
    title = _("Remark changed") if before else _("Remark saved")
    return {"title": title if line.facts["text"] else _("Remark removed"), "before": before}


def remark_lines(sheet: ScoreSheet, rows: Sequence[HandRow]) -> list[dict[str, Any]]:
    return [
        {
            "entry": row.entry,
            "hand": _("A hand taken back") if row.is_void and not row.number else hand_title(row),
            "text": remark_of(sheet, row.entry),
        }
        for row in rows
        if row.entry in sheet.remarks
    ]


def hand_title(row: HandRow) -> str:
    return _("Hand {number}").format(number=row.number) if row.number else _("Between two hands")


# Changes that are named; the others are counted.
MOST_IN_A_NOTE = 2


# Lines of a sheet that are drawn at once, the latest.
LINES_A_PAGE = 200

PASSED = ("all_pass", "throw_in", "pass", "out_of_turn")
# The class of a cell by its player's role; the stylesheet draws the mark: P, P1, +, L, or a game's own.
MARKS = {"picker": "p", "alone": "a", "partner": "f"}


# A total of more signs than this is written smaller.
LONG = 4


class SheetCell(NamedTuple):
    text: SafeString
    classes: str
    url: str = ""


NOTHING, SAT_OUT = SheetCell(SafeString(""), ""), SheetCell(SafeString("–"), "o")


def sheet_then(row: HandRow, sheet: ScoreSheet, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return everybody of the night who had come by this hand, in the order of the sheet."""
    played = {one for one in row.seats if one not in row.out}
    return [
        {
            "name": names[player],
            "before": points(row.totals[player] - row.points.get(player, 0)),
            "worth": (said := brought(row, player) if player in played else ("", ""))[0],
            "side": said[1],
            "after": points(row.totals[player]),
            "part": _part(row, player),
        }
        for player in sheet.players
        if player in row.totals
    ]


def _part(row: HandRow, player: int) -> str:
    if player not in row.seats:
        return _("not at the table")
    if player == row.dealer and row.is_dealer_known:
        return _("dealt, sat out") if player in row.out else _("dealt")
    return _("sat out") if player in row.out else ""


def sheet_pages(sheet: ScoreSheet) -> int:
    """Return how many pages the sheet fills, at least one: a night of one table has one."""
    return max(1, -(-len(_lines(sheet)) // LINES_A_PAGE))


def _lines(sheet: ScoreSheet) -> list[HandRow | Note]:
    rows = [row for row in sheet.rows if not row.is_slip]
    return sorted([*rows, *sheet.notes], key=lambda line: sheet.place(line.entry))


def row_views(
    sheet: ScoreSheet, names: Mapping[int, str], *, table_url: str, currency: str = "", page: int = 1
) -> Iterator[dict[str, Any]]:
    """Yield the sheet from the top: a row a hand, notes where they were made; page 1 is the end.

    A note that `may_go` is of a change of the table that can still be taken back.
    """
    lines = _lines(sheet)
    newest = sheet.rows[-1].entry if sheet.rows else 0
    until = len(lines) - (page - 1) * LINES_A_PAGE
    table_url = escape(table_url)  # once, and not in every cell
    for line in lines[max(0, until - LINES_A_PAGE) : until]:
        url = f"{table_url}hands/{line.entry}/"
        if isinstance(line, Note):
            words, is_last = note_words(line, names, currency), line == sheet.last_change
            yield {"url": url, "number": 0, "note": words, "may_go": is_last}
        elif line.is_void:
            note, remark = _("a hand was taken back"), remark_of(sheet, line.entry)
            yield {"url": url, "number": 0, "note": note, "is_changed": True, "remark": remark}
        else:
            remark = remark_of(sheet, line.entry)
            has = {"new": line.entry == newest, "fixed": line.is_changed, "remarked": bool(remark)}
            yield {
                "url": url,
                "number": line.number,
                "cells": [_cell(line, player, url) for player in sheet.players],
                "foots": points(line.foots),
                "mark": _mark(line),
                "is_changed": line.is_changed,
                "classes": " ".join(name for name, is_so in has.items() if is_so),
                "remark": remark,
            }


def _cell(row: HandRow, player: int, url: str) -> SheetCell:
    if player not in row.totals:
        return NOTHING
    total = points(row.totals[player])
    if player not in row.seats:
        return _number(total, "o")
    role = row.role(player)
    if role == "out":
        return SAT_OUT
    worth, opens = row.points[player], "" if player in row.out else SafeString(f"{url}?for={player}")
    if role == "leaster" and (worth < 0 if game_called(row.rules.game).marks_losers else worth > 0):
        return _number(total, "l", opens)
    return _number(total, MARKS.get(role, ""), opens)


def _number(total: str, mark: str, url: str = "") -> SheetCell:
    # A total in its cell: digits and signs, never escaped, as a night has hundreds of them.
    return SheetCell(SafeString(total), f"{mark} long" if len(total) > LONG else mark, url)


def _mark(row: HandRow) -> str:
    kind = row.facts["told"]["kind"]
    if "other" in row.facts:
        return pgettext("mark of a hand", "other")
    if not row.number:
        return pgettext("mark of a hand", "race") if kind == "settle" else pgettext("mark of a hand", "pot")
    if kind == "bad_hand":
        return pgettext("mark of a hand", "bad")
    if kind in PASSED:
        return pgettext("mark of a hand", "pass")
    doubled = row.scored.factor if row.scored and row.doublers else Fraction(1)
    return f"×{points(doubled)}" if doubled != 1 and row.doublers else ""


def note_words(note: Note, names: Mapping[int, str], currency: str) -> str:
    if "goes" in note.facts:
        comes, goes = names[note.facts["player"]], names[note.facts["goes"]]
        return _("{name} takes the chair of {who_goes}").format(name=comes, who_goes=goes)
    if note.kind == EntryKind.JOINED:
        return _("{name} sits down").format(name=names[note.facts["player"]])
    if note.kind == EntryKind.LEFT:
        return _("{name} goes home").format(name=names[note.facts["player"]])
    if note.kind == EntryKind.RULES:
        before, after = note.facts.get("was"), note.facts["rules"]
        if before is None:
            return _("from here: new house rules")
        changed = changes((before["game"], before["options"]), (after["game"], after["options"]))
        named = changed[:MOST_IN_A_NOTE]
        words = "; ".join(map(str, named)) or _("house rules, version {version}").format(
            version=after["version"]
        )
        if more := len(changed) - len(named):
            counted = ngettext("{changes}; and {number} more", "{changes}; and {number} more", more)
            words = counted.format(changes=words, number=more)
        return _("from here: {changes}").format(changes=words)
    if note.kind == EntryKind.STAKE:
        return stake_note(note.facts, currency)
    return _("the table was arranged anew")


def brought(row: HandRow, player: int) -> tuple[str, str]:
    """Return what a hand that counts brought a player, in words, and its class."""
    if row.scored is None:
        return "", ""
    seat = row.seats.index(player)
    return worth_words(row.scored, seat), worth_side(row.scored, seat)


def said_points(row: HandRow, names: Mapping[int, str]) -> list[tuple[str, str]]:
    """Return names and points: those with a part in the hand alone, the rest together if they can be."""
    # Picker and partners; where everybody plays for himself the fewer: those who won, or those who lost.
    parts = sorted(
        (one for one in row.seats if row.role(one) in MARKS), key=lambda one: row.role(one) == "partner"
    )
    alone = [one for one in row.seats if row.role(one) in ("leaster", "")]
    won, lost = [one for one in alone if row.points[one] > 0], [one for one in alone if row.points[one] < 0]
    named = parts + (lost if lost and len(lost) < len(won) else won)
    rest = [player for player in row.seats if player not in named and player not in row.out]
    said = [(names[player], brought(row, player)[0]) for player in named]
    worths = {brought(row, player)[0] for player in rest}
    if len(worths) == 1 and named:
        return [*said, (others() if len(rest) > 1 else names[rest[0]], worths.pop())]
    return said + [(names[player], brought(row, player)[0]) for player in rest]


def others() -> str:
    return _("the others")


def said_race(row: HandRow, names: Mapping[int, str]) -> list[tuple[str, str]]:
    """Return who came how much further in a race; ("Ann and Ben", "2 in the race")."""
    gained = row.scored.carried_after.gained() if row.scored else {}
    return [
        (
            joined([names[row.seats[place]] for place, one in gained.items() if one == worth]),
            SENTENCES[worth.code](worth),
        )
        for worth in dict.fromkeys(gained.values())
    ]


def short_names(names: Mapping[int, str]) -> dict[int, str]:
    """Return first names; where two are alike, with as much of the rest as tells them apart."""
    firsts = {player: name.split()[0] for player, name in names.items()}
    shorts = {}
    for player, name in names.items():
        alike = [other for other in names if other != player and firsts[other] == firsts[player]]
        rest = name.split()[1] if len(name.split()) > 1 else ""
        shorts[player] = f"{firsts[player]} {rest[:1]}".strip() if alike else firsts[player]
    return shorts
