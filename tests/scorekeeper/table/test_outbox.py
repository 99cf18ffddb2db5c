"""What a phone is answered about hands that waited on it: data, beside the pages, by the same guards."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from ledger.models import Entry, Group, Membership, Role, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    add_player,
    admit,
    arrange,
    change_stake,
    end_night,
    join,
    leave,
    put_away,
    reopen_night,
    write_rules,
)
from scorekeeper.http.outbox import Decision
from tests.cast import NAMES, a_night, context, player, seated, tell
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.table.test_table import posted, url


@pytest.fixture
def night(group: Group) -> Session:
    night = a_night(group, dealer="Frank")
    add_player(group, "Gus")
    return night


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


def test_a_hand_is_written_at_the_time_at_which_its_phone_told_it(owner: Client, night: Session) -> None:
    told = int(Entry.objects.get(session=night).at.timestamp() * 1000) + 1
    sends(owner, night, posted(night, told=str(told)))
    assert int(Entry.objects.get(kind="hand").at.timestamp() * 1000) == told


@pytest.mark.parametrize("told", ["", "soon", "-5", "9" * 15, "9" * 40, "1.5", "٣"])
def test_a_time_that_is_none_stops_no_hand(owner: Client, night: Session, told: str) -> None:
    assert sends(owner, night, posted(night, told=told))[0] == 200


@pytest.mark.parametrize(
    "more",
    [{"mine": "x"}, {"mine": "1,2"}, {"mine": ",".join([str(uuid.UUID(int=7))] * 201)}, {"partner": "Ben"}],
)
def test_damaged_keys_and_impossible_hands_are_refused_with_a_sentence(
    owner: Client, night: Session, more: dict[str, str]
) -> None:
    status, said = sends(owner, night, posted(night, **more))
    assert (status, said["kind"], said["sentence"][-1]) == (422, "refused", ".")
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
    worths = dict(said["then"]["worths"])
    assert (worths["Cleo"], worths["Dave"], worths["Frank"]) == ("+2", "+1", "sits out")
    assert dict(said["now"]["worths"])["Ann"] == "sits out"
    assert sheet_of(night).hands == 1


def test_a_late_hand_that_could_not_be_says_so_beside_theirs(owner: Client, night: Session) -> None:
    late = posted(night, "Dave", "Dave")
    tell(night, "Ann", "Ben")
    mine = sends(owner, night, late)[1]["then"]
    assert mine["refused"].endswith(".")
    assert mine["worths"] == []


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


def shown(night: Session, **more: Any) -> dict[str, Any]:
    sheet = sheet_of(night)
    seating = sheet.seating
    worths = dict(zip(seating.active, ["+2", "+1", "−1", "−1", "−1"], strict=True))
    return posted(night, "Ann", "Ben") | {
        "seats": ",".join(map(str, seating.seats)),
        "dealer": str(seating.dealer),
        "was_dealer": str(seating.dealer),
        "out": [str(one) for one in seating.out],
        "was_out": ",".join(map(str, seating.out)),
        "rules": str(sheet.rules.version),
        "stake": str(sheet.stake_cents),
        "shown": ";".join(f"{who}:{worth}" for who, worth in worths.items()),
        **more,
    }


@pytest.mark.parametrize(
    ("change", "cause", "way"),
    [
        (lambda night: leave(night, player(night.group, "Edith").pk, context(night)), "left", "went home"),
        (lambda night: change_stake(night, 5, context(night)), "stake", "the stake from before"),
        (
            lambda night: write_rules(night.group, "sheepshead", "", {"bump": False}, uuid.uuid4(), None),
            "rules",
            "the rules from before",
        ),
        (
            lambda night: arrange(night, seated(night.group, *NAMES, dealer="Edith"), context(night)),
            "seats",
            "before the seats were changed",
        ),
    ],
)
def test_what_happened_meanwhile_is_asked_in_its_own_words(
    owner: Client, night: Session, change: Callable[[Session], object], cause: str, way: str
) -> None:
    late = shown(night)
    change(night)
    status, said = sends(owner, night, late)
    assert (status, said["cause"]) == (409, cause)
    assert said["ways"][0][0] == "then"
    assert way in said["ways"][0][1]
    decided = late | {"choice": "then", "known": str(said["newest"])}
    assert sends(owner, night, decided)[0] == 200
    assert sheet_of(night).rows[0].points[player(night.group, "Ann").pk] == 2
    assert sends(owner, night, decided)[1]["before"] is True


def test_a_night_that_was_ended_meanwhile_asks_to_be_opened(owner: Client, night: Session) -> None:
    late = shown(night)
    end_night(night, context(night))
    said = sends(owner, night, late)[1]
    assert (said["cause"], [how for how, _ in said["ways"]]) == ("ended", ["open", "taken"])
    reopen_night(night, context(night))
    assert sends(owner, night, late)[0] == 200


def test_points_shown_otherwise_than_booked_ask(owner: Client, group: Group) -> None:
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    first = shown(night)
    sends(owner, night, first)
    second = shown(night, after="1", mine=first["key"], shown="")
    assert sends(owner, night, second)[0] == 200
    third = shown(night, after="1", mine=f"{first['key']},{second['key']}")
    third["shown"] = third["shown"].replace("+2", "+4")
    status, said = sends(owner, night, third)
    assert (status, said["cause"]) == (409, "numbers")


def test_a_page_without_scripts_asks_the_same_and_books_as_shown(owner: Client, night: Session) -> None:
    late = shown(night)
    join(night, player(night.group, "Gus").pk, context(night), after=player(night.group, "Ann").pk)
    answer: Any = owner.post(url(night), late)
    assert answer.status_code == 409
    assert (Decision.THEN, "Count it before Gus sat down") in answer.context["conflict"].ways
    assert answer.context["is_asked"]
    again = late | {"seen": late["after"], "after": "2", "choice": "then", "known": "2"}
    assert owner.post(url(night), again).status_code == 303
    assert player(night.group, "Gus").pk not in sheet_of(night).rows[0].seats


def test_a_begun_pad_stays_as_it_is_when_somebody_sits_down(owner: Client, night: Session) -> None:
    begun = posted(night, tap="fresh")
    join(night, player(night.group, "Gus").pk, context(night), after=player(night.group, "Ann").pk)
    answer: Any = owner.post(url(night, "tap"), begun, headers={"hx-request": "true"})
    assert answer["HX-Reswap"] == "none"
    assert b"Meanwhile Gus sat down" in answer.content


def test_the_table_names_the_keys_of_this_phones_hands_even_if_it_may_only_watch_now(
    owner: Client, night: Session
) -> None:
    guest = uuid.uuid4()
    admit(night.group, guest, Role.SCORER)
    fields = posted(night)
    assert sends(phone_of(guest), night, fields)[0] == 200
    for role in (Role.SCORER, Role.WATCHER):
        Membership.objects.filter(guest=guest).update(role=role)
        assert f'data-keys="{fields["key"]}"' in phone_of(guest).get(url(night, "table")).content.decode()


def test_a_late_hand_takes_the_place_of_theirs_only_where_it_brings_the_same(
    owner: Client, night: Session
) -> None:
    late = shown(night)
    tell(night, "Ann", "Ben", "lost")
    assert "mine" in [how for how, _ in sends(owner, night, late)[1]["ways"]]
    other = a_night(night.group, *NAMES, dealer="Frank")
    late = shown(other)
    leave(other, player(other.group, "Cleo").pk, context(other))
    tell(other, "Ann", "Ben", "lost")
    said = sends(owner, other, late)[1]
    assert said["cause"] == "hand"
    assert "mine" not in [how for how, _ in said["ways"]], "others would pay"


def test_a_correction_that_came_too_late_still_asks_about_the_hand_it_was_to_correct(
    owner: Client, night: Session
) -> None:
    entry = tell(night, "Ann", "Ben").entry.number
    decided = posted(night, "Ann", "Ben", after=str(entry))
    change_stake(night, 5, context(night))
    address = f"/g/{night.group.code}/{night.number}/hands/{entry}/correct/"
    answer: Any = owner.post(address, decided, headers={"accept": "application/json"})
    said = answer.json()
    assert (answer.status_code, said["cause"]) == (409, "hand")
    assert [one["entry"] for one in said["theirs"]] == [entry]
    assert "theirs" in [how for how, _ in said["ways"]]
