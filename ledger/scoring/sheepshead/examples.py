"""Hands that show what the house rules of Sheepshead do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ledger.scoring.game import Telling
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.table import most_partners

Facts = dict[str, Any]
TRICKS = {3: 10, 4: 7, 5: 6, 6: 5, 7: 4}
POT = {"amount": "8", "pots": 2}


def tellings(rules: SheepsheadRules, players: int) -> Iterator[Telling]:
    """What the example hands say; the first that is not refused counts where two have the same title.

    The plain ones come first, then what a table changes most.
    """
    if players == 2 and rules.two_handed == "symmetric":
        yield "{0} has 75, {1} 45", 0, {"kind": "two_handed", "points": [75, 45], "tricks": [9, 7]}
        yield "{0} has 90, {1} 30", 0, {"kind": "two_handed", "points": [90, 30], "tricks": [12, 4]}
        return
    side, who = _side(rules, players)
    yield from _called(rules, side, who)
    if rules.no_picker == "leaster" and players in TRICKS:
        yield from _leaster(rules, players)
    yield from _unpicked(rules, side, who, players)
    yield from _counted(side, who)
    if rules.pot != "off":
        yield from _pots(rules, side, who, players)
    yield from _sheepshead(side, who)
    yield from _reneges(side, players)
    yield from _customs(rules, side, who, players)
    if rules.no_picker == "leaster" and players in TRICKS:
        yield from _rarer_leasters(rules, players)


def _side(rules: SheepsheadRules, players: int) -> tuple[Facts, str]:
    partners = [1] if most_partners(players) and rules.partner != "nobody" else []
    who = "{0} and {1}" if partners else "{0}, alone,"
    return {"kind": "picked", "picker": 0, "partners": partners}, who


def _verb(side: Facts, verb: str) -> str:
    """What the picker's side does: "wins" where he is alone."""
    return verb if side["partners"] else f"{verb}s" if verb[-1] != "s" else f"{verb}es"


def _with(side: Facts, points: int, **more: Any) -> Facts:
    """The side took some tricks, and so many points."""
    return side | {"side_points": points, "side_tricks": "some"} | more


def _called(rules: SheepsheadRules, side: Facts, who: str) -> Iterator[Telling]:
    """A lost hand with everything called that this table knows."""
    steps = ["crack", "recrack", "castrate"]
    cracks = steps[: steps.index(rules.crack) + 1] if rules.crack in steps else []
    may_blitz = cracks or rules.blitz_timing != "after_crack"
    most = [name for name in rules.blitz if name == "four_jacks"] or list(rules.blitz[:1])
    blitzes = most if may_blitz else []
    words = [("", "cracked", "re-cracked", "castrated")[len(cracks)]] if cracks else []
    words += ["blitzed"] if blitzes else []
    told = _with(side, 28, cracks=cracks, blitzes=blitzes)
    yield ", ".join([f"{who} {_lose(side)} with 28", *words]), 0, told
    corner = f"{who} {_lose(side)} with 28, cracked around the corner"
    yield corner, 0, _with(side, 28, cracks=["crack", "corner"])


def _lose(side: Facts) -> str:
    return _verb(side, "lose")


def _counts(players: int) -> Facts:
    """{0} takes a trick without points, {1} the most, and as many others as can a trick with 10."""
    total = TRICKS[players]
    tricks = [int(seat < total) for seat in range(players)]
    points = [0, 0, *[10 * taken for taken in tricks[2:]]]
    tricks[1] += total - sum(tricks)
    points[1] = 120 - sum(points)
    return {"kind": "leaster", "points": points, "tricks": tricks}


def _leaster(rules: SheepsheadRules, players: int) -> Iterator[Telling]:
    """Two tie for the fewest points with a trick, and somebody has no trick at all."""
    left = TRICKS[players] - 2
    told: Facts = {
        "kind": "leaster",
        "points": [10, 10, 0, *[0] * (players - 4), 100][:players],
        "tricks": [1, 1, 0, *[0] * (players - 4), left][:players],
    }
    if players == 3:
        told["points"], told["tricks"] = [10, 110, 0], [1, left + 1, 0]
    elif rules.leaster_tie in ("decided", "two_one"):
        told["tie_winner"] = 0 if rules.leaster_need_trick else 2
    tie = "{0} and {1} have 10 points" if players > 3 else "{0} has 10 points"
    yield f"A leaster: {tie}, {{2}} no trick", 0 if rules.leaster_need_trick else 2, told


def _rarer_leasters(rules: SheepsheadRules, players: int) -> Iterator[Telling]:
    """Leasters without points, with every trick, by the jack of diamonds, and with a blind apart."""
    yield "A leaster: {0} has a trick, but no points", 0, _counts(players)
    nothing = [0] * (players - 1)
    every = {"kind": "leaster", "points": [120, *nothing], "tricks": [TRICKS[players], *nothing]}
    yield "A leaster: {0} takes every trick", 0, every
    yield "A leaster: {0} takes every trick", 0, every | {"tie_winner": 1}
    yield "A leaster: {1} has the most, and the jack of diamonds", 1, _counts(players) | {"jack": 1}
    apart = _counts(players)
    first, second, *others = apart["points"]
    apart["points"] = [first + 8, second + 2 * first - 18, *others]
    to = None if rules.leaster_blind == "nobody" else 0
    apart["blind"] = {"points": 10, "to": to}
    yield "A leaster: {0} has 8, and would get the blind of 10", 0, apart


