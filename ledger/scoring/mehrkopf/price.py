"""The price of a declared game: its rate, Laufende, what multiplies it, and what is rounded.

Laufende are the unbroken run from the highest trump in one side’s hands."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from ledger.scoring.carried import Pot
from ledger.scoring.facts import one_of, shown, whole
from ledger.scoring.mehrkopf.contracts import Contract
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.sides import Sides
from ledger.scoring.mehrkopf.table import Table
from ledger.scoring.receipt import Number, Receipt
from ledger.scoring.scored import Facts, HandRefused
from ledger.words.messages import message

SIE_RUN = 8
# Laufende of five and six players by the document, in a solo too, whatever one hand holds (MK-018).
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
    return Laufende(length, length * rules.laufende_rate, holder == "declarers")


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
    """The number of knocks, of steps of Kontra, Re, Supra and Resupra, and whether it is Bock."""

    klopfer: int
    stoss: int
    bock: bool


def price_of(rules: MehrkopfRules, contract: Contract) -> tuple[str, int]:
    """Return the house rule that prices a contract, and its units: its own, or that of all solos or normal
    games."""
    own = f"base_{contract.key}"
    price: int | None = getattr(rules, own, None)
    if price is not None:
        return own, price
    return ("base_solo", rules.base_solo) if contract.solo else ("base_normal", rules.base_normal)


def read_doublings(table: Table, rules: MehrkopfRules, told: Facts) -> Doublings:
    """Return the doublings told; refuses what is not played here: `klopfer_off`, `stoss_off`,
    `out_of_range`."""
    klopfer = _times(told, "klopfer", len(table.active))
    stoss = _times(told, "stoss", len(STOSS))
    if klopfer and not rules.klopfer:
        raise HandRefused("klopfer_off", fact="klopfer")
    allowed = STOSS.index(rules.stoss) + 1 if rules.stoss in STOSS else 0
    if stoss > allowed:
        raise HandRefused("stoss_off", fact="stoss", step=STOSS[allowed])
    return Doublings(klopfer, stoss, bock=rules.bock_here and table.bock > 0)


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
    receipt.add(
        "laufende",
        [share * run.price for share in shares],
        params={"length": run.length},
        why=(message("why", case="though_lost"),) if though_lost else (),
        rule="laufende_claim" if though_lost else "laufende",
        source="MK-018, MK-019",
    )


def add_doublings(receipt: Receipt, base: Sequence[Number], before: int, doublings: Doublings) -> int:
    """Add the lines of Bock, Klopfen, Kontra, Re, …; returns the factor after them."""
    factor = before
    if doublings.bock:
        factor = receipt.multiply(base, factor, 2, "bock", rule="bock", source="MK-044")
    if doublings.klopfer:
        knocks = doublings.klopfer
        why = message("why", case="one_knocked" if knocks == 1 else "knocked", knocks=knocks)
        more = {"why": (why,), "rule": "klopfer", "source": "MK-044"}
        factor = receipt.multiply(base, factor, 2**knocks, "klopfer", **more)
    for step in STOSS[: doublings.stoss]:
        factor = receipt.multiply(base, factor, 2, step, rule="stoss", source="MK-044")
    return factor


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


def pots_after(pot: Pot | None, *, before: int, rounded: bool) -> int | None:
    """Return the single pots after a game: `before` it left, one more if a rest was added; None without a
    pot."""
    return None if pot is None else before + int(rounded)
