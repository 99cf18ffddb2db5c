"""Points and money night after night, on the pages of a player and of the group, with tables and files."""

import csv
import re
import uuid
from datetime import date, timedelta
from fractions import Fraction
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from ledger.models import Group
from ledger.recording import (
    SeasonSaid,
    WriteContext,
    add_season,
    end_night,
    merge_players,
    newest_change,
    reopen_night,
)
from ledger.recording.journal import pay
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings.marks import Copied
from ledger.steps import finish
from tests import cast
from tests.ledger.standings.test_players import two_games
from tests.reading import html_of
from tests.scorekeeper.conftest import Phones, phone_of

OLD = [(date(2019, 12, 27), 4), (date(2020, 1, 3), -7), (date(2020, 1, 10), 0), (date(2020, 2, 7), 2)]
"""Nights of a notebook, and what each brought Ann."""


def page(group: Group, name: str = "Ann") -> str:
    return reverse("player", args=[group.code, cast.ids(group, name)[0]])


def everybodys(group: Group) -> str:
    return reverse("group_statistics", args=[group.code])


def of_the_notebook(group: Group, names: tuple[str, str, str] = ("Ann", "Ben", "Cleo")) -> None:
    """What Ann won Ben lost; on the night without her it was Cleo."""
    nights = []
    for day, points in OLD:
        won = Fraction(points)
        totals = {0: won, 1: -won} if points else {1: Fraction(3), 2: Fraction(-3)}
        nights.append(Copied(date=day, totals=totals))
    finish(copy_notebook(group, Copying(names=names, nights=nights), began=lambda hidden: None))


def a_night(group: Group) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(session, "Ann", "Ben")
    end_night(session, cast.context(session))


def table(client: Client, address: str, within: str, **asked: str) -> list[list[str]]:
    """The rows of a table on a page, its head first, cell by cell as they are read."""
    html = html_of(client.get(address, asked))
    found = html[html.index(f'id="{within}"') :]
    rows = found[: found.index("</table>")].split("<tr>")[1:]
    return [
        [
            " ".join(re.sub(r"<[^>]*>", " ", cell).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)
        ]
        for row in rows
    ]


def file(client: Client, address: str, of: str, **asked: str) -> list[list[str]]:
    answer = client.get(address, {"format": "csv", "of": of, **asked})
    assert answer.status_code == 200
    return list(csv.reader(StringIO(b"".join(answer).decode("utf-8-sig"))))


def words(client: Client, address: str, **asked: str) -> str:
    main = html_of(client.get(address, asked)).partition("<main")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def test_each_night_says_what_it_brought_and_where_that_led(group: Group, watcher: Client) -> None:
    of_the_notebook(group)
    assert table(watcher, page(group), "course-table") == [
        ["Night of", "Brought", "In all"],
        ["27 Dec 2019", "+4", "+4"],
        ["3 Jan 2020", "−7", "−3"],
        ["7 Feb 2020", "+2", "−1"],
    ]
    assert file(watcher, page(group), "chart") == [
        ["date", "brought", "total"],
        ["2019-12-27", "4", "4"],
        ["2020-01-03", "-7", "-3"],
        ["2020-02-07", "2", "-1"],
    ]


def test_the_money_is_told_in_the_same_way_to_the_cent(group: Group, watcher: Client) -> None:
    of_the_notebook(group)
    assert table(watcher, page(group), "money-table") == [
        ["Night of", "Brought", "In all"],
        ["27 Dec 2019", "+€1.00", "+€1.00"],
        ["3 Jan 2020", "−€1.75", "−€0.75"],
        ["7 Feb 2020", "+€0.50", "−€0.25"],
    ]
    assert file(watcher, page(group), "money_chart")[1:] == [
        ["2019-12-27", "1", "1"],
        ["2020-01-03", "-1.75", "-0.75"],
        ["2020-02-07", "0.5", "-0.25"],
    ]
    assert file(watcher, page(group), "money_chart", since="2020-01")[1] == ["2020-01-03", "-1.75", "-1.75"]
    html = html_of(watcher.get(page(group)))
    assert 'href="?format=csv&amp;of=money_chart" download' in html


def test_what_was_paid_is_no_part_of_it_and_the_page_says_where_that_is(
    group: Group, watcher: Client
) -> None:
    a_night(group)
    a_night(group)
    ann, cleo = cast.ids(group, "Ann", "Cleo")
    before = table(watcher, page(group), "money-table")
    assert [row[1:] for row in before[1:]] == [["+€0.50", "+€0.50"], ["+€0.50", "+€1.00"]]
    pay(group, cleo, ann, 25, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group)))
    assert table(watcher, page(group), "money-table") == before
    html = html_of(watcher.get(page(group)))
    assert "Only what the cards brought, once a night is over. Payments are not in it" in html
    assert f'href="{reverse("statement", args=[group.code, ann])}"' in html
    note = "Only what the cards brought, of all games together, once a night is over: no payments."
    assert note in html_of(watcher.get(everybodys(group)))


