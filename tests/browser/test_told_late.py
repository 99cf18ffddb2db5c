"""Hands that meet a table that has changed: several phones, each with what it had shown."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Entry, Role, Session
from ledger.models.book import sheet_of
from ledger.recording import admit, end_night, join, leave
from tests import cast
from tests.browser.hands import (
    LISTENS_TO_NEWS,
    PENCIL,
    Thumb,
    press,
    ready,
    settled,
    shows,
    taps,
    tells,
    totals,
    touch,
    until,
)
from tests.steady import some

Opens = Callable[..., Page]
ANN_AND_BEN = ["2", "1", "−1", "−1", "−1"]


@pytest.fixture
def night() -> Session:
    group = cast.thursday_table(names=(*cast.NAMES, "Gus"), currency="USD")
    return cast.a_night(group, *cast.NAMES[:5], dealer="Dave")


@pytest.fixture
def table(opens: Opens) -> Page:
    page = opens(cast.OWNER)
    ready(page)
    page.evaluate(LISTENS_TO_NEWS)
    return page


def waits(page: Page, *names: str) -> None:
    page.context.set_offline(True)
    tells(page, *names)
    shows(page, pencil=1)


def written(page: Page, night: Session, hands: int) -> None:
    """Waits for so many hands to be in the book, and for the page to show them in ink."""
    until(page, lambda: sheet_of(night).hands == hands)
    shows(page, ink=hands)
    expect(page.locator("#unsent")).to_be_hidden()


def sits_down(night: Session, name: str) -> None:
    newcomer, edith = cast.ids(night.group, name, "Edith")
    join(night, newcomer, cast.context(night), after=edith)


def goes_home(night: Session, name: str) -> None:
    leave(night, cast.ids(night.group, name)[0], cast.context(night))


def back_online(page: Page, complaints: list[str]) -> None:
    page.context.set_offline(False)
    expect(page.locator("#unsent .ways button").first).to_be_visible()
    complaints.clear()


def answers(page: Page, words: str) -> None:
    touch(page.locator("#unsent").get_by_role("button", name=words))


def standing(page: Page) -> dict[str, str]:
    names = page.locator(".head [data-name]").evaluate_all("all => all.map((one) => one.dataset.name)")
    return dict(zip(names, totals(page), strict=True))


def test_hands_that_waited_while_the_table_changed_are_booked_as_a_person_says(
    table: Page, night: Session, complaints: list[str]
) -> None:
    asked = table.locator("#unsent .waits")
    waits(table, "Ann", "Ben")
    assert totals(table) == ANN_AND_BEN
    sits_down(night, "Frank")
    back_online(table, complaints)
    expect(asked.locator(".why")).to_contain_text("Frank sat down meanwhile.")
    expect(asked.locator(".then")).to_contain_text("Ann +2")
    expect(asked.locator(".now")).to_be_visible()
    answers(table, "Count it as it is now")
    written(table, night, 1)
    assert totals(table) == ["2", "1", "−1", "0", "−1", "−1"]

    # A hand behind it is booked without another question.
    waits(table, "Ann", "Ben")
    tells(table, "Cleo", "Dave")
    shows(table, pencil=2)
    shown = standing(table)
    sits_down(night, "Gus")
    back_online(table, complaints)
    answers(table, "Count it before Gus sat down")
    written(table, night, 3)
    assert standing(table) == shown | {"Gus": "0"}

    waits(table, "Ben", "Cleo")
    shown = standing(table)
    goes_home(night, "Ben")
    back_online(table, complaints)
    expect(table.locator("#unsent .ways button")).to_have_count(2)
    answers(table, "Count it before Ben went home")
    written(table, night, 4)
    assert cast.points(night.group, sheet_of(night))["Ben"] == int(shown["Ben"])

    waits(table, "Dave", "Edith")
    end_night(night, cast.context(night))
    back_online(table, complaints)
    expect(asked.locator(".why")).to_have_text("The night was ended meanwhile.")
    answers(table, "Open it again and add this hand")
    until(table, lambda: sheet_of(night).hands == 5)
    assert sheet_of(night).ending is None


@pytest.mark.parametrize("after", some([100, 0, 1000]))
def test_one_deal_told_on_two_phones_is_one_hand_and_another_deal_is_the_next(
    opens: Opens, table: Page, night: Session, after: int
) -> None:
    second = opens(admit(night.group, uuid4(), Role.SCORER).guest)
    second.evaluate(LISTENS_TO_NEWS)
    first = second.locator(".meanwhile .do")
    taps(second, "Ann", "Ben")
    tells(table, "Ann", "Ben")
    expect(second.locator(".meanwhile")).to_be_visible()
    expect(second.locator("#record")).to_be_disabled()
    second.wait_for_timeout(after)
    second.locator("#record").dispatch_event("click")
    press(second, "Enter")
    settled(second)
    assert sheet_of(night).hands == 1
    expect(first).to_have_text("The same hand: drop mine")
    touch(first)
    shows(second, ink=1)
    expect(second.locator("#record")).to_be_disabled()
    assert sheet_of(night).hands == 1
    assert totals(second) == ANN_AND_BEN

    taps(second, "Cleo", "Dave")
    tells(table, "Ann", "Ben")
    expect(first).to_have_text("Another one: record as 3")
    touch(first)
    shows(second, ink=3)
    assert sheet_of(night).hands == 3


def test_hand_in_pencil_is_changed_in_its_place_and_nobody_plays_who_went_home(
    opens: Opens, night: Session, complaints: list[str]
) -> None:
    cast.tell(night, "Ann", "Ben")
    sits_down(night, "Frank")
    goes_home(night, "Edith")
    table = opens(cast.OWNER)
    ready(table)
    faults: list[str] = []
    table.on("pageerror", lambda fault: faults.append(str(fault)))
    waits(table, "Ann", "Ben")
    expect(table.locator(".head:not(:disabled)")).to_have_count(5)
    taps(table, "Cleo", "Dave")
    expect(table.locator("#record")).to_be_enabled()
    assert faults == []
    Thumb(table).record()
    shows(table, pencil=2)
    expect(table.locator(f"{PENCIL} td.p")).to_have_count(2)
    expect(table.locator(f"{PENCIL} td.foots").first).to_have_text("6")
    before = standing(table)

    touch(table.locator(f"{PENCIL} th").first)
    expect(table.get_by_role("status").filter(has_text="You are changing hand 2")).to_be_visible()
    expect(table.locator(".head.chosen")).to_contain_text("Ann")
    tells(table, "Ben", "Frank")
    shows(table, pencil=2)
    changed = before | {"Ben": "−1", "Frank": "0"}
    assert standing(table) == changed
    table.context.set_offline(False)
    written(table, night, 3)
    assert standing(table) == changed
    told = Entry.objects.filter(session=night, kind="hand").order_by("number")[1].facts
    assert told["told"]["partners"] == [told["seats"].index(cast.ids(night.group, "Frank")[0])]
    complaints.clear()
