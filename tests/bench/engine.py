"""How long the engine takes for a hand, and the fold for an evening, in this process."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from ledger.book.folding import fold
from ledger.book.sheet import Line, ScoreSheet
from ledger.scoring import GAMES, Game, HandRefused, game_called, read_rules

VECTORS = Path(__file__).parent.parent / "ledger/scoring/data/vectors.json"
RUNS = 9
PRESET = "wisconsin_called_ace"
# At the table; the dealer sits out, so that five play.
PLAYERS = 6

Told = dict[str, Any]


def cost_of(call: Callable[[], object], times: int) -> float:
    """Microseconds of processor time for one of `times` things that a call does: the best of some runs."""
    spent = []
    for _ in range(RUNS):
        begun = process_time()
        call()
        spent.append(process_time() - begun)
    return 1_000_000 * min(spent) / times


def score_by_game() -> Iterator[tuple[str, int, float]]:
    """(game, hands, µs a hand) over every example that the tests know; the rules are read before."""
    examples = json.loads(VECTORS.read_text())
    for key, game in GAMES.items():
        hands = [
            (one["players"], read_rules(game.rules, one["rules"]), one["hand"])
            for one in examples
            if one["game"] == key
        ]

        def score(hands: Sequence[tuple[int, Any, Told]] = hands, game: Game[Any] = game) -> None:
            for players, rules, told in hands:
                game.score(players, rules, told)

        if hands:  # a game that keeps points as they are typed has no examples
            yield key, len(hands), cost_of(score, len(hands))


def score_an_evening() -> float:
    """µs a Sheepshead hand as a club plays it: called ace, five of six, some leasters, cracks, a pot."""
    luck = Random(1854)
    rules = read_rules(game_called("sheepshead").rules, house_rules())
    hands = [told(luck, dealer=number % PLAYERS) for number in range(2000)]
    score = game_called("sheepshead").score

    def all_of_them() -> None:
        for hand in hands:
            score(PLAYERS, rules, hand)

    return cost_of(all_of_them, len(hands))


def house_rules() -> dict[str, Any]:
    """A club's rules with what carries from hand to hand: a pot after leasters, a doubler after 60."""
    preset = next(one for one in game_called("sheepshead").presets if one.key == PRESET)
    return {**preset.values, "crack": "recrack", "pot": "leaster", "sixty_doubles": True}


def told(luck: Random, *, dealer: int) -> Told:
    playing = [seat for seat in range(PLAYERS) if seat != dealer]
    return {"dealer": dealer, "sitting_out": [dealer], **told_by(luck, playing)}


def told_by(luck: Random, playing: Sequence[int]) -> Told:
    facts: Told = {}
    if luck.random() < 0.1:
        return facts | {"kind": "leaster", "winners": [luck.choice(playing)]}
    picker, partner = luck.sample(playing, 2)
    facts |= {"kind": "picked", "picker": picker, "partners": [] if luck.random() < 0.1 else [partner]}
    if luck.random() < 0.5:
        points = luck.choice((60, *range(25, 110)))
        facts |= {"side_points": points, "side_tricks": "some"}
    else:
        facts["result"] = luck.choice(("won", "won", "won", "won_schneider", "lost", "lost_schneider"))
    if luck.random() < 0.1:
        facts["cracks"] = ["crack"]
    return facts


OPENING = Line(
    number=1,
    kind="opened",
    facts={
        "seats": list(range(11, 11 + PLAYERS)),
        "dealer": 11,
        "plays": PLAYERS - 1,
        "skip": [],
        "stake_cents": 25,
        "rules": {"version": 1, "game": "sheepshead", "options": house_rules()},
    },
)


def evening(opening: Line = OPENING, *, hands: int = 60, luck: Random | None = None) -> list[Line]:
    """Return a night's lines: so many hands, or some more to empty the pot, with pots and doublers.

    Every tenth is corrected later or taken back.
    """
    luck, lines, written = luck or Random(7), [opening], list[Line]()
    sheet = fold(lines)
    while len(written) < hands or sheet.pot_points:
        is_end = len(written) >= hands - 2
        line = _next(sheet, written, luck, is_end=is_end, may_correct=lines[-1].kind == "hand")
        try:
            sheet = fold([*lines, line], known=sheet)
        except HandRefused:
            continue
        lines.append(line)
        if line.kind == "hand":
            written.append(line)
    return lines


def _next(
    sheet: ScoreSheet, written: Sequence[Line], luck: Random, *, is_end: bool, may_correct: bool
) -> Line:
    number, seats = sheet.newest + 1, sheet.seating.seats
    if not is_end and may_correct and written and len(written) % 10 == 0:
        before = luck.choice(written)
        if luck.random() < 0.3:
            return Line(number=number, kind="voided", facts={"of": before.number})
        said = before.facts["told"]
        changed = {**said, "result": "lost"} if "result" in said else said
        facts = {**before.facts, "of": before.number, "told": changed}
        return Line(number=number, kind="corrected", facts=facts)
    playing = [seats.index(one) for one in sheet.seating.active]
    # The last hands of a night take what lies in the pot.
    wins = {"kind": "picked", "picker": playing[0], "partners": [playing[1]], "result": "won"}
    facts = {"seats": list(seats), "told": wins if is_end else told_by(luck, playing)}
    return Line(number=number, kind="hand", facts={**facts, "rules": sheet.rules.version})


def fold_an_evening() -> tuple[list[Line], float]:
    """Return the lines of an evening of sixty hands, and the milliseconds to fold them."""
    lines = evening()
    return lines, cost_of(lambda: [fold(lines) for _ in range(5)], 5) / 1000
