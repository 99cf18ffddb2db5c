"""The second step: after the password a passkey, or a recovery code; the password alone opens nothing."""

from __future__ import annotations

import secrets
from urllib.parse import quote

import pytest
from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)
from pytest_django import Settings

from ledger.models import Group
from scorekeeper.accounts import logging_in
from scorekeeper.accounts.codes import codes_left, make_codes
from scorekeeper.accounts.models import Account, Phone
from scorekeeper.accounts.sessions import SessionStore
from tests.reading import html_of
from tests.scorekeeper.accounts.people import (
    PASSWORD,
    account_of,
    is_logged_in,
    later,
    log_in,
    logged_in,
    sign_up,
)

pytestmark = pytest.mark.django_db
HERE = "/log-in/second/"


def has_a_passkey(account: Account) -> int:
    """Its number; it is not one that a test can show: tests/browser/test_accounts.py does that."""
    pair = ec.generate_private_key(ec.SECP256R1())
    public = ES256.from_cryptography_key(pair.public_key())  # type: ignore[no-untyped-call]
    held = AttestedCredentialData.create(Aaguid.NONE, secrets.token_bytes(16), public)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    made = AuthenticatorData.create(bytes(32), flags, 0, held)
    said = CollectedClientData.create("webauthn.create", bytes(32), "http://testserver")
    name = websafe_encode(held.credential_id)
    response = {
        "clientDataJSON": websafe_encode(said),
        "attestationObject": websafe_encode(AttestationObject.create("none", made, {})),
    }
    credential = {"id": name, "rawId": name, "type": "public-key", "response": response}
    data = {"name": "Key", "credential": credential, "alone": True}
    return int(Authenticator.objects.create(user=account, type="webauthn", data=data).pk)


def locked(name: str = "Ann") -> tuple[Account, list[str]]:
    """An account that asks for both, and its recovery codes."""
    account = account_of(name)
    has_a_passkey(account)
    codes = make_codes(account)
    assert logging_in.ask_for_second_step(account)
    return Account.objects.get(pk=account.pk), codes


def halfway(wanted: str = "") -> Client:
    """A phone on which Ann's password was just said."""
    phone = Client()
    answer = phone.post("/log-in/", {"name": "Ann", "password": PASSWORD, "next": wanted})
    assert answer["Location"] == (f"{HERE}?next={quote(wanted, safe='')}" if wanted else HERE)
    return phone


def test_the_password_alone_opens_nothing() -> None:
    locked()
    phone = halfway()
    assert not is_logged_in(phone)
    assert "Make an account" in html_of(phone.get("/"))
    assert "The password is right." in html_of(phone.get(HERE))
    assert not Phone.objects.filter(account__isnull=False).exists()


def test_a_recovery_code_does_in_the_place_of_the_passkey_and_is_used_up() -> None:
    account, codes = locked()
    phone = halfway("/account/codes/")
    answer = phone.post(HERE, {"code": codes[0], "next": "/account/codes/"})
    assert (answer.status_code, answer["Location"]) == (303, "/account/codes/")
    assert is_logged_in(phone)
    assert codes_left(account) == 7
    assert halfway().post(HERE, {"code": codes[0]}).status_code == 422


@pytest.mark.parametrize("code", ["", "xxxx-xxxx-xxxx-xxxx", "\0", "é" * 300])
def test_what_is_no_code_of_this_account_lets_nobody_in(code: str) -> None:
    locked()
    others = make_codes(account_of("Ben"))
    for said in (code, others[0]):
        phone = halfway()
        assert phone.post(HERE, {"code": said}).status_code == 422
        assert not is_logged_in(phone)


@pytest.mark.parametrize("said", ["", "{}", "null", '{"id": "AA", "response": {}}'])
def test_what_is_no_passkey_lets_nobody_in(said: str) -> None:
    locked()
    phone = halfway()
    assert phone.post(f"{HERE}passkey/begin/").json()["publicKey"]["allowCredentials"]
    assert phone.post(f"{HERE}passkey/", {"credential": said}).status_code == 422
    assert not is_logged_in(phone)


def test_whoever_has_said_no_password_is_sent_to_say_it() -> None:
    _, codes = locked()
    stranger = Client()
    for answer in (
        stranger.get(HERE),
        stranger.post(HERE, {"code": codes[0]}),
        stranger.post(f"{HERE}passkey/", {"credential": "{}"}),
    ):
        assert (answer.status_code, answer["Location"]) == (303, "/log-in/")
    assert stranger.post(f"{HERE}passkey/begin/").status_code == 422


