"""Hands of Sheepshoof and of the southern Indiana game drawn at random, such that the rules allow them."""

from random import Random
from typing import Any

from ledger.scoring import GAMES
from ledger.scoring.option import options
from tests.ledger.scoring import drawing

Case = tuple[str, dict[str, Any], dict[str, Any]]
PLAYERS = {"sheepshoof": 3, "southern_indiana": 4}


def fewster(luck: Random) -> dict[str, Any]:
    """Return a fewster counted in twos, so that ties and empty tricks are likely, or only its winners."""
    told: dict[str, Any] = {"kind": "fewster", "running": [luck.randint(-2, 2) for _ in range(3)]}
    if luck.random() < 0.3:
        return told | {"winners": luck.sample(range(3), luck.randint(1, 3))}
    points, tricks, blind = [0] * 3, [0] * 3, []
    takers = [luck.choice(range(luck.randint(1, 3))) for _ in range(6)]
    for taker in takers:
        tricks[taker] += 1
    left = 36
    if luck.random() < 0.5:
        left -= 9
        blind = [{"points": 5, "to": luck.choice([None, takers[-1]])}, {"points": 4, "to": takers[0]}]
    for taker in takers[1:]:
        share = min(left, luck.choice((0, 4, 9)))
        points[taker] += share
        left -= share
    points[takers[0]] += left
    return told | {"points": points, "tricks": tricks} | ({"blind": blind} if blind else {})


def sheepshoof(luck: Random) -> dict[str, Any]:
    picked = {"kind": "picked", "picker": luck.randint(0, 2), "side_points": luck.randint(0, 36)}
    quick = {"kind": "picked", "picker": luck.randint(0, 2), "result": luck.choice(("won", "lost"))}
    renege = {"kind": "renege", "offender": luck.randint(0, 2)}
    drawn: list[dict[str, Any]] = [picked, quick, renege, {"kind": "throw_in"}, {"kind": "out_of_turn"}]
    return luck.choice(drawn + 4 * [fewster(luck)])


def southern_indiana(luck: Random) -> dict[str, Any]:
    caller, partner = luck.sample(range(4), 2)
    call: dict[str, Any] = {"kind": "call", "caller": caller, "partner": partner}
    alone = {"kind": luck.choice(("solo", "billy", "best")), "soloist": caller, "won": luck.random() < 0.5}
    race = [luck.choice((0, 2, 4, 18, 24, 26, "game")) for _ in range(4)]
    race[luck.randrange(4)] = "game"  # only a race that somebody has finished is settled
    return luck.choice(
        [
            call | {"level": luck.choice((2, 4, 6)), "won": luck.random() < 0.5},
            call | {"side_points": luck.randint(0, 120), "side_tricks": "some"},
            alone,
            alone,
            {"kind": "pass"},
            {"kind": "settle", "race": race},
        ]
    )


def case(seed: int) -> Case:
    luck = Random(seed)
    game = luck.choice(sorted(PLAYERS))
    rules = {option.name: drawing.value(luck, option) for option in options(GAMES[game].rules)}
    rules = {name: value for name, value in rules.items() if name not in ("race_to", "best_points", "stake")}
    rules |= {"best_points": luck.randint(1, 40)} if game == "southern_indiana" else {}
    told = (sheepshoof if game == "sheepshoof" else southern_indiana)(luck)
    if luck.random() < 0.5:
        told["dealer"] = luck.randrange(PLAYERS[game])
    return game, rules, told
