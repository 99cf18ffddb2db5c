"""Whoever taps looks up only when the page has changed, however late the server answers."""

import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page

from tests.browser.hands import UNSETTLED, click, downloaded, hears, press, touch
from tests.serving import LOOPBACK

LATE = 0.6
"""Seconds, in which a test would have looked up twenty times."""

OLD = """<!doctype html><title>Old</title><link rel="icon" href="data:,"><h1>Old</h1>
<p><a href="/new">Link</a> <a href="#there">Here</a> <a href="/file">File</a>
<form method="post" action="/new"><button>Post</button> <button formmethod="dialog">Nothing</button></form>
<form action="/new"><input name="typed"><button>Ask</button></form>
<form action="/new" id="script"></form><button id="sends" type="button">Send</button>
<button id="goes" type="button">Go</button> <details><summary>More</summary></details>
<script>
  sends.onclick = () => script.submit();
  goes.onclick = () => location.assign("/new");
</script>"""
NEW = OLD.replace("Old", "New")


class Late(BaseHTTPRequestHandler):
    """Answers each question but the first after a while."""

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path != "/old":
            time.sleep(LATE)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        if self.path == "/file":
            self.send_header("Content-Disposition", "attachment; filename=file.txt")
        self.end_headers()
        self.wfile.write((OLD if self.path == "/old" else NEW).encode())

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *said: object) -> None:
        """It says nothing."""


@pytest.fixture(scope="module")
def late() -> Iterator[str]:
    with ThreadingHTTPServer((LOOPBACK, 0), Late) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{LOOPBACK}:{server.server_port}/old"
        server.shutdown()


@pytest.fixture(params=[True, False], ids=["scripted", "plain"])
def page(request: pytest.FixtureRequest, new_phone: Callable[..., Page], late: str) -> Page:
    page = new_phone(java_script_enabled=request.param)
    page.goto(late)
    return page


def heading(page: Page) -> str:
    """What stands there at this moment."""
    said: str = page.evaluate("document.querySelector('h1').textContent")
    return said


pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("words", ["Link", "Post", "Ask"])
def test_a_tap_waits_for_the_page_that_it_leads_to(page: Page, words: str) -> None:
    touch(page.locator("a, button").get_by_text(words, exact=True))
    assert heading(page) == "New"


def test_a_mouse_and_a_key_wait_as_well(new_phone: Callable[..., Page], late: str) -> None:
    page = new_phone()
    page.goto(late)
    click(page.get_by_role("button", name="Post"))
    assert heading(page) == "New"
    page.goto(late)
    page.get_by_role("textbox").focus()
    press(page, "Enter")
    assert heading(page) == "New"


def test_what_leads_to_no_other_page_is_not_waited_for(page: Page) -> None:
    for target in (page.get_by_text("More"), page.get_by_role("link", name="Here")):
        touch(target)
    assert heading(page) == "Old"


LEAVES = {
    "document.querySelector('a').click()": True,
    "document.forms[0].requestSubmit()": True,
    "document.forms[1].querySelector('button').click()": True,
    "sends.click()": True,
    "goes.click()": True,
    "document.querySelector('[href=\"#there\"]').click()": False,
    "document.querySelector('[formmethod=dialog]').click()": False,
    "document.querySelector('summary').click()": False,
    "history.pushState({}, '', '/elsewhere')": False,
}


def test_a_page_says_at_once_that_another_one_is_to_come(new_phone: Callable[..., Page], late: str) -> None:
    look = "return document.querySelector(unsettled) !== null"
    for act, leaves in LEAVES.items():
        # A page each, as what the act before led to may still be on its way.
        page = new_phone()
        page.goto(late)
        assert hears(page)
        assert page.evaluate(f"(unsettled) => {{ {act}; {look} }}", UNSETTLED) is leaves, act


def test_a_file_leaves_the_page_where_it_is(page: Page) -> None:
    assert downloaded(page.get_by_role("link", name="File")).suggested_filename == "file.txt"
    touch(page.get_by_role("link", name="Link"))
    assert heading(page) == "New"
