"""Names of a group's rules: of their preset, else the answers that make the game and how many changes."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group
from ledger.recording import write_rules
from scorekeeper.text.rules import called
from tests.reading import html_of


@pytest.mark.parametrize(
    ("game", "preset", "values", "words"),
    [
        ("sheepshead", "", {"crack": "crack"}, "called ace, leaster, one change"),
        (
            "sheepshead",
            "",
            {"bump": False, "partner": "nobody", "no_picker": "doubler"},
            "cut-throat, no bump, doubler",
        ),
        ("sheepshead", "", {"partner": "queens", "no_picker": "moster"}, "the two black queens, moster"),
        (
            "sheepshead",
            "",
            {"no_picker": "forced", "crack": "crack", "cap": 4},
            "called ace, forced pick, two changes",
        ),
        (
            "mehrkopf",
            "",
            {"laufende": False, "tout_rate": "no_demand", "klopfer": True},
            "Tournament, 1/5, with Klopfen",
        ),
        (
            "mehrkopf",
            "",
            {
                "laufende": False,
                "tout_rate": "no_demand",
                "no_bid": "ramsch",
                "stoss": "re",
                "bock": ["tout"],
            },
            "Tournament, 1/5, with Ramsch, two changes",
        ),
        ("sheepshead", "Doublers", {"no_picker": "doubler"}, "Doublers"),
    ],
)
def test_rules_are_called_by_their_preset_or_by_what_makes_the_game(
    game: str, preset: str, values: dict[str, Any], words: str
) -> None:
    assert called(game, preset, values) == words


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["group", "rule_card"])
def test_group_is_still_called_by_its_game_after_one_change(page: str, group: Group, owner: Client) -> None:
    write_rules(group, "sheepshead", "", {"crack": "crack"}, uuid.uuid4(), None)
    assert "called ace, leaster, one change" in html_of(owner.get(reverse(page, args=[group.code])))
