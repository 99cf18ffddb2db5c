"""The table of prices: each kind of game, its price, the Laufende that count, and what comes on top."""

from ledger.scoring.game import PriceCell, PriceRow, PriceTable
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.mehrkopf.contracts import CONTRACTS, RAMSCH, Contract, contract_called, is_played
from ledger.scoring.mehrkopf.declared import least_run, price_of
from ledger.scoring.mehrkopf.rules import TARIFF, MehrkopfRules
from ledger.scoring.option import by_name

HELP = _(
    "What every loser pays. A price left empty is that of a Solo, or with a Mitspieler that of a Rufspiel; "
    "Laufende left empty count from as many as in a Rufspiel, in Geier and Niederer as in a Wenz."
)
COLUMNS = (_("Price"), _("Laufende from"), _("to"), _("Schneider"), _("Klopfer"))
# The order of the rows, and the names of the games.
NAMES = {
    "rufspiel": _("Rufspiel"),
    "hochzeit": _("Hochzeit"),
    "muss": _("Muss"),
    "solo": _("Solo"),
    "wenz": _("Wenz"),
    "geier": _("Geier"),
    "farbwenz": _("Farbwenz"),
    "niederer": _("Niederer"),
    "bettel": _("Bettel"),
    "own": _("Our own"),
    RAMSCH: _("Ramsch"),
}
PRICES = {"rufspiel": "base_normal"}
LEAST = {"rufspiel": "laufende_min"}


def price_table(rules: MehrkopfRules, active: int) -> PriceTable:
    """Return the table of prices where so many play, with a row also for what this table does not play."""
    rows = tuple(
        PriceRow(
            name=(key == "own" and rules.own_name) or name,
            is_played=is_played(rules, key),
            cells=(_price(rules, key), *_on_top(rules, key, active), PriceCell(counts=rules.klopfer)),
        )
        for key, name in NAMES.items()
    )
    return PriceTable(section=TARIFF, help=HELP, columns=COLUMNS, rows=rows)


def _price(rules: MehrkopfRules, key: str) -> PriceCell:
    if key == RAMSCH:
        price = rules.base_normal if rules.base_ramsch is None else rules.base_ramsch
        return PriceCell(counts=price, option="base_ramsch")
    counts = price_of(rules, contract_called(rules, key))[1]
    return PriceCell(counts=counts, option=PRICES.get(key, f"base_{key}"))


def _on_top(rules: MehrkopfRules, key: str, active: int) -> tuple[PriceCell, PriceCell, PriceCell]:
    nothing = PriceCell(counts=None)
    contract = CONTRACTS.get(key)
    if contract is None or contract.is_bettel:
        return nothing, nothing, nothing
    least, most = _laufende(rules, contract, active)
    return least, most, PriceCell(counts=rules.schneider_rate)


def _laufende(rules: MehrkopfRules, contract: Contract, active: int) -> tuple[PriceCell, PriceCell]:
    name = LEAST.get(contract.key, f"laufende_min_{contract.key}")
    option = name if name in by_name(MehrkopfRules) else ""
    if not rules.laufende:
        return PriceCell(counts=None, option=option), PriceCell(counts=None)
    most = contract.longest_run(active, all_trumps=rules.laufende_trumps == "all")
    return PriceCell(counts=least_run(rules, contract), option=option), PriceCell(counts=most)
