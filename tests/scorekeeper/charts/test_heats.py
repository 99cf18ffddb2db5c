"""Who with whom: a cell for everybody, its colour by steps."""

from fractions import Fraction

from scorekeeper.charts import HeatTable, Met, Person, heat

PEOPLE = [Person(1, "Ann"), Person(2, "Ben"), Person(3, "Cleo")]


def met(value: int, *, is_enough: bool = True) -> Met:
    return Met(value=Fraction(value), text=str(value), said="in 9 hands", is_enough=is_enough)


def heats(table: HeatTable) -> list[list[str]]:
    return [[cell.heat for cell in row.cells] for row in table.rows]


def test_colours_go_to_both_sides_by_steps_and_nobody_meets_themselves() -> None:
    table = heat(
        PEOPLE,
        {(1, 2): met(40), (1, 3): met(1), (2, 1): met(-40), (2, 3): met(0), (3, 1): met(11)},
        corner="Points of … from …",
    )
    assert heats(table) == [["self", "p4", "p1"], ["m4", "self", "0"], ["p2", "none", "self"]]
    assert table.columns == ("Ann", "Ben", "Cleo")
    assert [row.name for row in table.rows] == ["Ann", "Ben", "Cleo"]
    assert table.rows[0].cells[1].text == "40"
    assert not table.has_few


def test_a_few_hands_are_grey_and_make_nobody_else_pale() -> None:
    table = heat(PEOPLE, {(1, 2): met(400, is_enough=False), (2, 1): met(-4)}, corner="")
    assert heats(table)[:2] == [["self", "few", "none"], ["m4", "self", "none"]]
    assert table.has_few


def test_tables_with_the_same_fullest_colour_can_be_compared() -> None:
    table = heat(PEOPLE, {(1, 2): met(10), (1, 3): met(200)}, corner="", full=Fraction(40))
    assert heats(table)[0] == ["self", "p1", "p4"]


def test_shares_are_coloured_around_what_is_usual() -> None:
    table = heat(PEOPLE, {(1, 2): met(60), (1, 3): met(40)}, corner="", middle=Fraction(55))
    assert heats(table)[0] == ["self", "p2", "m4"]


def test_all_zeros_have_no_colour_and_nobody_makes_no_row() -> None:
    assert heats(heat(PEOPLE, {(1, 2): met(0)}, corner=""))[0] == ["self", "0", "none"]
    assert heat([], {}, corner="").rows == ()


def test_long_names_stand_upright() -> None:
    assert not heat(PEOPLE, {}, corner="").is_upright
    assert heat([*PEOPLE, Person(4, "Edith")], {}, corner="").is_upright
