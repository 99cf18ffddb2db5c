"""A phone in the hand: Chromium at 390 × 844 with touch, which fails its test on any complaint."""

import os
import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from ledger.models import Session
from tests import cast, slow
from tests.browser.hands import PATIENCE, owns, ready, settled, table_address
from tests.conftest import chromium
from tests.serving import LOOPBACK, Server, serving

SCREENSHOTS = Path(__file__).parent.parent.parent / "test-results"
# The browser takes only the last such list, so what Playwright turns off stands here as well.
TURNED_OFF = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
    # Each new phone would load two pages for the address bar, which nobody sees: 0.9 of its 1.3 seconds.
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
)
# Nothing goes out: the browser is told not to look for news, components or shortcuts.
# A name of the server under test that no browser trusts without https, as it trusts localhost.
KITCHEN = "kitchen.local"
FLAGS = [
    f"--host-resolver-rules=MAP {KITCHEN} 127.0.0.1",
    f"--disable-features={','.join(TURNED_OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-US",
    "service_workers": "block",  # but where a test is about what a phone keeps
}
failed = pytest.StashKey[bool]()


@pytest.fixture(scope="session", autouse=True)
def _slow_files() -> Iterator[None]:
    """The server under test hands out styles and scripts past all that is put before pages."""
    serve = StaticFilesHandler.serve

    def late(handler: StaticFilesHandler, request: HttpRequest) -> HttpResponseBase:
        slow.wait()
        return serve(handler, request)

    with pytest.MonkeyPatch.context() as patch:
        if slow.SLOW:
            patch.setattr(StaticFilesHandler, "serve", late)
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Playwright keeps an event loop in this thread, and Django would take every test for async code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=PATIENCE)
    if slow.SLOW:
        # It would wait by itself for a page that is on its way, where it has heard of it in time.
        os.environ["PLAYWRIGHT_SKIP_NAVIGATION_CHECK"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


def given_up(said: str) -> bool:
    """Whether htmx only says that the page went away before its answer came, or Playwright what it blocks.

    Of a lost signal and of an error it says more, in a message of their own.
    """
    return said.startswith(("htmx:sendAbort", "htmx:afterRequest", "Service Worker registration blocked"))


@pytest.fixture
def complaints() -> list[str]:
    """Return what the browser complained about. A test that provokes a complaint takes it out of here."""
    return []


@pytest.fixture
def forgiven() -> re.Pattern[str] | None:
    """Return what the browser may complain of at any time, also after a test; a file of tests may say so."""
    return None


@pytest.fixture
def new_phone(
    browser: Browser,
    live_server: LiveServer,
    complaints: list[str],
    forgiven: re.Pattern[str] | None,
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., Page]]:
    """Another phone, with cookies of its own: `new_phone(color_scheme="dark", java_script_enabled=False)`."""
    pages: list[Page] = []
    if "server" in request.fixturenames:
        request.getfixturevalue("server")  # so it stops after its phones are put away, which would miss it

    def on_console(message: ConsoleMessage) -> None:
        is_forgiven = given_up(message.text) or (forgiven and forgiven.search(message.text))
        if message.type in ("error", "warning") and not is_forgiven:
            complaints.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def open_phone(**options: Any) -> Page:
        context = browser.new_context(**({"base_url": live_server.url} | PHONE | options))
        context.set_default_timeout(PATIENCE)
        context.on("console", on_console)
        context.on("weberror", lambda trouble: complaints.append(f"error: {trouble.error}"))
        pages.append(context.new_page())
        return pages[-1]

    yield open_phone
    if request.node.stash.get(failed, False) or complaints:
        SCREENSHOTS.mkdir(exist_ok=True)
        for number, page in enumerate(pages, start=1):
            name = re.sub(r"[^\w.-]+", "_", request.node.nodeid.removeprefix("tests/browser/"))
            page.screenshot(path=SCREENSHOTS / f"{name}-{number}.png", full_page=True)
    for page in pages:
        page.context.close()
    if complaints:
        pytest.fail("The browser complained:\n" + "\n".join(complaints), pytrace=False)


@pytest.fixture
def phone(new_phone: Callable[..., Page]) -> Page:
    return new_phone()


@pytest.fixture
def night() -> Session:
    """Six at the table; Frank deals, and sits out."""
    return cast.a_night(cast.thursday_table(currency="USD"), dealer="Frank")


@pytest.fixture
def table(phone: Page, night: Session) -> Page:
    owns(phone)
    phone.goto(table_address(night))
    ready(phone)
    return phone


@pytest.fixture
def server(night: Session) -> Iterator[Server]:
    with serving(connection.settings_dict, SERVED_SOURCES="1") as server:
        yield server


@pytest.fixture
def opens(new_phone: Callable[..., Page], server: Server, night: Session) -> Callable[..., Page]:
    def phone_at(
        guest: object, path: str = "1/", *, before: Callable[[Page], object] = str, **options: Any
    ) -> Page:
        page = new_phone(base_url=f"http://{LOOPBACK}:{server.port}", **options)
        owns(page, guest)
        before(page)
        page.goto(f"/g/{night.group.code}/{path}")
        settled(page)
        return page

    return phone_at


@pytest.fixture
def kitchen(live_server: LiveServer, settings: Settings) -> str:
    """The address of the server under test in a home network: over http, so not a secure context."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, KITCHEN]
    return live_server.url.replace("localhost", KITCHEN)


@pytest.fixture
def big_letters(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A small phone of somebody who has set the letters of the browser twice as big."""
    args = [*FLAGS, "--blink-settings=defaultFontSize=32"]
    other = browser.browser_type.launch(executable_path=chromium(), args=args)
    context = other.new_context(
        base_url=live_server.url, viewport={"width": 320, "height": 568}, is_mobile=True, has_touch=True
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    other.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[failed] = item.stash.get(failed, False) or report.failed
    return report
