"""What the pages show of the house rules: at the head of the table, on the sheet, and under it."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group
from ledger.models.book import sheet_of
from ledger.recording import Hand, tell_hand
from tests import cast
from tests.reading import html_of, missing
from tests.scorekeeper.group.test_rules import told


def test_the_head_of_the_table_counts_the_mauer_marks(owner: Client) -> None:
    group = cast.thursday_table(name="Marks", options={"mauer": 1, "mauer_double": 3})
    night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    heads = []
    for _ in range(4):
        page = html_of(owner.get(reverse("table", args=[group.code, night.number])))
        heads.append(page.partition("</header>")[0])
        facts = {"kind": "leaster", "winners": [0], "mauer": 1}
        tell_hand(night, Hand(seats=sheet_of(night).seating.seats, told=facts), cast.context(night))
    assert "Mauer mark" not in heads[0]
    assert "1 of 3 Mauer marks" in heads[1]
    assert "2 of 3 Mauer marks" in heads[2]
    assert "Mauer mark" not in heads[3]
    assert "1 doubler" in heads[3]


def preview(client: Client, group: Group, **said: str) -> str:
    """Return what an open page gets for its dock when something on the sheet was changed."""
    address = reverse("rules_preview", args=[group.code])
    return html_of(client.post(address, told(**said), headers={"HX-Request": "true"}))


def titles(html: str) -> list[str]:
    return re.findall(r'class="receipt"><h3>([^<]*)', html)


CHANGED = {"rule-bump": "False", "rule-three_kings": "2", "rule-last_round": "True"}


@pytest.mark.parametrize(
    ("touched", "words"),
    [("rule-three_kings", "three kings"), ("rule-last_round", "last round"), ("rule-bump", "lose with")],
)
def test_the_examples_of_the_option_touched_last_come_first(
    group: Group, watcher: Client, touched: str, words: str
) -> None:
    found = titles(preview(watcher, group, **CHANGED, touched=touched))
    assert words in found[0]
    assert len(found) == 4


def test_without_a_script_what_differs_from_the_page_counts_as_touched(group: Group, watcher: Client) -> None:
    kings = {"rule-three_kings": "2"}
    assert "three kings" in titles(preview(watcher, group, **kings))[0]
    both = kings | {"rule-last_round": "True"}
    assert "last round" in titles(preview(watcher, group, **both, shown='{"three_kings": 2}'))[0]


@pytest.mark.parametrize("touched", ["", "rule-", "rule-nothing", "\0", "x" * 5000])
def test_a_touch_of_nothing_does_no_harm(group: Group, watcher: Client, touched: str) -> None:
    assert len(titles(preview(watcher, group, **CHANGED, touched=touched))) == 4


def test_a_wrong_number_is_said_at_its_field_and_in_the_dock_and_nowhere_else(
    group: Group, owner: Client
) -> None:
    sentence = "is a whole number from 1 to 1000000, or nothing."
    said = {"key": str(uuid.uuid4()), "game": "sheepshead", "was_game": "sheepshead", "after": "1"}
    html = html_of(owner.post(reverse("rules", args=[group.code]), said | {"rule-cap": "lots"}))
    sheet, _, dock = html.partition('<section id="preview"')
    assert (sheet.count(sentence), dock.count(sentence)) == (1, 1)
    assert sentence in sheet.partition('id="wrong-rule-cap"')[2]
    assert preview(owner, group, **{"rule-cap": "lots"}).count(sentence) == 1


def test_what_is_wrong_with_the_whole_sheet_is_said_once(group: Group, owner: Client) -> None:
    cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    said = {"key": str(uuid.uuid4()), "game": "sheepshoof", "preset": "as_written", "after": "1"}
    html = html_of(owner.post(reverse("rules", args=[group.code]), said))
    sentence = "A night of Sheepshead is going on, and a night keeps its game. "
    sentence += "End the night first, or start a new group for Sheepshoof."
    assert html.count(sentence) == 1
    assert preview(owner, group, game="bridge").count("Choose a game.") == 1


def test_a_search_that_finds_nothing_says_so_and_leads_back(group: Group, watcher: Client) -> None:
    address = reverse("rules", args=[group.code])
    html = html_of(watcher.get(address, {"find": "<pinochle>"}))
    assert not missing(
        html,
        "No rule here is called “<bdi>&lt;pinochle&gt;</bdi>”.",
        f'href="{address}" data-show-all>Show all</a>',
        '<section class="part"',
    )
    assert not re.search(r'<section class="part"[^>]*data-part>', html.replace(" hidden data-part", ""))
    assert "No rule here is called “<bdi>" not in html_of(watcher.get(address, {"find": "kitty"}))
