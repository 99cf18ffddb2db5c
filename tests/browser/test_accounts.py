"""Accounts on phones: the same groups on two of them, one logged out by the other, and passkeys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.db import connection
from playwright.sync_api import CDPSession, Page, expect

from ledger.models import Group, Session
from scorekeeper.accounts import passkeys
from scorekeeper.accounts.models import Account
from tests import cast
from tests.browser.hands import Thumb, forgive, is_accessible, owns, settled, touch, until
from tests.browser.test_live import GENEROUS, LISTENS
from tests.scorekeeper.accounts.people import later
from tests.serving import LOOPBACK, Server, serving

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "three green herons"
FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")
Opens = Callable[..., Page]


def signs_up(page: Page, url: str = "", name: str = "Ann") -> None:
    page.goto(f"{url}/")
    touch(page.get_by_role("link", name="Make an account"))
    page.get_by_label("Your name").fill(name)
    page.get_by_label("A password").fill(PASSWORD)
    touch(page.get_by_role("button", name="Make the account"))
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def logs_in(page: Page, url: str = "", name: str = "Ann") -> None:
    page.goto(f"{url}/log-in/")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Your password").fill(PASSWORD)
    touch(page.get_by_role("button", name="Log in", exact=True))


@pytest.fixture
def night(db: None) -> Session:
    return cast.a_night(cast.thursday_table(currency="USD"), *FIVE)


@pytest.fixture
def server(night: Session) -> Iterator[Server]:
    with serving(connection.settings_dict, SERVED_SOURCES="1", SERVED_ACCOUNTS="1") as server:
        yield server


CLOSED = """() => new Promise((resolve) => {
  const stream = new EventSource(document.querySelector("[data-live]").dataset.live);
  stream.onopen = () => { window.opened = true; };
  stream.onerror = () => resolve(Date.now());
})"""
"""When a stream ends that is open now."""


def test_a_guest_makes_an_account_plays_on_at_a_second_phone_and_logs_the_first_one_out(
    new_phone: Opens, server: Server, night: Session, complaints: list[str]
) -> None:
    url = f"http://{LOOPBACK}:{server.port}"
    first, second = new_phone(), new_phone()
    owns(first, url=url)
    table = f"{url}/g/{night.group.code}/{night.number}/"
    first.goto(table)
    settled(first)
    signs_up(first, url)
    logs_in(second, url)
    touch(second.get_by_role("link", name=re.compile("Thursday table 6 players")))
    second.goto(table)
    settled(second)
    first.goto(table)
    settled(first)
    first.evaluate(LISTENS)
    for name in ("Ann", "Ben"):
        Thumb(second).player(name)
    Thumb(second).record()
    expect(first.locator(".paper tbody th")).to_have_count(1)

    first.evaluate(f"() => {{ window.ended = ({CLOSED})() }}")
    until(first, lambda: first.evaluate("window.opened"))
    second.goto(f"{url}/account/")
    at = second.evaluate("Date.now()")
    touch(second.get_by_role("button", name=re.compile("^Log out ?:")))
    assert first.evaluate("window.ended") - at < GENEROUS
    answer = first.goto(table)
    assert answer is not None
    assert answer.status == 404
    forgive(first, complaints, "404")
    second.goto(table)
    expect(second.locator(".paper tbody th")).to_have_count(1)


def authenticator(page: Page, *, verifies: bool = True) -> tuple[CDPSession, str]:
    """A phone that keeps passkeys, and asks for the finger of whoever holds it."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": verifies,
        "isUserVerified": verifies,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, str(made["authenticatorId"])


def adds_a_passkey(page: Page, name: str = "") -> None:
    page.goto("/account/")
    if name:
        page.get_by_label("What to call it").fill(name)
    touch(page.get_by_role("button", name="Add a passkey"))
    if name:
        expect(page.get_by_text(name, exact=True)).to_be_visible()


@pytest.fixture
def phone(new_phone: Opens) -> Page:
    return new_phone()


@pytest.fixture
def group(db: None) -> Group:
    return cast.thursday_table()


def test_a_passkey_lets_in_by_itself_and_nothing_is_typed(phone: Page, group: Group) -> None:
    authenticator(phone)
    owns(phone)
    signs_up(phone)
    adds_a_passkey(phone, "Ann’s phone")
    touch(phone.get_by_role("button", name="Log out on this phone"))
    phone.goto("/log-in/")
    touch(phone.get_by_role("button", name="Log in with a passkey"))
    expect(phone.get_by_role("link", name=re.compile(group.name))).to_be_visible()
    ((made,),) = [passkeys.passkeys_of(Account.objects.get())]
    assert made.last_used_at is not None


def test_a_passkey_that_does_not_let_in_alone_does_not(
    phone: Page, group: Group, complaints: list[str]
) -> None:
    """allauth lets any passkey in that names its account (its issue 4224)."""
    from allauth.mfa.models import Authenticator

    authenticator(phone)
    signs_up(phone)
    adds_a_passkey(phone, "Key")
    stored = Authenticator.objects.get()
    del stored.data[passkeys.ALONE]
    stored.save()
    touch(phone.get_by_role("button", name="Log out on this phone"))
    phone.goto("/log-in/")
    touch(phone.get_by_role("button", name="Log in with a passkey"))
    expect(phone.get_by_role("alert").first).to_have_text(
        "This passkey opens no account here. Use your password."
    )
    forgive(phone, complaints, "422")
    phone.goto("/account/")
    expect(phone.get_by_role("heading", name="Log in")).to_be_visible()


