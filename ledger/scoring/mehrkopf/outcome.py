"""How a declared game came out: from points and tricks, or from the row of the chart alone."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.facts import flag, one_of, whole
from ledger.scoring.mehrkopf.contracts import Contract
from ledger.scoring.mehrkopf.results import RESULTS, Result, counted, result_of
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.table import Table
from ledger.scoring.scored import Facts, HandRefused

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
        return Outcome(_of_tout(named, tricks), points, tout, sie)
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


def _of_tout(named: Result | None, tricks: str) -> Result:
    # A Tout is won with every trick and lost with one less, whatever the points (MK-028).
    won = tricks == "all"
    if named is not None and (named.won != won or named.code == "won_schneider"):
        raise HandRefused("result_contradicts", fact="result", case="tout")
    return RESULTS["won_schwarz" if won else "lost"]


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
