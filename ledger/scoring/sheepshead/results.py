"""The six results a picked hand can have, and how points and tricks tell them apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ledger.messages import Message, message
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.scored import Row

WON = ("won", "won_schneider", "won_all_tricks")
LOST = ("lost", "lost_schneider", "lost_no_trick")
# From the fewest card points upward; what is more than all of them wins double.
LOST_OR_WON = ("lost_schneider", "lost", "won")


@dataclass(frozen=True, kw_only=True)
class Result:
    """A result: its chart row, the tricks it means, and its level where all rows are played.

    `name` says it with its card points, `label` is what a hand is called that came out so.
    """

    row: Row
    tricks: str
    level: int
    name: Message
    label: Message
    source: str

    @property
    def won(self) -> bool:
        """Return whether the picker's side won."""
        return self.row.side == "won"


def _result(code: str, tricks: str, level: int, text: str, source: str, low: int, high: int) -> Result:
    # `low` and `high` are card points of the picker's side, `text` its words, marked.
    by_tricks = tricks != "some"
    words = {"all": _("all tricks"), "none": _("no trick")}
    row = Row(
        code=code,
        side="won" if code in WON else "lost",
        label=text,
        bracket=words[tricks] if by_tricks else f"{low}–{high}",
        low=None if by_tricks else low,
        high=None if by_tricks else high,
    )
    name = message("row", case=code, low=low, high=high)
    label = message("label", case=code, low=low, high=high)
    return Result(row=row, tricks=tricks, level=level, name=name, label=label, source=source)


def _results(lost_double: int, won_double: int) -> dict[str, Result]:
    # The six results where a loss counts double up to, and a win from, so many card points.
    low, high = lost_double, won_double
    found = (
        _result("won", "some", 1, _("Won"), "SH-003, SH-004", 61, high - 1),
        _result("won_schneider", "some", 2, _("Won, no schneider"), "SH-005, SH-007", high, 120),
        _result("won_all_tricks", "all", 3, _("Won, all tricks"), "SH-006", 120, 120),
        _result("lost", "some", 1, _("Lost"), "SH-003, SH-004", low + 1, 60),
        _result("lost_schneider", "some", 2, _("Lost, no schneider"), "SH-007, SH-008", 0, low),
        _result("lost_no_trick", "none", 3, _("Lost, no trick"), "SH-006, SH-009", 0, 0),
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
    """Return the result of `points` card points and all, some or none of the tricks (SH-003, SH-006,
    SH-007)."""
    if tricks == "all":
        return results["won_all_tricks"]
    if tricks == "none":
        return results["lost_no_trick"]
    for code in LOST_OR_WON:
        if points <= (results[code].row.high or 0):
            return results[code]
    return results["won_schneider"]


def level_of(result: Result, *, trick_rows: bool, trick_level: int) -> int:
    """Return 1 plain, 2 schneider, `trick_level` all tricks or none; without trick rows schneider is
    the top."""
    if result.level < 3:
        return result.level
    return trick_level if trick_rows else 2


def why(result: Result, points: int | None, level: int) -> Message:
    """Return a clause that gives the reason of a result and its level."""
    row = result.row
    return _why(row.code, result.tricks, row.low or 0, row.high or 0, points, level)


@lru_cache(maxsize=4096)
def _why(code: str, tricks: str, low: int, high: int, points: int | None, level: int) -> Message:
    if tricks != "some":
        return message("why", case="all_taken" if tricks == "all" else "none_taken", level=level)
    if points is None:
        return message("why", case="bracket", low=low, high=high, level=level)
    if points == 60:
        return message("why", case="tie", points=points, level=level)
    if code == "won_schneider":
        left, safe = 120 - points, 121 - low
        return message("why", case="won_schneider", points=points, left=left, safe=safe, level=level)
    if code == "lost_schneider":
        return message("why", case="lost_schneider", points=points, safe=high + 1, level=level)
    return message("why", case=code, points=points, level=level)
