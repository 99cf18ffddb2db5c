"""Where the limits are worn: pages that say how long to wait, lose nothing, and never stop who plays."""

import json
import re
import uuid
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from ledger.models import Entry, Group, Membership, Role, Session, Transaction
from ledger.recording import admit
from scorekeeper.http.limits import Limit
from scorekeeper.pages.group.exchange import FileForm
from scorekeeper.visitors.links import cut_key
from scorekeeper.visitors.quotas import MINUTE, By, Quota
from tests.cast import OWNER, a_night, ids, thursday_table
from tests.reading import squeezed
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.group.test_start_group import told
from tests.scorekeeper.http.conftest import Clock

pytestmark = pytest.mark.django_db
HERE, THERE = "203.0.113.7", "198.51.100.9"
FRAGMENT = {"HX-Request": "true"}


def from_here(client: Client, address: str = HERE) -> Client:
    """The same phone, behind this address."""
    client.defaults["REMOTE_ADDR"] = address
    return client


@pytest.fixture
def ann(group: Group) -> Client:
    """The owner's phone, in a club whose network shows one address."""
    return from_here(phone_of(OWNER))


def is_refused(answer: Any, seconds: int) -> str:
    """The page of an answer that says to wait so long."""
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == str(seconds)
    return unescape(answer.content.decode())


def typed_on(page: str) -> dict[str, list[str]]:
    """What the form of the page that says to wait would send again."""
    found: dict[str, list[str]] = {}
    for name, said in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page):
        found.setdefault(name, []).append(said)
    found.pop("csrfmiddlewaretoken", None)
    return found


def test_two_hundred_new_groups_from_one_address_are_stopped_at_the_41st(clock: Clock) -> None:
    """More than a day has room for as well, were those counted that are refused."""
    statuses = [from_here(Client()).post("/start/", told()).status_code for _ in range(200)]
    assert statuses == [303] * 40 + [429] * 160
    assert Group.objects.count() == 40
    assert from_here(Client(), THERE).post("/start/", told()).status_code == 303


def test_the_form_of_a_new_group_keeps_what_was_typed_and_says_how_long(clock: Clock) -> None:
    client = from_here(Client())
    client.get("/start/")
    assert [client.post("/start/", told()).status_code for _ in range(12)] == [303] * 12
    said = told()
    page = is_refused(client.post("/start/", said), 36 * 60)
    assert "This phone started a lot of groups. Try again in 36 minutes." in page
    assert 'value="Thursday table"' in page
    assert f'value="{said["own"]}"' in page
    assert said["key"] in page
    clock.go(hours=1)
    assert client.post("/start/", said).status_code == 303


def test_a_form_that_will_not_do_and_a_second_tap_count_for_nothing(clock: Clock) -> None:
    client = from_here(Client())
    client.get("/start/")
    said = told()
    for _ in range(50):
        assert client.post("/start/", told(name="")).status_code == 422
        assert client.post("/start/", said).status_code == 303
    assert [client.post("/start/", told()).status_code for _ in range(12)] == [303] * 11 + [429]


