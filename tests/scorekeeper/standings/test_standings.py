"""The standings: what everybody's numbers are based on, and the chart with its table."""

import re
import uuid
from datetime import date
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from ledger.models import Group, HouseRules
from ledger.recording import Hand, end_night, tell_hand
from ledger.recording.notebook import Copying, copy_notebook
from ledger.recording.rules import write_rules
from ledger.standings.marks import Copied
from ledger.steps import finish
from tests import cast
from tests.reading import html_of
from tests.scorekeeper.conftest import Phones


def page(group: Group) -> str:
    return reverse("standings", args=[group.code])


def text(client: Client, group: Group) -> str:
    return html_of(client.get(page(group)))


def a_night_of(group: Group, hands: int) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    for _ in range(hands):
        cast.tell(session, "Ann", "Ben")


def test_before_the_first_hand_the_page_is_kind(group: Group, phone: Phones) -> None:
    html = text(phone("watcher"), group)
    assert "Standings grow out of hands" in html
    assert "<svg" not in html


def test_shares_are_said_as_k_of_n(group: Group, phone: Phones) -> None:
    a_night_of(group, 3)
    html = text(phone("watcher"), group)
    assert "<b>100%</b> <small>3 of 3</small>" in html
    assert "<small>0 of 3</small>" in html
    assert "+2.00 a hand" in html
    assert "3 hands" in html


def test_a_few_of_anything_are_grey_and_twenty_are_not(group: Group, phone: Phones) -> None:
    a_night_of(group, 19)
    few = text(phone("watcher"), group).count('class="few"')
    a_night_of(group, 1)
    assert text(phone("watcher"), group).count('class="few"') < few


def test_players_with_the_same_points_share_a_place(group: Group, phone: Phones) -> None:
    a_night_of(group, 1)
    assert text(phone("watcher"), group).count('<span class="place num">3</span>') == 3


def test_the_chart_stands_beside_its_table(group: Group, phone: Phones) -> None:
    a_night_of(group, 2)
    a_night_of(group, 1)
    html = text(phone("watcher"), group)
    assert 'role="img" aria-labelledby="course-title course-desc"' in html
    assert "Running points over 2 nights. Now: Ann +6" in html
    assert html.count("<polyline") == 5
    assert '<th scope="row">2</th>' in html


