"""Two players without a blind and without a picker: more points wins (SH-140, SH-141)."""

from collections.abc import Iterator, Mapping

from ledger.scoring.facts import one_of, per_seat, playing_seat
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.receipt import Number, Receipt, seated
from ledger.scoring.scored import ChartRow, Facts, HandRefused, Scored, chart_row
from ledger.scoring.sheepshead.outcome import WON
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.table import Table, add_doubler, played, pots_waiting
from ledger.words.messages import message

CARD_POINTS = 120
CARD_TRICKS = 16
EVEN = "even"
LABEL, TIE = message("label", case="two_handed"), message("label", case="sixty_each")

# The winner (a seat), the result, and the reason: the case of a clause and its parameters.
Winner = tuple[int | None, str, str, Mapping[str, int]]
NOBODY: Winner = (None, "", "", {})


def score_two_handed(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Score a hand for two: 61 card points win one unit, a schneider two, no trick three; 60–60 nothing.

    Told as points and tricks, or as `winner` ("even" or nobody for 60–60) and `result`.
    Raises HandRefused: `two_handed_off`, `points_sum`, `tricks_sum`, `points_without_trick`, `told_twice`, …
    """
    if len(table.active) != 2 or rules.two_handed != "symmetric":
        raise HandRefused("two_handed_off", fact="kind")
    winner, result, case, params = _read_winner(table, told) or _read_counted(table, rules, told)
    receipt = Receipt(table.players)
    base: list[Number] = [0] * table.players
    if winner is None:
        receipt.add("tie", base, rule="two_handed", source="SH-140")
        return _answer(table, rules, receipt, None, 1)
    level = level_for_two(rules, result)
    base = seated(table.players, 0, (table.active, -level), ((winner,), level))
    receipt.add(
        "two_handed",
        base,
        why=(message("two_handed", case=case, level=level, **params),),
        seats=(winner,),
        rule="two_handed",
        source="SH-140, SH-141",
    )
    factor = add_doubler(receipt, base, 1, table, rules)
    return _answer(table, rules, receipt, winner, factor, row=result)


def _read_winner(table: Table, told: Facts) -> Winner | None:
    # Winner, result and why where it was told who won; None where points and tricks were told.
    counted = any(told.get(fact) is not None for fact in ("points", "tricks"))
    if counted and any(told.get(fact) is not None for fact in ("winner", "result")):
        raise HandRefused("told_twice", fact="winner", case="two_handed")
    if counted or not ("winner" in told or "result" in told):
        return None
    if told.get("winner") in (None, EVEN):
        if told.get("result") is not None:
            raise HandRefused("seat_missing", fact="winner", case="winner")
        return NOBODY
    winner = playing_seat(told, "winner", table, "win")
    result = one_of(told.get("result"), "result", WON)
    return winner, result, result, {}


def _read_counted(table: Table, rules: SheepsheadRules, told: Facts) -> Winner:
    # Winner, result and why from the points and tricks of both.
    one, other = table.active
    points = per_seat(told.get("points"), "points", table.players, table.active, CARD_POINTS)
    tricks = per_seat(told.get("tricks"), "tricks", table.players, table.active, CARD_TRICKS)
    if sum(points) != CARD_POINTS:
        raise HandRefused("points_sum", fact="points", points=sum(points), total=CARD_POINTS)
    if sum(tricks) != CARD_TRICKS:
        raise HandRefused("tricks_sum", fact="tricks", total=CARD_TRICKS, tricks=sum(tricks))
    if any(points[place] and not tricks[place] for place in table.active):
        raise HandRefused("points_without_trick", fact="points")
    if points[one] == points[other]:
        return NOBODY
    winner, loser = (one, other) if points[one] > points[other] else (other, one)
    params = {"points": points[winner], "lesser": points[loser]}
    if not tricks[loser]:
        return winner, "won_all_tricks", "points", params
    return winner, "won_schneider" if points[loser] < rules.two_handed_safe else "won", "points", params


def rows_for_two(rules: SheepsheadRules) -> Iterator[ChartRow]:
    """Yield the results a hand for two can have, and the winner's card points."""
    double = CARD_POINTS - rules.two_handed_safe + 1
    yield chart_row("won", _("Won"), 61, double - 1)
    yield chart_row("won_schneider", _("Won, no schneider"), double, CARD_POINTS)
    if rules.trick_rows:
        label = _("Won, all tricks")
        yield chart_row("won_all_tricks", label, CARD_POINTS, CARD_POINTS, _("all tricks"))


def level_for_two(rules: SheepsheadRules, result: str) -> int:
    """Return the level of a win; without rows of their own, all tricks are no more than a schneider."""
    if result == "won_all_tricks" and rules.trick_rows:
        return rules.trick_level
    return 1 if result == "won" else 2


def _answer(
    table: Table,
    rules: SheepsheadRules,
    receipt: Receipt,
    winner: int | None,
    factor: int,
    *,
    row: str | None = None,
) -> Scored:
    plays = table.active
    won = [
        None if winner is None or place not in plays else place == winner for place in range(table.players)
    ]
    return played(
        table,
        rules,
        receipt,
        TIE if winner is None else LABEL,
        pots_waiting(table, rules),
        roles=tuple(["" if place in plays else "out" for place in range(table.players)]),
        won=tuple(won),
        factor=factor,
        row=row,
    )
