"""Check pages that are limited: they say how long to wait, lose nothing, and never stop who plays."""

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

from ledger.models import Entry, Group, Role, Session, Transaction
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
    client.defaults["REMOTE_ADDR"] = address
    return client


@pytest.fixture
def ann(group: Group) -> Client:
    return from_here(phone_of(OWNER))


def is_refused(answer: Any, seconds: int) -> str:
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(seconds))
    return unescape(answer.content.decode())


def typed_on(page: str) -> list[tuple[str, str]]:
    """Return what the form of the page that says to wait would send again."""
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page)
    return [(name, unescape(said)) for name, said in found if name != "csrfmiddlewaretoken"]


@pytest.fixture
def nobody() -> Client:
    client = from_here(Client())
    client.get("/start/")
    return client


def test_two_hundred_new_groups_from_one_address_are_stopped_at_the_41st(clock: Clock) -> None:
    """More than a day has room for as well, were those counted that are refused."""
    statuses = [from_here(Client()).post("/start/", told()).status_code for _ in range(200)]
    assert statuses == [303] * 40 + [429] * 160
    assert Group.objects.count() == 40
    assert from_here(Client(), THERE).post("/start/", told()).status_code == 303


def test_the_form_of_a_new_group_keeps_what_was_typed_and_says_how_long(nobody: Client, clock: Clock) -> None:
    assert [nobody.post("/start/", told()).status_code for _ in range(12)] == [303] * 12
    said = told()
    page = is_refused(nobody.post("/start/", said), 36 * 60)
    words = ["This phone started a lot of groups. Try again in 36 minutes.", 'value="Thursday table"']
    assert [one for one in (*words, f'value="{said["own"]}"', said["key"]) if one not in page] == []
    clock.go(hours=1)
    assert nobody.post("/start/", said).status_code == 303


def test_a_form_that_will_not_do_and_a_second_tap_count_for_nothing(nobody: Client, clock: Clock) -> None:
    said = told()
    for _ in range(50):
        assert [nobody.post("/start/", one).status_code for one in (told(name=""), said)] == [422, 303]
    assert [nobody.post("/start/", told()).status_code for _ in range(12)] == [303] * 11 + [429]


@pytest.mark.parametrize(
    ("megabytes", "most", "wait", "words"),
    [
        (50, 6, 4 * 3600, "This phone brought in a lot. Try again in 4 hours."),
        (None, 30, 120, "This phone sent a lot of files. Try again in 2 minutes."),
    ],
)
def test_too_many_or_too_large_files_are_refused_where_they_are_chosen(
    nobody: Client,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    megabytes: int | None,
    most: int,
    wait: int,
    words: str,
) -> None:
    monkeypatch.setattr(FileForm, "megabytes", megabytes or FileForm.megabytes)

    def bring() -> Any:
        file = SimpleUploadedFile("a.json", b"{}")
        return nobody.post("/start/from-file/", {"file": file, "key": uuid.uuid4()})

    assert [bring().status_code for _ in range(most)] == [303] * most
    page = is_refused(bring(), wait)
    assert (words in page, 'id="wrong-file"' in page) == (True, True)
    clock.go(days=1)
    assert bring().status_code == 303


def test_too_many_notebooks_keep_what_was_pasted_and_a_file_is_asked_for_again(
    ann: Client, group: Group, clock: Clock
) -> None:
    url, text = reverse("notebook", args=[group.code]), 'date,Ann,Ben\n2004-01-01,"1",-1'
    for _ in range(30):
        assert ann.post(url, {"text": text}).status_code == 200
    page = is_refused(ann.post(url, {"text": text, "zeros": "played"}), 120)
    assert "This phone sent a lot of files. Try again in 2 minutes." in page
    assert [one for one in ('value="played"', f'name="text" value="{text}"') if one not in page] == []
    assert ann.post(url, {"kept": json.dumps([["a", text]])}).status_code == 200  # looked at, not brought
    answer = ann.post(url, {"files": SimpleUploadedFile("a.csv", b"x"), "zeros": "absent"})
    page = is_refused(answer, 120)
    assert '<input type="file" id="again-1" name="files" multiple>' in squeezed(page)
    assert ('enctype="multipart/form-data"' in page, typed_on(page)) == (True, [("zeros", "absent")])


