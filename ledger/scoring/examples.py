"""Hands that show what house rules do: told for a game, scored by its engine under any rules.

A game without examples of its own is shown by the last row of its chart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ledger.scoring.game import Game
from ledger.scoring.scored import HandRefused, Scored, Told

USUALLY = 5


@dataclass(frozen=True, kw_only=True)
class Example:
    """A hand and what it is worth. `title` has `{0}`, `{1}` for the players; `seat` is who asks why."""

    title: str
    seat: int
    told: Told
    scored: Scored


Telling = tuple[str, int, dict[str, Any]]
"""The title, whose receipt, and the facts."""


def usual_players(game: Game) -> int:
    """How many play a hand of it on most evenings."""
    return min(max(USUALLY, game.least_active), game.most_active) if game.key != "mehrkopf" else 4


def examples(game: Game, rules: Any, players: int) -> tuple[Example, ...]:
    """Hands of `players` under these rules; those the rules do not know are left out."""
    telling = TOLD.get(game.key, _by_the_chart)
    found: dict[str, Example] = {}
    for title, seat, told in telling(game, rules, players):
        try:
            scored = game.score(players, rules, told)
        except HandRefused:
            continue
        found.setdefault(title, Example(title=title, seat=seat, told=told, scored=scored))
    return tuple(found.values())


def _by_the_chart(game: Game, rules: Any, players: int) -> Iterator[Telling]:
    row = game.chart(rules, players).rows[-1]
    for partners in (1, 0):
        told = {"kind": "picked", "picker": 0, "partners": [1] * partners, "result": row.code}
        yield f"{{0}}: {row.label.lower()}", 0, told


def _sheepshead(game: Game, rules: Any, players: int) -> Iterator[Telling]:
    if players == 2:
        yield (
            "{0} has 75, {1} 45",
            0,
            {"kind": "two_handed", "points": [75, 45], "tricks": [9, 7]},
        )
        return
    side, who = _side(game, rules, players)
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


def _side(game: Game, rules: Any, players: int) -> tuple[dict[str, Any], str]:
    partners = [1] if game.most_partners(players) and rules.partner != "nobody" else []
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


def _mehrkopf(game: Game, rules: Any, players: int) -> Iterator[Telling]:
    normal = {"kind": "played", "contract": "rufspiel", "declarer": 0, "partners": [1]}
    counted = {"declarer_points": 28, "declarer_tricks": "some"}
    run = {"laufende": 4, "laufende_side": "opponents"}
    yield "{0} and {1} lose a Rufspiel with 28 against four Laufende", 0, normal | counted | run
    if rules.count == "tricks":
        yield "{0} and {1} lose a Rufspiel", 0, normal | {"declarer_tricks": "some"}
    solo = {"kind": "played", "contract": "solo", "declarer": 0, "partners": []}
    won = {"declarer_points": 95, "declarer_tricks": "some"}
    run = {"laufende": 3, "laufende_side": "declarers"}
    yield "{0} wins a solo with 95, three Laufende", 0, solo | won | run
    tout = solo | {"declarer_points": 120, "declarer_tricks": "all", "tout": True}
    yield "{0} wins a Tout", 0, tout
    yield "{0} wins a Tout", 0, tout | {"declarer_points": 148}


def _sheepshoof(game: Game, rules: Any, players: int) -> Iterator[Telling]:
    yield "{0} picks and has 15 of 36", 0, {"kind": "picked", "picker": 0, "side_points": 15}
    tied = {"kind": "fewster", "points": [8, 8, 20], "tricks": [1, 2, 3], "running": ["4", "-4", "0"]}
    yield "A fewster: {0} and {1} have 8 points, {0} is ahead", 1, tied
    none = {"kind": "fewster", "points": [0, 10, 26], "tricks": [0, 2, 4], "running": ["0", "0", "0"]}
    yield "A fewster: {0} takes no trick, {1} has 10", 1, none


def _southern_indiana(game: Game, rules: Any, players: int) -> Iterator[Telling]:
    call = {"kind": "call", "caller": 0, "partner": 2, "level": 4}
    yield "{0} calls 4 with {2} and makes it", 0, call | {"won": True}
    yield "{0} calls 4 with {2} and misses it", 0, call | {"won": False}
    yield "{0} loses a solo", 0, {"kind": "solo", "soloist": 0, "won": False}
    yield "The race is settled at 24, 6, 12 and 9", 0, {"kind": "settle", "race": [24, 6, 12, 9]}


TOLD: dict[str, Callable[[Game, Any, int], Iterator[Telling]]] = {
    "sheepshead": _sheepshead,
    "mehrkopf": _mehrkopf,
    "sheepshoof": _sheepshoof,
    "southern_indiana": _southern_indiana,
}
