"""The house-rule sheet: who may what, what it shows, and what it does to the hands that follow."""

import json
import re
import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime
from pytest_django import DjangoAssertNumQueries

from ledger.models import Group, HouseRules
from ledger.models.book import sheet_of
from ledger.recording import NewHand, tell_hand, write_rules
from ledger.scoring import GAMES
from ledger.scoring.differences import preset_like
from ledger.scoring.game import Game
from ledger.scoring.option import Option, options, read_rules
from ledger.standings import rules_in_force
from scorekeeper.pages.group.rule_sheet import rule_lines, whose
from scorekeeper.pages.group.rules_form import asked, field_of
from scorekeeper.text.figures import stake_aloud
from scorekeeper.text.games import optional_words
from scorekeeper.text.rules import read_aloud
from tests import cast
from tests.reading import html_of, missing, present
from tests.scorekeeper.conftest import Phones

HTMX = {"HX-Request": "true"}


def page(group: Group, name: str = "rules") -> str:
    return reverse(name, args=[group.code])


def told(**said: Any) -> dict[str, Any]:
    shown = {"key": uuid.uuid4(), "game": "sheepshead", "was_game": "sheepshead", "after": "1"}
    return (
        shown | {"preset": "wisconsin_called_ace", "was_preset": "wisconsin_called_ace", "shown": "{}"} | said
    )


def rule(**values: Any) -> dict[str, Any]:
    return {f"rule-{name}": value for name, value in values.items()}


def text(client: Client, address: str, **said: Any) -> str:
    return html_of(client.get(address, said))


def test_every_option_is_asked_where_tables_disagree_first_and_what_is_rare_is_folded(
    group: Group, owner: Client
) -> None:
    html = text(owner, page(group))
    for option in asked(GAMES["sheepshead"]):
        help_text = option.help.split(":")[0].replace("'", "&#x27;")
        assert not missing(html, f'name="{field_of(option)}"', help_text)
    assert not present(html, 'name="rule-stake"', 'name="rule-dealer_sits_out"')
    heads = ["What tells tables apart", "Who is the partner?", "Who pays double?", "Where tables disagree"]
    assert sorted([*heads, "Several doublers in a row"], key=html.index) == [
        *heads,
        "Several doublers in a row",
    ]
    assert html.index("A renege is paid by") < html.index("All tricks and no tricks")
    assert "rarer rule" in html
    folded = "".join(re.findall(r"<details class=\"fold.*?</details>", html))
    disputed = [f'name="rule-{option.name}"' for option in asked(GAMES["sheepshead"]) if option.contested]
    assert len(disputed) == 28
    assert not present(folded, *disputed)


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_of_every_game_can_be_written_down(group: Group, owner: Client, game: str) -> None:
    for preset in GAMES[game].presets:
        said = told(game=game, preset=preset.key, after="")
        assert owner.post(page(group, "rules_preview"), said).status_code == 200
        assert owner.post(page(group), said).status_code == 303
        rules = HouseRules.objects.filter(group=group).latest("version")
        assert rules.game == game
        assert preset_like(game, rules.options, preset.key) == preset.key
        assert owner.get(page(group)).status_code == 200
        assert owner.get(page(group, "rule_card")).status_code == 200
        assert owner.get(page(group, "rule_versions")).status_code == 200


def test_the_owner_changes_rules_and_is_told_what_changed(group: Group, owner: Client) -> None:
    answer = owner.post(page(group), told(**rule(bump="False", cap="4", blitz=["", "red_queens"])))
    assert answer.status_code == 303
    assert answer["Location"] == page(group, "rule_versions") + "?a=1&b=2&new=1"
    rules = HouseRules.objects.get(group=group, version=2)
    assert rules.options == {"bump": False, "cap": 4, "blitz": ["red_queens"]}
    assert rules.by == cast.owner_of(group)
    html = text(owner, answer["Location"])
    assert not missing(html, "Written down", "counts from the next hand", "<s>yes</s>")


def test_a_change_counts_from_the_next_hand_and_the_sheet_says_where(group: Group, owner: Client) -> None:
    night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(night, "Ben", "Cleo", "lost")
    owner.post(page(group), told(**rule(bump="False")))
    cast.tell(night, "Ben", "Cleo", "lost")
    assert [row.points[cast.ids(group, "Ben")[0]] for row in sheet_of(night).rows] == [-4, -2]
    html = text(owner, reverse("table", args=[group.code, night.number]))
    assert "from here: Double on the bump: yes → no" in html


