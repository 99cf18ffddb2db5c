"""Cases of public rule pages and of tests of other programs: what a hand is worth, and how nights rank."""

import json
import uuid
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ledger.recording import NewHand, tell_hand
from ledger.recording.rules import write_rules
from ledger.standings.rankings import rankings
from scorekeeper.text.wire import answer
from tests import cast
from tests.each import check_each

CASES = json.loads((Path(__file__).parent / "data" / "public-cases.json").read_text())
SAID = {case["id"]: case for case in CASES if "hand" in case}
RANKED = {case["id"]: case for case in CASES if "way" in case}


def check_case(case: dict[str, Any]) -> None:
    answered = answer({name: case[name] for name in ("game", "players", "rules", "hand")})
    assert answered.get(case["field"]) == case["expected"], answered


def test_hand_is_worth_what_its_source_says() -> None:
    check_each(SAID, check_case)


@pytest.mark.django_db
@pytest.mark.parametrize("case", RANKED.values(), ids=RANKED)
def test_nights_rank_players_as_their_source_says(case: dict[str, Any]) -> None:
    group = cast.thursday_table()
    names = [player.name for player in group.players.order_by("pk")]
    write_rules(group, case["game"], "", case["rules"], uuid.uuid4(), cast.owner_of(group))
    for hands in case["nights"]:
        playing = names[: len(hands[0].get("points", range(case["players"])))]
        session = cast.a_night(group, *playing)
        for told in hands:
            tell_hand(session, NewHand(seats=cast.ids(group, *playing), told=told), cast.context(session))
    [ranking] = [one for one in rankings(cast.standings(group), cast.played(group)) if one.way == case["way"]]
    found = {one.name: one.value for one in ranking.players}
    assert [found[name] for name in names if name in found] == [Fraction(one) for one in case["expected"]]


def test_every_other_case_names_its_reason() -> None:
    assert (len(CASES), len(SAID), len(RANKED)) == (61, 56, 2)
    assert all(case["why_not"].endswith(".") for case in CASES if case["id"] not in {*SAID, *RANKED})
