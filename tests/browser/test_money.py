"""Money on a phone: written down and undone, a plan stored and paid in parts, an old notebook brought in."""

import re
import uuid
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Group, Posting
from ledger.recording import WriteContext, end_night
from ledger.recording.journal import pay, put_in_box, spend_from_box
from tests import cast
from tests.browser.hands import fits, owns, touch, until

pytestmark = pytest.mark.django_db(transaction=True)
EVENINGS = sorted((Path(__file__).parents[1] / "data" / "evenings").glob("*.csv"))

WATCH_BUSY = """() => new MutationObserver(() => {
  const button = document.querySelector("[data-busy]");
  const free = document.querySelectorAll("button:not(:disabled)").length;
  sessionStorage.busy = `${button.textContent} ${button.ariaBusy} ${free}`;
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""
"""What the button says while the server works is kept until the next page."""


def a_group_with_money() -> Group:
    group = cast.thursday_table(currency="USD")
    for picker, partner in (("Ann", "Ben"), ("Cleo", "Dave")):
        night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
        for _ in range(6):
            cast.tell(night, picker, partner)
        end_night(night, cast.context(night))
    ann, ben, cleo = cast.ids(group, "Ann", "Ben", "Cleo")
    put_in_box(group, (ann,), 5000, context())
    spend_from_box(group, 4200, context(), note="pizza", shared_by=(ann, ben, cleo))
    pay(group, ben, cleo, 250, context(), method="Venmo", note="half of it")
    return group


def context() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0, by=None)


@pytest.fixture
def group(phone: Page) -> Group:
    """A group with two nights, a kitty and a payment, and its owner's phone."""
    owns(phone)
    return a_group_with_money()


def paid(group: Group) -> list[int]:
    """What Frank paid, in the order of the journal (cents)."""
    frank = cast.player(group, "Frank").pk
    found = Posting.objects.filter(player=frank).order_by("transaction__number")
    return list(found.values_list("cents", flat=True))


def test_list_is_shared_drawn_another_way_and_explained(phone: Page, group: Group) -> None:
    phone.goto(f"/g/{group.code}/money/")
    touch(phone.get_by_role("link", name="Share it, draw it another way"))
    before = phone.locator("#owed-head").inner_text()
    phone.evaluate("() => { navigator.share = async (what) => { window.shared = what.text } }")
    touch(phone.get_by_role("button", name="Share it"))
    until(phone, lambda: phone.evaluate("window.shared"))
    touch(phone.get_by_text("Draw the list another way"))
    phone.get_by_label("Everybody pays, or is paid by").select_option(label="Dave")
    touch(phone.get_by_role("button", name="Draw it so"))
    expect(phone.locator("#owed .who bdi").filter(has_text="Dave").first).to_be_visible()
    touch(phone.get_by_role("link", name="As it was"))
    expect(phone.locator("#owed-head")).to_have_text(before)
    touch(phone.get_by_role("link", name=re.compile("^Why ")).first)
    expect(phone.get_by_role("heading", name="What it is made of")).to_be_visible()
    expect(phone.get_by_role("heading", name="How it is paid")).to_be_visible()
    touch(phone.get_by_text("Pays together with somebody?"))
    touch(phone.get_by_role("button", name="They pay as one"))
    expect(phone.get_by_text("in the list they are one payer")).to_be_visible()
    touch(phone.get_by_role("button", name="Each pays alone again"))
    expect(phone.get_by_text("in the list they are one payer")).to_be_hidden()


def test_field_of_money_is_selected_on_tap(phone: Page, group: Group) -> None:
    phone.goto(f"/g/{group.code}/settle/")
    touch(phone.locator("#owed summary").first)
    field = phone.locator("#owed-cents-1")
    touch(field)
    phone.keyboard.type("1")
    expect(field).to_have_value("1")


def test_six_years_are_brought_in_by_touch(phone: Page, group: Group) -> None:
    phone.goto(f"/g/{group.code}/exchange/")
    touch(phone.get_by_role("link", name="An old notebook"))
    phone.get_by_label("Files: CSV or Excel").set_input_files([str(path) for path in EVENINGS])
    touch(phone.get_by_role("button", name="Look at it"))
    expect(phone.get_by_role("heading", name="930 nights")).to_be_visible()
    assert fits(phone)
    phone.evaluate(WATCH_BUSY)
    touch(phone.get_by_role("button", name="Add 930 nights"))
    expect(phone.get_by_role("heading", name="930 nights added")).to_be_visible()
    assert phone.evaluate("sessionStorage.busy") == "Adding 930 nights … true 0"


def test_who_pays_a_part_has_one_button_for_it(phone: Page, group: Group) -> None:
    phone.goto(f"/g/{group.code}/money/")
    first = phone.locator("#owed .owed-lines").first.locator("> li").first
    whole, part = first.get_by_role("button", name="Paid:"), first.get_by_text("Part of it", exact=True)
    expect(whole).to_be_visible()
    touch(part)
    expect(first.get_by_role("button", name="Paid")).to_have_count(1)
    expect(whole).to_be_hidden()
    touch(part)
    expect(whole).to_be_visible()


def test_a_name_from_the_right_stands_where_the_others_stand(phone: Page, group: Group) -> None:
    group.players.filter(name="Ann").update(name="שרה")
    phone.goto(f"/g/{group.code}/money/")
    lefts = phone.locator(".balances bdi.who").evaluate_all(
        """(names) => names.map((name) => {
          const words = document.createRange();
          words.selectNodeContents(name);
          return Math.round(words.getBoundingClientRect().left);
        })"""
    )
    assert len(lefts) > 4
    assert len(set(lefts)) == 1
