"""An account is made: by a name and a password, and what the phone opened comes along."""

import uuid

import pytest
from django.test import Client
from pytest_django import Settings

from ledger.models import Group, Membership, Role
from scorekeeper.accounts.models import Account, Phone
from tests.cast import OWNER
from tests.reading import html_of, missing
from tests.scorekeeper.accounts.people import PASSWORD, account_of, is_logged_in, sign_up
from tests.scorekeeper.conftest import phone_of

pytestmark = pytest.mark.django_db


def form(**said: str) -> dict[str, str]:
    return {"key": str(uuid.uuid4()), "name": "Ann", "password": PASSWORD} | said


def test_a_guest_becomes_an_account_and_loses_nothing(group: Group) -> None:
    phone = phone_of(OWNER)
    account = sign_up(phone)
    assert Membership.objects.get(group=group).guest == account.guest != OWNER
    assert not missing(html_of(phone.get("/")), group.name, "Ann")
    assert phone.get(f"/g/{group.code}/settings/").status_code == 200


def test_the_cookie_of_before_opens_nothing_any_more(group: Group) -> None:
    phone, copied = phone_of(OWNER), phone_of(OWNER)
    sign_up(phone)
    assert not phone.cookies["guest"].value
    assert copied.get(f"/g/{group.code}/").status_code == 404


def test_the_same_form_sent_twice_makes_one_account() -> None:
    said = form()
    phones = [Client(), Client()]
    for phone in phones:
        assert phone.post("/sign-up/", said).status_code == 303
    assert Account.objects.count() == 1
    assert all(is_logged_in(phone) for phone in phones)


def test_the_same_form_with_another_password_is_no_way_in() -> None:
    said = form()
    Client().post("/sign-up/", said)
    stranger = Client()
    assert stranger.post("/sign-up/", said | {"password": "five brown herons"}).status_code == 422
    assert not is_logged_in(stranger)


@pytest.mark.parametrize("name", ["Ann", "ann", " ANN ", "Ａｎｎ"])
def test_a_name_belongs_to_one_account_however_it_is_written(name: str) -> None:
    account_of("Ann")
    assert "Somebody has this name already." in html_of(Client().post("/sign-up/", form(name=name)), 422)
    assert Account.objects.count() == 1


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"name": ""}, "Type a name"),
        ({"name": "\u200b"}, "Type a name"),
        ({"name": "A\x01nn"}, "cannot be written down"),
        ({"name": "x" * 41}, "40 letters at most."),
        ({"name": "\ufdfa" * 40}, "40 letters at most."),
        ({"password": ""}, "Choose a password."),
        ({"password": "short"}, "too short"),
        ({"password": "password123"}, "too common"),
        ({"password": "8402846219"}, "entirely numeric"),
        ({"name": "Annabel", "password": "annabel herons"}, "must not have your name in it"),
        ({"key": "no key"}, "Something got lost on the way."),
    ],
)
def test_what_will_not_do_is_said_and_makes_nothing(said: dict[str, str], why: str) -> None:
    assert why in html_of(Client().post("/sign-up/", form(**said)), 422)
    assert Account.objects.count() == Phone.objects.count() == 0


def test_a_password_is_never_drawn_again() -> None:
    answer = Client().post("/sign-up/", form(name="", password="seven white herons"))
    assert "seven white herons" not in html_of(answer)


def test_who_is_logged_in_is_led_to_the_account() -> None:
    phone = Client()
    sign_up(phone)
    assert phone.get("/sign-up/")["Location"] == "/account/"
    assert phone.post("/sign-up/", form(name="Ben"))["Location"] == "/account/"
    assert Account.objects.count() == 1


def test_too_many_accounts_from_one_network_are_refused(settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    answers = [Client(REMOTE_ADDR="203.0.113.7").post("/sign-up/", form(name=f"P{i}")) for i in range(41)]
    assert [one.status_code for one in answers] == [303] * 40 + [429]
    assert "A lot of accounts were made from this network." in answers[-1].content.decode()
    assert Client(REMOTE_ADDR="203.0.113.8").post("/sign-up/", form(name="Other")).status_code == 303


def test_a_new_account_starts_groups_like_anybody(group: Group) -> None:
    phone = Client()
    account = sign_up(phone, "Cleo")
    assert "Start the group" in html_of(phone.get("/start/"))
    assert not Membership.objects.filter(guest=account.guest, role=Role.OWNER).exists()
