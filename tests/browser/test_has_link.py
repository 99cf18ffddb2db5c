"""A phone that was sent a link, and one that was removed and is let in again."""

from collections.abc import Callable
from uuid import UUID

from playwright.sync_api import Page, expect

from ledger.models import Group, Role, Session
from ledger.recording import admit
from scorekeeper.visitors.links import said_again
from tests import cast
from tests.browser.hands import (
    NOBODY,
    all_sent,
    opens_page,
    owns,
    removes,
    settled,
    shows,
    table_address,
    tap_only,
    tells,
    touch,
)
from tests.scorekeeper.group.test_people import a_link

# A camera before which somebody holds the code of this link.
SEES_A_CODE = """(link) => {
  globalThis.BarcodeDetector = class {
    static getSupportedFormats() { return Promise.resolve(["qr_code"]) }
    detect() { return Promise.resolve([{ rawValue: link }]) }
  };
  const canvas = document.createElement("canvas");
  setInterval(() => canvas.getContext("2d").fillRect(0, 0, 9, 9), 50);
  navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream());
}"""


REFUSES = "navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('no'))"


def address_of(group: Group, page: Page) -> str:
    base = page.context._impl_obj._options["baseURL"]
    return f"{base}/join/{said_again(a_link(group, Role.SCORER))}/"


def has_a_link(page: Page) -> None:
    page.goto("/")
    touch(page.get_by_text("I have a link"))


def test_link_comes_by_the_camera_or_is_pasted_where_that_does_not_open(
    phone: Page, new_phone: Callable[..., Page], kitchen: str, night: Session
) -> None:
    link = address_of(night.group, phone)
    phone.add_init_script(f"({SEES_A_CODE})({link!r})")
    has_a_link(phone)
    tap_only(phone.get_by_role("button", name="Scan a code"))
    expect(phone.get_by_role("button", name="Open it on this phone")).to_be_visible()

    phone.add_init_script(REFUSES)
    has_a_link(phone)
    touch(phone.get_by_role("button", name="Scan a code"))
    expect(phone.get_by_text("The camera could not be opened.")).to_be_visible()
    expect(phone.get_by_role("dialog")).to_be_hidden()
    phone.get_by_label("Paste it here").fill(f"Come along: {link}")
    touch(phone.get_by_role("button", name="Open the link"))
    touch(phone.get_by_role("button", name="Open it on this phone"))
    touch(phone.get_by_role("button", name="Ben"))
    expect(phone.get_by_role("heading", name="Thursday table")).to_be_visible()

    over_http = new_phone(base_url=kitchen)
    has_a_link(over_http)
    expect(over_http.get_by_role("button", name="Open the link")).to_be_visible()
    expect(over_http.get_by_role("button", name="Scan a code")).to_be_hidden()


def test_removed_phone_is_told_who_can_let_it_in_and_comes_back_by_itself(
    table: Page, night: Session, complaints: list[str]
) -> None:
    table.context.set_offline(True)
    tells(table, "Ann", "Ben")
    shows(table, pencil=1)
    removes(night)
    table.context.set_offline(False)
    opens_page(table, table_address(night))
    expect(table.get_by_text("any owner of it can let this phone in again")).to_be_visible()
    expect(table.locator("#left").get_by_role("listitem")).to_have_count(1)
    table.evaluate("dispatchEvent(new Event('online'))")
    settled(table)
    expect(table.get_by_role("heading", name="Nothing here")).to_be_visible()
    admit(night.group, cast.OWNER, Role.SCORER)
    table.evaluate("dispatchEvent(new Event('online'))")
    all_sent(table, night, "Ann")
    complaints.clear()


def test_removed_phone_that_nobody_touches_looks_again_after_a_while(
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
