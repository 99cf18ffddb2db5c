"""Every option of the house-rule sheet redraws the chart or an example hand, where it is seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from ledger.scoring import GAMES
from ledger.scoring.examples import examples, usual_players
from ledger.scoring.game import Game
from ledger.scoring.mehrkopf.rules import WORDING, MehrkopfRules
from ledger.scoring.option import Option, options, read_rules
from scorekeeper.pages.group.rule_sheet import MOST_EXAMPLES, example_views, rule_lines
from scorekeeper.pages.group.rules_form import asked
from scorekeeper.presenters.rule_chart import chart_view
from tests.each import check_each
from tests.ledger.scoring import drawing

WORDS_OF_THE_TABLE = [option for option in options(MehrkopfRules) if option.section == WORDING]

# Options that move no amount, each with the reason.
MOVE_NOTHING = {
    "doubler_deal": "who deals next moves no points",
    "redeal_deal": "who deals next moves no points",
    "bock_stack": "how many deals count double moves no points of any of them",
    "money": "only the end of a night is worth money",
    "target": "only said when somebody comes to it",
    "has_bids": "bids stand beside the points",
    "play_to": "who has won the night is said beside the points",
    "no_bid": "what is usual when nobody bids; the dealer chooses each time",
    **{option.name: "a word of the table moves no points" for option in WORDS_OF_THE_TABLE},
    "fewster_blind": "what is usual; who got the blind is told with every hand",
}

# Options that need another value besides those they say they need before they do anything.
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
    "durchmarsch_knocks": {"klopfer": True},
}

# Of options that move no amount those that bring a hand of their own, each with which.
BRINGS = {
    "no_bid": "the Muss or the Ramsch that it names is played, so that its hand can be shown",
}

# Options that do something only where so many play.
AT = {"two_handed": 2, "two_handed_safe": 2, "unpicked_bump": 4, "hand": 3, "middle_even": 4}

Preview = tuple[Any, tuple[tuple[str, Any], ...]]


def needed(game: Game[Any], option: Option) -> dict[str, Any]:
    """Return other options as this one needs them to be awake, the plainest way."""
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
    """Return the chart and the example hands that the page shows after this option was touched."""
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


def worths_of(game: Game[Any], values: Mapping[str, Any], players: int) -> dict[Any, object]:
    rules = read_rules(game.rules, values)
    worths = {one.title: (one.scored.points, one.scored.pot_delta) for one in examples(game, rules, players)}
    return {**worths, "chart": chart_view(game, rules, players)}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_moves_nothing_moves_nothing_whatever_else_is_played(game: Game[Any]) -> None:
    def check(option: Option) -> None:
        luck = Random(option.name)
        for _ in range(40):
            others = {each.name: drawing.value(luck, each) for each in asked(game)}
            players = luck.randint(game.least_active, game.most_active)
            values = values_at_hand(option)
            first, *rest = [worths_of(game, others | {option.name: value}, players) for value in values]
            for one in rest:
                assert one.keys() == first.keys() or option.name in BRINGS
                assert all(one[title] == first[title] for title in one.keys() & first.keys())

    if still := {option.name: option for option in asked(game) if option.name in MOVE_NOTHING}:
        check_each(still, check)


def values_at_hand(option: Option) -> Iterator[Any]:
    yield option.default
    yield from option.others(option.default)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_other_values_of_an_option_and_those_it_needs_can_be_played(game: Game[Any]) -> None:
    known = {option.name: option for option in options(game.rules)}

    def check(option: Option) -> None:
        for value in values_at_hand(option):
            others = option.others(value)
            assert others
            assert value not in others
            assert [option.read(other) for other in others] == list(others)
        for name, values in option.needs:
            told = [(value,) if known[name].kind == "several" else value for value in values]
            assert [known[name].read(value) for value in told] == told

    check_each({option.name: option for option in asked(game)}, check)


POT: dict[str, Any] = {"pot": "leaster"}
OWN: dict[str, Any] = {"base_wenz": 4, "laufende_min_geier": 3}
SHOWDOWN: dict[str, Any] = {"showdown_take": "one", "pot_end": "showdown"}


@pytest.mark.parametrize(
    ("game", "values", "there", "not_there"),
    [
        (
            "sheepshead",
            {},
            "bump crack no_picker leaster_tie",
            "doubler_stack cap blitz pot pot_take moster_tie",
        ),
        ("sheepshead", {"no_picker": "redeal"}, "", "leaster_tie"),
        ("sheepshead", {"no_picker": "doubler"}, "doubler_stack", ""),
        ("sheepshead", {"sixty_doubles": True}, "doubler_stack", ""),
        ("sheepshead", {"crack": "crack", "cap": 4}, "cap", ""),
        ("sheepshead", {"blitz": ("red_queens",), "blitz_timing": "any", "cap": 4}, "cap", ""),
        ("sheepshead", {"cap": 4}, "", "cap"),
        ("sheepshead", {"blitz": ("red_queens",)}, "", "blitz"),
        ("sheepshead", POT, "pot pot_take", ""),
        ("sheepshead", POT | {"no_picker": "doubler"}, "", "pot"),
        ("sheepshead", {"pot": "any", "no_picker": "doubler"}, "pot", ""),
        ("sheepshead", {"mauer": 1, "mauer_to": "pot"}, "pot_take", ""),
        ("sheepshead", {"newcomer": "divides"}, "", "newcomer"),
        ("sheepshead", POT | {"newcomer": "divides"}, "newcomer", ""),
        ("sheepshead", SHOWDOWN, "", "showdown_take"),
        ("sheepshead", POT | SHOWDOWN, "showdown_take", ""),
        # A game has a price of its own only where it is played.
        ("mehrkopf", {"contracts": []}, "", "base_wenz laufende_min_geier"),
        ("mehrkopf", OWN, "base_wenz laufende_min_geier", ""),
        ("mehrkopf", OWN | {"contracts": ["wenz"]}, "base_wenz", "laufende_min_geier"),
        ("mehrkopf", OWN | {"laufende": False}, "base_wenz", "laufende_min_geier"),
    ],
)
def test_card_leaves_out_what_sleeps(game: str, values: dict[str, Any], there: str, not_there: str) -> None:
    rules, prices = read_rules(GAMES[game].rules, values), GAMES[game].prices
    found = {option.name for _, section in rule_lines(GAMES[game], rules) for option, _, _ in section}
    if prices:  # the card has a row for each game that is played
        rows = [row for row in prices(rules, 4).rows if row.is_played]
        found |= {cell.option for row in rows for cell in row.cells if cell.counts is not None}
    assert {*there.split()} <= found
    assert found.isdisjoint(not_there.split())
