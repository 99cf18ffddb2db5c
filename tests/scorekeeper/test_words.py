"""Every game speaks its own language: roles on a hand's page, marks on the sheet."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Session
from ledger.models.book import sheet_of
from ledger.recording import NewGroup, NewHand, start_group, tell_hand
from scorekeeper.pad.evening import confirmation_of, evening_of
from scorekeeper.pad.state import fresh_pad
from scorekeeper.text.receipts import role_words
from tests import cast
from tests.reading import html_of
from tests.scorekeeper.conftest import phone_of

NAMES = ("Ann", "Ben", "Cleo", "Dave", "Edith")

RUFSPIEL = {"kind": "played", "contract": "rufspiel", "declarer": 0, "partners": [1], "result": "lost"}
SOLO = {"kind": "played", "contract": "wenz", "declarer": 0, "partners": [], "result": "won"}
RAMSCH = {"kind": "played", "contract": "ramsch", "losers": [2]}


def a_night_of(game: str, people: int, options: dict[str, Any] | None = None) -> tuple[Client, Session]:
    new = NewGroup(name="Stube", names=NAMES[:people], game=game, options=options or {})
    return phone_of(cast.OWNER), cast.a_night(start_group(new, cast.OWNER, uuid.uuid4()))


def told(night: Session, facts: dict[str, Any]) -> int:
    seats = cast.ids(night.group)
    return tell_hand(night, NewHand(seats=seats, told=facts), cast.context(night)).sheet.newest


def hand_page(client: Client, night: Session, facts: dict[str, Any]) -> str:
    html = html_of(client.get(reverse("hand", args=[night.group.code, night.number, told(night, facts)])))
    return html[html.index("<header") :]


@pytest.mark.parametrize(
    ("game", "people", "facts", "word"),
    [
        ("mehrkopf", 4, RUFSPIEL, "Spieler"),
        ("mehrkopf", 4, SOLO, "Spieler, alone"),
        ("mehrkopf", 4, RAMSCH, "Ramsch"),
        ("sheepshoof", 3, {"kind": "fewster", "winners": [1]}, "Fewster"),
        ("southern_indiana", 4, {"kind": "solo", "soloist": 0, "won": True}, "Caller, alone"),
    ],
)
@pytest.mark.django_db
def test_a_hands_page_says_the_games_own_words(
    game: str, people: int, facts: dict[str, Any], word: str
) -> None:
    html = hand_page(*a_night_of(game, people), facts)
    assert f'<p class="muted">{word}' in html
    assert not re.search("picker|leaster", html.casefold())


def page_of(client: Client, night: Session, name: str) -> str:
    args = [night.number] if name in ("table", "ending") else []
    html: str = html_of(client.get(reverse(name, args=[night.group.code, *args])))
    return html


@pytest.mark.django_db
def test_a_schafkopf_table_reads_spieler_and_mitspieler_everywhere() -> None:
    client, night = a_night_of("mehrkopf", 4)
    pages = {"a hand": hand_page(client, night, RUFSPIEL)}
    pages |= {name: page_of(client, night, name) for name in ("table", "rules", "rule_card", "standings")}
    roles = ("Spieler", "Mitspieler", "Nichtspieler")
    for name, words in (
        ("table", ["Tap the Spieler"]),
        ("rule_card", ["Spieler, Mitspieler</th>", "Spieler, alone</th>", "each Nichtspieler</th>"]),
        ("standings", [f"<bdi>Won as {role}</bdi>" for role in roles]),
    ):
        assert [one for one in words if one not in pages[name]] == []
    foreign = re.compile(r"\b(picker|picked|declarers?|partners?|opponents?|leasters?)\b", re.IGNORECASE)
    for name, html in pages.items():
        sentences = re.sub(r"<(script|style|template)\b.*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)
        # A Leaster may be chosen among the rules of a Ramsch.
        said = [word for word in foreign.findall(sentences) if (name, word) != ("rules", "Leaster")]
        assert (name, said) == (name, [])


@pytest.mark.django_db
def test_the_sheet_marks_who_lost_a_ramsch() -> None:
    client, night = a_night_of("mehrkopf", 4)
    told(night, RAMSCH)
    html = page_of(client, night, "table")
    assert 'class="paper n4 spieler"' in html
    assert html.count('<td class="l">') == 1


@pytest.mark.django_db
def test_a_race_alone_says_what_it_gains_and_when_it_is_won() -> None:
    client, night = a_night_of("southern_indiana", 4, {"ledger": "at_end"})
    call = {"kind": "call", "caller": 0, "partner": 1, "result": "won_2"}
    assert "2 in the race for Ann and Ben; points wait" in hand_page(client, night, call)
    said = confirmation_of(evening_of(night), 2)
    assert said is not None
    assert said.worths == (("Ann and Ben", "2 in the race"),)
    assert "race: <bdi>Ann 2, Ben 2</bdi>" in page_of(client, night, "table")
    assert fresh_pad(sheet_of(night)).asks.modes[1].is_rare
    told(night, {"kind": "solo", "soloist": 0, "won": True})
    told(night, call | {"caller": 2, "partner": 0, "result": "won_4"})
    assert "<bdi>Ann</bdi> has won the race: settle it" in page_of(client, night, "table")
    assert not fresh_pad(sheet_of(night)).asks.modes[1].is_rare
    told(night, {"kind": "settle"})
    html = page_of(client, night, "table")
    assert "won the race" not in html
    assert re.search(r">\s*–\s*<small>race</small>", html)


@pytest.mark.django_db
def test_a_best_that_wins_the_game_wins_the_race() -> None:
    client, night = a_night_of("southern_indiana", 4, {"ledger": "at_end"})
    assert "the race is won by Ben" in hand_page(client, night, {"kind": "best", "soloist": 1, "won": True})
    assert "<bdi>Ben</bdi> has won the race: settle it" in page_of(client, night, "table")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "people", "options", "facts", "words"),
    [
        (
            "sheepshead",
            5,
            {"pot": "leaster", "pot_end": "showdown"},
            {"kind": "leaster", "winners": [0]},
            [
                'class="button do" href="/g/',
                "Showdown at the table</a>",
                '<button class="button quiet" type="submit">Divide the pot evenly',
            ],
        ),
        (
            "mehrkopf",
            4,
            {"stock": 1},
            {"kind": "all_pass"},
            ["in the Stock.", "Divide the Stock evenly</button>"],
        ),
    ],
)
def test_a_pot_is_called_and_ended_as_the_game_does(
    game: str, people: int, options: dict[str, Any], facts: dict[str, Any], words: list[str]
) -> None:
    client, night = a_night_of(game, people, options)
    told(night, facts)
    html = page_of(client, night, "ending")
    assert [one for one in words if one not in html] == []


@pytest.mark.django_db
def test_questions_and_statistics_say_the_words_that_the_group_chose() -> None:
    chosen = {"word_rufspiel": "sauspiel", "word_stock": "henn", "stock": 20, "no_bid": "throw_in"}
    client, night = a_night_of("mehrkopf", 4, chosen)
    for facts in ({"kind": "all_pass"}, RUFSPIEL, SOLO):
        told(night, facts)
    ann = cast.ids(night.group, "Ann")[0]
    titles = {
        "contract-rufspiel": "Does Ann win a Sauspiel more often?",
        "pot": "Does Ann win the Henn more often?",
    }
    person = html_of(client.get(reverse("player", args=[night.group.code, ann])))
    for question, title in titles.items():
        page = html_of(client.get(reverse("question", args=[night.group.code, ann, question])))
        assert title in page
        assert title in person
    assert not re.search("Rufspiel|Stock", person)


def test_any_game_calls_whoever_plays_a_player() -> None:
    assert role_words("any_game")["player"] == "player"
