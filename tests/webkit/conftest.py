"""The engine of every iPhone: WebKit's small browser on a screen that nobody sees.

Debian's webkit2gtk-driver brings the browser and its driver, xvfb the screen. Where one of them is missing
the tests are skipped, unless REQUIRE_WEBKIT=1.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.webkitgtk.service import Service

from tests.webkit.phone import Phone

HERE = Path(__file__).parent
SCREENSHOTS = HERE.parent.parent / "test-results"
BROWSERS = ("/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/libexec/webkit2gtk-4.*/MiniBrowser")
MISSING = "no WebKit was found (Debian: apt install webkit2gtk-driver xvfb)"


def browser() -> str | None:
    """The path of WebKit's browser, None where it, its driver or the screen is missing."""
    if shutil.which("WebKitWebDriver") is None or shutil.which("Xvfb") is None:
        return None
    found = sorted(str(path) for pattern in BROWSERS for path in Path("/").glob(pattern.lstrip("/")))
    return found[-1] if found else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The longest test of all begins first, so that nobody waits for it at the end.
    items.sort(key=lambda item: not item.path.is_relative_to(HERE))
    is_here = browser() is not None
    if not is_here and os.environ.get("REQUIRE_WEBKIT") == "1":
        raise pytest.UsageError(f"REQUIRE_WEBKIT=1, but {MISSING}.")
    for item in items:
        if item.path.is_relative_to(HERE) and not is_here:
            item.add_marker(pytest.mark.skip(reason=MISSING))


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """The name of a screen that nobody sees; it chooses its number by itself."""
    said, says = os.pipe()
    command = ["Xvfb", "-displayfd", str(says), "-screen", "0", "1440x900x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[says], stderr=subprocess.DEVNULL) as server:
        os.close(says)
        with os.fdopen(said) as number:
            name = f":{number.readline().strip()}"
        yield name
        server.terminate()


@pytest.fixture(scope="session")
def new_driver(screen: str) -> Callable[[], WebKitGTK]:
    """Return what opens a browser in the narrowest window that it has, 447 × 806; its caller quits it."""

    def begun() -> WebKitGTK:
        options = WebKitGTKOptions()
        options.binary_location = str(browser())
        options.add_argument("--automation")
        # No bus of a desktop, and no graphics card.
        surroundings = {"DISPLAY": screen, "NO_AT_BRIDGE": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        service = Service(executable_path=shutil.which("WebKitWebDriver"), env={**os.environ, **surroundings})
        driver = WebKitGTK(options=options, service=service)
        driver.set_window_size(390, 844)
        return driver

    return begun


@pytest.fixture
def phone(
    new_driver: Callable[[], WebKitGTK], live_server: LiveServer, request: pytest.FixtureRequest
) -> Iterator[Phone]:
    driver = new_driver()
    try:
        yield Phone(driver, live_server.url)
        if request.session.testsfailed:
            SCREENSHOTS.mkdir(exist_ok=True)
            driver.save_screenshot(str(SCREENSHOTS / f"webkit-{request.node.name}.png"))
    finally:
        driver.quit()