def test_the_preset_of_this_table_is_what_it_plays_though_others_begin_with_less(
    group: Group, owner: Client
) -> None:
    bavarian = next(one for one in GAMES["mehrkopf"].presets if one.key == "bavarian_table")
    write_rules(group, "mehrkopf", bavarian.key, bavarian.former[0], uuid.uuid4(), None)
    assert 'value="bavarian_table" checked' in text(owner, page(group))
    said = told(
        game="mehrkopf", was_game="mehrkopf", preset=bavarian.key, was_preset="short_cards", after="2"
    )
    owner.post(page(group), said)
    assert rules_in_force(group).version == 2
    owner.post(page(group), said | {"was_preset": bavarian.key} | rule(stock="20"))
    changed = rules_in_force(group)
    assert (changed.preset, changed.options) == ("", {**bavarian.former[0], "stock": 20})


def test_a_preset_brings_its_options_and_a_change_by_hand_stays(group: Group, owner: Client) -> None:
    said = told(preset="cracks_and_blitzes", **rule(bump="False", crack="off", cap=""))
    assert owner.post(page(group), said).status_code == 303
    rules = HouseRules.objects.get(version=2)
    assert rules.options == {
        "bump": False,
        "crack": "recrack",
        "blitz": ["black_queens", "red_queens"],
        "cap": 4,
    }
    assert rules.preset == ""


def test_your_own_rules_come_back(group: Group, owner: Client) -> None:
    write_rules(group, "sheepshead", "", {"bump": False, "crack": "crack"}, uuid.uuid4(), None)
    assert 'id="preset-own" value="" checked' in text(owner, page(group))
    said = told(preset="", was_preset="doublers", shown=json.dumps({"no_picker": "doubler"}), fill="1")
    html = html_of(owner.post(page(group, "rules_preview"), said | rule(no_picker="doubler"), headers=HTMX))
    assert not missing(html, 'value="crack" checked', "unchanged")


def test_the_preview_redraws_the_chart_and_the_example_and_writes_nothing(
    group: Group, watcher: Client
) -> None:
    plain = html_of(watcher.post(page(group, "rules_preview"), told(), headers=HTMX))
    changed = told(**rule(bump="False", crack="crack"))
    html = html_of(watcher.post(page(group, "rules_preview"), changed, headers=HTMX))
    assert "<td>−12" in plain
    assert "<td>−12" not in html.partition("picker, alone")[0].partition('<table class="chart')[2]
    assert not missing(html, "Ann and Ben lose with 28, cracked", "<b>2 changes</b> from what you play now")
    assert "<html" not in html
    assert HouseRules.objects.count() == 1


@pytest.mark.parametrize(
    ("said", "shows"),
    [
        ({"players": "8"}, ["picker, 2 partners"]),
        ({"players": "900"}, ['<option value="5" selected>']),
        ({"game": "sheepshoof", "fill": "1"}, ['name="rule-fewster_tie"', "The game: <s>Sheepshead</s>"]),
        (
            {"game": "mehrkopf", "players": "5", "fill": "1"},
            ['<option value="4" selected>', '<th scope="row">Spieler, Mitspieler'],
        ),
    ],
)
def test_the_preview_is_for_as_many_as_play_and_of_the_game_that_is_chosen(
    group: Group, watcher: Client, said: dict[str, str], shows: list[str]
) -> None:
    html = html_of(watcher.post(page(group, "rules_preview"), told(**said), headers=HTMX))
    assert not missing(html, *shows)
    assert 'name="rule-crack"' not in html


def test_without_a_script_the_preview_is_the_whole_page(group: Group, watcher: Client) -> None:
    html = html_of(watcher.post(page(group, "rules_preview"), told(**rule(bump="False"))))
    assert not missing(html, "<html", "<b>1 change</b>")


def test_a_watcher_tries_and_does_not_write(group: Group, phone: Phones) -> None:
    for who in ("watcher", "scorer"):
        client = phone(who)
        assert "Play by these rules" not in text(client, page(group))
        assert client.post(page(group), told(**rule(bump="False"))).status_code == 403
    assert HouseRules.objects.count() == 1


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (rule(crack="shout"), "choose one of its answers"),
        (rule(blitz=["", "shout"]), "choose one of its answers"),
        (rule(bump="perhaps"), "choose one of its answers"),
        (rule(cap="a lot"), "is a whole number from 1 to 1000000, or nothing"),
        (rule(cap="4000000"), "goes from 1 to 1000000"),
        (rule(cap="9" * 500), "is a whole number"),
        (rule(cap="²"), "is a whole number"),
        ({"game": "bridge"}, "Choose a game."),
        ({"game": ""}, "Choose a game."),
        ({"key": "x"}, "got lost on the way"),
        ({"preset": "x" * 90}, "at most 40"),
        ({"after": "never"}, "whole number"),
    ],
)
def test_nonsense_is_refused_in_a_sentence_and_the_rest_is_kept(
    group: Group, owner: Client, said: dict[str, Any], sentence: str
) -> None:
    for name in ("rules", "rules_preview"):
        html = html_of(owner.post(page(group, name), told(**rule(no_picker="doubler")) | said), 422)
        assert not missing(html, sentence, 'value="doubler" checked')
        assert owner.post(page(group, name), {}).status_code == 422
    assert HouseRules.objects.count() == 1