def _unpicked(rules: SheepsheadRules, side: Facts, who: str, players: int) -> Iterator[Telling]:
    """What comes of a hand that nobody picks, but for the leaster."""
    if rules.no_picker == "doubler":
        yield f"{who} {_verb(side, 'win')} with 70 after two doublers", 0, _with(side, 70, doublers=2)
    yield f"{who}, forced to pick, with 45", 0, _with(side, 45, forced=True)
    if rules.no_picker == "moster" and players in TRICKS:
        two = TRICKS[players] // 3
        told = {"kind": "moster", "points": [50, 50, 20], "tricks": [TRICKS[players] - two - 1, two, 1]}
        rest = [0] * (players - 3)
        tied = {fact: [*each, *rest] if fact != "kind" else each for fact, each in told.items()}
        yield "A moster: {0} and {1} have 50 points", 0, tied
    if rules.no_picker == "schwanzer" and players > 2:
        strength = [8, 8, 5, *[0] * (players - 3)]
        yield "A schwanzer: {0} and {1} have 8", 0, {"kind": "schwanzer", "strength": strength}
    if rules.partner in ("queens", "first_queens") and side["partners"]:
        yield "{0} and {1}, made a side by the queens, lose with 45", 0, _with(side, 45, unpicked=True)


def _counted(side: Facts, who: str) -> Iterator[Telling]:
    """What the tricks and the buried points do to a hand."""
    none = side | {"side_points": 0, "side_tricks": "none"}
    title = f"{who} {_verb(side, 'take')} no trick"
    yield title, 0, none | ({"picker_tricks": "none"} if side["partners"] else {})
    yield title, 0, none
    if side["partners"]:
        buried = {"buries": [{"seat": 0, "points": 10, "tricks": "none"}], "trick_points": 55}
        alone = side | {"side_tricks": "some", "picker_tricks": "none"} | buried
        yield "{1} takes 55, {0} no trick, and buried 10", 0, alone
    yield f"{who} {_lose(side)} with 30", 0, _with(side, 30)
    yield f"{who} {_verb(side, 'win')} with 90", 0, _with(side, 90)


def _pots(rules: SheepsheadRules, side: Facts, who: str, players: int) -> Iterator[Telling]:
    """Two pots of four, won and missed; and what becomes of them."""
    won = f"{who} {_verb(side, 'take')} from a pot of 8 with 70"
    yield won, 0, _with(side, 70, pot=POT)
    yield f"{who} {_verb(side, 'miss')} a pot of 8 with 45", 0, _with(side, 45, pot=POT)
    if rules.pot_end == "showdown":
        yield "{0} wins the showdown for a pot of 8", 0, {"kind": "showdown", "winner": 0, "pot": POT}
    else:
        yield "A pot of 8 is left at the end", 0, {"kind": "pot_divide", "pot": POT}
    last = players - 1
    newcomer = {"kind": "newcomer", "newcomer": last, "pot": POT}
    yield f"{{{last}}} joins while a pot of 8 lies", last, newcomer


def _sheepshead(side: Facts, who: str) -> Iterator[Telling]:
    """Sheepshead called, made and missed: alone, and with a partner where the table lets him."""
    alone = side | {"partners": [], "called_sheepshead": True}
    yield "{0} calls sheepshead and makes it", 0, alone | {"side_tricks": "all"}
    yield "{0} calls sheepshead and misses it", 0, alone | {"side_tricks": "some"}
    if side["partners"]:
        together = side | {"called_sheepshead": True, "side_tricks": "all"}
        yield f"{who} call sheepshead and make it", 0, together


def _reneges(side: Facts, players: int) -> Iterator[Telling]:
    """Somebody on either side did not follow suit."""
    told = side | {"kind": "renege"}
    if side["partners"]:
        yield "{1}, the partner of {0}, reneges", 1, told | {"offender": 1}
    else:
        yield "{0}, who picked, reneges", 0, told | {"offender": 0}
    last = players - 1
    yield f"{{{last}}}, an opponent of {{0}}, reneges", last, told | {"offender": last}


def _customs(rules: SheepsheadRules, side: Facts, who: str, players: int) -> Iterator[Telling]:
    """What only some tables pay or double."""
    win, last = f"{who} {_verb(side, 'win')} with 70", players - 1
    yield f"{win}, {{{last}}} had three kings", last, _with(side, 70, three_kings=last)
    yield f"{win} in the last round", 0, _with(side, 70, last_round=True)
    if rules.sixty_doubles:
        yield f"{win}, after a hand lost with 60", 0, _with(side, 70, doublers=1)
    passed = _passed(rules, players) | {"mauer": 0}
    if rules.mauer_double:
        passed |= {"mauer_marks": rules.mauer_double - 1}
        yield f"{win}, after {rules.mauer_double} Mauer marks", 0, _with(side, 70, doublers=1)
    yield "{0} should have picked: a Mauer mark", 0, passed


def _passed(rules: SheepsheadRules, players: int) -> Facts:
    """A hand that nobody picked."""
    if rules.no_picker in ("leaster", "moster") and players in TRICKS:
        return _counts(players) | {"kind": rules.no_picker}
    return {"kind": "all_pass"}
