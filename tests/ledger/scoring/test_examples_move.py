"""Every option of the house-rule sheet redraws the chart or an example hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, product
from typing import Any

import pytest

from ledger.scoring import GAMES
from ledger.scoring.examples import examples, moves, moving_first, usual_players
from ledger.scoring.game import Game
from ledger.scoring.option import Option, options, read_rules
from scorekeeper.forms.rules import asked
from scorekeeper.rule_chart import drawn_chart
from scorekeeper.rule_sheet import rule_lines

MOVE_NOTHING = {
    "doubler_deal": "who deals next moves no points",
    "redeal_deal": "who deals next moves no points",
    "no_bid": "what is usual when nobody bids; the dealer chooses each time",
    "fewster_blind": "what is usual; who got the blind is told with every hand",
}
"""Options that move no amount, each with the reason."""

TOGETHER: Mapping[str, Mapping[str, Any]] = {
    "cap_scope": {"crack": "recrack", "cap": 4},
    "cap_unit": {"crack": "recrack", "cap": 2},
    "blitz_four_jacks": {"blitz": ("four_jacks",), "blitz_timing": "any"},
    "showdown_take": {"pot": "leaster", "pot_end": "showdown"},
    "sheepshead_fail": {"call_sheepshead": True},
}
"""Options that need more than one other value before they do anything."""

ALL = [(game, option) for game in GAMES.values() for option in asked(game)]


def values_of(option: Option) -> list[Any]:
    if option.kind == "several":
        return [(), *[(choice.value,) for choice in option.choices]]
    if option.kind == "number":
        low = option.low or 0
        off = [None] if option.may_be_off else []
        return [*off, option.default or low, *{min(number, option.high or 9) for number in (low, low + 1, 9)}]
    return [choice.value for choice in option.choices]


def companions(game: Game, option: Option) -> Iterator[Mapping[str, Any]]:
    yield TOGETHER.get(option.name, {})
    for other in asked(game):
        if other.name != option.name:
            yield from ({other.name: value} for value in values_of(other) if value != other.default)


def shown(game: Game, values: Mapping[str, Any], players: int) -> object:
    rules = read_rules(game.rules, values)
    worths = {one.title: (one.scored.points, one.scored.pot_delta) for one in examples(game, rules, players)}
    return drawn_chart(game, rules, players), worths


def redraws(game: Game, option: Option) -> bool:
    tables = sorted(
        range(game.least_active, game.most_active + 1), key=lambda one: one != usual_players(game)
    )
    here = chain(product(companions(game, option), tables[:1]), product(companions(game, option), tables[1:]))
    for others, players in here:
        drawn = [shown(game, {**others, option.name: value}, players) for value in values_of(option)]
        if any(one != drawn[0] for one in drawn):
            return True
    return False


@pytest.mark.parametrize(("game", "option"), ALL, ids=[f"{game.key}-{option.name}" for game, option in ALL])
def test_every_option_redraws_something(game: Game, option: Option) -> None:
    assert redraws(game, option) != (option.name in MOVE_NOTHING)


def test_the_examples_that_move_come_first() -> None:
    game = GAMES["sheepshead"]
    before, after = read_rules(game.rules, {}), read_rules(game.rules, {"renege_pays": "everyone"})
    found = examples(game, after, 5)
    first = moving_first(game, found, before)
    assert sorted(one.title for one in first) == sorted(one.title for one in found)
    assert "renege" in first[0].title
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
    assert "cap" in on_the_card(crack="crack", cap=4) & on_the_card(blitz=("red_queens",), cap=4)
    assert "cap" not in on_the_card(cap=4)
    assert {"pot", "pot_take"} <= on_the_card(pot="leaster")
    assert "newcomer" not in on_the_card(newcomer="divides")
    assert "newcomer" in on_the_card(newcomer="divides", pot="leaster")
    assert "showdown_take" not in on_the_card(showdown_take="one", pot_end="showdown")
    assert "showdown_take" in on_the_card(showdown_take="one", pot_end="showdown", pot="leaster")


def test_every_option_needs_options_and_values_of_its_own_game() -> None:
    for game in GAMES.values():
        known = {option.name: option for option in options(game.rules)}
        for option in known.values():
            for name, values in option.needs:
                assert [known[name].read(value) for value in values] == list(values)
