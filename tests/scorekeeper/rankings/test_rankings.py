"""Other ways to rank the same players: who wins how, in which sentence, and who is not ranked."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from ledger.exchange.copying import copy
from ledger.exchange.notebook import read_notebook
from ledger.models import Group
from ledger.recording import end_night
from tests import cast
from tests.reading import html_of
from tests.scorekeeper.conftest import Phones


def page(group: Group) -> str:
    return reverse("rankings", args=[group.code])


def text(client: Client, group: Group) -> str:
    return html_of(client.get(page(group)))


def a_night(group: Group, *hands: tuple[str, str | None]) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    for picker, partner in hands:
        cast.tell(session, picker, partner)
    end_night(session, cast.context(session))


def rows(html: str, key: str) -> list[str]:
    """The rows of a ranking, by what it is called in the page."""
    found = re.search(rf'<h[23] id="{key}">.*?<tbody>(.*?)</tbody>', html, re.DOTALL)
    assert found
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in found[1].split("</tr>")[:-1]]


def test_before_the_first_hand_it_is_kind(group: Group, phone: Phones) -> None:
    assert "Nobody has played enough yet to be ranked." in text(phone("watcher"), group)


def test_each_way_has_its_winner_its_sentence_and_its_numbers(group: Group, phone: Phones) -> None:
    a_night(group, ("Ann", "Ben"), ("Ann", "Ben"))
    html = text(phone("watcher"), group)
    assert "Whichever way one counts, the same wins" in html
    assert rows(html, "points")[0] == "1 Ann +4"
    assert rows(html, "per-hand")[:2] == ["1 Ann +2.00 2", "2 Ben +1.00 2"]
    assert rows(html, "per-night")[0] == "1 Ann +4.0 1"
    assert rows(html, "league")[:2] == ["1 Ann +140", "2 Ben +20"]
    assert "50 more for a hand that was won as picker, 50 less for one that was lost" in html
    assert "40 each at three, 30 at four, 24 at five" in html
    assert "Who is level shares the place; above stands who needed fewer nights" in html
    assert rows(html, "places")[0] == "Ann 1 1 1 1"


def test_nights_known_by_totals_count_in_points_and_points_a_night_only_and_it_is_said(
    group: Group, phone: Phones
) -> None:
    a_night(group, ("Ann", "Ben"))
    assert "only the totals are known" not in text(phone("watcher"), group)
    copy(group, read_notebook("old.csv", "Date,Ben,Gus\n2009-03-27,100,-100\n"))
    html = text(phone("watcher"), group)
    assert "Who wins depends on how one counts" in html
    assert "they count in points and in points a night only." in html
    assert rows(html, "points")[0] == "1 Ben +101"
    assert rows(html, "per-hand")[0] == "1 Ann +2.00 1"
    assert rows(html, "per-hand")[-1] == "Gus – 0"
    assert rows(html, "league")[0] == "1 Ann +70"


def test_an_average_over_too_little_is_not_ranked_and_names_lead_to_their_players(
    group: Group, phone: Phones
) -> None:
    lines = [f"2009-03-{day:02},{'' if day > 1 else 9},4,{-4 if day > 1 else -13}" for day in range(1, 11)]
    copy(group, read_notebook("old.csv", "\n".join(["Date,Ann,Ben,Cleo", *lines])))
    html = text(phone("watcher"), group)
    assert rows(html, "per-night") == ["1 Ben +4.0 10", "2 Cleo −4.9 10"]
    assert rows(html, "per-night-below") == ["Ann +9.0 1"]
    assert re.search(r"Not ranked\s*<small>· fewer than 10 nights</small>", html)
    assert rows(html, "points") == ["1 Ben +40", "2 Ann +9", "3 Cleo −49"]
    assert rows(html, "places") == ["Ben 1 1", "Ann 2 –", "Cleo 3 2"]
    assert "a dash says that somebody has played too little for a place" in html
    assert "so everybody is ranked" not in html
    asked = html_of(phone("watcher").get(f"{page(group)}?since=2009-03"))
    assert f'href="/g/{group.code}/players/{cast.ids(group, "Ann")[0]}/statistics/?since=2009-03"' in asked


def test_where_nobody_has_played_enough_everybody_is_ranked_and_it_is_said(
    group: Group, phone: Phones
) -> None:
    a_night(group, ("Ann", "Ben"))
    html = text(phone("watcher"), group)
    assert "Nobody has played 100 hands yet, so everybody is ranked." in html
    assert "Nobody has come on 10 nights yet, so everybody is ranked." in html
    assert "Not ranked" not in html


def test_a_stranger_finds_nothing_and_nothing_is_posted_here(group: Group, phone: Phones) -> None:
    assert phone("stranger").get(page(group)).status_code == 404
    assert phone("owner").post(page(group)).status_code == 405


def test_the_cost_does_not_grow_with_hands_or_nights(
    group: Group, phone: Phones, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone("watcher")
    for hands in (1, 3, 5):
        a_night(group, *[("Ann", "Ben")] * hands)
        with django_assert_num_queries(5):
            client.get(page(group))


@pytest.mark.parametrize("asked", ["game=tea", "table=99"])
def test_nonsense_is_said_to_be_so(group: Group, phone: Phones, asked: str) -> None:
    a_night(group, ("Ann", "Ben"))
    assert phone("watcher").get(f"{page(group)}?{asked}").status_code == 422


def test_where_no_hands_are_known_only_points_and_points_a_night_are_ranked(
    group: Group, phone: Phones
) -> None:
    copy(group, read_notebook("old.csv", "Date,Ann,Ben\n2009-03-27,4,-4\n"))
    html = text(phone("watcher"), group)
    assert rows(html, "places") == ["Ann 1 1", "Ben 2 2"]
    assert "As skat leagues do" not in html
    assert "Whichever way one counts, the same wins" in html