@pytest.mark.parametrize("shown", ["", "[", "[]", "7", '{"cap": "x"}', '{"bump": 7}', "[" * 5000])
def test_a_damaged_memory_of_the_page_does_no_harm(group: Group, owner: Client, shown: str) -> None:
    said = told(preset="doublers", shown=shown, **rule(cap="4", bump="True"))
    assert owner.post(page(group, "rules_preview"), said).status_code == 200


def test_who_saw_older_rules_is_shown_what_differs_now(group: Group, owner: Client) -> None:
    write_rules(group, "sheepshead", "doublers", {"no_picker": "doubler"}, uuid.uuid4(), None)
    html = html_of(owner.post(page(group), told(**rule(bump="False"))), 409)
    assert not missing(
        html, "changed meanwhile", 'name="after" value="2"', "<b>1 change</b>", 'value="doublers" checked'
    )


def rules_found(client: Client, group: Group, find: str) -> list[str]:
    html = text(client, page(group), find=find)
    rules = re.findall(r'<div class="rule[^>]*>.*?name="rule-(\w+)"', html)
    hidden = re.findall(r'<div class="rule[^>]* hidden>.*?name="rule-(\w+)"', html)
    return [name for name in rules if name not in hidden]


def answers_found(client: Client, group: Group, find: str) -> list[str]:
    html = text(client, page(group), find=find)
    return re.findall(r'<p class="answer" data-answer="[^"]*">([^<]*)</p>', html)


@pytest.mark.parametrize(
    ("find", "name"),
    [
        ("called ten", "partner"),
        ("called ace or ten", "partner"),
        ("jack of clubs", "partner"),
        ("recrack", "crack"),
        ("Re-Crack", "crack"),
        ("one crack a player", "crack"),
        ("loner", "alone"),
        ("limit", "cap"),
        ("red jacks", "blitz"),
        ("schneidster", "no_picker"),
        ("first to 21", "play_to"),
        ("defenders", "pot_winner"),
        ("unseen", "blind_pick"),
        ("into the pot mauer", "mauer_to"),
    ],
)
def test_rule_is_found_by_its_answers_nicknames_and_help(
    group: Group, watcher: Client, find: str, name: str
) -> None:
    assert name in rules_found(watcher, group, find)


def test_rule_is_found_by_the_value_it_has(group: Group, owner: Client) -> None:
    assert "three_kings" not in rules_found(owner, group, "kings 17")
    owner.post(page(group), told(**rule(three_kings="17")))
    assert "three_kings" in rules_found(owner, group, "kings 17")


@pytest.mark.parametrize(
    ("find", "said"),
    [
        ("trump suit", "This changes no score: which suit is trump, and which cards are."),
        ("bury ace", "This changes no score: which cards the picker may bury or call."),
        ("nickels", "What a point is worth in money belongs to the group"),
        ("six-handed", "Who sits out is decided at the table"),
    ],
)
def test_search_is_answered_where_no_rule_of_the_sheet_changes_a_score(
    group: Group, watcher: Client, find: str, said: str
) -> None:
    assert any(said in answer for answer in answers_found(watcher, group, find))
    assert "is called “<bdi>" not in text(watcher, page(group), find=find)
    assert not answers_found(watcher, group, "")


def asleep(html: str) -> dict[str, str]:
    return dict(re.findall(r'id="asleep-rule-(\w+)"[^>]*?(?<! hidden)>([^<]+)</b>', html))


def test_rule_that_does_nothing_beside_another_says_so(group: Group, owner: Client) -> None:
    owner.post(page(group), told(**rule(blitz=["red_queens"], pot="leaster", no_picker="doubler")))
    said = asleep(text(owner, page(group)))
    assert said["blitz"] == (
        "This does nothing yet. It needs “Cracking” or "
        "“A blitz may be declared: at any time, after the queens were played”."
    )
    assert "“If nobody picks: a leaster”" in said["pot"]
    owner.post(page(group), told(after="2", **rule(crack="crack", pot="any")))
    assert not {"blitz", "pot"} & set(asleep(text(owner, page(group))))


