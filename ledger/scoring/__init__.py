"""The rules as pure functions: what was told, under which house rules, is worth what, and why.

`score` is the one door: the command `manage.py score`, the fold of a session's book and the preview on a
phone all come through it.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any

from ledger.scoring.any_game import ANY_GAME, MOST_TYPED
from ledger.scoring.facts import shown
from ledger.scoring.game import Game
from ledger.scoring.mehrkopf import MEHRKOPF
from ledger.scoring.option import RuleValues, read_rules
from ledger.scoring.running import in_money
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshead import SHEEPSHEAD
from ledger.scoring.sheepshoof import SHEEPSHOOF
from ledger.scoring.southern_indiana import SOUTHERN_INDIANA

__all__ = [
    "GAMES",
    "MOST_TYPED",
    "TYPED",
    "Game",
    "HandRefused",
    "Scored",
    "game_called",
    "read_rules",
    "score",
]

GAMES: Mapping[str, Game[Any]] = {
    "sheepshead": SHEEPSHEAD,
    "mehrkopf": MEHRKOPF,
    "sheepshoof": SHEEPSHOOF,
    "southern_indiana": SOUTHERN_INDIANA,
    "any_game": ANY_GAME,
}

# The game whose points are typed: a hand of it may be told at a table of any other game.
TYPED = ANY_GAME.key


def game_called(key: str) -> Game[Any]:
    """Return the game with this key; raise HandRefused("not_supported") for an unknown game."""
    try:
        return GAMES[key]
    except (KeyError, TypeError):
        raise HandRefused("not_supported", fact="game", value=shown(key)) from None


def score(game: str, players: int, rules: RuleValues, told: Facts) -> Scored:
    """Return the score of one hand.

    `players` counts the seats at the table, `rules` names the options that differ from their defaults, `told`
    are the facts in the vocabulary of the engine's contract. Where the rules name a stake, the answer has the
    money as well (SH-013). Raises HandRefused.
    """
    played = game_called(game)
    read = read_rules(played.rules, rules)
    scored = played.scored(players, read, told)
    if scored.money is None and "stake" in rules:
        return dataclasses.replace(scored, money=in_money(scored.points, read.stake))
    return scored