def test_every_night_is_on_a_page_of_the_table(
    group: Group, phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.pages.standings.presenter.A_PAGE", 2)
    for _ in range(5):
        a_night_of(group, 1)
    client, told = phone("watcher"), []
    for number in (1, 2, 3):
        html = html_of(client.get(page(group), {"page": number}))
        told.append(re.findall(r'<th scope="row">(\d+)</th>', html))
        assert '<details class="beside" id="by-night" open>' in html
        assert (f'href="?page={number + 1}#by-night"' in html) == (number < 3)
        assert (f'href="?page={number - 1}#by-night"' in html) == (number > 1)
    assert told == [["4", "5"], ["2", "3"], ["1"]]
    assert re.findall(r'<th scope="row">(\d+)</th>', text(client, group)) == ["4", "5"]


@pytest.mark.parametrize("number", ["0", "2", "-1", "tea", "9" * 30, ""])
def test_a_page_that_is_not_there_is_not_found(group: Group, phone: Phones, number: str) -> None:
    a_night_of(group, 1)
    assert phone("watcher").get(page(group), {"page": number}).status_code == 404


def test_names_are_escaped_in_the_chart_too(db: None, phone: Phones) -> None:
    group = cast.thursday_table(names=("<b>Ann</b>", "Ben", "Cleo", "Dave", "Edith"))
    session = cast.a_night(group)
    cast.tell(session, "Ben", "Cleo")
    html = text(phone("owner"), group)
    assert "<b>Ann" not in html
    assert "&lt;b&gt;Ann" in html


def test_a_stranger_finds_nothing(group: Group, phone: Phones) -> None:
    assert phone("stranger").get(page(group)).status_code == 404


def test_nothing_is_posted_here(group: Group, phone: Phones) -> None:
    assert phone("owner").post(page(group)).status_code == 405


def test_queries_do_not_grow_with_hands_or_nights(
    group: Group, phone: Phones, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone("watcher")
    for hands in (1, 3, 5):
        a_night_of(group, hands)
        with django_assert_num_queries(5):
            client.get(page(group))


def a_night_of_schafkopf(group: Group) -> None:
    """Dave plays a solo against three, and wins it."""
    if HouseRules.objects.filter(group=group).latest("version").game != "mehrkopf":
        write_rules(group, "mehrkopf", "", {}, uuid.uuid4(), cast.owner_of(group))
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave")
    told = {"kind": "played", "contract": "solo", "declarer": 3, "result": "won"}
    seats = cast.ids(group, "Ann", "Ben", "Cleo", "Dave")
    tell_hand(session, Hand(seats=seats, told=told), cast.context(session))
    end_night(session, cast.context(session))


def two_games(group: Group) -> None:
    """Three ended nights of Sheepshead, then two of Schafkopf."""
    for _ in range(3):
        cast.an_ended_night(group)
    for _ in range(2):
        a_night_of_schafkopf(group)


def test_one_game_is_named_nowhere(group: Group, phone: Phones) -> None:
    a_night_of(group, 2)
    html = text(phone("watcher"), group)
    assert '<h2 id="everybody">Everybody</h2>' in html
    assert 'id="game' not in html
    assert 'class="games"' not in html
    assert 'id="by-night"' in html
    assert "only the totals are known" not in html


def test_each_game_has_a_table_and_a_chart_of_its_own(group: Group, phone: Phones) -> None:
    two_games(group)
    html = text(phone("watcher"), group)
    assert "5 nights" in html
    sheepshead, schafkopf = html.split('<section class="game"')[1:]
    for part, key, nights, players in ((sheepshead, "sheepshead", 3, 5), (schafkopf, "mehrkopf", 2, 4)):
        assert f'href="#game-{key}"' in html
        assert f'<h2 id="game-{key}">' in part
        assert f"Running points over {nights} nights." in part
        assert part.count("<polyline") == part.count("<h3>") == players
    assert "Edith" not in schafkopf
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_a_page_of_nights_is_a_page_of_one_game(
    group: Group, phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.pages.standings.presenter.A_PAGE", 1)
    two_games(group)
    client = phone("watcher")

    def nights(**asked: str) -> list[str]:
        html = client.get(page(group), asked).content.decode()
        parts = html.split('<section class="game"')[1:]
        return [
            f"{night}{' open' if ' open>' in part else ''}"
            for part in parts
            for night in re.findall(r'<th scope="row">(\d+)</th>', part)
        ]

    assert nights() == ["3", "5"]
    assert nights(page="2") == ["2 open", "5"]
    assert nights(page="2", game="mehrkopf") == ["3", "4 open"]
    html = client.get(page(group), {"page": "1", "game": "mehrkopf"}).content.decode()
    assert 'href="?game=mehrkopf&amp;page=2#by-night-mehrkopf"' in html
    assert 'href="?game=sheepshead&amp;page=2#by-night-sheepshead"' in html


@pytest.mark.parametrize(
    "asked", [{"game": "mehrkopf", "page": "3"}, {"game": "tea"}, {"game": "tea", "page": "1"}, {"page": "0"}]
)
def test_a_game_or_page_that_is_not_there_is_not_found(
    group: Group, phone: Phones, monkeypatch: pytest.MonkeyPatch, asked: dict[str, str]
) -> None:
    monkeypatch.setattr("scorekeeper.pages.standings.presenter.A_PAGE", 1)
    two_games(group)
    assert phone("watcher").get(page(group), asked).status_code == 404


def test_points_known_only_by_night_are_said_to_be_so_and_are_in_no_average(
    group: Group, phone: Phones
) -> None:
    nights = [Copied(date=date(2020, 1, day), totals={0: Fraction(40), 1: Fraction(-40)}) for day in (2, 9)]
    finish(copy_notebook(group, Copying(names=("Ann", "Gus"), nights=nights), began=lambda hidden: None))
    a_night_of(group, 1)
    html = text(phone("watcher"), group)
    ann, gus = (
        next(card for card in html.split("<h3>")[1:] if f"<bdi>{name}</bdi>" in card)
        for name in ("Ann", "Gus")
    )
    assert "+82" in ann
    assert "+2.00 a hand" in ann
    assert "+80 of it from 2 nights of which only the totals are known." in ann
    assert "−80 of it from 2 nights" in gus
    assert "a hand" not in gus


def test_two_games_take_as_many_queries_as_one(
    group: Group, phone: Phones, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    two_games(group)
    client = phone("watcher")
    with django_assert_num_queries(5):
        client.get(page(group))
