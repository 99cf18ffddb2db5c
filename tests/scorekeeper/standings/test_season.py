"""Seasons of a group: added, changed, removed and put back by an owner, refused plainly, and asked for."""

import re
import uuid
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.test import Client

from ledger.book.seasons import Floor, Season
from ledger.models import Group
from ledger.recording import WriteContext, add_season, end_night, newest_change, start_session
from ledger.standings.players import seasons_of
from tests import cast
from tests.reading import html_of, missing, present, texts_of
from tests.scorekeeper.conftest import Phones
from tests.scorekeeper.group.test_settings import fresh, sent

pytestmark = pytest.mark.django_db
WINTER: Mapping[str, str] = {
    "name": "Winter 2026", "first": "2026-01-01", "last": "2026-03-31", "floor": "2", "floor_of": "nights",
}  # fmt: skip


def address(group: Group, what: str = "new/") -> str:
    return f"/g/{group.code}/settings/seasons/{what}"


def names(group: Group) -> list[str]:
    return [one.name for one in seasons_of(fresh(group))]


def added(group: Group, client: Client, **more: str) -> int:
    before = {one.number for one in seasons_of(fresh(group))}
    assert client.post(address(group, "add/"), sent(group, WINTER, **more)).status_code == 303
    (made,) = [one for one in seasons_of(fresh(group)) if one.number not in before]
    return made.number


def test_a_season_is_listed_in_the_settings_with_its_days_and_its_floor(owner: Client, group: Group) -> None:
    number = added(group, owner)
    html = html_of(owner.get(f"/g/{group.code}/settings/"))
    change = r'Change<span class="visually-hidden">: Winter 2026</span>'
    assert re.search(rf'href="{address(group, f"{number}/")}">{change}</a>', html)
    assert re.search(r"<bdi>Winter 2026</bdi>\s*<small>\s*1 Jan 2026 to 31 Mar 2026 · from 2 nights on", html)
    assert "Season added: “Winter 2026”, 1 Jan 2026 to 31 Mar 2026, from 2 nights on" in html


def done(client: Client, answer: Any) -> tuple[str, bool]:
    assert answer.status_code == 303
    assert answer["Location"].endswith("#seasons")
    html = html_of(client.get(answer["Location"]))
    said = re.search(r'<div class="done">\s*<p role="status">\s*<bdi>(.*?)</bdi>(.*?)</div>', html, re.DOTALL)
    assert said
    return said[1], "Put it back" in said[2]


def test_what_was_done_is_said_once_and_a_removal_can_be_put_back_there(owner: Client, group: Group) -> None:
    add = sent(group, WINTER)
    for _ in range(2):
        said = done(owner, owner.post(address(group, "add/"), add))
        assert said == ("Season added: “Winter 2026”, 1 Jan 2026 to 31 Mar 2026, from 2 nights on", False)
    (season,) = seasons_of(fresh(group))
    changed = owner.post(address(group, f"{season.number}/change/"), sent(group, WINTER, name="Spring"))
    assert done(owner, changed)[0].startswith("Season “Winter 2026”, 1 Jan 2026")
    removed = owner.post(address(group, f"{season.number}/remove/"), sent(group, {}))
    words, can_be_put_back = done(owner, removed)
    assert words.startswith("Season removed: “Spring”, 1 Jan 2026")
    assert can_be_put_back
    assert done(owner, put_back(owner, group, "Season removed"))[0].startswith("Season added: “Spring”")
    assert not done(owner, removed)[1]


@pytest.mark.parametrize("key", ["", "tea", "7408d8c3-d633-4d90-9e39-1236739b1371"])
def test_nothing_is_said_to_be_done_that_was_not(owner: Client, group: Group, key: str) -> None:
    added(group, owner)
    assert 'class="done"' not in html_of(owner.get(f"/g/{group.code}/settings/", {"done": key}))


