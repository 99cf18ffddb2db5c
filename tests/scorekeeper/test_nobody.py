"""What pages say of the player to whom old notebooks book what is missing."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group
from ledger.standings.players import NOBODY
from tests.ledger.standings.test_nobody import brought_to
from tests.reading import html_of


@pytest.fixture
def notebook(group: Group) -> Group:
    return brought_to(group)


def file_of(client: Client, address: str, of: str) -> str:
    answer = client.get(address, {"format": "csv", "of": of})
    assert answer.status_code == 200
    return b"".join(answer).decode()


def main_of(client: Client, address: str) -> str:
    return re.sub(r"<[^>]*>", " ", html_of(client.get(address)).partition("<main")[2])


def test_nobody_has_points_in_the_standings_and_money(notebook: Group, watcher: Client) -> None:
    """But no place: they stand below everybody else."""
    lines = file_of(watcher, reverse("standings", args=[notebook.code]), "ranking").splitlines()
    assert lines[1].startswith("1,")
    assert lines[-1].startswith(f",{NOBODY},")


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
    said = file_of(watcher, reverse(page, args=[notebook.code, *more]), of)
    assert "Ann" in said
    assert NOBODY not in said


def test_neither_is_nobody_the_leader_on_any_page(notebook: Group, watcher: Client) -> None:
    for page, more in (("records", []), ("year", [2016])):
        assert NOBODY not in main_of(watcher, reverse(page, args=[notebook.code, *more]))
    said = main_of(watcher, reverse("standings", args=[notebook.code]))
    assert not re.search(rf"really the best[^.]*{NOBODY}", said)