def test_rule_of_schafkopf_that_does_nothing_beside_another_says_so_or_is_not_asked(
    group: Group, owner: Client
) -> None:
    said = told(
        game="mehrkopf", was_game="mehrkopf", preset="mehrkopf_rulebook", was_preset="mehrkopf_rulebook"
    )
    said |= rule(
        contracts="", laufende="False", misplay_laufende="True", laufende_min_wenz="2", ramsch_tie="push"
    )
    html = html_of(owner.post(page(group, "rules_preview"), said))
    found = asleep(html)
    assert found["misplay_laufende"] == "This does nothing yet. It needs “Laufende are paid”."
    assert found["laufende_min_wenz"] == found["misplay_laufende"]
    assert "“When all pass: a Ramsch”" in found["ramsch_tie"]
    hidden = re.findall(r'<div class="rule[^>]* hidden>.*?name="rule-(\w+)"', html)
    assert {"ramsch_tie", "ramsch_measure", "ramsch_jungfrau"} <= set(hidden)


def test_preview_says_anew_what_does_nothing(group: Group, owner: Client) -> None:
    preview = reverse("rules_preview", args=[group.code])
    html = html_of(owner.post(preview, told(**rule(blitz=["red_queens"])), headers=HTMX))
    assert 'hx-swap-oob="true"' in html
    assert "blitz" in asleep(html)
    html = html_of(owner.post(preview, told(**rule(blitz=["red_queens"], crack="crack")), headers=HTMX))
    assert "blitz" not in asleep(html)


def test_two_versions_are_compared_in_words(group: Group, owner: Client) -> None:
    owner.post(page(group), told(**rule(bump="False")))
    owner.post(page(group), told(after="2", **rule(bump="False", no_picker="doubler")))
    html = text(owner, page(group, "rule_versions"), a="1", b="3")
    assert not missing(
        html,
        "From version 1 to version 3",
        "<s>yes</s>",
        "<s>a leaster</s>",
        "<bdi>Ann</bdi>",
        "If nobody picks: a leaster → a doubler",
    )
    assert "<s>no</s>" in text(owner, page(group, "rule_versions"), a="3", b="1")
    assert "They say the same." in text(owner, page(group, "rule_versions"), a="2", b="2")


@pytest.mark.parametrize(
    "said", [{"a": "1", "b": "9"}, {"a": "x", "b": "1"}, {"a": "1"}, {"b": "-1", "a": "9" * 40}]
)
def test_versions_that_are_not_there_are_refused(group: Group, owner: Client, said: dict[str, str]) -> None:
    assert "There is no such version." in html_of(owner.get(page(group, "rule_versions"), said), 422)


def test_the_card_says_the_rules_and_marks_the_tables_own(group: Group, owner: Client) -> None:
    assert "the pot" not in text(owner, page(group, "rule_card"))
    owner.post(page(group), told(**rule(bump="False", pot="leaster", pot_share="as_points")))
    html = text(owner, page(group, "rule_card"))
    assert not missing(
        html,
        '<li class="unusual">When the picker’s side loses, it pays no more than it would have won.',
        "<li>If nobody picks, it is a leaster.",
        "Of a pot the picker gets two parts and the partner one.",
    )
    assert "What is left in the pot" not in html


def test_the_card_begins_with_the_game_and_the_stake(group: Group, owner: Client) -> None:
    html = text(owner, page(group, "rule_card"))
    assert not missing(
        html,
        '<p class="lead">Sheepshead for five, 25 cents a point. The picker takes the blind',
        "<p>A hand that is won costs each opponent €0.25 and losing alone",
    )
    Group.objects.filter(pk=group.pk).update(currency="", stake_cents=0)
    html = text(owner, page(group, "rule_card"))
    assert '<p class="lead">Sheepshead for five, for points only. The picker' in html


@pytest.mark.parametrize(
    ("cents", "currency", "words"),
    [
        (1, "USD", "one cent a point"),
        (5, "EUR", "five cents a point"),
        (120, "USD", "$1.20 a point"),
        (10, "GBP", "£0.10 a point"),
    ],
)
def test_a_stake_is_said_as_people_say_it(cents: int, currency: str, words: str) -> None:
    assert stake_aloud(cents, currency) == words


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_rule_that_stands_on_a_usual_card_is_a_sentence(game: Game[Any]) -> None:
    sentences, known = optional_words(game.key, "CARD"), {one.name: one for one in options(game.rules)}
    for key in sentences:
        name, _, value = key.partition(".")
        values = {str(choice.value) for choice in known[name].choices} | {"", "none"}
        assert value in values
    for preset in game.presets:
        rules = read_rules(game.rules, preset.values)
        for _, lines in rule_lines(game, rules):
            for option, _, _ in (line for line in lines if not line[0].rare and line[0].kind != "several"):
                said = read_aloud(game.key, option, rules)
                assert not said.startswith(f"{option.label}: "), (preset.key, said)


