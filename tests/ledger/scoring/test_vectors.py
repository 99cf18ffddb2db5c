"""Scored hands and impossible hands, collected from the rule documents: the formulas must reproduce them."""

import json
from pathlib import Path
from typing import Any

import pytest

from ledger.scoring import GAMES
from scorekeeper.text.wire import answer
from tests.each import check_each

DATA = Path(__file__).parent / "data"


DOCUMENTED = [game for game in GAMES if game != "any_game"]


def cases(name: str, game: str) -> dict[str, dict[str, Any]]:
    found = json.loads((DATA / name).read_text())
    return {case["id"]: case for case in found if case["game"] == game}


def request(case: dict[str, Any]) -> dict[str, Any]:
    return {name: case[name] for name in ("game", "players", "rules", "hand")}


@pytest.mark.parametrize("game", DOCUMENTED)
def test_a_hand_is_worth_what_the_documents_say(game: str) -> None:
    def check(case: dict[str, Any]) -> None:
        answered = answer(request(case))
        assert {name: answered.get(name) for name in case["expect"]} == case["expect"], answered

    check_each(cases("vectors.json", game), check)


@pytest.mark.parametrize("game", DOCUMENTED)
def test_a_hand_that_cannot_be_is_refused(game: str) -> None:
    def check(case: dict[str, Any]) -> None:
        refused = answer(request(case))["refused"]
        assert refused["code"].replace("_", "").isalpha()
        assert refused["message"].endswith(".")
        assert refused["fact"]

    check_each(cases("invalid.json", game), check)
