"""The house-rule sheet on a phone: from a preset, four changes by touch, and the sheet shows where."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from ledger.models import Group, HouseRules
from tests import cast
from tests.browser.hands import fits, forgive, is_accessible, owns, totals, touch
from tests.browser.test_house_rules_evening import corrects, opened, other_game, tells

pytestmark = pytest.mark.django_db(transaction=True)


def group_with_a_night() -> Group:
    group = cast.thursday_table()
    cast.tell(cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith"), "Ben", "Cleo")
    return group


def low_targets(page: Page) -> list[str]:
    """Whatever can be tapped and is less than 48 pixels high."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("a.button, .chip, a.icon, .switch, button, summary, select,"
          + "input[type=text], input[type=search]")]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 47.5)
          .map((one) => one.outerHTML.slice(0, 80))"""
    )
    return found


def chart(page: Page) -> str:
    return page.get_by_role("table", name="What every result is worth").inner_text()


def sheet_of(page: Page) -> Group:
    """A night that is going on, and its house-rule sheet on this phone."""
    group = group_with_a_night()
    owns(page)
    page.goto(f"/g/{group.code}/rules/")
    return group


def changes(page: Page) -> Locator:
    return page.locator("#preview summary small")


def test_four_changes_by_touch_count_from_the_next_hand(phone: Page) -> None:
    group = sheet_of(phone)
    expect(phone.get_by_role("button", name="Play by these rules")).to_be_hidden()
    touch(phone.get_by_text("Cracks and blitzes", exact=True))
    expect(changes(phone)).to_contain_text("3 changes from what you play now")
    expect(phone.locator("#preview .example")).to_contain_text("28, re-cracked, blitzed")
    before = chart(phone)
    touch(phone.get_by_role("group", name="Who pays double?").get_by_text("nobody"))
    expect(changes(phone)).to_contain_text("4 changes")
    assert chart(phone) != before
    before = chart(phone)
    touch(phone.get_by_text("the picker pays all", exact=True))
    expect(changes(phone)).to_contain_text("5 changes")
    assert chart(phone) != before
    touch(phone.get_by_role("group", name="If nobody picks", exact=True).get_by_text("a doubler"))
    expect(changes(phone)).to_contain_text("6 changes")
    touch(phone.get_by_text("crack, × 2", exact=True))
    expect(phone.locator("#preview .example")).to_contain_text("28, cracked, blitzed")
    touch(phone.locator("#preview summary"))
    expect(phone.locator("#preview .changes")).to_contain_text("Double on the bump: yes")
    phone.get_by_label("Shown for").select_option("4")
    expect(phone.locator("#preview .example")).to_contain_text("Cleo, Dave +")
    expect(phone.locator("#preview .changes")).to_be_visible()
    touch(phone.locator("#preview summary"))
    touch(phone.get_by_role("button", name="Play by these rules"))
    expect(phone.get_by_role("heading", name="Written down")).to_be_visible()
    assert HouseRules.objects.filter(group=group).latest("version").options["crack"] == "crack"
    touch(phone.get_by_role("link", name="On with the game"))
    expect(phone.get_by_role("row", name="from here:")).to_contain_text("Double on the bump: yes → no")


def test_a_rule_is_found_while_typing_its_nickname(phone: Page) -> None:
    sheet_of(phone)
    phone.get_by_label("Find a rule").fill("no punish")
    expect(phone.get_by_role("status")).to_have_text("One rule.")
    touch(phone.get_by_role("switch", name="A forced picker pays no bump"))
    expect(changes(phone)).to_contain_text("1 change ")
    phone.get_by_label("Find a rule").fill("no such rule")
    expect(phone.get_by_role("status")).to_have_text("No rule here is called “no such rule”.")
    phone.get_by_label("Find a rule").fill("trump suit")
    expect(phone.get_by_text("This changes no score: which suit is trump")).to_be_visible()
    expect(phone.get_by_role("status")).to_have_text("")
    phone.get_by_label("Find a rule").fill("one crack a player")
    expect(phone.get_by_role("status")).to_have_text("One rule.")
    expect(phone.locator(".answer:visible")).to_have_count(0)
    touch(phone.get_by_role("link", name="Show all"))
    expect(phone.get_by_label("Find a rule")).to_have_value("")
    expect(phone.get_by_label("Find a rule")).to_be_focused()
    expect(phone.get_by_role("group", name="Who pays double?").get_by_text("nobody")).to_be_visible()
    expect(changes(phone)).to_contain_text("1 change ")


def test_rule_that_does_nothing_says_so_where_it_is_ticked(phone: Page) -> None:
    sheet_of(phone)
    blitzes = phone.locator(".rule", has=phone.get_by_role("group", name="Blitzes"))
    touch(blitzes.get_by_text("both red jacks"))
    expect(blitzes).to_contain_text("This does nothing yet. It needs “Cracking”")
    touch(phone.get_by_text("crack, × 2", exact=True))
    expect(blitzes.locator(".asleep")).to_be_hidden()


def test_another_game_fills_the_sheet(phone: Page, complaints: list[str]) -> None:
    sheet_of(phone)
    touch(phone.get_by_text("Schafkopf", exact=True))
    expect(phone.locator("#preview .example")).to_contain_text("Rufspiel")
    klopfen = phone.locator(".part", has=phone.get_by_role("heading", name="Klopfen and Kontra"))
    touch(klopfen.locator("summary"))
    touch(phone.get_by_text("Bavarian table", exact=True))
    expect(phone.get_by_role("radio", name="Bavarian table")).to_be_checked()
    expect(klopfen.get_by_text("Another round during a Bock")).to_be_visible()
    assert fits(phone)
    touch(phone.get_by_role("button", name="Play by these rules"))
    expect(phone.get_by_role("alert").first).to_contain_text("a night keeps its game")
    forgive(phone, complaints, " 422 ")


def test_a_number_that_makes_no_sense_is_told_at_once(phone: Page, complaints: list[str]) -> None:
    sheet_of(phone)
    phone.get_by_label("Limit of the doublings", exact=True).fill("lots")
    phone.get_by_label("Limit of the doublings", exact=True).blur()
    expect(phone.locator("#preview .wrong")).to_contain_text(
        "is a whole number from 1 to 1000000, or nothing"
    )
    phone.get_by_label("Limit of the doublings", exact=True).fill("4")
    phone.get_by_label("Limit of the doublings", exact=True).blur()
    expect(phone.locator("#preview .wrong")).to_be_hidden()
    forgive(phone, complaints, " 422 ")


def test_the_hand_that_a_touch_moves_is_shown_at_once(phone: Page) -> None:
    sheet_of(phone)
    touch(phone.get_by_role("group", name="Who pays double?").get_by_text("nobody"))
    expect(changes(phone)).to_contain_text("1 change ")
    for label, words in (("Three kings bring", "three kings"), ("A Mauer mark costs", "a Mauer mark")):
        phone.get_by_label("Find a rule").fill(label)
        phone.get_by_label(label).fill("2")
        phone.get_by_label(label).blur()
        expect(phone.locator("#preview .example")).to_contain_text(words)


def test_what_was_wrong_is_no_longer_said_at_a_field_that_is_typed_anew(
    phone: Page, complaints: list[str]
) -> None:
    sheet_of(phone)
    limit = phone.get_by_label("Limit of the doublings", exact=True)
    limit.fill("lots")
    touch(phone.get_by_role("group", name="Who pays double?").get_by_text("nobody"))
    touch(phone.get_by_role("button", name="Play by these rules"))
    expect(phone.locator("#wrong-rule-cap")).to_be_visible()
    phone.get_by_label("Limit of the doublings", exact=True).fill("4")
    phone.get_by_label("Limit of the doublings", exact=True).blur()
    expect(phone.locator("#wrong-rule-cap")).to_be_hidden()
    expect(changes(phone)).to_contain_text("2 changes")
    complaints.clear()


def test_it_works_without_javascript(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(java_script_enabled=False)
    group = sheet_of(phone)
    phone.get_by_role("searchbox").fill("kitty")
    touch(phone.get_by_role("button", name="Find"))
    expect(phone.get_by_text("A pot", exact=True)).to_be_visible()
    expect(phone.get_by_text("Cracking", exact=True)).to_be_hidden()
    touch(phone.get_by_role("link", name="Show all"))
    phone.get_by_role("radio", name="Doublers", exact=True).check()
    phone.get_by_role("group", name="Who pays double?").get_by_role("radio", name="nobody").check()
    touch(phone.get_by_role("button", name="Show the chart"))
    expect(changes(phone)).to_contain_text("2 changes")
    expect(phone.get_by_role("radio", name="a doubler", exact=True)).to_be_checked()
    touch(phone.get_by_role("button", name="Play by these rules"))
    expect(phone.get_by_role("heading", name="Written down")).to_be_visible()
    rules = HouseRules.objects.filter(group=group).latest("version")
    assert rules.options == {"bump": False, "no_picker": "doubler"}


def test_the_pages_are_readable_and_fit_the_thumb(phone: Page) -> None:
    group = sheet_of(phone)
    touch(phone.get_by_role("group", name="Who pays double?").get_by_text("nobody"))
    expect(changes(phone)).to_contain_text("1 change ")
    touch(phone.get_by_role("button", name="Play by these rules"))
    expect(phone.get_by_role("heading", name="Written down")).to_be_visible()
    for page in ("versions/?a=1&b=2", "card/", ""):
        phone.goto(f"/g/{group.code}/rules/{page}")
        for folded in phone.locator("details").all():
            folded.evaluate("one => { one.open = true }")
        assert fits(phone)
        assert low_targets(phone) == []
        is_accessible(phone)


def test_a_game_that_the_table_plays_can_have_a_price_of_its_own(phone: Page) -> None:
    night = other_game("mehrkopf", "mehrkopf_rulebook", *cast.NAMES[:4], options={"contracts": ["ramsch"]})
    owns(phone)
    phone.goto(f"/g/{night.group.code}/rules/")
    games = phone.locator(".part", has_text="Which games are played")
    rarer = games.locator("summary")
    touch(rarer)
    wenz = phone.get_by_label("A Wenz costs")
    expect(phone.get_by_label("A Ramsch costs")).to_be_visible()
    expect(wenz).to_be_hidden()
    many = games.locator("details .rule:visible").count()
    expect(rarer).to_have_text(f"{many} rarer rules")
    touch(games.get_by_text("Wenz", exact=True))
    expect(rarer).to_have_text(f"{many + 1} rarer rules")
    wenz.fill("4")
    wenz.blur()
    expect(phone.locator("#preview .example")).to_contain_text("Wenz")
    touch(games.get_by_text("Ramsch", exact=True))
    expect(phone.get_by_label("A Ramsch costs")).to_be_hidden()
    phone.get_by_label("Find a rule").fill("Ramsch costs")
    expect(phone.get_by_label("A normal game")).to_be_visible()
    expect(phone.get_by_label("A Ramsch costs")).to_be_hidden()
    touch(phone.get_by_role("link", name="Show all"))
    expect(rarer).to_have_text(f"{many} rarer rules")
    expect(wenz).to_be_visible()
    touch(phone.get_by_role("button", name="Play by these rules"))
    expect(phone.get_by_role("heading", name="Written down")).to_be_visible()
    rules = HouseRules.objects.filter(group=night.group).latest("version")
    assert rules.options == {"contracts": ["wenz"], "base_wenz": 4}
    opened(phone, night)
    tells(phone, 1, "Wenz", "Ann", brings="Ann +12, the others −4")


def test_own_words_are_written_by_thumb_and_stand_on_the_card(phone: Page) -> None:
    group = sheet_of(phone)
    touch(phone.get_by_text("Write down what your table agreed besides"))
    assert low_targets(phone) == []
    phone.get_by_label("Shown on the rule card").fill("Shuffle twice.\nWho misdeals deals again.")
    touch(phone.get_by_role("button", name="Save these words"))
    said = phone.locator("p.words")
    expect(said).to_have_text("Shuffle twice.\nWho misdeals deals again.")
    assert said.inner_text().split("\n") == ["Shuffle twice.", "Who misdeals deals again."]
    expect(phone.get_by_label("Shown on the rule card")).to_be_hidden()
    phone.get_by_label("Find a rule").fill("kitty")
    expect(said).to_be_hidden()
    is_accessible(phone)
    phone.goto(f"/g/{group.code}/rules/card/")
    expect(said).to_be_visible()
    assert fits(phone)


def test_a_game_of_the_tables_own_is_named_on_the_sheet_and_tapped_on_the_pad(phone: Page) -> None:
    night = other_game("mehrkopf", "mehrkopf_rulebook", *cast.NAMES[:4])
    owns(phone)
    phone.goto(f"/g/{night.group.code}/rules/")
    games = phone.locator(".part", has_text="Which games are played")
    touch(games.locator("summary"))
    phone.get_by_label("A game of our own is called").fill("Tratsch & <Co>")
    phone.get_by_label("Our own game costs").fill("7")
    phone.get_by_label("Our own game costs").blur()
    expect(phone.locator("#preview .example")).to_contain_text("Tratsch & <Co>")
    assert fits(phone)
    assert low_targets(phone) == []
    is_accessible(phone)
    touch(phone.get_by_role("button", name="Play by these rules"))
    expect(phone.get_by_role("heading", name="Written down")).to_be_visible()
    opened(phone, night)
    tells(phone, 1, "Tratsch & <Co>", "Ann", brings="Ann +21, the others −7")
    touch(phone.locator(".paper tbody th a").first)
    expect(phone.get_by_text("Tratsch & <Co> won").first).to_be_visible()
    opened(phone, night)
    corrects(phone, 1, "lost")
    assert totals(phone)[0] == "−21"
