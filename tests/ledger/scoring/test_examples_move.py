"""Every option of the house-rule sheet redraws the chart or an example hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, product
from typing import Any

import pytest

from ledger.scoring import GAMES
from ledger.scoring.examples import examples, moves, moving_first, usual_players
from ledger.scoring.game import Game
from ledger.scoring.option import Option, read_rules
from scorekeeper.forms.rules import asked
from scorekeeper.rule_chart import drawn_chart

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
