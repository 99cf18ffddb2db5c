"""Start a group: a minute, no account, and nothing typed is lost."""

import re
import uuid
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from ledger.models import Group, HouseRules, Membership, Player
from ledger.scoring import GAMES
from scorekeeper.text.amounts import read_stake
from tests.reading import html_of, missing

pytestmark = pytest.mark.django_db
PRESETS = GAMES["sheepshead"].presets


def told(**said: Any) -> dict[str, Any]:
    """What somebody sends who starts the Thursday table."""
    return {
        "key": str(uuid.uuid4()),
        "name": "Thursday table",
        "own": "Ann",
        "currency": "USD",
        "stake": "0.25",
        "preset": PRESETS[0].key,
    } | said


def test_the_page_asks(client: Client) -> None:
    page = client.get("/start/")
    assert page.status_code == 200
    assert page.content.count(b'name="own"') == 1
    assert page.content.count(b'name="preset"') == sum(len(game.presets) for game in GAMES.values())


def test_a_group_is_started_and_owned_by_this_browser_for_a_year(client: Client) -> None:
    answer = client.post("/start/", told(preset=PRESETS[1].key))
    group = Group.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{group.code}/tonight/")
    assert (group.name, group.currency, group.stake_cents) == ("Thursday table", "USD", 25)
    assert list(Player.objects.values_list("name", flat=True)) == ["Ann"]
    rules = HouseRules.objects.get()
    assert (rules.preset, rules.options) == (PRESETS[1].key, dict(PRESETS[1].values))
    membership = Membership.objects.get()
    assert (membership.role, membership.player and membership.player.name) == ("owner", "Ann")
    assert client.cookies["guest"]["max-age"] == 31_536_000
    assert client.get(answer.headers["Location"]).status_code == 200


def test_sent_twice_starts_one_group(client: Client) -> None:
    assert "guest" in client.get("/start/").cookies
    said = told()
    first, second = client.post("/start/", said), client.post("/start/", said)
    assert first.headers["Location"] == second.headers["Location"]
    assert Group.objects.count() == 1


def test_another_browser_cannot_use_the_same_key(client: Client) -> None:
    said = told()
    client.post("/start/", said)
    answer = Client().post("/start/", said)
    assert answer.status_code == 422
    assert said["key"] not in html_of(answer)
    assert b'value="Thursday table"' in answer.content


def test_points_only_needs_no_stake(client: Client) -> None:
    client.post("/start/", told(currency="", stake="nonsense"))
    group = Group.objects.get()
    assert (group.currency, group.stake_cents) == ("", 0)


