"""The table of prices: each kind of game, its price, the Laufende that count, and what comes on top."""

from ledger.scoring.game import PriceCell, PriceRow, PriceTable
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.mehrkopf.contracts import RAMSCH, contract_called, is_played
from ledger.scoring.mehrkopf.declared import least_run, price_of
from ledger.scoring.mehrkopf.rules import TARIFF, MehrkopfRules
from ledger.scoring.option import by_name

HELP = _(
    "What every loser pays. A price left empty is that of a Solo, or with a Mitspieler that of a Rufspiel; "
    "Laufende left empty count from as many as in a Rufspiel, in Geier and Niederer as in a Wenz."
)
COLUMNS = (_("Price"), _("Laufende from"), _("to"), _("Schneider"), _("Klopfer"))
# The games in the order of the rows.
NAMES = {
    "rufspiel": _("Rufspiel"),
    "hochzeit": _("Hochzeit"),
    "muss": _("Muss"),
    "kreuz": _("Kreuzspiel"),
    "solo": _("Solo"),
    "wenz": _("Wenz"),
    "geier": _("Geier"),
    "farbwenz": _("Farbwenz"),
    "niederer": _("Niederer"),
    "bettel": _("Bettel"),
    "own": _("Our own"),
    "own2": _("Our own"),
    "own3": _("Our own"),
    RAMSCH: _("Ramsch"),
}
# The options that decide what other games have where they name nothing of their own.
COMMON = {"base_rufspiel": "base_normal", "laufende_min_rufspiel": "laufende_min"}


def price_table(rules: MehrkopfRules, active: int) -> PriceTable:
    """Return the table of prices where so many play, with a row also for what this table does not play."""
    rows = []
    for key, name in NAMES.items():
        price = rules.base_normal if rules.base_ramsch is None else rules.base_ramsch
        on_top = [PriceCell(counts=None)] * 3  # a Ramsch and a Bettel are paid as they are
        if key != RAMSCH:
            contract = contract_called(rules, key)
            name, price = contract.name or name, price_of(rules, contract)[1]
            if not contract.is_bettel:
                least = least_run(rules, contract) if rules.laufende else None
                on_top[0] = PriceCell(counts=least, option=_option(f"laufende_min_{key}"))
                longest = contract.longest_run(active, all_trumps=rules.laufende_trumps == "all")
                most = longest if rules.laufende_max is None else min(longest, rules.laufende_max)
                on_top[1] = PriceCell(counts=most if rules.laufende else None)
                if rules.schneider_games == "all" or not contract.solo:
                    on_top[2] = PriceCell(counts=rules.schneider_rate)
        cells = (
            PriceCell(counts=price, option=_option(f"base_{key}")),
            *on_top,
            PriceCell(counts=rules.klopfer),
        )
        rows.append(PriceRow(name=name, is_played=is_played(rules, key), cells=cells))
    return PriceTable(section=TARIFF, help=HELP, columns=COLUMNS, rows=tuple(rows))


def _option(name: str) -> str:
    name = COMMON.get(name, name)
    return name if name in by_name(MehrkopfRules) else ""
