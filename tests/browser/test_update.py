"""The score keeper is updated while phones are at the table: its server is replaced by the next release."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from ledger.models import Session
from ledger.models.book import sheet_of
from scorekeeper.settings import BASE_DIR
from tests import cast
from tests.browser.hands import all_sent, opened, ready, shows, taps, tells, totals, touch, until
from tests.browser.test_without_signal import KEPT, MEMORY, is_kept
from tests.scorekeeper.serving.test_static_files import collect
from tests.serving import LOOPBACK, Server

CHANGED = ("css/house.css", "css/table/table.css", "js/pad.js", "js/store.js", "js/memory.js")
LOADED = """() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)
  .filter((path) => path.startsWith("/static/"))"""
NAMED = """() => [...document.querySelectorAll("link[href^='/static/'], script[src]")]
  .map((one) => one.getAttribute("href") ?? one.getAttribute("src"))"""
STYLED = "getComputedStyle(document.querySelector('.at-table')).display === 'grid'"


@dataclass(frozen=True, kw_only=True)
class Release:
    """Styles and scripts as one version of the score keeper has them, under hashed names."""

    folder: Path

    @property
    def files(self) -> set[str]:
        manifest = json.loads((self.folder / "staticfiles.json").read_text())
        return {f"/static/{name}" for name in manifest["paths"].values()}


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> tuple[Release, Release]:
    """This one, and the next, in which some styles and scripts are others; neither has the other's files."""
    place = tmp_path_factory.mktemp("releases")
    shutil.copytree(BASE_DIR / "static", place / "changed")
    for name in CHANGED:
        with (place / "changed" / name).open("a") as file:
            file.write("\n.another-release {\n  top: 0;\n}\n" if name.endswith(".css") else "\nvoid 0;\n")
    now = Release(folder=collect(place / "now", BASE_DIR / "static"))
    following = Release(folder=collect(place / "following", place / "changed"))
    assert len(now.files - following.files) > len(CHANGED)  # whoever imports one of them is another one, too
    return now, following


@pytest.fixture
def server(night: Session, releases: tuple[Release, Release]) -> Iterator[Server]:
    server = Server(connection.settings_dict, SERVED_STATIC=str(releases[0].folder))
    server.start()
    yield server
    server.stop()


def updates(server: Server, release: Release) -> None:
    server.stop()
    server.environment["SERVED_STATIC"] = str(release.folder)
    server.start()


@pytest.fixture
def table(
    server: Server, new_phone: Callable[..., Page], night: Session, complaints: list[str]
) -> Iterator[Page]:
    """The table on a phone that has kept it, of the release before."""
    page = opened(new_phone(service_workers="allow", base_url=f"http://{LOOPBACK}:{server.port}"), night)
    ready(page)
    is_kept(page, night)
    yield page
    # A browser says what it could not load while there was no signal, or no server.
    gone = re.compile(
        "ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|htmx:sendError"
    )
    complaints[:] = [one for one in complaints if not gone.search(one)]


def becomes(page: Page, release: Release) -> None:
    name = next(file for file in release.files if re.fullmatch(r"/static/js/memory\.\w{12}\.js", file))
    expect(page.locator(f"script[src='{name}']")).to_have_count(1)
    ready(page)


def is_of(page: Page, release: Release) -> None:
    """Each style and script on this page is of this release, was found, and does its work."""
    ready(page)
    assert page.evaluate(STYLED)
    asked = set(page.evaluate(LOADED)) | set(page.evaluate(NAMED))
    assert len(asked) > 15
    assert asked - release.files == set()


def forgets(page: Page, paths: set[str]) -> None:
    until(page, lambda: not paths & set(page.evaluate(KEPT)))


def test_hands_told_offline_over_an_update_are_sent_once_and_all_is_of_the_new_release(
    table: Page, night: Session, server: Server, releases: tuple[Release, Release]
) -> None:
    before, after = releases
    is_of(table, before)
    table.context.set_offline(True)
    tells(table, "Ann", "Ben")
    tells(table, "Ben", "Cleo")
    shows(table, pencil=2)
    foreseen = totals(table)
    updates(server, after)
    table.context.set_offline(False)
    becomes(table, after)
    all_sent(table, night, "Ann", "Ben")
    assert totals(table) == foreseen
    is_of(table, after)
    forgets(table, before.files - after.files)
    is_kept(table, night)
    table.context.set_offline(True)
    table.reload()
    expect(table.locator(MEMORY)).to_be_visible()
    is_of(table, after)
    table.goto(f"/g/{night.group.code}/standings/")
    expect(table.get_by_role("link", name="Thursday")).to_be_visible()
    touch(table.get_by_role("link", name="Thursday"))
    is_of(table, after)
    tells(table, "Cleo", "Dave")
    shows(table, pencil=1)
    table.context.set_offline(False)
    until(table, lambda: sheet_of(night).hands == 3)
    shows(table, ink=3)


def test_open_table_goes_over_to_the_new_release_and_keeps_what_is_on_the_pad(
    table: Page, night: Session, server: Server, releases: tuple[Release, Release]
) -> None:
    before, after = releases
    taps(table, "Cleo", "Dave")
    updates(server, after)
    cast.tell(night, "Ann", "Ben")
    expect(table.locator(".meanwhile")).to_contain_text("Meanwhile hand 1 was recorded", timeout=60_000)
    expect(table.locator(".head.chosen")).to_contain_text("Cleo")
    is_of(table, before)
    touch(table.locator(".meanwhile [data-another]"))
    expect(table.get_by_role("status")).to_contain_text("Hand 2")
    expect(table.get_by_role("button", name="Undo")).to_be_visible()
    is_of(table, after)
    assert sheet_of(night).hands == 2
    forgets(table, before.files - after.files)
