"""What doubles a hand: bump, doublers, cracks, blitzes; and the limit on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.scoring.facts import flag, items, one_of, seat
from ledger.scoring.receipt import Number, Receipt
from ledger.scoring.scored import Facts, HandRefused
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.sides import Sides
from ledger.scoring.sheepshead.table import Table, add_doubler

MOST_MARKS = 1024  # more doublings than any hand has
STEPS = ("off", "crack", "recrack", "castrate")
CRACKS = {
    "crack": ("Cracked", "SH-060"),
    "recrack": ("Re-cracked", "SH-063"),
    "corner": ("Cracked around the corner", "SH-065"),
    "castrate": ("Castrated", "SH-064"),
}
BLITZES = {
    "black_queens": "the black queens",
    "red_queens": "the red queens",
    "black_jacks": "the black jacks",
    "middle_jacks": "the middle jacks",
    "four_jacks": "all four jacks",
}


@dataclass(frozen=True)
class Calls:
    """What was called before and during a hand, each with the seat that called it, or None if nobody said."""

    cracks: tuple[tuple[str, int | None], ...] = ()
    blitzes: tuple[tuple[str, int | None], ...] = ()


NO_CALLS = Calls()


def read_calls(table: Table, rules: SheepsheadRules, sides: Sides, told: Facts) -> Calls:
    """Cracks in their order, and blitzes.

    Raises HandRefused: `crack_off`, `crack_order`, `corner_off`, `corner_alone`, `wrong_cracker`,
    `blitz_off`, `blitz_twice`, `blitz_needs_crack`, and as the questions of `facts` do.
    """
    if not told.get("cracks") and not told.get("blitzes"):
        return _no_calls(told)
    cracks = [one_of(item, "cracks", CRACKS) for item in items(told.get("cracks"), "cracks", 3)]
    blitzes = [
        one_of(item, "blitzes", BLITZES) for item in items(told.get("blitzes"), "blitzes", len(BLITZES))
    ]
    _check_cracks(rules, sides, cracks)
    _check_blitzes(rules, cracks, blitzes)
    crackers = _callers(table, told, "cracks_by", len(cracks))
    _check_crackers(sides, cracks, crackers)
    blitzers = _callers(table, told, "blitzes_by", len(blitzes))
    return Calls(tuple(zip(cracks, crackers, strict=True)), tuple(zip(blitzes, blitzers, strict=True)))


def _no_calls(told: Facts) -> Calls:
    for fact in ("cracks", "blitzes", "cracks_by", "blitzes_by"):
        if items(told.get(fact), fact, 3):
            raise HandRefused(
                "nothing_called", "Nothing was called that somebody could have called.", fact=fact
            )
    return NO_CALLS


def _check_cracks(rules: SheepsheadRules, sides: Sides, cracks: list[str]) -> None:
    """Which knocks the table allows, and in which order (SH-060 to SH-066)."""
    allowed = STEPS.index(rules.crack)
    for place, name in enumerate(cracks):
        if name == "corner" and not rules.crack_corner:
            raise HandRefused("corner_off", "Cracking around the corner is not played here.", fact="cracks")
        if allowed < (1 if name == "corner" else STEPS.index(name)):
            raise HandRefused(
                "crack_off", f"“{CRACKS[name][0]}” cannot be said: that is not played here.", fact="cracks"
            )
        if place != {"crack": 0, "recrack": 1, "corner": 1, "castrate": 2}[name]:
            raise HandRefused(
                "crack_order", "First a crack, then a re-crack, then castrating.", fact="cracks"
            )
    if "corner" in cracks and not sides.partners:
        raise HandRefused("corner_alone", "Only a partner can crack around the corner.", fact="cracks")
    if "castrate" in cracks and len(sides.opponents) < 2:
        words = "Castrating is for a second opponent, and there is only one."
        raise HandRefused("castrate_alone", words, fact="cracks")


def _check_crackers(sides: Sides, cracks: list[str], crackers: list[int | None]) -> None:
    """Who may knock: opponent, picker's side, partner, another opponent (SH-061, SH-064, SH-066)."""
    may = {
        "crack": sides.opponents,
        "recrack": (sides.picker, *sides.partners),
        "corner": sides.partners,
        "castrate": sides.opponents,
    }
    for name, cracker in zip(cracks, crackers, strict=True):
        if cracker is not None and (cracker not in may[name] or crackers.count(cracker) > 1):
            words = f"“{CRACKS[name][0]}” is for the other side, and nobody knocks twice."
            raise HandRefused("wrong_cracker", words, fact="cracks_by")


def _check_blitzes(rules: SheepsheadRules, cracks: list[str], blitzes: list[str]) -> None:
    """Which blitzes the table allows, and whether they need a crack (SH-070, SH-071)."""
    for name in blitzes:
        if name not in rules.blitz:
            raise HandRefused(
                "blitz_off", f"A blitz with {BLITZES[name]} is not played here.", fact="blitzes"
            )
    if len(set(blitzes)) != len(blitzes):
        raise HandRefused("blitz_twice", "The same cards blitz only once.", fact="blitzes")
    if blitzes and rules.blitz_timing == "after_crack" and not cracks:
        raise HandRefused(
            "blitz_needs_crack", "At this table a blitz needs a crack before it.", fact="blitzes"
        )


