"""The pot, and hands without cards: what is put in, what a picked hand takes out or pays in, and how it ends.

Everybody passed, or a bad hand was thrown in: such a hand may feed the pot."""

import dataclasses
from collections.abc import Sequence

from ledger.scoring.carried import PotState, pot_after
from ledger.scoring.facts import playing_seat, seat
from ledger.scoring.receipt import Number, Receipt, divided, is_held, seated
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshead.rules import CUSTOM, MOST_DEALS, SheepsheadRules
from ledger.scoring.sheepshead.sides import Sides
from ledger.scoring.sheepshead.table import (
    MOST_DOUBLERS,
    MOST_ROUNDS,
    SheepsheadCarried,
    Table,
    keeps_pot,
    left_by,
    next_dealer,
    pot_here,
    pots_waiting,
)
from ledger.words.messages import Message, message

MOST_SHOWDOWN = 6  # five of 32 cards each


def play_for_pot(
    receipt: Receipt, table: Table, rules: SheepsheadRules, sides: Sides, *, won: bool
) -> int | None:
    """Write what a picked hand wins from the pot or pays into it (SH-111 to SH-114).

    Returns the number of single pots afterwards, None at a table without a pot. Doublings never touch it.
    """
    pot = pot_here(table, rules)
    if pot is None or not pot.pots:
        return None if pot is None else 0
    is_taken = won or rules.pot_winner == "winners"
    whole = (rules.pot_take == "all") if is_taken else (rules.pot_miss == "double")
    moved = pot.pots if whole else 1
    if not is_taken and pot.is_full:
        moved = 0
    amount = _of_pots(table, pot, moved)
    if is_taken and not won:
        points, _rest = _evenly(table, amount, sides.opponents)
        rule, source = "pot_winner", CUSTOM
    else:
        # The picker's share, and each partner's, of what lies in so many single pots (SH-111).
        partners = len(sides.partners)
        partner: Number = moved
        if rules.pot_share == "even_odd_picker":
            partner = amount // (partners + 1)
        elif rules.pot_share != "one_per_pot":
            exactly = divided(amount, partners + 2)
            partner = exactly if is_held(exactly) else exactly // 1
        sign = 1 if won else -1
        picker = amount - partner * partners
        shares = (((sides.picker,), sign * picker), (sides.partners, sign * partner))
        points = seated(table.players, 0, *shares)
        rule, source = "pot_take" if won else "pot_miss", "SH-111, SH-112, SH-113, SH-114"
    code = "pot_won" if is_taken else "pot_missed"
    receipt.add(code, points, why=(_why(pot, moved, amount),), rule=rule, source=source)
    return pot.pots - moved if is_taken else pot.pots + moved


def _of_pots(table: Table, pot: PotState, moved: int) -> Number:
    # Points in so many of the single pots: whole ones, and what does not divide stays lying.
    #
    # Pots of unequal size stand in no document: this is the house’s convention. Hands told before it have
    # fractions, as long as they can be kept.
    if not pot.pots:
        return 0
    exactly = divided(pot.amount * moved, pot.pots)
    if moved == pot.pots or (table.edition == 1 and is_held(exactly)):
        return exactly
    return exactly // 1


def _why(pot: PotState, moved: int, amount: Number) -> Message:
    if moved == pot.pots:
        return message("why", case="whole_pot")
    if not moved:
        return message("why", case="full_pot")
    case = "one_pot" if amount * pot.pots == pot.amount * moved else "one_pot_whole"
    return message("why", case=case, pots=pot.pots)


