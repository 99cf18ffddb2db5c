"""Cases of public rule pages and of other programs' tests: what their source says a hand is worth."""

import json
from pathlib import Path
from typing import Any

from scorekeeper.text.wire import answer
from tests.each import check_each

CASES = json.loads((Path(__file__).parent / "data" / "public-cases.json").read_text())
SAID = {case["id"]: case for case in CASES if "why_not" not in case}


def check_case(case: dict[str, Any]) -> None:
    answered = answer({name: case[name] for name in ("game", "players", "rules", "hand")})
    assert answered.get(case["field"]) == case["expected"], answered


def test_hand_is_worth_what_its_source_says() -> None:
    check_each(SAID, check_case)


def test_every_other_case_names_its_reason() -> None:
    assert (len(CASES), len(SAID)) == (61, 55)
    assert all(case["why_not"].endswith(".") for case in CASES if case["id"] not in SAID)
