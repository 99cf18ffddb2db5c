"""The six results a picked hand can have, their words, and how points and tricks tell them apart."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.scored import Row

WON = ("won", "won_schneider", "won_all_tricks")
LOST = ("lost", "lost_schneider", "lost_no_trick")


@dataclass(frozen=True, kw_only=True)
class Result:
    """One result: its chart row, the tricks it means, its level where all rows are played, and its words."""

    row: Row
    tricks: str
    level: int
    text: str
    label: str
    source: str

    @property
    def won(self) -> bool:
        """Whether the picker's side won."""
        return self.row.side == "won"


def _result(
    code: str, tricks: str, level: int, text: str, label: str, source: str, low: int, high: int
) -> Result:
    """One result; `low` and `high` are card points of the picker's side."""
    by_tricks = tricks != "some"
    row = Row(
        code=code,
        side="won" if code in WON else "lost",
        label=text,
        bracket=label.split(", ")[1] if by_tricks else f"{low}–{high}",
        low=None if by_tricks else low,
        high=None if by_tricks else high,
    )
    return Result(row=row, tricks=tricks, level=level, text=text, label=label, source=source)


RESULTS = {
    "won": _result("won", "some", 1, "Won", "won 61–90", "SH-003, SH-004", 61, 90),
    "won_schneider": _result(
        "won_schneider", "some", 2, "Won, no schneider", "won 91–120", "SH-005, SH-007", 91, 120
    ),
    "won_all_tricks": _result(
        "won_all_tricks", "all", 3, "Won, all tricks", "won, all tricks", "SH-006", 120, 120
    ),
    "lost": _result("lost", "some", 1, "Lost", "lost 31–60", "SH-003, SH-004", 31, 60),
    "lost_schneider": _result(
        "lost_schneider", "some", 2, "Lost, no schneider", "lost 0–30", "SH-007, SH-008", 0, 30
    ),
    "lost_no_trick": _result(
        "lost_no_trick", "none", 3, "Lost, no trick", "lost, no trick", "SH-006, SH-009", 0, 0
    ),
}


def result_of(points: int, tricks: str) -> Result:
    """The result of `points` card points and all, some or none of the tricks (SH-003, SH-006, SH-007)."""
    if tricks == "all":
        return RESULTS["won_all_tricks"]
    if tricks == "none":
        return RESULTS["lost_no_trick"]
    if points >= 61:
        return RESULTS["won_schneider" if points >= 91 else "won"]
    return RESULTS["lost_schneider" if points <= 30 else "lost"]


def level_of(result: Result, *, trick_rows: bool) -> int:
    """1 plain, 2 schneider, 3 all tricks or none; without trick rows schneider is the top (SH-008)."""
    return result.level if trick_rows else min(result.level, 2)


def why(result: Result, points: int | None, level: int) -> str:
    """One clause that says why this is the result."""
    size = {1: "a single game", 2: "a double game", 3: "a triple game"}[level]
    if result.tricks == "all":
        return f"the opponents took no trick: {size}"
    if result.tricks == "none":
        return f"the picker’s side took no trick: {size}"
    if points is None:
        return f"{result.row.bracket} points: {size}"
    if points == 60:
        return f"60 is a tie, and the opponents win ties: {size}"
    return _why_points(result, points) + size


def _why_points(result: Result, points: int) -> str:
    if result.row.code == "won":
        return f"{points} is 61 or more: "
    if result.row.code == "won_schneider":
        return f"{points} leaves the opponents {120 - points}, less than 30: "
    if result.row.code == "lost":
        return f"{points} is less than 61: "
    return f"{points} is less than 31: "
