"""What several browser tests do with a phone."""

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from ledger.models import Session
from scorekeeper.access import GUEST
from tests import cast


def owns(page: Page, guest: object = cast.OWNER) -> None:
    """Make this phone the one that started the Thursday table."""
    session = Client().session
    session[GUEST] = str(guest)
    session.save()
    url = page.context._impl_obj._options["baseURL"]
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": str(session.session_key), "url": url}]
    )


class Thumb:
    """Taps, counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def player(self, name: str) -> None:
        self.page.get_by_role("button", name=f"{name}, ").tap()
        self.tapped()

    def result(self, code: str) -> None:
        self.page.locator(f"[name=result][value={code}]").locator("..").tap()
        self.tapped()

    def chip(self, words: str) -> None:
        """An answer to a question; the server draws the pad anew with its numbers."""
        with self.page.expect_response("**/tap/"):
            self.page.locator("#pad label.chip:visible").get_by_text(words, exact=True).tap()
        self.tapped()

    def chooses(self, label: str, words: str) -> None:
        """One of a list."""
        with self.page.expect_response("**/tap/"):
            self.page.locator("#pad label:has(select)", has_text=label).locator("select").select_option(
                label=words
            )
        self.tapped()

    def mode(self, words: str) -> None:
        self.page.locator("#pad button.mode:visible", has_text=words).tap()
        self.tapped()

    def tap(self, what: str) -> None:
        """A player, a result, a kind of hand, "Laufende: 3" of a list, or an answer; whichever it is."""
        label, _, words = what.partition(": ")
        if self.page.locator(f"[data-name='{what}']").count():
            self.player(what)
        elif self.page.locator(f"[name=result][value='{what}']").count():
            self.result(what)
        elif self.page.locator("#pad button.mode:visible", has_text=what).count():
            self.mode(what)
        elif words:
            self.chooses(label, words)
        else:
            self.chip(what)

    def record(self) -> None:
        self.page.locator("#record").tap()
        self.tapped()

    def tapped(self) -> None:
        """Counts a tap, and looks up from it when the page has put in its place what the server said."""
        self.taps += 1
        settled(self.page)


def settled(page: Page) -> None:
    """Waits for what is on its way."""
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def table_address(night: Session) -> str:
    return f"/g/{night.group.code}/{night.number}/"


def totals(page: Page) -> list[str]:
    return page.locator(".head .total").all_inner_texts()


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def confirmed(page: Page) -> str:
    """What the confirmation says was recorded, as the summary on the button says it before."""
    title, *worths = page.locator(".said p > *").all_inner_texts()
    return ", ".join(worths) or title.partition(": ")[2]


def low_targets(page: Page) -> list[str]:
    """Whatever can be tapped and is less than 48 pixels high (the lines of the paper are 36 by design)."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("a.button, a.chip, a.icon, button, summary, select,"
          + "label.chip, .result, input:not([type=hidden], [type=radio], [type=checkbox])")]
          .filter((one) => one.checkVisibility() && !one.classList.contains("visually-hidden"))
          .filter((one) => !one.closest(".points") && one.getBoundingClientRect().height < 48)
          .map((one) => one.outerHTML.slice(0, 80))"""
    )
    return found
