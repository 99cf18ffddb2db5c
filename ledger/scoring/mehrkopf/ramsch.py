"""A Ramsch: everybody for himself, and whoever takes the most pays everybody (MK-031, MK-032)."""

from __future__ import annotations

from ledger.messages import Message, message
from ledger.scoring.mehrkopf.misplay import read_offender
from ledger.scoring.mehrkopf.price import add_doublings, pots_after, read_doublings
from ledger.scoring.mehrkopf.ramsch_told import Ramsch, read_ramsch
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.sides import Team, transfer, victors
from ledger.scoring.mehrkopf.table import Table, finished, pot_here
from ledger.scoring.receipt import Number, Receipt, divided
from ledger.scoring.scored import Facts, HandRefused, Scored


def score_ramsch(table: Table, rules: MehrkopfRules, told: Facts) -> Scored:
    """The loser pays everybody the normal rate; a stock stays where it is (MK-031).

    Raises HandRefused: `counts_missing`, `points_sum`, `tricks_sum`, `tie_loser`, `stoss_off`, …
    """
    doublings = read_doublings(table, rules, told)
    if doublings.stoss:
        raise HandRefused("stoss_off", fact="stoss", case="ramsch")
    pot = pot_here(table, rules)
    ramsch = (
        _of_misplay(table, told) if told.get("misplay_by") is not None else read_ramsch(table, rules, told)
    )
    receipt = Receipt(table.players)
    _add_price(receipt, table, rules, ramsch)
    factor = add_doublings(receipt, list(receipt.sums), 1, doublings)
    losers = ramsch.losers
    if ramsch.durchmarsch is not None:
        losers = tuple([place for place in table.active if place != ramsch.durchmarsch])
    winners = tuple([place for place in table.active if place not in losers]) if losers else ()
    return finished(
        table,
        receipt,
        _label(ramsch),
        factor=factor,
        roles=tuple(["leaster" if place in table.active else "out" for place in range(table.players)]),
        won=victors(table.players, winners, losers),
        pots_after=pots_after(pot, before=pot.pots if pot else 0, rounded=False),
    )


def _of_misplay(table: Table, told: Facts) -> Ramsch:
    """Whoever misplays in a Ramsch has lost it (MK-010)."""
    for fact in ("points", "tricks", "losers", "tie_loser", "maidens", "durchmarsch"):
        if told.get(fact) is not None:
            raise HandRefused("fact_not_here", fact=fact, case="misplayed")
    return Ramsch((read_offender(table, told),), misplayed=True)


def _add_price(receipt: Receipt, table: Table, rules: MehrkopfRules, ramsch: Ramsch) -> None:
    """The lines of the loser’s payment, and of the Jungfrauen."""
    case, seats, rule = _headline(rules, ramsch)
    points = _shares(table, rules, ramsch)
    price = rules.base_normal if rules.base_ramsch is None else rules.base_ramsch
    receipt.add(
        "ramsch",
        [share * price for share in points],
        case=case,
        seats=seats,
        rule=rule,
        source="MK-031, MK-032",
    )
    winners = [place for place in table.active if place not in ramsch.losers]
    maidens = [place for place in ramsch.maidens if place in winners]
    if not maidens or ramsch.durchmarsch is not None or not ramsch.losers:
        return
    if rules.ramsch_jungfrau == "all":
        more = [share * price * (2 ** len(maidens) - 1) for share in points]
    else:
        more = [0] * table.players
        for place in maidens:
            more[place] = points[place] * price
        for place in ramsch.losers:
            more[place] = divided(-sum([points[maiden] * price for maiden in maidens]), len(ramsch.losers))
    receipt.add("jungfrau", more, seats=tuple(maidens), rule="ramsch_jungfrau", source="MK-044")


def _shares(table: Table, rules: MehrkopfRules, ramsch: Ramsch) -> list[Number]:
    """What a rate of one unit brings to every seat; nothing where nobody lost (MK-031)."""
    if ramsch.durchmarsch is not None:
        others = tuple([place for place in table.active if place != ramsch.durchmarsch])
        return transfer(table.players, (ramsch.durchmarsch,), others, pairwise=True)
    if not ramsch.losers:
        return [0] * table.players
    winners: Team = tuple([place for place in table.active if place not in ramsch.losers])
    shares = transfer(table.players, winners, ramsch.losers, pairwise=True)
    if rules.ramsch_tie == "share":
        return [divided(share, len(ramsch.losers)) for share in shares]
    return shares


def _headline(rules: MehrkopfRules, ramsch: Ramsch) -> tuple[str, Team, str]:
    """The first line: which of its cases it is, the seats in it, and the house rule behind it."""
    if ramsch.durchmarsch is not None:
        return "durchmarsch", (ramsch.durchmarsch,), "ramsch_durchmarsch"
    if ramsch.misplayed:
        return "misplayed", ramsch.losers, "base_normal" if rules.base_ramsch is None else "base_ramsch"
    if not ramsch.losers:
        return "push", (), "ramsch_tie"
    if len(ramsch.losers) == 1:
        return "", ramsch.losers, "ramsch_measure"
    return "together", ramsch.losers, "ramsch_tie"


def _label(ramsch: Ramsch) -> Message:
    if ramsch.durchmarsch is not None:
        return message("label", case="durchmarsch")
    return message("label", case="ramsch" if ramsch.losers else "ramsch_push")
