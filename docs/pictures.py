"""`make pictures`: the pages as a phone shows them, light and dark, and some on paper, into docs/pictures/.

A demo on a throwaway file is played with in headless Chromium, so that a picture never shows what the pages
do not do. Look at each one before you commit it.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = Path(__file__).parent / "pictures"
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-US",
    "reduced_motion": "reduce",
}
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SEATS = ("Ben", "Ann", "Cleo", "Frank", "Dave", "Edith")

NOTEBOOK = (
    "Date,Ann,Ben,Cleo,Dave,Old Karl\n2009-03-27,12,-4,-8,,\n2009-04-03,,5,-5,3,-3\n2009-04-10,1,,-7,,6\n"
)


def start_group(phone: Page) -> None:
    phone.goto("/start/")
    phone.get_by_label("What is the group called?").fill("Kitchen table")
    phone.get_by_label("Your name").fill(SEATS[0])
    phone.evaluate("document.activeElement.blur(); scrollTo(0, 0)")


def tonight(phone: Page) -> None:
    start_group(phone)
    phone.get_by_role("button", name="Start the group").tap()
    phone.wait_for_url("**/tonight/")
    for name in SEATS[1:]:
        phone.get_by_label("Somebody new?").fill(name)
        phone.keyboard.press("Enter")
    phone.evaluate("document.activeElement.blur(); scrollTo(0, 0)")


def demo(phone: Page, page: str = "") -> None:
    """Open a page of the demo's group, which has tonight on and a season behind it."""
    phone.goto("/")
    phone.get_by_role("button", name=re.compile("demo", re.IGNORECASE)).tap()
    phone.wait_for_url("**/g/*/")
    phone.goto(f"{phone.url}{page}")


def table(phone: Page) -> None:
    """Tap picker and partner: under each name stands what the hand would bring."""
    demo(phone, "15/")
    for head in range(2):
        phone.locator(".head:not([disabled])").nth(2 * head + 1).tap()


def lost_hand(phone: Page) -> None:
    demo(phone, "15/")
    phone.goto(phone.get_by_role("link", name="12", exact=True).evaluate("link => link.href"))


def player(phone: Page) -> None:
    demo(phone, "statistics/")
    phone.get_by_role("table").get_by_role("link", name="Ann").first.tap()
    phone.get_by_role("heading", name="With whom").wait_for()


def question(phone: Page) -> None:
    demo(phone, "statistics/")
    phone.get_by_role("link", name="Who picks most often?").tap()
    phone.locator("#answer").wait_for()


def rules(phone: Page) -> None:
    """Change two rules, to see what they do to the score."""
    demo(phone, "rules/")
    phone.get_by_role("group", name="Who pays double?").get_by_text("nobody").tap()
    phone.get_by_role("group", name="If nobody picks", exact=True).get_by_text("a doubler").tap()
    phone.locator("#preview summary small", has_text="2 changes").wait_for()


def notebook(phone: Page) -> None:
    demo(phone, "notebook/")
    phone.get_by_label("Or paste the table").fill(NOTEBOOK)
    phone.get_by_role("button", name="Look at it").tap()
    phone.get_by_role("heading", name="What was read").wait_for()


def task(phone: Page) -> None:
    demo(phone, "exchange/")
    phone.get_by_role("button", name="Save the whole group").tap()
    phone.get_by_role("link", name="Download").wait_for()


# Pages by the names of their pictures: what is done with a phone, or the address in the demo's group.
PAGES: dict[str, Callable[[Page], None] | str] = {
    "start": start_group,
    "tonight": tonight,
    "table": table,
    "why": lost_hand,
    "seats": "15/seats/",
    "end": "14/end/",
    "group": "",
    "standings": "standings/",
    "statistics": "statistics/",
    "player": player,
    "question": question,
    "records": "records/",
    "year": "years/",
    "money": "money/",
    "rules": rules,
    "card": "rules/card/",
    "notebook": notebook,
    "task": task,
    "removal": "remove/",
}

# Pages that people put on paper, of which a picture shows that as well.
PRINTED = ("standings", "statistics", "player", "question", "records", "year", "money", "card")

PAPER = PHONE | {"viewport": {"width": 720, "height": 1018}, "is_mobile": False}


def chromium() -> str:
    """Return the path of a Chromium on this machine."""
    for name in (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        if name and (path := shutil.which(name)):
            return path
    sys.exit("No Chromium was found. Install one (Debian: apt install chromium), or set CHROMIUM.")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as access:
        return int(access.getsockname()[1])


@contextmanager
def demo_server() -> Iterator[str]:
    """Yield the address of the demo, served from a file that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        book = f"sqlite:///{folder}/demo.sqlite3"
        environment = os.environ | {"DATABASE_URL": book, "DEMO": "1", "SITE_URL": ""}
        manage = [sys.executable, str(ROOT / "manage.py")]
        for command in (["migrate", "--skip-checks"], ["collectstatic", "--no-input"], ["demo"]):
            subprocess.run([*manage, *command], env=environment, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        port = free_port()
        serve = [*manage, "serve", "--host", "127.0.0.1", "--port", str(port)]
        server = subprocess.Popen(serve, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(address)
            yield address
        finally:
            server.terminate()
            server.wait()


def wait_for(address: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(address).close()  # noqa: S310
        except OSError:
            time.sleep(0.1)
        else:
            return
    sys.exit(f"The demo did not start at {address}.")


def main(wanted: list[str]) -> None:
    PICTURES.mkdir(exist_ok=True)
    with demo_server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for page in wanted or PAGES:
            for scheme in (*SCHEMES, "print") if page in PRINTED else SCHEMES:
                kind = PAPER if scheme == "print" else PHONE | {"color_scheme": scheme}
                context = browser.new_context(base_url=address, **kind)
                phone = context.new_page()
                opened = PAGES[page]
                if isinstance(opened, str):
                    demo(phone, opened)
                else:
                    opened(phone)
                if scheme == "print":
                    phone.emulate_media(media="print")
                shot = Image.open(BytesIO(phone.screenshot())).convert("RGB")
                # 256 colours are plenty for paper and ink, and make a picture a third as large.
                shot.quantize(256, dither=Image.Dither.NONE).save(
                    PICTURES / f"{page}-{scheme}.png", optimize=True
                )
                context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
