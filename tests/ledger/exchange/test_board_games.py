"""The file of BG Stats becomes the table of a notebook: a row a play, against the average."""

import json
from datetime import date
from typing import Any

from ledger.exchange.board_games import LeftOut, as_notebook, is_board_games

GAMES = [
    {"id": 1, "name": "Azul", "highestWins": True},
    {"id": 2, "name": "Hearts", "highestWins": False},
    {"id": 3, "name": "Pandemic", "cooperative": True},
    {"id": 4, "name": "Love Letter", "noPoints": True},
]
PLAYERS = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben, the 2nd"}, {"id": 3, "name": "Cleo"}]


def play(game: int, day: str, *scores: Any, **more: Any) -> dict[str, Any]:
    said = [{"playerRefId": place, "score": score} for place, score in enumerate(scores, 1)]
    return {"uuid": "x", "gameRefId": game, "playDate": f"{day} 20:15:00", "playerScores": said, **more}


def export(*plays: Any) -> dict[str, Any]:
    return {"games": GAMES, "players": PLAYERS, "plays": list(plays), "locations": [], "userInfo": {}}


def test_plays_are_nights_against_the_average() -> None:
    said = export(play(1, "2024-03-02", "60", "45+5", "10"), play(2, "2024-03-01", "26", "0"))
    assert is_board_games(said)
    found = as_notebook(said)
    assert (found.plays, found.games, found.first, found.last) == (2, 2, date(2024, 3, 1), date(2024, 3, 2))
    assert found.text.splitlines() == [
        'Date,Ann,"Ben, the 2nd",Cleo',
        "2024-03-01,-13,13,",
        "2024-03-02,20,10,-30",
    ]


def test_thirds_stay_exact() -> None:
    found = as_notebook(export(play(1, "2024-03-02", "10", "0", "0")))
    assert found.text.splitlines()[1] == "2024-03-02,20/3,-10/3,-10/3"


def test_plays_without_points_are_counted_by_their_reason() -> None:
    found = as_notebook(
        export(
            play(3, "2024-03-02", "1", "2"),
            play(4, "2024-03-02", "1", "2"),
            play(1, "2024-03-02", "", "2"),
            play(1, "2024-03-02", "7"),
            play(1, "2024-03-02", "1.001", "2"),
            play(1, "2024-03-02", "1", "2", ignored=True),
            play(9, "2024-03-02", "1", "2"),
            {"playerScores": 5},
            None,
        )
    )
    assert found.plays == 0
    assert found.left_out == {
        LeftOut.NO_POINTS: 2, LeftOut.NO_SCORE: 1, LeftOut.ALONE: 1, LeftOut.TOO_FINE: 1,
        LeftOut.IGNORED: 1, LeftOut.DAMAGED: 3,
    }  # fmt: skip


def test_other_json_is_none_of_it() -> None:
    others: list[Any] = [{"plays": []}, [], json.loads("3"), {"games": 1, "players": [], "plays": []}]
    for said in others:
        assert not is_board_games(said)


def test_ids_that_are_no_ids_are_no_error() -> None:
    found = as_notebook(
        {"games": [{"id": []}], "players": [{"id": {}}], "plays": [play(1, "2024-03-02", "1")]}
    )
    assert (found.plays, found.left_out) == (0, {LeftOut.DAMAGED: 1})