def test_season_is_changed_and_its_form_shows_what_it_is(owner: Client, group: Group) -> None:
    number = added(group, owner)
    html = html_of(owner.get(address(group, f"{number}/")))
    assert not missing(
        html, *(f'value="{value}"' for value in ("Winter 2026", "2026-01-01", "2026-03-31", "2"))
    )
    changed = sent(group, WINTER, last="", floor="50", floor_of="hands")
    assert owner.post(address(group, f"{number}/change/"), changed).status_code == 303
    html = html_of(owner.get(f"/g/{group.code}/settings/"))
    assert not missing(
        html,
        "from 1 Jan 2026 on · from 50 hands on",
        "Season “Winter 2026”, 1 Jan 2026 to 31 Mar 2026, from 2 nights on became “Winter 2026”,"
        " from 1 Jan 2026 on,"
        " from 50 hands on",
    )


def test_who_is_behind_is_told_and_keeps_what_was_typed(owner: Client, group: Group) -> None:
    added(group, owner, name="Autumn")
    html = html_of(owner.post(address(group, "add/"), sent(group, WINTER, after="0")), 409)
    assert not missing(html, "This was changed meanwhile. Look at what it says now.", 'value="Winter 2026"')
    assert names(group) == ["Autumn"]
    again = dict(re.findall(r'name="(after)" value="(\d+)"', html))
    assert owner.post(address(group, "add/"), sent(group, WINTER, **again)).status_code == 303


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"name": ""}, "What is the season called?"),
        ({"name": "x" * 41}, "is too long: 40 letters at most."),
        ({"name": " winter  2026"}, "There is a season called Winter 2026 already."),
        ({"first": ""}, "On which day does it begin?"),
        ({"first": "last Friday"}, "Write a day as 2026-03-31."),
        ({"last": "2025-12-31"}, "This day lies before the first day of the season."),
        ({"last": "2026-02-30"}, "Write a day as 2026-03-31."),
        ({"floor": "many"}, "Write a whole number, or leave it empty."),
        ({"floor": "-1"}, "A number from 0 to 100,000."),
        ({"floor_of": "points"}, "Hands or nights?"),
    ],
)
def test_what_makes_no_sense_is_refused_in_plain_words(
    owner: Client, group: Group, said: dict[str, str], words: str
) -> None:
    added(group, owner)
    assert words in html_of(
        owner.post(address(group, "add/"), sent(group, WINTER, **{"name": "Other", **said})), 422
    )
    assert names(group) == ["Winter 2026"]


@pytest.mark.parametrize("number", [7, 10**30])
def test_a_season_that_is_not_there_is_not_found(owner: Client, group: Group, number: int) -> None:
    assert owner.get(address(group, f"{number}/")).status_code == 404
    for what in ("change/", "remove/"):
        assert owner.post(address(group, f"{number}/{what}"), sent(group, WINTER)).status_code == 404
    posted = sent(group, WINTER, season=str(number))
    assert owner.post(address(group, "put-back/"), posted).status_code in (404, 422)
    assert names(group) == []


def put_back(client: Client, group: Group, words: str) -> Any:
    page = html_of(client.get(f"/g/{group.code}/settings/"))
    form = next(one for one in re.findall(r"<li>.*?</li>", page) if words in one and "Put it back" in one)
    action = re.search(r'action="([^"]*)"', form)
    assert action
    return client.post(action[1], dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)))


def test_every_change_of_a_season_can_be_put_back(owner: Client, group: Group) -> None:
    number = added(group, owner)
    owner.post(address(group, f"{number}/change/"), sent(group, WINTER, name="Spring"))
    assert put_back(owner, group, "became").status_code == 303
    assert names(group) == ["Winter 2026"]
    added(group, owner, name="Summer")
    assert put_back(owner, group, "Season added: “Summer”").status_code == 303
    assert names(group) == ["Winter 2026"]


def test_one_whose_name_was_given_away_is_not_put_back(owner: Client, group: Group) -> None:
    number = added(group, owner)
    owner.post(address(group, f"{number}/remove/"), sent(group, {}))
    added(group, owner)
    assert "There is a season called Winter 2026 already." in html_of(
        put_back(owner, group, "Season removed"), 422
    )


FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")


def played(group: Group, day: date, *names: str) -> None:
    """Write a night of one hand that the first of the players won alone."""
    at = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
    context = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group), at=at)
    session = start_session(group, cast.seated(group, *names), context)
    cast.tell(session, names[0])
    end_night(session, cast.context(session))


@pytest.fixture
def winter(group: Group) -> str:
    """Two nights before the season, three in it; Frank comes once. The address of its table."""
    played(group, date(2025, 12, 5), *reversed(FIVE))
    played(group, date(2025, 12, 12), *reversed(FIVE))
    played(group, date(2026, 1, 1), *FIVE)
    played(group, date(2026, 2, 1), *FIVE)
    played(group, date(2026, 3, 31), "Frank", *FIVE[:4])
    season = Season(
        name="Winter", first=date(2026, 1, 1), last=date(2026, 3, 31), floor=2, floor_of=Floor.NIGHTS
    )
    after = newest_change(group)
    add_season(group, season, WriteContext(key=uuid.uuid4(), after=after, by=cast.owner_of(group)))
    return f"/g/{group.code}/standings/?season={after + 1}"


def test_table_of_a_season_has_its_nights_alone_and_lists_below_who_has_played_too_little(
    phone: Phones, group: Group, winter: str
) -> None:
    html = html_of(phone("watcher").get(winter))
    assert [re.sub(r"(\d\.) .*", r"\1", row) for row in texts_of(html, "ranking")] == [
        "Ann 3 nights +€1.75 +7 1.", "Edith 2 nights −€0.50 −2 2.",
        "Ben 3 nights −€0.75 −3 3.", "Cleo 3 nights −€0.75 −3 3.", "Dave 3 nights −€0.75 −3 3.",
        "Frank 1 night +€1.00 +4 – – – – –",
    ]  # fmt: skip
    assert not missing(
        html,
        "Without a place: fewer than 2 nights.",
        "from 2 nights on",
        "3 nights",
        "<span>Counted: <bdi>Winter</bdi></span>",
    )


def test_while_it_goes_on_who_has_played_too_little_is_not_in_the_table_yet(
    watcher: Client, group: Group, owner: Client, winter: str
) -> None:
    number = added(group, owner, name="Still", last="", floor="2")
    html = html_of(watcher.get(f"/g/{group.code}/standings/?season={number}"))
    assert "Without a place yet: fewer than 2 nights." in html
    for last, yet in (("2026-03-31", ""), ("", " yet")):
        none = added(group, owner, name=f"None{yet}", last=last, floor="90")
        html = html_of(watcher.get(f"/g/{group.code}/standings/?season={none}"))
        assert f"Without a place{yet}: fewer than 90 nights." in html
        assert not [row for row in texts_of(html, "ranking") if row.endswith(".")]


def test_the_season_is_offered_wherever_hands_are_asked_for(phone: Phones, group: Group, winter: str) -> None:
    client, query = phone("watcher"), winter.partition("?")[2]
    ann = cast.player(group, "Ann").pk
    for page in ("standings/", f"players/{ann}/statistics/"):
        html = html_of(client.get(f"/g/{group.code}/{page}?{query}"))
        assert not missing(
            html,
            '<select id="asked-season" name="season"',
            "<span>Counted: <bdi>Winter</bdi></span>",
            "3 nights",
        )
        assert re.search(r'<option value="\d+" selected>Winter</option>', html)


def test_a_season_and_months_together_are_the_days_that_are_in_both(
    watcher: Client, group: Group, winter: str
) -> None:
    assert "2 nights" in html_of(watcher.get(f"{winter}&since=2026-02"))
    assert "1 night<" in html_of(watcher.get(f"{winter}&until=2026-01")).replace(" <", "<")
    html = html_of(watcher.get(f"{winter}&since=2026-04"), 422)
    assert "These months lie outside of this season." in html
    assert re.findall(r"<option[^>]*selected[^>]*>(.*?)</option>", html) == ["Winter"]


