"""The standings: places side by side in six ways, the course, everybody's shares, and what they cost."""

import uuid
from datetime import date
from fractions import Fraction
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from ledger.exchange.copying import copy
from ledger.models import Group, HouseRules
from ledger.models.book import sheet_of
from ledger.recording import NewHand, end_night, tell_hand
from ledger.recording.rules import write_rules
from tests import cast
from tests.notebooks import read_notebook
from tests.reading import csv_of, html_of, missing, texts_of, words_of
from tests.scorekeeper.conftest import Phones


def page(group: Group) -> str:
    return reverse("standings", args=[group.code])


def ranked(client: Client, group: Group, **asked: str) -> list[str]:
    return texts_of(html_of(client.get(page(group), asked)), "ranking")


def file(client: Client, group: Group, of: str, **asked: str) -> list[dict[str, str]]:
    return csv_of(client.get(page(group), {"format": "csv", "of": of, **asked}))


def part(client: Client, group: Group, key: str, **asked: str) -> Any:
    return client.get(page(group), asked).context["parts"].get(key)


def a_night_of(group: Group, hands: int, *, picker: str = "Ann", ends: bool = False) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    for _ in range(hands):
        cast.tell(session, picker, "Ben")
    if ends:
        end_night(session, cast.context(session))


def bring_in(group: Group, table: str, owed_from: date | None = date.min) -> None:
    copy(group, read_notebook("old.csv", table), owed_from=owed_from)


def a_night_of_schafkopf(group: Group) -> None:
    """Dave plays a solo against three, and wins it."""
    if HouseRules.objects.filter(group=group).latest("version").game != "mehrkopf":
        write_rules(group, "mehrkopf", "", {}, uuid.uuid4(), cast.owner_of(group))
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave")
    told = {"kind": "played", "contract": "solo", "declarer": 3, "result": "won"}
    seats = cast.ids(group, "Ann", "Ben", "Cleo", "Dave")
    tell_hand(session, NewHand(seats=seats, told=told), cast.context(session))
    end_night(session, cast.context(session))


def test_standings_before_the_first_hand_are_kind(group: Group, watcher: Client) -> None:
    assert "There is nothing to show yet" in words_of(watcher.get(page(group)))
    assert "<svg" not in html_of(watcher.get(page(group)))


def test_places_stand_side_by_side_and_the_address_chooses_their_order(group: Group, watcher: Client) -> None:
    a_night_of(group, 2, ends=True)
    bring_in(group, "Date,Cleo,Ben\n2009-03-27,50,-50\n", owed_from=None)
    assert ranked(watcher, group) == [
        "Cleo 2 nights +€12.00 +48 1. −1.00 3. +24.0 1. 0 2. 0 3. −20 3.",
        "Ann 1 night +€1.00 +4 2. +2.00 1. +4.0 2. +2 1. +4 1. +140 1.",
        "Dave 1 night −€0.50 −2 3. −1.00 3. −2.0 3. −1 4. 0 3. −20 3.",
        "Edith 1 night −€0.50 −2 3. −1.00 3. −2.0 3. −1 4. 0 3. −20 3.",
        "Ben 2 nights −€12.00 −48 5. +1.00 2. −24.0 5. 0 2. +2 2. +20 2.",
    ]
    assert [row.split()[0] for row in ranked(watcher, group, by="league")[:2]] == ["Ann", "Ben"]
    assert [row.split()[0] for row in ranked(watcher, group, by="per-hand")[:2]] == ["Ann", "Ben"]
    assert ranked(watcher, group, by="tea") == ranked(watcher, group)
    assert (
        ranked(watcher, group, by="places")[0]
        == "Ann 1 night +€1.00 +2 1. +4 2. +2.00 1. +4.0 2. +4 1. +140 1."
    )
    html = html_of(watcher.get(page(group), {"table": "5", "by": "per-night"}))
    assert not missing(
        html,
        'aria-sort="descending"><a href="?table=5&amp;by=per-night#ranking">A night</a>',
        'href="?table=5&amp;by=league#ranking"',
    )
    assert html.count('href="?table=5&amp;by=places#ranking"') == 2, (
        "above its column, and where it is explained"
    )


def test_places_and_good_points_are_in_the_file_and_follow_the_filter(group: Group, watcher: Client) -> None:
    a_night_of(group, 2, ends=True)
    bring_in(group, "Date,Cleo,Ben\n2009-03-27,50,-50\n", owed_from=None)

    def told(**asked: str) -> dict[str, tuple[str, ...]]:
        names = ("places_place", "places", "good_place", "good")
        return {
            row["player"]: tuple(row[name] for name in names)
            for row in file(watcher, group, "ranking", **asked)
        }

    assert told()["Ben"] == ("2", "0", "2", "2")
    assert told(table="5")["Ben"] == told(since="2010-01")["Ben"] == ("2", "1", "2", "2")
    assert told(table="5")["Edith"] == ("3", "-1", "3", "0")


