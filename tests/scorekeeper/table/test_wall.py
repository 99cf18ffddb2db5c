"""The sheet on a wall: which night it shows, and what stands there."""

import html as entities
import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group, Role
from ledger.recording import end_night, take_back_hand, tell_hand
from tests import cast
from tests.reading import missing

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")


def page(group: Group, night: int | None = None) -> str:
    return reverse("wall", args=[group.code]) + (f"?night={night}" if night else "")


def text(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    html = answer.content.decode()
    found = html[html.index("<main") : html.index("</main")]
    return " ".join(entities.unescape(re.sub(r"<[^>]+>", " ", found)).split())


def test_wall_says_who_has_what_and_what_the_last_hand_brought_and_why(group: Group, watcher: Client) -> None:
    night = cast.a_night(group, *FIVE, dealer="Edith")
    cast.tell(night, "Ann", "Ben")
    assert "Ann plus 2, Ben plus 1, the others minus 1. Ann deals." in text(watcher, page(group))
    cast.tell(night, "Cleo", "Dave", "lost")

    words = text(watcher, page(group))

    assert words.startswith("Hand 3 · Ben deals")
    assert "Ann 4 +2 leads Ben 3 +2 deals Cleo −5 −4 Dave −3 −2 Edith 1 +2" in words
    last = "Hand 2 · Cleo and Dave : lost 31–60 Lost −2 Double on the bump × 2"
    assert words.endswith(f"{last} Hand 1 · Ann and Ben : won 61–90 Ann +2, Ben +1, the others −1")


def test_the_last_five_hands_stand_there_and_whoever_leads(group: Group, watcher: Client) -> None:
    night = cast.a_night(group, *FIVE)
    for _ in range(7):
        cast.tell(night, "Ann", "Ben")

    words = text(watcher, page(group))

    assert re.findall(r"Hand (\d) · Ann", words) == ["7", "6", "5", "4", "3"]
    assert words.count("leads") == 1
    assert "Ann 14 +2 leads" in words
    assert "€" not in words


def test_whoever_sits_out_is_named(group: Group, watcher: Client) -> None:
    cast.tell(cast.a_night(group, dealer="Frank"), "Ann", "Ben")

    words = text(watcher, page(group))

    assert not missing(words, "Ann deals Ann sits out", "Ann 2 +2 leads deals sits out")
    assert "Frank 0 deals" not in words


def test_what_the_next_hand_is_worth_stands_there(group: Group, watcher: Client) -> None:
    night = cast.a_night(group, *FIVE)
    tell_hand(night, cast.leaster(night, "Ann"), cast.context(night))

    table = watcher.get(reverse("table", args=[group.code, 1])).content.decode()
    wall = watcher.get(page(group)).content.decode()

    stands = re.compile(r'<b class="doubled">(.*?)</b>', re.DOTALL)
    assert stands.findall(wall) == stands.findall(table)


def test_a_hand_that_was_taken_back_stands_there_no_more(group: Group, watcher: Client) -> None:
    night = cast.a_night(group, *FIVE)
    take_back_hand(night, cast.tell(night, "Ann", "Ben").entry.number, cast.context(night))

    words = text(watcher, page(group))

    assert "+2" not in words
    assert words.startswith("Hand 1 ·")


def test_an_evening_before_its_first_hand_and_a_group_before_its_first_evening(
    group: Group, watcher: Client
) -> None:
    assert "Nothing is played yet" in text(watcher, page(group))
    cast.a_night(group, *FIVE)
    assert "Ann 0" in text(watcher, page(group))


def test_when_a_night_is_over_the_wall_shows_it_until_the_next_begins(group: Group, watcher: Client) -> None:
    cast.an_ended_night(group)
    words = text(watcher, page(group))
    assert words.startswith(("The night is over · one hand", "The night is over · 1 hand"))
    assert "deals" not in words
    assert "The night is over after one hand." in words

    cast.a_night(group, *FIVE)

    assert text(watcher, page(group)).startswith("Hand 1 ·")


def test_of_two_tables_the_one_that_is_asked_for_as_long_as_it_is_played(
    group: Group, watcher: Client
) -> None:
    first = cast.a_night(group, *FIVE)
    cast.tell(first, "Ann", "Ben")
    cast.a_night(group, *FIVE)

    assert text(watcher, page(group)).startswith("Hand 1 ·")
    assert text(watcher, page(group, 1)).startswith("Hand 2 ·")
    end_night(first, cast.context(first))
    assert text(watcher, page(group, 1)).startswith("Hand 1 ·")


@pytest.mark.parametrize("night", ["7", "x", "-1", "9" * 30, "²"])
def test_a_night_that_is_not_played_is_not_asked_for(group: Group, watcher: Client, night: str) -> None:
    cast.a_night(group, *FIVE)
    assert text(watcher, f"{page(group)}?night={night}").startswith("Hand 1 ·")


def test_a_link_to_watch_stands_there_for_whoever_sits_in_the_room(group: Group, owner: Client) -> None:
    assert "Follow on your phone" not in text(owner, page(group))
    owner.post(
        reverse("make_link", args=[group.code]),
        {"key": str(uuid.uuid4()), "role": Role.WATCHER, "after": "0"},
    )
    assert "Follow on your phone" in text(owner, page(group))
