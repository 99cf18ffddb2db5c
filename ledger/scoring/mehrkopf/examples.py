"""Hands that show what the house rules of Schafkopf and Mehrkopf do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ledger.scoring.game import Telling
from ledger.scoring.mehrkopf.rules import MehrkopfRules

Facts = dict[str, Any]
STOSS = ("kontra", "re", "supra", "resupra")
SOLO: Facts = {"kind": "played", "contract": "solo", "declarer": 0, "partners": []}


def tellings(rules: MehrkopfRules, players: int) -> Iterator[Telling]:
    """What the example hands say; the first that is not refused counts where two have the same title."""
    if rules.count == "tricks":
        total = _tricks(rules, players)
        tricks = [total - 3, 3, *[0] * (players - 2)]
        title = f"{{0}} takes {total - 3} of {total} tricks, {{1}} takes 3"
        yield title, 0, {"kind": "played", "contract": "any", "tricks": tricks}
        return
    normal, who = _normal(players)
    yield from _normal_games(normal, who)
    yield from _solos()
    yield from _doubled(rules, normal, who)
    if players >= 4:
        yield from _ramsches(rules, players)
    if rules.stock is not None:
        yield from _stock(rules, normal, who, players)
    yield from _misplays(normal, players)


def _normal(players: int) -> tuple[Facts, str]:
    """A normal game; who plays it has a partner from four players on."""
    partners = [1] if players >= 4 else []
    told: Facts = {"kind": "played", "contract": "rufspiel", "declarer": 0, "partners": partners}
    return told, "{0} and {1} play a Rufspiel" if partners else "{0} plays a Rufspiel"


def _tricks(rules: MehrkopfRules, players: int) -> int:
    return 16 if players == 2 else 6 if rules.deck == "short" and players == 4 else 8


def _with(game: Facts, points: int, run: int = 0, side: str = "declarers", **more: Any) -> Facts:
    """The declarers took some tricks and so many points; a `run` of Laufende is on that side."""
    told = game | {"declarer_points": points, "declarer_tricks": "some"} | more
    return told | {"laufende": run, "laufende_side": side} if run else told


def _normal_games(normal: Facts, who: str) -> Iterator[Telling]:
    lost = f"{who.replace('play', 'lose')} with 28 against four Laufende"
    yield lost, 0, _with(normal, 28, 4, "opponents")


def _solos() -> Iterator[Telling]:
    """Solos with their Laufende, Tout and Sie."""
    yield "{0} wins a solo with 95, three Laufende", 0, _with(SOLO, 95, 3)
    tout = SOLO | {"declarer_tricks": "all", "tout": True}
    yield "{0} wins a Tout", 0, tout | {"declarer_points": 120}
    yield "{0} wins a Tout", 0, tout | {"declarer_points": 148}
    yield "{0} loses a Tout with 100, four Laufende", 0, _with(SOLO, 100, 4, tout=True)
    yield "{0} plays a Sie", 0, SOLO | {"sie": True}
    yield "{0} loses a solo with 50, and has four Laufende", 0, _with(SOLO, 50, 4)
    wenz = SOLO | {"contract": "wenz"}
    yield "{0} wins a Wenz with 80, two Laufende", 0, _with(wenz, 80, 2)


def _doubled(rules: MehrkopfRules, normal: Facts, who: str) -> Iterator[Telling]:
    """What is said before a game, and a run as long as two players can hold."""
    steps = STOSS.index(rules.stoss) + 1 if rules.stoss in STOSS else 0
    if steps:
        called = ", ".join(step.capitalize() for step in STOSS[:steps])
        yield f"{{0}} wins a solo with 80: {called}", 0, _with(SOLO, 80, stoss=steps)
        yield f"{who}, 80 points: {called}", 0, _with(normal, 80, stoss=steps)
    yield f"{who}, 80 points, one knocked", 0, _with(normal, 80, klopfer=1)
    yield "{0} wins a solo with 80, one knocked", 0, _with(SOLO, 80, klopfer=1)
    yield f"{who}, 80 points, nine Laufende", 0, _with(normal, 80, 9)


def _ramsches(rules: MehrkopfRules, players: int) -> Iterator[Telling]:
    """A Ramsch with a tie, one where most points are not most tricks, and one with everything taken."""
    total, tricks = 148 if players == 5 else 120, _tricks(rules, players)
    rest = [0] * (players - 2)
    game: Facts = {"kind": "played", "contract": "ramsch"}
    tied = game | {"points": [total // 2, total // 2, *rest], "tricks": [tricks // 2, tricks // 2, *rest]}
    tied |= {"tie_loser": 0} if rules.ramsch_tie == "decided" else {}
    yield f"A Ramsch: {{0}} and {{1}} have {total // 2}, the others no trick", 0, tied
    more = game | {"points": [total - 50, 50, *rest], "tricks": [2, tricks - 2, *rest]}
    yield f"A Ramsch: {{0}} has {total - 50} in two tricks, {{1}} 50 in {tricks - 2}", 0, more
    every = game | {"points": [total, 0, *rest], "tricks": [tricks, 0, *rest]}
    yield "A Ramsch: {0} takes every trick", 0, every


def _stock(rules: MehrkopfRules, normal: Facts, who: str, players: int) -> Iterator[Telling]:
    pot = {"amount": str((rules.stock or 0) * players), "pots": 1}
    yield f"{who} for the stock, 80 points", 0, _with(normal, 80, pot=pot)
    yield f"{who} for the stock, 50 points", 0, _with(normal, 50, pot=pot)
    yield "All pass", 0, {"kind": "all_pass"}


def _misplays(normal: Facts, players: int) -> Iterator[Telling]:
    """Somebody on either side did not follow suit."""
    run = {"laufende": 4, "laufende_side": "opponents"}
    if normal["partners"]:
        yield "{1}, the partner of {0}, misplays against four Laufende", 1, normal | run | {"misplay_by": 1}
        last = players - 1
        yield f"{{{last}}} misplays against the Rufspiel of {{0}}", last, normal | {"misplay_by": last}
    yield "{0} misplays in a solo against four Laufende", 0, SOLO | run | {"misplay_by": 0}
    yield "{1} misplays against the solo of {0}", 1, SOLO | {"misplay_by": 1}
