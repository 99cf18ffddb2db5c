"""The six results a picked hand can have, their words, and how points and tricks tell them apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.scoring.scored import Row

WON = ("won", "won_schneider", "won_all_tricks")
LOST = ("lost", "lost_schneider", "lost_no_trick")
# From the fewest card points upward; what is more than all of them wins double.
LOST_OR_WON = ("lost_schneider", "lost", "won")


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


def _results(lost_double: int, won_double: int) -> dict[str, Result]:
    """The six results where a loss counts double up to, and a win from, so many card points."""
    low, high = lost_double, won_double
    found = (
        _result("won", "some", 1, "Won", f"won 61–{high - 1}", "SH-003, SH-004", 61, high - 1),
        _result(
            "won_schneider", "some", 2, "Won, no schneider", f"won {high}–120", "SH-005, SH-007", high, 120
        ),
        _result("won_all_tricks", "all", 3, "Won, all tricks", "won, all tricks", "SH-006", 120, 120),
        _result("lost", "some", 1, "Lost", f"lost {low + 1}–60", "SH-003, SH-004", low + 1, 60),
        _result("lost_schneider", "some", 2, "Lost, no schneider", f"lost 0–{low}", "SH-007, SH-008", 0, low),
        _result("lost_no_trick", "none", 3, "Lost, no trick", "lost, no trick", "SH-006, SH-009", 0, 0),
    )
    return {result.row.code: result for result in found}


# By the house rule `schneider_line`.
LINES = {
    "standard": _results(30, 91),
    "thirty_is_safe": _results(29, 91),
    "ninety_wins_double": _results(30, 90),
}
RESULTS = LINES["standard"]


def result_of(points: int, tricks: str, results: Mapping[str, Result] = RESULTS) -> Result:
    """The result of `points` card points and all, some or none of the tricks (SH-003, SH-006, SH-007)."""
    if tricks == "all":
        return results["won_all_tricks"]
    if tricks == "none":
        return results["lost_no_trick"]
    for code in LOST_OR_WON:
        if points <= (results[code].row.high or 0):
            return results[code]
    return results["won_schneider"]


def level_of(result: Result, *, trick_rows: bool, trick_level: int) -> int:
    """1 plain, 2 schneider, `trick_level` all tricks or none; without trick rows schneider is the top."""
    if result.level < 3:
        return result.level
    return trick_level if trick_rows else 2


def why(result: Result, points: int | None, level: int) -> str:
    """One clause that says why this is the result."""
    size = ("", "a single game", "a double game", "a triple game", "a fourfold game")[level]
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
        return f"{points} leaves the opponents {120 - points}, less than {121 - (result.row.low or 0)}: "
    if result.row.code == "lost":
        return f"{points} is less than 61: "
    return f"{points} is less than {(result.row.high or 0) + 1}: "
