"""A group started in a minute, and its settings changed by touch; a stake says what it means."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from ledger.models import Group
from ledger.recording import end_night
from tests import cast
from tests.browser.hands import (
    CONTROLS,
    fits,
    low_targets,
    owns,
    press,
    resize,
    settled,
    touch,
)
from tests.cast import NAMES


@dataclass
class Hand:
    """Somebody who starts from nothing, and how often that takes a tap and a field."""

    page: Page
    taps: int = 0
    fields: int = 0

    def tap(self, what: Locator) -> None:
        expect(what).to_be_visible()
        touch(what)
        self.taps += 1

    def type(self, *lines: str) -> None:
        for line in lines:
            self.page.keyboard.type(line)
            press(self.page, "Enter")
            self.fields += 1

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name))


def start(hand: Hand, own: str) -> None:
    """From an empty machine to a group with whoever starts it."""
    hand.page.goto("/")
    hand.tap(hand.page.get_by_role("link", name="Start a group"))
    hand.page.get_by_label("What is the group called?").focus()
    hand.type("Thursday table", own)


def sit_down(hand: Hand, *others: str) -> None:
    """The others in the order they are typed in, behind whoever started the group, who deals first."""
    hand.page.wait_for_url("**/tonight/")
    hand.page.get_by_label("Somebody new?").focus()
    hand.type(*others)
    hand.button("Deal the first hand")
    hand.page.wait_for_url("**/1/")


def test_six_people_record_their_first_hand_after_nine_taps_and_seven_fields(phone: Page) -> None:
    hand = Hand(phone)
    start(hand, NAMES[0])
    hand.button("Start the group")
    hand.tap(phone.get_by_label("Somebody new?"))
    sit_down(hand, *NAMES[1:])
    for place in (0, 1):
        hand.tap(phone.locator(".head:enabled").nth(place))
    hand.tap(phone.locator(".result").first)
    hand.tap(phone.locator("#record"))
    expect(phone.locator(".said b")).to_contain_text("Hand 1")
    assert hand.taps <= 9, hand.taps
    assert hand.fields <= 7
    group = Group.objects.get()
    assert (group.stake_cents, group.currency) == (5, "USD")
    assert [one.name for one in group.players.all()] == list(NAMES)


def test_group_page_is_one_screen_and_two_taps_from_the_next_night(
    phone: Page,
) -> None:
    group = cast.thursday_table(currency="USD")
    for _ in range(6):
        cast.an_ended_night(group)
    cast.tell(cast.a_night(group, *NAMES[:5]), "Ann", "Ben")
    owns(phone)
    phone.goto(f"/g/{group.code}/")
    assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight")
    controls = [one for one in phone.locator(CONTROLS).all() if one.is_visible()]
    assert len(controls) <= 16, [one.inner_text() for one in controls]

    end_night(group.sessions.get(number=7), cast.context(group.sessions.get(number=7)))
    phone.goto(f"/g/{group.code}/")
    hand = Hand(phone)
    hand.tap(phone.get_by_role("link", name=re.compile("Start tonight|Tonight")).first)
    hand.button("Deal the first hand")
    phone.wait_for_url("**/8/")
    assert hand.taps == 2


def test_stake_that_was_typed_stays_when_another_game_is_chosen(phone: Page) -> None:
    phone.goto("/start/")
    phone.get_by_label("A point is worth").fill("0.10")
    expect(phone.locator("#stake-means")).to_contain_text("losing alone with schneider costs $1.60")
    touch(phone.locator("summary:visible", has_text="Other ways to play"))
    touch(phone.locator(".named > .tile:visible", has_text="No bump, the picker pays all"))
    expect(phone.locator("#stake-means")).to_contain_text("losing alone with schneider costs $0.80")
    expect(phone.get_by_label("A point is worth")).to_have_value("0.10")
    settled(phone)
    phone.get_by_label("Money").select_option(label="Points only, no money")
    expect(phone.locator("#stake-means")).to_have_text("Points only: no money is shown or counted.")
    expect(phone.get_by_label("A point is worth")).to_be_hidden()


def test_initials_stand_where_a_long_name_has_no_room(phone: Page) -> None:
    resize(phone, 320, 568)
    hand = Hand(phone)
    start(hand, "Annemarie-Sophie")
    hand.button("Start the group")
    sit_down(hand, "Benedict", *NAMES[2:5])
    heads = phone.locator(".head")
    expect(heads.nth(0).locator(".face")).to_have_text("An")
    expect(heads.nth(0).locator(".face")).to_be_visible()
    expect(heads.nth(0).locator("> bdi")).to_be_hidden()
    expect(heads.nth(2).locator(".face")).to_be_hidden()
    expect(heads.nth(2)).to_contain_text("Cleo")
    assert fits(phone)
    resize(phone, 1440, 900)
    expect(heads.nth(0).locator("> bdi")).to_be_visible()
    phone.goto(phone.url.replace("/1/", "/players/"))
    touch(phone.get_by_text("Rename").first)
    touch(phone.get_by_role("link", name="Initials and colour").first)
    phone.get_by_label("Initials, for where").fill("AS")
    phone.get_by_role("radio", name="Teal").check()
    assert fits(phone)
    assert low_targets(phone) == []
    touch(phone.get_by_role("button", name="Save"))
    expect(phone.locator(".face.teal").first).to_have_text("AS")
