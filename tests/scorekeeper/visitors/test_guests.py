"""A phone gets a fresh id with a group it gains, and loses nothing in whatever order answers come."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import DatabaseError
from django.test import Client

from ledger.exchange import group as exchanging
from ledger.models import Group, Membership, Role
from ledger.recording import admit, change_guest
from scorekeeper.models import Counter, Task
from scorekeeper.tasks.worker import Worker
from scorekeeper.visitors.links import cut_key
from tests.cast import OWNER, player, thursday_table
from tests.group_files import group_export
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.group.test_exchange import bring, elsewhere
from tests.scorekeeper.group.test_start_group import told
from tests.scorekeeper.visitors.test_guest_cookie import brings, cookie

pytestmark = pytest.mark.django_db


def opens(client: Client, *names: str) -> list[bool]:
    """Return of each of these groups whether the phone finds it on its first page."""
    page = client.get("/").content.decode()
    return [name in page for name in names]


def has(client: Client, *names: str) -> bool:
    return all(opens(client, *names))


def an_owner() -> Client:
    phone = phone_of(OWNER)
    phone.get("/start/")
    return phone


def a_copy(client: Client) -> Client:
    return brings(cookie(client))


def spare_key(client: Client) -> str:
    other = thursday_table(name="Behind the key", guest=uuid.uuid4())
    address = f"/key/{cut_key(other)}/"
    client.get(address)
    return address


def brought() -> str:
    return elsewhere(group_export(thursday_table(name="In the file", guest=uuid.uuid4())))


def start(client: Client, name: str) -> Any:
    return client.post("/start/", told(name=name))


Gains = tuple[Callable[[Client], Any], str]
GAINS: dict[str, Gains] = {
    "start": (lambda client: start(client, "Started"), "Started"),
    "key": (lambda client: client.post(spare_key(client)), "Behind the key"),
    "file": (lambda client: bring(client, brought()), "In the file"),
}


@pytest.mark.parametrize("way", GAINS)
def test_an_id_that_somebody_knew_opens_nothing_after_a_group_was_gained(group: Group, way: str) -> None:
    gain, name = GAINS[way]
    phone = an_owner()
    planted = a_copy(phone)
    assert gain(phone).status_code == 303
    assert has(phone, name, "Thursday table")
    assert opens(planted, name, "Thursday table") == [False, False]
    assert planted.get(f"/g/{group.code}/").status_code == 404


def test_phone_that_comes_back_after_an_hour_opens_what_its_old_id_opened(group: Group) -> None:
    phone, worker = an_owner(), Worker()
    assert start(phone, "Started").status_code == 303  # and the next page never came
    while worker.advance():  # an hour's chores
        pass
    assert has(phone, "Started", "Thursday table")


def test_an_answer_that_was_lost_on_its_way_has_changed_nothing(group: Group) -> None:
    phone, said = an_owner(), told(name="Started")
    a_copy(phone).post("/start/", said)  # and its answer never came
    assert has(phone, "Started", "Thursday table")
    assert phone.post("/start/", said).status_code == 303
    assert Group.objects.count() == 2
    assert has(phone, "Started", "Thursday table")


@pytest.mark.parametrize("last", [0, 1])
@pytest.mark.parametrize("names", [["First", "First"], ["First", "Second"]], ids=["double tap", "two tabs"])
def test_whichever_of_two_answers_comes_last_the_phone_has_everything(
    group: Group, names: list[str], last: int
) -> None:
    phone, forms = an_owner(), {name: told(name=name) for name in names}
    answered = [a_copy(phone), a_copy(phone)]
    for client, name in zip(answered, names, strict=True):
        assert client.post("/start/", forms[name]).status_code == 303
    one, late = answered[1 - last], answered[last]
    for client in (one, late, one, late):  # the first answer is followed, then the late one comes
        assert has(client, *names, "Thursday table")
    assert Group.objects.count() == 1 + len(forms)


def test_a_second_tap_that_comes_after_everything_leads_to_the_same_group_and_sets_no_cookie(
    group: Group,
) -> None:
    phone, said = an_owner(), told(name="Started")
    late = a_copy(phone)
    first = phone.post("/start/", said)
    assert has(phone, "Started")
    answer = late.post("/start/", said)
    assert (answer["Location"], "guest" in answer.cookies) == (first["Location"], False)


def test_another_form_with_an_id_that_is_gone_writes_nothing_and_keeps_what_was_typed(group: Group) -> None:
    phone = an_owner()
    late = a_copy(phone)
    start(phone, "Started")
    assert has(phone, "Started")
    answer = start(late, "Too late")
    assert (answer.status_code, "guest" in answer.cookies) == (422, False)
    page = answer.content.decode()
    assert [one for one in ("got a new key meanwhile", 'value="Too late"') if one not in page] == []
    assert not Group.objects.filter(name="Too late").exists()
    assert "guest" not in late.get("/start/").cookies


def test_an_old_form_sent_again_from_the_back_button_starts_nothing_new(client: Client) -> None:
    client.get("/start/")
    said = told()
    first = client.post("/start/", said)
    client.get(first["Location"])
    held = cookie(client)
    assert client.post("/start/", said)["Location"] == first["Location"]
    assert (cookie(client), Group.objects.count()) == (held, 1)


def test_a_spare_key_tapped_twice_opens_once_and_says_so_to_nobody(group: Group) -> None:
    phone, key = Client(), f"/key/{cut_key(group)}/"
    phone.get(key)
    again = a_copy(phone)
    assert phone.post(key)["Location"] == again.post(key)["Location"]
    for client in (phone, again, phone):
        assert has(client, "Thursday table")
    assert (phone.post(key).status_code, group.memberships.count()) == (303, 2)


def test_a_spare_key_opened_on_two_phones_lets_in_one(group: Group) -> None:
    key, phones = f"/key/{cut_key(group)}/", (Client(), Client())
    for client in phones:
        client.get(key)
    assert [client.post(key).status_code for client in phones] == [303, 409]
    assert [has(client, "Thursday table") for client in phones] == [True, False]


def test_whoever_took_an_id_before_is_handed_nothing(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = an_owner()
    thief = a_copy(phone)
    start(thief, "A trap")  # never follows the answer
    monkeypatch.setattr("scorekeeper.visitors.guests.SAME_ANSWER", timedelta(0))
    start(phone, "Started")
    assert opens(phone, "Started", "Thursday table") == [True, True]
    assert opens(thief, "Started", "Thursday table") == [False, False]


def test_what_was_asked_for_in_the_background_is_found_again(client: Client) -> None:
    client.get("/start/")
    guest = uuid.UUID(client.session["guest"])
    Task.objects.create(kind=Task.Kind.AUDIT, guest=guest, state=Task.State.DONE)
    client.post("/start/", told())
    client.get("/")
    assert Task.objects.get().guest == uuid.UUID(client.session["guest"]) != guest


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_an_import_that_is_under_way_is_for_the_fresh_id(
    client: Client, steps: int, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TASKS_AT_ONCE = False
    monkeypatch.setattr(exchanging, "READ_NS", -1)  # as many steps as there can be
    file, worker = brought(), Worker(has_chores=False)
    client.get("/start/")
    planted = a_copy(client)
    assert bring(client, file).status_code == 303
    for _ in range(steps):
        assert worker.advance()
    start(client, "Started")
    assert has(client, "Started")
    while worker.advance():
        pass
    assert Task.objects.get().state == Task.State.DONE
    assert (has(client, "In the file"), has(planted, "In the file")) == (True, False)


def test_a_file_that_is_sent_again_with_the_id_before_is_brought_once(client: Client) -> None:
    client.get("/start/")
    late, file, key = a_copy(client), brought(), uuid.uuid4()
    first = bring(client, file, key=key)
    assert has(client, "In the file")
    answer = bring(late, file, key=key)
    assert (answer["Location"], "guest" in answer.cookies) == (first["Location"], False)
    assert (Task.objects.count(), bring(late, file).status_code) == (1, 409)


def test_a_book_that_cannot_be_written_stays_open(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = an_owner()
    start(phone, "Started")
    with monkeypatch.context() as broken:
        broken.setattr(
            "scorekeeper.visitors.guests.change_guest", Mock(side_effect=DatabaseError("disk full"))
        )
        assert has(phone, "Thursday table")
    assert has(phone, "Started")
    assert not Membership.objects.filter(guest=OWNER).exists()


def test_where_both_ids_are_members_the_higher_role_stays_and_so_does_who_wrote(group: Group) -> None:
    new, ben = uuid.uuid4(), player(group, "Ben")
    admit(group, new, Role.WATCHER, ben)
    wrote = Membership.objects.get(group=group, guest=OWNER)
    for _ in range(2):
        change_guest(OWNER, new)
        own = Membership.objects.get(group=group, guest=new)
        assert (own.role, own.player) == (Role.OWNER, ben)
        assert not Membership.objects.filter(guest=OWNER).exists()
    wrote.refresh_from_db()
    assert (wrote.guest in (OWNER, new), wrote.role) == (False, Role.WATCHER)


def test_the_fresh_id_is_nowhere_in_the_book_before_it_was_seen(client: Client) -> None:
    client.get("/start/")
    client.post("/start/", told())
    fresh = uuid.UUID(client.session["guest"])
    assert not Membership.objects.filter(guest=fresh).exists()
    assert not Counter.objects.filter(what__contains=fresh.hex).exists()
    client.get("/")
    assert Membership.objects.filter(guest=fresh).exists()
