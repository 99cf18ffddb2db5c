"""The group's own page: tonight, the nights before, and what it plays."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from ledger.models import Group, Role, Session
from ledger.recording import NewGroup, end_night, pay_together, start_group
from tests import cast
from tests.reading import html_of, missing, present
from tests.scorekeeper.conftest import Phones


@pytest.fixture
def group(db: None) -> Group:
    return cast.thursday_table(currency="USD")


def page(group: Group, name: str = "group") -> str:
    return reverse(name, args=[group.code])


def text(client: Client, group: Group) -> str:
    return html_of(client.get(page(group)))


def nights(client: Client, group: Group, **query: Any) -> str:
    return html_of(client.get(page(group, "nights"), query))


def over(group: Group, *, hands: int = 1) -> Session:
    if hands:
        return cast.an_ended_night(group)
    session = cast.a_night(group)
    end_night(session, cast.context(session))
    return session


def test_a_new_group_asks_scorers_to_start_and_not_watchers(group: Group, phone: Phones) -> None:
    html = text(phone("scorer"), group)
    assert not missing(
        html, "Start tonight", "None yet: the first one begins with its first hand.", "25¢ a point"
    )
    html = text(phone("watcher"), group)
    assert not present(html, reverse("tonight", args=[group.code]), "<button")
    assert "you can follow it here" in html


def test_a_night_in_progress_is_one_tap_away(group: Group, phone: Phones) -> None:
    session = cast.a_night(group)
    cast.tell(session, "Cleo", "Dave")
    html = text(phone("watcher"), group)
    assert not missing(
        html,
        f'href="{reverse("table", args=[group.code, session.number])}"',
        "1 hand so far",
        "Tonight is the first one.",
    )


def test_nights_before_show_everybodys_points_best_first(group: Group, phone: Phones) -> None:
    session = over(group)
    html = nights(phone("watcher"), group)
    assert not missing(html, f'href="{reverse("ending", args=[group.code, session.number])}"', "+2", "−1")
    assert html.index("<bdi>Ann</bdi>") < html.index("<bdi>Ben</bdi>") < html.index("<bdi>Cleo</bdi>")


def test_a_night_without_a_hand_says_so(group: Group, phone: Phones) -> None:
    over(group, hands=0)
    assert "No hand was played" in text(phone("watcher"), group)


def test_twenty_nights_fill_a_page(group: Group, watcher: Client) -> None:
    for _ in range(21):
        over(group, hands=0)
    assert 'rel="next" href="?before=2"' in nights(watcher, group)
    second = nights(watcher, group, before=2)
    assert 'rel="prev" href="?after=1"' in second
    assert re.search(r"\d+ \w+ \d{4} to \d+ \w+ \d{4}", second)
    assert 'rel="next"' not in second
    newer = nights(watcher, group, after=1)
    assert not re.search(r"\d{4} to \d", newer)
    assert 'rel="next" href="?before=2"' in newer


@pytest.mark.parametrize("way", ["before", "after"])
@pytest.mark.parametrize("number", ["0", "-1", "2", "x", "9" * 30])
def test_a_page_that_is_not_there_is_not_found(group: Group, phone: Phones, way: str, number: str) -> None:
    assert phone("watcher").get(page(group, "nights"), {way: number}).status_code == 404


@pytest.mark.parametrize(("said", "chosen"), [("1", True), ("0", False)])
def test_the_owner_chooses_what_is_asked_first(group: Group, phone: Phones, said: str, chosen: bool) -> None:
    for _ in range(2):
        answer = phone("owner").post(page(group, "points_first"), {"points_first": said})
        assert (answer.status_code, answer["Location"]) == (303, page(group, "about"))
        group.refresh_from_db()
        assert group.points_first is chosen


def test_group_whose_points_are_typed_is_not_asked_what_comes_first(phone: Phones, db: None) -> None:
    new = NewGroup(name="Hearts", names=("Ann", "Ben"), currency="", stake_cents=0, game="any_game")
    hearts = start_group(new, cast.OWNER, uuid.uuid4())
    about = [html_of(phone("owner").get(page(one, "about"))) for one in (hearts, cast.thursday_table())]
    assert ["say first" in html for html in about] == [False, True]


@pytest.mark.parametrize("said", [{}, {"points_first": ""}, {"points_first": "yes"}])
def test_a_choice_of_neither_is_refused(group: Group, phone: Phones, said: dict[str, str]) -> None:
    assert "Say which comes first" in html_of(phone("owner").post(page(group, "points_first"), said), 422)


def test_queries_do_not_grow_with_nights(
    group: Group, owner: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for nights in (1, 3):
        for _ in range(nights):
            over(group)
            cast.a_night(group)
        with django_assert_num_queries(9):
            owner.get(page(group))


def test_four_nights_stand_on_the_first_page_with_who_won(group: Group, phone: Phones) -> None:
    numbers = [over(group).number for _ in range(5)]
    html = text(phone("watcher"), group)
    shown = [number for number in numbers if f'href="{reverse("ending", args=[group.code, number])}"' in html]
    assert shown == numbers[1:]
    assert html.count("<bdi>Ann</bdi>") == 4
    assert f'href="{page(group, "nights")}"' in html


def test_who_won_alike_stand_side_by_side(group: Group, phone: Phones) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(session, "Ann", "Ben")
    cast.tell(session, "Ben", "Ann")
    end_night(session, cast.context(session))
    html = text(phone("watcher"), group)
    html = html[html.index('id="past"') :]
    assert not missing(html, "<bdi>Ann</bdi>", "<bdi>Ben</bdi>")
    assert "<bdi>Cleo</bdi>" not in html


def test_a_phone_without_a_player_is_told_what_is_open_in_all(group: Group, phone: Phones) -> None:
    over(group)
    assert "Three payments left · $0.75 still open" in text(phone("scorer"), group)


@pytest.mark.parametrize(("name", "line"), [("Ann", "get $0.50"), ("Cleo", "owe $0.25"), ("Frank", "")])
def test_a_phone_of_a_player_is_told_what_that_player_gets_or_owes(
    group: Group, owner: Client, name: str, line: str
) -> None:
    over(group)
    me = group.memberships.get(role=Role.OWNER)
    me.player = group.players.get(name=name)
    me.save()
    html = text(owner, group)
    assert ("to-settle" in html) is bool(line)
    assert line in html


@pytest.mark.parametrize("name", ["Cleo", "Dave"])
def test_phone_of_either_of_a_couple_is_told_what_both_owe(group: Group, phone: Phones, name: str) -> None:
    over(group)
    pay_together(group.players.get(name="Cleo"), group.players.get(name="Dave"))
    group.memberships.filter(role=Role.OWNER).update(player=group.players.get(name=name))
    assert "owe $0.50" in text(phone("owner"), group)
