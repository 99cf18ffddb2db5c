"""Laufende: the unbroken run from the highest trump in one side’s hands, and what it brings."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.facts import one_of, shown, whole
from ledger.scoring.mehrkopf.contracts import Contract
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.sides import Sides
from ledger.scoring.mehrkopf.table import Table
from ledger.scoring.scored import Facts, HandRefused

SIE_RUN = 8
# What the document says of five and six players, in a solo too, whatever one hand holds (MK-018).
MOST_OF_MANY = 12
HOLDERS = ("declarers", "opponents")


@dataclass(frozen=True)
class Laufende:
    """A run that counts: its length, its price (units from every payer), and whether declarers hold it."""

    length: int
    price: int
    by_declarers: bool


def read_laufende(
    table: Table, rules: MehrkopfRules, contract: Contract, sides: Sides, told: Facts, *, sie: bool
) -> Laufende | None:
    """The Laufende of a game, None if there are too few or none are paid here (MK-018 to MK-020).

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
    length = _length(told.get("laufende"), most)
    if sie:
        length = _of_sie(table, rules, told, length, holder)
    if not rules.laufende or length < least_run(rules, contract):
        return None
    return Laufende(length, length * rules.laufende_rate, holder == "declarers")


def _length(value: object, most: int) -> int:
    """How many there were; more than there can be are refused in words of their own."""
    if isinstance(value, int) and value > most:
        raise HandRefused("out_of_range", fact="laufende", case="laufende", most=most, value=shown(value))
    return 0 if value is None else whole(value, "laufende", 0, most)


def least_run(rules: MehrkopfRules, contract: Contract) -> int:
    """From how many on they count: a game may have its own number, and those with one rank of trumps one."""
    own: int | None = getattr(rules, f"laufende_min_{contract.key}", None)
    if own is not None:
        return own
    if contract.all_trumps == 4 and rules.laufende_min_wenz is not None:
        return rules.laufende_min_wenz
    return rules.laufende_min


def _of_sie(table: Table, rules: MehrkopfRules, told: Facts, length: int, holder: str) -> int:
    run = min(SIE_RUN, table.tricks(rules))
    if (told.get("laufende") is not None and length != run) or holder != "declarers":
        raise HandRefused("sie_laufende", fact="laufende", run=run)
    return run
