"""Check that a page leaves no circle of objects of the ledger for the garbage collector."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.handlers.base import BaseHandler
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from ledger.models import Group
from ledger.recording import end_night
from tests import cast


@pytest.fixture
def left() -> Iterator[list[object]]:
    """Yield what the collector found in circles since the test began, once it has looked."""
    gc.collect()
    # What was there before need not be looked through again.
    gc.freeze()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    yield gc.garbage
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


PAGES: dict[str, list[Any]] = {
    "group": [],
    "standings": [],
    "records": [],
    "group_statistics": [],
    "group_question": ["place-1"],
    "money": [],
    "year": [timezone.localdate().year],
    "player": ["Ann"],
    "question": ["Ann", "picking"],
}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_leaves_nothing_that_it_told_to_the_collector(
    group: Group, watcher: Client, page: str, left: list[object]
) -> None:
    night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    for _ in range(3):
        cast.tell(night, "Ann", "Ben", "won")
    end_night(night, cast.context(night))
    more = [cast.player(group, "Ann").pk if one == "Ann" else one for one in PAGES[page]]
    # Not through the client itself: its answers, which have the page's context, are such circles.
    phone, server, url = RequestFactory(), BaseHandler(), reverse(page, args=[group.code, *more])
    phone.cookies = watcher.cookies
    server.load_middleware()
    gc.collect()
    left.clear()
    assert server.get_response(phone.get(url)).status_code == 200
    gc.collect()
    assert {type(one).__qualname__ for one in left if type(one).__module__.startswith("ledger.")} == set()
