"""Every way in which a hand can be impossible: what is refused, next to which fact, and what it names."""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ledger.scoring import HandRefused, score
from ledger.words.messages import Message
from tests.each import check_each
from tests.words import why_not

DATA = Path(__file__).parent / "data"
CASES = json.loads((DATA / "refused.json").read_text())
RAMSCH: dict[str, Any] = {"kind": "played", "contract": "ramsch"}
PICKED: dict[str, Any] = {"kind": "picked", "picker": 0, "partners": [1], "result": "won"}
FEWSTER: dict[str, Any] = {"kind": "fewster", "sitting_out": [1]}
COUNTED: dict[str, Any] = {"points": [12, None, 12, 3], "tricks": [1, None, 3, 2]}
CALL: dict[str, Any] = {"kind": "call", "caller": 0, "partner": 2, "sitting_out": [1]}
BLITZ: dict[str, Any] = {"blitz": ["red_queens"], "blitz_timing": "any"}


def plain(value: object) -> object:
    """What a refusal names, as JSON can write it: of what was told its text, its number or its kind."""
    if isinstance(value, Message):
        said = value.params.get("text", value.params.get("number", value.case or value.code))
        return plain(said) if value.code == "value" else value.case
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    return str(value) if isinstance(value, Fraction) else value


def named(params: Mapping[str, object]) -> dict[str, object]:
    return {name: plain(value) for name, value in params.items()}


def check_refused(case: dict[str, Any]) -> None:
    with pytest.raises(HandRefused) as refused:
        score(case["game"], case["players"], case["rules"], case["hand"])
    found = refused.value
    code, _, kind = case["refused"].partition(".")
    assert (found.code, found.case, found.fact) == (code, kind, case["fact"])
    assert named(found.params) == case["says"]
    assert why_not(found).endswith((".", "?"))


@pytest.mark.parametrize("game", sorted({case["game"] for case in CASES}))
def test_what_cannot_be_is_refused_where_it_was_told(game: str) -> None:
    check_each({case["id"]: case for case in CASES if case["game"] == game}, check_refused)


JUNK: tuple[Any, ...] = ("?", {"x": 1}, -99, 2.5, [[]], 10**6, ["?"], [99])
"""What no fact can be."""

RARELY_TOLD: list[tuple[str, int, dict[str, Any], dict[str, Any]]] = [
    ("mehrkopf", 4, {"ramsch_jungfrau": "all"}, RAMSCH | {"losers": [0], "maidens": [3]}),
    ("mehrkopf", 4, {"ramsch_durchmarsch": "all_tricks"}, RAMSCH | {"durchmarsch": 1, "losers": [1]}),
    ("mehrkopf", 4, {"ramsch_tie": "decided"}, RAMSCH | {"losers": [0, 1], "tie_loser": 1}),
    ("sheepshead", 5, {"leaster_need_trick": False}, {"kind": "leaster", "winners": [0], "trickless": [1]}),
    ("sheepshead", 5, {"crack": "crack"}, PICKED | {"cracks": ["crack"], "cracks_by": [3]}),
    ("sheepshead", 5, BLITZ, PICKED | {"blitzes": ["red_queens"], "blitzes_by": [0]}),
    ("sheepshead", 6, {}, PICKED | {"sitting_out": [5], "dealer": 5}),
    ("sheepshead", 5, {"no_picker": "moster"}, {"kind": "moster", "losers": [0, 1]}),
    ("sheepshead", 5, {"no_picker": "schwanzer"}, {"kind": "schwanzer", "losers": [0, 1]}),
    ("sheepshead", 5, {"no_picker": "schwanzer"}, {"kind": "schwanzer", "strength": [5, 4, 3, 2, 1]}),
    ("sheepshoof", 4, {}, FEWSTER | {"points": [4, None, 12, 20], "tricks": [1, None, 3, 2]}),
    ("sheepshoof", 4, {}, FEWSTER | {"winners": [0, 2], "running": ["1", "0", "-1", "0"], "dealer": 3}),
    ("sheepshoof", 4, {}, FEWSTER | COUNTED | {"blind": [{"points": 5, "to": 3}, {"points": 4, "to": None}]}),
    ("sheepshoof", 4, {}, FEWSTER | {"winner": 0, "won_with": "points"}),
    ("southern_indiana", 5, {}, CALL | {"level": 2, "won": True, "race": [0, 4, 0, 2, 0], "dealer": 4}),
]


def each_way_of_telling() -> Iterator[tuple[str, int, dict[str, Any], dict[str, Any], str]]:
    """A hand for every fact that is told beside others of its kind, and that fact."""
    vectors = json.loads((DATA / "vectors.json").read_text())
    told = [(case["game"], case["players"], case["rules"], case["hand"]) for case in vectors]
    seen = set()
    for game, players, rules, hand in told + RARELY_TOLD:
        for fact in hand:
            way = (game, fact, hand["kind"], hand.get("contract"), frozenset(hand))
            if way not in seen:
                yield game, players, rules, hand, fact
            seen.add(way)


def test_junk_is_refused_next_to_the_fact_where_it_was_told() -> None:
    for game, players, rules, hand, fact in each_way_of_telling():
        for junk in JUNK:
            if (hand["kind"], fact, type(junk)) == ("sheet", "result", dict):
                continue  # a hand of its own, of no kind
            with pytest.raises(HandRefused) as refused:
                score(game, players, rules, hand | {fact: junk})
            assert refused.value.fact == fact, (game, hand, junk)
