"""Schedules of the simulator with real pages: two or three phones with one bar of signal in Chromium.

SCHEDULES is how many are played, from SCHEDULES_FROM on. One that fails is printed with its seed and what
happened, and played again alone by `make schedules SEEDS=1 FROM=<seed>`.
"""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Error, Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import PHONE
from tests.browser.hands import PATIENCE, opens_page
from tests.scorekeeper.conftest import phone_of
from tests.simulation.mast import Mast, Server
from tests.simulation.others import Table, a_table
from tests.simulation.real_phone import WentElsewhereError
from tests.simulation.real_story import play, short

SEEDS = int(os.environ.get("SCHEDULES", "2"))
FROM = int(os.environ.get("SCHEDULES_FROM", "0"))


class ChromiumScreen:
    """A context of its own, in which a page that was closed leaves what it kept."""

    def __init__(self, browser: Browser, mast: Mast, table: Table, number: int) -> None:
        self.context: BrowserContext = browser.new_context(**(PHONE | {"service_workers": "allow"}))
        self.context.set_default_timeout(PATIENCE)
        guest = phone_of(table.members[number].guest).cookies[settings.SESSION_COOKIE_NAME].value
        self.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": guest, "url": mast.url}])
        self.faults: list[str] = []
        self.context.on("weberror", lambda trouble: self._notes(str(trouble.error)))
        self.url = mast.url
        self.page: Page | None = None

    def _notes(self, fault: str) -> None:
        if "Failed to register a ServiceWorker" not in fault:  # without a signal; the next page does it
            self.faults.append(fault)

    def opens(self, url: str) -> bool:
        self.page = self.page or self.context.new_page()
        try:
            opens_page(self.page, url)
        except Error:
            self.shuts()
        return self.page is not None

    def shuts(self) -> None:
        if self.page is not None:
            self.page.close(run_before_unload=False)
        self.page = None

    def run(self, script: str, *said: Any) -> Any:
        assert self.page
        try:
            return self.page.evaluate(f"(said) => ({script})(...said)", list(said))
        except Error as problem:
            if "context was destroyed" not in problem.message:
                raise
            self.page.wait_for_load_state()
            raise WentElsewhereError from problem

    def notices(self, *, has_signal: bool) -> None:
        self.context.set_offline(not has_signal)

    def has_old_token(self) -> None:
        self.context.add_cookies([{"name": settings.CSRF_COOKIE_NAME, "value": "a" * 32, "url": self.url}])


@pytest.mark.parametrize("seed", range(FROM, FROM + SEEDS))
def test_with_real_pages_each_hand_is_in_the_book_once_or_stands_before_a_person(
    browser: Browser, live_server: LiveServer, seed: int
) -> None:
    screens: list[ChromiumScreen] = []

    def new_screen(mast: Mast, table: Table, number: int) -> ChromiumScreen:
        screens.append(ChromiumScreen(browser, mast, table, number))
        return screens[-1]

    address = urlsplit(live_server.url)
    server = Server(host=str(address.hostname), port=int(address.port or 0))
    try:
        play(seed, a_table(short(seed).nights), server, new_screen)
        assert [screen.faults for screen in screens if screen.faults] == []
    finally:
        for screen in screens:
            screen.context.close()
