"""What differs between two sheets of rules, in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.scoring import GAMES, HandRefused
from ledger.scoring.differences import differences, preset_like
from ledger.scoring.examples import examples, usual_players
from ledger.scoring.option import Option, differing, options, read_rules
from scorekeeper.text.rules import changes
from tests.steady import steady


def said(before: dict[str, object], after: dict[str, object]) -> list[str]:
    return [str(one) for one in changes(("sheepshead", before), ("sheepshead", after))]


def test_every_kind_of_option_has_its_words() -> None:
    assert said({}, {"bump": False}) == ["Double on the bump: yes → no"]
    assert said({}, {"no_picker": "doubler"}) == ["If nobody picks: a leaster → a doubler"]
    assert said({"blitz": ["red_queens"]}, {}) == ["Blitzes: both red queens → none"]
    assert said({}, {"blitz": ["red_queens", "black_queens"]}) == [
        "Blitzes: none → both black queens, both red queens"
    ]
    assert said({"cap": 4}, {"cap": None}) == ["Limit of the doublings: 4 → none"]


def test_what_is_said_and_what_is_left_out_is_the_same() -> None:
    assert said({}, {"bump": True, "cap": None, "blitz": []}) == []


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
    assert preset_like("sheepshead", first.values) == first.key
    assert [preset_like("sheepshead", preset.values) for preset in others] == [one.key for one in others]
    assert preset_like("sheepshead", first.values, others[0].key) == first.key
    assert preset_like("sheepshead", {"bump": False, "renege_level": 3, "cap": 7}) == ""
    assert preset_like("sheepshead", {"bump": False, "renege_level": 3, "cap": 7}, first.key) == ""


def test_a_bavarian_table_that_was_written_before_its_preset_left_games_out_keeps_its_name() -> None:
    now = next(one for one in GAMES["mehrkopf"].presets if one.key == "bavarian_table")
    before = {name: value for name, value in now.values.items() if name != "contracts"}
    assert preset_like("mehrkopf", before, "bavarian_table") == "bavarian_table"
    assert preset_like("mehrkopf", before | {"stock": 20}, "bavarian_table") == ""


def values_of(option: Option) -> st.SearchStrategy[object]:
    if option.kind == "number":
        return st.integers(option.low or 0, min(option.high or 9, 50))
    if option.kind == "text":
        return st.text("ab {}", max_size=option.longest).map(str.strip)
    chosen = st.sampled_from([choice.value for choice in option.choices])
    return st.lists(chosen, unique=True) if option.kind == "several" else chosen


RULES = st.sampled_from(sorted(GAMES)).flatmap(
    lambda game: st.tuples(
        st.just(game),
        st.fixed_dictionaries({}, optional={one.name: values_of(one) for one in options(GAMES[game].rules)}),
    )
)


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
