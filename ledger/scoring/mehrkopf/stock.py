"""The stock: what everybody pays when all pass, who wins it, and how it is divided at the end."""

from ledger.scoring.carried import PotState
from ledger.scoring.mehrkopf.contracts import Contract, Sides
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.table import MehrkopfCarried, Table, finished, pot_here
from ledger.scoring.receipt import Receipt, divided, seated
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.words.messages import message


def play_for_stock(
    receipt: Receipt, table: Table, rules: MehrkopfRules, contract: Contract, sides: Sides, *, won: bool
) -> int:
    """Write what the declarers of a normal game win from the stock, or pay to double it (MK-044).

    Returns the number of single pots afterwards. Doublings never touch the stock. Solos leave it, but a lost
    one may cost its declarer a Reuegeld.
    """
    pot = pot_here(table, rules)
    if pot is None:
        return 0
    if contract.solo and not won and rules.reuegeld is not None:
        paid = seated(table.players, 0, ((sides.declarer,), -rules.reuegeld))
        receipt.add("reuegeld", paid, rule="reuegeld", source="MK-044")
        return pot.pots + 1
    is_won_by_games = (rules.stock is not None or rules.reuegeld is not None) and not rules.stock_kept
    if contract.solo or not pot.pots or not is_won_by_games:
        return pot.pots
    is_full = not won and pot.is_full
    share = 0 if is_full else divided(pot.amount, len(sides.declarers))
    points = seated(table.players, 0, (sides.declarers, share if won else -share))
    case = "full" if is_full else ""
    receipt.add("stock_won" if won else "stock_lost", points, case=case, rule="stock", source="MK-044")
    return 0 if won else pot.pots if is_full else 2 * pot.pots


def score_unplayed(table: Table, rules: MehrkopfRules, told: Facts) -> Scored:
    """Score a hand that is thrown in, so that the next deals: without a bid it feeds the stock (MK-008), a
    bad one pays nothing (MK-007).
    """
    pot, receipt = pot_here(table, rules), Receipt(table.players)
    ante, case = 0, "thrown_in"
    if told["kind"] == "all_pass":
        ante, case = rules.stock or 0, "all_passed"
        points = seated(table.players, 0, (table.active, -ante))
        fed, rule = ("", "stock") if ante else ("thrown_in", "no_bid")
        receipt.add("all_pass", points, case=fed, rule=rule, source="MK-008")
    else:
        receipt.add("throw_in", [0] * table.players, source="MK-007")
    return finished(
        table,
        receipt,
        message("label", case=case),
        roles=("",) * table.players,
        won=tuple([None] * table.players),
        pots_after=None if pot is None else pot.pots + int(ante > 0),
        deals_again=rules.redeal_deal == "same",
    )


def score_pot_divide(table: Table, rules: MehrkopfRules, told: Facts) -> Scored:
    """Divide the stock among everybody at the table, in exact fractions. Raises
    HandRefused("no_pot").

    A stock that is told to be empty is one: a later correction took out what lay there when it was divided.
    """
    if table.pot is None:
        raise HandRefused("no_pot", fact="pot", case="stock")
    receipt = Receipt(table.players)
    share = divided(table.pot.amount, table.players)
    receipt.add("pot_divide", [share] * table.players, rule="stock", source="MK-044")
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=message("label", case="pot_divided"),
        pot_delta=receipt.pot_delta,
        roles=("",) * table.players,
        won=tuple([None] * table.players),
        carried_after=MehrkopfCarried(pot=PotState()),
    )
