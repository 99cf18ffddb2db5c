"""The e-mail address of an account: confirmed by a letter before it is good for anything."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from scorekeeper.accounts import letters
from scorekeeper.accounts.models import Account
from tests.reading import html_of
from tests.scorekeeper.accounts.mail import letters_to, links_in
from tests.scorekeeper.accounts.people import account_of, later, logged_in

pytestmark = pytest.mark.django_db
HERS, NEWER = "ann@example.org", "ann@example.net"


@pytest.fixture(autouse=True)
def posts(settings: Settings) -> None:
    settings.LETTERS = True


@pytest.fixture
def phone(db: None) -> Client:
    account_of("Ann")
    return logged_in("Ann")


def asks(phone: Client, address: str = HERS) -> str:
    """Say an address; where the letter's link leads."""
    answer = phone.post("/account/address/", {"address": address})
    assert answer.status_code == 303, html_of(answer)
    (link,) = links_in(letters_to(address)[-1])
    return link


def given(phone: Client, address: str = HERS) -> None:
    """Say an address and confirm it."""
    assert Client().post(asks(phone, address)).status_code == 200


def held() -> tuple[str, str]:
    account = Account.objects.get(key="ann")
    return account.address, account.address_key


def test_an_address_counts_when_it_is_confirmed(phone: Client) -> None:
    link = asks(phone, "Ann@Example.org")
    assert held() == ("", "")
    assert "A letter is on its way" in html_of(phone.get("/account/address/"))
    assert "Yes, both are mine" in html_of(Client().get(link))
    assert held() == ("", "")
    assert "is the address of the account" in html_of(Client().post(link))
    assert held() == ("Ann@Example.org", "ann@example.org")
    page = html_of(phone.get("/account/address/"))
    assert ("Letters go to" in page, "A letter is on its way" in page) == (True, False)


def test_six_previews_of_the_letter_confirm_nothing(phone: Client) -> None:
    link = asks(phone)
    answers = [Client().get(link) for _ in range(6)] + [Client().head(link)]
    assert {one.status_code for one in answers} == {200}
    assert held() == ("", "")
    assert answers[0]["Referrer-Policy"] == "strict-origin"


def test_tapped_twice_it_is_confirmed_once(phone: Client) -> None:
    link = asks(phone)
    assert [Client().post(link).status_code for _ in range(2)] == [200, 200]
    assert held()[0] == HERS
    assert len(mail.outbox) == 1


def test_until_the_new_address_is_confirmed_the_old_one_stays_and_is_told_afterwards(phone: Client) -> None:
    given(phone)
    link = asks(phone, NEWER)
    assert held()[0] == HERS
    assert len(letters_to(HERS)) == 1
    Client().post(link)
    assert held()[0] == NEWER
    assert "was changed just now" in letters_to(HERS)[-1]


@pytest.mark.parametrize("happens", ["asks for another", "goes without", "another password", "too late"])
def test_a_link_is_good_for_nothing_after(phone: Client, settings: Settings, happens: str) -> None:
    link = asks(phone)
    if happens == "asks for another":
        asks(phone, NEWER)
    elif happens == "goes without":
        phone.post("/account/address/remove/")
    elif happens == "another password":
        phone.post("/account/password/", {"password": "seven white herons"})
    else:
        settings.PASSWORD_RESET_TIMEOUT = -1
    for answer in (Client().get(link), Client().post(link)):
        assert (answer.status_code, "good for nothing any more" in html_of(answer)) == (404, True)
    assert held() == ("", "")


@pytest.mark.parametrize("said", ["x", "1-", "-1", "9" * 30 + "-x", "1-abc-def", "²-x", "0-0-0", "1%00-x"])
def test_a_link_that_somebody_made_up_confirms_nothing(phone: Client, said: str) -> None:
    asks(phone)
    assert (
        Client().get(f"/address/{said}/").status_code == Client().post(f"/address/{said}/").status_code == 404
    )


def test_a_link_for_one_thing_is_none_for_another(phone: Client) -> None:
    link = asks(phone)
    assert Client().get(link.replace("/address/", "/forgotten/")).status_code == 404


@pytest.mark.one_database
def test_links_that_do_not_work_are_tried_so_often_only(settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    answers = [Client().get(f"/address/1-guess-{number}/").status_code for number in range(1001)]
    assert answers[:100] == [404] * 100
    assert answers[-1] == 429


def test_two_accounts_may_have_one_address_and_nobody_is_told(phone: Client) -> None:
    """A family; and whoever tries learns nothing by it."""
    account_of("Ben")
    ben = logged_in("Ben")
    given(phone)
    before = html_of(ben.get("/account/address/")).count(HERS)
    assert Client().post(asks(ben)).status_code == 200
    assert before == 0
    assert Account.objects.filter(address_key=HERS).count() == 2


@pytest.mark.parametrize(
    "address",
    ["", "ann", "ann@", "ann@example.org\nBcc: x@example.org", "a" * 250 + "@example.org", "\0@b.de"],
)
def test_what_is_no_address_is_refused_and_nothing_is_sent(phone: Client, address: str) -> None:
    assert phone.post("/account/address/", {"address": address}).status_code == 422
    assert mail.outbox == []


def test_five_letters_an_hour_go_to_an_address(phone: Client, settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    answers = [phone.post("/account/address/", {"address": HERS}).status_code for _ in range(6)]
    assert answers == [303] * 5 + [429]
    assert len(mail.outbox) == 5
    assert phone.post("/account/address/", {"address": NEWER}).status_code == 303


def test_whoever_has_the_phone_in_hand_later_changes_no_address(phone: Client) -> None:
    given(phone)
    later()
    for address in ("/account/address/", "/account/address/remove/"):
        answer = phone.post(address, {"address": NEWER})
        assert answer["Location"].startswith("/account/confirm/")
    assert held()[0] == HERS


def test_an_address_is_taken_away_and_told(phone: Client) -> None:
    given(phone)
    assert phone.post("/account/address/remove/").status_code == 303
    assert held() == ("", "")
    assert "was changed just now" in letters_to(HERS)[-1]


def test_without_a_mail_server_nothing_of_it_is_shown(phone: Client, settings: Settings) -> None:
    settings.LETTERS = False
    assert "E-mail" not in html_of(phone.get("/account/"))
    assert phone.get("/account/address/").status_code == 404
    assert phone.post("/account/address/", {"address": HERS}).status_code == 404


def test_an_address_from_before_can_be_removed_when_there_is_no_mail_server_any_more(
    phone: Client, settings: Settings
) -> None:
    given(phone)
    settings.LETTERS = False
    assert "Remove the address" in html_of(phone.get("/account/"))
    assert phone.post("/account/address/remove/").status_code == 303
    assert held() == ("", "")


def test_a_letter_waits_for_nobody(
    phone: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TASKS_AT_ONCE = False
    waits: list[object] = []
    monkeypatch.setattr(letters.POST, "put", waits.append)
    assert phone.post("/account/address/", {"address": HERS}).status_code == 303
    assert (len(waits), mail.outbox) == (1, [])


def test_a_mail_server_that_is_gone_stops_no_page_and_stands_in_the_log(
    phone: Client, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert phone.post("/account/address/", {"address": HERS}).status_code == 303
    assert "An e-mail could not be sent: ConnectionRefusedError" in caplog.text
    assert HERS not in caplog.text
