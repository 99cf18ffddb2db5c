"""A whole evening of a Stammtisch in German: started, twenty games of every kind, ended, paid and shared."""

import re
import uuid
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import write_rules
from ledger.standings import rules_in_force
from ledger.standings.money import open_list
from tests import cast
from tests.browser.hands import (
    SHARES,
    Thumb,
    confirmed,
    fits,
    number,
    press,
    settled,
    shared,
    totals,
    touch,
)
from tests.reading import missing

FOUR = ("Resi", "Sepp", "Vroni", "Lenz")
MORE = "Laufende, Klopfer, Kontra"
# Taps of each game, the last before the pen's, and what its game is called afterwards.
GAMES: tuple[tuple[str, ...], ...] = (
    ("Resi", "Sepp"),
    ("Solo", "Lenz"),
    ("Vroni", "Lenz", "lost_schneider"),
    ("Wenz", "Sepp"),
    ("Geier", "Vroni", "won_schneider"),
    ("Farbwenz", "Lenz"),
    ("Hochzeit", "Resi", "Vroni"),
    ("Sepp", "Lenz", MORE, "Klopfer: 1 · ×2"),
    ("Resi", "Lenz", "lost", MORE, "Kontra: Kontra"),
    ("Solo", "Vroni", MORE, "Kontra: Re"),
    ("Lenz", "Resi", MORE, "Laufende: 3"),
    ("Ramsch", "Sepp"),
    ("Resi", "Vroni"),  # doubled by the Bock
    ("Wenz", "Lenz", "won_schwarz"),
    ("Alle passen",),
    ("Ramsch", "Wessen Durchmarsch? Vroni"),
    ("Solo", "Resi", MORE, "Tout"),
    ("Solo", "Lenz", MORE, "Sie"),
    ("Sepp", "Resi", MORE, "Laufende: 4", "der Nichtspieler"),  # wins the stock
    ("Solo", "Sepp", "lost", MORE, "Klopfer: 2 · ×4"),
)


def starts_in_three_taps(page: Page) -> Session:
    """Start a group and its first evening; everything else on the way is typed."""
    page.goto("/")
    touch(page.get_by_role("link", name="Gruppe anfangen"))
    schafkopf = page.locator(".game").first
    expect(schafkopf.get_by_role("radio").first).to_be_checked()
    expect(schafkopf).to_contain_text("Schafkopf")
    assert fits(page)
    # The usual table is chosen already; this one plays the Ramsch and rounds of Bock as well.
    for field in ("no_bid", "bock"):
        schafkopf.locator(f"input[type=checkbox][name$={field}]").check()
    page.get_by_label("Wie heißt die Gruppe?").focus()
    for line in ("Stammtisch", FOUR[0]):
        page.keyboard.type(line)
        press(page, "Enter")
    touch(page.get_by_role("button", name="Gruppe anfangen"))
    page.wait_for_url("**/tonight/")
    marches_are_paid(Group.objects.get())
    page.get_by_label("Jemand Neues?").focus()
    for name in FOUR[1:]:
        page.keyboard.type(name)
        press(page, "Enter")
    assert fits(page)
    touch(page.get_by_role("button", name="Erstes Spiel geben"))
    page.wait_for_url("**/1/")
    return Session.objects.get()


def marches_are_paid(group: Group) -> None:
    """Let a Durchmarsch win, paid like a solo; nobody needs the sheet of house rules for the rest."""
    rules = rules_in_force(group)
    options = {**rules.options, "ramsch_durchmarsch": "points_91", "durchmarsch_pays": "solo"}
    write_rules(group, rules.game, rules.preset, options, uuid.uuid4(), cast.owner_of(group))


@pytest.mark.parametrize(("height", "width", "colours"), [(844, 390, "light"), (568, 320, "dark")])
def test_stammtisch_plays_a_whole_evening_in_german(
    new_phone: Callable[..., Page], height: int, width: int, colours: str
) -> None:
    size = {"width": width, "height": height}
    page = new_phone(locale="de-DE", viewport=size, color_scheme=colours)
    night = starts_in_three_taps(page)
    assert page.locator("html").get_attribute("lang") == "de"
    for hand, taps in enumerate(GAMES, start=1):
        thumb = Thumb(page)
        for tap in taps:
            label, _, name = tap.partition("? ")
            if name:
                with page.expect_response("**/tap/"):
                    page.get_by_label(f"{label}?").select_option(name)
                settled(page)
            else:
                thumb.tap(tap)
        said = page.locator("#record small").inner_text()
        thumb.record()
        expect(page.get_by_role("status")).to_contain_text(f"Spiel {hand}")
        assert confirmed(page) == said, hand
        assert fits(page)
    sheet = sheet_of(night)
    assert list(map(number, totals(page))) == [int(sheet.totals[one]) for one in sheet.players]
    assert sum(sheet.totals.values()) + sheet.pot_points == 0
    ends_and_pays(page)
    assert open_list(night.group) == ()
    page.evaluate(SHARES)
    touch(page.get_by_role("button", name="Ergebnis teilen"))
    assert not missing(shared(page), "Stammtisch", "20 Spiele", "€", *FOUR)
    is_listed(page)


def ends_and_pays(page: Page) -> None:
    touch(page.get_by_role("link", name="Abend beenden"))
    assert fits(page)
    touch(page.get_by_role("button", name="Abend beenden"))
    expect(page.get_by_role("main")).to_contain_text(re.compile("Zahlungen? noch"))
    assert fits(page)
    paid = page.locator(".does > form > button:visible", has_text="Gezahlt")
    for left in reversed(range(paid.count())):
        touch(paid.first)
        expect(paid).to_have_count(left)


def is_listed(page: Page) -> None:
    """Read the list to print: a line for each game, plus and minus alike, and a place for each to sign."""
    touch(page.get_by_role("link", name="Liste zum Ausdrucken"))
    page.wait_for_url("**/report/")
    assert fits(page)
    expect(page.locator(".paper-list tbody tr")).to_have_count(len(GAMES))
    expect(page.locator(".signed li")).to_have_text(list(FOUR))
    plus, minus = re.findall(r"\d+", page.locator(".paper-list ~ p, .scroll + p").first.inner_text())
    assert plus == minus
    called = page.locator(".paper-list tbody .who").all_inner_texts()
    assert called[11].startswith("Ramsch")
    assert called[15].startswith("Durchmarsch")
