"""Seven at a table of Schafkopf: who can play a game can throw it in, and one may take a break."""

from typing import Any

import pytest

from ledger.folding import fold
from ledger.scoring import HandRefused, score
from ledger.sheet import Line

WENZ = {"kind": "played", "contract": "wenz", "partners": [], "result": "won"}


def can_be(told: dict[str, Any], rules: dict[str, Any]) -> bool:
    try:
        score("mehrkopf", 7, rules, told)
    except HandRefused:
        return False
    return True


@pytest.mark.parametrize("out", [[], [0], [0, 1], [0, 6], [1], [1, 2], [0, 1, 2], [0, 1, 2, 3]])
@pytest.mark.parametrize("rules", [{}, {"stock": 2}])
def test_a_game_is_thrown_in_wherever_it_can_be_played(out: list[int], rules: dict[str, Any]) -> None:
    table = {"dealer": 0, "sitting_out": out}
    declarer = next(seat for seat in range(7) if seat not in out)
    is_played = can_be({**WENZ, **table, "declarer": declarer}, rules)
    assert is_played == (0 in out)
    for kind in ("throw_in", "all_pass"):
        assert can_be({"kind": kind, **table}, rules) or not is_played


def sheet_of_seven(plays: int, skip: list[int], *hands: dict[str, Any]) -> Any:
    facts = {"seats": [1, 2, 3, 4, 5, 6, 7], "dealer": 1, "plays": plays, "skip": skip, "stake_cents": 1}
    in_force = {"version": 1, "game": "mehrkopf", "options": {"stock": 2}}
    lines = [Line(number=1, kind="opened", facts={**facts, "rules": in_force})]
    for number, told in enumerate(hands, start=2):
        said = {"seats": facts["seats"], "told": told, "rules": 1, "edition": 2}
        lines.append(Line(number=number, kind="hand", facts=said))
    return fold(lines)


@pytest.mark.parametrize("plays", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("skip", [[], [4], [4, 6], [3, 4]])
def test_every_table_of_seven_that_can_be_arranged_can_play(plays: int, skip: list[int]) -> None:
    active = sheet_of_seven(plays, skip).seating.active
    seats = [player - 1 for player in active]
    game = {**WENZ, "declarer": seats[0]}
    if len(seats) == 2:
        game = {**game, "contract": "rufspiel"}
    sheet = sheet_of_seven(plays, skip, {"kind": "throw_in"}, {"kind": "all_pass"}, {"kind": "throw_in"})
    assert sheet.hands == 3
    assert sheet_of_seven(plays, skip, game).hands == 1
