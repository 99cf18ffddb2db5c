"""Hands that meet a table that has changed: several phones, each with what it had shown."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Entry, Membership, Role, Session
from ledger.models.book import sheet_of
from ledger.recording import admit, change_stake, end_night, join, leave, write_rules
from tests import cast
from tests.browser.hands import Thumb, press, settled, totals, touch, until
from tests.browser.test_live import LISTENS, Opens, opens, server  # noqa: F401
from tests.browser.test_unsent import PENCIL, ready
from tests.steady import some

pytestmark = pytest.mark.django_db(transaction=True)

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")
ANN_AND_BEN = ["2", "1", "−1", "−1", "−1"]


@pytest.fixture
def night(db: None) -> Session:
    return cast.a_night(cast.thursday_table(currency="USD"), *FIVE, dealer="Dave")


@pytest.fixture
def other(night: Session) -> Membership:
    return admit(night.group, uuid4(), Role.SCORER)


@pytest.fixture
def table(opens: Opens, night: Session) -> Page:  # noqa: F811
    page = opens(cast.OWNER)
    ready(page)
    page.evaluate(LISTENS)
    return page


def taps(page: Page, *names: str) -> None:
    for name in names:
        Thumb(page).player(name)


def waits(page: Page, *names: str) -> None:
    """A hand is told without a signal."""
    page.context.set_offline(True)
    taps(page, *names)
    Thumb(page).record()
    expect(page.locator(PENCIL)).to_have_count(1)


def written(page: Page, night: Session, hands: int) -> None:
    """Waits for so many hands to be in the book, and for the page to show them in ink."""
    until(page, lambda: sheet_of(night).hands == hands)
    expect(page.locator(PENCIL)).to_have_count(0)
    expect(page.locator(".paper tbody th")).to_have_count(hands)
    expect(page.locator("#unsent")).to_be_hidden()


def sits_down(night: Session, name: str) -> None:
    newcomer, edith = cast.ids(night.group, name, "Edith")
    join(night, newcomer, cast.context(night), after=edith)


def back_online(page: Page, complaints: list[str]) -> None:
    page.context.set_offline(False)
    expect(page.locator("#unsent .ways button").first).to_be_visible()
    complaints.clear()


def answers(page: Page, words: str) -> None:
    touch(page.locator("#unsent").get_by_role("button", name=words))


def test_hand_that_waited_while_somebody_sat_down_is_booked_as_shown(
    table: Page, night: Session, complaints: list[str]
) -> None:
    waits(table, "Ann", "Ben")
    assert totals(table) == ANN_AND_BEN
    sits_down(night, "Frank")
    back_online(table, complaints)
    asked = table.locator("#unsent .waits")
    expect(asked.locator(".why")).to_contain_text("Frank sat down meanwhile.")
    expect(asked.locator(".then")).to_contain_text("Ann +2")
    expect(asked.locator(".now")).to_be_visible()
    answers(table, "Count it before Frank sat down")
    written(table, night, 1)
    assert totals(table) == [*ANN_AND_BEN, "0"]


def test_hands_behind_it_are_booked_as_shown_without_another_question(
    table: Page, night: Session, complaints: list[str]
) -> None:
    waits(table, "Ann", "Ben")
    taps(table, "Cleo", "Dave")
    Thumb(table).record()
    expect(table.locator(PENCIL)).to_have_count(2)
    shown = totals(table)
    sits_down(night, "Frank")
    back_online(table, complaints)
    answers(table, "Count it before Frank sat down")
    written(table, night, 2)
    assert totals(table) == [*shown, "0"]


def test_hand_that_waited_is_counted_as_it_is_now_if_a_person_says_so(
    table: Page, night: Session, complaints: list[str]
) -> None:
    waits(table, "Ann", "Ben")
    sits_down(night, "Frank")
    back_online(table, complaints)
    answers(table, "Count it as it is now")
    written(table, night, 1)
    assert totals(table) == ["2", "1", "−1", "0", "−1", "−1"]


def test_hand_of_somebody_who_went_home_is_credited(
    table: Page, night: Session, complaints: list[str]
) -> None:
    waits(table, "Ann", "Ben")
    leave(night, cast.ids(night.group, "Ann")[0], cast.context(night))
    back_online(table, complaints)
    expect(table.locator("#unsent .ways button")).to_have_count(2)
    answers(table, "Count it before Ann went home")
    written(table, night, 1)
    assert cast.points(night.group, sheet_of(night))["Ann"] == 2


@pytest.mark.parametrize("words", ["Count it by the rules from before", "Count it for the stake from before"])
def test_rules_and_stake_changed_meanwhile_ask(
    table: Page, night: Session, complaints: list[str], words: str
) -> None:
    waits(table, "Ann", "Ben")
    if "rules" in words:
        write_rules(night.group, "sheepshead", "", {"bump": False}, uuid4(), cast.owner_of(night.group))
    else:
        change_stake(night, 100, cast.context(night))
    back_online(table, complaints)
    answers(table, words)
    written(table, night, 1)
    row = sheet_of(night).rows[0]
    assert (row.rules.version, row.stake_cents) == (1, 25)


def test_hand_that_waited_while_the_night_was_ended_opens_it_again(
    table: Page, night: Session, complaints: list[str]
) -> None:
    waits(table, "Ann", "Ben")
    end_night(night, cast.context(night))
    back_online(table, complaints)
    expect(table.locator("#unsent .why")).to_have_text("The night was ended meanwhile.")
    answers(table, "Open it again and add this hand")
    until(table, lambda: sheet_of(night).hands == 1)
    assert sheet_of(night).ending is None


def same_deal(table: Page, second: Page) -> None:
    """Both tap one hand, and the first records it."""
    taps(second, "Ann", "Ben")
    taps(table, "Ann", "Ben")
    Thumb(table).record()


@pytest.mark.parametrize("after", some([100, 0, 1000]))
def test_one_deal_told_on_two_phones_is_one_hand(
    opens: Opens,  # noqa: F811
    table: Page,
    night: Session,
    other: Membership,
    after: int,
) -> None:
    second = opens(other.guest)
    second.evaluate(LISTENS)
    same_deal(table, second)
    expect(second.locator(".meanwhile")).to_be_visible()
    expect(second.locator("#record")).to_be_disabled()
    second.wait_for_timeout(after)
    second.locator("#record").dispatch_event("click")
    press(second, "Enter")
    settled(second)
    assert sheet_of(night).hands == 1
    first = second.locator(".meanwhile .do")
    expect(first).to_have_text("The same hand: drop mine")
    touch(first)
    expect(second.locator(".paper tbody th")).to_have_count(1)
    expect(second.locator("#record")).to_be_disabled()
    assert sheet_of(night).hands == 1
    assert totals(second) == ANN_AND_BEN


def test_another_deal_is_recorded_as_the_next(
    opens: Opens,  # noqa: F811
    table: Page,
    night: Session,
    other: Membership,
) -> None:
    second = opens(other.guest)
    second.evaluate(LISTENS)
    taps(second, "Cleo", "Dave")
    taps(table, "Ann", "Ben")
    Thumb(table).record()
    another = second.locator(".meanwhile .do")
    expect(another).to_have_text("Another one: record as 2")
    touch(another)
    expect(second.locator(".paper tbody th")).to_have_count(2)
    assert sheet_of(night).hands == 2


def test_taps_of_before_somebody_sat_down_ask_when_they_are_recorded(
    table: Page, night: Session, complaints: list[str]
) -> None:
    taps(table, "Ann", "Ben")
    sits_down(night, "Frank")
    expect(table.get_by_role("status").filter(has_text="Frank sat down")).to_be_visible()
    expect(table.locator(".head")).to_have_count(5)
    Thumb(table).record()
    answers(table, "Count it before Frank sat down")
    written(table, night, 1)
    assert totals(table) == [*ANN_AND_BEN, "0"]
    complaints.clear()


PAINTED = """() => {
  const painted = () => [
    document.querySelectorAll(".paper tbody th").length,
    [...document.querySelectorAll(".head .total")].map((one) => one.textContent).join(),
    !document.getElementById("unsent").hidden,
  ].join(" ");
  globalThis.painted = [painted()];
  const look = () => { if (globalThis.painted.at(-1) !== painted()) globalThis.painted.push(painted()); };
  const look_again = () => { look(); requestAnimationFrame(look_again); };
  look_again();
}"""
SLOW_DISK = """() => {
  const { put, delete: forget } = IDBObjectStore.prototype;
  for (const [name, does] of [["delete", forget]]) {
    IDBObjectStore.prototype[name] = function (...said) {
      const until = performance.now() + 300;
      while (performance.now() < until);
      return does.apply(this, said);
    };
  }
}"""
"""A disk that takes 0.3 s to forget."""


def test_a_phone_never_paints_its_hand_twice(table: Page, night: Session) -> None:
    table.evaluate(SLOW_DISK)
    table.evaluate(PAINTED)
    for picker, partner in (("Ann", "Ben"), ("Cleo", "Dave"), ("Ben", "Edith")):
        taps(table, picker, partner)
        Thumb(table).record()
        hands = sheet_of(night).hands
        expect(table.locator(".paper tbody th")).to_have_count(hands)
    table.wait_for_timeout(500)
    assert sheet_of(night).hands == 3
    painted: list[str] = table.evaluate("globalThis.painted")
    assert len(painted) <= 4, painted
    assert not any(one.endswith("true") for one in painted), "nobody is told of a hand that is on its way"


def test_head_of_somebody_who_went_home_stays_shut_on_a_pad_dealt_without_a_signal(
    opens: Opens,  # noqa: F811
    night: Session,
) -> None:
    cast.tell(night, "Ann", "Ben")
    sits_down(night, "Frank")
    leave(night, cast.ids(night.group, "Edith")[0], cast.context(night))
    table = opens(cast.OWNER)
    ready(table)
    faults: list[str] = []
    table.on("pageerror", lambda fault: faults.append(str(fault)))
    waits(table, "Ann", "Ben")
    expect(table.locator(".head:not(:disabled)")).to_have_count(5)
    taps(table, "Cleo", "Dave")
    expect(table.locator("#record")).to_be_enabled()
    assert faults == []


def test_hand_in_pencil_is_changed_in_its_place(table: Page, night: Session, complaints: list[str]) -> None:
    waits(table, "Ann", "Ben")
    taps(table, "Cleo", "Dave")
    Thumb(table).record()
    expect(table.locator(PENCIL)).to_have_count(2)
    expect(table.locator(f"{PENCIL} td.p")).to_have_count(2)
    expect(table.locator(f"{PENCIL} td.foots").first).to_have_text("3")
    touch(table.locator(f"{PENCIL} th").first)
    expect(table.get_by_role("status").filter(has_text="You are changing hand 1")).to_be_visible()
    expect(table.locator(".head.chosen")).to_contain_text("Ann")
    taps(table, "Ben", "Edith")
    Thumb(table).record()
    expect(table.locator(PENCIL)).to_have_count(2)
    assert totals(table) == ["1", "−2", "1", "0", "0"]
    table.context.set_offline(False)
    written(table, night, 2)
    assert totals(table) == ["1", "−2", "1", "0", "0"]
    first = Entry.objects.filter(session=night, kind="hand").order_by("number")[0]
    assert first.facts["told"]["partners"] == [first.facts["seats"].index(cast.ids(night.group, "Edith")[0])]
    complaints.clear()
