"""The outcome of a declared game: one of six results, from points and tricks, or named at once."""

from dataclasses import dataclass

from ledger.scoring.facts import flag, one_of, whole
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.mehrkopf.contracts import KREUZ, MUSS, Contract
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.table import Table
from ledger.scoring.scored import ChartRow, Facts, HandRefused, chart_row


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
    "won_schwarz": _result("won_schwarz", 2, "all", _("Won, schwarz")),
    "lost": _result("lost", 0, "some", _("Lost")),
    "lost_schneider": _result("lost_schneider", 1, "some", _("Lost, Schneider")),
    "lost_schwarz": _result("lost_schwarz", 2, "none", _("Lost, schwarz")),
}
# Half of the Augen each, where nobody wins with them and the same dealer deals again.
EVEN = _result("even", 0, "some", _("Dealt again"))


def won_from(table: Table, rules: MehrkopfRules, contract: Contract) -> int:
    """Return the points that win a game: one more than half, 61 of 120; of 148 the others need 74
    (MK-002). A Muss may be won with half."""
    is_half = contract.key == MUSS and rules.muss_half
    return table.total // 2 + (0 if is_half else 1)


def is_even(table: Table, rules: MehrkopfRules, contract: Contract, points: int) -> bool:
    """Return whether a game with so many points is dealt again, as neither side has more than half."""
    return contract.key == KREUZ and rules.kreuz_even == "again" and points == table.total // 2


def schneider_from(table: Table) -> int:
    """Return the points that make the others Schneider: they have less than a quarter, 91 / 112 (MK-003)."""
    return table.total - table.total // 4 + 1


def safe_from(table: Table, rules: MehrkopfRules, contract: Contract) -> int:
    """Return the points with which losing declarers are free of Schneider: 31 / 38, or 30 / 37 (MK-004)."""
    of_game = {MUSS: rules.muss_quarter, KREUZ: rules.kreuz_quarter}
    is_quarter = rules.declarer_safe == "quarter" or of_game.get(contract.key, False)
    return table.total // 4 + (0 if is_quarter else 1)


def result_of(table: Table, rules: MehrkopfRules, contract: Contract, points: int, tricks: str) -> Result:
    """Return the result of the declarers’ points and all, some or none of the tricks (MK-002 to MK-004,
    MK-015)."""
    if tricks == "all":
        return RESULTS["won_schwarz"]
    if tricks == "none":
        return counted(rules, RESULTS["lost_schwarz"])
    if is_even(table, rules, contract, points):
        return EVEN
    if points >= won_from(table, rules, contract):
        return RESULTS["won_schneider" if points >= schneider_from(table) else "won"]
    return counted(rules, RESULTS["lost_schneider" if points < safe_from(table, rules, contract) else "lost"])


def counted(rules: MehrkopfRules, result: Result) -> Result:
    """Return the result as this table counts it: the declarers may never be Schneider (MK-004)."""
    return result if result.won or result is EVEN or rules.declarer_safe != "none" else RESULTS["lost"]


def rows(table: Table, rules: MehrkopfRules, contract: Contract) -> tuple[ChartRow, ...]:
    """Return the results of a contract: six, or four where losing declarers are never Schneider; and one more
    where half is dealt again."""
    win, schneider = won_from(table, rules, contract), schneider_from(table)
    safe = table.lowest if rules.declarer_safe == "none" else safe_from(table, rules, contract)
    half = table.total // 2
    evens = is_even(table, rules, contract, half)
    spans = {
        "won": (win, schneider - 1, ""),
        "won_schneider": (schneider, table.highest, ""),
        "won_schwarz": (table.total, table.total, _("every Stich")),
        "lost": (safe, half - 1 if evens else win - 1, ""),
        "lost_schneider": (table.lowest, safe - 1, ""),
        "lost_schwarz": (0, 0, _("no Stich")),
    }
    found = [
        chart_row(code, RESULTS[code].label, low, high, tricks)
        for code, (low, high, tricks) in spans.items()
        if counted(rules, RESULTS[code]).code == code
    ]
    if evens:
        # In the line of lost games, as a third line on the pad would push up the heads above it.
        found.append(chart_row(EVEN.code, EVEN.label, half, half))
    return tuple(found)


def bettel_rows() -> tuple[ChartRow, ...]:
    return (
        chart_row("won", RESULTS["won"].label, 0, 0, _("no Stich")),
        chart_row("lost", RESULTS["lost"].label, 0, 0, _("a Stich")),
    )


TRICKS = ("all", "some", "none")


@dataclass(frozen=True)
class Outcome:
    """The outcome of a game; `points` are the declarers’ card points, None if nobody counted them.

    `announced` is the demand that the declarer announced: 0 none, 1 Schneider, 2 Schwarz.
    """

    result: Result
    points: int | None
    tout: bool
    sie: bool
    announced: int = 0


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
    `fact_not_here`, `sie_lost`, and as `read_tout` and `read_announced` do.
    """
    tout, sie = read_tout(contract, told)
    announced = read_announced(rules, contract, told)
    evens = is_even(table, rules, contract, table.total // 2)
    known = RESULTS | {EVEN.code: EVEN} if evens else RESULTS
    named = None if told.get("result") is None else known[one_of(told["result"], "result", known)]
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
    found = _agreed(table, rules, contract, points, tricks, named)
    # An announcement that is not made loses the game, by convention as a Tout does (MK-028).
    if announced > (found.demand if found.won else 0) and (found.won or found is EVEN):
        found = RESULTS["lost"]
    return Outcome(found, points, tout, sie, announced)


ANNOUNCED = ("schneider", "schwarz")


def read_announced(rules: MehrkopfRules, contract: Contract, told: Facts) -> int:
    """Return the demand that the declarer announced, 0 for none.

    Raises HandRefused: `announced_off`, `announced_contract`, `unknown_value`.
    """
    if told.get("announced") is None:
        return 0
    announced = one_of(told["announced"], "announced", ANNOUNCED)
    if rules.announced_rate is None:
        raise HandRefused("announced_off", fact="announced")
    if contract.is_bettel:
        raise HandRefused("announced_contract", fact="announced", case="bettel")
    if told.get("tout") or told.get("sie"):
        raise HandRefused("announced_contract", fact="announced")
    return ANNOUNCED.index(announced) + 1


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
    table: Table,
    rules: MehrkopfRules,
    contract: Contract,
    points: int | None,
    tricks: str,
    named: Result | None,
) -> Result:
    # The one result that everything told agrees on.
    if points is None:  # then some tricks were taken, and only the row can say more
        if named is None:
            raise HandRefused("result_missing", fact="declarer_points", case="declarer")
        if named.tricks != "some":
            raise _contradicts(named)
        return counted(rules, named)
    found = result_of(table, rules, contract, points, tricks)
    if named is not None and counted(rules, named) is not found:
        raise _contradicts(named)
    return found


def _contradicts(named: Result) -> HandRefused:
    return HandRefused("result_contradicts", fact="result", case="declarer", result=named.code)
