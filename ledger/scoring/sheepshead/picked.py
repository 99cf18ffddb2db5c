"""A picked hand, played or forfeited: a level, and what doubles it up to a limit; and the pot with it.

A hand is forfeited by who did not follow suit (SH-025)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ledger.scoring.facts import flag, items, one_of, playing_seat, refuse_told, seat
from ledger.scoring.receipt import Number, Receipt, seated
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshead.outcome import Outcome, level_of, read_called, read_outcome, why
from ledger.scoring.sheepshead.pots import play_for_pot
from ledger.scoring.sheepshead.rules import CUSTOM, SheepsheadRules, not_played
from ledger.scoring.sheepshead.sides import Sides, onto, plays_double, read_sides, roles, spread, winners
from ledger.scoring.sheepshead.table import Table, add_doubler, most_in_blind, played, pots_waiting
from ledger.words.messages import Message, message

MOST_MARKS = 1024  # more doublings than any hand has
STEPS = ("off", "crack", "recrack", "castrate")
CRACKS = {"crack": "SH-060", "recrack": "SH-063", "corner": "SH-065", "castrate": "SH-064"}
BLITZES = ("black_queens", "red_queens", "black_jacks", "red_jacks", "middle_jacks", "four_jacks")


LOSES_DOUBLE = (message("why", case="bump"),)


@dataclass(frozen=True)
class Calls:
    """The calls before and during a hand, each with the seat that called it, or None if nobody said.

    `blind` says that the picker took the blind before looking at the cards.
    """

    cracks: tuple[tuple[str, int | None], ...] = ()
    blitzes: tuple[tuple[str, int | None], ...] = ()
    blind: bool = False


def read_calls(table: Table, rules: SheepsheadRules, sides: Sides, told: Facts) -> Calls:
    """Return cracks in their order, blitzes, and whether the blind was picked unseen.

    Raises HandRefused: `crack_off`, `crack_order`, `corner_off`, `corner_alone`, `wrong_cracker`,
    `blitz_off`, `blitz_twice`, `blitz_needs_crack`, `blind_pick_off`, and as the questions of `facts` do.
    """
    blind = flag(told, "blind_pick")
    if blind and (not rules.blind_pick or told.get("unpicked") or not most_in_blind(len(table.active))):
        raise HandRefused("blind_pick_off", fact="blind_pick")
    if not told.get("cracks") and not told.get("blitzes"):
        for fact in ("cracks", "blitzes", "cracks_by", "blitzes_by"):
            if items(told.get(fact), fact, 3):
                raise HandRefused("nothing_called", fact=fact)
        return Calls(blind=blind)
    cracks = [one_of(item, "cracks", CRACKS) for item in items(told.get("cracks"), "cracks", 3)]
    blitzes = [
        one_of(item, "blitzes", BLITZES) for item in items(told.get("blitzes"), "blitzes", len(BLITZES))
    ]
    _check_cracks(rules, sides, cracks)
    for name in blitzes:  # SH-070, SH-071
        if name not in rules.blitz:
            raise HandRefused("blitz_off", fact="blitzes", cards=name)
    if len(set(blitzes)) != len(blitzes):
        raise HandRefused("blitz_twice", fact="blitzes")
    if blitzes and rules.blitz_timing == "after_crack" and not cracks:
        raise HandRefused("blitz_needs_crack", fact="blitzes")
    crackers = _callers(table, told, "cracks_by", len(cracks))
    _check_crackers(sides, cracks, crackers)
    blitzers = _callers(table, told, "blitzes_by", len(blitzes))
    by = (tuple(zip(cracks, crackers, strict=True)), tuple(zip(blitzes, blitzers, strict=True)))
    return Calls(*by, blind=blind)


def _check_cracks(rules: SheepsheadRules, sides: Sides, cracks: list[str]) -> None:
    # The knocks that the table allows, in their order (SH-060 to SH-066).
    allowed = STEPS.index(rules.crack)
    for place, name in enumerate(cracks):
        if name == "corner" and not rules.crack_corner:
            raise HandRefused("corner_off", fact="cracks")
        if allowed < (1 if name == "corner" else STEPS.index(name)):
            raise HandRefused("crack_off", fact="cracks", crack=name)
        if place != {"crack": 0, "recrack": 1, "corner": 1, "castrate": 2}[name]:
            raise HandRefused("crack_order", fact="cracks")
    if "corner" in cracks and not sides.partners:
        raise HandRefused("corner_alone", fact="cracks")
    if "castrate" in cracks and len(sides.opponents) < 2:
        raise HandRefused("castrate_alone", fact="cracks")


def _check_crackers(sides: Sides, cracks: list[str], crackers: list[int | None]) -> None:
    # Opponent, picker's side, partner, another opponent (SH-061, SH-064, SH-066).
    may = {
        "crack": sides.opponents,
        "recrack": (sides.picker, *sides.partners),
        "corner": sides.partners,
        "castrate": sides.opponents,
    }
    for name, cracker in zip(cracks, crackers, strict=True):
        if cracker is not None and cracker not in may[name]:
            case = {"recrack": 1, "corner": 2}.get(name, 0)
            raise HandRefused(
                "wrong_cracker", fact="cracks_by", case=("", "side", "partner")[case], crack=name
            )
    for place, cracker in enumerate(crackers):
        if cracker is not None and cracker in crackers[:place]:
            raise HandRefused("wrong_cracker", fact="cracks_by", case="twice", crack=cracks[place])


def _callers(table: Table, told: Facts, fact: str, calls: int) -> list[int | None]:
    told_callers = items(told.get(fact), fact, max(calls, 1))
    if not told_callers:
        return [None] * calls
    if len(told_callers) != calls:
        raise HandRefused("wrong_length", fact=fact, case="calls", named=fact)
    callers = [None if item is None else seat(item, fact, table.players) for item in told_callers]
    if any(caller is not None and caller not in table.active for caller in callers):
        raise HandRefused("sits_out", fact=fact, case="call")
    return callers


def bump_applies(
    table: Table, rules: SheepsheadRules, sides: Sides, told: Facts, *, called: bool = False
) -> bool:
    """Return whether a loss of the picker's side is bumped (SH-050, SH-053, SH-147, SH-046).

    Raises HandRefused: `forced_off`, `forced_unpicked`, `no_blind`, `forced_dealer`, `unpicked_players`,
    `bad_type`.
    """
    forced = flag(told, "forced")
    unpicked = flag(told, "unpicked")
    if forced:
        # Whether anybody can have been forced, and then whoever dealt, unless he sits out (SH-091, SH-158).
        if rules.no_picker != "forced":
            raise not_played("forced_off", "forced", rules)
        if unpicked:
            raise HandRefused("forced_unpicked", fact="forced")
        if len(table.active) == 8:
            raise HandRefused("no_blind", fact="forced", case="forced")
        if table.dealer in table.active and table.dealer != sides.picker:
            raise HandRefused("forced_dealer", fact="forced")
    if unpicked and len(table.active) not in (4, 8):
        raise HandRefused("unpicked_players", fact="unpicked")
    if (forced and rules.no_punish_forced) or (unpicked and not rules.unpicked_bump):
        return False
    return rules.bump and (not called or rules.sheepshead_fail == "bump")


def add_doublings(
    receipt: Receipt,
    base: Sequence[Number],
    table: Table,
    rules: SheepsheadRules,
    calls: Calls,
    *,
    bumped: bool,
    alone: bool,
) -> int:
    """Write a line for everything that doubles a hand of `base` points; returns the factor (SH-075)."""
    factor = 1
    if bumped:
        factor = receipt.multiply(base, 1, 2, "bump", why=LOSES_DOUBLE, rule="bump", source="SH-050, SH-051")
    if alone:
        factor = receipt.multiply(base, factor, 2, "alone", rule="alone_double", source=CUSTOM)
    if table.carried.doublers or table.last_round:
        factor = add_doubler(receipt, base, factor, table, rules)
    before = factor
    if calls.blind:
        factor = receipt.multiply(base, factor, 2, "blind_pick", rule="blind_pick", source=CUSTOM)
    for name, cracker in calls.cracks:
        rule = "crack_corner" if name == "corner" else "crack"
        factor = receipt.multiply(base, factor, 2, name, **_by(cracker), rule=rule, source=CRACKS[name])
    for name, blitzer in calls.blitzes:
        by = rules.blitz_four_jacks if name == "four_jacks" else 2
        more = {"params": {"cards": name}, "rule": "blitz", "source": "SH-070, SH-072"}
        factor = receipt.multiply(base, factor, by, "blitz", **_by(blitzer), **more)
    return factor if rules.cap is None else _add_cap(receipt, base, factor, factor // before, rules)


def _by(caller: int | None) -> dict[str, Any]:
    # The case of a line that names whoever called, and the seat.
    return {} if caller is None else {"case": "by", "seats": (caller,)}


def limit(rules: SheepsheadRules) -> int | None:
    """Return how many times the doublings may multiply a hand; a limit in marks counts doublings (SH-074)."""
    if rules.cap is None or rules.cap_unit == "times":
        return rules.cap
    return 1 << min(rules.cap, MOST_MARKS)


def _add_cap(
    receipt: Receipt, base: Sequence[Number], factor: int, called: int, rules: SheepsheadRules
) -> int:
    # The limit: on cracks and blitzes alone, or on everything; the level is never limited (SH-074).
    cap, everything = limit(rules) or 1, rules.cap_scope == "everything"
    after = min(factor, cap) if everything else factor // called * min(called, cap)
    if after != factor:
        case = "" if rules.cap_unit == "times" else "marks"
        why = (message("why", case="cap_on_all" if everything else "cap_on_calls"),)
        points = [share * (after - factor) for share in base]
        params = {"cap": cap, "marks": rules.cap}
        receipt.add("cap", points, case=case, params=params, why=why, rule="cap", source="SH-074")
    return after


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
        if rules.no_picker not in EACH_FOR_THEMSELVES or not 3 <= len(table.active) <= 7:
            raise HandRefused("no_leaster", fact="in_leaster", case="here")
        of_sides = ("picker", "partners", "partner_by", "cracks", "blitzes")
        refuse_told(told, of_sides, "in_leaster", nothing=(None, []))
        if flag(told, "called_sheepshead"):
            raise HandRefused("in_leaster", fact="called_sheepshead")
        return _each_for_himself(table, rules, offender, 1, "leaster", "leaster")
    if len(table.active) == 2 and rules.two_handed == "symmetric" and told.get("picker") is None:
        return _each_for_himself(table, rules, offender, rules.renege_level, "", "two_handed")
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
