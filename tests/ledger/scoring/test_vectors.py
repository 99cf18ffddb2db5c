"""Scored hands and impossible hands, collected from the rule documents: the formulas must reproduce them."""

import json
from pathlib import Path
from typing import Any

import pytest

from ledger.scoring import GAMES
from scorekeeper.text.wire import answer

DATA = Path(__file__).parent / "data"


def cases(name: str) -> list[Any]:
    found = json.loads((DATA / name).read_text())
    return [pytest.param(case, id=case["id"]) for case in found if case["game"] in GAMES]


def request(case: dict[str, Any]) -> dict[str, Any]:
    return {name: case[name] for name in ("game", "players", "rules", "hand")}


@pytest.mark.parametrize("case", cases("vectors.json"))
def test_a_hand_is_worth_what_the_documents_say(case: dict[str, Any]) -> None:
    answered = answer(request(case))
    assert {name: answered.get(name) for name in case["expect"]} == case["expect"], answered


@pytest.mark.parametrize("case", cases("invalid.json"))
def test_a_hand_that_cannot_be_is_refused(case: dict[str, Any]) -> None:
    refused = answer(request(case))["refused"]
    assert refused["code"].replace("_", "").isalpha()
    assert refused["message"].endswith(".")
    assert refused["fact"]
