"""The evening as it is tapped in: how many taps a hand costs, and a real evening from first hand to last."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from ledger.models import Session
from ledger.models.book import sheet_of
from tests import cast
from tests.browser.hands import (
    EVENING,
    corrects,
    forgive,
    number,
    opened,
    tapped_in,
    taps,
    totals,
    touch,
)
from tests.steady import many


def test_without_a_store_a_lost_signal_loses_nothing_either(
    new_phone: Callable[..., Page], night: Session, complaints: list[str]
) -> None:
    page = new_phone()
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    opened(page, night)
    expect(page.locator("#unsent")).to_have_attribute("data-open", "")
    thumb = taps(page, "Ann", "Ben")
    page.context.set_offline(True)
    thumb.record()
    expect(page.locator("#trouble")).to_contain_text("Nothing is lost")
    page.context.set_offline(False)
    thumb.record()
    expect(page.get_by_role("status")).to_contain_text("Hand 1")
    assert sheet_of(night).hands == 1
    forgive(page, complaints, "ERR_INTERNET_DISCONNECTED")
    forgive(page, complaints, "htmx:sendError")


def test_real_evening_is_tapped_in_and_adds_up_at_every_hand(phone: Page) -> None:
    # On each push until somebody has sat out and a hand can be corrected; all of it in `make soak`.
    hands = EVENING[: many(8, soak=26)]
    page = opened(phone, cast.a_night(cast.thursday_table(currency="USD"), dealer="Ann", skip=["Cleo"]))
    for hand in hands:
        if hand["hand"] == 6:
            from_now_on_the_dealer_sits_out(page)
        out = [head.evaluate("one => one.classList.contains('out')") for head in page.locator(".head").all()]
        assert [role == "out" for role in hand["roles"]] == out, hand["hand"]
        picker, partner, code = tapped_in(hand)
        thumb = taps(page, picker, partner)
        if code != "won":
            thumb.result(code)
        thumb.record()
        expect(page.get_by_role("status")).to_contain_text(f"Hand {hand['hand']} ")
        assert thumb.taps == (3 if code == "won" else 4)
        assert [number(total) for total in totals(page)] == hand["totals"], hand["hand"]
        assert number(page.locator("tfoot .foots b").inner_text()) == hand["positive_spread"]
    before = figures(page)
    *_, code = tapped_in(hands[6])
    corrects(page, 7, "lost" if code != "lost" else "won_schneider")
    assert [number(total) for total in totals(page)] != hands[-1]["totals"]
    corrects(page, 7, code)
    assert [number(total) for total in totals(page)] == hands[-1]["totals"]
    assert figures(page) == before


def from_now_on_the_dealer_sits_out(page: Page) -> None:
    touch(page.get_by_role("link", name="Seats"))
    seats = page.locator("#seats")
    for name, choice in (("Cleo", "Sits out"), ("Ann", "Deals next")):
        touch(seats.locator("summary", has_text=name))
        touch(seats.get_by_text(choice, exact=True).locator("visible=true"))
    touch(seats.get_by_role("button", name="From hand 6 on"))
    page.wait_for_url(re.compile(r"/1/(\?[^#]*)?(#.*)?$"))
    expect(page.locator("#record")).to_be_visible()


def figures(page: Page) -> list[str]:
    """Return the numbers of the sheet, without the marks that say it was corrected."""
    return re.findall(r"<td[^>]*>([^<]*)", page.locator(".paper tbody").inner_html())
