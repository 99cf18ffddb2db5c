"""Every option of the house-rule sheet redraws the chart or an example hand, where it is seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from ledger.scoring import GAMES
from ledger.scoring.examples import Example, examples, moves, moving_first, touched_first, usual_players
from ledger.scoring.game import Game
from ledger.scoring.option import Option, options, read_rules
from scorekeeper.pages.group.rule_sheet import MOST_EXAMPLES, example_views, rule_lines
from scorekeeper.pages.group.rules_form import asked
from scorekeeper.presenters.rule_chart import chart_view
from tests.each import check_each
from tests.ledger.scoring import drawing

MOVE_NOTHING = {
    "doubler_deal": "who deals next moves no points",
    "redeal_deal": "who deals next moves no points",
    "bock_stack": "how many deals count double moves no points of any of them",
    "money": "only the end of a night is worth money",
    "target": "only said when somebody comes to it",
    "has_bids": "bids stand beside the points",
    "play_to": "who has won the night is said beside the points",
    "no_bid": "what is usual when nobody bids; the dealer chooses each time",
    "fewster_blind": "what is usual; who got the blind is told with every hand",
}
"""Options that move no amount, each with the reason."""

TOGETHER: Mapping[str, Mapping[str, Any]] = {
    "no_picker_after": {"no_picker_then": "forced"},
    "trickless_trigger": {"trickless_loss": "picker_pays"},
    "crack_corner": {"crack": "recrack"},
    "blitz": {"crack": "crack"},
    "blitz_timing": {"blitz": ("red_queens",)},
    "blitz_four_jacks": {"blitz": ("four_jacks",), "blitz_timing": "any"},
    "cap": {"crack": "recrack"},
    "cap_scope": {"crack": "recrack", "cap": 4},
    "cap_unit": {"crack": "recrack", "cap": 2},
    "unpicked_bump": {"partner": "queens"},
    "showdown_take": {"pot_end": "showdown"},
}
"""Options that need another value besides those they say they need before they do anything."""

BRINGS = {
    "no_bid": "the Muss or the Ramsch that it names is played, so that its hand can be shown",
}
"""Of options that move no amount those that bring a hand of their own, each with which."""

AT = {"two_handed": 2, "two_handed_safe": 2, "unpicked_bump": 4}
"""Options that do something only where so many play."""

STILL = [(game, option) for game in GAMES.values() for option in asked(game) if option.name in MOVE_NOTHING]
Preview = tuple[Any, tuple[tuple[str, Any], ...]]


def ids(found: list[tuple[Game[Any], Option]]) -> list[str]:
    return [f"{game.key}-{option.name}" for game, option in found]


def needed(game: Game[Any], option: Option) -> dict[str, Any]:
    """Other options as this one needs them to be awake, the plainest way."""
    found: dict[str, Any] = {}
    for name, values in option.needs[:1]:
        other = next(one for one in options(game.rules) if one.name == name)
        awake = [value for value in other.others(other.default) if value not in (None, False, "off", ())]
        found |= needed(game, other)
        if other.kind == "several" and values:
            found[name] = tuple({*other.default, values[0]})
        elif not values or other.default not in values:
            found[name] = values[0] if values else awake[0]
    chief = next((one for one in options(game.rules) if one.name == option.name.rpartition("_")[0]), None)
    if chief and chief.default == "off":
        found[chief.name] = chief.others("off")[0]
    return found


def preview(game: Game[Any], option: Option, values: Mapping[str, Any], players: int) -> Preview:
    """What the page shows of such rules after this option was touched: the chart, and the example hands."""
    rules, before = read_rules(game.rules, values), read_rules(game.rules, {})
    found = example_views(game, rules, players, before=before, touched=(option,))
    assert len(found) <= MOST_EXAMPLES
    return chart_view(game, rules, players), tuple((one["title"], one["worths"]) for one in found)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_option_shows_on_the_page_what_it_changes(game: Game[Any]) -> None:
    def check(option: Option) -> None:
        players = AT.get(option.name, usual_players(game))
        others = needed(game, option) | dict(TOGETHER.get(option.name, {}))
        plain = preview(game, option, others, players)
        shown = [
            preview(game, option, {**others, option.name: value}, players)
            for value in option.others(option.default)
        ]
        assert any(one != plain for one in shown)

    check_each({option.name: option for option in asked(game) if option.name not in MOVE_NOTHING}, check)


def any_rules(game: Game[Any], luck: Random) -> dict[str, Any]:
    return {option.name: drawing.value(luck, option) for option in asked(game)}


def worths_of(game: Game[Any], values: Mapping[str, Any], players: int) -> dict[Any, object]:
    """What is shown: of every example hand what it brings, and the chart."""
    rules = read_rules(game.rules, values)
    worths = {one.title: (one.scored.points, one.scored.pot_delta) for one in examples(game, rules, players)}
    return {**worths, "chart": chart_view(game, rules, players)}


@pytest.mark.parametrize(("game", "option"), STILL, ids=ids(STILL))
def test_what_moves_nothing_moves_nothing_whatever_else_is_played(game: Game[Any], option: Option) -> None:
    luck = Random(option.name)
    for _ in range(40):
        others = any_rules(game, luck)
        players = luck.randint(game.least_active, game.most_active)
        values = values_at_hand(option)
        first, *rest = [worths_of(game, others | {option.name: value}, players) for value in values]
        for one in rest:
            assert one.keys() == first.keys() or option.name in BRINGS
            assert all(one[title] == first[title] for title in one.keys() & first.keys())


def is_of(example: Example, title: str) -> bool:
    return example.title.case == title


def test_the_hands_that_the_touched_option_moves_come_before_those_others_moved() -> None:
    game = GAMES["sheepshead"]
    before = read_rules(game.rules, {})
    rules = read_rules(game.rules, {"bump": False, "three_kings": 2})
    known = {option.name: option for option in options(game.rules)}
    found = moving_first(game, examples(game, rules, 5), before)
    assert not is_of(found[0], "three_kings")
    first = touched_first(found, game, rules, known["three_kings"])
    assert {one.title for one in first} == {one.title for one in found}
    assert is_of(first[0], "three_kings")
    assert first[1:] == tuple(one for one in found if one is not first[0])
    drawn = example_views(game, rules, 5, before=before, touched=(known["three_kings"],))
    assert "three kings" in drawn[0]["title"]
    assert len(drawn) == MOST_EXAMPLES


def values_at_hand(option: Option) -> Iterator[Any]:
    yield option.default
    yield from option.others(option.default)


def check_other_values(option: Option) -> None:
    for value in values_at_hand(option):
        others = option.others(value)
        assert others
        assert value not in others
        assert [option.read(other) for other in others] == list(others)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_other_values_of_an_option_can_be_played(game: Game[Any]) -> None:
    check_each({option.name: option for option in asked(game)}, check_other_values)


def test_the_examples_that_move_come_first() -> None:
    game = GAMES["sheepshead"]
    before, after = read_rules(game.rules, {}), read_rules(game.rules, {"renege_pays": "everyone"})
    found = examples(game, after, 5)
    first = moving_first(game, found, before)
    assert {one.title for one in first} == {one.title for one in found}
    assert is_of(first[0], "partner_reneges")
    assert [moves(game, one, before) for one in first[:3]] == [True, True, False]


def on_the_card(**values: Any) -> set[str]:
    game = GAMES["sheepshead"]
    lines = rule_lines(game, read_rules(game.rules, values))
    return {option.name for _, section in lines for option, _, _ in section}


def test_the_card_leaves_out_what_sleeps() -> None:
    usual = on_the_card()
    assert not usual & {"doubler_stack", "cap", "blitz", "pot", "pot_take", "moster_tie"}
    assert {"bump", "crack", "no_picker", "leaster_tie"} <= usual
    assert "leaster_tie" not in on_the_card(no_picker="redeal")
    assert "doubler_stack" in on_the_card(no_picker="doubler") & on_the_card(sixty_doubles=True)
    assert "cap" in on_the_card(crack="crack", cap=4) & on_the_card(
        blitz=("red_queens",), blitz_timing="any", cap=4
    )
    assert "blitz" not in on_the_card(blitz=("red_queens",))
    assert "pot" not in on_the_card(pot="leaster", no_picker="doubler")
    assert "pot" in on_the_card(pot="any", no_picker="doubler")
    assert "pot_take" in on_the_card(mauer=1, mauer_to="pot")
    assert "cap" not in on_the_card(cap=4)
    assert {"pot", "pot_take"} <= on_the_card(pot="leaster")
    assert "newcomer" not in on_the_card(newcomer="divides")
    assert "newcomer" in on_the_card(newcomer="divides", pot="leaster")
    assert "showdown_take" not in on_the_card(showdown_take="one", pot_end="showdown")
    assert "showdown_take" in on_the_card(showdown_take="one", pot_end="showdown", pot="leaster")


def test_the_card_has_a_price_of_its_own_only_where_the_game_is_played() -> None:
    game = GAMES["mehrkopf"]

    def card(**values: Any) -> set[str]:
        lines = rule_lines(game, read_rules(game.rules, values))
        return {option.name for _, section in lines for option, _, _ in section}

    own = {"base_wenz", "laufende_min_geier"}
    assert not own & card()
    assert own <= card(base_wenz=4, laufende_min_geier=3)
    assert own & card(base_wenz=4, laufende_min_geier=3, contracts=["wenz"]) == {"base_wenz"}
    assert own & card(base_wenz=4, laufende_min_geier=3, laufende=False) == {"base_wenz"}


def test_every_option_needs_options_and_values_of_its_own_game() -> None:
    for game in GAMES.values():
        known = {option.name: option for option in options(game.rules)}
        for option in known.values():
            for name, values in option.needs:
                is_tick = known[name].kind == "several"
                told = [(value,) if is_tick else value for value in values]
                assert [known[name].read(value) for value in told] == told
