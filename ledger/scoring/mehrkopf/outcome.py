"""The outcome of a declared game: one of six results, from points and tricks, or named at once."""

from dataclasses import dataclass

from ledger.scoring.facts import flag, one_of, whole
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.mehrkopf.contracts import Contract
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.table import Table
from ledger.scoring.scored import ChartRow, Facts, HandRefused


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


def rows(table: Table, rules: MehrkopfRules) -> tuple[ChartRow, ...]:
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


def bettel_rows() -> tuple[ChartRow, ...]:
    won, lost = RESULTS["won"], RESULTS["lost"]
    return (
        ChartRow(code=won.code, side="won", label=won.label, bracket=_("no trick"), low=None, high=None),
        ChartRow(code=lost.code, side="lost", label=lost.label, bracket=_("a trick"), low=None, high=None),
    )


def _row(result: Result, span: tuple[int, int] | None) -> ChartRow:
    low, high = span or (None, None)
    by_tricks = _("all tricks") if result.won else _("no trick")
    return ChartRow(
        code=result.code,
        side="won" if result.won else "lost",
        label=result.label,
        bracket=by_tricks if span is None else f"{low}–{high}".replace("-", "−"),
        low=low,
        high=high,
    )


TRICKS = ("all", "some", "none")


@dataclass(frozen=True)
class Outcome:
    """The outcome of a game; `points` are the declarers’ card points, None if nobody counted them."""

    result: Result
    points: int | None
    tout: bool
    sie: bool


def read_tout(contract: Contract, told: Facts) -> tuple[bool, bool]:
    """Return whether a Tout, whether a Sie was announced (MK-027, MK-029).

    Raises HandRefused: `tout_contract`, `sie_contract`, `sie_or_tout`.
    """
    tout, sie = flag(told, "tout"), flag(told, "sie")
    if tout and (not contract.solo or contract.is_bettel):
        raise HandRefused("tout_contract", fact="tout", case="bettel" if contract.is_bettel else "")
    if sie and contract.key != "solo":
        raise HandRefused("sie_contract", fact="sie")
    if sie and tout:
        raise HandRefused("sie_or_tout", fact="tout")
    return tout, sie


def read_outcome(table: Table, rules: MehrkopfRules, contract: Contract, told: Facts) -> Outcome:
    """Return the outcome of a declared game.

    Raises HandRefused: `result_missing`, `result_contradicts`, `tricks_contradict`, `tricks_missing`,
    `fact_not_here`, `sie_lost`, and as `read_tout` does.
    """
    tout, sie = read_tout(contract, told)
    named = None if told.get("result") is None else RESULTS[one_of(told["result"], "result", RESULTS)]
    if contract.is_bettel:
        return Outcome(_of_bettel(named, told), None, tout, sie)
    # A Sie is never lost, and its cards take every trick (MK-029).
    lost = told.get("declarer_tricks") in ("some", "none")
    if sie and (lost or (named is not None and named.code not in ("won", "won_schwarz"))):
        raise HandRefused("sie_lost", fact="sie")
    tricks = _read_tricks(table, told, named, tout=tout, sie=sie)
    points = _read_points(table, told, tricks)
    if sie:
        return Outcome(RESULTS["won_schwarz"], points, tout, sie)
    if tout:
        # Won with every trick and lost with one less, whatever the points (MK-028).
        won = tricks == "all"
        if named is not None and (named.won != won or named.code == "won_schneider"):
            raise HandRefused("result_contradicts", fact="result", case="tout")
        return Outcome(RESULTS["won_schwarz" if won else "lost"], points, tout, sie)
    return Outcome(_agreed(table, rules, points, tricks, named), points, tout, sie)


def _of_bettel(named: Result | None, told: Facts) -> Result:
    # A Bettel is won without a trick, whatever the cards count (convention).
    if told.get("declarer_points") is not None:
        raise HandRefused("fact_not_here", fact="declarer_points", case="bettel")
    if named is not None and named.code not in ("won", "lost"):
        raise HandRefused("result_contradicts", fact="result", case="bettel")
    if told.get("declarer_tricks") is None:
        if named is None:
            raise HandRefused("result_missing", fact="declarer_tricks", case="bettel")
        return named
    won = one_of(told["declarer_tricks"], "declarer_tricks", TRICKS) == "none"
    if named is not None and named.won != won:
        raise HandRefused("result_contradicts", fact="result", case="bettel")
    return RESULTS["won" if won else "lost"]


def _read_tricks(table: Table, told: Facts, named: Result | None, *, tout: bool, sie: bool) -> str:
    # The declarers’ tricks; not told they follow from the row, from a Sie, or are “some”.
    if told.get("declarer_tricks") is not None:
        return one_of(told["declarer_tricks"], "declarer_tricks", TRICKS)
    if sie:
        return "all"
    if tout and named is not None:
        return "all" if named.won else "some"
    if named is not None:
        return named.tricks
    if tout and told.get("declarer_points") in (None, table.total):
        raise HandRefused("tricks_missing", fact="declarer_tricks", case="tout")
    return "some"


def _read_points(table: Table, told: Facts, tricks: str) -> int | None:
    # The declarers’ card points, −28 to 148 with Prussians (MK-005); None if only tricks were told.
    if told.get("declarer_points") is None:
        return {"all": table.total, "none": 0, "some": None}[tricks]
    points = whole(told["declarer_points"], "declarer_points", table.lowest, table.highest)
    if tricks == "all" and points != table.total:
        fact, total = "declarer_points", table.total
        raise HandRefused("tricks_contradict", fact=fact, case="all", total=total, points=points)
    if tricks == "none" and points:
        raise HandRefused("tricks_contradict", fact="declarer_points", case="none")
    return points


def _agreed(
    table: Table, rules: MehrkopfRules, points: int | None, tricks: str, named: Result | None
) -> Result:
    # The one result that everything told agrees on.
    if points is None:  # then some tricks were taken, and only the row can say more
        if named is None:
            raise HandRefused("result_missing", fact="declarer_points", case="declarer")
        if named.tricks != "some":
            raise _contradicts(named)
        return counted(rules, named)
    found = result_of(table, rules, points, tricks)
    if named is not None and counted(rules, named) is not found:
        raise _contradicts(named)
    return found


def _contradicts(named: Result) -> HandRefused:
    return HandRefused("result_contradicts", fact="result", case="declarer", result=named.code)
