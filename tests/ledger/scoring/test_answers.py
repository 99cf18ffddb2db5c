"""All that an answer says besides its points: every line of its receipt, who was what, and what it leaves."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from ledger.messages import Message
from ledger.scoring import Scored, score
from ledger.scoring.scored import Reason
from tests.each import check_each
from tests.words import detail, label, text

DATA = Path(__file__).parent / "data"
NAMES = ("Ann", "Ben", "Cleo", "Dave", "Edith")
WON = {True: "yes", False: "no", None: "-"}


def named(code: str, case: str, params: Mapping[str, object]) -> str:
    said = f"{code}.{case}" if case else code
    return " ".join([said, *(f"{name}={value}" for name, value in sorted(params.items()))])


def worded(one: Message) -> str:
    return named(one.code, one.case, one.params)


def line(one: Reason) -> str:
    parts = (
        named(one.code, one.case, one.params),
        " ".join(map(str, one.points)),
        "; ".join(map(worded, one.why)),
        "seats " + " ".join(map(str, one.seats)),
        f"rule {one.rule or ''}",
        f"source {one.source}",
        "" if one.factor is None else f"x {one.factor}",
    )
    return " | ".join(parts)


def said(scored: Scored) -> list[str]:
    money = " ".join(map(str, scored.money or ()))
    went = f"row {scored.row} dealer {scored.next_dealer} pot {scored.pot_delta} factor {scored.factor}"
    beside = {"totals": scored.totals, "compared": scored.compared}
    after = scored.carried_after.answer(len(scored.points))
    return [
        *map(line, scored.reasons),
        f"label {worded(scored.label)}",
        "roles " + " ".join(role or "-" for role in scored.roles),
        "won " + " ".join(WON[won] for won in scored.won),
        f"{went} money {money}",
        *(f"{name} {' '.join(map(str, worths))}" for name, worths in beside.items() if worths),
        "after " + json.dumps(after, default=str, sort_keys=True),
    ]


def check_answer(case: dict[str, Any]) -> None:
    assert said(score(case["game"], case["players"], case["rules"], case["hand"])) == case["says"]


def check_words(case: dict[str, Any]) -> None:
    game = case["game"]
    found = score(game, case["players"], case["rules"], case["hand"])
    words = [(text(game, line, NAMES), detail(game, line, NAMES)) for line in found.reasons]
    lines = [f"{line}: {why}" if why else line for line, why in words]
    assert [label(game, found), *lines] == case["words"]


@pytest.mark.parametrize(("file", "check"), [("answers.json", check_answer), ("words.json", check_words)])
def test_answer_says_why_and_who_was_what(file: str, check: Callable[[dict[str, Any]], None]) -> None:
    check_each({case["id"]: case for case in json.loads((DATA / file).read_text())}, check)