def values_of(option: Option) -> list[Any]:
    """Return the values that an option may have; of a number, a text or several, some."""
    if option.kind == "several":
        return [(one.value,) for one in option.choices]
    some: dict[str, Any] = {"number": option.low, "text": "Geier"}
    return [some[option.kind]] if option.kind in some else [one.value for one in option.choices]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_rule_that_a_table_can_change_stands_on_the_card_as_a_sentence(game: Game[Any]) -> None:
    priced = game.prices(game.rules(), game.usually).options if game.prices else ()
    for option in (one for one in asked(game) if one.name not in priced):
        for value in values_of(option):
            spoken = read_aloud(game.key, option, replace(game.rules(), **{option.name: value}))
            if value != option.default:
                assert not spoken.startswith(f"{option.label}: "), (option.name, value)
                assert re.fullmatch(r"[A-Z].*[^.]\.", spoken), spoken


def test_cells_of_the_chart_that_change_are_marked_for_everybody(group: Group, owner: Client) -> None:
    changed = '<td class="changed">+3 <span class="visually-hidden"> changed, it was +6 </span>'

    def chart(**values: str) -> str:
        html = html_of(owner.post(page(group, "rules_preview"), told(**rule(**values))))
        return " ".join(html[html.index('<table class="chart') :].partition("</table>")[0].split())

    assert 'class="changed"' not in chart()
    html = chart(bump="False")
    assert changed in html
    assert html.count('class="changed"') == 12
    for values, is_marked in (({"bump": "False"}, True), ({"no_picker": "doubler"}, False)):
        html = html_of(owner.post(page(group, "rules_preview"), told(**rule(**values))))
        assert ("underlined below" in html) is is_marked


