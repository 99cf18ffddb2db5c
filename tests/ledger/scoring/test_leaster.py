"""A leaster: which rule its lines name, what it is called, and that what was told is what was counted."""

from fractions import Fraction
from typing import Any

import pytest

from ledger.scoring import Scored, score
from tests.words import label

COUNTED: dict[str, Any] = {"points": [4, 10, 30, 46, 30], "tricks": [1, 1, 1, 2, 1]}
TIED: dict[str, Any] = {"points": [10, 10, 30, 40, 30], "tricks": [1, 1, 1, 2, 1]}
ALL: dict[str, Any] = {"points": [120, 0, 0, 0, 0], "tricks": [6, 0, 0, 0, 0]}
POINTLESS: dict[str, Any] = {"points": [0, 20, 30, 40, 30], "tricks": [1, 1, 1, 2, 1]}


def leaster(rules: dict[str, Any], players: int = 5, **told: Any) -> Scored:
    return score("sheepshead", players, rules, {"kind": "leaster", **told})


def named(scored: Scored) -> list[tuple[str, str | None, str]]:
    """Each line: its code, the rule and the source it names."""
    return [(line.code, line.rule, line.source) for line in scored.reasons]


def test_one_winner_needed_a_trick_and_several_are_a_tie() -> None:
    one, tied = leaster({}, **COUNTED), leaster({}, **TIED)
    assert named(one) == [("leaster", "leaster_need_trick", "SH-093, SH-094, SH-102")]
    assert named(tied) == [("leaster", "leaster_tie", "SH-093, SH-101")]
    assert (one.reasons[0].seats, tied.reasons[0].seats) == ((0,), (0, 1))
    assert list(one.points) == [4, -1, -1, -1, -1]
    assert list(tied.points) == [Fraction(3, 2), Fraction(3, 2), -1, -1, -1]


def test_a_push_is_called_a_tie_and_doubles_nothing() -> None:
    push = leaster({"leaster_tie": "push"}, **TIED, doublers=1)
    assert named(push) == [("leaster_push", "leaster_tie", "SH-101")]
    assert set(push.points) == {0}
    assert push.factor == 1
    assert set(push.won) == {None}
    assert label("sheepshead", push) == "leaster, tied"
    assert label("sheepshead", leaster({}, **COUNTED)) == "leaster"


@pytest.mark.parametrize(
    ("option", "told", "how", "code", "source"),
    [
        ("leaster_zero_pay", POINTLESS, "no_points", "leaster_zero_pay", "SH-098"),
        ("leaster_all_tricks_pay", ALL, "all_tricks", "leaster_all_tricks_pay", "SH-100"),
    ],
)
def test_what_makes_a_leaster_dearer_does_it_only_where_the_table_plays_it(
    option: str, told: dict[str, Any], how: str, code: str, source: str
) -> None:
    dear = leaster({option: 3}, **told)
    assert list(dear.points) == [12, -3, -3, -3, -3]
    assert named(dear)[1] == (code, code, source)
    assert dear.reasons[1].factor == 3
    assert dear.factor == 1
    by_name = leaster({option: 3}, winners=[0], won_with=how)
    assert (by_name.points, named(by_name)) == (dear.points, named(dear))
    plain = leaster({option: 1}, winners=[0], won_with=how)
    assert list(plain.points) == [4, -1, -1, -1, -1]
    assert len(plain.reasons) == 1
    assert list(leaster({option: 3}, **COUNTED).points) == [4, -1, -1, -1, -1]


def test_doublers_double_a_dear_leaster_and_are_its_factor() -> None:
    scored = leaster({"leaster_zero_pay": 3}, **POINTLESS, doublers=1)
    assert list(scored.points) == [24, -6, -6, -6, -6]
    assert scored.factor == 2


def test_of_three_who_took_no_trick_is_paid_or_pays_double() -> None:
    points: dict[str, Any] = {"points": [0, 50, 70], "tricks": [0, 4, 4]}
    paid = leaster({"leaster_trickless": "paid_double"}, 3, **points)
    assert list(paid.points) == [4, -2, -2]
    assert named(paid)[1] == ("leaster_trickless", "leaster_trickless", "SH-099")
    pays = leaster({"leaster_trickless": "pays_double"}, 3, **points)
    assert list(pays.points) == [-2, 3, -1]
    assert named(pays)[1] == ("pays_double", "leaster_trickless", "SH-099")
    assert pays.reasons[1].factor == 2
    assert pays.reasons[1].seats == (0,)
    doubled = leaster({"leaster_trickless": "pays_double"}, 3, **points, doublers=1)
    assert list(doubled.points) == [-4, 6, -2]
    took_all: dict[str, Any] = {"points": [120, 0, 0], "tricks": [8, 0, 0]}
    both = {"leaster_trickless": "pays_double", "leaster_all_tricks_pay": 3}
    assert list(leaster(both, 3, **took_all).points) == [6, -3, -3]


def test_the_jack_of_diamonds_wins_where_the_table_plays_it() -> None:
    jack = leaster({"leaster_jack": True}, **COUNTED, jack=3)
    assert named(jack) == [("leaster", "leaster_jack", "custom of some tables")]
    assert list(jack.points) == [-1, -1, -1, 4, -1]
    assert named(leaster({"leaster_jack": True}, jack=3)) == named(jack)
    assert leaster({"leaster_jack": True}, winners=[3], jack=3).points == jack.points
    with_all = leaster({"leaster_jack": True, "leaster_all_tricks_pay": 3}, **ALL, jack=0)
    assert list(with_all.points) == [12, -3, -3, -3, -3]


@pytest.mark.parametrize(("tie", "points"), [("two_one", [1, 2]), ("decided", [-1, 4])])
def test_a_tie_that_the_table_decides(tie: str, points: list[int]) -> None:
    scored = leaster({"leaster_tie": tie}, **TIED, tie_winner=1)
    assert list(scored.points) == [*points, -1, -1, -1]
    assert scored.won == ((tie == "two_one"), True, False, False, False)


def test_who_reneges_in_a_leaster_pays_everybody_doubled_as_it_was() -> None:
    told: dict[str, Any] = {
        "kind": "renege",
        "offender": 1,
        "in_leaster": True,
        "sitting_out": [5],
        "doublers": 1,
    }
    scored = score("sheepshead", 6, {}, told)
    assert list(scored.points) == [2, -8, 2, 2, 2, 0]
    assert scored.factor == 2
    assert scored.roles == (*["leaster"] * 5, "out")
    assert scored.won == (True, False, True, True, True, None)
    fixed = score("sheepshead", 6, {"renege_pays": "fixed"}, told)
    assert list(fixed.points) == [1, -4, 1, 1, 1, 0]
    assert fixed.factor == 1


def test_who_reneges_of_two_pays_the_other() -> None:
    scored = score("sheepshead", 2, {"renege_level": 2}, {"kind": "renege", "offender": 0})
    assert list(scored.points) == [-2, 2]
    assert scored.roles == ("", "")
    assert scored.won == (False, True)