def test_who_sees_no_money_finds_no_course_of_it_no_table_and_no_file(group: Group, phone: Phones) -> None:
    of_the_notebook(group)
    client = phone("watcher")
    files = [
        (page(group), "money_chart", "money"),
        (everybodys(group), "money_chart", "money_chart"),
        (everybodys(group), "money_brought", "money_chart"),
    ]
    for address, of, key in files:
        assert f'id="{key}"' in html_of(client.get(address))
        assert client.get(address, {"format": "csv", "of": of}).status_code == 200
    assert file(client, page(group), "year")[0] == ["year", "nights", "points", "money"]
    Group.objects.update(watchers_see_money=False)
    for address, of, key in files:
        html = html_of(client.get(address))
        assert "1 night" in html or "nights" in html
        assert f'id="{key}"' not in html
        assert "€" not in html
        assert "money" not in words(client, address).lower()
        assert client.get(address, {"format": "csv", "of": of}).status_code == 404
    assert file(client, page(group), "year")[0] == ["year", "nights", "points"]


def test_money_that_is_no_more_than_the_points_is_folded_away(group: Group, watcher: Client) -> None:
    of_the_notebook(group)
    assert "The same as money" in words(watcher, page(group))
    a_night(group)
    assert "The same as money" not in words(watcher, page(group))


def test_a_course_goes_from_the_first_to_the_last_night_of_the_player(group: Group, watcher: Client) -> None:
    of_the_notebook(group, ("Ann", "Gus", "Cleo"))
    a_night(group)

    def days(name: str) -> list[str]:
        drawn = html_of(watcher.get(page(group, name))).partition('id="course"')[2].partition("</figure>")[0]
        return re.findall(r">(\d+ \w{3})</text>", drawn.partition("chart-x")[2].partition("</g>")[0])

    assert days("Gus") == ["7 Feb", "10 Jan", "3 Jan", "27 Dec"]


def test_one_night_alone_has_no_course(group: Group, watcher: Client) -> None:
    a_night(group)
    html = html_of(watcher.get(page(group)))
    assert 'id="course"' not in html
    assert 'id="money"' not in html
    assert "A course of points is drawn" not in html
    a_night(group)
    assert 'id="course"' in html_of(watcher.get(page(group)))
    html = html_of(watcher.get(page(group), {"table": "5"}))
    assert "A course of points is drawn where whole nights are counted." in html


def test_who_plays_for_points_has_no_course_of_money(group: Group, owner: Client) -> None:
    Group.objects.update(currency="", stake_cents=0)
    of_the_notebook(group)
    assert 'id="course"' in html_of(owner.get(page(group)))
    for address in (page(group), everybodys(group)):
        assert 'id="money' not in html_of(owner.get(address))


def test_of_some_hands_of_a_night_there_is_no_course(group: Group, watcher: Client) -> None:
    a_night(group)
    for address in (page(group), everybodys(group)):
        html = html_of(watcher.get(address, {"table": "5"}))
        assert 'id="course"' not in html
        assert 'id="money' not in html
        assert watcher.get(address, {"table": "5", "format": "csv", "of": "money_chart"}).status_code == 404


def test_a_night_that_is_corrected_brings_the_old_money_until_it_is_over(
    group: Group, watcher: Client
) -> None:
    of_the_notebook(group)
    a_night(group)
    night = group.sessions.get(is_copied=False)
    reopen_night(night, cast.context(night))
    cast.tell(night, "Ann", "Ben", "lost")
    group.sessions.filter(is_copied=False).update(started_at="2021-12-31T20:00:00Z")
    points, money = (table(watcher, page(group), f"{of}-table")[-1] for of in ("course", "money"))
    assert points == ["31 Dec 2021", "−2", "−3"]
    assert money == ["31 Dec 2021", "+€0.50", "+€0.25"]
    assert file(watcher, page(group), "money_chart")[-1] == ["2021-12-31", "0.5", "0.25"]
    assert "+€0.25" in words(watcher, page(group)).partition("4 nights")[0]
    end_night(night, cast.context(night))
    assert table(watcher, page(group), "money-table")[-1][1:] == ["−€0.50", "−€0.75"]


