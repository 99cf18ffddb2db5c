"""The standings: what everybody's numbers are based on, and the chart with its table."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from ledger.models import Group
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
    monkeypatch.setattr("scorekeeper.pages.standings.views.A_PAGE", 2)
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
        with django_assert_num_queries(6):
            client.get(page(group))
