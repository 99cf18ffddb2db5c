"""Sheepshead: two to eight play a hand, up to ten sit at the table."""

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from ledger.scoring.carried import EMPTY, PotState
from ledger.scoring.facts import check_names, read_kind, read_players, seat
from ledger.scoring.game import Game, Traits
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.receipt import exactly, seated
from ledger.scoring.running import SHEET_FACTS, score_sheet
from ledger.scoring.scored import Chart, ChartCell, Facts, HandRefused, Reason, Scored
from ledger.scoring.sheepshead.examples import tellings
from ledger.scoring.sheepshead.leaster import score_leaster
from ledger.scoring.sheepshead.outcome import LINES, Result, level_of
from ledger.scoring.sheepshead.picked import limit, score_picked, score_renege
from ledger.scoring.sheepshead.pots import (
    score_all_pass,
    score_bad_hand,
    score_newcomer,
    score_pot_divide,
    score_showdown,
)
from ledger.scoring.sheepshead.rules import (
    CUSTOM,
    MOST_DEALS,
    PRESETS,
    TILES,
    SheepsheadRules,
    is_mixed,
    rules_after,
    rules_at,
)
from ledger.scoring.sheepshead.sides import shares
from ledger.scoring.sheepshead.table import (
    CARRIED_FACTS,
    EDITION,
    LEAST_ACTIVE,
    MOST_ACTIVE,
    MOST_DOUBLERS,
    MOST_ROUNDS,
    SheepsheadCarried,
    Table,
    keeps_pot,
    left_by,
    most_partners,
    read_table,
)
from ledger.scoring.sheepshead.two_handed import level_for_two, rows_for_two, score_two_handed
from ledger.scoring.sheepshead.unpicked import score_middle, score_moster, score_schwanzer
from ledger.words.messages import message


def add_payments(table: Table, rules: SheepsheadRules, told: Facts, scored: Scored) -> Scored:
    """Return the hand with these payments as lines of their own; none of them changes who won.

    Raises HandRefused: `three_kings_off`, `mauer_off`, `sits_out`, and as `seat` does.
    """
    if told.get("three_kings") is not None:
        scored = _with_payment(table, rules, told, scored, "three_kings", sign=1)
    if told.get("mauer") is not None:
        scored = _with_payment(table, rules, told, scored, "mauer", sign=-1)
        scored = _marked(table, rules, scored) if rules.mauer_double else scored
    return scored


def _marked(table: Table, rules: SheepsheadRules, scored: Scored) -> Scored:
    # The hand with one Mauer mark more on the table; enough of them leave a doubler behind.
    marks, enough = (table.carried.mauer_marks or 0) + 1, rules.mauer_double or 0
    doubles = marks >= enough
    line = Reason(
        code="mauer_double",
        case="doubler" if doubles else "",
        why=(message("why", case="marks", marks=marks, enough=enough),),
        points=exactly([0] * table.players),
        rule="mauer_double",
        source=CUSTOM,
    )
    left = dataclasses.replace(left_by(scored), mauer_marks=0 if doubles else marks)
    if doubles and rules.doubler_stack == "round":  # one doubler more, as the table plays doublers (SH-105)
        rounds = (*(left.rounds or ()), table.players)[:MOST_ROUNDS]
        left = dataclasses.replace(left, rounds=rounds, doublers=max(rounds))
    elif doubles:
        after = 1 if rules.doubler_stack == "flat" else min(left.pending_doublers + 1, MOST_DOUBLERS)
        left = dataclasses.replace(left, doublers=after)
    return dataclasses.replace(scored, reasons=(*scored.reasons, line), carried_after=left)


def _with_payment(
    table: Table, rules: SheepsheadRules, told: Facts, scored: Scored, fact: str, *, sign: int
) -> Scored:
    # Add a line: a seat gets (`sign` 1) or pays (−1) points from or to every other player, or the pot.
    each: int | None = getattr(rules, fact)
    place = seat(told[fact], fact, table.players)
    if each is None:
        raise HandRefused("three_kings_off" if fact == "three_kings" else "mauer_off", fact=fact)
    if place not in table.active:
        raise HandRefused("sits_out", fact=fact, case="cards")
    into_pot = fact == "mauer" and rules.mauer_to == "pot"
    moved = seated(table.players, 0, ((place,), -each))
    if not into_pot:
        others = len(table.active) - 1
        moved = seated(table.players, 0, (table.active, -sign * each), ((place,), sign * each * others))
    points = exactly(moved)
    rule = "mauer_to" if into_pot else fact
    line = Reason(code=fact, points=points, seats=(place,), rule=rule, source=CUSTOM)
    total = tuple([before + more for before, more in zip(scored.points, points, strict=True)])
    found = dataclasses.replace(scored, points=total, reasons=(*scored.reasons, line))
    if not into_pot:
        return found
    left = left_by(scored)
    pot = left.pot or EMPTY
    left = dataclasses.replace(left, pot=PotState(pot.amount + each, pot.pots + 1))
    return dataclasses.replace(found, pot_delta=scored.pot_delta + each, carried_after=left)