def test_nobody_fills_the_disk_with_a_few_large_files(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    client = from_here(Client())
    client.get("/start/")
    monkeypatch.setattr(FileForm, "megabytes", 50)

    def bring() -> Any:
        file = SimpleUploadedFile("a.json", b"{}")
        return client.post("/start/from-file/", {"file": file, "key": uuid.uuid4()})

    assert [bring().status_code for _ in range(6)] == [303] * 6
    page = is_refused(bring(), 4 * 3600)
    assert "This phone brought in a lot. Try again in 4 hours." in page
    clock.go(days=1)
    assert bring().status_code == 303


def test_too_many_files_are_refused_where_they_are_chosen(clock: Clock) -> None:
    client = from_here(Client())
    client.get("/start/")

    def bring() -> Any:
        file = SimpleUploadedFile("a.json", b"{}")
        return client.post("/start/from-file/", {"file": file, "key": uuid.uuid4()})

    assert [bring().status_code for _ in range(30)] == [303] * 30
    page = is_refused(bring(), 120)
    assert "This phone sent a lot of files. Try again in 2 minutes." in page
    assert 'id="wrong-file"' in page


def test_too_many_notebooks_keep_what_was_pasted(ann: Client, group: Group, clock: Clock) -> None:
    url, text = reverse("notebook", args=[group.code]), 'date,Ann,Ben\n2004-01-01,"1",-1'
    for _ in range(30):
        assert ann.post(url, {"text": text}).status_code == 200
    page = is_refused(ann.post(url, {"text": text, "zeros": "played"}), 120)
    assert "This phone sent a lot of files. Try again in 2 minutes." in page
    assert 'value="played"' in page
    assert f'name="text" value="{text}"' in page
    assert ann.post(url, {"kept": json.dumps([["a", text]])}).status_code == 200  # looked at, not brought


def test_a_file_has_to_be_chosen_again_and_the_page_asks_for_it(
    ann: Client, group: Group, clock: Clock
) -> None:
    url = reverse("notebook", args=[group.code])
    for _ in range(30):
        ann.post(url, {"files": SimpleUploadedFile("a.csv", b"date,Ann,Ben\n2004-01-01,1,-1")})
    page = is_refused(ann.post(url, {"files": SimpleUploadedFile("a.csv", b"x"), "zeros": "absent"}), 120)
    assert '<input type="file" id="again-1" name="files" multiple>' in squeezed(page)
    assert 'enctype="multipart/form-data"' in page
    assert typed_on(page) == {"zeros": ["absent"]}


@pytest.fixture
def few_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten forms a minute instead of 240: the next one is refused by the same pages, and sooner."""
    monkeypatch.setattr(Limit.WRITES, "quotas", (Quota(by=By.GUEST, most=10, within=MINUTE, free=5),))


def write_as_often_as_one_may(phone: Client, group: Group) -> None:
    """Fill the minute of a guest that `few_writes` left."""
    url = reverse("points_first", args=[group.code])
    assert 429 not in {phone.post(url, {}).status_code for _ in range(10)}
    assert phone.post(url, {}).status_code == 429


@pytest.mark.usefixtures("few_writes")
def test_the_money_form_keeps_what_was_typed(ann: Client, group: Group, clock: Clock) -> None:
    write_as_often_as_one_may(ann, group)
    payer, payee, *_ = ids(group)
    said = {"key": str(uuid.uuid4()), "payer": str(payer), "payee": str(payee), "cents": "5.00"}
    said |= {"note": 'for “pizza” & <b>beer</b> "'}
    clock.go(seconds=8)
    answer = ann.post(reverse("book", args=[group.code, "pay"]), said)
    page = is_refused(answer, 4)
    assert "A lot came at once from this phone. Try again in 4 seconds." in page
    assert "<b>beer</b>" not in answer.content.decode()
    again = {name: unescape(values[0]) for name, values in typed_on(answer.content.decode()).items()}
    assert again == said
    assert not Transaction.objects.exists()
    clock.go(seconds=4)
    url = re.search(r'method="post"\s+action="([^"]*)"', page)
    assert url is not None
    assert ann.post(url[1], again).status_code == 303
    assert Transaction.objects.count() == 1


def hand(night: Session, after: int) -> dict[str, Any]:
    """A hand that everybody at the table can have played."""
    seats = list(night.entries.get(number=1).facts["seats"])
    dealer = seats[(after - 1) % len(seats)]
    picker, partner = [seat for seat in seats if seat != dealer][:2]
    return {
        "key": str(uuid.uuid4()),
        "after": str(after),
        "picker": str(picker),
        "partners": str(partner),
        "result": "won",
    }


@pytest.mark.usefixtures("few_writes")
def test_the_pad_is_kept_to_be_sent_again(ann: Client, group: Group, clock: Clock) -> None:
    night = a_night(group)
    url = reverse("tell", args=[group.code, night.number])
    write_as_often_as_one_may(ann, group)
    said = hand(night, 1)
    page = is_refused(ann.post(url, said), 12)
    assert {name: values[0] for name, values in typed_on(page).items()} == said
    assert Entry.objects.filter(kind="hand").count() == 0
    clock.go(seconds=12)
    assert ann.post(url, said).status_code == 303


@pytest.mark.usefixtures("few_writes")
def test_an_open_table_is_told_the_sentence_and_keeps_its_pad(
    ann: Client, group: Group, clock: Clock
) -> None:
    night = a_night(group)
    write_as_often_as_one_may(ann, group)
    url = reverse("tell", args=[group.code, night.number])
    answer = ann.post(url, hand(night, 1), headers=FRAGMENT)
    assert is_refused(answer, 12) == "A lot came at once from this phone. Try again in 12 seconds."
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert ann.get(reverse("table", args=[group.code, night.number])).status_code == 200


@pytest.mark.usefixtures("few_writes")
def test_whoever_only_looks_is_never_stopped(ann: Client, group: Group, clock: Clock) -> None:
    write_as_often_as_one_may(ann, group)
    assert {ann.get(reverse("group", args=[group.code])).status_code for _ in range(20)} == {200}


def test_guesses_are_stopped_and_a_member_behind_the_same_address_never_is(
    ann: Client, group: Group, clock: Clock
) -> None:
    guesses = [from_here(Client()).get(f"/g/guess-{number}/").status_code for number in range(310)]
    assert guesses == [404] * 300 + [429] * 10
    page = is_refused(from_here(Client()).get(reverse("group", args=[group.code])), 3)
    assert "Somebody on this network opened a lot of pages that do not exist. Try again in 3 seconds." in page
    assert "Send it again" not in page
    assert ann.get(reverse("group", args=[group.code])).status_code == 200
    assert (
        ann.get(reverse("table", args=[group.code, 99])).status_code == 404
    )  # his own group has no such night
    night = a_night(group)
    assert ann.post(reverse("tell", args=[group.code, night.number]), hand(night, 1)).status_code == 303
    assert from_here(Client(), THERE).get("/g/guess/").status_code == 404
    clock.go(minutes=10)
    assert from_here(Client()).get("/g/guess/").status_code == 404


def test_forms_of_strangers_take_nothing_from_members_behind_the_same_address(
    ann: Client, group: Group, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Quota(by=By.ADDRESS, most=20, within=MINUTE, free=5)
    monkeypatch.setattr(Limit.WRITES, "quotas", (few,))
    url = reverse("points_first", args=[group.code])
    assert {from_here(Client()).post(url, {}).status_code for _ in range(50)} == {404}
    sent = [ann.post(url, {}).status_code for _ in range(16)]
    assert sent[15] == 429
    assert 429 not in sent[:15]


def test_a_member_of_another_group_who_guesses_is_stopped_alone(group: Group, clock: Clock) -> None:
    guest = uuid.uuid4()
    thursday_table(name="Another table", guest=guest)
    guesser = from_here(phone_of(guest))
    guesses = [guesser.get(reverse("group", args=[group.code])).status_code for _ in range(61)]
    assert guesses == [404] * 60 + [429]
    own = Membership.objects.get(guest=guest).group
    assert guesser.get(reverse("group", args=[own.code])).status_code == 200
    other = from_here(phone_of(uuid.uuid4()))
    assert other.get(reverse("group", args=[group.code])).status_code == 404


def test_keys_that_do_not_fit_are_stopped_and_one_that_does_never_is(group: Group, clock: Clock) -> None:
    tries = [from_here(Client()).get(f"/key/guess-{number}/").status_code for number in range(101)]
    assert tries == [404] * 100 + [429]
    page = is_refused(from_here(Client()).post("/key/guess/"), 6)
    assert "Somebody on this network tried a lot of keys that do not fit. Try again in 6 seconds." in page
    phone = from_here(Client())
    address = reverse("spare_key", args=[cut_key(group)])
    assert phone.get(address).status_code == 200
    assert phone.post(address).status_code == 303


def test_the_demo_table_has_room_for_a_fair(settings: Settings, clock: Clock) -> None:
    settings.DEMO = True
    thursday_table()
    seats = [from_here(Client()).post("/demo/").status_code for _ in range(301)]
    assert seats == [303] * 300 + [429]


def test_six_phones_behind_one_address_play_a_whole_evening(group: Group, clock: Clock) -> None:
    guests = [uuid.uuid4() for _ in range(6)]
    for guest in guests:
        admit(group, guest, Role.SCORER)
    phones = [from_here(phone_of(guest)) for guest in guests]
    night, statuses = a_night(group), set()
    table = reverse("table", args=[group.code, night.number])
    for after in range(1, 61):
        teller = phones[after % 2]
        said = hand(night, after)
        statuses.add(phones[after % 6].get(table).status_code)
        if after % 3 == 0:
            statuses.add(teller.post(f"{table}tap/", said | {"tap": "ask"}, headers=FRAGMENT).status_code)
        statuses.add(teller.post(f"{table}tell/", said, headers=FRAGMENT).status_code)
        clock.go(minutes=3)
    assert statuses == {200}
    assert Entry.objects.filter(session=night, kind="hand").count() == 60


def test_a_club_of_sixty_behind_one_address_tells_its_hands_in_the_same_minute(
    group: Group, clock: Clock
) -> None:
    url = reverse("points_first", args=[group.code])
    guests = [uuid.uuid4() for _ in range(60)]
    for guest in guests:
        admit(group, guest, Role.SCORER)
    phones = [from_here(phone_of(guest)) for guest in guests]
    assert 429 not in {phone.post(url, {}).status_code for phone in phones for _ in range(10)}