def test_so_many_nights_are_told_by_months_and_the_file_has_them_all(
    group: Group, watcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_the_notebook(group)
    files = {of: file(watcher, page(group), of) for of in ("chart", "money_chart")}
    monkeypatch.setattr("ledger.standings.courses.BY_NIGHT", 0)
    assert table(watcher, page(group), "course-table") == [
        ["Nights of", "Brought", "In all"],
        ["Dec 2019", "+4", "+4"],
        ["Jan 2020", "−7", "−3"],
        ["Feb 2020", "+2", "−1"],
    ]
    said = "There are too many nights for a line each: the file has them all."
    assert words(watcher, page(group)).count(said) == 2
    for of, rows in files.items():
        assert file(watcher, page(group), of) == rows


def test_the_group_has_files_of_what_each_night_brought_everybody(group: Group, watcher: Client) -> None:
    of_the_notebook(group)
    assert file(watcher, everybodys(group), "brought")[3] == ["2020-01-10", "", "3", "-3"]
    assert file(watcher, everybodys(group), "chart")[3:] == [
        ["2020-01-10", "-3", "6", "-3"],
        ["2020-02-07", "-1", "4", "-3"],
    ]
    assert file(watcher, everybodys(group), "money_brought")[3] == ["2020-01-10", "", "0.75", "-0.75"]
    assert file(watcher, everybodys(group), "money_chart")[4] == ["2020-02-07", "-0.25", "1", "-0.75"]


def test_each_year_has_a_line_that_leads_to_its_page(group: Group, watcher: Client) -> None:
    of_the_notebook(group)
    assert table(watcher, page(group), "years") == [
        ["Year", "Nights", "Points", "Money"],
        ["2020", "2", "−5", "−€1.25"],
        ["2019", "1", "+4", "+€1.00"],
    ]
    assert file(watcher, page(group), "year")[1:] == [["2020", "2", "-5", "-1.25"], ["2019", "1", "4", "1"]]
    address = reverse("player_year", args=[group.code, cast.ids(group, "Ann")[0], 2019])
    assert f'href="{address}"' in html_of(watcher.get(page(group)))
    # One year alone says nothing that does not stand above.
    assert 'id="years"' not in html_of(watcher.get(page(group), {"since": "2020-01"}))


def test_a_night_that_goes_on_counts_in_the_year_in_which_it_began(group: Group, watcher: Client) -> None:
    of_the_notebook(group)
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(session, "Ann", "Ben")
    group.sessions.filter(pk=session.pk).update(started_at="2021-12-31T20:00:00Z")
    assert table(watcher, page(group), "years")[1] == ["2021", "1", "+2", "€0.00"]
    assert table(watcher, page(group), "course-table")[-1] == ["31 Dec 2021", "+2", "+1"]


def test_the_money_is_that_of_all_games_and_says_so(db: None) -> None:
    group = two_games()
    night = group.sessions.get(ended_at=None)
    end_night(night, cast.context(night))
    client = phone_of(cast.OWNER)
    name = group.players.get(pk=cast.ids(group)[0]).name
    for asked in ({"game": "mehrkopf"}, {"game": "sheepshead"}):
        assert len(table(client, page(group, name), "money-table", **asked)) == 4
        assert "The money is that of all games together." in words(client, page(group, name), **asked)
        assert "of all games together" in words(client, everybodys(group), **asked)
    assert len(table(client, page(group, name), "course-table", game="sheepshead")) == 3
    assert 'id="course"' not in html_of(client.get(page(group, name), {"game": "mehrkopf"}))


def test_two_who_are_one_person_have_one_course_of_money(group: Group, watcher: Client) -> None:
    of_the_notebook(group, ("Gus", "Ben", "Cleo"))
    gus, frank = cast.ids(group, "Gus", "Frank")
    merge_players(group, gus, frank, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group)))
    rows = table(watcher, page(group, "Frank"), "money-table")
    assert [row[1] for row in rows[1:]] == ["+€1.00", "−€1.75", "+€0.50"]
    assert file(watcher, page(group, "Frank"), "money_chart")[-1] == ["2020-02-07", "0.5", "-0.25"]
    assert "Frank" in file(watcher, everybodys(group), "money_brought")[0]
    assert "Gus" not in file(watcher, everybodys(group), "money_brought")[0]


def test_pages_read_points_and_money_at_once_however_many_nights_there_are(
    group: Group,
    watcher: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for by_night in (400, 0):
        monkeypatch.setattr("ledger.standings.courses.BY_NIGHT", by_night)
        for _ in range(2):
            a_night(group)
            of_the_notebook(group)
            with django_assert_num_queries(10):
                watcher.get(page(group))
            with django_assert_num_queries(8):
                watcher.get(everybodys(group))


def test_the_latest_seasons_of_the_group_are_told_as_the_years_are(group: Group, phone: Phones) -> None:
    client = phone("watcher")
    of_the_notebook(group)
    a_night(group)
    assert 'id="seasons"' not in html_of(client.get(page(group)))
    today = timezone.localdate()
    for name, first, last in (
        ("Before", date(2001, 1, 1), date(2001, 12, 31)),
        ("Winter <1>", date(2019, 12, 1), date(2020, 1, 4)),
        ("Now", today - timedelta(days=2), None),
    ):
        now = Group.objects.get(pk=group.pk)
        context = WriteContext(key=uuid.uuid4(), after=newest_change(now), by=cast.owner_of(now))
        add_season(now, SeasonSaid(name=name, first=first, last=last), context)
    told = table(client, page(group), "seasons")
    assert told == [
        ["Season", "Nights", "Points", "Money"],
        ["Now", "1", "+2", "+€0.50"],
        ["Winter &lt;1&gt;", "2", "−3", "−€0.75"],
    ]
    assert file(client, page(group), "season") == [
        ["season", "nights", "points", "money"],
        ["Now", "1", "2", "0.5"],
        ["Winter <1>", "2", "-3", "-0.75"],
    ]
    # Each leads to the same page about that season, which says the same and is about no other.
    assert 'href="?season=2"' in html_of(client.get(page(group)))
    html = html_of(client.get(page(group), {"season": "2"}))
    assert 'id="seasons"' not in html
    assert "2 nights" in html
