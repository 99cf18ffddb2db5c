"""The six results a declared game can have, and how points and tricks tell them apart."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.table import Table
from ledger.scoring.scored import Row


@dataclass(frozen=True, kw_only=True)
class Result:
    """A result: won or lost, the demand on top (1 Schneider, 2 Schwarz), the tricks it means, its name."""

    code: str
    won: bool
    demand: int
    tricks: str
    label: str


def _result(code: str, demand: int, tricks: str, label: str) -> Result:
    return Result(code=code, won=code.startswith("won"), demand=demand, tricks=tricks, label=label)


RESULTS = {
    "won": _result("won", 0, "some", _("Won")),
    "won_schneider": _result("won_schneider", 1, "some", _("Won, Schneider")),
    "won_schwarz": _result("won_schwarz", 2, "all", _("Won, Schwarz")),
    "lost": _result("lost", 0, "some", _("Lost")),
    "lost_schneider": _result("lost_schneider", 1, "some", _("Lost, Schneider")),
    "lost_schwarz": _result("lost_schwarz", 2, "none", _("Lost, Schwarz")),
}


def won_from(table: Table) -> int:
    """Return the points that win a game: one more than half, 61 of 120; of 148 the others need 74
    (MK-002)."""
    return table.total // 2 + 1


def schneider_from(table: Table) -> int:
    """Return the points that make the others Schneider: they have less than a quarter, 91 / 112 (MK-003)."""
    return table.total - table.total // 4 + 1


def safe_from(table: Table, rules: MehrkopfRules) -> int:
    """Return the points with which losing declarers are free of Schneider: 31 / 38, or 30 / 37 (MK-004)."""
    quarter = table.total // 4
    return quarter if rules.declarer_safe == "quarter" else quarter + 1


def result_of(table: Table, rules: MehrkopfRules, points: int, tricks: str) -> Result:
    """Return the result of the declarers’ points and all, some or none of the tricks (MK-002 to MK-004,
    MK-015)."""
    if tricks == "all":
        return RESULTS["won_schwarz"]
    if tricks == "none":
        return counted(rules, RESULTS["lost_schwarz"])
    if points >= won_from(table):
        return RESULTS["won_schneider" if points >= schneider_from(table) else "won"]
    return counted(rules, RESULTS["lost_schneider" if points < safe_from(table, rules) else "lost"])


def counted(rules: MehrkopfRules, result: Result) -> Result:
    """Return the result as this table counts it: the declarers may never be Schneider (MK-004)."""
    return result if result.won or rules.declarer_safe != "none" else RESULTS["lost"]


def rows(table: Table, rules: MehrkopfRules) -> tuple[Row, ...]:
    """Return the rows of the score chart: six, or four where losing declarers are never Schneider."""
    win, schneider, safe = won_from(table), schneider_from(table), safe_from(table, rules)
    if rules.declarer_safe == "none":
        safe = table.lowest
    spans = {
        "won": (win, schneider - 1),
        "won_schneider": (schneider, table.highest),
        "won_schwarz": None,
        "lost": (safe, win - 1),
        "lost_schneider": (table.lowest, safe - 1),
        "lost_schwarz": None,
    }
    return tuple(
        [
            _row(RESULTS[code], span)
            for code, span in spans.items()
            if counted(rules, RESULTS[code]).code == code
        ]
    )


def bettel_rows() -> tuple[Row, ...]:
    """Return the two results of a Bettel."""
    won, lost = RESULTS["won"], RESULTS["lost"]
    return (
        Row(code=won.code, side="won", label=won.label, bracket=_("no trick"), low=None, high=None),
        Row(code=lost.code, side="lost", label=lost.label, bracket=_("a trick"), low=None, high=None),
    )


def _row(result: Result, span: tuple[int, int] | None) -> Row:
    low, high = span or (None, None)
    by_tricks = _("all tricks") if result.won else _("no trick")
    return Row(
        code=result.code,
        side="won" if result.won else "lost",
        label=result.label,
        bracket=by_tricks if span is None else f"{low}–{high}".replace("-", "−"),
        low=low,
        high=high,
    )
