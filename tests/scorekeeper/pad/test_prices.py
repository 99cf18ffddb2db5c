"""What every result would bring at a table as it stands: the engine's answer for each that can be told."""

from typing import Any

from ledger.scoring import GAMES, HandRefused, read_rules
from scorekeeper.pad.prices import scored_results, scored_ties

GAME = GAMES["sheepshead"]
RULES = read_rules(GAME.rules, {})


def won_or_lost(code: str, partners: int) -> dict[str, Any]:
    if code == "untold":
        raise HandRefused("result_missing")
    return {"kind": "picked", "picker": 0, "partners": list(range(1, 1 + partners)), "result": code}


def test_every_result_has_its_price_for_every_number_of_partners() -> None:
    found = scored_results(GAME, RULES, 5, ["won", "lost"], range(2), won_or_lost)
    assert {key: scored.points[0] for key, scored in found.items()} == {
        ("won", 0): 4,
        ("won", 1): 2,
        ("lost", 0): -8,
        ("lost", 1): -4,
    }


def test_what_cannot_be_has_no_price() -> None:
    found = scored_results(GAME, RULES, 5, ["won", "untold", "draw"], range(3), won_or_lost)
    assert list(found) == [("won", 0), ("won", 1)]  # five have no second partner


def shared_leaster(code: str, winners: int) -> dict[str, Any]:
    return {"kind": code, "winners": list(range(winners))}


def test_a_tie_has_its_price_by_how_many_share_it() -> None:
    found = scored_ties(GAME, RULES, 5, (0, 1, 2), shared_leaster, "leaster")
    assert list(found) == [0, 1, 2]
    assert found[0] is None
    assert [scored.points[0] for scored in (found[1], found[2]) if scored] == [4, 1.5]
