"""Logging in: what is wrong is never said more closely, guesses are limited, some ask for a second step."""

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
from pytest_django import DjangoAssertNumQueries, Settings

from ledger.models import Group
from scorekeeper.accounts import logging_in
from scorekeeper.accounts.codes import codes_left, make_codes
from scorekeeper.accounts.models import Account, Phone
from scorekeeper.accounts.sessions import AccountSession
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
HOME = "203.0.113.7"


def tried(name: str, password: str, *, address: str = HOME) -> tuple[int, str]:
    answer = Client(REMOTE_ADDR=address).post("/log-in/", {"name": name, "password": password})
    return answer.status_code, html_of(answer)


def test_the_same_groups_are_on_a_second_phone(owner: Client, group: Group) -> None:
    sign_up(owner)
    second = Client()
    assert log_in(second) == "/"
    assert group.name in html_of(second.get("/"))
    assert second.get(f"/g/{group.code}/settings/").status_code == 200
    assert owner.get(f"/g/{group.code}/settings/").status_code == 200


@pytest.mark.parametrize("name", ["Ann", "ann", " aNN "])
def test_a_name_is_compared_as_names_are_everywhere(name: str) -> None:
    account_of("Ann")
    assert log_in(Client(), name) == "/"


def test_a_wrong_password_and_a_name_that_nobody_has_are_told_the_same() -> None:
    account_of("Ann")
    answers = {tried("Ann", "wrong herons"), tried("Bob", "wrong herons"), tried("Ann", PASSWORD.upper())}
    ((status, _),) = {(status, page.replace("Bob", "Ann").partition("csrf")[0]) for status, page in answers}
    assert status == 422
    assert "This name and this password do not belong together." in tried("Bob", "wrong herons")[1]
    Account.objects.update(is_active=False)  # an account that was put to sleep
    status, page = tried("Ann", PASSWORD)
    assert (status, "This name and this password do not belong together." in page) == (422, True)
    assert Phone.objects.count() == 0


