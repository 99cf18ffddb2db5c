"""Hands that show what house rules do: which are told, what moves, what is shown of a game without any."""

from dataclasses import replace
from typing import Any

from ledger.messages import message
from ledger.scoring import GAMES, Game, read_rules
from ledger.scoring.examples import Example, examples, moves, moving_first, touched_first, usual_players
from ledger.scoring.game import Telling
from ledger.scoring.option import options

SHEEPSHEAD = GAMES["sheepshead"]
WON: dict[str, Any] = {"kind": "picked", "picker": 0, "partners": [1], "result": "won"}
LOST = WON | {"result": "lost"}


def title(case: str) -> Any:
    return message("title", case=case)


def told(*tellings: Telling) -> Game[Any]:
    return replace(SHEEPSHEAD, examples=lambda rules, players: tellings)


def rules(**values: Any) -> Any:
    return read_rules(SHEEPSHEAD.rules, values)


def titles(found: tuple[Example, ...]) -> list[str]:
    return [one.title.case for one in found]


def test_as_many_play_as_on_most_evenings_if_the_game_allows() -> None:
    usual = {"sheepshead": 5, "mehrkopf": 4, "sheepshoof": 3, "southern_indiana": 4}
    assert {key: usual_players(GAMES[key]) for key in usual} == usual
    assert usual_players(replace(SHEEPSHEAD, usually=9)) == SHEEPSHEAD.most_active
    assert usual_players(replace(SHEEPSHEAD, usually=1)) == SHEEPSHEAD.least_active


def test_examples_are_scored_and_those_the_rules_do_not_know_are_left_out() -> None:
    forced = LOST | {"forced": True}
    game = told((title("won"), 2, WON), (title("forced"), 0, forced), (title("lost"), 1, LOST))
    won, lost = examples(game, rules(), 5)
    assert (won.title, won.seat, won.told) == (title("won"), 2, WON)
    assert list(won.scored.points) == [2, 1, -1, -1, -1]
    assert list(lost.scored.points) == [-4, -2, 2, 2, 2]
    assert titles(examples(game, rules(no_picker="forced"), 5)) == ["won", "forced", "lost"]


def test_of_two_examples_of_one_title_the_first_is_shown() -> None:
    (shown,) = examples(told((title("one"), 0, WON), (title("one"), 3, LOST)), rules(), 5)
    assert (shown.seat, shown.told) == (0, WON)


def test_an_example_moves_if_it_is_worth_something_else_or_could_not_be_told() -> None:
    game = told((title("won"), 0, WON), (title("lost"), 0, LOST))
    won, lost = examples(game, rules(), 5)
    single = rules(bump=False)
    assert (moves(game, won, single), moves(game, lost, single)) == (False, True)
    assert titles(moving_first(game, (won, lost), single)) == ["lost", "won"]
    assert titles(moving_first(game, (won, lost), rules())) == ["won", "lost"]
    (forced,) = examples(told((title("forced"), 0, WON | {"forced": True})), rules(no_picker="forced"), 5)
    assert moves(game, forced, rules())


def test_an_example_moves_if_only_the_pot_does() -> None:
    leaster: dict[str, Any] = {"kind": "leaster", "winners": [0]}
    game = told((title("leaster"), 0, leaster))
    (with_pot,) = examples(game, rules(pot="leaster"), 5)
    assert moves(game, with_pot, rules())


def test_what_the_touched_option_moves_comes_first() -> None:
    known = {option.name: option for option in options(SHEEPSHEAD.rules)}
    game = told((title("won"), 0, WON), (title("lost"), 0, LOST))
    found = examples(game, rules(), 5)
    assert titles(touched_first(found, game, rules(), known["bump"])) == ["lost", "won"]
    assert titles(touched_first(found, game, rules(), known["redeal_deal"])) == ["won", "lost"]
    assert touched_first((), game, rules(), known["bump"]) == ()


def test_a_game_without_examples_is_shown_by_the_last_row_of_its_chart() -> None:
    game = replace(SHEEPSHEAD, examples=None)
    (five,) = examples(game, rules(), 5)
    assert list(five.scored.points) == [-12, -6, 6, 6, 6]
    assert (five.seat, five.title.code, five.title.case) == (0, "title", "row")
    assert five.title.params == {"label": "Lost, no trick"}
    (three,) = examples(game, rules(), 3)
    assert list(three.scored.points) == [-12, 6, 6]
    assert three.told == {"kind": "picked", "picker": 0, "partners": [], "result": "lost_no_trick"}


def test_how_many_partners_a_game_has() -> None:
    assert [GAMES["sheepshead"].most_partners(active) for active in range(2, 9)] == [0, 0, 1, 1, 2, 1, 2]
    assert GAMES["sheepshoof"].most_partners(3) == 0
    assert GAMES["southern_indiana"].most_partners(4) == 1
