"""What the engine works out once, while it is loaded: results, calls, contracts, and what an option declares.

A test comes too late to see that being done, so the engine is loaded once more here, beside the one in use.
"""

import importlib
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import ledger
from ledger.scoring import GAMES, score
from ledger.scoring.option import Choice, Option, choice, number, options, several, switch

VECTORS = json.loads((Path(__file__).parent / "data" / "vectors.json").read_text())
Row = tuple[str, str, str, int | None, int | None]


@contextmanager
def loaded_anew() -> Iterator[ModuleType]:
    """The engine as a new process loads it; afterwards the one in use is back."""
    in_use = {name: module for name, module in sys.modules.items() if is_engine(name)}
    for name in in_use:
        del sys.modules[name]
    try:
        yield importlib.import_module("ledger.scoring")
    finally:
        for name in [name for name in sys.modules if is_engine(name)]:
            del sys.modules[name]
        sys.modules.update(in_use)
        ledger.scoring = in_use["ledger.scoring"]


def is_engine(name: str) -> bool:
    return name == "ledger.scoring" or name.startswith("ledger.scoring.")


def rows(chart: Any) -> list[Row]:
    return [(row.code, row.side, row.bracket, row.low, row.high) for row in chart.rows]


def answered(scored: Any, players: int) -> dict[str, Any]:
    """What the documents say of a hand, out of what the engine answers."""
    found = {
        "points": [str(point) for point in scored.points],
        "pot_delta": str(scored.pot_delta),
        "next_dealer": scored.next_dealer,
        **scored.carried_after.answer(players),
    }
    for name in ("totals", "money"):
        told = getattr(scored, name)
        found[name] = None if told is None else [str(point) for point in told]
    return found


def told(scored: Any) -> tuple[object, ...]:
    """What the receipt says, and how it went."""
    lines = [vars(line) for line in scored.reasons]
    return lines, scored.label, scored.row, scored.roles, scored.won, scored.factor


def test_an_engine_that_is_loaded_says_what_the_documents_say() -> None:
    with loaded_anew() as engine:
        for case in VECTORS:
            scored = engine.score(case["game"], case["players"], case["rules"], case["hand"])
            found = answered(scored, case["players"])
            assert {name: found.get(name) for name in case["expect"]} == case["expect"], case["id"]
            assert told(scored) == told(score(case["game"], case["players"], case["rules"], case["hand"]))


SHEEPSHEAD: list[Row] = [
    ("won", "won", "61–90", 61, 90),
    ("won_schneider", "won", "91–120", 91, 120),
    ("won_all_tricks", "won", "all tricks", None, None),
    ("lost", "lost", "31–60", 31, 60),
    ("lost_schneider", "lost", "0–30", 0, 30),
    ("lost_no_trick", "lost", "no trick", None, None),
]
"""SH-003, SH-004, SH-006, SH-007."""

SCHAFKOPF: list[Row] = [
    ("won", "won", "61–90", 61, 90),
    ("won_schneider", "won", "91–120", 91, 120),
    ("won_schwarz", "won", "all tricks", None, None),
    ("lost", "lost", "31–60", 31, 60),
    ("lost_schneider", "lost", "0–30", 0, 30),
    ("lost_schwarz", "lost", "no trick", None, None),
]
"""MK-002, MK-003, MK-004, MK-015."""

INDIANA: list[Row] = [
    ("won_2", "won", "61–90", 61, 90),
    ("won_4", "won", "91–120", 91, 120),
    ("won_6", "won", "all tricks", None, None),
    ("lost_2", "lost", "31–60", 31, 60),
    ("lost_4", "lost", "0–30", 0, 30),
    ("lost_6", "lost", "no trick", None, None),
]
"""SI-002, SI-003."""


def test_the_results_of_a_hand_have_their_brackets() -> None:
    with loaded_anew() as engine:
        found = {key: (game.rules(), game.chart) for key, game in engine.GAMES.items()}
        assert rows(found["sheepshead"][1](found["sheepshead"][0], 5)) == SHEEPSHEAD
        assert rows(found["mehrkopf"][1](found["mehrkopf"][0], 4)) == SCHAFKOPF
        assert rows(found["southern_indiana"][1](found["southern_indiana"][0], 4)) == INDIANA