def test_a_password_is_looked_at_even_where_there_is_no_such_name(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []
    original = Account.set_password

    def noted(self: Account, raw: str | None) -> None:
        hashed.append(str(raw))
        original(self, raw)

    monkeypatch.setattr(Account, "set_password", noted)
    assert tried("Bob", "wrong herons")[0] == 422
    assert hashed == ["wrong herons"]


@pytest.mark.parametrize("said", [{}, {"name": "Ann"}, {"password": "x"}, {"name": "\0", "password": "\0"}])
def test_what_is_missing_is_asked_for(said: dict[str, str]) -> None:
    assert "wrong" in html_of(Client().post("/log-in/", said), 422)


def test_ten_guesses_at_a_name_from_one_address_are_enough(settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    account_of("Ann")
    answers = [tried("Ann", f"wrong herons {number}") for number in range(11)]
    assert [status for status, _ in answers] == [422] * 10 + [429]
    assert not missing(answers[-1][1], "A lot of passwords were tried for this name here.", 'value="Ann"')
    assert "wrong herons" not in answers[-1][1]
    assert tried("Ann", PASSWORD)[0] == 429
    assert tried("Ann", PASSWORD, address="203.0.113.8")[0] == 303


def test_a_name_written_with_accents_spaces_or_capitals_is_counted_as_one(settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    account_of("Ann")
    names = ["Ann", "ANN", "ann ", " aNn", "Ａｎｎ", "An\u00adn", "Ann", "ANn", "aNN", "anN", "Ann"]
    assert [tried(name, "wrong herons")[0] for name in names] == [422] * 10 + [429]


def test_sixty_guesses_at_a_name_from_anywhere_are_enough_and_lock_nobody_else_out(
    settings: Settings,
) -> None:
    settings.LIMITS_TIMES = 1
    account_of("Ann")
    account_of("Ben")
    known = logged_in("Ann")
    answers = [tried("Ann", "wrong herons", address=f"203.0.{number}.7") for number in range(61)]
    assert [status for status, _ in answers] == [422] * 59 + [
        429
    ] * 2  # the one that is logged in was the first
    assert tried("Ben", PASSWORD, address="203.0.113.7")[0] == 303
    assert is_logged_in(known)


def test_sixty_guesses_from_one_address_are_enough_whatever_the_names(settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    answers = [tried(f"P{number}", "wrong herons") for number in range(61)]
    assert [status for status, _ in answers] == [422] * 60 + [429]
    assert "Somebody on this network tried a lot of passwords." in answers[-1][1]
    assert tried("P99", "wrong herons", address="203.0.113.8")[0] == 422


def test_a_phone_that_opens_groups_by_itself_is_asked_what_becomes_of_them(owner: Client) -> None:
    account_of("Ann")
    assert log_in(owner) == "/account/take-along/"


@pytest.mark.parametrize(
    ("wanted", "leads_to"),
    [
        ("/account/codes/", "/account/codes/"),
        ("https://example.org/", "/"),
        ("//example.org/", "/"),
        ("/\\example.org", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_log_in_leads_back_to_a_page_of_ours_only(wanted: str, leads_to: str) -> None:
    account_of("Ann")
    said = {"name": "Ann", "password": PASSWORD, "next": wanted}
    assert Client().post("/log-in/", said)["Location"] == leads_to


def test_the_session_has_another_key_after_logging_in_and_no_cookie_says_it() -> None:
    account_of("Ann")
    phone = logged_in("Ann")
    row = Phone.objects.get()
    assert phone.cookies["account"].value.startswith(f"{row.session_key}:")
    phone.cookies["account"] = row.session_key  # as it stands in a copy of the book
    assert not is_logged_in(phone)


def test_a_stranger_has_no_cookie_and_costs_no_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    phone = Client()
    with django_assert_num_queries(0):
        phone.get("/log-in/")
    assert not has_cookie(phone)


@pytest.fixture
def stale(db: None) -> Client:
    account_of("Ann")
    stale = logged_in("Ann")
    later()
    return stale


def test_the_password_said_once_more_leads_on_to_what_was_wanted(stale: Client) -> None:
    wanted = stale.get("/account/password/")["Location"]
    assert wanted == "/account/confirm/?next=%2Faccount%2Fpassword%2F"
    assert 'value="/account/password/"' in html_of(stale.get(wanted))
    answer = stale.post("/account/confirm/", {"password": PASSWORD, "next": "/account/password/"})
    assert answer["Location"] == "/account/password/"
    assert stale.get("/account/password/").status_code == 200


@pytest.mark.parametrize("password", ["", "wrong herons", "five brown herons"])
def test_a_wrong_password_or_that_of_another_account_confirms_nothing(stale: Client, password: str) -> None:
    account_of("Ben", "five brown herons")
    page = html_of(stale.post("/account/confirm/", {"password": password}), 422)
    assert not password or "This is not your password." in page
    assert stale.get("/account/password/").status_code == 303


def test_the_password_asked_for_once_more_is_guessed_ten_times(stale: Client, settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    answers = [stale.post("/account/confirm/", {"password": "wrong"}).status_code for _ in range(11)]
    assert answers == [422] * 9 + [429] * 2  # logging in was the first


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
    account = account_of(name)
    has_a_passkey(account)
    codes = make_codes(account)
    assert logging_in.ask_for_second_step(account)
    return Account.objects.get(pk=account.pk), codes


def halfway(wanted: str = "") -> Client:
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


def test_a_recovery_code_opens_in_the_place_of_the_passkey_and_is_used_up() -> None:
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
    for said in (code, make_codes(account_of("Ben"))[0]):
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


@pytest.mark.parametrize("happens", ["ten minutes", "another password", "asleep"])
def test_a_password_that_was_said_is_good_for_nothing_after(happens: str) -> None:
    account, codes = locked()
    phone = halfway()
    if happens == "ten minutes":
        store = AccountSession(Phone.objects.get().session_key)
        store[logging_in.HALF][2] -= logging_in.SO_LONG
        store.save()
    elif happens == "another password":
        account.set_password("seven white herons")
        account.save()
    else:
        Account.objects.update(is_active=False)
    assert phone.post(HERE, {"code": codes[0]})["Location"] == "/log-in/"
    assert codes_left(account) == 8


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


def test_ten_guesses_at_a_recovery_code_are_enough(settings: Settings) -> None:
    _, codes = locked()
    phone = halfway()
    settings.LIMITS_TIMES = 1
    answers = [phone.post(HERE, {"code": f"guess {number}"}).status_code for number in range(11)]
    assert answers == [422] * 9 + [429] * 2  # the password was the first
    assert phone.post(HERE, {"code": codes[0]}).status_code == 429


def test_second_step_is_switched_on_with_a_passkey_and_a_code_and_off_again() -> None:
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


def test_second_step_goes_with_the_last_passkey() -> None:
    account, _ = locked()
    second = has_a_passkey(account)
    for passkey, asks_twice in ((Authenticator.objects.exclude(pk=second).get().pk, True), (second, False)):
        logging_in.remove_passkey(account, passkey)
        assert Account.objects.get(pk=account.pk).second_step is asks_twice
    assert log_in(Client()) == "/"


def test_a_code_that_replaces_a_forgotten_password_is_enough(owner: Client, group: Group) -> None:
    account = sign_up(owner)
    has_a_passkey(account)
    codes = make_codes(account)
    logging_in.ask_for_second_step(account)
    phone = Client()
    said = {"name": "Ann", "code": codes[0], "password": "seven white herons"}
    assert phone.post("/forgotten/", said).status_code == 303
    assert phone.get(f"/g/{group.code}/").status_code == 200
