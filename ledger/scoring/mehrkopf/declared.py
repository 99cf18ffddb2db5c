"""A declared game (Rufspiel, Hochzeit, Muss, or one of the solos), played out or lost by a misplay.

Its price is a rate, Laufende (the unbroken run from the highest trump in one side's hands), what multiplies
it, and what is rounded. A misplay is paid at the bare rate, by the offender or his side (MK-010, MK-011)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import floor

from ledger.scoring.carried import PotState
from ledger.scoring.facts import flag, one_of, playing_seat, shown, whole
from ledger.scoring.mehrkopf.contracts import Contract, Sides, Team, read_sides, roles, transfer, victors
from ledger.scoring.mehrkopf.outcome import (
    ANNOUNCED,
    EVEN,
    TRICKS,
    Outcome,
    read_announced,
    read_outcome,
    read_tout,
    won_from,
)
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.stock import play_for_stock
from ledger.scoring.mehrkopf.table import Table, finished, pot_here
from ledger.scoring.receipt import Number, Receipt
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.words.messages import Message, message

SIE_RUN = 8
# Laufende of five and six players by the document, in a solo too, whatever one hand holds (MK-018).
MOST_OF_MANY = 12
HOLDERS = ("declarers", "opponents")
# The most units that a winner may have asked for beyond the price.
MOST_CLAIMED = 100_000


@dataclass(frozen=True)
class Laufende:
    """A run that counts: its length, how many of it are paid, its price (units from every payer), and whether
    declarers hold it."""

    length: int
    paid: int
    price: int
    by_declarers: bool


def read_laufende(
    table: Table, rules: MehrkopfRules, contract: Contract, sides: Sides, told: Facts, *, sie: bool
) -> Laufende | None:
    """Return the Laufende of a game, None if there are too few or none are paid here (MK-018 to MK-020).

    A Sie has every Ober and Unter, told or not (MK-029). Raises HandRefused: `out_of_range`, `fact_not_here`,
    `sie_laufende`, `bad_type`, `unknown_value`.
    """
    holder = "declarers"
    if told.get("laufende_side") is not None:
        holder = one_of(told["laufende_side"], "laufende_side", HOLDERS)
    team = sides.declarers if holder == "declarers" else sides.opponents
    if contract.is_bettel and told.get("laufende"):
        raise HandRefused("fact_not_here", fact="laufende", case="no_trumps")
    trumps = contract.longest_run(len(table.active), all_trumps=rules.laufende_trumps == "all")
    cards = len(team) * table.tricks(rules)  # nobody holds more cards than he plays tricks
    if contract.solo and len(table.active) >= 5:
        cards = max(cards, MOST_OF_MANY)
    most = min(trumps, cards)
    said = told.get("laufende")
    if isinstance(said, int) and said > most:
        raise HandRefused("out_of_range", fact="laufende", case="laufende", most=most, value=shown(said))
    length = 0 if said is None else whole(said, "laufende", 0, most)
    if sie:
        run = min(SIE_RUN, table.tricks(rules))
        if (said is not None and length != run) or holder != "declarers":
            raise HandRefused("sie_laufende", fact="laufende", run=run)
        length = run
    if not rules.laufende or length < least_run(rules, contract):
        return None
    paid = length if rules.laufende_max is None else min(length, rules.laufende_max)
    return Laufende(length, paid, paid * rules.laufende_rate, holder == "declarers")


def least_run(rules: MehrkopfRules, contract: Contract) -> int:
    """Return the shortest run that counts: a game may have its own number, and those with one rank of trumps
    one."""
    own: int | None = getattr(rules, f"laufende_min_{contract.key}", None)
    if own is not None:
        return own
    if contract.all_trumps == 4 and rules.laufende_min_wenz is not None:
        return rules.laufende_min_wenz
    return rules.laufende_min


STOSS = ("kontra", "re", "supra", "resupra")


@dataclass(frozen=True)
class Doublings:
    """The number of knocks, of steps of Kontra, Re, Supra and Resupra, whether it is Bock, and whether it is
    played Hand."""

    klopfer: int
    stoss: int
    bock: bool
    hand: bool = False


def price_of(rules: MehrkopfRules, contract: Contract) -> tuple[str, int]:
    """Return the house rule that prices a contract, and its units: its own, or that of all solos or normal
    games."""
    own = f"base_{contract.key}"
    price: int | None = getattr(rules, own, None)
    if price is not None:
        return own, price
    return ("base_solo", rules.base_solo) if contract.solo else ("base_normal", rules.base_normal)


def read_doublings(table: Table, rules: MehrkopfRules, told: Facts) -> Doublings:
    """Return the doublings told; refuses what is not played here: `klopfer_off`, `stoss_off`, `hand_off`,
    `out_of_range`."""
    klopfer = _times(told, "klopfer", len(table.active))
    stoss = _times(told, "stoss", len(STOSS))
    if klopfer and not rules.klopfer:
        raise HandRefused("klopfer_off", fact="klopfer")
    allowed = STOSS.index(rules.stoss) + 1 if rules.stoss in STOSS else 0
    if stoss > allowed:
        raise HandRefused("stoss_off", fact="stoss", step=STOSS[allowed])
    hand = flag(told, "hand")
    if hand and not (rules.hand and len(table.active) == 3):
        raise HandRefused("hand_off", fact="hand", case="three" if rules.hand else "")
    return Doublings(klopfer, stoss, bock=rules.bock_here and table.bock > 0, hand=hand)


def _times(told: Facts, fact: str, most: int) -> int:
    return 0 if told.get(fact) is None else whole(told[fact], fact, 0, most)


def add_laufende(
    receipt: Receipt,
    rules: MehrkopfRules,
    run: Laufende,
    unit: Sequence[Number],
    turned: Sequence[Number],
    *,
    won: bool,
) -> None:
    """Add the line of the Laufende: part of the price, or only for those who hold them (MK-019).

    `unit` is what one unit brings to every seat as the game came out, `turned` as if it had come out the
    other way round.
    """
    held_by_winners = run.by_declarers == won
    if rules.laufende_claim == "holder_wins" and not held_by_winners:
        return
    though_lost = rules.laufende_claim == "holder_always" and not held_by_winners
    shares = turned if though_lost else unit
    is_cut = run.paid < run.length
    clauses = [message("why", case="though_lost")] if though_lost else []
    clauses += [message("why", case="laufende_max", most=run.paid)] if is_cut else []
    receipt.add(
        "laufende",
        [share * run.price for share in shares],
        params={"length": run.length},
        why=tuple(clauses),
        rule="laufende_claim" if though_lost else "laufende_max" if is_cut else "laufende",
        source="MK-018, MK-019",
    )


def add_doublings(
    receipt: Receipt, rules: MehrkopfRules, base: Sequence[Number], before: int, doublings: Doublings
) -> int:
    """Add the lines of Bock, Hand, Klopfen, Kontra, Re, … and of their limit; returns the factor after
    them."""
    factor = before
    if doublings.bock:
        factor = receipt.multiply(base, factor, 2, "bock", rule="bock", source="MK-044")
    if doublings.hand:
        factor = receipt.multiply(base, factor, 2, "hand", rule="hand", source="MK-044")
    if doublings.klopfer:
        knocks = doublings.klopfer
        why = message("why", case="one_knocked" if knocks == 1 else "knocked", knocks=knocks)
        more = {"why": (why,), "rule": "klopfer", "source": "MK-044"}
        factor = receipt.multiply(base, factor, 2**knocks, "klopfer", **more)
    for step in STOSS[: doublings.stoss]:
        factor = receipt.multiply(base, factor, 2, step, rule="stoss", source="MK-044")
    if rules.doublings_max is None or factor <= before * rules.doublings_max:
        return factor
    over = before * rules.doublings_max - factor
    receipt.add(
        "cap",
        [share * over for share in base],
        params={"cap": rules.doublings_max},
        rule="doublings_max",
        source="MK-044",
    )
    return before * rules.doublings_max


def add_rounding(receipt: Receipt, rules: MehrkopfRules) -> bool:
    """Add the line that leaves the rest in the pot, where only whole units are paid; return whether there was
    one."""
    if rules.distribution != "whole_pot":
        return False
    rest = [floor(sum_) - sum_ for sum_ in receipt.sums]
    if not any(rest):
        return False
    receipt.add("rest", rest, rule="distribution", source="MK-016")
    return True


def pots_after(pot: PotState | None, *, before: int, rounded: bool) -> int | None:
    """Return the single pots after a game: `before` it left, one more if a rest was added; None without a
    pot."""
    return None if pot is None else before + int(rounded)


# The demand on top, as the label of a hand says it.
DEMANDS = ("", "_schneider", "_schwarz")


def score_declared(table: Table, rules: MehrkopfRules, contract: Contract, told: Facts) -> Scored:
    """Score a game: losers pay base, demand and Laufende, doubled; winners share it (MK-013 to MK-019).

    Raises HandRefused for sides, results, Laufende, doublings and stocks that cannot be or are not played.
    """
    sides = read_sides(table, contract, told)
    outcome = read_outcome(table, rules, contract, told)
    run = read_laufende(table, rules, contract, sides, told, sie=outcome.sie)
    doublings = read_doublings(table, rules, told)
    overclaimed = read_overclaimed(rules, told)
    pot = pot_here(table, rules)
    receipt = Receipt(table.players)
    if outcome.result is EVEN:
        return _dealt_again(table, receipt, None if pot is None else pot.pots)
    unit = _add_price(receipt, table, rules, contract, sides, outcome, run)
    base = list(receipt.sums)
    factor = add_doublings(receipt, rules, base, _add_tout(receipt, base, rules, outcome), doublings)
    if overclaimed:
        back = [-share * overclaimed for share in unit]
        receipt.add("overclaimed", back, params={"much": overclaimed}, rule="overclaim", source="MK-044")
    rounded = add_rounding(receipt, rules)
    left = play_for_stock(receipt, table, rules, contract, sides, won=outcome.result.won)
    winners, losers = sides.teams(won=outcome.result.won)
    case = "won" if outcome.result.won else "lost"
    if outcome.tout or outcome.sie:
        case += "_tout" if outcome.tout else "_sie"
    else:
        case += DEMANDS[outcome.result.demand]
    return finished(
        table,
        receipt,
        message("label", case=case, contract=contract.called)
        if contract.name
        else _called(case, contract.key),
        factor=factor,
        roles=roles(table, contract, sides),
        won=victors(table.players, winners, losers),
        row=outcome.result.code,
        side_points=outcome.points,
        pots_after=pots_after(pot, before=left, rounded=rounded),
    )


def read_overclaimed(rules: MehrkopfRules, told: Facts) -> int:
    """Return the units that every loser was asked for beyond the price; raise `overclaim_off`, `bad_type` or
    `out_of_range`."""
    if told.get("overclaimed") is None:
        return 0
    overclaimed = whole(told["overclaimed"], "overclaimed", 0, MOST_CLAIMED)
    if overclaimed and not rules.overclaim:
        raise HandRefused("overclaim_off", fact="overclaimed")
    return overclaimed


def _dealt_again(table: Table, receipt: Receipt, pots: int | None) -> Scored:
    # Neither side has won, so that the deal counts for nobody, as one that was thrown in.
    half = table.total // 2
    nothing = [0] * table.players
    receipt.add("kreuz_even", nothing, params={"half": half}, rule="kreuz_even", source="MK-044")
    return finished(
        table,
        receipt,
        message("label", case="kreuz_even"),
        roles=("",) * table.players,
        won=tuple([None] * table.players),
        row=EVEN.code,
        side_points=half,
        pots_after=pots,
        deals_again=True,
    )


def demand_price(rules: MehrkopfRules, contract: Contract, demand: int) -> int | None:
    """Return the units of Schneider (1) or Schwarz (2) in a contract, None where it pays none."""
    if not demand or (contract.solo and rules.schneider_games == "normal"):
        return None
    if demand == 2 and rules.schwarz_rate is not None:
        return rules.schwarz_rate
    return demand * rules.schneider_rate


def _add_price(
    receipt: Receipt,
    table: Table,
    rules: MehrkopfRules,
    contract: Contract,
    sides: Sides,
    outcome: Outcome,
    run: Laufende | None,
) -> list[Number]:
    # The lines of the rate: the game itself, Schneider or Schwarz, Laufende (MK-013 to MK-019).
    # Returns what one unit brings to every seat.
    result = outcome.result
    winners, losers = sides.teams(won=result.won)
    pairwise = contract.solo or rules.distribution == "pairwise"
    unit = transfer(table.players, winners, losers, pairwise=pairwise)
    rule, price = price_of(rules, contract)
    receipt.add(
        "won" if result.won else "lost",
        [share * price for share in unit],
        case="tout" if outcome.tout else "sie" if outcome.sie else "",
        params={"contract": contract.called},
        why=_why(table, rules, contract, outcome),
        rule=rule,
        source=contract.source,
    )
    # Schneider or Schwarz (MK-014, MK-015); a Tout or Sie may go without it (MK-027).
    demand, may_go = demand_price(rules, contract, result.demand), outcome.tout or outcome.sie
    if demand is not None and not (may_go and rules.tout_rate == "no_demand"):
        is_schwarz = result.demand == 2
        priced_by = "schwarz_rate" if is_schwarz and rules.schwarz_rate is not None else "schneider_rate"
        receipt.add(
            "schwarz" if is_schwarz else "schneider",
            [share * demand for share in unit],
            rule=priced_by if result.won else "declarer_safe",
            source="MK-015" if is_schwarz else "MK-014",
        )
    if outcome.announced:
        rate = outcome.announced * (rules.announced_rate or 0)
        receipt.add(
            "announced",
            [share * rate for share in unit],
            case=ANNOUNCED[outcome.announced - 1],
            rule="announced_rate",
            source="MK-044",
        )
    lost_tout = outcome.tout and not result.won
    if run is not None and not (lost_tout and not rules.tout_lost_laufende):
        turned = transfer(table.players, losers, winners, pairwise=pairwise)
        add_laufende(receipt, rules, run, unit, turned, won=result.won)
    return unit


def _add_tout(receipt: Receipt, base: list[Number], rules: MehrkopfRules, outcome: Outcome) -> int:
    # The line of a Tout or a Sie, and the factor after it (MK-027 to MK-029).
    if outcome.sie:
        by, code, rule, source = rules.sie_factor, "sie", "sie_factor", "MK-029"
    elif outcome.tout and outcome.result.won:
        by, code, rule, source = rules.tout_factor, "tout", "tout_rate", "MK-027"
    elif outcome.tout and rules.tout_lost == "double":
        by, code, rule, source = rules.tout_factor, "tout", "tout_lost", "MK-028"
    else:
        return 1
    return receipt.multiply(base, 1, by, code, rule=rule, source=source)


def _why(table: Table, rules: MehrkopfRules, contract: Contract, outcome: Outcome) -> tuple[Message, ...]:
    # Why this is the result, where there is more to say.
    if contract.is_bettel:
        return (message("why", case="no_trick" if outcome.result.won else "a_trick"),)
    if outcome.announced and not outcome.result.won:
        return (message("why", case=f"announced_{ANNOUNCED[outcome.announced - 1]}"),)
    if outcome.result.tricks == "all":
        return (message("why", case="all_tricks"),)
    if outcome.tout:
        return (message("why", case="a_trick_lost"),)
    if outcome.points is None:
        return ()
    half = table.total // 2
    if outcome.points == half and not outcome.result.won:
        return (message("why", case="half", half=half),)
    needed = won_from(table, rules, contract)
    return (message("why", case="points", points=outcome.points, total=table.total, needed=needed),)


@cache
def _called(case: str, contract: str) -> Message:
    # Cached, as there are few and every hand needs one.
    return message("label", case=case, contract=contract)


def read_offender(table: Table, told: Facts) -> int:
    """Return the seat that misplayed; raise `no_such_seat`, `bad_type` or `sits_out`."""
    return playing_seat(told, "misplay_by", table, "misplay")


def score_misplay(table: Table, rules: MehrkopfRules, contract: Contract, told: Facts) -> Scored:
    """Score a misplay: the offender’s side loses at the base rate, without Schneider; a stock stays
    (MK-011).

    Raises HandRefused: `result_contradicts`, `sie_or_misplay`, and as a played game does.
    """
    sides = read_sides(table, contract, told)
    offender = read_offender(table, told)
    tout = _read_rest(table, rules, contract, told)
    run = read_laufende(table, rules, contract, sides, told, sie=False)
    doublings = read_doublings(table, rules, told)
    pot = pot_here(table, rules)
    won = offender in sides.opponents
    receipt = Receipt(table.players)
    _add_misplay(receipt, table, rules, contract, sides, offender, run, lost_tout=tout and not won)
    base = list(receipt.sums)
    factor = rules.tout_factor if tout and (won or rules.tout_lost == "double") else 1
    if factor > 1:
        receipt.multiply(base, 1, factor, "tout", rule="tout_lost", source="MK-028")
    factor = add_doublings(receipt, rules, base, factor, doublings)
    rounded = add_rounding(receipt, rules)
    winners, losers = sides.teams(won=won)
    return finished(
        table,
        receipt,
        message("label", case="misplayed", contract=contract.called),
        factor=factor,
        roles=roles(table, contract, sides),
        won=victors(table.players, winners, losers),
        pots_after=pots_after(pot, before=pot.pots if pot else 0, rounded=rounded),
    )


def _read_rest(table: Table, rules: MehrkopfRules, contract: Contract, told: Facts) -> bool:
    # Whether it was a Tout; the game was aborted, so that points and what was announced may be told but
    # count for nothing.
    tout, sie = read_tout(contract, told)
    read_announced(rules, contract, told)
    if read_overclaimed(rules, told):
        raise HandRefused("fact_not_here", fact="overclaimed", case="misplayed_game")
    if sie:
        raise HandRefused("sie_or_misplay", fact="sie")
    if told.get("result") is not None:
        raise HandRefused("result_contradicts", fact="result", case="misplayed")
    if told.get("declarer_points") is not None:
        whole(told["declarer_points"], "declarer_points", table.lowest, table.highest)
    if told.get("declarer_tricks") is not None:
        one_of(told["declarer_tricks"], "declarer_tricks", TRICKS)
    return tout


def _add_misplay(
    receipt: Receipt,
    table: Table,
    rules: MehrkopfRules,
    contract: Contract,
    sides: Sides,
    offender: int,
    run: Laufende | None,
    *,
    lost_tout: bool,
) -> None:
    # The lines of the rate: the misplay, and Laufende where the table pays them.
    #
    # Laufende of either side count against the offender: a misplay is paid for, whoever holds them.
    won = offender in sides.opponents
    winners, losers = sides.teams(won=won)
    pairwise = contract.solo or rules.distribution == "pairwise"
    unit = _shares(table, rules, offender, winners, losers, pairwise=pairwise)
    price = price_of(rules, contract)[1]
    points, source = [share * price for share in unit], "MK-010, MK-011, MK-013"
    case = rules.misplay_pays
    receipt.add("misplay", points, case=case, seats=(offender,), rule="misplay_pays", source=source)
    if run is not None and rules.misplay_laufende and not (lost_tout and not rules.tout_lost_laufende):
        turned = transfer(table.players, losers, winners, pairwise=pairwise)
        add_laufende(receipt, rules, run, unit, turned, won=won if table.edition == 1 else run.by_declarers)


def _shares(
    table: Table, rules: MehrkopfRules, offender: int, winners: Team, losers: Team, *, pairwise: bool
) -> list[Number]:
    # Points by seat of a rate of one unit (MK-011).
    if rules.misplay_pays == "everyone":
        others = tuple([place for place in table.active if place != offender])
        return transfer(table.players, others, (offender,), pairwise=True)
    if rules.misplay_pays == "offender_share":
        return transfer(table.players, winners, (offender,), pairwise=pairwise)
    shares = transfer(table.players, winners, losers, pairwise=pairwise)
    if rules.misplay_pays == "offender_all":
        for mate in losers:
            if mate != offender:
                shares[offender] += shares[mate]
                shares[mate] = 0
    return shares
