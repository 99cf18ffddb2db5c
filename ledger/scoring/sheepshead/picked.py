"""A picked hand, played or forfeited: a level, doubled as the hand was, and the pot with it.

A hand is forfeited by who did not follow suit (SH-025)."""

from ledger.scoring.facts import flag, playing_seat
from ledger.scoring.receipt import Number, Receipt, seated
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshead.doublings import add_doublings, bump_applies, read_calls
from ledger.scoring.sheepshead.outcome import Outcome, level_of, read_called, read_outcome, why
from ledger.scoring.sheepshead.pots import play_for_pot
from ledger.scoring.sheepshead.rules import CUSTOM, SheepsheadRules
from ledger.scoring.sheepshead.sides import Sides, onto, plays_double, read_sides, roles, spread, winners
from ledger.scoring.sheepshead.table import Table, add_doubler, played, pots_waiting
from ledger.words.messages import Message, message

MADE, MISSED = message("label", case="sheepshead_made"), message("label", case="sheepshead_missed")


def score_picked(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Return the score: level × factor from every opponent, shared on the picker's side (SH-010).

    Raises HandRefused for sides, results, cracks and pots that cannot be or are not played here.
    """
    sides = read_sides(table, rules, told)
    outcome = read_outcome(table, rules, sides, told)
    calls = read_calls(table, rules, sides, told)
    may_bump = bump_applies(table, rules, sides, told, called=outcome.called)
    receipt = Receipt(table.players)
    base = _add_base(receipt, table, rules, sides, outcome)
    # A called sheepshead has rules of its own for a loss without a trick.
    no_bump = rules.trickless_loss == "picker_pays_no_bump" and not outcome.called
    bumped = may_bump and not outcome.won and not (no_bump and _trickless(rules, outcome))
    alone = plays_double(table, rules, sides, told)
    factor = add_doublings(receipt, base, table, rules, calls, bumped=bumped, alone=alone)
    if not outcome.won and sides.partners:
        add_relief(receipt, rules, sides, outcome)
    pots = play_for_pot(receipt, table, rules, sides, won=outcome.won)
    sixty = rules.sixty_doubles and outcome.points == 60
    if sixty:
        receipt.add("sixty", [0] * table.players, rule="sixty_doubles", source=CUSTOM)
    label, row = outcome.result.label, outcome.result.row.code
    if outcome.called:
        label, row = (MADE, "won_all_tricks") if outcome.won else (MISSED, "lost")
    return played(
        table,
        rules,
        receipt,
        label,
        pots,
        roles=roles(table, sides, rules),
        won=winners(table, sides, won=outcome.won),
        row=row,
        side_points=outcome.points,
        factor=factor,
        sixty=sixty,
    )


def _add_base(
    receipt: Receipt, table: Table, rules: SheepsheadRules, sides: Sides, outcome: Outcome
) -> list[Number]:
    # The first line: the result at its level, shared as the table shares; returns its points.
    sign = 1 if outcome.won else -1
    if outcome.called:
        # Twice what all tricks are worth (SH-045); hands told long ago had 6 whatever all tricks were worth.
        level = 6 if table.edition == 1 else 2 * rules.trick_level
        base = spread(table.players, sides, rules.split, sign * level)
        case = "" if outcome.won else "missed"
        receipt.add("sheepshead", base, case=case, rule="call_sheepshead", source="SH-045, SH-046")
        return base
    result = outcome.result
    level = level_of(result, trick_rows=rules.trick_rows, trick_level=rules.trick_level)
    base = spread(table.players, sides, rules.split, sign * level)
    clauses: tuple[Message, ...] = (why(result, outcome.points, level),)
    if outcome.buried:
        clauses = (message("buried", whose=outcome.buried), *clauses)
    rule = ("bury_credit" if outcome.buried else None) if result.tricks == "some" else "trick_rows"
    receipt.add(result.row.code, base, why=clauses, rule=rule, source=result.source)
    return base


def add_relief(receipt: Receipt, rules: SheepsheadRules, sides: Sides, outcome: Outcome) -> None:
    """Add the line of a loss that the picker pays for both, where the table plays that (SH-054, SH-015)."""
    if rules.trickless_loss != "chart" and _trickless(rules, outcome):
        rule, source = "trickless_loss", "SH-054"
    elif not rules.partner_shares_loss:
        rule, source = "partner_shares_loss", "SH-015"
    else:
        return
    receipt.add(rule, onto(sides.picker, sides.partners, receipt.sums), rule=rule, source=source)


def _trickless(rules: SheepsheadRules, outcome: Outcome) -> bool:
    # Whether who must be without a trick at this table took none (SH-054).
    return outcome.side_trickless if rules.trickless_trigger == "side" else outcome.picker_trickless


RENEGE = message("label", case="renege")
EACH_FOR_THEMSELVES = ("leaster", "moster", "mittler", "schneidster")


def score_renege(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Score a renege: the guilty side loses at the plain level, doubled as the hand was; a pot stays.

    A called sheepshead that somebody spoils is forfeited like any hand, by convention.

    Raises HandRefused: `sits_out`, `in_leaster`, `forced_off`, and as a picked hand does.
    """
    offender = playing_seat(told, "offender", table, "renege")
    if flag(told, "in_leaster"):
        _check_leaster(table, rules, told)
        return _each_for_himself(table, rules, offender, 1, "leaster", "leaster")
    if len(table.active) == 2 and rules.two_handed == "symmetric" and told.get("picker") is None:
        return _each_for_himself(table, rules, offender, rules.renege_level, "", "two_handed")
    return _in_picked_hand(table, rules, told, offender)


def _check_leaster(table: Table, rules: SheepsheadRules, told: Facts) -> None:
    if rules.no_picker not in EACH_FOR_THEMSELVES or not 3 <= len(table.active) <= 7:
        raise HandRefused("no_leaster", fact="in_leaster", case="here")
    for fact in ("picker", "partners", "partner_by", "cracks", "blitzes"):
        if told.get(fact) not in (None, []):
            raise HandRefused("in_leaster", fact=fact)
    if flag(told, "called_sheepshead"):
        raise HandRefused("in_leaster", fact="called_sheepshead")


def _each_for_himself(
    table: Table, rules: SheepsheadRules, offender: int, units: int, role: str, where: str
) -> Scored:
    # Without sides the offender pays every other player.
    base = _to_everybody(table, offender, 1 if rules.renege_pays == "fixed" else units)
    receipt = Receipt(table.players)
    why = (message("why", case=f"in_{where}"),)
    receipt.add("renege", base, why=why, seats=(offender,), source="SH-025")
    factor = 1 if rules.renege_pays == "fixed" else add_doubler(receipt, base, 1, table, rules)
    plays = table.active
    return played(
        table,
        rules,
        receipt,
        RENEGE,
        pots_waiting(table, rules),
        roles=tuple([role if place in plays else "out" for place in range(table.players)]),
        won=tuple([place != offender if place in plays else None for place in range(table.players)]),
        factor=factor,
    )


def _in_picked_hand(table: Table, rules: SheepsheadRules, told: Facts, offender: int) -> Scored:
    sides = read_sides(table, rules, told)
    read_called(rules, sides, told)
    calls = read_calls(table, rules, sides, told)
    won = offender in sides.opponents
    bumped = bump_applies(table, rules, sides, told) and rules.renege_bump and not won
    receipt = Receipt(table.players)
    units = rules.renege_level if won else -rules.renege_level
    fixed = rules.renege_pays == "fixed"
    if fixed or rules.renege_pays == "everyone":
        base = _to_everybody(table, offender, 1 if fixed else rules.renege_level)
    else:
        base = spread(table.players, sides, rules.split, units)
    why = message("why", case="forfeited", level=rules.renege_level)
    if fixed:
        why = message("why", case="fixed")
    receipt.add("renege", base, why=(why,), seats=(offender,), source="SH-025")
    alone = plays_double(table, rules, sides, told)
    factor = 1 if fixed else add_doublings(receipt, base, table, rules, calls, bumped=bumped, alone=alone)
    _add_payer(receipt, rules, sides, offender, won=won)
    return played(
        table,
        rules,
        receipt,
        RENEGE,
        pots_waiting(table, rules),
        roles=roles(table, sides, rules),
        won=winners(table, sides, won=won),
        factor=factor,
    )


def _to_everybody(table: Table, offender: int, units: int) -> list[Number]:
    # Points of every seat when the offender pays `units` to each other player.
    paid = -units * (len(table.active) - 1)
    return seated(table.players, 0, (table.active, units), ((offender,), paid))


def _add_payer(receipt: Receipt, rules: SheepsheadRules, sides: Sides, offender: int, *, won: bool) -> None:
    # The line that moves what innocent mates would pay to whoever pays it at this table.
    guilty = sides.opponents if won else (sides.picker, *sides.partners)
    mates = [place for place in guilty if place != offender]
    if rules.renege_pays == "offender" and mates:
        change = onto(offender, mates, receipt.sums)
        receipt.add("renege_pays", change, seats=(offender,), rule="renege_pays", source="SH-025")
    elif rules.renege_pays == "side" and not won and sides.partners and not rules.partner_shares_loss:
        change = onto(sides.picker, sides.partners, receipt.sums)
        receipt.add("partner_shares_loss", change, rule="partner_shares_loss", source="SH-015")
