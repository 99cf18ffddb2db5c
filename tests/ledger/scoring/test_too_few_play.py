"""A hand at which nobody, or one alone, is left to play: refused in every game, whatever kind it is."""

from typing import Any

import pytest

from ledger.scoring import GAMES, HandRefused, score
from ledger.scoring.sheepshead import KINDS as OF_SHEEPSHEAD
from ledger.scoring.sheepshoof import KINDS as OF_SHEEPSHOOF
from ledger.scoring.southern_indiana import KINDS as OF_SOUTHERN_INDIANA
from scorekeeper.text.wire import answer

KINDS = {
    "sheepshead": OF_SHEEPSHEAD,
    "mehrkopf": ("played", "throw_in", "all_pass", "pot_divide"),
    "sheepshoof": OF_SHEEPSHOOF,
    "southern_indiana": (*OF_SOUTHERN_INDIANA, "settle"),
    "any_game": ("points", "pass"),
}
OLDER = [
    ("sheepshead", 3, {"kind": "bad_hand"}),
    ("mehrkopf", 3, {"kind": "throw_in"}),
    ("mehrkopf", 3, {"kind": "all_pass"}),
    ("any_game", 1, {"kind": "pass"}),
]


@pytest.mark.parametrize("left", [0, 1])
def test_hand_with_fewer_than_two_players_is_refused_in_every_kind(left: int) -> None:
    assert set(KINDS) == set(GAMES)
    for game, kinds in KINDS.items():
        players = max(4, GAMES[game].least_active)
        out = list(range(players - left))
        for kind in kinds:
            with pytest.raises(HandRefused) as refused:
                score(game, players, {}, {"kind": kind, "sitting_out": out})
            assert (refused.value.code, refused.value.fact) == ("sitters", "sitting_out"), (game, kind)


def test_refusal_says_how_many_play() -> None:
    told = {"game": "any_game", "players": 4, "hand": {"kind": "pass", "sitting_out": [0, 1, 2]}}
    said = answer(told)["refused"]["message"]
    assert said == "Two at least play a hand, not 1: say who sits out."


@pytest.mark.parametrize(("game", "edition", "hand"), OLDER)
def test_hand_of_an_older_edition_keeps_its_score(game: str, edition: int, hand: dict[str, Any]) -> None:
    told = hand | {"sitting_out": [0, 1, 2, 3], "dealer": 0}
    with pytest.raises(HandRefused):
        score(game, 4, {}, told)
    scored = score(game, 4, {}, told | {"edition": edition})
    assert set(scored.points) == {0}
