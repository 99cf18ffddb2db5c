"""Schedules of the simulator with real pages in the engine of every iPhone: two phones, little signal.

WEBKIT_SCHEDULES is how many are played, from SCHEDULES_FROM on. One that fails is printed with its seed and
what happened, and played again alone by `make schedules SEEDS=1 FROM=<seed>`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from pytest_django.live_server_helper import LiveServer
from selenium.common.exceptions import JavascriptException, WebDriverException
from selenium.webdriver import WebKitGTK

from tests.scorekeeper.conftest import phone_of
from tests.simulation.mast import Mast, Server
from tests.simulation.others import Table, a_table
from tests.simulation.real_phone import LONG, WentElsewhereError
from tests.simulation.real_story import play, short

SEEDS = int(os.environ.get("WEBKIT_SCHEDULES", "1"))
FROM = int(os.environ.get("SCHEDULES_FROM", "0"))
# Two browsers of this engine are as many as a small machine likes.
TOO_MANY = 3

IS_TABLE = "return document.querySelector('#table, #left') !== null"
RUNS = """const done = arguments[arguments.length - 1];
(SCRIPT)(...[...arguments].slice(0, -1)).then(
  (value) => done({ value: value ?? null }),
  (fault) => done({ fault: String(fault) }),
);"""
EVENT = "async (name) => { dispatchEvent(new Event(name)); }"


class WebKitScreen:
    """A browser of its own, which an earlier story has used; the address, and so what is kept, is another."""

    def __init__(self, driver: WebKitGTK, mast: Mast, table: Table, number: int) -> None:
        self.driver, self.is_open = driver, False
        guest = phone_of(table.members[number].guest).cookies[settings.SESSION_COOKIE_NAME].value
        driver.get(f"{mast.url}/robots.txt")
        driver.delete_all_cookies()
        driver.add_cookie({"name": settings.SESSION_COOKIE_NAME, "value": guest})

    def opens(self, url: str) -> bool:
        try:
            self.driver.get(url)
            self.is_open = bool(self.driver.execute_script(IS_TABLE))
        except WebDriverException:
            self.is_open = False
        return self.is_open

    def shuts(self) -> None:
        old = self.driver.current_window_handle
        self.driver.switch_to.new_window("window")
        new = self.driver.current_window_handle
        self.driver.switch_to.window(old)
        self.driver.close()
        self.driver.switch_to.window(new)
        self.is_open = False

    def run(self, script: str, *said: Any) -> Any:
        try:
            found = self.driver.execute_async_script(RUNS.replace("SCRIPT", script), *said)
        except JavascriptException as problem:
            raise WentElsewhereError from problem
        assert "fault" not in found, found["fault"]
        return found["value"]

    def notices(self, *, has_signal: bool) -> None:
        if self.is_open:
            self.run(EVENT, "online" if has_signal else "offline")

    def has_old_token(self) -> None:
        self.driver.delete_cookie(settings.CSRF_COOKIE_NAME)
        self.driver.add_cookie({"name": settings.CSRF_COOKIE_NAME, "value": "a" * 32})


@pytest.fixture(scope="module")
def drivers(new_driver: Callable[[], WebKitGTK]) -> Iterator[list[WebKitGTK]]:
    both = [new_driver() for _ in range(TOO_MANY - 1)]
    for driver in both:
        driver.set_script_timeout(LONG)
    yield both
    for driver in both:
        driver.quit()


def seeds() -> list[int]:
    """The next seeds that need no more than two phones."""
    few = (seed for seed in range(FROM, FROM + 1000) if short(seed).phones < TOO_MANY)
    return list(islice(few, SEEDS))


@pytest.mark.parametrize("seed", seeds())
def test_with_real_pages_each_hand_is_in_the_book_once_or_stands_before_a_person(
    drivers: list[WebKitGTK], live_server: LiveServer, seed: int
) -> None:
    def new_screen(mast: Mast, table: Table, number: int) -> WebKitScreen:
        return WebKitScreen(drivers[number], mast, table, number)

    address = urlsplit(live_server.url)
    server = Server(host=str(address.hostname), port=int(address.port or 0))
    play(seed, a_table(short(seed).nights), server, new_screen)
