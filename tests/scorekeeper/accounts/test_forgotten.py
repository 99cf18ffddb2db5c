"""A new password by a recovery code or by a letter; nobody learns which names and addresses there are."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from pytest_django import Settings

from ledger.models import Group
from scorekeeper.accounts.codes import codes_left, make_codes
from scorekeeper.accounts.models import Account, Phone
from tests.reading import html_of
from tests.scorekeeper.accounts.mail import letters_to, links_in
from tests.scorekeeper.accounts.people import (
    PASSWORD,
    account_of,
    is_logged_in,
    log_in,
    logged_in,
    sign_up,
)

pytestmark = pytest.mark.django_db
NEW = "seven white herons"


def sent(
    code: str, *, name: str = "Ann", password: str = NEW, phone: Client | None = None
) -> tuple[int, str]:
    answer = (phone or Client()).post("/forgotten/", {"name": name, "code": code, "password": password})
    return answer.status_code, html_of(answer)


def test_a_code_lets_in_again_once_and_logs_all_others_out() -> None:
    codes = make_codes(account_of("Ann"))
    thief, phone = logged_in("Ann"), Client()
    assert sent(codes[3], phone=phone)[0] == 303
    assert is_logged_in(phone)
    assert not is_logged_in(thief)
    assert log_in(Client(), password=NEW) == "/"
    assert codes_left(Account.objects.get()) == 7
    status, page = sent(codes[3])
    assert (status, "This code does not belong to this name" in page) == (422, True)
    assert sent(codes[1])[0] == 303


@pytest.mark.parametrize(
    "written", [str.upper, lambda one: one.replace("-", " "), lambda one: one.replace("-", "")]
)
def test_a_code_may_be_typed_as_it_was_read(written: object) -> None:
    code = make_codes(account_of("Ann"))[0]
    assert sent(written(code).replace("0", "O").replace("1", "l"))[0] == 303  # type: ignore[operator]


def test_a_wrong_code_and_a_name_that_nobody_has_are_told_the_same() -> None:
    codes = make_codes(account_of("Ann"))
    account_of("Ben")
    answers = [sent("xxxx-xxxx-xxxx-xxxx"), sent(codes[0], name="Cleo"), sent(codes[0], name="Ben")]
    assert {(status, "does not belong to this name" in page) for status, page in answers} == {(422, True)}
    assert codes_left(Account.objects.get(key="ann")) == 8


def test_a_weak_password_uses_no_code_up() -> None:
    codes = make_codes(account_of("Ann"))
    status, page = sent(codes[0], password="password123")
    assert (status, "too common" in page) == (422, True)
    assert sent(codes[0])[0] == 303


def test_new_codes_are_good_in_the_place_of_the_old_ones() -> None:
    account = account_of("Ann")
    old, new = make_codes(account), make_codes(account)
    assert not set(old) & set(new)
    assert sent(old[0])[0] == 422
    assert sent(new[0])[0] == 303


def test_guesses_are_counted_with_those_of_the_password(settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    codes = make_codes(account_of("Ann"))
    for number in range(5):
        Client().post("/log-in/", {"name": "Ann", "password": f"wrong {number}"})
    assert [sent(f"guess {number}")[0] for number in range(6)] == [422] * 5 + [429]
    assert sent(codes[0])[0] == 429


def test_an_owner_without_an_address_is_restored(owner: Client, group: Group) -> None:
    codes = make_codes(sign_up(owner))
    phone = Client()
    sent(codes[0], phone=phone)
    assert phone.get(f"/g/{group.code}/settings/").status_code == 200


@pytest.mark.parametrize("said", [{}, {"name": "Ann", "code": "\0", "password": NEW}, {"code": "é" * 300}])
def test_nonsense_is_told_what_is_missing(said: dict[str, str]) -> None:
    assert Client().post("/forgotten/", said).status_code == 422


HERS = "ann@example.org"


@pytest.fixture(autouse=True)
def posts(settings: Settings) -> None:
    settings.LETTERS = True


def at(name: str = "Ann", address: str = HERS) -> Account:
    account = account_of(name)
    account.address = account.address_asked = address
    account.address_key = address.casefold()
    account.save()
    return account


def sent_to(address: str = HERS) -> list[str]:
    assert Client().post("/forgotten/letter/", {"address": address}).status_code == 200
    return links_in(letters_to(address)[-1])


def test_a_letter_lets_choose_a_new_password_once_and_ends_every_other_phone() -> None:
    at()
    thief, phone = logged_in("Ann"), Client()
    (link,) = sent_to()
    assert all("Ann" in html_of(Client().get(link), 200) for _ in range(6))
    assert phone.post(link, {"password": NEW}).status_code == 303
    assert is_logged_in(phone)
    assert not is_logged_in(thief)
    assert Client().post("/log-in/", {"name": "Ann", "password": PASSWORD}).status_code == 422
    assert log_in(Client(), password=NEW) == "/"
    assert "was changed just now" in letters_to(HERS)[-1]
    for answer in (Client().get(link), Client().post(link, {"password": "nine black swans"})):
        assert "good for nothing any more" in html_of(answer, 404)
    assert log_in(Client(), password=NEW) == "/"


def test_of_two_letters_the_first_tapped_counts() -> None:
    at()
    first, second = sent_to()[0], sent_to()[0]
    assert Client().post(second, {"password": NEW}).status_code == 303
    assert Client().post(first, {"password": "nine black swans"}).status_code == 404


@pytest.mark.parametrize("happens", ["log-in", "address", "removed", "asleep", "too late"])
def test_a_link_is_good_for_nothing_after(settings: Settings, happens: str) -> None:
    account = at()
    (link,) = sent_to()
    if happens == "log-in":  # it was remembered
        logged_in("Ann")
    elif happens == "address":
        Account.objects.update(address="ann@example.net")
    elif happens == "removed":
        account.delete()
    elif happens == "asleep":
        Account.objects.update(is_active=False)
    else:
        settings.PASSWORD_RESET_TIMEOUT = -1
    assert Client().post(link, {"password": NEW}).status_code == 404


def test_an_address_that_a_thief_had_asked_for_is_dropped_with_the_new_password() -> None:
    at()
    logged_in("Ann").post("/account/address/", {"address": "thief@example.org"})
    (link,) = links_in(letters_to("thief@example.org")[0])
    Client().post(sent_to()[0], {"password": NEW})
    assert Client().post(link).status_code == 404
    assert Account.objects.get().address == HERS


def test_what_is_answered_says_nothing_of_who_is_there() -> None:
    at()
    account_of("Ben")
    pages = []
    for address in (HERS, "nobody@example.org"):
        answer = Client().post("/forgotten/letter/", {"address": address})
        page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", html_of(answer))
        pages.append((answer.status_code, page.replace(address, "…")))
    assert pages[0] == pages[1]
    assert [one.to for one in mail.outbox] == [[HERS]]


def test_an_address_that_waits_to_be_confirmed_gets_no_letter() -> None:
    account_of("Ann")
    Account.objects.update(address_asked=HERS)
    Client().post("/forgotten/letter/", {"address": HERS})
    assert mail.outbox == []


def test_a_letter_goes_to_the_address_as_it_was_confirmed() -> None:
    at(address="ann@example.org")
    Client().post("/forgotten/letter/", {"address": "ANN@EXAMPLE.ORG"})
    assert [one.to for one in mail.outbox] == [[HERS]]


def test_a_family_with_one_address_gets_one_letter_with_a_link_for_each() -> None:
    at("Ann")
    at("Ben")
    ann, ben = sent_to()
    assert len(mail.outbox) == 1
    Client().post(ben, {"password": NEW})
    assert log_in(Client(), "Ann") == "/"
    assert log_in(Client(), "Ben", NEW) == "/"
    assert Client().get(ann).status_code == 404  # she has logged in since


def test_a_weak_password_uses_no_link_up() -> None:
    at()
    (link,) = sent_to()
    answers = [Client().post(link, {"password": one}) for one in ("", "short", "password123", NEW)]
    assert [one.status_code for one in answers] == [422, 422, 422, 303]


def test_the_second_step_is_asked_for_after_the_letter(owner: Client, group: Group) -> None:
    account = sign_up(owner)
    codes = make_codes(account)
    Authenticator.objects.create(user=account, type="webauthn", data={"name": "Key", "alone": True})
    Account.objects.update(second_step=True, address=HERS, address_key=HERS)
    phone = Client()
    assert phone.post(sent_to()[0], {"password": NEW})["Location"] == "/log-in/second/"
    assert not is_logged_in(phone)
    assert not Phone.objects.filter(account__isnull=False).exists()
    phone.post("/log-in/second/", {"code": codes[0]})
    assert phone.get(f"/g/{group.code}/").status_code == 200


def test_letters_are_asked_for_so_often_only_whether_there_is_an_account_or_not(settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    at()
    for address in (HERS, "nobody@example.org"):
        answers = [Client().post("/forgotten/letter/", {"address": address}) for _ in range(6)]
        assert [one.status_code for one in answers] == [200] * 5 + [429]
        assert "to this address. Try again in" in answers[-1].content.decode()
    assert len(mail.outbox) == 5


def test_twenty_letters_an_hour_are_asked_for_from_one_network(settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    asked = [
        Client(REMOTE_ADDR="203.0.113.7").post("/forgotten/letter/", {"address": f"p{number}@example.org"})
        for number in range(21)
    ]
    assert [one.status_code for one in asked] == [200] * 20 + [429]


@pytest.mark.parametrize("address", ["", "ann", "\0", "a@b\nBcc: c@d.ef", "x" * 300])
def test_letter_asked_for_with_nonsense_is_told_what_is_missing(address: str) -> None:
    assert "Send me a letter" in html_of(Client().post("/forgotten/letter/", {"address": address}), 422)


def test_the_link_names_this_server_whatever_the_browser_said(settings: Settings) -> None:
    settings.SITE_ORIGIN = "https://cards.example.org"
    at()
    Client(headers={"Host": "testserver"}).post("/forgotten/letter/", {"address": HERS})
    assert "https://cards.example.org/forgotten/" in letters_to(HERS)[0]


def test_without_a_mail_server_only_codes_are_asked_for(settings: Settings) -> None:
    settings.LETTERS = False
    page = html_of(Client().get("/forgotten/"))
    assert ("By e-mail" in page, "A recovery code" in page) == (False, True)
    assert Client().post("/forgotten/letter/", {"address": HERS}).status_code == 404
