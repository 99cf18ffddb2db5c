"""Four doors on every page of a group, and behind them every page, two taps away at most and by one way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import URLPattern, resolve, reverse

from ledger.models import Group, Role
from ledger.recording import admit
from scorekeeper.urls import of_a_group, of_a_night
from tests import cast
from tests.fuzz.world import SCORER, WATCHER, history, rows_of, thursday
from tests.reading import html_of
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.test_every_door import RANK, doors_of, ids_of

DOORS = ("group", "standings", "money", "about")
NIGHT = {"imported", *(str(one.name) for one in of_a_night if isinstance(one, URLPattern))}
NAME = {"player", "question", "player_years", "player_year", "statement"}
"""Pages of one night, and of one player: links among them, and to them, are not counted."""

WITHOUT_DOORS = {"table", "wall"}
NOT_WALKED = {"picture_file", "who_are_you", "live_group", "rankings"}

ASIDE = {
    "group_question": {"of a player"},  # the same question, of everybody
    "plan": {"money", "of a night"},  # a line of the history is a payment of a plan
    "year": {"people"},  # an owner turns off there what others can see
    "player_year": {"people"},
}
"""Ways that are not counted, by the page that they lead to."""
BEHIND = {
    "nights": "group",
    "records": "standings",
    "settle": "money",
    "people": "about",
    "rules": "about",
    "exchange": "about",
}


class Links(HTMLParser):
    """The addresses that a page leads to, but for the arrow back; those of its doors are `doors`."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.inside = False
        self.doors: list[tuple[str, str | None]] = []
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "nav":
            self.inside = said.get("class") == "tabs"
        if tag != "a" or said.get("href") is None:
            return
        href = str(said["href"])
        if self.inside:
            self.doors.append((href, said.get("aria-current")))
        elif "icon" not in str(said.get("class")).split() and "format=" not in href:
            self.found.append(href.partition("#")[0].partition("?")[0])

    def handle_endtag(self, tag: str) -> None:
        if tag == "nav":
            self.inside = False


def kin(name: str) -> str:
    """The family of a page: a night and a player have several pages, which lead to each other."""
    return "of a night" if name in NIGHT else "of a player" if name in NAME else name


def walk(client: Client, group: Group) -> tuple[dict[str, int], dict[str, set[str]]]:
    """Return the number of taps from a door to each page, and the other pages that lead there."""
    taps = {href: 0 for href, _ in Links(html_of(client.get(reverse("group", args=[group.code])))).doors}
    depth: dict[str, int] = {}
    ways: dict[str, set[str]] = defaultdict(set)
    left = list(taps)
    seen: dict[str, int] = defaultdict(int)
    while left:
        address = left.pop(0)
        name = str(resolve(address).url_name)
        depth[name] = min(depth.get(name, 99), taps[address])
        seen[name] += 1
        if name in WITHOUT_DOORS or name in NOT_WALKED or seen[name] > 4:
            continue
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, address
        for href in Links(html_of(answer)).found:
            if not href.startswith(f"/g/{group.code}/"):
                continue
            to = str(resolve(href).url_name)
            if kin(to) not in (kin(name), "of a night", "of a player") and to not in DOORS:
                ways[to].add(kin(name))
            cost = taps[address] + (kin(to) != kin(name) or kin(to) == to)
            if href not in taps or cost < taps[href]:
                taps[href] = cost
                left.append(href)
    return depth, ways


def phone(group: Group, who: str) -> Client:
    guest = {"owner": cast.owner_of(group).guest, "scorer": SCORER, "watcher": WATCHER}[who]
    if who != "owner":
        admit(group, guest, Role(who))
    return phone_of(guest)


@pytest.mark.parametrize("who", ["owner", "scorer", "watcher"])
@pytest.mark.parametrize("made", [thursday, history])
def test_every_page_is_two_taps_from_a_door_and_has_one_way(
    db: None, made: Callable[[], Group], who: str
) -> None:
    group = made()
    client = phone(group, who)
    depth, ways = walk(client, group)
    assert {name: taps for name, taps in depth.items() if taps > 2} == {}
    counted = {name: found - ASIDE.get(name, set()) for name, found in ways.items()}
    assert {name: found for name, found in counted.items() if len(found) > 1} == {}
    for one in of_a_group:
        if not isinstance(one, URLPattern) or "<" in str(one.pattern) or one.name in NOT_WALKED:
            continue
        answer = client.get(reverse(str(one.name), args=[group.code]))
        if answer.status_code == 200 and 'class="tabs"' in answer.text:
            assert one.name in depth


@pytest.mark.parametrize("who", ["owner", "scorer", "watcher"])
def test_every_page_but_the_table_and_the_wall_has_the_doors_and_marks_its_own(db: None, who: str) -> None:
    group = thursday()
    client = phone(group, who)
    doors = [name for name in DOORS if name != "money" or who != "watcher"]
    for name in [*doors, "nights", "records", "settle", "people", "rules", "exchange"]:
        if name == "settle" and who == "watcher":
            continue
        links = Links(client.get(reverse(name, args=[group.code])).text).doors
        assert [href for href, _ in links] == [reverse(one, args=[group.code]) for one in doors]
        marked = [str(resolve(href).url_name) for href, current in links if current]
        assert marked == [BEHIND.get(name, name)]
    for address in ("table", "wall"):
        numbers = [2] if address == "table" else []
        assert Links(client.get(reverse(address, args=[group.code, *numbers])).text).doors == []


KEY = "4b7f3b1e-1d2c-4f5a-8a3e-0e6f4a1b2c3d"
GUARDED = frozenset(
    {
        "add_season", "another", "book", "call_group", "change_role", "change_season", "coin",
        "confirm_player", "correct", "divide_pot", "end", "going_pay", "keep_score", "make_link", "merging",
        "money_pay", "night_pay", "note_night", "play_for", "put_away", "redo_change", "remark",
        "remove_phone", "remove_season", "rename_link", "renew_link", "reopen", "restore", "rule_words",
        "rules", "seats", "settle_pay", "share_year", "show_money", "take_back", "tell",
        "tonight", "turn_off_link", "undo_change", "unpaid", "unshare_year", "whose_phone",
    }
)  # fmt: skip
"""Addresses of a group whose forms bring a key, most of them with the line or the change seen last."""


@pytest.mark.parametrize(
    "guards",
    [{}, {"key": "tea", "after": "1"}, {"key": KEY, "after": "-1"}, {"key": KEY, "after": "9" * 5000}],
)
def test_damaged_guards_write_nothing(db: None, guards: dict[str, str]) -> None:
    group = thursday()
    ids, owner, before = ids_of(group), phone_of(cast.OWNER), rows_of([group])
    doors = [door for door in doors_of(*RANK) if door.name in GUARDED]
    answered = {door.name: owner.post(door.at(ids), guards).status_code for door in doors}
    assert answered.keys() == GUARDED
    assert {name: status for name, status in answered.items() if status not in (409, 422)} == {}
    after = rows_of([group])
    assert {name for name in after if after[name] != before[name]} <= {"Membership"}, "who was seen when"
