"""What a thumb does in WebKit: finds what is on the page by its words, taps it, and waits for what comes."""

from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.test import Client
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from scorekeeper.visitors.guests import GUEST
from tests import cast

T = TypeVar("T")
# In seconds: a busy machine may be slow, and only a failing test waits that long.
PATIENCE = 20
# Marks a page until the tap has been heard, and until the page that it leads to is there.
LISTENS = """const page = document.documentElement;
page.dataset.touched = "";
addEventListener("click", () => { delete page.dataset.touched }, { capture: true, once: true });
if (page.dataset.hears) return;
page.dataset.hears = "1";
const leaves = (event) => { if (!event.defaultPrevented) page.dataset.leaving = "" };
addEventListener("submit", leaves);
addEventListener("click", (event) => {
  if (event.target.closest("a[href]:not([href^='#'], [download])")) leaves(event);
});
addEventListener("pageshow", () => { delete page.dataset.leaving });"""
SETTLED = """return document.readyState === "complete" && !document.querySelector(
  "html:is([data-touched], [data-leaving]), .is-keeping, .htmx-request, .htmx-swapping, .htmx-settling"
)"""


class Phone:
    def __init__(self, driver: WebKitGTK, server: str) -> None:
        self.driver, self.server = driver, server

    def opens(self, path: str) -> None:
        self.driver.get(f"{self.server}{path}")

    def owns(self, guest: object = cast.OWNER) -> None:
        """Makes this phone the one that started the Thursday table."""
        session = Client().session
        session[GUEST] = str(guest)
        session.save()
        self.opens("/robots.txt")
        self.driver.add_cookie({"name": settings.SESSION_COOKIE_NAME, "value": str(session.session_key)})

    @property
    def path(self) -> str:
        return self.driver.current_url.removeprefix(self.server)

    def sees(self, selector: str) -> WebElement:
        """The first of these on the page that can be seen; waits for it."""
        return self.waits(lambda: next(iter(self._seen(selector))), selector)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def button(self, words: str) -> WebElement:
        return self.choice("button, a, summary", words)

    def choice(self, selector: str, words: str) -> WebElement:
        """The first of these that can be seen and says these words, or is called so; waits for it."""
        return self.waits(
            lambda: next(one for one in self._seen(selector) if words in _called(one)), f"{words!r}"
        )

    def taps(self, target: WebElement) -> None:
        self.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", target)
        self.driver.execute_script(LISTENS)
        target.click()
        self.waits(lambda: bool(self.driver.execute_script(SETTLED)) or None, "the page to settle")

    def texts(self, selector: str) -> list[str]:
        return [one.text for one in self.all(selector)]

    def hears(self, words: str) -> None:
        self.waits(lambda: any(words in said for said in self.texts("[role=status]")) or None, words)

    def waits(self, found: Callable[[], T | None], what: str) -> T:
        """Return what `found` finds, as soon as it finds it."""
        answers: list[T] = []

        def look(_: WebKitGTK) -> bool:
            try:
                answer = found()
            except (StopIteration, NoSuchElementException, StaleElementReferenceException):
                return False
            if answer is not None:
                answers.append(answer)
            return bool(answers)

        waiting = WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05)
        waiting.until(look, f"Waited for {what} on {self.path}.")
        return answers[0]

    def _seen(self, selector: str) -> list[WebElement]:
        return [one for one in self.all(selector) if one.is_displayed()]


def _called(one: WebElement) -> str:
    return one.get_attribute("aria-label") or one.text
