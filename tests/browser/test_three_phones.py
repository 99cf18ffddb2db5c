"""A short evening on three phones: two keep the score in turns, one follows until its link is turned off."""

import time
from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import Page, expect

from ledger.models import Group, Membership, Role, Session
from ledger.models.book import sheet_of
from ledger.recording import WriteContext, admit, correct_hand, end_night, remove_member
from scorekeeper.visitors.guests import GUEST
from tests import cast
from tests.browser.hands import Thumb, forgive, settled, totals, touch
from tests.browser.test_live import LISTENS
from tests.scorekeeper.table.test_keeping import Phone
from tests.serving import LOOPBACK, Server, serving

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 6
"""Seconds until the page of a removed phone is empty: one is aimed at, and a busy machine is allowed more."""


@pytest.fixture
def night(db: None) -> Session:
    """Six at the table, Ann deals; the score goes round with the deal."""
    group = cast.thursday_table(currency="USD")
    Group.objects.update(dealer_keeps_score=True)
    return cast.a_night(Group.objects.get(pk=group.pk), dealer="Ann")


@pytest.fixture
def server(night: Session) -> Iterator[Server]:
    with serving(connection.settings_dict, SERVED_SOURCES="1") as server:
        yield server


def opened(new_phone: Callable[..., Page], server: Server, night: Session, member: Membership) -> Page:
    """The table on the phone of this member, which hears of news."""
    url = f"http://{LOOPBACK}:{server.port}"
    session = Client().session
    session[GUEST] = str(member.guest)
    session.save()
    page = new_phone()
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": str(session.session_key), "url": url}]
    )
    page.goto(f"{url}/g/{night.group.code}/{night.number}/")
    settled(page)
    page.evaluate(LISTENS)
    return page


def pen(night: Session, member: Membership) -> WriteContext:
    return WriteContext(key=uuid4(), after=sheet_of(night).newest, by=member)


def records(page: Page, *names: str) -> None:
    for name in names:
        Thumb(page).player(name)
    Thumb(page).record()
    settled(page)


def test_a_whole_evening_on_three_phones(
    new_phone: Callable[..., Page], server: Server, night: Session, complaints: list[str]
) -> None:
    ann, ben = (Phone(night.group, name).membership for name in ("Ann", "Ben"))
    watcher = admit(night.group, uuid4(), Role.WATCHER)
    anns, bens, watching = (opened(new_phone, server, night, one) for one in (ann, ben, watcher))
    everybody = (anns, bens, watching)

    def all_see(hands: int) -> None:
        for page in everybody:
            expect(page.locator(".paper tbody th")).to_have_count(hands)
        assert totals(anns) == totals(bens) == totals(watching)

    # Who deals has the pad, and it goes on when the hand is recorded.
    expect(bens.get_by_text("Ann deals and keeps the score.")).to_be_visible()
    records(anns, "Cleo", "Dave")
    all_see(1)
    expect(anns.get_by_text("Ben deals and keeps the score.")).to_be_visible()
    expect(watching.get_by_text("Ann keeps the score.")).to_be_visible()
    records(bens, "Edith", "Frank")
    all_see(2)

    # Nobody knows Cleo's phone, so both have the pad. What one changes, the other can put back.
    for page in (anns, bens):
        expect(page.locator("#record")).to_be_visible()
    before = totals(anns)
    row = sheet_of(night).rows[-1]
    correct_hand(night, row.entry, cast.hand(night, "Dave", "Edith"), pen(night, ann))
    expect(bens.get_by_text("Hand 2, which you recorded, was changed")).to_be_visible()
    expect(watching.locator(".head .total").nth(3)).not_to_have_text(before[3])
    touch(bens.get_by_role("button", name="Put mine back"))
    expect(anns.get_by_text("Hand 2, which you recorded, was changed by Ben")).to_be_visible()
    expect(watching.locator(".head .total").nth(3)).to_have_text(before[3])
    all_see(2)

    # Somebody comes.
    cast.join_newcomer(night, "Gus", pen(night, ben), after=cast.player(night.group, "Frank").pk)
    for page in everybody:
        expect(page.locator(".head")).to_have_count(7)

    # Who watches records nothing, a stranger finds nothing, and who is removed sees nothing within a second.
    said: dict[str, str | float | bool] = {"csrfmiddlewaretoken": "x", "key": str(uuid4())}
    tell = f"{watching.url}tell/"
    assert watching.request.post(tell, form=said).status == 403
    assert new_phone().request.get(watching.url).status == 404
    at = time.monotonic()
    remove_member(watcher, WriteContext(key=uuid4(), after=0, by=cast.owner_of(night.group)))
    expect(watching.locator(".paper")).to_have_count(0)
    assert time.monotonic() - at < SOON
    forgive(watching, complaints, "404")
    assert watching.request.get(watching.url).status == 404

    end_night(night, pen(night, ben))
    for page in (anns, bens):
        expect(page.get_by_role("link", name="See the result")).to_be_visible()
    assert sheet_of(night).hands == 2
