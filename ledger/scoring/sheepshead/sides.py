"""The sides of a hand: who plays with the picker, and the shares of what the hand is worth."""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.scoring.facts import fields, flag, seat, seats, whole
from ledger.scoring.receipt import Number, divided, seated
from ledger.scoring.scored import Facts, HandRefused
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.table import Table, most_partners


@dataclass(frozen=True)
class Sides:
    """The seats of the picker, of the partners and of the opponents."""

    picker: int
    partners: tuple[int, ...]
    opponents: tuple[int, ...]


def read_sides(table: Table, rules: SheepsheadRules, told: Facts) -> Sides:
    """Return picker, partners and opponents (SH-030 to SH-043, SH-142 to SH-159).

    Raises HandRefused: `sits_out`, `own_partner`, `too_many_partners`, `partners_missing`, `alone_off`, …
    """
    if len(table.active) == 2 and rules.two_handed == "symmetric":
        raise HandRefused("no_picker_in_two_handed", fact="picker")
    picker = seat(told.get("picker"), "picker", table.players)
    partners = _read_partners(table, told, picker)
    for place in (picker, *partners):
        if place not in table.active:
            raise HandRefused("sits_out", fact="sitting_out", case="hand")
    if picker in partners:
        raise HandRefused("own_partner", fact="partners", case="picker")
    most = most_partners(len(table.active))
    if len(partners) > most:
        raise HandRefused(
            "too_many_partners",
            fact="partners",
            case=("picker_none", "picker_one", "picker_two")[most],
            players=len(table.active),
        )
    ours = (picker, *partners)
    sides = Sides(picker, partners, tuple([place for place in table.active if place not in ours]))
    # By custom of some tables only the holder of the partner card, or a caller of sheepshead, may be alone.
    # Sides made by the queens are an exception: nobody chose to be alone.
    holds = "holds_partner" in told and flag(told, "holds_partner")
    if holds and partners:
        raise HandRefused("holds_partner", fact="holds_partner")
    may_be_alone = rules.alone == "allowed" or holds or told.get("called_sheepshead") or told.get("unpicked")
    if not may_be_alone and is_alone(table, rules, sides):
        raise HandRefused("alone_off", fact="partners")
    return sides


def is_alone(table: Table, rules: SheepsheadRules, sides: Sides) -> bool:
    """Return whether the picker plays without a partner, where there could be one."""
    return not sides.partners and bool(most_partners(len(table.active))) and rules.partner != "nobody"


def plays_double(table: Table, rules: SheepsheadRules, sides: Sides, told: Facts) -> bool:
    """Return whether a hand counts double as the picker is alone; by custom of some tables."""
    if rules.alone_double == "no" or told.get("called_sheepshead") or not is_alone(table, rules, sides):
        return False
    return rules.alone_double == "always" or not (told.get("holds_partner") or told.get("unpicked"))


def _read_partners(table: Table, told: Facts, picker: int) -> tuple[int, ...]:
    named = None if told.get("partners") is None else seats(told["partners"], "partners", table.players)
    if told.get("partner_by") is None:
        if named is None and most_partners(len(table.active)):
            raise HandRefused("partners_missing", fact="partners")
        return named or ()
    # Seven-handed: the next player, or as many places to the left as a die shows (SH-155, SH-157).
    parts = fields(told["partner_by"], "partner_by", ("die", "next"))
    if len(parts) != 1 or ("next" in parts and parts["next"] is not True):
        raise HandRefused("partner_by", fact="partner_by")
    steps = 1 if "next" in parts else whole(parts["die"], "partner_by", 1, 6)
    if len(table.active) != 7 or picker not in table.active:
        raise HandRefused("partner_by", fact="partner_by", case="seven")
    found = (table.active[(table.active.index(picker) + steps) % 7],)
    if named is not None and named != found:
        raise HandRefused("partner_contradicts", fact="partners")
    return found


def shares(split: str, partners: int, opponents: int) -> tuple[Number, Number]:
    """Return the units of the picker and of each partner, of `opponents` units, one from each opponent
    (SH-010).

    `split` is the house rule: `remainder` (partner one, picker the rest), `even`, or `two_one`.
    """
    if not partners:
        return opponents, 0
    if split == "remainder":
        return opponents - partners, 1
    if split == "even":
        share = divided(opponents, partners + 1)
        return share, share
    share = divided(opponents, partners + 2)
    return 2 * share, share


def spread(players: int, sides: Sides, split: str, units: int) -> list[Number]:
    """Return points of every seat when the picker's side wins `units` (negative: loses) from each
    opponent."""
    picker, partner = shares(split, len(sides.partners), len(sides.opponents))
    ours = ((sides.partners, partner * units), ((sides.picker,), picker * units))
    return seated(players, 0, (sides.opponents, -units), *ours)


def onto(payer: int, mates: Sequence[int], points: Sequence[Number]) -> list[Number]:
    """Return the change of points when `payer` takes over the points of his `mates` (seats)."""
    change: list[Number] = [-share if seat in mates else 0 for seat, share in enumerate(points)]
    change[payer] -= sum(change)
    return change


def roles(table: Table, sides: Sides, rules: SheepsheadRules) -> tuple[str, ...]:
    """Return a role for every seat. Where nobody can ever be a partner, the picker is not called alone."""
    chief = "alone" if is_alone(table, rules, sides) else "picker"
    others = ((sides.opponents, "opponent"), (sides.partners, "partner"))
    return tuple(seated(table.players, "out", *others, ((sides.picker,), chief)))


def winners(table: Table, sides: Sides, *, won: bool) -> tuple[bool | None, ...]:
    """Return for every seat whether it won, None for those who sit out."""
    ours = (sides.picker, *sides.partners)
    return tuple(seated(table.players, None, (sides.opponents, not won), (ours, won)))