def test_a_password_that_was_said_is_good_for_ten_minutes() -> None:
    _, codes = locked()
    phone = halfway()
    store = SessionStore(Phone.objects.get().session_key)
    pk, was, at = store[logging_in.HALF]
    store[logging_in.HALF] = [pk, was, at - logging_in.SO_LONG]
    store.save()
    assert phone.post(HERE, {"code": codes[0]})["Location"] == "/log-in/"


def test_a_password_that_was_changed_meanwhile_is_good_for_nothing() -> None:
    account, codes = locked()
    phone = halfway()
    account.set_password("seven white herons")
    account.save()
    assert phone.post(HERE, {"code": codes[0]})["Location"] == "/log-in/"
    assert codes_left(account) == 8


def test_an_account_that_was_put_to_sleep_meanwhile_is_not_opened() -> None:
    _, codes = locked()
    phone = halfway()
    Account.objects.update(is_active=False)
    assert phone.post(HERE, {"code": codes[0]})["Location"] == "/log-in/"


def test_the_session_has_another_key_at_each_step() -> None:
    _, codes = locked()
    phone = Client()
    phone.post("/log-in/passkey/begin/")
    keys = [Phone.objects.get().session_key]
    phone.post("/log-in/", {"name": "Ann", "password": PASSWORD})
    keys.append(Phone.objects.get().session_key)
    phone.post(HERE, {"code": codes[0]})
    keys.append(Phone.objects.get().session_key)
    assert len(set(keys)) == 3


def test_ten_guesses_are_enough(settings: Settings) -> None:
    _, codes = locked()
    phone = halfway()
    settings.LIMITS_TIMES = 1
    answers = [phone.post(HERE, {"code": f"guess {number}"}).status_code for number in range(11)]
    assert answers == [422] * 9 + [429] * 2  # the password was the first
    assert phone.post(HERE, {"code": codes[0]}).status_code == 429


def test_it_is_switched_on_where_there_is_a_passkey_and_a_code_and_off_again() -> None:
    account = account_of("Ann")
    phone = logged_in("Ann")
    assert "Add a passkey and make recovery codes" in html_of(phone.get("/account/"))
    assert phone.post("/account/passkeys/twice/").status_code == 422
    has_a_passkey(account)
    answer = phone.post("/account/passkeys/twice/")
    assert (answer.status_code, "a lost phone would lock you out" in html_of(answer)) == (422, True)
    make_codes(account)
    assert phone.post("/account/passkeys/twice/").status_code == 303
    assert "Let the password be enough" in html_of(phone.get("/account/"))
    halfway()
    assert phone.post("/account/passkeys/once/").status_code == 303
    assert log_in(Client()) == "/"


def test_with_the_last_passkey_it_goes() -> None:
    account, _ = locked()
    second = has_a_passkey(account)
    first = Authenticator.objects.exclude(pk=second).get().pk
    for passkey, asks_twice in ((first, True), (second, False)):
        logging_in.remove_passkey(account, passkey)
        assert Account.objects.get(pk=account.pk).second_step is asks_twice
    assert log_in(Client()) == "/"


def test_whoever_has_the_phone_in_hand_later_switches_nothing() -> None:
    account = account_of("Ann")
    has_a_passkey(account)
    make_codes(account)
    phone = logged_in("Ann")
    later()
    assert phone.post("/account/passkeys/twice/")["Location"].startswith("/account/confirm/")
    logging_in.ask_for_second_step(account)
    assert phone.post("/account/passkeys/once/")["Location"].startswith("/account/confirm/")
    assert Account.objects.get().second_step


def test_a_code_that_replaces_a_forgotten_password_is_enough(owner: Client, group: Group) -> None:
    """It is a thing that somebody has, and there may be nothing else left."""
    account = sign_up(owner)
    has_a_passkey(account)
    codes = make_codes(account)
    logging_in.ask_for_second_step(account)
    phone = Client()
    said = {"name": "Ann", "code": codes[0], "password": "seven white herons"}
    assert phone.post("/forgotten/", said).status_code == 303
    assert phone.get(f"/g/{group.code}/").status_code == 200
