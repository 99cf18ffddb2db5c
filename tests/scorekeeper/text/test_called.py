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
    ("values", "words"),
    [
        ({"crack": "crack"}, "called ace, leaster, one change"),
        ({"bump": False, "partner": "nobody", "no_picker": "doubler"}, "cut-throat, no bump, doubler"),
        ({"partner": "queens", "no_picker": "moster"}, "the two black queens, moster"),
        ({"no_picker": "forced", "crack": "crack", "cap": 4}, "called ace, forced pick, two changes"),
    ],
)
def test_sheepshead_of_its_own_is_called_by_what_makes_its_game(values: dict[str, Any], words: str) -> None:
    assert called("sheepshead", "", values) == words


def test_other_game_of_its_own_is_called_like_the_nearest_preset() -> None:
    values = {"laufende": False, "tout_rate": "no_demand", "klopfer": True}
    assert called("mehrkopf", "", values) == "Schafkopf, tournament, one change"


def test_preset_keeps_its_name() -> None:
    assert called("sheepshead", "Doublers", {"no_picker": "doubler"}) == "Doublers"


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["group", "rule_card"])
def test_group_is_still_called_by_its_game_after_one_change(page: str, group: Group, owner: Client) -> None:
    write_rules(group, "sheepshead", "", {"crack": "crack"}, uuid.uuid4(), None)
    assert "called ace, leaster, one change" in html_of(owner.get(reverse(page, args=[group.code])))
