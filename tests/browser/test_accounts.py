"""Accounts on phones: the same groups on two of them, one logged out by the other, and passkeys."""

import re
from collections.abc import Callable

from allauth.mfa.models import Authenticator
from playwright.sync_api import Page, expect

from scorekeeper.accounts import passkeys
from scorekeeper.accounts.models import Account
from tests import cast
from tests.browser.hands import (
    forgive,
    is_accessible,
    owns,
    touch,
)
from tests.scorekeeper.accounts.people import later

PASSWORD = "three green herons"
Opens = Callable[..., Page]


def signs_up(page: Page, name: str = "Ann") -> None:
    page.goto("./")  # below the path of the site, if there is one
    touch(page.get_by_role("link", name="Make an account"))
    page.get_by_label("Your name").fill(name)
    page.get_by_label("A password").fill(PASSWORD)
    touch(page.get_by_role("button", name="Make the account"))
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def logs_in(page: Page) -> None:
    page.goto("/log-in/")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Your password").fill(PASSWORD)
    touch(page.get_by_role("button", name="Log in", exact=True))


def logs_out(page: Page) -> None:
    page.goto("/account/")
    touch(page.get_by_role("button", name="Log out on this phone"))


def shows_the_passkey(page: Page) -> None:
    page.goto("/log-in/")
    touch(page.get_by_role("button", name="Log in with a passkey"))


def authenticator(page: Page, *, verifies: bool = True) -> Callable[[], object]:
    """Let this phone keep passkeys, behind the finger of whoever holds it; return how it forgets them."""
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
    return lambda: session.send("WebAuthn.removeVirtualAuthenticator", made)


def adds_a_passkey(page: Page) -> None:
    page.goto("/account/")
    page.get_by_label("What to call it").fill("Key")
    touch(page.get_by_role("button", name="Add a passkey"))


ANSWERED_AGAIN = """async (said) => {
  const form = document.querySelector("[data-passkey]");
  const begun = await fetch(form.dataset.begin, { method: "POST", body: new FormData(form) });
  const fields = new URLSearchParams(said);
  fields.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  return [begun.status, (await fetch(form.action, { method: "POST", body: fields })).status];
}"""
OPENS_NOTHING = "This passkey opens no account here."


def test_passkey_lets_in_alone_once_an_answer_and_until_it_is_removed(
    phone: Page, complaints: list[str]
) -> None:
    group = cast.thursday_table()
    owns(phone)
    forgets = authenticator(phone, verifies=False)
    signs_up(phone)
    adds_a_passkey(phone)
    expect(phone.get_by_text("The passkey was not used.")).to_be_visible()
    assert not passkeys.passkeys_of(Account.objects.get())
    forgets()

    authenticator(phone)
    adds_a_passkey(phone)
    expect(phone.get_by_text("Key", exact=True)).to_be_visible()
    sent: list[str] = []
    phone.on(
        "request", lambda one: sent.append(one.post_data or "") if one.url.endswith("/passkey/") else None
    )
    logs_out(phone)
    shows_the_passkey(phone)
    expect(phone.get_by_role("link", name=re.compile(group.name))).to_be_visible()
    (made,) = passkeys.passkeys_of(Account.objects.get())
    assert made.last_used_at is not None

    logs_out(phone)
    phone.goto("/log-in/")
    assert phone.evaluate(ANSWERED_AGAIN, sent[0]) == [200, 422]
    forgive(phone, complaints, "422")

    shows_the_passkey(phone)
    later()
    phone.goto("/account/")
    touch(phone.get_by_role("link", name="Choose another password"))
    expect(phone.get_by_role("heading", name="Is it you?")).to_be_visible()
    touch(phone.get_by_role("button", name="Say it with a passkey"))
    expect(phone.get_by_role("heading", name="Another password")).to_be_visible()

    # allauth lets any passkey in that names its account (its issue 4224).
    stored = Authenticator.objects.get()
    data = dict(stored.data)
    del stored.data[passkeys.ALONE]
    stored.save()
    logs_out(phone)
    shows_the_passkey(phone)
    expect(phone.get_by_role("alert").first).to_have_text(f"{OPENS_NOTHING} Use your password.")
    forgive(phone, complaints, "422")
    phone.goto("/account/")
    expect(phone.get_by_role("heading", name="Log in")).to_be_visible()

    Authenticator.objects.filter(pk=stored.pk).update(data=data)
    shows_the_passkey(phone)
    phone.goto("/account/")
    touch(phone.get_by_role("button", name=re.compile("Remove ?: Key")))
    expect(phone.get_by_text("Key", exact=True)).to_have_count(0)
    logs_out(phone)
    shows_the_passkey(phone)
    expect(phone.get_by_text(OPENS_NOTHING)).to_be_visible()
    forgive(phone, complaints, "422")


def test_second_step_takes_the_passkey_of_this_account_only(
    phone: Page, new_phone: Opens, complaints: list[str]
) -> None:
    group = cast.thursday_table()
    authenticator(phone)
    owns(phone)
    signs_up(phone)
    adds_a_passkey(phone)
    phone.goto("/account/codes/")
    touch(phone.get_by_role("button", name="Make new codes"))
    phone.goto("/account/")
    touch(phone.get_by_role("button", name="Ask for a passkey after the password"))
    expect(phone.get_by_role("button", name="Let the password be enough")).to_be_visible()
    logs_out(phone)
    logs_in(phone)
    expect(phone.get_by_role("heading", name="Now your passkey")).to_be_visible()
    is_accessible(phone)

    # Ann's password is said on a phone with Ben's passkey, also where that answers what Ann is asked.
    second = new_phone()
    authenticator(second)
    signs_up(second, "Ben")
    adds_a_passkey(second)
    logs_out(second)
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

    phone.goto("/")
    expect(phone.get_by_role("link", name=re.compile(group.name))).to_have_count(0)
    phone.goto("/log-in/second/")
    touch(phone.get_by_role("button", name="Show the passkey"))
    expect(phone.get_by_role("link", name=re.compile(group.name))).to_be_visible()
