"""Start a group: a minute, no account, nothing typed is lost, and the game brings its stake."""

import re
import uuid
from collections.abc import Mapping
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from ledger.models import Group, HouseRules, Membership, Player
from ledger.scoring import GAMES, read_rules
from scorekeeper.presenters.stakes import doubt, in_short, means
from scorekeeper.text.amounts import read_stake
from tests.reading import html_of, missing, present

pytestmark = pytest.mark.django_db
PRESETS = GAMES["sheepshead"].presets
BAVARIAN = "mehrkopf/bavarian_table"


def told(**said: Any) -> dict[str, Any]:
    return {
        "key": str(uuid.uuid4()),
        "name": "Thursday table",
        "own": "Ann",
        "currency": "USD",
        "stake": "0.25",
        "preset": PRESETS[0].key,
    } | said


def test_the_page_asks_and_says_what_each_way_to_play_brings(client: Client) -> None:
    page = html_of(client.get("/start/"), 200)
    assert page.count('name="own"') == 1
    assert page.count('name="preset"') == sum(len(game.named_tables) for game in GAMES.values())
    assert not missing(page, "A Rufspiel pays €0.20", "losing alone with schneider costs $0.80")
    assert page.index("What do you play?") < page.index("What do you play for?")


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


@pytest.mark.parametrize(
    ("preset", "shows"),
    [
        ("none such", f'name="preset" value="{PRESETS[0].key}" autofocus'),
        ("single_and_double", 'name="rule-partner" value="called_ten" checked'),
        ("mehrkopf/mehrkopf_rulebook", 'value="mehrkopf/mehrkopf_rulebook" checked'),
        ("uw_madison", '<details class="fold" open><summary>Other ways to play'),
        ("doublers", 'value="doublers"'),
    ],
)
def test_a_way_to_play_stays_chosen_when_something_else_is_wrong(
    client: Client, preset: str, shows: str
) -> None:
    wrong = {} if preset == "none such" else {"name": ""}
    assert shows in html_of(client.post("/start/", told(preset=preset, **wrong)), 422)


@pytest.mark.parametrize(
    "name", ["Åsa 🦄", "O\"Brien's", "<script>alert(1)</script>", "שרה", "x" * 40, "علی\u200cرضا"]
)
def test_any_name_is_a_name(client: Client, name: str) -> None:
    answer = client.post("/start/", told(own=name))
    assert answer.status_code == 303
    assert "<script>alert" not in html_of(client.get(answer.headers["Location"]))
    assert list(Player.objects.values_list("name", flat=True)) == [name]


def first_tile(client: Client, **headers: str) -> tuple[str, ...]:
    page = html_of(client.get("/start/", headers=headers))
    (chosen,) = re.findall(r'name="preset" value="([^"]*)" checked', page)
    return re.split("<b[^>]*>", page.split('class="tile"')[1])[1].split("</b>")[0], chosen


def test_likely_game_stands_first_by_language_and_by_what_was_played_last(client: Client) -> None:
    german = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.8"}
    bavarian = GAMES["mehrkopf"].name
    assert first_tile(client) == ("Sheepshead", PRESETS[0].key)
    assert first_tile(client, **german) == (bavarian, "mehrkopf/bavarian_table")
    client.post("/start/", told(preset="mehrkopf/bavarian_table", stake="0.01", currency="EUR"))
    assert first_tile(client)[0] == bavarian
    client.post("/start/", told())
    assert first_tile(client, **german)[0] == "Sheepshead"
    assert len(re.findall('class="game"', html_of(client.get("/start/")))) == len(GAMES)


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


WITH_BOCK = {"bock": ["all_pass", "ramsch", "solo_lost"]}
NO_PARTS = tapped(klopfer="", no_bid="", bock="")


