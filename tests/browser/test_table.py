"""The evening as it is tapped in: how many taps a hand costs, and a real evening from first hand to last."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Session
from ledger.models.book import sheet_of
from tests import cast
from tests.browser.hands import (
    Thumb,
    fits,
    forgive,
    number,
    owns,
    totals,
    touch,
    until,
)
from tests.browser.hands import table_address as address
from tests.cast import NAMES

pytestmark = pytest.mark.django_db(transaction=True)

EVENING = json.loads((Path(__file__).parent.parent / "played/data/evening-26-hands.json").read_text())
RESULTS = {2: "won", 4: "won_schneider", 6: "won_all_tricks", 8: "won_schneider"}
LOST = {4: "lost", 8: "lost_schneider", 12: "lost_no_trick"}


@pytest.fixture
def night(db: None) -> Session:
    return cast.a_night(cast.thursday_table(currency="USD"), dealer="Frank")


@pytest.fixture
def table(phone: Page, night: Session) -> Page:
    """The owner's phone on the table page."""
    owns(phone)
    phone.goto(address(night))
    return phone


def test_three_taps_record_a_common_won_hand_and_four_any_other_row(table: Page) -> None:
    thumb = Thumb(table)
    thumb.player("Ann")
    thumb.player("Ben")
    thumb.record()
    expect(table.get_by_role("status")).to_contain_text("Hand 1")
    assert thumb.taps == 3
    assert totals(table) == ["2", "1", "−1", "−1", "−1", "0"]
    for hand, (code, worth) in enumerate([("won_schneider", 4), ("won_all_tricks", 6)], start=2):
        before = number(totals(table)[2])
        thumb = Thumb(table)
        thumb.player("Cleo")
        thumb.player("Edith")
        thumb.result(code)
        thumb.record()
        expect(table.get_by_role("status")).to_contain_text(f"Hand {hand}")
        assert thumb.taps == 4
        assert number(totals(table)[2]) - before == worth


def test_what_a_hand_would_bring_stands_under_the_names_before_it_is_recorded(table: Page) -> None:
    thumb = Thumb(table)
    thumb.player("Ann")
    expect(table.locator("#record")).to_be_disabled()
    expect(table.locator("#record")).to_contain_text("Tap who has the called ace, or Alone")
    thumb.mode("Alone")
    expect(table.locator(".head .delta")).to_have_text(["+4", "−1", "−1", "−1", "−1", ""])
    thumb.player("Ben")
    thumb.result("lost")
    expect(table.locator(".head .delta")).to_have_text(["−4", "−2", "+2", "+2", "+2", ""])
    expect(table.locator("#record")).to_contain_text("Ann −4, Ben −2, the others +2")


def test_card_points_choose_the_row_by_themselves(table: Page) -> None:
    points = table.get_by_label("Picker’s card points")
    for typed, code in (("61", "won"), ("91", "won_schneider"), ("60", "lost"), ("30", "lost_schneider")):
        points.fill(typed)
        expect(table.locator("[name=result]:checked")).to_have_value(code)
        Thumb(table).result("won" if code != "won" else "lost")
        expect(points).to_have_value("")


def test_the_second_phone_is_asked_whether_its_hand_is_the_same(
    table: Page, new_phone: Callable[..., Page], night: Session, complaints: list[str]
) -> None:
    second = new_phone()
    owns(second)
    second.goto(address(night))
    for page, names in ((table, ("Ann", "Ben")), (second, ("Cleo", "Dave"))):
        for name in names:
            Thumb(page).player(name)
        Thumb(page).record()
        expect(page.locator("#record .title")).not_to_have_text("Record hand 1")
    asked = second.locator("#unsent")
    expect(asked.locator(".theirs")).to_contain_text("Ann +2")
    forgive(second, complaints, " 409 ")
    assert sheet_of(night).hands == 1
    touch(asked.locator(".ways button").first)
    until(second, lambda: sheet_of(night).hands == 2)
    expect(asked).to_be_hidden()
    expect(second.locator(".paper .pencil")).to_have_count(0)
    expect(second.locator(".paper tbody th")).to_have_count(2)


def test_without_a_store_a_lost_signal_loses_nothing_either(
    new_phone: Callable[..., Page], night: Session, complaints: list[str]
) -> None:
    page = new_phone()
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    owns(page)
    page.goto(address(night))
    expect(page.locator("#unsent")).to_have_attribute("data-open", "")
    for name in ("Ann", "Ben"):
        Thumb(page).player(name)
    page.context.set_offline(True)
    Thumb(page).record()
    expect(page.locator("#trouble")).to_contain_text("Nothing is lost")
    page.context.set_offline(False)
    Thumb(page).record()
    expect(page.get_by_role("status")).to_contain_text("Hand 1")
    assert sheet_of(night).hands == 1
    forgive(page, complaints, "ERR_INTERNET_DISCONNECTED")
    forgive(page, complaints, "htmx:sendError")


