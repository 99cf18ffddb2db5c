"""Whatever anybody opens, taps, types and sends: an answer that makes sense, and a book that adds up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.sheet import Struck
from ledger.models import Group
from tests.fuzz.cases import AGAIN, say, tries
from tests.fuzz.forms import Page
from tests.fuzz.walking import Known, Walker, at, crawl
from tests.fuzz.wire import Pages, listening
from tests.fuzz.world import MEMBERS, OUTSIDERS, World, check_books, erased, rows_of

# Cases to a story.
STEPS = 15

KINDS = ("sheepshead", "mehrkopf", "sheepshoof", "southern_indiana", "points")


@pytest.fixture
def pages(db: None) -> Iterator[Pages]:
    with listening() as found:
        yield found


def story(data: st.DataObject, world: World, pages: Pages, who: tuple[str, ...], known: Known) -> None:
    """Two people do whatever comes to mind, one after the other; `known` is what they know of the house."""
    say(AGAIN)
    walkers = [
        Walker(data, world, world.browser(pages, data.draw(st.sampled_from(who))), known) for _ in range(2)
    ]
    for _ in range(STEPS):
        walkers[data.draw(st.integers(0, 1))].step()


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_members_do_no_page_fails_and_the_book_adds_up(pages: Pages, kind: str) -> None:
    world = World(kind)
    known = crawl(world, world.browser(pages, "owner"))

    @tries(25 if kind == "sheepshead" else 10, of=STEPS)
    @given(st.data())
    def try_it(data: st.DataObject) -> None:
        with erased():
            story(data, world, pages, MEMBERS, known.copy())
            check_books()

    try_it()


def test_forms_of_a_table_sent_to_every_night_of_a_history_never_fail(pages: Pages) -> None:
    world = World("history")
    browser = world.browser(pages, "owner")
    nights = list(world.group.sessions.select_related("group").order_by("number"))
    assert {night.struck for night in nights} == {Struck.NO, Struck.ALONE}
    playing = max(night.number for night in nights if night.ended_at is None)
    known = Known()
    table = f"/g/{world.group.code}/{playing}/"
    known.look_at(Page(browser.ask(at(table)).html, table))

    @tries(12, of=STEPS)
    @given(st.data())
    def try_it(data: st.DataObject) -> None:
        with erased():
            if data.draw(st.integers(0, 7)) == 0:
                Group.objects.filter(pk=world.group.pk).update(archived_at=timezone.now())
            walker = Walker(
                data, world, world.browser(pages, data.draw(st.sampled_from(MEMBERS))), known.copy()
            )
            for _ in range(STEPS):
                night = data.draw(st.sampled_from(nights))
                walker.send(walker.at_table(night) or at(table))
            check_books()

    try_it()


def test_whatever_strangers_do_no_page_fails_and_nothing_of_the_group_changes(pages: Pages) -> None:
    world = World()
    world.key = "no-key"
    known = crawl(world, world.browser(pages, "owner"))
    before = rows_of(world.groups[:1])

    @tries(15, of=STEPS)
    @given(st.data())
    def try_it(data: st.DataObject) -> None:
        with erased():
            story(data, world, pages, OUTSIDERS, known.copy())
            assert rows_of(world.groups[:1]) == before
            check_books()

    try_it()
