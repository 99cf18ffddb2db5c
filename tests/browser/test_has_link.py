"""A phone that was sent a link, and one that was removed and is let in again."""

from collections.abc import Callable
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Group, Membership, Role, Session
from ledger.recording import admit
from scorekeeper.visitors.links import said_again
from tests import cast
from tests.browser.hands import opens, owns, settled, table_address, tap_only, touch
from tests.browser.test_unsent import PENCIL, all_sent, ready, tells
from tests.scorekeeper.group.test_people import a_link

pytestmark = pytest.mark.django_db(transaction=True)

NOBODY = "12345678-1234-4234-8234-123456789012"
SEES_A_CODE = """(link) => {
  globalThis.BarcodeDetector = class {
    static getSupportedFormats() { return Promise.resolve(["qr_code"]) }
    detect() { return Promise.resolve([{ rawValue: link }]) }
  };
  const canvas = document.createElement("canvas");
  setInterval(() => canvas.getContext("2d").fillRect(0, 0, 9, 9), 50);
  navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream());
}"""
"""A camera before which somebody holds the code of this link."""


@pytest.fixture
def group(db: None) -> Group:
    return cast.thursday_table(currency="USD")


@pytest.fixture
def night(group: Group) -> Session:
    return cast.a_night(group, dealer="Frank")


def address_of(group: Group, page: Page) -> str:
    base = page.context._impl_obj._options["baseURL"]
    return f"{base}/join/{said_again(a_link(group, Role.SCORER))}/"


def pastes(page: Page, link: str) -> None:
    page.goto("/")
    touch(page.get_by_text("I have a link"))
    page.get_by_label("Paste it here").fill(link)
    touch(page.get_by_role("button", name="Open the link"))


def test_a_link_that_is_pasted_lets_a_phone_in(phone: Page, group: Group) -> None:
    page = phone
    pastes(page, f"Come along: {address_of(group, page)}")
    touch(page.get_by_role("button", name="Open it on this phone"))
    touch(page.get_by_role("button", name="Ben"))
    expect(page.get_by_role("heading", name="Thursday table")).to_be_visible()


def test_a_code_before_the_camera_opens_its_link(phone: Page, group: Group) -> None:
    phone.context.add_init_script(f"({SEES_A_CODE})({address_of(group, phone)!r})")
    phone.goto("/")
    touch(phone.get_by_text("I have a link"))
    tap_only(phone.get_by_role("button", name="Scan a code"))
    expect(phone.get_by_role("button", name="Open it on this phone")).to_be_visible()


def test_a_camera_that_does_not_open_is_said(phone: Page, group: Group) -> None:
    refuses = "navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('no'))"
    phone.context.add_init_script(f"({SEES_A_CODE})('')")
    phone.context.add_init_script(refuses)
    phone.goto("/")
    touch(phone.get_by_text("I have a link"))
    touch(phone.get_by_role("button", name="Scan a code"))
    expect(phone.get_by_text("The camera could not be opened.")).to_be_visible()
    expect(phone.get_by_role("dialog")).to_be_hidden()


def test_over_http_no_camera_is_offered(new_phone: Callable[..., Page], kitchen: str, group: Group) -> None:
    page = new_phone(base_url=kitchen)
    page.goto("/")
    touch(page.get_by_text("I have a link"))
    expect(page.get_by_role("button", name="Open the link")).to_be_visible()
    expect(page.get_by_role("button", name="Scan a code")).to_be_hidden()


def test_a_removed_phone_is_told_who_can_let_it_in_and_comes_back_by_itself(
    phone: Page, night: Session, complaints: list[str]
) -> None:
    owns(phone)
    phone.goto(table_address(night))
    ready(phone)
    phone.context.set_offline(True)
    tells(phone, "Ann", "Ben")
    expect(phone.locator(PENCIL)).to_have_count(1)
    Membership.objects.filter(group=night.group).update(guest=NOBODY)
    phone.context.set_offline(False)
    opens(phone, table_address(night))
    expect(phone.get_by_text("any owner of it can let this phone in again")).to_be_visible()
    expect(phone.locator("#left").get_by_role("listitem")).to_have_count(1)
    phone.evaluate("dispatchEvent(new Event('online'))")
    settled(phone)
    expect(phone.get_by_role("heading", name="Nothing here")).to_be_visible()
    admit(night.group, cast.OWNER, Role.SCORER)
    phone.evaluate("dispatchEvent(new Event('online'))")
    all_sent(phone, night, "Ann")
    complaints.clear()


def test_a_removed_phone_that_nobody_touches_looks_again_after_a_while(
    phone: Page, night: Session, complaints: list[str]
) -> None:
    phone.clock.install()
    owns(phone, NOBODY)
    phone.goto(table_address(night))
    expect(phone.get_by_role("heading", name="Nothing here")).to_be_visible()
    admit(night.group, UUID(NOBODY), Role.WATCHER)
    phone.clock.run_for(31_000)
    expect(phone.get_by_role("heading", name="Thursday table")).to_be_visible()
    complaints.clear()