@pytest.mark.parametrize(
    ("typed", "currency", "cents"),
    [
        ("0.25", "USD", 25),
        (".25", "USD", 25),
        ("0,1", "EUR", 10),
        ("$1", "USD", 100),
        ("25¢", "USD", 25),
        ("25 cents", "USD", 25),
        ("2.", "CHF", 200),
        ("€0.05", "EUR", 5),
        ("10", "JPY", 10),
        ("1000", "USD", 100_000),
    ],
)
def test_a_stake_is_read_exactly(typed: str, currency: str, cents: int) -> None:
    assert read_stake(typed, currency) == cents


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "a quarter",
        "0",
        "-1",
        "0.255",
        "NaN",
        "Infinity",
        "1e3",
        "1000.01",
        "1,000.01",
        "0,255",
        "٢٥",
        ".",
        "½",
        "9" * 10_000,
    ],
)
def test_a_stake_that_is_none_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError):
        read_stake(typed, "USD")


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"name": " "}, "What is the group called?"),
        ({"name": "x" * 10_000}, "40 letters at most"),
        ({"name": "x" * 10_001}, "at most"),
        ({"own": ""}, "Your own name is missing."),
        ({"own": "B" * 10_000}, "40 letters at most"),
        ({"own": "\u202e"}, "A name is missing."),
        ({"currency": "XXX"}, "Choose a currency"),
        ({"currency": "\0"}, "Choose a currency"),
        ({"stake": "lots"}, "Write an amount"),
        ({"stake": "\0"}, "Null characters"),
        ({"preset": "none such"}, "Choose how you play"),
        ({"key": "nonsense"}, "got lost on the way"),
        ({"key": "\0" * 36}, "got lost on the way"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_typed_is_lost(
    client: Client, said: dict[str, Any], sentence: str
) -> None:
    page = html_of(client.post("/start/", told(**said)), 422)
    assert sentence in page
    assert Group.objects.count() == 0
    assert ('value="Thursday table"' in page) == ("name" not in said)
    assert ('value="Ann"' in page) == ("own" not in said)


@pytest.mark.parametrize(
    ("said", "focused"),
    [
        ({"name": "", "own": ""}, "name"),
        ({"own": "", "stake": "lots"}, "own"),
        ({"stake": "lots"}, "stake"),
        ({"currency": "XXX"}, "currency"),
    ],
)
def test_the_page_opens_at_the_first_thing_that_is_wrong(
    client: Client, said: dict[str, Any], focused: str
) -> None:
    page = html_of(client.post("/start/", told(**said)))
    assert re.findall(r'id="([^"]*)"[^>]* autofocus', page) == [focused]
    assert "autofocus" not in html_of(client.get("/start/"))


def test_a_way_to_play_that_is_missing_is_looked_at_too(client: Client) -> None:
    page = html_of(client.post("/start/", told(preset="none such")))
    assert re.findall(r'name="preset" value="([^"]*)" autofocus', page) == [PRESETS[0].key]


@pytest.mark.parametrize(
    "name", ["Åsa 🦄", "O\"Brien's", "<script>alert(1)</script>", "שרה", "x" * 40, "علی\u200cرضا"]
)
def test_any_name_is_a_name(client: Client, name: str) -> None:
    answer = client.post("/start/", told(own=name))
    assert answer.status_code == 303
    page = html_of(client.get(answer.headers["Location"]))
    assert "<script>alert" not in page
    assert list(Player.objects.values_list("name", flat=True)) == [name]


def test_another_games_preset_is_not_folded_away_when_it_is_chosen(client: Client) -> None:
    page = html_of(client.post("/start/", told(preset="mehrkopf/mehrkopf_rulebook", name="")))
    assert not missing(
        page,
        'value="mehrkopf/mehrkopf_rulebook" checked',
        '<details class="fold" open><summary>Other ways to play',
    )


def first_tile(client: Client, **headers: str) -> tuple[str, ...]:
    """The game whose tile stands first, and the way to play that is chosen."""
    page = html_of(client.get("/start/", headers=headers))
    (chosen,) = re.findall(r'name="preset" value="([^"]*)" checked', page)
    return page.split('class="tile"')[1].split("<b>")[1].split("</b>")[0], chosen


def test_likely_game_stands_first_by_language_and_by_what_was_played_last(client: Client) -> None:
    german = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.8"}
    bavarian = GAMES["mehrkopf"].name
    assert first_tile(client) == ("Sheepshead", PRESETS[0].key)
    assert first_tile(client, **german) == (bavarian, "mehrkopf/bavarian_table")
    client.post("/start/", told(preset="mehrkopf/bavarian_table", stake="0.01", currency="EUR"))
    assert first_tile(client)[0] == bavarian
    client.post("/start/", told())
    assert first_tile(client, **german)[0] == "Sheepshead"
    assert html_of(client.get("/start/")).count('class="tile"') == len(GAMES)


def tapped(**tiles: str) -> dict[str, str]:
    return {f"rule-{name}": value for name, value in tiles.items()}


AS_DRAWN = tapped(partner="called_ace", bump="True", no_picker="leaster")


@pytest.mark.parametrize(
    ("said", "preset", "options"),
    [
        (AS_DRAWN, "wisconsin_called_ace", {}),
        (AS_DRAWN | tapped(bump="False"), "no_bump", {"bump": False}),
        (
            tapped(partner="jack_of_diamonds", bump="False", no_picker="leaster"),
            "jack_no_bump",
            {"partner": "jack_of_diamonds", "bump": False},
        ),
        (
            tapped(partner="nobody", bump="False", no_picker="doubler"),
            "",
            {"partner": "nobody", "bump": False, "no_picker": "doubler"},
        ),
        (AS_DRAWN | {"preset": "doublers"}, "doublers", {"no_picker": "doubler"}),
        (
            AS_DRAWN | tapped(bump="False") | {"preset": "doublers"},
            "",
            {"no_picker": "doubler", "bump": False},
        ),
        (AS_DRAWN | tapped(bump="nonsense", partner=""), "wisconsin_called_ace", {}),
        (AS_DRAWN | tapped(bump="False") | {"preset": "mehrkopf/mehrkopf_rulebook"}, "mehrkopf_rulebook", {}),
    ],
)
def test_tiles_combine_with_each_other_and_with_a_table_that_is_chosen(
    client: Client, said: dict[str, str], preset: str, options: dict[str, Any]
) -> None:
    client.post("/start/", told(**{"tiles_of": "wisconsin_called_ace"} | said))
    rules = HouseRules.objects.get()
    assert (rules.preset, rules.options) == (preset, options)


def test_tiles_are_drawn_anew_only_for_another_table(client: Client) -> None:
    said = told(tiles_of="wisconsin_called_ace", **AS_DRAWN)
    same = html_of(client.post("/start/game/", said, headers={"HX-Request": "true"}))
    assert 'id="tiles"' not in same
    other = html_of(
        client.post("/start/game/", said | {"preset": "doublers"}, headers={"HX-Request": "true"})
    )
    assert re.findall(r'value="([a-zA-Z_]+)" checked', other.split('id="tiles"')[1]) == [
        "called_ace",
        "True",
        "doubler",
    ]
    assert 'hx-swap-oob="true"' in other


def test_answer_that_has_no_tile_gets_one_where_the_table_gives_it(client: Client) -> None:
    page = html_of(client.post("/start/", told(preset="single_and_double", name="")))
    assert re.search(r'name="rule-partner" value="called_ten" checked', page)