@pytest.mark.parametrize(
    ("said", "preset", "added"),
    [
        (NO_PARTS, "munich", {}),
        (NO_PARTS | tapped(klopfer="True"), "", {"klopfer": True}),
        (
            NO_PARTS | tapped(no_bid="ramsch", bock="all_pass ramsch solo_lost"),
            "",
            {"no_bid": "ramsch"} | WITH_BOCK,
        ),
        (NO_PARTS | tapped(klopfer="yes", bock="tout"), "munich", {}),
        (NO_PARTS | {"tiles_of": BAVARIAN}, "munich", {}),
        (NO_PARTS | {"tiles_of": BAVARIAN, "preset": BAVARIAN}, "", {"klopfer": False}),
        (NO_PARTS | tapped(klopfer="True") | {"tiles_of": BAVARIAN}, "munich", {}),
        (NO_PARTS | {"preset": "mehrkopf/tournament_muss"}, "tournament_muss", {}),
    ],
)
def test_parts_of_schafkopf_are_added_to_a_named_table_by_one_tap_each(
    client: Client, said: dict[str, str], preset: str, added: dict[str, Any]
) -> None:
    told_said = told(**{"preset": "mehrkopf/munich", "tiles_of": "mehrkopf/munich"} | said)
    client.post("/start/", told_said | {"currency": "EUR", "stake": "0.01"})
    rules = HouseRules.objects.get()
    table = next(one for one in GAMES["mehrkopf"].presets if told_said["preset"].endswith("/" + one.key))
    values = {**table.values, **added}
    assert rules.preset == preset
    assert read_rules(GAMES["mehrkopf"].rules, rules.options) == read_rules(GAMES["mehrkopf"].rules, values)


def test_parts_are_drawn_for_the_table_that_is_chosen(client: Client) -> None:
    said = told(preset="mehrkopf/pub", tiles_of=["wisconsin_called_ace", "mehrkopf/munich"], **NO_PARTS)
    page = html_of(client.post("/start/game/", said, headers={"HX-Request": "true"}))
    assert re.findall(r'type="checkbox" name="([a-z_-]+)" value="([^"]*)" checked', page) == [
        ("rule-klopfer", "True")
    ]
    assert 'id="tiles-mehrkopf"' in page


KNOWN_TABLES = [
    (tapped(partner="jack_of_diamonds", bump="False"), {"partner": "jack_of_diamonds", "bump": False}),
    (tapped(partner="nobody"), {"partner": "nobody"}),
    (
        {"preset": "uw_madison"},
        {"no_picker": "doubler", "crack": "crack", "bury_credit": "side_trick", "bump": False},
    ),
    ({"preset": "picker_pays_all"}, {"bump": False, "trickless_loss": "picker_pays_no_bump"}),
    ({"preset": "marks_limit"} | tapped(no_picker="doubler"), {"cap_unit": "marks", "no_picker": "doubler"}),
]


@pytest.mark.parametrize(("said", "plays"), KNOWN_TABLES)
def test_known_tables_are_tiles_or_stand_among_the_other_ways(
    client: Client, said: dict[str, str], plays: dict[str, Any]
) -> None:
    page = html_of(client.get("/start/"))
    assert all(f'value="{value}"' in page for value in said.values())
    client.post("/start/", told(**{"tiles_of": "wisconsin_called_ace"} | AS_DRAWN | said))
    assert plays.items() <= HouseRules.objects.get().options.items()


def test_tables_that_are_only_tiles_are_not_offered_a_second_time(client: Client) -> None:
    page = html_of(client.get("/start/"))
    tiles_alone = ["jack_of_diamonds", "no_bump", "doublers", "cut_throat", "jack_no_bump"]
    assert not present(page, *(f'name="preset" value="{key}"' for key in tiles_alone))
    assert page.count('for="way-mehrkopf"') == 1


def test_tiles_are_drawn_anew_only_for_another_table(client: Client) -> None:
    said = told(tiles_of="wisconsin_called_ace", **AS_DRAWN)
    assert 'id="tiles-' not in html_of(client.post("/start/game/", said, headers={"HX-Request": "true"}))
    other = html_of(
        client.post("/start/game/", said | {"preset": "doublers"}, headers={"HX-Request": "true"})
    )
    assert re.findall(r'value="([a-zA-Z_]+)" checked', other.split('id="tiles-sheepshead"')[1]) == [
        "called_ace",
        "True",
        "doubler",
    ]
    assert 'hx-swap-oob="true"' in other


EVERY = [(game, preset) for game in GAMES.values() for preset in game.presets]


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
    assert stake_of(client, told(stake="5", sure="500")) == (500, "USD")


@pytest.mark.parametrize("sure", ["", "600", "x" * 30, "-5", "\0"])
def test_an_answer_to_another_question_is_none(client: Client, sure: str) -> None:
    assert client.post("/start/", told(stake="5", sure=sure)).status_code == 422
    assert not Group.objects.exists()


def test_an_answer_survives_that_something_else_was_wrong(client: Client) -> None:
    assert field(html_of(client.post("/start/", told(stake="5", sure="5", name=""))), "stake") == "0.05"