def test_pages_do_not_cost_more_with_every_version(
    group: Group, owner: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number, crack in enumerate(("crack", "recrack", "castrate"), start=1):
        owner.post(page(group), told(after=str(number), **rule(crack=crack)))
        for name in ("rules", "rule_card", "rule_versions"):
            with django_assert_num_queries(2):
                owner.get(page(group, name))


def test_no_number_of_a_document_is_said(group: Group, owner: Client) -> None:
    said = {whose(option.source) for game in GAMES.values() for option in asked(game)}
    assert said == {"", "custom of some tables"}
    for one in GAMES:
        html = html_of(owner.post(page(group, "rules_preview"), told(game=one, fill="1"), headers=HTMX))
        assert re.findall(r"\b[A-Z]{2}\W\d{3}\b", html) == []


def test_the_price_of_a_game_is_asked_only_where_the_table_plays_it(group: Group, owner: Client) -> None:
    def in_sight(**values: Any) -> list[str]:
        said = told(game="mehrkopf", was_game="mehrkopf", preset="mehrkopf_rulebook") | rule(**values)
        html = html_of(owner.post(page(group, "rules_preview"), said))
        drawn = re.findall(r'data-needs="rule-contracts=(\w+)[^"]*"[^>]*?( hidden)?>', html)
        return sorted({game for game, is_hidden in drawn if not is_hidden})

    usual = ["farbwenz", "geier", "hochzeit", "muss", "niederer", "ramsch", "wenz"]
    assert in_sight(contracts=["", *usual]) == usual
    assert in_sight(contracts=["", "wenz"]) == ["wenz"]
    assert in_sight(contracts="") == []
    assert in_sight(contracts="", base_geier="dear") == ["geier"]
    assert in_sight(contracts=["", "wenz"], no_bid="muss") == ["muss", "wenz"]
    assert in_sight(contracts="", no_bid="ramsch") == ["ramsch"]


def test_a_price_that_is_not_asked_is_kept(group: Group, owner: Client) -> None:
    said = told(game="mehrkopf", was_game="mehrkopf", preset="mehrkopf_rulebook")
    said |= {"was_preset": "mehrkopf_rulebook"} | rule(contracts="", base_wenz="4")
    assert owner.post(page(group), said).status_code == 303
    rules = HouseRules.objects.filter(group=group).latest("version")
    assert rules.options == {"contracts": [], "base_wenz": 4}


def price_rows(html: str) -> dict[str, list[str]]:
    """Return the rows in sight of the table of prices: each game with what counts in its cells."""
    drawn = re.findall(r'<tbody class="rule[^>]*?(?<! hidden)>(.*?)</tbody>', html)
    return {
        re.findall(r'scope="row"[^>]*>([^<]*)', row)[0].strip(): re.findall(
            r'<span id="price-[^>]*>([^<]*)', row
        )
        for row in drawn
    }


def test_table_of_prices_says_what_each_game_costs_and_what_counts_there(group: Group, owner: Client) -> None:
    said = told(game="mehrkopf", preset="upper_franconia", after="1")
    owner.post(page(group), said)
    rows = {
        "Rufspiel": ["5", "2", "8", "5", "–"],
        "Kreuzspiel": ["5", "2", "8", "5", "–"],
        "Solo": ["20", "2", "8", "5", "–"],
        "Wenz": ["20", "2", "4", "5", "–"],
        "Geier": ["20", "2", "4", "5", "–"],
        "Herz-Solo": ["30", "2", "8", "5", "–"],
    }
    html = text(owner, page(group))
    assert price_rows(html) == rows
    assert price_rows(text(owner, page(group, "rule_card"))) == rows
    assert html.count('name="rule-base_wenz"') == 1
    changed = told(
        game="mehrkopf", was_game="mehrkopf", preset="upper_franconia", was_preset="upper_franconia"
    )
    changed |= {"after": "2"} | rule(
        laufende_max="3", base_normal="7", klopfer="True", schneider_games="normal"
    )
    found = html_of(owner.post(page(group, "rules_preview"), changed, headers=HTMX))
    swapped = dict(re.findall(r'<span id="(price-[^"]*)" hx-swap-oob="true">([^<]*)', found))
    assert [swapped[f"price-0-{place}"] for place in range(5)] == ["7", "2", "3", "5", "✓"]
    assert [swapped[f"price-4-{place}"] for place in range(5)] == ["20", "2", "3", "–", "✓"]


def test_price_that_is_wrong_is_said_in_its_row(group: Group, owner: Client) -> None:
    said = told(
        game="mehrkopf", was_game="mehrkopf", preset="mehrkopf_rulebook", was_preset="mehrkopf_rulebook"
    )
    html = html_of(owner.post(page(group), said | rule(base_wenz="dear")), 422)
    row = html.partition('name="rule-base_wenz"')[2].partition("</tbody>")[0]
    assert not missing(row, 'id="wrong-rule-base_wenz"', "is a whole number from 1 to 1000000, or nothing")
    assert 'value="dear"' in html


def test_price_table_leaves_out_own_games_without_a_name(group: Group, owner: Client) -> None:
    owner.post(page(group), told(game="mehrkopf", preset="mehrkopf_rulebook"))
    assert "Our own" not in price_rows(text(owner, page(group)))
    assert 'data-needs="rule-own_name"' in text(owner, page(group))


def test_field_of_the_price_table_is_found_by_its_words(group: Group, owner: Client) -> None:
    owner.post(page(group), told(game="mehrkopf", preset="mehrkopf_rulebook"))
    assert "Wenz" in price_rows(text(owner, page(group), find="Wenz ab zwei"))
    assert list(price_rows(text(owner, page(group), find="Farbsolo Preis"))) == ["Solo"]


def own(text: str, **said: Any) -> dict[str, Any]:
    return {"key": uuid.uuid4(), "after": "1", "words": text} | said


def test_own_words_are_on_the_card_and_the_rules_page(group: Group, owner: Client, watcher: Client) -> None:
    assert "own words" not in text(watcher, page(group))
    assert "own words" not in text(owner, page(group, "rule_card"))
    assert 'name="words"' in text(owner, page(group))
    sent = own("Misdeal: <b>deal again</b>.\r\nאין מעשנים")
    for _ in range(2):
        answer = owner.post(page(group, "rule_words"), sent)
        assert (answer.status_code, answer["Location"]) == (303, page(group) + "#own-words")
    assert HouseRules.objects.filter(group=group).count() == 2
    for name in ("rules", "rule_card"):
        html = watcher.get(page(group, name)).content.decode()
        assert '<p class="words" dir="auto">Misdeal: &lt;b&gt;deal again&lt;/b&gt;.\nאין מעשנים</p>' in html
    assert 'name="words"' not in text(watcher, page(group))


def test_own_words_say_who_wrote_them_and_when(group: Group, owner: Client, watcher: Client) -> None:
    owner.post(page(group, "rule_words"), own("No phones."))
    owner.post(page(group, "rule_words"), own("No cards under the table.", after="2"))
    owner.post(page(group), told(after="3") | rule(bump="False"))
    assert rules_in_force(group).version == 4
    at = localtime(HouseRules.objects.get(group=group, version=3).written_at).isoformat()
    for name in ("rules", "rule_card"):
        html = text(watcher, page(group, name))
        words, _, who = html[html.index('<p class="words"') :].partition("</time>")
        assert f'datetime="{at}"' in words
        assert who.strip().startswith("· <bdi>Ann</bdi>")


def test_own_words_stand_in_the_list_of_versions(group: Group, owner: Client) -> None:
    owner.post(page(group, "rule_words"), own("No phones."))
    owner.post(page(group, "rule_words"), own("No phones but this one.", after="2"))
    owner.post(page(group, "rule_words"), own("", after="3"))
    html = text(owner, page(group, "rule_versions"), a="2", b="3")
    assert html.count("<bdi>Ann</bdi>") == 3
    assert not missing(
        html,
        *(f"Rules in your own words: {became}" for became in ("written", "changed", "taken away")),
        '<s class="words">No phones.</s>',
        '<span class="words">No phones but this one.</span>',
    )
    assert "They say the same." not in html


def test_own_words_over_others_show_both_and_can_be_sent_again(group: Group, owner: Client) -> None:
    owner.post(page(group, "rule_words"), own("No phones."))
    html = html_of(owner.post(page(group, "rule_words"), own("No dogs.")), 409)
    assert not missing(html, "changed meanwhile", ">No phones.</p>", ">No dogs.</textarea>")
    assert 'name="after" value="2"' in html[html.index('class="field"') : html.index("</textarea>")]
    assert rules_in_force(group).words == "No phones."


@pytest.mark.parametrize("said", [{"words": "a" * 2001}, {"words": "a\x07"}, {"key": "x"}, {"after": "-1"}])
def test_own_words_that_will_not_do_are_refused_and_kept(
    group: Group, owner: Client, said: dict[str, str]
) -> None:
    html = html_of(owner.post(page(group, "rule_words"), own("No phones.") | said), 422)
    assert not missing(html, 'class="wrong"', '<details class="fold" open>')
    assert said.get("words", "No phones.")[:1] in html.partition("<textarea")[2].partition("</textarea>")[0]
    assert HouseRules.objects.filter(group=group).count() == 1


def test_lines_as_a_browser_ends_them_do_not_make_own_words_too_long(group: Group, owner: Client) -> None:
    assert owner.post(page(group, "rule_words"), own("\r\n".join(["a"] * 1000))).status_code == 303


def test_the_name_of_a_game_of_the_tables_own_is_typed_on_the_sheet(group: Group, owner: Client) -> None:
    said = told(
        game="mehrkopf", was_game="mehrkopf", preset="mehrkopf_rulebook", was_preset="mehrkopf_rulebook"
    )
    html = html_of(owner.post(page(group), said | rule(own_name="T" * 21)))
    assert "“A game of our own is called” has up to 20 letters, in one line." in html
    assert 'value="' + "T" * 21 + '"' in html
    assert owner.post(page(group), said | rule(own_name="\u202e <Tratsch>\t& co ")).status_code == 303
    rules = HouseRules.objects.filter(group=group).latest("version")
    assert rules.options == {"own_name": "<Tratsch> & co"}
    assert "a game of our own, called &lt;Tratsch&gt; &amp; co." in text(owner, page(group, "rule_card"))
    assert 'value="&lt;Tratsch&gt; &amp; co"' in text(owner, page(group))
    after = told(game="mehrkopf", was_game="mehrkopf", preset="", was_preset="", after=str(rules.version))
    assert owner.post(page(group), after | rule(own_name=" ")).status_code == 303
    assert HouseRules.objects.filter(group=group).latest("version").options == {}


def test_the_head_of_the_table_counts_the_mauer_marks(owner: Client) -> None:
    group = cast.thursday_table(name="Marks", options={"mauer": 1, "mauer_double": 3})
    night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    heads = []
    for _ in range(4):
        page = html_of(owner.get(reverse("table", args=[group.code, night.number])))
        heads.append(page.partition("</header>")[0])
        facts = {"kind": "leaster", "winners": [0], "mauer": 1}
        tell_hand(night, NewHand(seats=sheet_of(night).seating.seats, told=facts), cast.context(night))
    assert "Mauer mark" not in heads[0]
    assert "1 of 3 Mauer marks" in heads[1]
    assert "2 of 3 Mauer marks" in heads[2]
    assert "Mauer mark" not in heads[3]
    assert "1 doubler" in heads[3]


def preview(client: Client, group: Group, **said: str) -> str:
    """Return what an open page gets for its dock when something on the sheet was changed."""
    address = reverse("rules_preview", args=[group.code])
    return html_of(client.post(address, told(**said), headers={"HX-Request": "true"}))


def titles(html: str) -> list[str]:
    return re.findall(r'class="receipt"><h3>([^<]*)', html)


CHANGED = {"rule-bump": "False", "rule-three_kings": "2", "rule-last_round": "True"}


@pytest.mark.parametrize(
    ("touched", "words"),
    [("rule-three_kings", "three kings"), ("rule-last_round", "last round"), ("rule-bump", "lose with")],
)
def test_the_examples_of_the_option_touched_last_come_first(
    group: Group, watcher: Client, touched: str, words: str
) -> None:
    found = titles(preview(watcher, group, **CHANGED, touched=touched))
    assert words in found[0]
    assert len(found) == 4


def test_without_a_script_what_differs_from_the_page_counts_as_touched(group: Group, watcher: Client) -> None:
    kings = {"rule-three_kings": "2"}
    assert "three kings" in titles(preview(watcher, group, **kings))[0]
    both = kings | {"rule-last_round": "True"}
    assert "last round" in titles(preview(watcher, group, **both, shown='{"three_kings": 2}'))[0]


@pytest.mark.parametrize("touched", ["", "rule-", "rule-nothing", "\0", "x" * 5000])
def test_a_touch_of_nothing_does_no_harm(group: Group, watcher: Client, touched: str) -> None:
    assert len(titles(preview(watcher, group, **CHANGED, touched=touched))) == 4


def test_a_wrong_number_is_said_at_its_field_and_in_the_dock_and_nowhere_else(
    group: Group, owner: Client
) -> None:
    sentence = "is a whole number from 1 to 1000000, or nothing."
    said = {"key": str(uuid.uuid4()), "game": "sheepshead", "was_game": "sheepshead", "after": "1"}
    html = html_of(owner.post(reverse("rules", args=[group.code]), said | {"rule-cap": "lots"}))
    sheet, _, dock = html.partition('<section id="preview"')
    assert (sheet.count(sentence), dock.count(sentence)) == (1, 1)
    assert sentence in sheet.partition('id="wrong-rule-cap"')[2]
    assert 'value="lots"' in sheet
    assert preview(owner, group, **{"rule-cap": "lots"}).count(sentence) == 1


def test_what_is_wrong_with_the_whole_sheet_is_said_once(group: Group, owner: Client) -> None:
    cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    said = {"key": str(uuid.uuid4()), "game": "sheepshoof", "preset": "as_written", "after": "1"}
    html = html_of(owner.post(reverse("rules", args=[group.code]), said))
    sentence = "A night of Sheepshead is going on, and a night keeps its game. "
    sentence += "End the night first, or start a new group for Sheepshoof."
    assert html.count(sentence) == 1
    assert preview(owner, group, game="bridge").count("Choose a game.") == 1


def test_a_search_that_finds_nothing_says_so_and_leads_back(group: Group, watcher: Client) -> None:
    address = reverse("rules", args=[group.code])
    html = html_of(watcher.get(address, {"find": "<pinochle>"}))
    assert not missing(
        html,
        "No rule here is called “<bdi>&lt;pinochle&gt;</bdi>”.",
        f'href="{address}" data-show-all>Show all</a>',
        '<section class="part"',
    )
    assert not re.search(r'<section class="part"[^>]*data-part>', html.replace(" hidden data-part", ""))
    assert "No rule here is called “<bdi>" not in html_of(watcher.get(address, {"find": "kitty"}))


def test_words_of_the_table_stand_on_its_rule_card_and_in_its_prices(group: Group, owner: Client) -> None:
    chosen = {"word_rufspiel": "sauspiel", "word_klopfer": "leger", "word_stock": "henn"}
    rules = {"contracts": [], "klopfer": True, "stock": 10}
    for words, called in (({}, ("Rufspiel", "Klopfer", "Stock")), (chosen, ("Sauspiel", "Leger", "Henn"))):
        write_rules(group, "mehrkopf", "", {**rules, **words}, uuid.uuid4(), None)
        html = text(owner, page(group, "rule_card"))
        game, doubled, money = called
        assert f"We play {game} and Solo, and nothing else." in html
        assert f"every {doubled} doubles the game" in html
        assert f"everybody pays 10 into the {money}." in html
        # A row and a column of the table of prices.
        assert f">{game}<" in re.sub(r"\s*([<>])\s*", r"\1", html)
        assert f">{doubled}<" in re.sub(r"\s*([<>])\s*", r"\1", html)
