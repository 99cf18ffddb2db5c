"""What a stake would mean at a table: a common hand and a dear one, in points."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from ledger.scoring import GAMES, read_rules
from ledger.scoring.examples import Sample, dearest, samples
from ledger.scoring.game import Game, Telling
from ledger.scoring.scored import Cell, Chart, Facts, HandRefused, Row, Scored

WON = Sample(is_dear=False, points=Fraction(1), row="won", partners=1)


def dear(points: int, row: str = "lost_schneider", partners: int = 0) -> Sample:
    return Sample(is_dear=True, points=Fraction(points), row=row, partners=partners)


@pytest.mark.parametrize(
    ("game", "options", "found"),
    [
        ("sheepshead", {}, (WON, dear(16))),
        ("sheepshead", {"bump": False}, (WON, dear(8))),
        ("mehrkopf", {}, (WON, dear(18))),
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


def _row(code: str, side: str) -> Row:
    return Row(code=code, side=side, label="", bracket="", low=None, high=None)


def a_game(*rows: tuple[str, str, int, int, int], usually: int = 5, examples: bool = False) -> Game[Any]:
    """Return a game with a chart of rows (code, side, partners, the picker's points, each opponent's)."""

    def chart(rules: Any, active: int) -> Chart:
        if active != usually or rules != "at this table":
            raise HandRefused("players")
        made = {(code, partners): (picker, opponent) for code, _, partners, picker, opponent in rows}
        return Chart(
            rows=tuple(dict.fromkeys(_row(code, side) for code, side, *_ in rows)),
            cells={
                place: Cell(picker=Fraction(picker), partner=Fraction(55), opponent=Fraction(opponent))
                for place, (picker, opponent) in made.items()
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