def chart(rules: SheepsheadRules, active: int) -> Chart:
    """Return the chart for `active` players at factor 1: losses with the bump, six rows, or four without
    trick rows.

    Two without a picker have only the winner's rows. Raises HandRefused (`players`) for fewer than two or
    more than eight.
    """
    read_players(active, LEAST_ACTIVE, MOST_ACTIVE)
    if active == 2 and rules.two_handed == "symmetric":
        # More card points win: what the winner gets, the other pays (SH-140).
        rows = tuple(rows_for_two(rules))
        levels = {row.code: Fraction(level_for_two(rules, row.code)) for row in rows}
        both = {
            code: ChartCell(picker=level, partner=level, opponent=-level) for code, level in levels.items()
        }
        return Chart(rows=rows, cells={(code, 0): cell for code, cell in both.items()})
    line = LINES[rules.schneider_line]
    results = [result for result in line.values() if rules.trick_rows or result.tricks == "some"]
    return Chart(
        rows=tuple(result.row for result in results),
        cells={
            (result.row.code, partners): _cell(rules, result, partners, active - 1 - partners)
            for result in results
            for partners in range(most_partners(active) + 1)
        },
    )


def _cell(rules: SheepsheadRules, result: Result, partners: int, opponents: int) -> ChartCell:
    units = level_of(result, trick_rows=rules.trick_rows, trick_level=rules.trick_level)
    # With the partner card one may have to be alone: such a picker did not choose to play for double.
    may_be_alone = not partners and most_partners(opponents + 1) and rules.partner != "nobody"
    chosen = rules.alone_double == "chosen" and rules.alone == "allowed"
    spared = rules.trickless_loss == "picker_pays_no_bump" and result.tricks == "none"
    factor = 2 if rules.bump and not result.won and not spared else 1
    if may_be_alone and (rules.alone_double == "always" or chosen):
        factor *= 2
    # A limit on everything limits bump and alone, too (SH-074).
    cap = limit(rules)
    units *= factor if cap is None or rules.cap_scope != "everything" else min(factor, cap)
    if not result.won:
        units = -units
    picker, partner = shares(rules.split, partners, opponents)
    relieved = not rules.partner_shares_loss or (rules.trickless_loss != "chart" and result.tricks == "none")
    if not result.won and relieved:
        picker, partner = opponents, 0
    return ChartCell(
        picker=Fraction(picker * units), partner=Fraction(partner * units), opponent=Fraction(-units)
    )


UNPICKED = frozenset({"leaster", "moster", "schwanzer", "mittler", "schneidster", "all_pass"})
PICKED = frozenset({"picked", "renege"})


def count_passes(table: Table, rules: SheepsheadRules, told: Facts, scored: Scored) -> Scored:
    """Return the hand with the count of unpicked hands in a row that it leaves.

    It begins anew with a picked hand, and with the hand that the count led to: a leaster after a new deal is
    followed by a new deal again. Bad hands and what happens between two hands leave it as it is: convention.
    """
    passes = table.carried.passes or 0
    of_dealer = rules.doubler_deal == "same_three" and rules.no_picker == "doubler" and not is_mixed(rules)
    if rules.no_picker_then == "same" and not passes and not of_dealer:  # as at most tables
        return scored
    is_unpicked = told["kind"] in UNPICKED or bool(told.get("in_leaster"))
    if not is_mixed(rules) and not of_dealer:
        after = 0 if passes else None
    elif is_unpicked:
        most = MOST_DEALS - 1 if of_dealer else rules.no_picker_after
        after = 0 if passes >= most else passes + 1
    else:
        after = 0 if told["kind"] in PICKED else None
    if after is None:
        return scored
    left = dataclasses.replace(left_by(scored), passes=after)
    return dataclasses.replace(scored, carried_after=left)


