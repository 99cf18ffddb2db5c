"""A short evening on three phones: two keep the score in turns, one follows until its link is turned off."""

import time
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Group, Membership, Role, Session
from ledger.models.book import sheet_of
from ledger.recording import WriteContext, admit, correct_hand, end_night, remove_member
from tests import cast
from tests.browser.hands import LISTENS_TO_NEWS, forgive, shows, tells, totals, touch
from tests.scorekeeper.table.test_keeping import Phone

# Seconds until the page of a removed phone is empty: one is aimed at, and a busy machine is allowed more.
SOON = 6


@pytest.fixture
def night() -> Session:
    """Six at the table, Ann deals; the score goes round with the deal."""
    group = cast.thursday_table(currency="USD")
    Group.objects.update(dealer_keeps_score=True)
    return cast.a_night(Group.objects.get(pk=group.pk), dealer="Ann")


def pen(night: Session, member: Membership) -> WriteContext:
    return WriteContext(key=uuid4(), after=sheet_of(night).newest, by=member)


def test_whole_evening_on_three_phones(
    opens: Callable[..., Page], new_phone: Callable[..., Page], night: Session, complaints: list[str]
) -> None:
    ann, ben = (Phone(night.group, name).membership for name in ("Ann", "Ben"))
    watcher = admit(night.group, uuid4(), Role.WATCHER)
    everybody = [opens(one.guest) for one in (ann, ben, watcher)]
    for page in everybody:
        page.evaluate(LISTENS_TO_NEWS)
    anns, bens, watching = everybody

    def all_see(hands: int) -> None:
        for page in everybody:
            shows(page, ink=hands)
        assert totals(anns) == totals(bens) == totals(watching)

    # Who deals has the pad, and it goes on when the hand is recorded.
    expect(bens.get_by_text("Ann deals and keeps the score.")).to_be_visible()
    tells(anns, "Cleo", "Dave")
    all_see(1)
    expect(anns.get_by_text("Ben deals and keeps the score.")).to_be_visible()
    expect(watching.get_by_text("Ann keeps the score.")).to_be_visible()
    tells(bens, "Edith", "Frank")
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
