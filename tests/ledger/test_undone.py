"""What changed a table is taken back: the book keeps both lines, and the sheet is as if neither had been."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ledger.folding import fold
from ledger.scoring import HandRefused
from ledger.sheet import Line, ScoreSheet
from tests.paper import Paper, picked

NOON = datetime(2026, 11, 19, 12, tzinfo=UTC)


def alike(one: ScoreSheet, other: ScoreSheet) -> bool:
    parts = (
        "players",
        "seating",
        "totals",
        "rules",
        "stake_cents",
        "stretches",
        "carried",
        "notes",
        "counts",
    )
    return all(getattr(one, part) == getattr(other, part) for part in parts) and [
        (row.number, row.points, row.dealer, row.out) for row in one.rows
    ] == [(row.number, row.points, row.dealer, row.out) for row in other.rows]


CHANGES: dict[str, dict[str, Any]] = {
    "joined": {"player": 6, "after": 2},
    "left": {"player": 1},
    "arranged": {"seats": [5, 4, 3, 2, 1], "dealer": 3, "plays": 5, "skip": []},
    "rules": {"rules": {"version": 2, "game": "sheepshead", "options": {"bump": False}}},
    "stake": {"stake_cents": 100, "before": 25},
}


@pytest.mark.parametrize("kind", CHANGES)
def test_the_sheet_is_as_if_it_had_never_been(kind: str) -> None:
    paper, plain = Paper(), Paper()
    for one in (paper, plain):
        one.hand(2, 3)
    of = paper.write(kind, **CHANGES[kind])
    assert not alike(paper.sheet, plain.sheet)
    assert paper.sheet.last_change is not None
    paper.write("undone", of=of)
    assert alike(paper.sheet, plain.sheet)
    assert paper.sheet.last_change is None
    paper.hand(3, 4)
    plain.hand(3, 4)
    assert alike(paper.sheet, plain.sheet)


def test_changes_are_taken_back_one_after_the_other_the_latest_first() -> None:
    paper = Paper()
    first, second = paper.write("joined", player=6, after=2), paper.write("left", player=1)
    with pytest.raises(HandRefused, match="stays"):
        fold([*paper.lines, Line(number=4, kind="undone", facts={"of": first})])
    paper.write("undone", of=second)
    paper.write("undone", of=first)
    assert paper.seats == (1, 2, 3, 4, 5)
    paper.write("joined", player=6, after=2)
    assert paper.seats == (1, 2, 6, 3, 4, 5)
    paper.write("ended", cents={}, payments=[])
    paper.write("reopened")
    assert paper.sheet.last_change is None


@pytest.mark.parametrize("again", [2, 1, 99])
def test_what_is_no_change_or_was_taken_back_is_refused(again: int) -> None:
    paper = Paper()
    paper.write("undone", of=paper.write("left", player=1))
    with pytest.raises(HandRefused):
        fold([*paper.lines, Line(number=4, kind="undone", facts={"of": again})])


def test_hand_at_the_changed_table_keeps_it_and_taken_back_lets_it_go() -> None:
    paper = Paper()
    of = paper.write("joined", player=6, after=2)
    hand = paper.hand(2, 6)
    assert paper.sheet.last_change is None
    paper.void(hand)
    assert paper.sheet.last_change is not None
    paper.write("undone", of=of)
    assert paper.seats == paper.sheet.players == (1, 2, 3, 4, 5)
    paper.restore(hand)
    with pytest.raises(HandRefused, match=r"^stays\.later$"):
        fold(paper.lines)


def test_a_later_correction_of_an_earlier_hand_moves_the_deal_before_the_change_too() -> None:
    paper = Paper()
    hand = paper.hand(2, 3)
    of = paper.write("joined", player=6, after=2)
    paper.write("undone", of=of)
    plain = Paper()
    plain.hand(2, 3)
    for one in (paper, plain):
        one.correct(hand, picked((1, 2, 3, 4, 5), 2, 3), dealer=3)
    assert plain.sheet.seating.dealer == 5
    assert alike(paper.sheet, plain.sheet)


def test_a_long_book_that_goes_on_from_a_mark_knows_what_was_taken_back() -> None:
    paper = Paper()
    first = paper.hand(2, 3)
    while len(paper.lines) < 98:
        paper.hand(2, 3)
    of = paper.write("left", player=1)  # line 99; the mark is made after line 100
    paper.write("joined", player=7, after=2)
    paper.write("undone", of=100)
    known = fold(paper.lines)
    paper.write("undone", of=of)
    going_on = fold(paper.lines, known=known)
    assert alike(going_on, fold(paper.lines))
    assert going_on.notes == ()
    paper.correct(first, picked((1, 2, 3, 4, 5), 2, 3, "lost"))
    assert alike(fold(paper.lines, known=going_on), fold(paper.lines))


def said(kind: str, number: int, seconds: int, by: int | None = 7, **facts: Any) -> Line:
    return Line(number=number, kind=kind, facts=facts, by=by, at=NOON + timedelta(seconds=seconds))


HAND: dict[str, Any] = {"seats": [1, 2, 3, 4, 5], "told": picked((1, 2, 3, 4, 5), 2, 3), "rules": 1}
LOST: dict[str, Any] = {"seats": [1, 2, 3, 4, 5], "told": picked((1, 2, 3, 4, 5), 2, 3, "lost"), "rules": 1}


TOLD = said("hand", 2, 0, **HAND)


def corrected(number: int, seconds: int, version: int) -> Line:
    """Return a correction back to what a version said."""
    return said("corrected", number, seconds, of=2, version=version, **HAND)


@pytest.mark.parametrize(
    ("lines", "is_slip", "is_changed"),
    [
        # Taken back in one breath by the same phone
        ([said("voided", 3, 0, of=2)], True, False),
        ([said("voided", 3, 60, of=2)], True, False),
        ([said("voided", 3, 61, of=2)], False, True),
        ([said("voided", 3, 5, 8, of=2)], False, True),
        ([said("voided", 3, -1, of=2)], True, False),
        ([said("joined", 3, 1, player=6, after=2), said("voided", 4, 2, of=2)], False, True),
        # A slip that was put back
        ([said("voided", 3, 5, of=2), corrected(4, 400, 2)], False, False),
        # A correction taken back in one breath, or not
        ([said("corrected", 3, 600, of=2, **LOST), corrected(4, 630, 2)], False, False),
        ([said("corrected", 3, 600, of=2, **LOST), corrected(4, 690, 2)], False, True),
        ([said("corrected", 3, 600, of=2, **LOST), said("voided", 4, 605, of=2)], False, True),
    ],
)
def test_what_is_taken_back_in_one_breath_leaves_no_mark(
    lines: list[Line], is_slip: bool, is_changed: bool
) -> None:
    [row] = fold([*Paper().lines, TOLD, *lines]).rows
    assert (row.is_slip, row.is_changed) == (is_slip, is_changed)
    assert row.is_void == (lines[-1].kind == "voided")
    assert len(row.versions) == 1 + sum(line.kind != "joined" for line in lines)
