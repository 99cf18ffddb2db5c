"""What was written while a phone looked at an older page: told in one way on every page. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ledger.sheet import HandRow, Line, ScoreSheet
from scorekeeper.presenters.payments import standing_apart
from scorekeeper.presenters.sheet import said_points

Changes = list[tuple[str, list[tuple[str, str]]]]

WORDS = {
    "arranged": "the seats were changed",
    "ended": "the night was ended",
    "reopened": "the night was opened again",
    "rules": "the house rules were changed",
    "stake": "the stake was changed",
    "paid": "a payment was marked paid",
    "unpaid": "a payment was marked unpaid",
}


def meanwhile(since: Sequence[Line], sheet: ScoreSheet, names: Mapping[int, str]) -> Changes:
    """What the teller has not seen, as (title, who got what); a hand once, as it stands now.

    Never empty: a phone that has seen more than there is, as after a backup was put back, is told that.
    """
    found = list(_told(since, sheet, names))
    return found or [("this book was put back to an earlier page", [])]


def _told(
    since: Sequence[Line], sheet: ScoreSheet, names: Mapping[int, str]
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    unseen = {line.number for line in since}
    rows: set[int] = set()
    for line in since:
        row = sheet.row(line.facts.get("of", line.number))
        if row is None:
            yield _title(line, names), []
        elif row.entry not in rows:
            rows.add(row.entry)
            yield _hand(row, is_new=row.entry in unseen), said_points(row, names) if row.scored else []


def _title(line: Line, names: Mapping[int, str]) -> str:
    if line.kind in ("joined", "left"):
        who, goes = (names.get(line.facts.get(fact, 0), "somebody") for fact in ("player", "goes"))
        did = "sat down" if line.kind == "joined" else "went home"
        did = f"took the chair of {standing_apart(goes)}" if "goes" in line.facts else did
        return f"{standing_apart(who)} {did}"
    return WORDS.get(line.kind, "something was written")


def _hand(row: HandRow, *, is_new: bool) -> str:
    if row.is_void:
        return "a hand was recorded and taken back" if is_new else "a hand was taken back"
    hand = f"hand {row.number}" if row.number else "a change of the pot"
    return f"{hand} was {'recorded' if is_new else 'corrected'}"
