"""How often what: columns over ranges, and edges where something changes."""

import pytest

from scorekeeper.charts import CARD_POINTS, Edge, histogram

EDGES = (Edge(at=61, label="won"), Edge(at=91, label="schneider"))


def test_nothing_counted_draws_nothing() -> None:
    assert histogram({}, head="Card points") is None
    assert histogram({61: 0}, head="Card points") is None


def test_card_points_are_counted_by_tens_beside_nothing_at_all() -> None:
    found = histogram({0: 1, 60: 2, 61: 3, 70: 1, 120: 2}, edges=EDGES, head="Card points")
    assert found
    counted = {column.label: column.counted for column in found.columns if column.counted}
    assert counted == {"0": 1, "51–60": 2, "61–70": 4, "111–120": 2}
    assert found.total == 9
    assert [column.part for column in found.columns] == [0] * 7 + [1] * 3 + [2] * 3
    assert [tick.label for tick in found.ticks] == ["0", "61", "91", "120"]


def test_columns_are_as_high_as_they_count_and_none_is_lost() -> None:
    found = histogram({5: 1, 15: 500, 25: 1000}, head="Card points")
    assert found
    assert [column.height for column in found.columns[:5]] == [0, 8, 500, 1000, 0]
    assert found.columns[2].outline == "M313 1000v-500h142v500z"


def test_an_edge_stands_where_its_range_begins() -> None:
    found = histogram({5: 1}, edges=EDGES, head="Card points")
    assert found
    assert [edge.x for edge in found.edges] == [
        7 * 2000 // len(CARD_POINTS),
        10 * 2000 // len(CARD_POINTS),
    ]


def test_the_summary_says_how_many_were_beyond_each_edge() -> None:
    found = histogram({60: 2, 61: 3, 91: 1}, edges=EDGES, head="Card points")
    assert found
    assert found.summary == (
        "6 counted; most often 61–70, 3 times. won (from 61 on) 4 of 6, schneider (from 91 on) 1 of 6."
    )


def test_a_number_or_an_edge_outside_the_ranges_is_an_error() -> None:
    with pytest.raises(ValueError, match="121 lies in no range"):
        histogram({121: 1}, head="Card points")
    with pytest.raises(ValueError, match="62"):
        histogram({1: 1}, edges=[Edge(at=62, label="won")], head="Card points")