def test_the_rows_of_a_chart_have_their_words() -> None:
    with loaded_anew() as engine:
        for key, game in engine.GAMES.items():
            players = min(game.most_active, 4)
            anew, here = game.chart(game.rules(), players), GAMES[key].chart(GAMES[key].rules(), players)
            assert [vars(row) for row in anew.rows] == [vars(row) for row in here.rows]
            assert [vars(cell) for cell in anew.cells.values()] == [vars(c) for c in here.cells.values()]


def test_a_house_may_draw_the_line_of_schneider_elsewhere() -> None:
    with loaded_anew() as engine:
        game = engine.GAMES["sheepshead"]
        safe = rows(game.chart(game.rules(schneider_line="thirty_is_safe"), 5))
        ninety = rows(game.chart(game.rules(schneider_line="ninety_wins_double"), 5))
    assert safe[3:5] == [("lost", "lost", "30–60", 30, 60), ("lost_schneider", "lost", "0–29", 0, 29)]
    assert safe[:3] == SHEEPSHEAD[:3]
    assert ninety[:2] == [("won", "won", "61–89", 61, 89), ("won_schneider", "won", "90–120", 90, 120)]
    assert ninety[2:] == SHEEPSHEAD[2:]


BEASTS: dict[str, Any] = {"section": "beasts", "source": "X-1"}


def odd_rules() -> Any:
    """Declared when it is asked for, and not when this file is read."""

    @dataclass(frozen=True, kw_only=True)
    class OddRules:
        """One option of each kind, with all that can be declared."""

        dogs: bool = switch(
            True,
            on="bark",
            off="sleep",
            label="Dogs",
            help="What dogs do.",
            nicknames=("hounds",),
            rare=True,
            **BEASTS,
        )
        cats: bool = switch(False, label="Cats", help="Whether.", **BEASTS)
        birds: str = choice(
            "few",
            {"none": "none at all", "few": "a few"},
            label="Birds",
            help="How many.",
            needs=(("dogs", ()),),
            **BEASTS,
        )
        fish: tuple[str, ...] = several(
            {"carp": "a carp", "eel": "an eel"}, label="Fish", help="Which.", **BEASTS
        )
        frogs: int | None = number(None, low=2, high=9, label="Frogs", help="Up to.", **BEASTS)
        newts: int = number(3, low=1, high=4, label="Newts", help="How many.", **BEASTS)

    return OddRules


def test_an_option_is_what_it_was_declared_to_be() -> None:
    yes, no = Choice(value=True, label="yes"), Choice(value=False, label="no")
    bark, sleep = Choice(value=True, label="bark"), Choice(value=False, label="sleep")
    few = (Choice(value="none", label="none at all"), Choice(value="few", label="a few"))
    fish = (Choice(value="carp", label="a carp"), Choice(value="eel", label="an eel"))
    rules = odd_rules()
    dogs, cats, birds, carps, frogs, newts = options(rules)
    words: dict[str, Any] = {"label": "Dogs", "help": "What dogs do.", "nicknames": ("hounds",), "rare": True}
    assert dogs == Option(name="dogs", kind="switch", default=True, choices=(bark, sleep), **words, **BEASTS)
    words = {"label": "Cats", "help": "Whether."}
    assert cats == Option(name="cats", kind="switch", default=False, choices=(yes, no), **words, **BEASTS)
    words = {"label": "Birds", "help": "How many.", "needs": (("dogs", ()),)}
    assert birds == Option(name="birds", kind="choice", default="few", choices=few, **words, **BEASTS)
    words = {"label": "Fish", "help": "Which."}
    assert carps == Option(name="fish", kind="several", default=(), choices=fish, **words, **BEASTS)
    words = {"label": "Frogs", "help": "Up to.", "low": 2, "high": 9, "may_be_off": True}
    assert frogs == Option(name="frogs", kind="number", default=None, **words, **BEASTS)
    words = {"label": "Newts", "help": "How many.", "low": 1, "high": 4, "may_be_off": False}
    assert newts == Option(name="newts", kind="number", default=3, **words, **BEASTS)
    assert rules() == rules(dogs=True, cats=False, birds="few", fish=(), frogs=None, newts=3)


def test_a_result_is_named_by_its_row() -> None:
    told = {"kind": "picked", "picker": 0, "partners": [1], "result": "won", "side_points": 60}
    with loaded_anew() as engine:
        with pytest.raises(engine.HandRefused) as refused:
            engine.score("sheepshead", 5, {}, told)
        row: Any = refused.value.params["result"]
    assert (row.code, row.case, row.params) == ("row", "won", {"low": 61, "high": 90})