@pytest.fixture
def few_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow ten forms a minute instead of 240: the next one is refused by the same pages, and sooner."""
    monkeypatch.setattr(Limit.WRITES, "quotas", (Quota(by=By.GUEST, most=10, within=MINUTE, free=5),))


def write_as_often_as_one_may(phone: Client, group: Group) -> None:
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
    html, page = answer.content.decode(), is_refused(answer, 4)
    assert "A lot came at once from this phone. Try again in 4 seconds." in page
    again = dict(typed_on(html))
    assert ("<b>beer</b>" in html, again, Transaction.objects.count()) == (False, said, 0)
    clock.go(seconds=4)
    (url,) = re.findall(r'method="post"\s+action="([^"]*)"', page)
    assert ann.post(url, again).status_code == 303
    assert Transaction.objects.count() == 1


def hand(night: Session, after: int) -> dict[str, Any]:
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
def test_the_pad_is_kept_to_be_sent_again_and_whoever_looks_is_never_stopped(
    ann: Client, group: Group, clock: Clock
) -> None:
    night = a_night(group)
    url = reverse("tell", args=[group.code, night.number])
    write_as_often_as_one_may(ann, group)
    said = hand(night, 1)
    assert typed_on(is_refused(ann.post(url, said), 12)) == [*said.items()]
    answer = ann.post(url, said, headers=FRAGMENT)  # of an open table, which keeps its pad
    assert is_refused(answer, 12) == "A lot came at once from this phone. Try again in 12 seconds."
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    table = reverse("table", args=[group.code, night.number])
    assert {ann.get(table).status_code for _ in range(20)} == {200}
    assert Entry.objects.filter(kind="hand").count() == 0
    clock.go(seconds=12)
    assert ann.post(url, said).status_code == 303


def test_guesses_are_stopped_and_a_member_behind_the_same_address_never_is(
    ann: Client, group: Group, clock: Clock
) -> None:
    guesses = [from_here(Client()).get(f"/g/guess-{number}/").status_code for number in range(310)]
    assert guesses == [404] * 300 + [429] * 10
    home = reverse("group", args=[group.code])
    page = is_refused(from_here(Client()).get(home), 3)
    assert "Somebody on this network opened a lot of pages that do not exist. Try again in 3 seconds." in page
    assert "Send it again" not in page
    night = a_night(group)
    # The group of a member has no night 99.
    assert [ann.get(where).status_code for where in (home, f"{home}99/")] == [200, 404]
    assert ann.post(reverse("tell", args=[group.code, night.number]), hand(night, 1)).status_code == 303
    assert from_here(Client(), THERE).get("/g/guess/").status_code == 404
    clock.go(minutes=10)
    assert from_here(Client()).get("/g/guess/").status_code == 404


def test_forms_of_strangers_take_nothing_from_members_behind_the_same_address(
    ann: Client, group: Group, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limit.WRITES, "quotas", (Quota(by=By.ADDRESS, most=20, within=MINUTE, free=5),))
    url = reverse("points_first", args=[group.code])
    assert {from_here(Client()).post(url, {}).status_code for _ in range(50)} == {404}
    assert [ann.post(url, {}).status_code == 429 for _ in range(16)] == [False] * 15 + [True]


def test_a_member_of_another_group_who_guesses_is_stopped_alone(group: Group, clock: Clock) -> None:
    guest = uuid.uuid4()
    own = thursday_table(name="Another table", guest=guest)
    guesser, other = from_here(phone_of(guest)), from_here(phone_of(uuid.uuid4()))
    home = reverse("group", args=[group.code])
    assert [guesser.get(home).status_code for _ in range(61)] == [404] * 60 + [429]
    assert guesser.get(reverse("group", args=[own.code])).status_code == 200
    assert other.get(home).status_code == 404


def test_keys_that_do_not_fit_are_stopped_and_one_that_does_never_is(group: Group, clock: Clock) -> None:
    tries = [from_here(Client()).get(f"/key/guess-{number}/").status_code for number in range(101)]
    assert tries == [404] * 100 + [429]
    page = is_refused(from_here(Client()).post("/key/guess/"), 6)
    assert "Somebody on this network tried a lot of keys that do not fit. Try again in 6 seconds." in page
    phone, address = from_here(Client()), reverse("spare_key", args=[cut_key(group)])
    assert (phone.get(address).status_code, phone.post(address).status_code) == (200, 303)


def test_the_demo_table_has_room_for_a_fair(settings: Settings, clock: Clock) -> None:
    settings.DEMO = True
    thursday_table()
    assert [from_here(Client()).post("/demo/").status_code for _ in range(301)] == [303] * 300 + [429]


def phones_of(group: Group, many: int) -> list[Client]:
    guests = [uuid.uuid4() for _ in range(many)]
    for guest in guests:
        admit(group, guest, Role.SCORER)
    return [from_here(phone_of(guest)) for guest in guests]


def test_six_phones_behind_one_address_play_a_whole_evening(group: Group, clock: Clock) -> None:
    phones = phones_of(group, 6)
    night, statuses = a_night(group), set()
    table = reverse("table", args=[group.code, night.number])
    for after in range(1, 61):
        teller, said = phones[after % 2], hand(night, after)
        answers = [phones[after % 6].get(table)]
        for page, more in ((f"{table}tap/", {"tap": "ask"}), (f"{table}tell/", {}))[after % 3 != 0 :]:
            answers.append(teller.post(page, said | more, headers=FRAGMENT))
        statuses |= {answer.status_code for answer in answers}
        clock.go(minutes=3)
    assert statuses == {200}
    assert Entry.objects.filter(session=night, kind="hand").count() == 60


def test_a_club_of_sixty_behind_one_address_tells_its_hands_in_the_same_minute(
    group: Group, clock: Clock
) -> None:
    url = reverse("points_first", args=[group.code])
    assert 429 not in {phone.post(url, {}).status_code for phone in phones_of(group, 60) for _ in range(10)}