@pytest.mark.parametrize("season", ["99", "0", "tea", "1" * 30])
def test_a_season_that_is_none_is_said_to_be_so(
    phone: Phones, group: Group, winter: str, season: str
) -> None:
    html = html_of(phone("watcher").get(f"/g/{group.code}/standings/?season={season}"), 422)
    assert "There is no such season here: it may have been removed." in html
    assert not present(html, f">{season}</option>", "selected")


def test_the_latest_seasons_are_named_where_the_standings_are(
    phone: Phones, group: Group, owner: Client
) -> None:
    page, client = f"/g/{group.code}/standings/", phone("watcher")
    assert "?season=" not in html_of(client.get(page))
    for year in (2023, 2026, 2024, 2025):
        added(group, owner, name=f"Winter {year}", first=f"{year}-01-01", last=f"{year}-03-31")
    named = re.findall(r'href="([^"]*\?season=\d+)"[^>]*><bdi>(.*?)</bdi>', html_of(client.get(page)))
    assert [name for _, name in named] == ["Winter 2026", "Winter 2025", "Winter 2024"]
    assert re.search(r"<h2>\s*<bdi>Winter 2025</bdi>", html_of(client.get(named[1][0])))


def test_where_no_season_is_left_nothing_is_there_to_choose(phone: Phones, group: Group) -> None:
    html = html_of(phone("watcher").get(f"/g/{group.code}/standings/?season=1"))
    assert "There is no such season here: it may have been removed." in html
    assert "asked-season" not in html


def test_after_few_nights_nothing_is_said_of_luck_and_after_more_the_leaders_chance_is(
    watcher: Client, group: Group, winter: str
) -> None:
    statistics = winter.replace("/standings/", "/statistics/")
    assert "really the best" not in html_of(watcher.get(winter))
    assert "Of so few nights nobody can tell" in html_of(watcher.get(winter))
    assert "This season has too few nights" in html_of(watcher.get(statistics))
    for day in range(2, 9):
        played(group, date(2026, 1, day), *FIVE)
    html = html_of(watcher.get(winter))
    assert not missing(
        html,
        "That is how likely it is that Ann, who leads, is really the best of these 5.",
        "Luck alone moves a night by about",
    )
    chance = re.search(r"<b>(?:over )?(\d+%)</b> That is how likely", html)
    assert chance
    assert texts_of(html_of(watcher.get(statistics)), "player")[0].endswith(chance[1])


def on_paper(html: str) -> list[str]:
    return re.findall(r'<p class="counted">(.*?)</p>', html)


def test_on_paper_every_page_says_once_what_was_asked_for(phone: Phones, group: Group, winter: str) -> None:
    client, query = phone("watcher"), winter.partition("?")[2]
    ann = f"players/{cast.player(group, 'Ann').pk}/statistics/"
    named = ("standings/",)
    for page in (*named, *("statistics/", "statistics/picking-pays/", "records/", ann, f"{ann}picking/")):
        address = f"/g/{group.code}/{page}"
        assert on_paper(html_of(client.get(address))) == []
        both = html_of(client.get(f"{address}?{query}&since=2026-02"))
        season = "" if page in named else "<bdi>Winter</bdi> · "
        assert on_paper(both) == [f"Counted: {season}from February 2026 on"]
        assert "<span>Counted: <bdi>Winter</bdi> · from February 2026 on</span>" in both
        alone = html_of(client.get(f"{address}?{query}"))
        assert on_paper(alone) == ([] if page in named else ["Counted: <bdi>Winter</bdi>"])
        assert on_paper(html_of(client.get(f"{address}?table=4"))) == ["Counted: four play"]
        nonsense = html_of(client.get(f"{address}?since=tea"))
        assert on_paper(nonsense) == []
        assert "Which hands are counted" in nonsense
