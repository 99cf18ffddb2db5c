"""The page of an account: phones listed and logged out, the password changed, passkeys named."""

import uuid

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from ledger.models import Group
from scorekeeper.accounts.models import Phone
from scorekeeper.accounts.sessions import SEEN, SessionStore
from tests.reading import html_of, missing
from tests.scorekeeper.accounts.people import (
    PASSWORD,
    account_of,
    has_cookie,
    is_logged_in,
    later,
    log_in,
    logged_in,
    sign_up,
)

pytestmark = pytest.mark.django_db
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1"
)
ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36"


def test_phones_are_listed_by_what_they_are() -> None:
    account_of("Ann")
    logged_in("Ann", agent=IPHONE)
    page = html_of(logged_in("Ann", agent=ANDROID).get("/account/"))
    assert not missing(page, "iPhone, Safari", "Android, Chrome")
    assert page.count("<em>this phone</em>") == 1
    assert not any(one.session_key in page for one in Phone.objects.all())


def test_a_phone_that_is_logged_out_by_another_is_out_with_its_next_request(
    owner: Client, group: Group
) -> None:
    sign_up(owner)
    second = logged_in("Ann")
    lost = Phone.objects.earliest("begun_at")
    assert second.post(f"/account/phones/{lost.public}/end/").status_code == 303
    assert owner.get(f"/g/{group.code}/").status_code == 404
    assert not has_cookie(owner)
    assert second.get(f"/g/{group.code}/").status_code == 200


def test_what_is_under_way_brings_an_ended_session_not_back() -> None:
    account_of("Ann")
    phone = logged_in("Ann")
    later()
    Phone.objects.all().delete()
    phone.post("/account/confirm/", {"password": PASSWORD})
    assert Phone.objects.count() == 0


def test_all_others_are_logged_out_at_once() -> None:
    account_of("Ann")
    phones = [logged_in("Ann") for _ in range(3)]
    phones[0].post("/account/phones/end/")
    assert [is_logged_in(phone) for phone in phones] == [True, False, False]


def test_nobody_logs_out_the_phones_of_somebody_else() -> None:
    account_of("Ann")
    account_of("Ben")
    ann, ben = logged_in("Ann"), logged_in("Ben")
    target = Phone.objects.get(account__key="ann")
    ben.post(f"/account/phones/{target.public}/end/")
    ben.post(f"/account/phones/{uuid.uuid4()}/end/")
    Client().post(f"/account/phones/{target.public}/end/")
    assert is_logged_in(ann)


def test_logging_out_leaves_a_fresh_guest(owner: Client, group: Group) -> None:
    sign_up(owner)
    owner.post("/account/log-out/")
    assert not has_cookie(owner)
    assert not owner.cookies["guest"].value
    assert owner.get(f"/g/{group.code}/").status_code == 404
    assert "Log in" in html_of(owner.get("/"))
    assert log_in(owner) == "/"
    assert owner.get(f"/g/{group.code}/").status_code == 200


def test_another_password_logs_every_other_phone_out() -> None:
    account_of("Ann")
    phone, other = logged_in("Ann"), logged_in("Ann")
    assert phone.post("/account/password/", {"password": "seven white herons"}).status_code == 303
    assert is_logged_in(phone)
    assert not is_logged_in(other)
    assert Phone.objects.count() == 1
    assert Client().post("/log-in/", {"name": "Ann", "password": PASSWORD}).status_code == 422
    assert log_in(Client(), password="seven white herons") == "/"


@pytest.mark.parametrize("password", ["", "short", "password123", "1029384756"])
def test_a_weak_password_is_refused(password: str) -> None:
    account_of("Ann")
    phone = logged_in("Ann")
    assert phone.post("/account/password/", {"password": password}).status_code == 422
    assert log_in(Client()) == "/"


def test_a_phone_that_was_seen_lately_costs_no_write(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    account_of("Ann")
    phone = logged_in("Ann")
    with django_assert_num_queries(4):
        phone.get("/")


def test_a_phone_that_comes_back_is_noted_down() -> None:
    account_of("Ann")
    phone = logged_in("Ann")
    row = Phone.objects.get()
    store = SessionStore(row.session_key)
    store[SEEN] -= 3600
    store.save()
    was = Phone.objects.get().seen_at
    phone.get("/")
    assert Phone.objects.get().seen_at > was


@pytest.mark.parametrize(
    "said", ["", "{}", "[]", "null", "x", '{"id": 1}', '{"response": {"clientDataJSON": "!"}}']
)
def test_a_passkey_that_is_none_is_refused_wherever_it_is_shown(said: str) -> None:
    account_of("Ann")
    phone = logged_in("Ann")
    for begin, then in (
        ("/account/passkeys/begin/", "/account/passkeys/add/"),
        ("/account/confirm/passkey/begin/", "/account/confirm/passkey/"),
    ):
        assert phone.post(begin).json()["publicKey"]["challenge"]
        assert phone.post(then, {"credential": said}).status_code == 422
    stranger = Client()
    assert stranger.post("/log-in/passkey/begin/").json()["publicKey"]["userVerification"] == "required"
    assert stranger.post("/log-in/passkey/", {"credential": said}).status_code == 422
    assert stranger.post("/log-in/passkey/", {}).status_code == 422


def test_a_session_that_was_begun_for_a_passkey_gets_another_key_at_the_door() -> None:
    account_of("Ann")
    phone = Client()
    phone.post("/log-in/passkey/begin/")
    was = Phone.objects.get()
    log_in(phone)
    row = Phone.objects.get()
    assert (row.session_key, row.public) != (was.session_key, was.public)
    assert row.account is not None
    assert is_logged_in(phone)


def test_what_waits_for_a_passkey_of_nobody_lasts_a_quarter_of_an_hour() -> None:
    Client().post("/log-in/passkey/begin/")
    row = Phone.objects.get()
    assert row.account is None
    assert 0 < (row.expire_date - timezone.now()).total_seconds() <= 900
