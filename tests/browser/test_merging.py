"""“Mike is Michael” by thumb: chosen, looked at, said, seen on an old sheet, and undone."""

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Group, Membership
from ledger.recording import end_night
from tests import cast
from tests.browser.hands import owns, touch
from tests.browser.test_settings import fits

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Ann", "Ben", "Cleo", "Dave", "Mike", "Michael")


def played() -> Group:
    """Mike lost a night's first hands, and Michael won those of another."""
    group = cast.thursday_table(names=NAMES)
    for name, winner in (("Mike", "Ann"), ("Michael", "Michael")):
        session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", name)
        cast.tell(session, winner, "Ben")
        end_night(session, cast.context(session))
    Membership.objects.update(player=cast.player(group, "Ann"))
    return group


def choose(page: Page, group: Group) -> None:
    """From the page of the players to what it would mean."""
    page.goto(f"/g/{group.code}/players/")
    touch(page.get_by_label("Rename Mike"))
    touch(page.get_by_role("link", name="The same person as somebody").locator("visible=true"))
    page.get_by_label("Mike is the same person as").select_option("Michael")
    touch(page.get_by_role("button", name="See what that means"))


def test_two_names_become_one_person_and_two_again_by_thumb(phone: Page) -> None:
    group = played()
    page = phone
    owns(page)
    choose(page, group)
    expect(page.get_by_role("heading", name="Mike is Michael")).to_be_visible()
    expect(page.get_by_role("row", name="Together 2")).to_be_visible()
    touch(page.get_by_role("button", name="Yes, Mike is Michael"))
    expect(page.get_by_role("heading", name="Who is who")).to_be_visible()
    expect(page.locator(".people > li")).to_have_count(5)
    page.goto(f"/g/{group.code}/1/")
    expect(page.get_by_text("Michael").first).to_be_visible()
    assert "Mike" not in page.inner_text("main")
    page.goto(f"/g/{group.code}/players/")
    assert fits(page)
    touch(page.get_by_role("button", name="Undo: Mike and Michael are two people"))
    expect(page.get_by_text("undone by")).to_be_visible()
    expect(page.locator(".people > li")).to_have_count(6)
    page.goto(f"/g/{group.code}/1/")
    assert "Mike" in page.inner_text("main")