def test_average_over_too_little_has_no_place_and_a_fold_says_from_when_on(
    group: Group, watcher: Client
) -> None:
    lines = [f"2009-03-{day:02},{'' if day > 1 else 9},4,{-4 if day > 1 else -13}" for day in range(1, 11)]
    bring_in(group, "\n".join(["Date,Ann,Ben,Cleo", *lines]), owed_from=None)
    assert ranked(watcher, group, by="per-night") == [
        "Ben 10 nights +€10.00 +4.0 1. +40 1. +9 1.",
        "Cleo 10 nights −€12.25 −4.9 2. −49 3. −10 3.",
        "Ann 1 night +€2.25 +9.0 +9 2. +1 2.",
    ]
    said = words_of(watcher.get(page(group)))
    assert not missing(
        said,
        "Points divided by the nights played. No place for fewer than 10 nights.",
        "only the totals are known count in points, in points a night and in places.",
    )
    assert "Good points" not in said
    assert "Skat" not in said
    assert part(watcher, group, "player").entries == []


def test_share_is_said_as_k_of_n_and_from_twenty_on_in_per_cent(group: Group, watcher: Client) -> None:
    a_night_of(group, 19)
    assert texts_of(html_of(watcher.get(page(group))), "player")[0] == (
        "Ann 19 19 of 19 19 of 19 0 of 0 0 of 0 0 of 0 0 of 0"
    )
    a_night_of(group, 1)
    assert texts_of(html_of(watcher.get(page(group))), "player")[0] == (
        "Ann 20 100% 20 of 20 100% 20 of 20 0 of 0 0 of 0 0 of 0 0 of 0"
    )
    row = file(watcher, group, "player")[0]
    assert {
        name: row[name] for name in ("points_a_hand", "hands", "nights", "picked_k", "won_partner_n")
    } == {
        "points_a_hand": "2.000000",
        "hands": "20",
        "nights": "2",
        "picked_k": "20",
        "won_partner_n": "0",
    }


def test_course_tells_who_leads_and_its_file_has_every_night(group: Group, watcher: Client) -> None:
    a_night_of(group, 2, ends=True)
    bring_in(group, "Date,Ann,Gus\n2009-03-27,4,-4\n", owed_from=None)
    html = html_of(watcher.get(page(group)))
    assert not missing(
        html,
        'role="img" aria-labelledby="by_night-title by_night-desc"',
        "After 2 nights: Ann leads with +8. Behind: Ben +2, ",
    )
    rows = file(watcher, group, "by_night")
    assert [(row["night"], row["Ann"], row["Ben"], row["Gus"]) for row in rows] == [
        ("2", "4", "", "-4"),
        ("1", "8", "2", "-4"),
    ]
    assert rows[0]["after"] == "2009-03-27"
    assert part(watcher, group, "by_night", table="5") is None
    assert "The line of points is drawn only where whole nights are counted." in words_of(
        watcher.get(page(group), {"table": "5"})
    )


def test_names_and_doors_lead_on_with_the_same_hands(group: Group, watcher: Client) -> None:
    a_night_of(group, 1)
    address = reverse("player", args=[group.code, *cast.ids(group, "Ann")])
    assert f'href="{address}?table=5"><bdi>Ann' in html_of(watcher.get(page(group), {"table": "5"}))
    html = html_of(watcher.get(page(group), {"table": "5"}))
    assert not missing(
        html,
        *(f'href="{reverse(name, args=[group.code])}?table=5"' for name in ("group_statistics", "records")),
        f'href="{reverse("years", args=[group.code])}"',
    )


def test_address_of_the_former_rankings_leads_to_the_table_with_what_it_asks(
    group: Group, phone: Phones
) -> None:
    address = reverse("rankings", args=[group.code])
    answer = phone("watcher").get(address, {"season": "1", "table": "5"})
    assert (answer.status_code, answer["Location"]) == (302, f"{page(group)}?season=1&table=5#ranking")
    assert phone("watcher").get(address)["Location"] == f"{page(group)}#ranking"