def test_a_passkey_that_was_removed_opens_nothing(phone: Page, complaints: list[str]) -> None:
    authenticator(phone)
    signs_up(phone)
    adds_a_passkey(phone, "Key")
    touch(phone.get_by_role("button", name=re.compile("Remove ?: Key")))
    expect(phone.get_by_text("Key", exact=True)).to_have_count(0)
    touch(phone.get_by_role("button", name="Log out on this phone"))
    phone.goto("/log-in/")
    touch(phone.get_by_role("button", name="Log in with a passkey"))
    expect(phone.get_by_text("This passkey opens no account here.")).to_be_visible()
    forgive(phone, complaints, "422")


def test_a_phone_that_asks_nobody_who_they_are_makes_no_passkey(phone: Page) -> None:
    authenticator(phone, verifies=False)
    signs_up(phone)
    adds_a_passkey(phone)
    expect(phone.get_by_text("The passkey was not used.")).to_be_visible()
    assert not passkeys.passkeys_of(Account.objects.get())


def test_what_a_passkey_answered_once_is_no_answer_again(phone: Page, complaints: list[str]) -> None:
    authenticator(phone)
    signs_up(phone)
    adds_a_passkey(phone, "Key")
    touch(phone.get_by_role("button", name="Log out on this phone"))
    phone.goto("/log-in/")
    sent: list[str] = []
    phone.on(
        "request", lambda one: sent.append(one.post_data or "") if one.url.endswith("/passkey/") else None
    )
    touch(phone.get_by_role("button", name="Log in with a passkey"))
    expect(phone.get_by_role("link", name="Ann", exact=True)).to_be_visible()
    phone.goto("/account/")
    touch(phone.get_by_role("button", name="Log out on this phone"))
    phone.goto("/log-in/")
    (said,) = sent
    status = phone.evaluate(
        """async (said) => {
          const form = document.querySelector("[data-passkey]");
          const begun = await fetch(form.dataset.begin, { method: "POST", body: new FormData(form) });
          const fields = new URLSearchParams(said);
          fields.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
          return [begun.status, (await fetch(form.action, { method: "POST", body: fields })).status];
        }""",
        said,
    )
    assert status == [200, 422]
    forgive(phone, complaints, "422")


def test_whoever_has_the_phone_in_hand_says_it_with_a_passkey(phone: Page) -> None:
    authenticator(phone)
    signs_up(phone)
    adds_a_passkey(phone, "Key")
    later()
    phone.goto("/account/")
    touch(phone.get_by_role("link", name="Choose another password"))
    expect(phone.get_by_role("heading", name="Is it you?")).to_be_visible()
    touch(phone.get_by_role("button", name="Say it with a passkey"))
    expect(phone.get_by_role("heading", name="Another password")).to_be_visible()


def asks_twice(page: Page) -> str:
    """Make codes, and ask for a passkey after the password; one of the codes."""
    page.goto("/account/codes/")
    touch(page.get_by_role("button", name="Make new codes"))
    code = page.locator(".codes li").first.inner_text()
    page.goto("/account/")
    touch(page.get_by_role("button", name="Ask for a passkey after the password"))
    expect(page.get_by_role("button", name="Let the password be enough")).to_be_visible()
    touch(page.get_by_role("button", name="Log out on this phone"))
    return code


def test_after_the_password_a_passkey_is_asked_for_and_lets_in(phone: Page, group: Group) -> None:
    authenticator(phone)
    owns(phone)
    signs_up(phone)
    adds_a_passkey(phone, "Key")
    asks_twice(phone)
    logs_in(phone)
    expect(phone.get_by_role("heading", name="Now your passkey")).to_be_visible()
    is_accessible(phone)
    phone.goto("/")
    expect(phone.get_by_role("link", name=re.compile(group.name))).to_have_count(0)
    phone.goto("/log-in/second/")
    touch(phone.get_by_role("button", name="Show the passkey"))
    expect(phone.get_by_role("link", name=re.compile(group.name))).to_be_visible()


def test_the_passkey_of_another_account_is_no_second_step(
    phone: Page, new_phone: Opens, complaints: list[str]
) -> None:
    """A phone with Ben's passkey on which Ann's password is said, also where it answers what Ann is asked."""
    authenticator(phone)
    signs_up(phone)
    adds_a_passkey(phone, "Key")
    asks_twice(phone)
    second = new_phone()
    authenticator(second)
    signs_up(second, name="Ben")
    adds_a_passkey(second, "Ben’s")
    touch(second.get_by_role("button", name="Log out on this phone"))
    logs_in(second)
    touch(second.get_by_role("button", name="Show the passkey"))
    expect(second.get_by_text("The passkey was not used.")).to_be_visible()
    second.evaluate(
        """() => {
          const get = navigator.credentials.get.bind(navigator.credentials);
          const whichever = { allowCredentials: [] };
          navigator.credentials.get = ({ publicKey }) => get({ publicKey: { ...publicKey, ...whichever } });
        }"""
    )
    touch(second.get_by_role("button", name="Show the passkey"))
    expect(second.get_by_role("alert").first).to_have_text("This passkey is not one of yours.")
    forgive(second, complaints, "422")
    second.goto("/account/")
    expect(second.get_by_role("heading", name="Log in")).to_be_visible()
