"""What several browser tests do with a phone."""

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page

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
