"""Hands told without a signal: kept on the phone, shown in pencil, sent in order when it is back."""

from playwright.sync_api import Page, expect

from ledger.models import Membership, Role, Session
from ledger.models.book import sheet_of
from ledger.recording import remark_on_hand
from tests import cast
from tests.browser.hands import (
    STORED,
    all_sent,
    opens_page,
    ready,
    removes,
    shows,
    table_address,
    tap_only,
    taps,
    tells,
    totals,
    touch,
    until,
)

# Every number of hands that stand on the sheet from now on, in ink and in pencil, as often as it changes.
LOOKS = """() => {
    const hands = () => document.querySelectorAll(".paper tbody th").length;
    globalThis.seen = [hands()];
    new MutationObserver(() => seen.at(-1) === hands() || seen.push(hands()))
        .observe(document.body, { childList: true, subtree: true });
    setInterval(() => dispatchEvent(new Event("online")), 40);
}"""


def test_with_a_signal_a_hand_is_recorded_by_one_request_and_nothing_is_left_behind(
    table: Page, night: Session
) -> None:
    asked: list[str] = []
    table.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    tells(table, "Ann", "Ben")
    expect(table.get_by_role("status")).to_contain_text("Hand 1")
    expect(table.locator("#unsent")).to_be_hidden()
    until(table, lambda: table.evaluate(STORED) == 0)  # forgotten once the page has shown it in the book
    table.wait_for_timeout(200)
    assert [one for one in asked if "/g/" in one and "/live/" not in one] == [f"POST {table.url}tell/"]
    assert sheet_of(night).hands == 1


def test_three_hands_told_without_a_signal_are_sent_once_and_in_order_when_it_is_back(
    table: Page, night: Session, complaints: list[str]
) -> None:
    waiting = table.locator("#unsent")
    table.context.set_offline(True)
    tells(table, "Ann", "Ben")
    shows(table, pencil=1)
    assert totals(table) == ["2", "1", "−1", "−1", "−1", "0"]
    expect(waiting.locator("summary")).to_have_text("1 not sent yet")
    expect(table.locator(".stands summary")).to_have_text("Hand 2 · Ann deals")
    expect(table.get_by_role("button", name="Ann, ")).to_be_disabled()
    tells(table, "Ben", "Cleo")
    shows(table, pencil=2)
    tells(table, "Cleo", "Dave")
    shows(table, pencil=3)
    foreseen = totals(table)
    table.evaluate(LOOKS)
    table.context.set_offline(False)
    all_sent(table, night, "Ann", "Ben", "Cleo")
    assert table.evaluate("seen") == [3], "none is off the page meanwhile, nor on it twice"
    assert totals(table) == foreseen

    # One that is taken out is not sent, and can be put back.
    table.reload()  # ends the looks, which draw the list anew again and again
    ready(table)
    table.context.set_offline(True)
    tells(table, "Ann", "Ben")
    touch(waiting.locator("summary"))
    touch(waiting.get_by_role("button", name="Take out"))
    shows(table, ink=3)
    touch(waiting.get_by_role("button", name="Put it back"))
    shows(table, pencil=1)
    touch(waiting.get_by_role("button", name="Take out"))
    touch(waiting.get_by_role("button", name="Throw away"))
    expect(waiting).to_be_hidden()
    table.context.set_offline(False)
    table.wait_for_timeout(300)
    assert sheet_of(night).hands == 3
    complaints[:] = [one for one in complaints if "ERR_INTERNET_DISCONNECTED" not in one]


def test_hand_that_somebody_else_told_meanwhile_is_shown_beside_it_and_a_person_decides(
    table: Page, night: Session, complaints: list[str]
) -> None:
    table.context.set_offline(True)
    tells(table, "Ann", "Ben")
    shows(table, pencil=1)
    cast.tell(night, "Cleo", "Dave")
    table.context.set_offline(False)
    waiting = table.locator("#unsent")
    expect(waiting.locator(".theirs small")).to_have_text("recorded by Ann")
    expect(waiting.locator(".then")).to_contain_text("Ann +2")
    assert waiting.locator(".theirs b").all_inner_texts()[:2] == ["Cleo +2", "Dave +1"]
    assert waiting.locator(".then b").all_inner_texts()[:2] == ["Ann +2", "Ben +1"]
    touch(waiting.get_by_role("button", name="The same hand, but mine is right"))
    expect(waiting).to_be_hidden()
    shows(table, ink=1)
    assert totals(table) == ["2", "1", "−1", "−1", "−1", "0"]
    complaints.clear()


