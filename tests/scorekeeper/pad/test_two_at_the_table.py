"""An evening of two, through the pages: they sit down, say who won, put it right, and go home."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import NewGroup, start_group
from ledger.scoring import GAMES
from scorekeeper.presenters.rule_chart import chart_view
from tests.cast import OWNER, ids, points, thursday_table


def sit_down(owner: Client, group: Group, *names: str) -> Session:
    """The night that these two started on the page."""
    here = ids(group, *names)
    seats = {"sits": here}
    said = {"key": str(uuid.uuid4()), "dealer": here[0], **seats}
    assert owner.post(f"/g/{group.code}/tonight/", said).status_code == 303
    return group.sessions.get()


def tell(owner: Client, night: Session, **said: Any) -> Any:
    """Post the pad."""
    guards = {"key": str(uuid.uuid4()), "after": sheet_of(night).newest}
    return owner.post(reverse("tell", args=[night.group.code, night.number]), guards | said, follow=True)


def leave(owner: Client, night: Session, player: int) -> Any:
    """Somebody goes home."""
    sheet = sheet_of(night)
    sits = [one for one in sheet.seating.seats if one != player]
    said = {"key": str(uuid.uuid4()), "after": sheet.newest, "sits": sits}
    return owner.post(f"/g/{night.group.code}/{night.number}/seats/", said)


def test_two_say_who_won_and_how(owner: Client, db: None) -> None:
    group = thursday_table(names=("Ann", "Ben"))
    ann, ben = ids(group, "Ann", "Ben")
    night = sit_down(owner, group, "Ann", "Ben")
    page = owner.get(f"/g/{group.code}/{night.number}/").content.decode()
    assert "Tap who won." in page
    assert "whoever plays with him" not in page
    assert "60 each" in page
    tell(owner, night, picker=ben, alone="1", result="won_schneider")
    tell(owner, night, picker=ann, alone="1", result="won")
    tell(owner, night, mode="even")
    tell(owner, night, mode="two_handed_renege", winners=ann)
    assert points(group, sheet_of(night)) == {"Ann": -2, "Ben": 2}
    assert sheet_of(night).seating.dealer == ann


def test_the_chart_for_two_is_the_winners() -> None:
    chart = chart_view(GAMES["sheepshead"], GAMES["sheepshead"].rules(), 2)
    assert chart is not None
    assert [(line.who, line.cells) for line in chart.lines] == [
        ("winner", ("+1", "+2", "+3")),
        ("each opponent", ("−1", "−2", "−3")),
    ]


def test_a_hand_for_two_is_corrected(owner: Client, db: None) -> None:
    group = thursday_table(names=("Ann", "Ben"))
    ann, ben = ids(group, "Ann", "Ben")
    night = sit_down(owner, group, "Ann", "Ben")
    tell(owner, night, picker=ben, alone="1", result="won_schneider")
    address = reverse("correct", args=[group.code, night.number, 2])
    pad = owner.get(address).context["draw"].pad
    assert (pad.picker, pad.result) == (ben, "won_schneider")
    guards = {"key": str(uuid.uuid4()), "after": sheet_of(night).newest}
    owner.post(address, guards | {"picker": ann, "alone": "1", "result": "won_all_tricks"})
    assert points(group, sheet_of(night)) == {"Ann": 3, "Ben": -3}


def test_where_one_of_two_picks_the_pad_is_the_usual_one(owner: Client, db: None) -> None:
    group = thursday_table(names=("Ann", "Ben"), options={"two_handed": "picker"})
    (ann,) = ids(group, "Ann")
    night = sit_down(owner, group, "Ann", "Ben")
    assert "Tap who picked" in owner.get(f"/g/{group.code}/{night.number}/").content.decode()
    tell(owner, night, picker=ann, alone="1", result="lost")
    assert points(group, sheet_of(night)) == {"Ann": -2, "Ben": 2}


@pytest.mark.parametrize("contract", ["rufspiel", "muss"])
def test_two_play_schafkopf(owner: Client, db: None, contract: str) -> None:
    names = ("Anni", "Bene")
    group = start_group(NewGroup(name="Stube", names=names, game="mehrkopf"), OWNER, uuid.uuid4())
    (bene,) = ids(group, "Bene")
    night = sit_down(owner, group, *names)
    tell(owner, night, picker=bene, alone="1", result="won", **{"ask-contract": contract})
    sheet = sheet_of(night)
    assert sheet.hands == 1
    assert sheet.totals[bene] > 0


def test_the_third_goes_home_and_two_play_on(owner: Client, db: None) -> None:
    group = thursday_table(names=("Ann", "Ben", "Cleo"))
    ann, ben, cleo = ids(group, "Ann", "Ben", "Cleo")
    night = sit_down(owner, group, "Ann", "Ben", "Cleo")
    tell(owner, night, picker=ann, alone="1", result="won")
    assert leave(owner, night, cleo).status_code == 303
    tell(owner, night, picker=ben, alone="1", result="won")
    assert points(group, sheet_of(night)) == {"Ann": 1, "Ben": 0, "Cleo": -1}
    refused = leave(owner, night, ben)
    assert refused.status_code == 422
    assert "two at least have to play" in refused.content.decode()


def test_sheepshoof_needs_its_three(owner: Client, db: None) -> None:
    names = ("Ann", "Ben", "Cleo")
    group = start_group(NewGroup(name="Three", names=names, game="sheepshoof"), OWNER, uuid.uuid4())
    night = sit_down(owner, group, *names)
    refused = leave(owner, night, ids(group, "Cleo")[0])
    assert refused.status_code == 422
    assert "three at least have to play" in refused.content.decode()
