"""A phone gets a fresh id with a group it gains, and loses nothing in whatever order answers come."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client

from ledger.exchange import group as exchanging
from ledger.exchange.group import group_export
from ledger.models import Group, Membership, Role
from ledger.recording import admit
from scorekeeper.models import Counter, Task
from scorekeeper.tasks.worker import Worker
from scorekeeper.visitors.links import cut_key
from tests.cast import OWNER, player, thursday_table
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.group.test_exchange import bring, elsewhere
from tests.scorekeeper.group.test_start_group import told
from tests.scorekeeper.visitors.test_guest_cookie import brings, cookie

pytestmark = pytest.mark.django_db


def opens(client: Client, name: str) -> bool:
    """Whether the phone finds this group on its first page."""
    return name in client.get("/").content.decode()


def a_copy(client: Client) -> Client:
    """Another browser with the same cookie: somebody who knew it, or the same phone, a moment ago."""
    return brings(cookie(client))


def spare_key(client: Client) -> str:
    """The address of a key to a group that is none of this phone's."""
    other = thursday_table(name="Behind the key", guest=uuid.uuid4())
    address = f"/key/{cut_key(other)}/"
    client.get(address)
    return address


def brought() -> str:
    """The file of a group that is not here."""
    return elsewhere(group_export(thursday_table(name="In the file", guest=uuid.uuid4())))


Gains = tuple[Callable[[Client], Any], str]
GAINS: dict[str, Gains] = {
    "start": (lambda client: client.post("/start/", told(name="Started")), "Started"),
    "key": (lambda client: client.post(spare_key(client)), "Behind the key"),
    "file": (lambda client: bring(client, brought()), "In the file"),
}


@pytest.mark.parametrize("way", GAINS)
def test_an_id_that_somebody_knew_opens_nothing_after_a_group_was_gained(group: Group, way: str) -> None:
    gain, name = GAINS[way]
    phone = phone_of(OWNER)
    phone.get("/start/")
    planted = a_copy(phone)
    assert gain(phone).status_code == 303
    assert opens(phone, name)
    assert opens(phone, "Thursday table")
    assert not opens(planted, name)
    assert not opens(planted, "Thursday table")
    assert planted.get(f"/g/{group.code}/").status_code == 404


def test_phone_that_comes_back_after_an_hour_opens_what_its_old_id_opened(group: Group) -> None:
    phone = phone_of(OWNER)
    phone.get("/start/")
    assert phone.post("/start/", told(name="Started")).status_code == 303  # and the next page never came
    worker = Worker()
    while worker.advance():  # an hour's chores
        pass
    assert opens(phone, "Started")
    assert opens(phone, "Thursday table")


def test_an_answer_that_was_lost_on_its_way_has_changed_nothing(group: Group) -> None:
    phone = phone_of(OWNER)
    phone.get("/start/")
    said = told(name="Started")
    a_copy(phone).post("/start/", said)  # and its answer never came
    assert opens(phone, "Started")
    assert opens(phone, "Thursday table")
    answer = phone.post("/start/", said)
    assert answer.status_code == 303
    assert Group.objects.count() == 2
    assert opens(phone, "Started")
    assert opens(phone, "Thursday table")


@pytest.mark.parametrize("last", [0, 1])
@pytest.mark.parametrize("tabs", ["double tap", "two tabs"])
def test_whichever_of_two_answers_comes_last_the_phone_has_everything(
    group: Group, tabs: str, last: int
) -> None:
    phone = phone_of(OWNER)
    phone.get("/start/")
    first = told(name="First")
    both = [first, first if tabs == "double tap" else told(name="Second")]
    answered = [a_copy(phone), a_copy(phone)]
    for client, said in zip(answered, both, strict=True):
        assert client.post("/start/", said).status_code == 303
    one, late = answered[1 - last], answered[last]
    for client in (one, late, one, late):  # the first answer is followed, then the late one comes
        for said in both:
            assert opens(client, said["name"])
        assert opens(client, "Thursday table")
    assert Group.objects.count() == (2 if tabs == "double tap" else 3)


def test_a_second_tap_that_comes_after_everything_leads_to_the_same_group_and_sets_no_cookie(
    group: Group,
) -> None:
    phone = phone_of(OWNER)
    phone.get("/start/")
    late, said = a_copy(phone), told(name="Started")
    first = phone.post("/start/", said)
    assert opens(phone, "Started")
    answer = late.post("/start/", said)
    assert answer["Location"] == first["Location"]
    assert "guest" not in answer.cookies


