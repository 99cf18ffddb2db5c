"""A Ramsch told by names is the Ramsch that was counted: who lost, who took nothing, who took everything.

The loser pays everybody the normal rate (MK-031); what a Jungfrau and a Durchmarsch are worth is said by the
options themselves: she is paid double herself or every Jungfrau doubles it all, and he is paid by everybody.
"""

from fractions import Fraction
from typing import Any

import pytest

from ledger.scoring import Scored, score
from tests.words import label, text

ONE: dict[str, Any] = {"points": [100, 20, 0, 0], "tricks": [6, 2, 0, 0]}
MARCH: dict[str, Any] = {"points": [0, 120, 0, 0], "tricks": [0, 8, 0, 0]}
NINETY_ONE: dict[str, Any] = {"points": [91, 29, 0, 0], "tricks": [6, 2, 0, 0]}


def ramsch(rules: dict[str, Any], players: int = 4, **told: Any) -> Scored:
    return score("mehrkopf", players, rules, {"kind": "played", "contract": "ramsch", **told})


def points(rules: dict[str, Any], players: int = 4, **told: Any) -> list[Fraction]:
    return list(ramsch(rules, players, **told).points)


def test_a_loser_may_be_named_as_well_as_counted() -> None:
    named, counted = ramsch({}, losers=[0]), ramsch({}, points=ONE["points"])
    assert list(named.points) == list(counted.points) == [-3, 1, 1, 1]
    assert named == counted == ramsch({}, **ONE, losers=[0])
    assert named.won == (False, True, True, True)


@pytest.mark.parametrize(
    ("jungfrau", "worth"), [("off", [-3, 1, 1, 1]), ("hers", [-5, 1, 2, 2]), ("all", [-12, 4, 4, 4])]
)
def test_jungfrauen_may_be_named_as_well_as_counted(jungfrau: str, worth: list[int]) -> None:
    rules = {"ramsch_jungfrau": jungfrau}
    maidens: dict[str, Any] = {} if jungfrau == "off" else {"maidens": [2, 3]}
    assert points(rules, losers=[0], **maidens) == worth
    assert ramsch(rules, losers=[0], **maidens) == ramsch(rules, **ONE)


def test_one_jungfrau_doubles_once() -> None:
    assert points({"ramsch_jungfrau": "all"}, losers=[0], maidens=[3]) == [-6, 2, 2, 2]
    assert points({"ramsch_jungfrau": "hers"}, losers=[0], maidens=[3]) == [-4, 1, 1, 2]
    assert points({"ramsch_jungfrau": "all"}, losers=[0]) == [-3, 1, 1, 1]


def test_two_who_lost_share_what_a_jungfrau_gets() -> None:
    rules = {"ramsch_jungfrau": "hers"}
    assert points(rules, losers=[0, 1], maidens=[2]) == [Fraction(-3, 2), Fraction(-3, 2), 2, 1]
    hers: dict[str, Any] = {"points": [60, 60, 0, 0], "tricks": [4, 4, 0, 0]}
    assert points(rules, **hers) == [-2, -2, 2, 2]


@pytest.mark.parametrize("losers", [{}, {"losers": [1]}, {"losers": [0, 2, 3]}])
def test_a_durchmarsch_may_be_named_as_well_as_counted(losers: dict[str, Any]) -> None:
    rules = {"ramsch_durchmarsch": "all_tricks"}
    assert points(rules, durchmarsch=1, **losers) == points(rules, **MARCH) == [-1, 3, -1, -1]
    found = ramsch(rules, durchmarsch=1, **losers)
    assert found == ramsch(rules, **MARCH)
    assert found.won == (False, True, False, False)
    assert label("mehrkopf", found) == "Durchmarsch"
    assert text("mehrkopf", found.reasons[0], ["Ben"]).startswith("Ben ")


def test_a_durchmarsch_brings_nothing_more_for_who_took_nothing() -> None:
    rules = {"ramsch_durchmarsch": "all_tricks", "ramsch_jungfrau": "all"}
    assert points(rules, **MARCH) == [-1, 3, -1, -1]
    assert points(rules, durchmarsch=1, maidens=[0, 2, 3]) == [-1, 3, -1, -1]
    assert len(ramsch(rules, **MARCH).reasons) == 1


def test_a_durchmarsch_is_what_the_table_says_it_is() -> None:
    wins, loses = [3, -1, -1, -1], [-3, 1, 1, 1]
    assert points({"ramsch_durchmarsch": "points_91"}, **NINETY_ONE) == wins
    assert points({"ramsch_durchmarsch": "points_91"}, points=[90, 30, 0, 0]) == loses
    assert points({"ramsch_durchmarsch": "points_120"}, points=[120, 0, 0, 0]) == wins
    assert points({"ramsch_durchmarsch": "points_120"}, points=[119, 1, 0, 0]) == loses
    assert points({"ramsch_durchmarsch": "all_tricks"}, points=[120, 0, 0, 0], tricks=[7, 1, 0, 0]) == loses
    assert points({"ramsch_durchmarsch": "off"}, points=[120, 0, 0, 0], tricks=[8, 0, 0, 0]) == loses


def test_a_ramsch_by_tricks_is_lost_by_who_took_most_of_them() -> None:
    rules = {"ramsch_measure": "tricks"}
    assert points(rules, tricks=[1, 5, 2, 0]) == [1, -3, 1, 1]
    assert points(rules, points=[80, 20, 20, 0], tricks=[1, 5, 2, 0]) == [1, -3, 1, 1]
    assert points({}, points=[80, 20, 20, 0], tricks=[1, 5, 2, 0]) == [-3, 1, 1, 1]


def test_a_tie_is_what_the_table_says_it_is() -> None:
    tied: dict[str, Any] = {"points": [50, 50, 10, 10]}
    assert points({"ramsch_tie": "share"}, **tied) == [-1, -1, 1, 1]
    assert points({"ramsch_tie": "each_pays"}, **tied) == [-2, -2, 2, 2]
    assert points({"ramsch_tie": "decided"}, **tied, tie_loser=1) == [1, -3, 1, 1]
    push = ramsch({"ramsch_tie": "push"}, **tied)
    assert set(push.points) == {0}
    assert set(push.won) == {None}
    four = ramsch({"ramsch_tie": "each_pays"}, points=[30, 30, 30, 30])
    assert set(four.points) == {0}
    assert label("mehrkopf", push) == label("mehrkopf", four)


def test_who_sits_out_has_no_part_in_a_ramsch() -> None:
    told: dict[str, Any] = {"sitting_out": [4]}
    found = ramsch({}, 5, points=[60, 30, 20, 10, None], **told)
    assert list(found.points) == [-3, 1, 1, 1, 0]
    assert (found.roles[4], found.won[4]) == ("out", None)
    assert ramsch({}, 5, points=[60, 30, 20, 10, 0], **told) == found
    jungfrau = ramsch({"ramsch_jungfrau": "all"}, 5, losers=[0], maidens=[3], **told)
    assert list(jungfrau.points) == [-6, 2, 2, 2, 0]
    march = ramsch({"ramsch_durchmarsch": "all_tricks"}, 5, durchmarsch=0, **told)
    assert list(march.points) == [3, -1, -1, -1, 0]


def test_whoever_misplayed_in_a_ramsch_has_lost_it() -> None:
    found = ramsch({}, misplay_by=2)
    assert list(found.points) == [1, 1, -3, 1]
    assert label("mehrkopf", found) == label("mehrkopf", ramsch({}, losers=[2]))
    assert found.reasons[0].case == "misplayed"