def test_money_is_not_told_where_points_only_are_played_for(group: Group, watcher: Client) -> None:
    Group.objects.filter(pk=group.pk).update(currency="", stake_cents=0)
    a_night_of(group, 1, ends=True)
    assert ranked(watcher, group)[0] == "Ann 1 night +2 1. +2.00 1. +2.0 1. +2 1. +2 1. +70 1."
    assert "money" not in file(watcher, group, "ranking")[0]
    assert "€" not in html_of(watcher.get(page(group)))


def test_points_of_a_night_that_goes_on_count_and_its_money_is_said_to_come(
    group: Group, watcher: Client
) -> None:
    words = "A night is still going on: its points count here, its money when the night ends."
    a_night_of(group, 1, ends=True)
    assert words not in words_of(watcher.get(page(group)))
    a_night_of(group, 1)
    assert ranked(watcher, group)[0].startswith("Ann 2 nights +€0.50 +4 1.")
    assert words in words_of(watcher.get(page(group)))
    assert words not in words_of(watcher.get(page(group), {"table": "5"}))


def test_games_are_never_mixed_and_their_money_is_told_together(group: Group, watcher: Client) -> None:
    for _ in range(3):
        a_night_of(group, 1, ends=True)
    a_night_of_schafkopf(group)
    html = html_of(watcher.get(page(group)))
    assert not missing(html, f'href="{page(group)}?game=mehrkopf"', "· 3 nights")
    assert "€" not in "".join(ranked(watcher, group))
    solo = ranked(watcher, group, game="mehrkopf")
    assert (len(solo), solo[0].split()[0]) == (4, "Dave")
    assert "Edith" not in "".join(solo)
    money = [row["player"] for row in file(watcher, group, "money")]
    assert money == [row.split()[0] for row in texts_of(html, "money")]
    assert sum(Fraction(row["money"]) for row in file(watcher, group, "money")) == 0
    assert len(part(watcher, group, "by_night", game="mehrkopf").nights) == 1


def test_game_with_a_race_says_how_many_each_has_won(group: Group, watcher: Client) -> None:
    a_night_of(group, 1, ends=True)
    assert "Races won" not in words_of(watcher.get(page(group)))
    write_rules(group, "southern_indiana", "", {"race_to": 18}, uuid.uuid4(), cast.owner_of(group))
    night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", plays=4)
    for told in ({"kind": "solo", "soloist": 1, "won": True}, {"kind": "settle"}):
        tell_hand(night, NewHand(seats=sheet_of(night).seating.seats, told=told), cast.context(night))
    end_night(night, cast.context(night))
    assert "Races won" in words_of(watcher.get(page(group), {"game": "southern_indiana"}))
    races = [row["races"] for row in file(watcher, group, "player", game="southern_indiana")]
    assert sorted(races) == ["0", "0", "0", "1"]


def test_forty_players_are_all_ranked_and_twelve_are_drawn(group: Group, watcher: Client) -> None:
    totals = {number: number * 2 - 39 for number in range(40)}
    cast.bring_notebook(group, [f"Player {number}" for number in totals], {date(2020, 1, 2): totals})
    opened, _, folded = html_of(watcher.get(page(group))).partition("<summary>20 more</summary>")
    assert [part.count("<bdi>Player ") for part in (opened.partition("<tbody>")[2], folded)] >= [20, 20]
    assert len(file(watcher, group, "ranking")) == 40
    assert len(part(watcher, group, "by_night").drawn()["lines"]) == 12
    assert len(file(watcher, group, "by_night")[0]) == 42


def test_pages_of_standings_ask_as_many_queries_after_more_nights(
    group: Group, watcher: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ann, cleo = cast.ids(group, "Ann", "Cleo")
    year, statistics = timezone.localdate().year, f"/g/{group.code}/statistics/"
    most = {
        page(group): 15,
        reverse("records", args=[group.code]): 15,
        reverse("year", args=[group.code, year]): 20,
        reverse("player_year", args=[group.code, ann, year]): 24,
        reverse("player", args=[group.code, ann]): 20,
        reverse("question", args=[group.code, ann, "place-1"]): 14,
        statistics: 15,
        f"{statistics}?since=2001-01&until=2100-01": 15,
        f"{statistics}picking-pays/": 15,
        f"{statistics}place-1/": 15,
        f"{statistics}who-picking/": 15,
        f"{statistics}against-{ann}-{cleo}/": 15,
    }
    for number in (5, 25):
        a_night_of(group, number, ends=True)
        bring_in(group, f"Date,Ann,Ben\n20{number:02}-01-02,1,-1\n")
        for address, queries in most.items():
            with django_assert_max_num_queries(queries):
                assert watcher.get(address).status_code == 200, address