def test_another_form_with_an_id_that_is_gone_writes_nothing_and_keeps_what_was_typed(group: Group) -> None:
    phone = phone_of(OWNER)
    phone.get("/start/")
    late = a_copy(phone)
    phone.post("/start/", told(name="Started"))
    assert opens(phone, "Started")
    answer = late.post("/start/", told(name="Too late"))
    assert answer.status_code == 422
    assert "got a new key meanwhile" in answer.content.decode()
    assert 'value="Too late"' in answer.content.decode()
    assert "guest" not in answer.cookies
    assert not Group.objects.filter(name="Too late").exists()
    assert "guest" not in late.get("/start/").cookies


def test_an_old_form_sent_again_from_the_back_button_starts_nothing_new(client: Client) -> None:
    client.get("/start/")
    said = told()
    first = client.post("/start/", said)
    client.get(first["Location"])
    held = cookie(client)
    answer = client.post("/start/", said)
    assert answer["Location"] == first["Location"]
    assert cookie(client) == held
    assert Group.objects.count() == 1


def test_a_spare_key_tapped_twice_opens_once_and_says_so_to_nobody(group: Group) -> None:
    phone, key = Client(), f"/key/{cut_key(group)}/"
    phone.get(key)
    again = a_copy(phone)
    assert phone.post(key)["Location"] == again.post(key)["Location"]
    for client in (phone, again, phone):
        assert opens(client, "Thursday table")
    assert phone.post(key).status_code == 303
    assert group.memberships.count() == 2


def test_a_spare_key_opened_on_two_phones_lets_in_one(group: Group) -> None:
    key = f"/key/{cut_key(group)}/"
    one, other = Client(), Client()
    for client in (one, other):
        client.get(key)
    assert one.post(key).status_code == 303
    assert other.post(key).status_code == 409
    assert not opens(other, "Thursday table")


def test_whoever_took_an_id_before_is_handed_nothing(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = phone_of(OWNER)
    phone.get("/start/")
    thief = a_copy(phone)
    thief.post("/start/", told(name="A trap"))  # never follows the answer
    monkeypatch.setattr("scorekeeper.visitors.guests.SAME_ANSWER", timedelta(0))
    phone.post("/start/", told(name="Started"))
    assert opens(phone, "Started")
    assert opens(phone, "Thursday table")
    assert not opens(thief, "Started")
    assert not opens(thief, "Thursday table")


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
    file = brought()
    client.get("/start/")
    planted = a_copy(client)
    assert bring(client, file).status_code == 303
    worker = Worker(has_chores=False)
    for _ in range(steps):
        assert worker.advance()
    client.post("/start/", told(name="Started"))
    assert opens(client, "Started")
    while worker.advance():
        pass
    assert Task.objects.get().state == Task.State.DONE
    assert opens(client, "In the file")
    assert not opens(planted, "In the file")


def test_a_file_that_is_sent_again_with_the_id_before_is_brought_once(client: Client) -> None:
    client.get("/start/")
    late, file, key = a_copy(client), brought(), uuid.uuid4()
    first = bring(client, file, key=key)
    assert opens(client, "In the file")
    answer = bring(late, file, key=key)
    assert answer["Location"] == first["Location"]
    assert "guest" not in answer.cookies
    assert Task.objects.count() == 1
    assert bring(late, file).status_code == 409


def test_a_book_that_cannot_be_written_stays_open(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = phone_of(OWNER)
    phone.get("/start/")
    phone.post("/start/", told(name="Started"))

    def full(old: uuid.UUID, new: uuid.UUID) -> None:
        raise DatabaseError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr("scorekeeper.visitors.guests.change_guest", full)
        assert opens(phone, "Thursday table")
    assert opens(phone, "Started")
    assert not Membership.objects.filter(guest=OWNER).exists()


def test_where_both_ids_are_members_the_higher_role_stays_and_so_does_who_wrote(group: Group) -> None:
    from ledger.recording import change_guest

    new = uuid.uuid4()
    admit(group, new, Role.WATCHER, player(group, "Ben"))
    wrote = Membership.objects.get(group=group, guest=OWNER)
    for _ in range(2):
        change_guest(OWNER, new)
        own = Membership.objects.get(group=group, guest=new)
        assert (own.role, own.player) == (Role.OWNER, player(group, "Ben"))
        assert not Membership.objects.filter(guest=OWNER).exists()
    wrote.refresh_from_db()
    assert wrote.guest not in (OWNER, new)
    assert wrote.role == Role.WATCHER


def test_the_fresh_id_is_nowhere_in_the_book_before_it_was_seen(client: Client) -> None:
    client.get("/start/")
    client.post("/start/", told())
    fresh = uuid.UUID(client.session["guest"])
    assert not Membership.objects.filter(guest=fresh).exists()
    assert not Counter.objects.filter(what__contains=fresh.hex).exists()
    client.get("/")
    assert Membership.objects.filter(guest=fresh).exists()