def test_phone_that_may_only_watch_or_was_removed_still_has_what_it_had_not_sent(
    table: Page, night: Session, complaints: list[str]
) -> None:
    mine = Membership.objects.filter(group=night.group)
    table.context.grant_permissions(["clipboard-read", "clipboard-write"])
    mine.update(role=Role.WATCHER)
    with table.expect_response(lambda answer: answer.request.method == "POST" and answer.status == 403):
        tells(table, "Ann", "Ben")
    shows(table, pencil=1)
    opens_page(table, table_address(night))
    expect(table.locator("#table")).to_be_visible()
    left = table.locator("#left")
    line = "Hand 1 · Ann picker, Ben partner, won 61–90 · Ann +2, Ben +1, the others −1"
    expect(left.get_by_role("listitem")).to_contain_text(line)

    removes(night)
    opens_page(table, table_address(night))
    expect(table.get_by_role("heading", name="Nothing here")).to_be_visible()
    expect(left.get_by_role("listitem")).to_have_count(1)
    expect(left.get_by_role("listitem")).to_contain_text(line)
    touch(left.get_by_role("button", name="Copy as text"))
    expect(left.get_by_role("button", name="Copied")).to_be_visible()
    copied = table.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"Thursday table · {line}")
    touch(left.get_by_role("button", name="Show as QR codes"))
    expect(table.get_by_role("dialog").get_by_role("status")).to_have_text(copied)
    expect(table.get_by_role("dialog").get_by_role("img", name="QR code")).to_be_visible()
    table.go_back()
    expect(table.get_by_role("dialog")).to_have_count(0)
    assert sheet_of(night).hands == 0
    table.goto("/g/another-group/")
    expect(table.get_by_role("heading", name="Nothing here")).to_be_visible()
    expect(left).to_be_hidden()

    mine.update(guest=cast.OWNER, role=Role.OWNER)
    table.goto(table_address(night))
    all_sent(table, night, "Ann")
    complaints.clear()


KEEPS_SLOWLY = """() => {
  const request = navigator.locks.request.bind(navigator.locks);
  navigator.locks.request = async (...asked) => {
    await new Promise((done) => setTimeout(done, 1000));
    return request(...asked);
  };
}"""


def test_news_that_come_while_a_hand_is_being_kept_do_not_hold_it_up(table: Page, night: Session) -> None:
    told = cast.tell(night, "Ann", "Ben").entry.number
    table.reload()
    ready(table)
    remark_on_hand(night, told, "Well played", cast.context(night))
    table.evaluate(KEEPS_SLOWLY)
    taps(table, "Ben", "Cleo")
    with table.expect_response("**/tap/"):
        table.evaluate("document.getElementById('fresh').dispatchEvent(new Event('fresh'))")
        tap_only(table.locator("#record"))
    shows(table, ink=2)
    expect(table.locator("#unsent")).to_be_hidden()
    tells(table, "Cleo", "Dave")
    shows(table, ink=3)
    until(table, lambda: table.evaluate(STORED) == 0)
    assert sheet_of(night).hands == 3


def test_store_that_breaks_is_in_nobodys_way(table: Page, night: Session, complaints: list[str]) -> None:
    table.evaluate("() => { IDBObjectStore.prototype.put = () => { throw new Error('full'); }; }")
    tells(table, "Ann", "Ben")
    expect(table.get_by_role("status")).to_contain_text("Hand 1")
    tells(table, "Ben", "Cleo")
    expect(table.get_by_role("status")).to_contain_text("Hand 2")
    assert sheet_of(night).hands == 2
    complaints.clear()


# Record is pressed as soon as an answer of the server is drawn.
PRESSES = """() => document.addEventListener("htmx:afterSwap", () => {
  setTimeout(() => document.getElementById("record").click());
}, { once: true })"""


def test_record_pressed_as_soon_as_the_pad_is_drawn_anew_goes_through_the_phones_store(
    table: Page, night: Session
) -> None:
    taps(table, "Ann", "Ben")
    touch(table.get_by_text("Something unusual?"))
    table.evaluate("window.isTheSamePage = true")
    table.evaluate(PRESSES)
    table.get_by_label("Dealer").select_option(label="Cleo")
    expect(table.get_by_role("status")).to_contain_text("Hand 1")
    assert table.evaluate("window.isTheSamePage")
    assert sheet_of(night).hands == 1
