"""Rounds of Bock run from hand to hand until everybody has dealt, and a correction moves them."""

from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.text.wire import answer
from tests.paper import Paper

SOLO = {"kind": "played", "contract": "solo", "declarer": 0, "partners": []}
LOST = SOLO | {"result": "lost"}
RUFSPIEL = {"kind": "played", "contract": "rufspiel", "declarer": 0, "partners": [1], "result": "won"}
RAMSCH = {"kind": "played", "contract": "ramsch", "losers": [2]}
PASSED = {"kind": "all_pass"}


def schafkopf(people: int = 4, **options: Any) -> Paper:
    return Paper(people, game="mehrkopf", options=options, plays=4)


def tell(paper: Paper, told: dict[str, Any], **said: Any) -> int:
    """Tell a hand by places among those who do not sit out."""
    seats, active = paper.seats, paper.sheet.seating.active
    places = [seats.index(player) for player in active]
    facts = dict(told)
    if "declarer" in facts:
        facts["declarer"] = places[facts["declarer"]]
        facts["partners"] = [places[one] for one in facts["partners"]]
    return paper.tell(facts, **said)


def worths(paper: Paper) -> Iterator[int]:
    for row in paper.sheet.rows:
        if not row.is_void:
            yield int(max(row.points.values()))


def left(paper: Paper) -> int:
    return int(paper.sheet.carried.facts().get("bock", 0))


@pytest.mark.parametrize("people", [4, 5])
def test_after_a_lost_solo_everybody_at_the_table_deals_a_hand_that_counts_double(people: int) -> None:
    paper = schafkopf(people, bock=["solo_lost"])
    tell(paper, LOST)
    assert left(paper) == people
    for _ in range(people + 1):
        tell(paper, RUFSPIEL)
    assert list(worths(paper)) == [5, *[2] * people, 1]


@pytest.mark.parametrize(("stack", "waits"), [("after", [4, 3, 6, 5]), ("anew", [4, 3, 4, 3])])
def test_another_cause_during_a_bock_doubles_nothing_twice(stack: str, waits: list[int]) -> None:
    paper = schafkopf(bock=["solo_lost"], bock_stack=stack)
    found = []
    for told in (LOST, RUFSPIEL, LOST, RUFSPIEL):
        tell(paper, told)
        found.append(left(paper))
    assert found == waits
    assert list(worths(paper)) == [5, 2, 10, 2]


def test_a_correction_takes_the_round_along() -> None:
    paper = schafkopf(bock=["solo_lost"])
    lost = tell(paper, LOST)
    tell(paper, RUFSPIEL)
    paper.void(lost)
    assert list(worths(paper)) == [1]
    assert left(paper) == 0


def test_game_thrown_in_is_a_deal_and_dividing_the_stock_is_none() -> None:
    paper = schafkopf(bock=["all_pass"], stock=10)
    found = []
    for told in (PASSED, {"kind": "throw_in"}, {"kind": "pot_divide"}):
        tell(paper, told)
        found.append(left(paper))
    assert found == [4, 3, 3]
    assert list(worths(paper)) == [-10, 0, 10]


@pytest.mark.parametrize(
    ("cause", "told"),
    [
        ("all_pass", PASSED),
        ("ramsch", RAMSCH),
        ("ramsch", {"kind": "played", "contract": "ramsch", "misplay_by": 1}),
        ("solo_lost", LOST),
        ("solo_lost", LOST | {"contract": "wenz"}),
        ("solo_lost", {**SOLO, "misplay_by": 0}),
        ("tout", SOLO | {"tout": True, "result": "won"}),
        ("tout", SOLO | {"sie": True}),
        ("schwarz", RUFSPIEL | {"result": "lost_schwarz"}),
        ("", RUFSPIEL),
        ("", SOLO | {"result": "won"}),
        ("", {**SOLO, "misplay_by": 1}),
    ],
)
def test_only_the_causes_that_the_table_names_lead_to_a_round(cause: str, told: dict[str, Any]) -> None:
    def after(causes: list[str]) -> Any:
        asked = {"game": "mehrkopf", "players": 4, "rules": {"bock": causes}, "hand": told}
        return answer(asked).get("bock_after")

    assert after(["all_pass", "ramsch", "solo_lost", "tout", "schwarz"]) == (4 if cause else 0)
    assert after([]) is None
    if cause:
        assert after([cause]) == 4


def test_a_bock_is_over_where_the_table_plays_none_any_more() -> None:
    paper = schafkopf(bock=["solo_lost"])
    tell(paper, LOST)
    paper.write("rules", rules=paper.rules | {"version": 2, "options": {}})
    tell(paper, RUFSPIEL, rules=2)
    assert list(worths(paper)) == [5, 1]
    assert left(paper) == 0


@pytest.mark.parametrize("bock", [-1, 101, "two", True])
def test_nonsense_for_the_deals_that_are_left_is_refused(bock: Any) -> None:
    refused = answer({"game": "mehrkopf", "players": 4, "rules": {}, "hand": RUFSPIEL | {"bock": bock}})
    assert refused["refused"]["fact"] == "bock"


def test_game_thrown_in_with_an_empty_contract_is_scored() -> None:
    hand = {"kind": "throw_in", "contract": []}
    asked = {"game": "mehrkopf", "players": 4, "rules": {"bock": ["all_pass"]}, "hand": hand}
    assert set(answer(asked)["points"]) == {"0"}
