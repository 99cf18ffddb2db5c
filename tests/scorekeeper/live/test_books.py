"""The hub's own look into a real book, which others write meanwhile."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from ledger.models import Group, Membership, Role, Session
from ledger.recording import WriteContext, admit, remove_member
from scorekeeper.live.book import BookAway, BookState, Lookup, WatchedBook
from scorekeeper.live.hub import book_in
from scorekeeper.live.watched import Target, Watched
from tests.cast import a_night, tell, thursday_table
from tests.loops import run

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 5


@pytest.fixture
def night() -> Session:
    return a_night(thursday_table())


def all_of(night: Session) -> Lookup:
    return Lookup(
        watched={Watched(kind=Target.NIGHT, id=night.pk), Watched(kind=Target.GROUP, id=night.group.pk)},
        memberships=Membership.objects.filter(group=night.group).values_list("pk", flat=True)[::1],
    )


def test_a_book_says_the_numbers_and_who_may_watch_and_wakes_for_what_is_committed(night: Session) -> None:
    someone = admit(night.group, uuid.uuid4(), Role.WATCHER)
    asked, at = all_of(night), Watched(kind=Target.NIGHT, id=night.pk)
    remove = WriteContext(key=uuid.uuid4(), after=someone.changes)
    found: list[BookState] = []

    async def story() -> None:
        book = book_in(connection.settings_dict)
        async with asyncio.timeout(PATIENCE):
            found.append(await book.read(asked))
            for deed in (lambda: tell(night, "Ben", "Cleo"), lambda: remove_member(someone, remove)):
                waits = asyncio.ensure_future(book.moved())
                await asyncio.to_thread(in_its_own_thread, deed)
                await waits
                found.append(await book.read(asked))
        await book.close()

    run(story())
    assert [one.numbers[at] for one in found] == [1, 2, 2]
    news = [one.numbers[Watched(kind=Target.GROUP, id=night.group.pk)] for one in found]
    assert news == sorted(set(news))
    assert [one.guests[someone.pk] == someone.guest for one in found] == [True, True, False]


@pytest.mark.parametrize(("hours", "may_watch"), [(-1, False), (1, True)])
def test_a_group_is_watched_until_its_time_is_up(night: Session, *, hours: int, may_watch: bool) -> None:
    at = timezone.now() + timedelta(hours=hours)
    stays = thursday_table(name="Friday table", guest=uuid.uuid4()).memberships.get().pk
    Group.objects.filter(pk=night.group.pk).update(leaves_at=at)
    asked = all_of(night)
    both = Lookup(watched=asked.watched, memberships=[*asked.memberships, stays])

    async def story() -> BookState:
        book = book_in(connection.settings_dict)
        async with asyncio.timeout(PATIENCE):
            found = await book.read(both)
        await book.close()
        return found

    found = run(story())
    assert set(found.guests) == ({*both.memberships} if may_watch else {stays})
    assert found.until == (at if may_watch else None)


def test_a_book_that_is_not_there_is_away() -> None:
    nowhere = {**connection.settings_dict, "NAME": "/nowhere/at/all", "HOST": "/nowhere", "OPTIONS": {}}

    async def story(asks: Callable[[WatchedBook], object]) -> None:
        with pytest.raises(BookAway):
            await asks(book_in(nowhere))  # type: ignore[misc]

    run(story(lambda book: book.read(Lookup(watched=(), memberships=()))))
    run(story(lambda book: book.moved()))


def in_its_own_thread(deed: Callable[[], object]) -> None:
    deed()
    connection.close()
