"""A hand of another game in the middle of an evening: typed, corrected, taken back, exported."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import end_night
from ledger.recording.auditing import audit
from tests import cast
from tests.evenings.test_other_games import begun
from tests.reading import html_of, missing
from tests.scorekeeper.conftest import Phones, phone_of


@pytest.fixture
def night(group: Group) -> Session:
    night = cast.a_night(group, dealer="Frank")
    cast.tell(night, "Ann", "Ben")
    return night


def page(night: Session) -> str:
    return reverse("another", args=[night.group.code, night.number])


def said(night: Session, *points: object, counting: str = "balanced", **more: Any) -> dict[str, Any]:
    seats = sheet_of(night).seating.seats
    typed = {f"points-{player}": str(one) for player, one in zip(seats, points, strict=True)}
    return {"key": uuid.uuid4(), "after": sheet_of(night).newest, "counting": counting, **typed, **more}


def totals(night: Session) -> list[str]:
    return [str(points) for points in sheet_of(night).totals.values()]


@pytest.mark.parametrize("who", ["owner", "scorer"])
def test_everybodys_points_are_written_once_and_the_deal_stays(
    night: Session, phone: Phones, who: str
) -> None:
    client, told, before = phone(who), said(night, 10, "+5", "-3", "−12", 0, ""), sheet_of(night)
    for _ in range(2):
        answer = client.post(page(night), told)
        assert answer.status_code == 303
    assert totals(night) == ["12", "6", "-4", "-13", "-1", "0"]
    sheet = sheet_of(night)
    assert (sheet.hands, sheet.seating) == (before.hands, before.seating)
    assert not missing(html_of(client.get(answer["Location"])), "Between two hands", "<small>other</small>")
    cast.tell(night, "Cleo", "Dave")
    assert sheet_of(night).hands == 2
    assert list(audit([night.group])) == []


def test_points_as_typed_are_offered_first_where_the_table_types_its_own(db: None) -> None:
    night = begun("hearts")
    answer = html_of(phone_of(cast.OWNER).get(page(night)))
    assert re.findall(r'value="(\w+)"[^>]* checked', answer) == ["typed"]
    phone_of(cast.OWNER).post(page(night), said(night, 10, 20, 30, 0, counting="typed"))
    sheet = sheet_of(night)
    assert totals(night) == ["10", "20", "30", "0"]
    assert sheet.rows[-1].is_typed
    assert sheet.ranked[0] == sheet.seating.seats[-1], "the fewest win, as at this table"
    assert list(audit([night.group])) == []


def test_the_fewest_points_win_against_the_average(night: Session, phone: Phones) -> None:
    phone("scorer").post(page(night), said(night, 30, 0, 0, 0, 0, 0, counting="fewest"))
    assert totals(night) == ["-23", "6", "4", "4", "4", "5"]


@pytest.mark.parametrize(
    ("points", "counting", "sentence"),
    [
        ((1, 2, 3, 4, 5, ""), "average", "Type everybody’s points, a 0 too."),
        ((1, 2, 3, 4, 5, 6), "balanced", "The points have to add up to zero, and they add up to +21."),
        ((1, "", "", 0, 0, 0), "balanced", "Type everybody’s points, a 0 too."),
        ((1, "tea", 0, 0, 0, 0), "balanced", "Write a whole number, like 12 or −3."),
        ((1, "1.5", 0, 0, 0, 0), "balanced", "Write a whole number, like 12 or −3."),
        ((999999, -999999, 0, 0, 0, 0), "balanced", "Write a whole number, like 12 or −3."),
    ],
)
def test_what_makes_no_sense_is_said_where_it_was_typed(
    night: Session, phone: Phones, points: tuple[object, ...], counting: str, sentence: str
) -> None:
    html = html_of(phone("scorer").post(page(night), said(night, *points, counting=counting)), 422)
    assert not missing(html, sentence, f'value="{points[0]}"')
    assert sheet_of(night).hands == len(sheet_of(night).rows) == 1


def test_a_phone_that_was_behind_keeps_what_it_typed(night: Session, phone: Phones) -> None:
    told = said(night, 7, -7, 0, 0, 0, 0)
    cast.tell(night, "Cleo", "Dave")
    html = html_of(phone("scorer").post(page(night), told), 409)
    assert not missing(html, 'value="7"', "Nothing was saved from this phone")
    assert len(sheet_of(night).rows) == 2
    again = {**told, "after": sheet_of(night).newest, "key": uuid.uuid4()}
    assert phone("scorer").post(page(night), again).status_code == 303


def test_a_night_that_is_over_says_so(night: Session, phone: Phones) -> None:
    told = said(night, 1, -1, 0, 0, 0, 0)
    end_night(night, cast.context(night))
    assert phone("scorer").post(page(night), {**told, "after": sheet_of(night).newest}).status_code == 422
    assert "The night is over" in html_of(phone("scorer").get(page(night)))


def test_hand_of_another_game_is_corrected_and_taken_back_as_any_hand(night: Session, scorer: Client) -> None:
    scorer.post(page(night), said(night, 7, -7, 0, 0, 0, 0))
    entry = sheet_of(night).rows[-1].entry
    address = reverse("correct", args=[night.group.code, night.number, entry])
    assert 'value="7"' in html_of(scorer.get(address))
    seats = sheet_of(night).seating.seats
    typed = {f"ask-points-{player}": one for player, one in zip(seats, (8, -7, -1, 0, 0, 0), strict=True)}
    told = {"key": uuid.uuid4(), "after": sheet_of(night).newest, **typed}
    assert scorer.post(address, told).status_code == 303
    assert totals(night) == ["10", "-6", "-2", "-1", "-1", "0"]
    assert sheet_of(night).rows[-1].facts["other"] == {}
    taken_back = reverse("take_back", args=[night.group.code, night.number, entry])
    scorer.post(taken_back, {"key": uuid.uuid4(), "after": sheet_of(night).newest})
    assert totals(night) == ["2", "1", "-1", "-1", "-1", "0"]
    assert list(audit([night.group])) == []
