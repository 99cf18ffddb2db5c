"""What a phone is answered about hands that waited on it: data, beside the pages, by the same guards."""

import uuid
from typing import Any

import pytest
from django.test import Client

from ledger.models import Entry, Group, Membership, Role, Session
from ledger.models.book import sheet_of
from ledger.recording import admit, put_away
from tests.cast import a_night, context, player, tell
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.table.test_table import posted, url


@pytest.fixture
def night(group: Group) -> Session:
    return a_night(group, dealer="Frank")


def sends(client: Client, night: Session, fields: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    answer: Any = client.post(url(night), fields, headers={"accept": "application/json"})
    assert answer["Content-Type"] == "application/json"
    return answer.status_code, answer.json()


def test_a_hand_is_written_once_and_known_when_it_comes_again(owner: Client, night: Session) -> None:
    fields = posted(night)
    first = {"kind": "written", "entry": 2, "newest": 2, "before": False}
    assert sends(owner, night, fields) == (200, first)
    assert sends(owner, night, fields) == (200, first | {"before": True})
    assert sheet_of(night).hands == 1


def test_three_hands_of_one_phone_follow_each_other(owner: Client, night: Session) -> None:
    pairs = (("Cleo", "Dave"), ("Dave", "Edith"), ("Edith", "Cleo"))
    fields = [posted(night, *pair) for pair in pairs]
    for place, one in enumerate(fields):
        one["mine"] = ",".join(told["key"] for told in fields[:place])
        assert sends(owner, night, one)[0] == 200
    assert list(Entry.objects.filter(kind="hand").order_by("number").values_list("key", flat=True)) == [
        uuid.UUID(one["key"]) for one in fields
    ]


def test_a_hand_is_written_at_the_time_at_which_its_phone_told_it(owner: Client, night: Session) -> None:
    opened = Entry.objects.get(session=night).at
    told = int(opened.timestamp() * 1000) + 1
    sends(owner, night, posted(night, told=str(told)))
    assert int(Entry.objects.get(kind="hand").at.timestamp() * 1000) == told


@pytest.mark.parametrize("told", ["", "soon", "-5", "9" * 15, "9" * 40, "1.5", "٣"])
def test_a_time_that_is_none_stops_no_hand(owner: Client, night: Session, told: str) -> None:
    assert sends(owner, night, posted(night, told=told))[0] == 200


@pytest.mark.parametrize("mine", ["x", "1,2", ",".join([str(uuid.UUID(int=7))] * 201)])
def test_damaged_keys_are_refused(owner: Client, night: Session, mine: str) -> None:
    status, said = sends(owner, night, posted(night, mine=mine))
    assert (status, said["kind"]) == (422, "refused")
    assert sheet_of(night).hands == 0


def test_what_was_told_meanwhile_is_shown_beside_the_hand_that_came_too_late(
    owner: Client, night: Session
) -> None:
    late = posted(night, "Cleo", "Dave")
    Membership.objects.update(player=player(night.group, "Edith"))
    tell(night, "Ann", "Ben")
    status, said = sends(owner, night, late)
    assert (status, said["kind"], said["newest"]) == (409, "conflict", 2)
    assert [words for words, _ in said["since"]] == ["Meanwhile hand 1 was recorded"]
    (theirs,) = said["theirs"]
    assert (theirs["entry"], theirs["title"], theirs["who"]) == (2, "Hand 1", "Edith")
    assert theirs["worths"] == [["Ann", "+2"], ["Ben", "+1"], ["the others", "−1"]]
    assert said["mine"]["worths"] == [["Cleo", "+2"], ["Dave", "+1"], ["the others", "−1"]]
    assert sheet_of(night).hands == 1


def test_a_late_hand_that_could_not_be_says_so_beside_theirs(owner: Client, night: Session) -> None:
    late = posted(night, "Dave", "Dave")
    tell(night, "Ann", "Ben")
    mine = sends(owner, night, late)[1]["mine"]
    assert mine["refused"].endswith(".")
    assert mine["worths"] == []


def test_what_cannot_be_is_refused_with_its_sentence(owner: Client, night: Session) -> None:
    status, said = sends(owner, night, posted(night, partner="Ben"))
    assert (status, said["kind"]) == (422, "refused")
    assert said["sentence"].endswith(".")


def test_a_stranger_and_a_watcher_are_told_that_it_is_closed(
    client: Client, owner: Client, night: Session
) -> None:
    status, said = sends(client, night, posted(night))
    assert (status, said["kind"]) == (404, "closed")
    Membership.objects.update(role=Role.WATCHER)
    status, said = sends(owner, night, posted(night))
    assert (status, said["kind"]) == (403, "closed")
    assert "follow" in said["sentence"]


def test_nothing_is_written_where_the_group_is_put_away(owner: Client, night: Session) -> None:
    put_away(night.group, context(night))
    assert sends(owner, night, posted(night))[1]["kind"] == "closed"


def test_a_token_that_is_too_old_is_replaced_and_the_hand_is_as_good(night: Session) -> None:
    guarded = Client(enforce_csrf_checks=True)
    guest = uuid.uuid4()
    admit(night.group, guest, Role.SCORER)
    guarded.cookies = phone_of(guest).cookies
    fields = posted(night, csrfmiddlewaretoken="a" * 64)
    assert sends(guarded, night, fields)[1]["kind"] == "token"
    fresh = guarded.get("/token/")
    assert fresh["Cache-Control"] == "private, no-store"
    fields["csrfmiddlewaretoken"] = fresh.json()["token"]
    assert sends(guarded, night, fields)[0] == 200


def test_a_page_is_answered_with_a_page_as_before(owner: Client, night: Session) -> None:
    assert owner.post(url(night), posted(night)).status_code == 303


def test_the_sheet_comes_anew_with_own_hands_and_nobody_is_told_that_they_were_written_meanwhile(
    owner: Client, night: Session
) -> None:
    fields = posted(night)
    sends(owner, night, fields)
    begun = posted(night, "Cleo", "Dave", tap="fresh", after="1", mine=fields["key"])
    answer: Any = owner.post(url(night, "tap"), begun, headers={"hx-request": "true"})
    assert answer.status_code == 200
    assert not answer.context["meanwhile"]
    others = owner.post(url(night, "tap"), begun | {"mine": ""}, headers={"hx-request": "true"})
    assert others.context["meanwhile"]


def test_mine_takes_the_place_of_theirs_as_a_correction(owner: Client, night: Session) -> None:
    tell(night, "Ann", "Ben")
    address = f"/g/{night.group.code}/{night.number}/hands/2/correct/"
    fields = posted(night, "Cleo", "Dave")
    answer: Any = owner.post(address, fields, headers={"accept": "application/json"})
    assert answer.json() == {"kind": "written", "entry": 3, "newest": 3, "before": False}
    late: Any = owner.post(address, posted(night, after="2"), headers={"accept": "application/json"})
    assert (late.status_code, late.json()["kind"]) == (409, "conflict")