def _callers(table: Table, told: Facts, fact: str, calls: int) -> list[int | None]:
    """Who called each, as far as somebody said."""
    told_callers = items(told.get(fact), fact, max(calls, 1))
    if not told_callers:
        return [None] * calls
    if len(told_callers) != calls:
        raise HandRefused("wrong_length", f"“{fact}” needs a seat, or nobody, for each call.", fact=fact)
    callers = [None if item is None else seat(item, fact, table.players) for item in told_callers]
    if any(caller is not None and caller not in table.active for caller in callers):
        raise HandRefused("sits_out", "Somebody who sits out cannot call.", fact=fact)
    return callers


def bump_applies(
    table: Table, rules: SheepsheadRules, sides: Sides, told: Facts, *, called: bool = False
) -> bool:
    """Whether a loss of the picker's side is bumped (SH-050, SH-053, SH-147, SH-046).

    Raises HandRefused: `forced_off`, `forced_unpicked`, `no_blind`, `forced_dealer`, `unpicked_players`,
    `bad_type`.
    """
    forced = flag(told, "forced")
    unpicked = flag(told, "unpicked")
    if forced:
        _check_forced(table, rules, sides, unpicked=unpicked)
    if unpicked and len(table.active) not in (4, 8):
        words = "Only with four or eight players the cards decide who is picker."
        raise HandRefused("unpicked_players", words, fact="unpicked")
    if (forced and rules.no_punish_forced) or (unpicked and not rules.unpicked_bump):
        return False
    return rules.bump and (not called or rules.sheepshead_fail == "bump")


def _check_forced(table: Table, rules: SheepsheadRules, sides: Sides, *, unpicked: bool) -> None:
    """Whether anybody can have been forced, and then whoever dealt, unless he sits out (SH-091, SH-158)."""
    if rules.no_picker != "forced":
        raise HandRefused("forced_off", "Nobody is forced to pick at this table.", fact="forced")
    if unpicked:
        raise HandRefused("forced_unpicked", "Nobody picked, so nobody was forced to.", fact="forced")
    if len(table.active) == 8:
        words = "With eight players there is no blind, so nobody is forced to pick."
        raise HandRefused("no_blind", words, fact="forced")
    if table.dealer in table.active and table.dealer != sides.picker:
        raise HandRefused("forced_dealer", "The dealer is the one who is forced to pick.", fact="forced")


def add_doublings(
    receipt: Receipt,
    base: Sequence[Number],
    table: Table,
    rules: SheepsheadRules,
    calls: Calls,
    *,
    bumped: bool,
) -> int:
    """Writes a line for everything that doubles a hand of `base` points; returns the factor (SH-075)."""
    factor = 1
    if bumped:
        words = "the picker’s side loses double"
        receipt.multiply(
            base,
            1,
            2,
            "bump",
            "Double on the bump",
            detail=words,
            factor=2,
            rule="bump",
            source="SH-050, SH-051",
        )
        factor = 2
    if table.doublers or table.last_round:
        factor = add_doubler(receipt, base, factor, table, rules)
    if calls is NO_CALLS:
        called = 1
    else:
        before = factor
        factor = _add_cracks(receipt, base, factor, calls)
        factor = _add_blitzes(receipt, base, factor, calls, rules)
        called = factor // before
    return factor if rules.cap is None else _add_cap(receipt, base, factor, called, rules)


def _add_cracks(receipt: Receipt, base: Sequence[Number], factor: int, calls: Calls) -> int:
    for name, cracker in calls.cracks:
        text, source = CRACKS[name]
        rule = "crack_corner" if name == "corner" else "crack"
        if cracker is None:
            receipt.multiply(base, factor, factor * 2, name, text, factor=2, rule=rule, source=source)
        else:
            receipt.multiply(
                base,
                factor,
                factor * 2,
                name,
                text + " by {0}",
                seats=(cracker,),
                factor=2,
                rule=rule,
                source=source,
            )
        factor *= 2
    return factor


def _add_blitzes(
    receipt: Receipt, base: Sequence[Number], factor: int, calls: Calls, rules: SheepsheadRules
) -> int:
    for name, blitzer in calls.blitzes:
        by = rules.blitz_four_jacks if name == "four_jacks" else 2
        text = f"Blitz with {BLITZES[name]}" + ("" if blitzer is None else " by {0}")
        seats = () if blitzer is None else (blitzer,)
        receipt.multiply(
            base,
            factor,
            factor * by,
            "blitz",
            text,
            seats=seats,
            factor=by,
            rule="blitz",
            source="SH-070, SH-072",
        )
        factor *= by
    return factor


def limit(rules: SheepsheadRules) -> int | None:
    """How many times the doublings may multiply a hand; a limit in marks counts doublings (SH-074)."""
    if rules.cap is None or rules.cap_unit == "times":
        return rules.cap
    return 1 << min(rules.cap, MOST_MARKS)


def _add_cap(
    receipt: Receipt, base: Sequence[Number], factor: int, called: int, rules: SheepsheadRules
) -> int:
    """The limit: on cracks and blitzes alone, or on everything; the level is never limited (SH-074)."""
    cap, everything = limit(rules) or 1, rules.cap_scope == "everything"
    after = min(factor, cap) if everything else factor // called * min(called, cap)
    if after != factor:
        words = "all doublings" if everything else "cracks and blitzes"
        text = f"At most {cap} times" if rules.cap_unit == "times" else f"At most {rules.cap} marks, × {cap}"
        receipt.multiply(
            base, factor, after, "cap", text, detail=f"the limit on {words}", rule="cap", source="SH-074"
        )
    return after