# Facts that every kind of hand may carry.
ALWAYS = {"kind", "edition", "dealer", "sitting_out", "resting", "conceded", "doublers_by_hand"}
ALWAYS |= CARRIED_FACTS
DEALT = ALWAYS | {"last_round", "three_kings"}
PASSED = DEALT | {"mauer"}
SIDES = {
    "picker",
    "partners",
    "partner_by",
    "forced",
    "unpicked",
    "holds_partner",
    "cracks",
    "cracks_by",
    "blitzes",
    "blitzes_by",
    "blind_pick",
}
COUNTS = {"points", "tricks"}
COUNTED = {
    "side_points",
    "side_tricks",
    "trick_points",
    "buries",
    "picker_tricks",
    "called_sheepshead",
    "result",
}
WON = {"blind", "tie_winner", "winners", "won_with", "trickless", "jack"}

KINDS: dict[str, tuple[Callable[[Table, SheepsheadRules, Facts], Scored], frozenset[str]]] = {
    "picked": (score_picked, frozenset(DEALT | SIDES | COUNTED)),
    "leaster": (score_leaster, frozenset(PASSED | COUNTS | WON)),
    "moster": (score_moster, frozenset(PASSED | COUNTS | {"blind", "losers", "all_tricks_by"})),
    "schwanzer": (score_schwanzer, frozenset(DEALT | {"losers", "strength"})),
    "mittler": (score_middle, frozenset(PASSED | COUNTS | {"blind", "winners"})),
    "schneidster": (score_middle, frozenset(PASSED | COUNTS | {"blind", "winners"})),
    "two_handed": (score_two_handed, frozenset(DEALT | COUNTS | {"winner", "result"})),
    "renege": (score_renege, frozenset(DEALT | SIDES | {"offender", "in_leaster", "called_sheepshead"})),
    "all_pass": (score_all_pass, frozenset(PASSED)),
    "bad_hand": (score_bad_hand, frozenset(ALWAYS)),
    "pot_divide": (score_pot_divide, frozenset(ALWAYS)),
    "showdown": (score_showdown, frozenset(ALWAYS | {"winner"})),
    "newcomer": (score_newcomer, frozenset(ALWAYS | {"newcomer"})),
}
PLAYED = frozenset(
    {"picked", "leaster", "moster", "schwanzer", "mittler", "schneidster", "two_handed", "renege"}
)
ALL_FACTS = SHEET_FACTS.union(*[facts for _, facts in KINDS.values()])


def score_sheepshead(players: int, rules: SheepsheadRules, told: Facts) -> Scored:
    """Return the score of a hand at a table of `players` (sitters included). Raises HandRefused."""
    kind = read_kind(told, (*KINDS, "sheet"))
    if kind == "sheet":
        hand = partial(score_sheepshead, players, rules)
        return score_sheet(players, LEAST_ACTIVE, rules.stake, told, hand)
    score, facts = KINDS[kind]
    check_names(told, facts, ALL_FACTS)
    table = read_table(players, rules, told, plays=kind in PLAYED)
    passes = table.carried.passes
    now = rules_after(rules, passes) if passes else rules
    paid = add_payments(table, now, told, score(table, now, told))
    return count_passes(table, rules, told, paid)


def traits(told: Facts) -> Traits:
    """Return the traits of a hand: who cracked first, and whether the picker was forced."""
    by = told.get("cracks_by") or (None,)
    return Traits(
        kind=told["kind"],
        cracks=len(told.get("cracks") or ()),
        cracker=by[0],
        is_forced=bool(told.get("forced")),
    )


SHEEPSHEAD: Game[SheepsheadRules] = Game(
    key="sheepshead",
    name=_("Sheepshead"),
    help=_(
        "The picker takes the blind and needs 61 of 120 points, alone or with a partner, against the rest."
    ),
    rules=SheepsheadRules,
    presets=PRESETS,
    tiles=TILES,
    score=score_sheepshead,
    chart=chart,
    least_active=LEAST_ACTIVE,
    most_active=MOST_ACTIVE,
    most_partners=most_partners,
    edition=EDITION,
    asks_who_rests=True,
    carried=SheepsheadCarried(),
    keeps_pot=keeps_pot,
    target=lambda rules: rules.play_to,
    between=dict.fromkeys(("pot_divide", "showdown", "newcomer"), 1),
    examples=tellings,
    traits=traits,
    at=rules_at,
)
