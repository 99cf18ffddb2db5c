"""What changed a table is taken back: the book keeps both lines, and the sheet is as if neither had been."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ledger.book.folding import fold
from ledger.book.sheet import Line, ScoreSheet
from ledger.scoring import HandRefused
from tests.paper import Paper, picked

NOON = datetime(2026, 11, 19, 12, tzinfo=UTC)


def alike(one: ScoreSheet, other: ScoreSheet) -> bool:
    """Whether two sheets say the same of the table and of the hands."""
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
    with pytest.raises(HandRefused) as refused:
        fold([*paper.lines, Line(number=4, kind="undone", facts={"of": first})])
    assert refused.value.code == "stays"
    paper.write("undone", of=second)
    paper.write("undone", of=first)
    assert list(paper.seats) == [1, 2, 3, 4, 5]
    paper.write("joined", player=6, after=2)
    assert list(paper.seats) == [1, 2, 6, 3, 4, 5]


@pytest.mark.parametrize("again", [2, 1, 99])
def test_what_is_no_change_or_was_taken_back_is_refused(again: int) -> None:
    paper = Paper()
    paper.write("undone", of=paper.write("left", player=1))
    with pytest.raises(HandRefused):
        fold([*paper.lines, Line(number=4, kind="undone", facts={"of": again})])


def test_a_hand_at_the_changed_table_keeps_it_and_taken_back_lets_it_go() -> None:
    paper = Paper()
    of = paper.write("joined", player=6, after=2)
    hand = paper.hand(2, 6)
    assert paper.sheet.last_change is None
    paper.write("voided", of=hand)
    assert paper.sheet.last_change is not None
    paper.write("undone", of=of)
    assert paper.seats == (1, 2, 3, 4, 5)
    assert 6 not in paper.sheet.players
    paper.write("corrected", of=hand, **paper.lines[hand - 1].facts)
    with pytest.raises(HandRefused) as refused:
        fold(paper.lines)
    assert str(refused.value) == "stays.later"


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


def test_an_ending_keeps_the_table_as_it_was() -> None:
    paper = Paper()
    paper.write("joined", player=6, after=2)
    paper.write("ended", cents={}, payments=[])
    paper.write("reopened")
    assert paper.sheet.last_change is None


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


def a_book(*lines: Line) -> ScoreSheet:
    opened = Paper().lines[0]
    return fold([opened, *lines])


HAND: dict[str, Any] = {"seats": [1, 2, 3, 4, 5], "told": picked((1, 2, 3, 4, 5), 2, 3), "rules": 1}
LOST: dict[str, Any] = {"seats": [1, 2, 3, 4, 5], "told": picked((1, 2, 3, 4, 5), 2, 3, "lost"), "rules": 1}


@pytest.mark.parametrize(
    ("seconds", "by", "is_slip"), [(0, 7, True), (60, 7, True), (61, 7, False), (5, 8, False), (-1, 7, True)]
)
def test_a_hand_taken_back_in_one_breath_by_the_same_phone_is_a_slip(
    seconds: int, by: int, *, is_slip: bool
) -> None:
    sheet = a_book(said("hand", 2, 0, **HAND), said("voided", 3, seconds, by, of=2))
    assert sheet.rows[0].is_void
    assert sheet.rows[0].is_slip is is_slip
    assert sheet.rows[0].is_changed is not is_slip


def test_what_was_written_in_between_makes_it_no_slip() -> None:
    joins = said("joined", 3, 1, player=6, after=2)
    sheet = a_book(said("hand", 2, 0, **HAND), joins, said("voided", 4, 2, of=2))
    assert not sheet.rows[0].is_slip


def test_a_slip_put_back_says_what_it_said_and_is_not_marked() -> None:
    sheet = a_book(
        said("hand", 2, 0, **HAND),
        said("voided", 3, 5, of=2),
        said("corrected", 4, 400, of=2, version=2, **HAND),
    )
    assert sheet.hands == 1
    assert not sheet.rows[0].is_changed
    assert len(sheet.rows[0].versions) == 3


@pytest.mark.parametrize(("seconds", "is_changed"), [(30, False), (90, True)])
def test_a_correction_taken_back_in_one_breath_leaves_no_mark(seconds: int, *, is_changed: bool) -> None:
    sheet = a_book(
        said("hand", 2, 0, **HAND),
        said("corrected", 3, 600, of=2, **LOST),
        said("corrected", 4, 600 + seconds, of=2, version=2, **HAND),
    )
    assert sheet.rows[0].is_changed is is_changed


def test_a_corrected_hand_taken_back_at_once_is_no_slip() -> None:
    sheet = a_book(
        said("hand", 2, 0, **HAND), said("corrected", 3, 600, of=2, **LOST), said("voided", 4, 605, of=2)
    )
    assert not sheet.rows[0].is_slip
    assert sheet.rows[0].is_changed
