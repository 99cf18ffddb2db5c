"""The game comes before the stake: it brings its own, says what it means, and asks about another."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from ledger.models import Group
from ledger.scoring import GAMES, read_rules
from scorekeeper.presenters.stakes import doubt, in_short, means
from tests.reading import html_of
from tests.scorekeeper.group.test_start_group import told

pytestmark = pytest.mark.django_db
EVERY = [(game, preset) for game in GAMES.values() for preset in game.presets]
BAVARIAN = "mehrkopf/bavarian_table"


def meant(game: str, preset: str, cents: int, currency: str) -> str:
    found = next(one for one in GAMES[game].presets if one.key == preset)
    return means(GAMES[game], read_rules(GAMES[game].rules, found.values), cents, currency)


def field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}"[^>]*value="([^"]*)"', page)
    assert found
    return found[1]


def stake_of(client: Client, said: Mapping[str, Any]) -> tuple[int, str]:
    answer = client.post("/start/", said)
    assert answer.status_code == 303, html_of(answer)
    group = Group.objects.latest("pk")
    return group.stake_cents, group.currency


def test_a_stake_is_said_in_hands_of_the_game() -> None:
    assert meant("sheepshead", "wisconsin_called_ace", 5, "USD") == (
        "5¢ a point: a hand that is won costs each opponent $0.05 "
        "and losing alone with schneider costs $0.80."
    )
    assert meant("sheepshead", "no_bump", 5, "USD").endswith("losing alone with schneider costs $0.40.")
    assert meant("mehrkopf", "bavarian_table", 1, "EUR") == (
        "€0.01 a point: a Rufspiel pays €0.20 and losing a solo with Schneider costs €1.80."
    )
    assert meant("southern_indiana", "race_to_24", 25, "USD") == (
        "25¢ a point: whoever loses the race pays $0.25."
    )
    assert meant("sheepshead", "no_bump", 0, "") == "Points only: no money is shown or counted."


@pytest.mark.parametrize(
    ("game", "preset"), EVERY, ids=[f"{game.key}/{preset.key}" for game, preset in EVERY]
)
def test_every_preset_brings_a_stake_that_nobody_asks_about(game: Any, preset: Any) -> None:
    rules = read_rules(game.rules, preset.values)
    brings = in_short(game, rules, preset.stake)
    assert brings
    assert "{" not in brings
    if preset.stake.currency:
        assert doubt(game, rules, preset.stake.cents, preset.stake.currency) is None
        asked = doubt(game, rules, preset.stake.cents * 1_000, preset.stake.currency)
        assert asked is not None
        assert doubt(game, rules, asked.meant, preset.stake.currency) is None
    else:
        assert brings == "Points only"


def test_dollars_in_the_place_of_cents_are_asked_about() -> None:
    game = GAMES["sheepshead"]
    asked = doubt(game, read_rules(game.rules, {}), 500, "USD")
    assert asked is not None
    assert asked.question == "$5.00 a point: a lost hand could cost $80.00. Did you mean 5¢?"
    assert (asked.instead, asked.meant, asked.keep, asked.typed) == (
        "Yes, 5¢ a point", 5, "No, $5.00 a point", 500,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("cents", "currency", "is_asked"),
    [(25, "USD", False), (100, "USD", False), (125, "USD", True), (100, "CZK", False), (100, "JPY", False)],
)
def test_what_a_table_may_play_for_is_not_asked_about(cents: int, currency: str, is_asked: bool) -> None:
    game = GAMES["sheepshead"]
    assert (doubt(game, read_rules(game.rules, {}), cents, currency) is not None) is is_asked


def test_the_page_says_what_each_way_to_play_brings(client: Client) -> None:
    page = html_of(client.get("/start/"))
    assert "A Rufspiel pays €0.20" in page
    assert page.index("What do you play?") < page.index("What do you play for?")
    assert "losing alone with schneider costs $0.80" in page


def test_the_game_that_is_chosen_brings_its_stake(client: Client) -> None:
    said = told(preset=BAVARIAN, stake="0.05", currency="USD", stake_of="wisconsin_called_ace")
    money = html_of(client.post("/start/game/", said))
    assert (field(money, "stake"), field(money, "stake_of")) == ("0.01", BAVARIAN)
    assert '<option value="EUR" selected' in " ".join(money.split())
    assert not Group.objects.exists()


@pytest.mark.parametrize("kept", [{"stake": "0.10"}, {"stake": "x"}, {"currency": ""}, {"stake_of": "?"}])
def test_what_somebody_typed_stays(client: Client, kept: dict[str, str]) -> None:
    said = told(preset=BAVARIAN, stake="0.05", currency="USD", stake_of="wisconsin_called_ace") | kept
    assert field(html_of(client.post("/start/game/", said)), "stake") == said["stake"]


def test_a_stake_is_explained_while_it_is_typed(client: Client) -> None:
    assert "costs $4.00" in html_of(client.post("/start/stake/", told(stake="0.25")))
    assert html_of(client.post("/start/stake/", told(stake="a quarter"))).strip() == "<span></span>"
    assert client.post("/start/stake/", {}).status_code == 200
    assert client.get("/start/stake/").status_code == 405


def test_without_a_script_a_stake_that_another_game_brought_is_asked_about_once(client: Client) -> None:
    said = told(preset=BAVARIAN, stake="0.05", currency="USD", stake_of="wisconsin_called_ace")
    page = html_of(client.post("/start/", said), 422)
    assert "A Rufspiel pays €0.20. Is that what you play for?" in page
    assert field(page, "name") == "Thursday table"
    again = said | {name: field(page, name) for name in ("key", "stake", "stake_of")} | {"currency": "EUR"}
    assert stake_of(client, again) == (1, "EUR")


def test_an_implausible_stake_is_asked_about_with_two_answers(client: Client) -> None:
    said = told(stake="5")
    page = html_of(client.post("/start/", said), 422)
    assert "Did you mean 5¢?" in page
    assert re.findall(r'name="sure"[^>]*value="(\d+)"', page) == ["5", "500"]
    assert field(page, "key") == said["key"]
    assert not Group.objects.exists()
    assert stake_of(client, said | {"sure": "5"}) == (5, "USD")


def test_an_implausible_stake_is_taken_where_it_is_meant(client: Client) -> None:
    assert stake_of(client, told(stake="5", sure="500")) == (500, "USD")


@pytest.mark.parametrize("sure", ["", "600", "x" * 30, "-5", "\0"])
def test_an_answer_to_another_question_is_none(client: Client, sure: str) -> None:
    assert client.post("/start/", told(stake="5", sure=sure)).status_code == 422
    assert not Group.objects.exists()


def test_an_answer_survives_that_something_else_was_wrong(client: Client) -> None:
    page = html_of(client.post("/start/", told(stake="5", sure="5", name="")))
    assert field(page, "stake") == "0.05"
