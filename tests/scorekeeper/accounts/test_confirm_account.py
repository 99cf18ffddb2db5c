"""Asked once more who it is: by the password of this account, guessed no more often than at the door."""

import pytest
from django.test import Client
from pytest_django import Settings

from tests.reading import html_of
from tests.scorekeeper.accounts.people import PASSWORD, account_of, later, logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(db: None) -> Client:
    account_of("Ann")
    phone = logged_in("Ann")
    later()
    return phone


def test_the_password_leads_on_to_what_was_wanted(phone: Client) -> None:
    wanted = phone.get("/account/password/")["Location"]
    assert wanted == "/account/confirm/?next=%2Faccount%2Fpassword%2F"
    assert 'value="/account/password/"' in html_of(phone.get(wanted))
    answer = phone.post("/account/confirm/", {"password": PASSWORD, "next": "/account/password/"})
    assert answer["Location"] == "/account/password/"
    assert phone.get("/account/password/").status_code == 200


@pytest.mark.parametrize("password", ["", "wrong herons", "five brown herons"])
def test_a_wrong_one_or_that_of_another_account_does_not(phone: Client, password: str) -> None:
    account_of("Ben", "five brown herons")
    page = html_of(phone.post("/account/confirm/", {"password": password}), 422)
    assert not password or "This is not your password." in page
    assert phone.get("/account/password/").status_code == 303


def test_it_is_guessed_ten_times(phone: Client, settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    answers = [phone.post("/account/confirm/", {"password": "wrong"}).status_code for _ in range(11)]
    assert answers == [422] * 9 + [429] * 2  # logging in was the first
