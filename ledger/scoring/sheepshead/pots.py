"""The pot: what a leaster puts in, what a picked hand takes out or pays in, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.scoring.carried import Pot, pot_after
from ledger.scoring.facts import seat
from ledger.scoring.receipt import Number, Receipt, divided
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshead.carried import SheepsheadCarried
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.sides import Sides
from ledger.scoring.sheepshead.table import Table, pot_here

MOST_SHOWDOWN = 6  # five of 32 cards each


def play_for_pot(
    receipt: Receipt, table: Table, rules: SheepsheadRules, sides: Sides, *, won: bool
) -> int | None:
    """Writes what a picked hand wins from the pot or pays into it (SH-111 to SH-114).

    Returns the number of single pots afterwards, None at a table without a pot. Doublings never touch it.
    """
    pot = pot_here(table, rules)
    if pot is None or not pot.pots:
        return None if pot is None else 0
    whole = (rules.pot_take == "all") if won else (rules.pot_miss == "double")
    moved = pot.pots if whole else 1
    amount = divided(pot.amount * moved, pot.pots)
    picker, partner = _pot_shares(rules.pot_share, amount, moved, len(sides.partners))
    sign = 1 if won else -1
    points: list[Number] = [0] * table.players
    points[sides.picker] = sign * picker
    for place in sides.partners:
        points[place] = sign * partner
    text = "The pot is won" if won else "The pot is missed and paid again"
    detail = "the whole pot" if whole or pot.pots == 1 else f"one of {pot.pots} pots"
    rule = "pot_take" if won else "pot_miss"
    receipt.add(
        "pot_won" if won else "pot_missed",
        text,
        points,
        detail=detail,
        rule=rule,
        source="SH-111, SH-112, SH-113, SH-114",
    )
    return pot.pots - moved if won else pot.pots + moved


def _pot_shares(share: str, amount: Number, pots: int, partners: int) -> tuple[Number, Number]:
    """Picker's and each partner's share of `amount` points from `pots` single pots (SH-111)."""
    if not partners:
        return amount, 0
    if share == "one_per_pot":
        partner: Number = pots
    elif share == "even_odd_picker":
        partner = amount // (partners + 1)
    else:
        partner = divided(amount, partners + 2)
    return amount - partner * partners, partner


def feed_pot(
    receipt: Receipt, table: Table, rules: SheepsheadRules, winners: Sequence[int], losers: Sequence[int]
) -> int | None:
    """Writes what a leaster puts into the pot (SH-110); `winners` is empty when nobody won.

    Returns the number of single pots afterwards, None at a table without a pot. The ante is never doubled.
    """
    pot = pot_here(table, rules)
    if pot is None:
        return None
    points: list[Number] = [0] * table.players
    if winners and rules.pot_ante in ("losers", "everyone"):
        for place in losers:
            points[place] = -1
    if winners and rules.pot_ante in ("winner", "everyone"):
        for place in winners:
            points[place] = -1 if rules.pot_ante == "everyone" else divided(-1, len(winners))
    if winners and rules.pot_ante == "instead":
        for place in winners:
            points[place] = -receipt.sums[place]
    if not any(points):
        return pot.pots
    text = "What the winner would get goes into the pot" if rules.pot_ante == "instead" else "Into the pot"
    receipt.add("ante", text, points, rule="pot_ante", source="SH-110")
    return pot.pots + 1


def score_pot_divide(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """The pot divided among everybody at the table, in exact fractions (SH-115, SH-116)."""
    pot = _pot_told(table)
    share = divided(pot.amount, table.players)
    return _moved(table, [share] * table.players, "The pot is divided", 0, "pot_end", "SH-115, SH-116")


def score_showdown(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """The best poker hand takes all pots or one (SH-117).

    Raises HandRefused: `pot_off`, `showdown_off`, `showdown_players`, `no_pot`, …
    """
    if rules.pot == "off":
        raise HandRefused("pot_off", "This table plays without a pot.", fact="pot")
    if rules.pot_end != "showdown":
        raise HandRefused("showdown_off", "No poker hand decides the pot at this table.", fact="kind")
    if len(table.active) > MOST_SHOWDOWN:
        words = f"The cards are enough for six poker hands, not for {len(table.active)}: say who sits out."
        raise HandRefused("showdown_players", words, fact="sitting_out")
    pot = _pot_told(table)
    winner = seat(told.get("winner"), "winner", table.players)
    if winner not in table.active:
        raise HandRefused("sits_out", "Somebody who sits out cannot win the pot.", fact="winner")
    moved = pot.pots if rules.showdown_take == "all" else 1
    points: list[Number] = [0] * table.players
    points[winner] = divided(pot.amount * moved, pot.pots)
    text = "{0} wins the showdown"
    return _moved(table, points, text, pot.pots - moved, "showdown_take", "SH-117", winner)


def score_newcomer(table: Table, rules: SheepsheadRules, told: Facts) -> Scored:
    """Somebody joins: he adds a point a pot, or the others divide the pot first (SH-118, SH-119)."""
    newcomer = seat(told.get("newcomer"), "newcomer", table.players)
    pot = pot_here(table, rules)
    if pot is None:
        raise HandRefused("pot_off", "This table plays without a pot.", fact="pot")
    points: list[Number] = [0] * table.players
    if rules.newcomer == "divides":
        points = [divided(pot.amount, table.players - 1)] * table.players
        points[newcomer] = 0
        return _moved(table, points, "Divided before {0} joins", 0, "newcomer", "SH-119", newcomer)
    points[newcomer] = -pot.pots
    return _moved(
        table, points, "{0} joins and adds a point for every pot", pot.pots, "newcomer", "SH-118", newcomer
    )


def _pot_told(table: Table) -> Pot:
    if table.pot is None or not table.pot.pots:
        raise HandRefused("no_pot", "There is no pot on the table.", fact="pot")
    return table.pot


def _moved(
    table: Table, points: Sequence[Number], text: str, pots: int, rule: str, source: str, *seats: int
) -> Scored:
    """The answer where only pot and players change, and no card was played."""
    receipt = Receipt(table.players)
    receipt.add(rule, text, points, seats=seats, rule=rule, source=source)
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=text.replace("{0} ", "") if not text.startswith("Divided") else "the pot is divided",
        pot_delta=receipt.pot_delta,
        roles=("",) * table.players,
        won=tuple([None] * table.players),
        carried_after=SheepsheadCarried(pot=pot_after(table.pot, pots, receipt.pot_delta)),
    )
