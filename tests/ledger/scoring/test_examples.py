"""Example hands: which are told, what moves, and what a stake would mean in points."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from ledger.scoring import GAMES, read_rules
from ledger.scoring.examples import (
    Example,
    Sample,
    dearest,
    examples,
    moves,
    moving_first,
    samples,
    touched_first,
    usual_players,
)
from ledger.scoring.game import Game, Telling
from ledger.scoring.option import options
from ledger.scoring.scored import Chart, ChartCell, ChartRow, Facts, HandRefused, Scored
from ledger.words.messages import message

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


COMMON = Sample(is_dear=False, points=Fraction(1), row="won", partners=1)


def dear(points: int, row: str = "lost_schneider", partners: int = 0) -> Sample:
    return Sample(is_dear=True, points=Fraction(points), row=row, partners=partners)


@pytest.mark.parametrize(
    ("game", "options", "found"),
    [
        ("sheepshead", {}, (COMMON, dear(16))),
        ("sheepshead", {"bump": False}, (COMMON, dear(8))),
        ("mehrkopf", {}, (COMMON, dear(18))),
        ("sheepshoof", {}, (Sample(is_dear=False, points=Fraction(1), row="won"), dear(2, "lost"))),
        (
            "southern_indiana",
            {},
            (Sample(is_dear=False, points=Fraction(2), row="won_2", partners=1), dear(6, "lost_6", 1)),
        ),
        ("southern_indiana", {"ledger": "at_end", "race_settle": "stake"}, (dear(1, ""),)),
        ("any_game", {}, (dear(135, ""),)),
    ],
)
def test_a_common_hand_and_a_dear_one_are_told_of_every_game(
    game: str, options: Facts, found: tuple[Sample, ...]
) -> None:
    rules = read_rules(GAMES[game].rules, options)
    assert samples(GAMES[game], rules) == found
    assert dearest(GAMES[game], rules) == found[-1].points


def a_game(*rows: tuple[str, str, int, int, int], usually: int = 5, examples: bool = False) -> Game[Any]:
    """Return a game with a chart of rows (code, side, partners, the picker's points, each opponent's)."""

    def chart(rules: Any, active: int) -> Chart:
        if active != usually or rules != "at this table":
            raise HandRefused("players")
        found = [
            ChartRow(code=code, side=side, label="", bracket="", low=None, high=None)
            for code, side, *_ in rows
        ]
        return Chart(
            rows=tuple(dict.fromkeys(found)),
            cells={
                (code, partners): ChartCell(
                    picker=Fraction(one), partner=Fraction(55), opponent=Fraction(other)
                )
                for code, _, partners, one, other in rows
            },
        )

    typed = GAMES["any_game"]

    def score(players: int, rules: Any, told: Facts) -> Scored:
        assert (players, rules) in ((usually, "at this table"), (usually, "at another table"))
        return typed.score(players, typed.rules(), told)

    def tellings(rules: Any, active: int) -> Iterable[Telling]:
        assert rules in ("at this table", "at another table")
        return typed.examples(typed.rules(), active) if typed.examples and examples else ()

    return Game(
        key="drawn", name="", help="", rules=object, presets=(), score=score, chart=chart,
        least_active=2, most_active=8, most_partners=lambda active: 1, usually=usually,
        at=lambda rules, active: f"{rules} table",
        examples=tellings,
    )  # fmt: skip


def told_of(game: Game[Any]) -> tuple[Sample, ...]:
    return samples(game, "at this")


def common(points: int, row: str, partners: int) -> Sample:
    return Sample(is_dear=False, points=Fraction(points), row=row, partners=partners)


def test_the_first_row_that_is_won_is_the_common_one_with_a_partner_where_there_is_one() -> None:
    lost = ("lost", "lost", 1, -4, 1)
    assert told_of(
        a_game(lost, ("won", "won", 0, 4, -3), ("won", "won", 1, 2, -1), ("more", "won", 1, 8, -4))
    ) == (
        common(1, "won", 1),
        dear(4, "lost", 1),
    )
    assert told_of(a_game(lost, ("won", "won", 0, 4, -3), ("more", "won", 1, 8, -4))) == (
        common(3, "won", 0),
        dear(4, "lost", 1),
    )
    assert told_of(a_game(lost)) == (dear(4, "lost", 1),)


def test_the_dear_one_is_a_schneider_lost_alone_though_another_costs_more() -> None:
    rows = [("lost", "lost", 0, -90, 9), ("lost_schneider", "lost", 1, -6, 3), ("won", "won", 0, -99, 9)]
    assert told_of(a_game(*rows)) == (dear(6, partners=1),)
    assert told_of(a_game(*rows, ("lost_schneider", "lost", 0, -5, 2))) == (dear(5),)
    assert dearest(a_game(*rows), "at this") == 6


def test_else_the_dearest_row_that_is_lost_at_all() -> None:
    rows = [("one", "lost", 0, -2, 1), ("two", "lost", 1, -7, 1), ("three", "lost", 0, -3, 1)]
    assert told_of(a_game(*rows)) == (dear(7, "two", 1),)
    nothing = ("lost_schneider", "lost", 0, 0, 0)
    assert told_of(a_game(nothing, *rows)) == (dear(7, "two", 1),)
    assert told_of(a_game(nothing, ("one", "lost", 0, -1, 1))) == (dear(1, "one", 0),)


def test_where_no_row_is_lost_the_dearest_example_is_told() -> None:
    won = ("won", "won", 1, 2, -1)
    assert told_of(a_game(won, examples=True)) == (common(1, "won", 1), dear(30, ""))
    assert told_of(a_game(won)) == (common(1, "won", 1),)


def test_what_is_free_is_no_sample() -> None:
    game = a_game(("won", "won", 1, 0, 0), ("lost", "lost", 0, 0, 0))
    assert told_of(game) == ()
    assert dearest(game, "at this") == 0


def test_a_table_without_a_chart_is_told_by_its_examples_at_the_usual_size() -> None:
    game = a_game(("won", "won", 1, 2, -1), usually=4, examples=True)
    assert samples(game, "at another") == (dear(18, ""),)
    assert dearest(game, "at another") == 18
