"""In a language 40 % longer every page fits a phone 360 pixels wide, and nothing on it is plain English."""

import re
from calendar import day_abbr, day_name, month_abbr, month_name
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings
from playwright.sync_api import Page

from ledger.scoring import GAMES
from scorekeeper.pad.state import asks_of
from scorekeeper.text.games import words_of
from tests import cast
from tests.browser.hands import owns, walk
from tests.fuzz.world import World
from tests.pseudo import write_pseudo
from tests.steady import some

NARROW = {"width": 360, "height": 740}

WORD = re.compile(r"[^\W\d_]+")

# Words that are alike in every language: people, groups, games and a group's own card words, services, the
# columns of a notebook; and days and lists, which are written by the catalogues of Django and Babel.
PROPER = {
    *cast.NAMES,
    *(name[:2] for name in cast.NAMES),  # their initials
    *("EUR", "USD"),
    *re.findall(r"\w+", "Club Thursday table Another points pizza"),
    *re.findall(r"\w+", "CSV Excel Venmo PayPal.me Cash App Zelle TWINT"),
    *("Date", "foots"),
    *("Deutsch", "English"),  # each language by its own name
    *("and", "or"),  # between the last two of several
    *(name for names in (month_abbr, month_name, day_abbr, day_name) for name in names),
    *(word for game in GAMES.values() for word in WORD.findall(f"{game.key} {game.name}")),
    *(word for game in GAMES for words in words_of(game).WORDS.values() for word in WORD.findall(str(words))),
}

KNOWN = {word.casefold() for word in PROPER}
PLAIN = re.compile(r"[A-Za-z]*[aeiouyAEIOUY][A-Za-z]*")

LOOK = """() => {
  for (const one of document.querySelectorAll("details")) one.open = true;
  const given = "bdi, q, kbd, textarea, datalist, script, style, template, noscript, .source, [translate=no]";
  const texts = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement, data } = walk.currentNode;
    if (data.trim() && !parentElement.closest(given)) texts.push(data.trim());
  }
  for (const name of ["aria-label", "title", "placeholder", "data-busy", "alt"]) {
    for (const one of document.querySelectorAll(`[${name}]`)) texts.push(one.getAttribute(name));
  }
  const root = document.documentElement;
  const clipped = [];
  for (const one of document.querySelectorAll("button, .button, .chip, summary")) {
    const seen = one.checkVisibility() && !one.matches(".visually-hidden");
    if (seen && one.scrollWidth > one.clientWidth + 1) clipped.push(one.textContent.trim());
  }
  return { texts, clipped, over: root.scrollWidth - root.clientWidth };
}"""


def plain_english(texts: list[str]) -> list[str]:
    """Texts with a word that was not put into the language that nobody speaks."""
    return [
        text
        for text in texts
        if any(PLAIN.fullmatch(word) and word.casefold() not in KNOWN for word in WORD.findall(text))
    ]


def faults(address: str, seen: dict[str, Any]) -> list[str]:
    found = [f"{address} is {seen['over']} pixels too wide"] if seen["over"] > 0 else []
    found += [f"{address} clips {text!r}" for text in seen["clipped"]]
    return found + [f"{address} says {text!r}" for text in dict.fromkeys(plain_english(seen["texts"]))]


@pytest.mark.parametrize(
    "kind", some(["sheepshead", "mehrkopf", "southern_indiana", "sheepshoof", "points"], on_push=2)
)
def test_every_page_fits_and_is_translated(kind: str, new_phone: Callable[..., Page], tmp_path: Path) -> None:
    world = World(kind)
    page = new_phone(viewport=NARROW)
    owns(page)
    start = "/" if kind == "sheepshead" else f"/g/{world.group.code}/"
    found, pages = [], 0
    # What a game asks is kept by language, and this one goes by the name of English.
    asks_of.cache_clear()
    with override_settings(LOCALE_PATHS=[write_pseudo(tmp_path)]):
        for address in walk(page, start):
            pages += 1
            found += faults(address.replace(world.group.code, "…"), page.evaluate(LOOK))
    asks_of.cache_clear()
    assert pages > 12
    assert not found, "\n".join(dict.fromkeys(found))