def test_the_pad_works_tap_by_tap_without_a_script(
    new_phone: Callable[..., Page], night: Session, complaints: list[str]
) -> None:
    page = new_phone(java_script_enabled=False)
    owns(page)
    page.goto(address(night))
    thumb = Thumb(page)
    for name in ("Ann", "Ben"):
        thumb.player(name)
    thumb.result("lost")
    thumb.record()
    expect(page.get_by_role("status")).to_contain_text("Hand 1")
    assert totals(page) == ["−4", "−2", "2", "2", "2", "0"]
    touch(page.get_by_role("rowheader", name="1", exact=True).get_by_role("link"))
    expect(page.get_by_role("heading", name="Why −4 for Ann?")).to_be_visible()


def test_every_size_of_table_fits_the_page(phone: Page) -> None:
    owns(phone)
    names = ["Maximiliana-Theodora von Hohenlohe 🐑🃏", "<b>&amp;\"'", "שָׁלוֹם"]
    names += ["Al", "Bo", "Cy", "Di", "Ed", "Flo", "Gu"]
    for seats in (3, 4, 7, 8, 10):
        phone.goto(address(cast.a_night(cast.thursday_table(names=names[:seats]))))
        for place in (0, 1):
            touch(phone.locator(".head:not([disabled])").nth(place))
        expect(phone.locator(".head")).to_have_count(seats)
        assert fits(phone), seats


def _code(roles: list[str], deltas: list[int]) -> tuple[str, str | None, str]:
    picker = next(seat for seat, role in enumerate(roles) if role.startswith("picker"))
    partner = roles.index("partner") if "partner" in roles else None
    worth = deltas[picker]
    unit = worth if partner is not None else worth // 2
    code = RESULTS[unit] if worth > 0 else LOST[-unit]
    return NAMES[picker], None if partner is None else NAMES[partner], code


def test_a_real_evening_of_26_hands_is_tapped_in_and_adds_up_at_every_hand(phone: Page) -> None:
    """One group's evening of February 2014: six at the table, one of them resting for five hands."""
    night = cast.a_night(cast.thursday_table(currency="USD"), dealer="Ann", skip=["Cleo"])
    owns(phone)
    phone.goto(address(night))
    for hand in EVENING["input"]:
        if hand["hand"] == 6:
            _from_now_on_the_dealer_sits_out(phone)
        picker, partner, code = _code(hand["roles"], hand["deltas"])
        assert [role == "out" for role in hand["roles"]] == _out(phone), hand["hand"]
        _tell(phone, picker, partner, code, hand["hand"])
        assert [number(total) for total in totals(phone)] == hand["totals"], hand["hand"]
        assert number(phone.locator("tfoot .foots b").inner_text()) == hand["positive_spread"]
    before = phone.locator(".paper tbody").inner_html()
    _correct(phone, night, 12, "won_schneider")
    assert [number(total) for total in totals(phone)] != EVENING["input"][-1]["totals"]
    _correct(phone, night, 12, "lost")
    assert [number(total) for total in totals(phone)] == EVENING["input"][-1]["totals"]
    after = phone.locator(".paper tbody").inner_html()
    assert _figures(after) == _figures(before)


def _out(page: Page) -> list[bool]:
    heads = page.locator(".head").all()
    return ["out" in (head.get_attribute("class") or "").split() for head in heads]


def _tell(page: Page, picker: str, partner: str | None, code: str, hand: int) -> None:
    thumb = Thumb(page)
    thumb.player(picker)
    if partner:
        thumb.player(partner)
    else:
        thumb.mode("Alone")
    if code != "won":
        thumb.result(code)
    thumb.record()
    expect(page.get_by_role("status")).to_contain_text(f"Hand {hand} ")
    assert thumb.taps == (3 if code == "won" else 4)


def _from_now_on_the_dealer_sits_out(page: Page) -> None:
    touch(page.get_by_role("link", name="Seats"))
    seats = page.locator("#seats")
    touch(seats.locator("summary", has_text="Cleo"))
    touch(seats.get_by_text("Sits out", exact=True).locator("visible=true"))
    touch(seats.locator("summary", has_text="Ann"))
    touch(seats.get_by_text("Deals next", exact=True).locator("visible=true"))
    touch(seats.get_by_role("button", name="From hand 6 on"))
    page.wait_for_url(re.compile(r"/1/(\?[^#]*)?(#.*)?$"))
    expect(page.locator("#record")).to_be_visible()


def _correct(page: Page, night: Session, hand: int, code: str) -> None:
    touch(page.locator(f".paper tbody th a:text-matches('^\\\\s*{hand}\\\\b')").first)
    touch(page.get_by_role("link", name="Correct this hand"))
    page.wait_for_url("**/correct/")
    Thumb(page).result(code)
    touch(page.get_by_role("button", name=f"Correct hand {hand}").last)
    page.wait_for_url("**/1/?told=*")
    expect(page.get_by_role("status")).to_contain_text(f"Hand {hand} corrected")


def _figures(html: str) -> list[str]:
    """The numbers of a sheet, without the marks that say it was corrected."""
    return re.findall(r"<td[^>]*>([^<]*)", html)
