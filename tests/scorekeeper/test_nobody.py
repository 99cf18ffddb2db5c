"""Check pages about the placeholder player, to whom old notebooks book missing points."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group
from ledger.models.group import NOBODY
from ledger.recording.group import rename_player
from tests import cast
from tests.ledger.standings.test_nobody import brought_to
from tests.reading import html_of, words_of

NAMES_OF_IT = re.compile(f"{NOBODY}|Nicht zugeordnet")


@pytest.fixture
def notebook(group: Group) -> Group:
    return brought_to(group)


def file_of(client: Client, address: str, of: str) -> str:
    answer = client.get(address, {"format": "csv", "of": of})
    assert answer.status_code == 200
    return b"".join(answer).decode()


def test_nobody_has_points_in_the_standings_and_no_place(notebook: Group, watcher: Client) -> None:
    where = reverse("standings", args=[notebook.code])
    lines = file_of(watcher, where, "ranking").splitlines()
    assert (lines[1].startswith("1,"), lines[-1].startswith(f",{NOBODY},")) == (True, True)
    assert not re.search(rf"really the best[^.]*{NOBODY}", words_of(watcher.get(where)))


@pytest.mark.parametrize(
    ("page", "more", "of"),
    [
        ("group_statistics", [], "player"),
        ("records", [], "record"),
        ("records", [], "badge"),
        ("year", [2016], "standing"),
    ],
)
def test_where_players_are_compared_nobody_is_not_named(
    notebook: Group, watcher: Client, page: str, more: list[int], of: str
) -> None:
    where = reverse(page, args=[notebook.code, *more])
    said = file_of(watcher, where, of)
    assert ("Ann" in said, NOBODY in said) == (True, False)
    assert page == "group_statistics" or NOBODY not in words_of(watcher.get(where))


PAGES = ("standings", "group_statistics", "players", "nights", "money", "looks", "player", "statement")


def test_placeholder_is_called_in_the_language_of_the_reader_and_a_person_of_its_name_as_ever(
    notebook: Group, owner: Client
) -> None:
    other = cast.thursday_table(name="Another table")
    cast.an_ended_night(other)
    rename_player(other.players.get(name="Ann"), NOBODY)
    for group, german in ((notebook, "Nicht zugeordnet"), (other, NOBODY)):
        (player,) = cast.ids(group, NOBODY)
        named = {name: [group.code, player] for name in ("looks", "player", "statement")}
        shown = set()
        for page in PAGES:
            address = reverse(page, args=named.get(page, [group.code]))
            for language, word in (("en", NOBODY), ("de", german)):
                html = html_of(owner.get(address, headers={"Accept-Language": language}))
                shown |= {page} if word in html else set()
                assert not ({NOBODY, "Nicht zugeordnet"} - {word}) & {*re.findall(NAMES_OF_IT, html)}, page
        assert shown >= {"standings", "players", "nights", "looks", "player"}


def test_saving_the_name_that_a_reader_sees_leaves_the_placeholder_one(
    notebook: Group, owner: Client
) -> None:
    (player,) = cast.ids(notebook, NOBODY)
    rename = reverse("rename_player", args=[notebook.code, player])
    owner.post(rename, {"name": "Nicht zugeordnet"}, headers={"Accept-Language": "de"})
    kept = notebook.players.get(pk=player)
    assert (kept.name, kept.is_placeholder) == (NOBODY, True)