def feed_pot(
    receipt: Receipt, table: Table, rules: SheepsheadRules, winners: Sequence[int], losers: Sequence[int]
) -> int | None:
    """Write what a leaster puts into the pot (SH-110); `winners` is empty when nobody won.

    Returns the number of single pots afterwards, None at a table without a pot. The ante is never doubled.
    """
    pot = pot_here(table, rules)
    if pot is None:
        return None
    if rules.pot not in ("leaster", "any"):
        return pot.pots
    points: list[Number] = [0] * table.players
    if winners and rules.pot_ante == "instead":
        points = [-share if place in winners else 0 for place, share in enumerate(receipt.sums)]
    elif winners:
        pays = {
            "losers": ((losers, -1),),
            "everyone": ((losers, -1), (winners, -1)),
            "winner": ((winners, divided(-1, len(winners))),),
        }
        points = seated(table.players, 0, *pays[rules.pot_ante])
    if not any(points):
        return pot.pots
    case = "instead" if rules.pot_ante == "instead" else ""
    receipt.add("ante", points, case=case, rule="pot_ante", source="SH-110")
    return pot.pots + 1


def score_pot_divide(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Divide the pot among everybody at the table, in exact fractions (SH-115, SH-116)."""
    if table.carried.pot is None:
        raise HandRefused("no_pot", fact="pot")
    # A pot told to be empty is one: a later correction took out what lay there when it was divided.
    points, rest = _evenly(table, table.carried.pot.amount, range(table.players))
    case = "divided_rest" if rest else "divided"
    return _moved(table, points, case, 0, "pot_end", "SH-115, SH-116", *rest)


def score_showdown(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Score a showdown: the best poker hand takes all pots or one (SH-117).

    Raises HandRefused: `pot_off`, `showdown_off`, `showdown_players`, `no_pot`, …
    """
    if not keeps_pot(rules):
        raise HandRefused("pot_off", fact="pot")
    if rules.pot_end != "showdown":
        raise HandRefused("showdown_off", fact="kind")
    if len(table.active) > MOST_SHOWDOWN:
        raise HandRefused("showdown_players", fact="sitting_out", players=len(table.active))
    if (pot := table.carried.pot) is None:
        raise HandRefused("no_pot", fact="pot")
    winner = playing_seat(told, "winner", table, "pot")
    moved = pot.pots if rules.showdown_take == "all" else min(1, pot.pots)
    points = seated(table.players, 0, ((winner,), _of_pots(table, pot, moved)))
    return _moved(table, points, "showdown", pot.pots - moved, "showdown_take", "SH-117", winner)


def score_newcomer(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Score a newcomer, who adds a point a pot, or the others divide the pot first (SH-118, SH-119)."""
    newcomer = seat(told.get("newcomer"), "newcomer", table.players)
    pot = pot_here(table, rules)
    if pot is None:
        raise HandRefused("pot_off", fact="pot")
    if rules.newcomer == "divides":
        others = [place for place in range(table.players) if place != newcomer]
        points, _rest = _evenly(table, pot.amount, others)
        return _moved(table, points, "divided_before", 0, "newcomer", "SH-119", newcomer)
    points = seated(table.players, 0, ((newcomer,), -pot.pots))
    return _moved(table, points, "joined", pot.pots, "newcomer", "SH-118", newcomer)


def _evenly(table: Table, amount: Number, among: Sequence[int]) -> tuple[list[Number], tuple[int, ...]]:
    # Points of every seat when these share so many evenly; and who gets what cannot be kept so fine.
    #
    # By the house’s convention the rest is the dealer's, or that of who sits next to the dealer.
    share = divided(amount, len(among))
    if is_held(share):
        return seated(table.players, 0, (among, share)), ()
    points = seated(table.players, 0, (among, divided(amount // 1, len(among))))
    first = min(among, key=lambda place: (place - (table.dealer or 0)) % table.players)
    points[first] += amount - amount // 1
    return points, (first,)


def _moved(
    table: Table, points: Sequence[Number], case: str, pots: int, rule: str, source: str, *seats: int
) -> Scored:
    # The answer where only pot and players change, and no card was played; `case` is what became of it.
    receipt = Receipt(table.players)
    receipt.add(rule, points, case=case, seats=seats, rule=rule, source=source)
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=message("label", case=case),
        pot_delta=receipt.pot_delta,
        roles=("",) * table.players,
        won=tuple([None] * table.players),
        carried_after=SheepsheadCarried(pot=pot_after(table.carried.pot, pots, receipt.pot_delta)),
    )


INSTEAD = ("leaster", "moster", "schwanzer", "mittler", "schneidster", "forced")


def score_all_pass(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Score a hand that nobody picked, thrown in: a doubler, or a plain redeal (SH-090, SH-103,
    SH-104).

    Raises HandRefused: `no_blind`, `leaster_instead`, `forced_instead`, `out_of_range` for too many doublers.
    """
    # Without a blind nobody can pass it (SH-140, SH-158); of eight the dealer may sit out untold.
    active = len(table.active)
    if active == 2 or (active == 8 and not (rules.dealer_sits_out and table.players == 8)):
        raise HandRefused("no_blind", fact="kind", case="passed", players=active)
    pending = table.carried.doublers or 0
    if rules.no_picker == "redeal":
        same = rules.redeal_deal == "same"
        return _unplayed(table, rules, "new_deal", pending, "redeal_deal", "SH-090, SH-022", same=same)
    if rules.no_picker in INSTEAD:
        raise HandRefused(
            (
                "leaster_instead",
                "moster_instead",
                "schwanzer_instead",
                "mittler_instead",
                "schneidster_instead",
                "forced_instead",
            )[INSTEAD.index(rules.no_picker)],
            fact="kind",
        )
    rounds = (*table.rounds, table.players) if rules.doubler_stack == "round" else None
    if pending == MOST_DOUBLERS or len(rounds or ()) > MOST_ROUNDS:
        raise HandRefused("out_of_range", fact="doublers", case="doublers", most=MOST_DOUBLERS)
    after = 1 if rules.doubler_stack == "flat" else pending + 1 if rounds is None else max(rounds)
    passes = (table.carried.passes or 0) + 1
    same = rules.doubler_deal == "same" or (rules.doubler_deal == "same_three" and passes % MOST_DEALS != 0)
    case = "hand_doubled" if rounds is None else "round_doubled"
    found = _unplayed(table, rules, case, after, "no_picker", "SH-103, SH-104, SH-105", same=same)
    if rounds is None:
        return found
    return dataclasses.replace(found, carried_after=dataclasses.replace(left_by(found), rounds=rounds))


def score_bad_hand(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Score a hand with no ace, no face card and no trump, thrown in (SH-022)."""
    pending = (
        table.carried.doublers
        if table.carried.doublers is not None
        else (0 if rules.no_picker == "doubler" else None)
    )
    same = rules.redeal_deal == "same"
    return _unplayed(table, rules, "bad_hand", pending, "redeal_deal", "SH-022", same=same)


def _unplayed(
    table: Table,
    rules: SheepsheadRules,
    case: str,
    doublers: int | None,
    rule: str,
    source: str,
    *,
    same: bool,
) -> Scored:
    # Return a hand without play: the deal and the doublers after it, and perhaps a point each for the pot.
    #
    # `case` says what it was.
    receipt = Receipt(table.players)
    receipt.add("no_play", [0] * table.players, case=case, rule=rule, source=source)
    # The point that everybody who has cards puts in when they are thrown in, where that feeds a pot.
    pots = pots_waiting(table, rules)
    if pots is not None and rules.pot in ("thrown_in", "any"):
        receipt.add("ante", seated(table.players, 0, (table.active, -1)), rule="pot", source=CUSTOM)
        pots += 1
    gained = receipt.pot_delta
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=message("label", case=case),
        pot_delta=gained,
        roles=("",) * table.players,
        won=tuple([None] * table.players),
        next_dealer=next_dealer(table, same=same),
        carried_after=SheepsheadCarried(
            doublers=doublers,
            rounds=table.rounds if rules.doubler_stack == "round" else None,
            pot=pot_after(table.carried.pot, pots, gained),
        ),
    )
