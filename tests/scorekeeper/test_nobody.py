"""Check pages about the placeholder player, to whom old notebooks book missing points."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group
from ledger.standings.players import NOBODY
from tests.ledger.standings.test_nobody import brought_to
from tests.reading import words_of


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
