"""An evening of two, through the pages: they sit down, say who won, put it right, and go home."""

import uuid
from typing import Any

import pytest
from django.test import Client

from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import NewGroup, start_group
from ledger.scoring import GAMES
from scorekeeper.presenters.rule_chart import chart_view
from tests.cast import OWNER, ids, points, thursday_table


def sit_down(owner: Client, group: Group, *names: str) -> Session:
    here = ids(group, *names)
    said = {"key": str(uuid.uuid4()), "dealer": here[0], "sits": here}
    assert owner.post(f"/g/{group.code}/tonight/", said).status_code == 303
    return group.sessions.get()


def send(owner: Client, night: Session, page: str, **said: Any) -> Any:
    guards = {"key": str(uuid.uuid4()), "after": sheet_of(night).newest}
    return owner.post(f"/g/{night.group.code}/{night.number}/{page}", guards | said)


def leave(owner: Client, night: Session, player: int) -> Any:
    return send(owner, night, "seats/", sits=[one for one in sheet_of(night).seating.seats if one != player])


def test_two_say_who_won_and_how_and_correct_it(owner: Client, db: None) -> None:
    group = thursday_table(names=("Ann", "Ben"))
    ann, ben = ids(group)
    night = sit_down(owner, group, "Ann", "Ben")
    page = owner.get(f"/g/{group.code}/{night.number}/").content.decode()
    words = ("Tap who won.", "60 each", "whoever plays with him")
    assert [said in page for said in words] == [True, True, False]
    for told in (
        {"picker": ben, "alone": "1", "result": "won_schneider"},
        {"picker": ann, "alone": "1", "result": "won"},
        {"mode": "even"},
        {"mode": "two_handed_renege", "winners": ann},
    ):
        send(owner, night, "tell/", **told)
    assert points(group, sheet_of(night)) == {"Ann": -2, "Ben": 2}
    assert sheet_of(night).seating.dealer == ann
    pad = owner.get(f"/g/{group.code}/{night.number}/hands/2/correct/").context["draw"].pad
    assert (pad.picker, pad.result) == (ben, "won_schneider")
    send(owner, night, "hands/2/correct/", picker=ann, alone="1", result="won_all_tricks")
    assert points(group, sheet_of(night)) == {"Ann": 3, "Ben": -3}


def test_the_chart_for_two_is_the_winners() -> None:
    chart = chart_view(GAMES["sheepshead"], GAMES["sheepshead"].rules(), 2)
    assert chart is not None
    assert [(line.who, line.cells) for line in chart.lines] == [
        ("winner", ("+1", "+2", "+3")),
        ("each opponent", ("−1", "−2", "−3")),
    ]


def test_where_one_of_two_picks_the_pad_is_the_usual_one(owner: Client, db: None) -> None:
    group = thursday_table(names=("Ann", "Ben"), options={"two_handed": "picker"})
    night = sit_down(owner, group, "Ann", "Ben")
    assert "Tap who picked" in owner.get(f"/g/{group.code}/{night.number}/").content.decode()
    send(owner, night, "tell/", picker=ids(group, "Ann")[0], alone="1", result="lost")
    assert points(group, sheet_of(night)) == {"Ann": -2, "Ben": 2}


@pytest.mark.parametrize("contract", ["rufspiel", "muss"])
def test_two_play_schafkopf(owner: Client, db: None, contract: str) -> None:
    names = ("Anni", "Bene")
    group = start_group(NewGroup(name="Stube", names=names, game="mehrkopf"), OWNER, uuid.uuid4())
    (bene,) = ids(group, "Bene")
    night = sit_down(owner, group, *names)
    send(owner, night, "tell/", picker=bene, alone="1", result="won", **{"ask-contract": contract})
    sheet = sheet_of(night)
    assert (sheet.hands, sheet.totals[bene] > 0) == (1, True)


def test_the_third_goes_home_and_two_play_on(owner: Client, db: None) -> None:
    group = thursday_table(names=("Ann", "Ben", "Cleo"))
    ann, ben, cleo = ids(group)
    night = sit_down(owner, group, "Ann", "Ben", "Cleo")
    send(owner, night, "tell/", picker=ann, alone="1", result="won")
    assert leave(owner, night, cleo).status_code == 303
    send(owner, night, "tell/", picker=ben, alone="1", result="won")
    assert points(group, sheet_of(night)) == {"Ann": 1, "Ben": 0, "Cleo": -1}
    refused = leave(owner, night, ben)
    assert refused.status_code == 422
    assert "two at least have to play" in refused.content.decode()


def test_sheepshoof_needs_its_three(owner: Client, db: None) -> None:
    names = ("Ann", "Ben", "Cleo")
    group = start_group(NewGroup(name="Three", names=names, game="sheepshoof"), OWNER, uuid.uuid4())
    refused = leave(owner, sit_down(owner, group, *names), ids(group, "Cleo")[0])
    assert refused.status_code == 422
    assert "three at least have to play" in refused.content.decode()
