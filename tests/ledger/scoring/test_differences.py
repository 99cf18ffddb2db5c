"""What differs between two sheets of rules, in words."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.scoring import GAMES, HandRefused
from ledger.scoring.differences import differences, preset_like
from ledger.scoring.examples import examples, usual_players
from ledger.scoring.game import Preset
from ledger.scoring.option import differing, options, read_rules
from scorekeeper.text.rules import changes
from tests.ledger.scoring import drawing
from tests.steady import steady


def said(before: dict[str, object], after: dict[str, object]) -> list[str]:
    return [str(one) for one in changes(("sheepshead", before), ("sheepshead", after))]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ({}, {"bump": False}, ["Double on the bump: yes → no"]),
        ({}, {"no_picker": "doubler"}, ["If nobody picks: a leaster → a doubler"]),
        ({"blitz": ["red_queens"]}, {}, ["Blitzes: both red queens → none"]),
        (
            {},
            {"blitz": ["red_queens", "black_queens"]},
            ["Blitzes: none → both black queens, both red queens"],
        ),
        ({"cap": 4}, {"cap": None}, ["Limit of the doublings: 4 → none"]),
        ({}, {"bump": True, "cap": None, "blitz": []}, []),
    ],
)
def test_every_kind_of_option_has_its_words(
    before: dict[str, object], after: dict[str, object], words: list[str]
) -> None:
    assert said(before, after) == words


def test_differences_come_in_the_order_of_the_rule_card() -> None:
    changed = {"pot": "leaster", "bump": False, "crack": "crack"}
    assert [line.split(":")[0] for line in said({}, changed)] == ["Double on the bump", "Cracking", "A pot"]


def test_another_game_says_what_is_not_as_usual_there() -> None:
    found = changes(("sheepshead", {"bump": False}), ("sheepshoof", {"bump": True}))
    assert [str(one) for one in found] == ["The game: Sheepshead → Sheepshoof", "Double on the bump: yes"]


def test_rules_nobody_can_play_are_refused() -> None:
    with pytest.raises(HandRefused):
        differences(("sheepshead", {}), ("sheepshead", {"bump": "perhaps"}))


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_knows_itself_and_shows_example_hands(game: str) -> None:
    for preset in GAMES[game].presets:
        assert preset_like(game, preset.values, preset.key) == preset.key
        shown = examples(
            GAMES[game], read_rules(GAMES[game].rules, preset.values), usual_players(GAMES[game])
        )
        assert shown
        even = [one.scored.compared or one.scored.points for one in shown]
        assert all(sum(one) + shown[at].scored.pot_delta == 0 for at, one in enumerate(even))


def test_rules_are_like_the_preset_that_says_the_same() -> None:
    first, *others = GAMES["sheepshead"].presets
    assert [preset_like("sheepshead", one.values) for one in (first, *others)] == [
        one.key for one in (first, *others)
    ]
    own: dict[str, object] = {"bump": False, "renege_level": 3, "cap": 7}
    for values, key, like in ((first.values, others[0].key, first.key), (own, "", ""), (own, first.key, "")):
        assert preset_like("sheepshead", values, key) == like


def test_a_bavarian_table_that_was_written_before_its_preset_left_games_out_keeps_its_name() -> None:
    now = next(one for one in GAMES["mehrkopf"].presets if one.key == "bavarian_table")
    before = {name: value for name, value in now.values.items() if name != "contracts"}
    assert preset_like("mehrkopf", before, "bavarian_table") == "bavarian_table"
    assert preset_like("mehrkopf", before | {"stock": 20}, "bavarian_table") == ""


STORED = json.loads((Path(__file__).parent / "data" / "presets.json").read_text())


@pytest.mark.parametrize("stored", STORED, ids=lambda one: f"{one['game']}/{one['preset']}")
def test_preset_of_stored_groups_still_names_the_options_they_keep(
    stored: dict[str, Any],
) -> None:
    game, preset, options = stored["game"], stored["preset"], stored["options"]
    assert preset_like(game, options, preset) == preset
    assert differing(read_rules(GAMES[game].rules, options)) == options


@pytest.mark.parametrize("preset", GAMES["mehrkopf"].presets, ids=lambda one: one.key)
def test_preset_of_schafkopf_says_its_amounts_in_a_sentence(preset: Preset) -> None:
    rules = read_rules(GAMES["mehrkopf"].rules, preset.values)
    amounts = {int(number) for number in re.findall(r"\d+", preset.help)}
    own = {value for name, value in preset.values.items() if name.startswith("base_")}
    assert f"Rufspiel {rules.base_normal}" in preset.help
    assert {rules.base_solo} | own <= amounts
    assert not rules.laufende or rules.laufende_rate in amounts


def drawn_rules(seed: int) -> tuple[str, dict[str, Any]]:
    luck = Random(seed)
    game = luck.choice(sorted(GAMES))
    some = [one for one in options(GAMES[game].rules) if luck.random() < 0.5]
    return game, {one.name: drawing.value(luck, one) for one in some}


RULES = st.integers(0, 2**48).map(drawn_rules)


@given(RULES)
@steady(150)
def test_rules_differ_from_the_usual_in_exactly_what_is_stored_of_them(
    rules: tuple[str, dict[str, object]],
) -> None:
    game, values = rules
    stored = differing(read_rules(GAMES[game].rules, values))
    found = differences((game, {}), (game, values))
    assert [one.option.name for one in found if one.option] == list(stored)
    assert differences((game, values), (game, stored)) == ()


@given(RULES)
@steady(150)
def test_example_hands_are_there_under_any_rules_the_sheet_allows(
    rules: tuple[str, dict[str, object]],
) -> None:
    game, values = rules
    read = read_rules(GAMES[game].rules, values)
    for players in range(GAMES[game].least_active, GAMES[game].most_active + 1):
        examples(GAMES[game], read, players)
