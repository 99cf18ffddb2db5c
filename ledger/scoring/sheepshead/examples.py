"""Hands that show what the house rules of Sheepshead do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ledger.scoring.game import Telling
from ledger.scoring.sheepshead.table import most_partners


def tellings(rules: Any, players: int) -> Iterator[Telling]:
    """What the example hands say; the first that is not refused counts where two have the same title."""
    if players == 2 and rules.two_handed == "symmetric":
        yield (
            "{0} has 75, {1} 45",
            0,
            {"kind": "two_handed", "points": [75, 45], "tricks": [9, 7]},
        )
        return
    side, who = _side(rules, players)
    cracks = {
        "crack": ["crack"],
        "recrack": ["crack", "recrack"],
        "castrate": ["crack", "recrack", "castrate"],
    }
    calls = {"cracks": cracks.get(rules.crack, []), "blitzes": list(rules.blitz[:1])}
    words = [{1: "cracked", 2: "re-cracked", 3: "castrated"}[len(calls["cracks"])]] if calls["cracks"] else []
    words += ["blitzed"] if calls["blitzes"] else []
    lost = side | {"side_points": 28, "side_tricks": "some"}
    loses = "lose" if side["partners"] else "loses"
    yield ", ".join([f"{who} {loses} with 28", *words]), 0, lost | calls
    if not words:
        yield f"{who} {loses} with 28", 0, lost
    if rules.no_picker == "leaster":
        yield from _leaster(rules, players)
    else:
        yield from _unpicked(side, who)
    yield from _rarer(rules, side, who, "take" if side["partners"] else "takes")


def _side(rules: Any, players: int) -> tuple[dict[str, Any], str]:
    partners = [1] if most_partners(players) and rules.partner != "nobody" else []
    who = "{0} and {1}" if partners else "{0}, alone,"
    return {"kind": "picked", "picker": 0, "partners": partners}, who


def _leaster(rules: Any, players: int) -> Iterator[Telling]:
    """Two tie for the fewest points with a trick, and somebody has no trick at all."""
    tricks = {3: 10, 4: 7, 5: 6, 6: 5, 7: 4}.get(players, 0)
    told: dict[str, Any] = {
        "kind": "leaster",
        "points": [10, 10, 0, *[0] * (players - 4), 100][:players],
        "tricks": [1, 1, 0, *[0] * (players - 4), tricks - 2][:players],
    }
    if players == 3:
        told["points"], told["tricks"] = [10, 110, 0], [1, tricks - 1, 0]
    if rules.leaster_tie == "decided" and rules.leaster_need_trick:
        told["tie_winner"] = 0
    tie = "{0} and {1} have 10 points" if players > 3 else "{0} has 10 points"
    yield f"A leaster: {tie}, {{2}} no trick", 0 if rules.leaster_need_trick else 2, told


def _unpicked(side: dict[str, Any], who: str) -> Iterator[Telling]:
    win = "win" if side["partners"] else "wins"
    doubled = side | {"side_points": 70, "side_tricks": "some", "doublers": 2}
    yield f"{who} {win} with 70 after two doublers", 0, doubled
    yield (
        f"{who}, forced to pick, with 45",
        0,
        side | {"side_points": 45, "side_tricks": "some", "forced": True},
    )


def _rarer(rules: Any, side: dict[str, Any], who: str, take: str) -> Iterator[Telling]:
    if rules.pot != "off":
        won = side | {"side_points": 70, "side_tricks": "some", "pot": {"amount": "4", "pots": 1}}
        yield f"{who} {take} the pot of 4 with 70", 0, won
    none = side | {"side_points": 0, "side_tricks": "none"}
    yield f"{who} {take} no trick", 0, none | ({"picker_tricks": "none"} if side["partners"] else {})
    yield f"{who} {take} no trick", 0, none
