"""The standings: what everybody's numbers are based on, and the chart with its table."""

import re
import uuid
from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from ledger.exchange.copying import copy
from ledger.exchange.notebook import read_notebook
from ledger.models import Group, HouseRules, NightCounts
from ledger.models.book import sheet_of
from ledger.recording import Hand, end_night, strike_night, tell_hand
from ledger.recording.journal import pay
from ledger.recording.notebook import Copying, copy_notebook
from ledger.recording.rules import write_rules
from ledger.recording.writing import WriteContext
from ledger.standings.marks import Copied
from ledger.steps import finish
from scorekeeper.text.dates import when
from tests import cast
from tests.reading import html_of
from tests.scorekeeper.conftest import Phones

QUERIES = 8


def page(group: Group) -> str:
    return reverse("standings", args=[group.code])


def text(client: Client, group: Group) -> str:
    return html_of(client.get(page(group)))


def a_night_of(group: Group, hands: int, *, ends: bool = False) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    for _ in range(hands):
        cast.tell(session, "Ann", "Ben")
    if ends:
        end_night(session, cast.context(session))


def on_days_like_their_numbers(group: Group) -> None:
    """The first night was on the first of January, and so on."""
    for session in group.sessions.all():
        session.started_at = datetime(2001, 1, session.number, 20, tzinfo=UTC)
        session.save()
        NightCounts.objects.filter(session=session).update(day=session.started_at.date())


def test_before_the_first_hand_the_page_is_kind(group: Group, phone: Phones) -> None:
    html = text(phone("watcher"), group)
    assert "There is nothing to show yet" in html
    assert "<svg" not in html


def test_what_is_counted_can_be_changed_as_soon_as_something_was_played(group: Group, phone: Phones) -> None:
    client = phone("watcher")
    assert "asked-hands" not in text(client, group)
    assert "asked-hands" in html_of(client.get(f"{page(group)}?table=4"))
    a_night_of(group, 1)
    assert re.search(r"<span>All hands</span>\s*<span class=.change.>· change</span>", text(client, group))
    some = html_of(client.get(f"{page(group)}?table=4"))
    assert re.search(r"<span>Counted: four play</span>\s*<span class=.change.>· change</span>", some)


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
    assert "After 2 nights: Ann leads with +6. Behind: Ben +3, " in html
    assert html.count('<text class="colour-') == 5
    assert f'<th scope="row">{when(timezone.localdate(), "day")}</th>' in html


def test_every_night_is_on_a_page_of_the_table(
    group: Group, phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.standings.running.A_PAGE", 2)
    for _ in range(5):
        a_night_of(group, 1)
    on_days_like_their_numbers(group)
    client = phone("watcher")

    def nights(html: str) -> list[str]:
        return re.findall(r'<th scope="row">(\d+) Jan 2001</th>', html)

    def turned(html: str, rel: str) -> str:
        found = re.search(rf'rel="{rel}" href="([^"]*)#course-table"', html)
        return found[1].replace("&amp;", "&") if found else ""

    html = text(client, group)
    assert (nights(html), turned(html, "prev")) == (["4", "5"], "")
    assert '<details class="beside" id="course-table">' in html
    told = []
    while older := turned(html, "next"):
        html = html_of(client.get(page(group) + older))
        assert '<details class="beside" id="course-table" open>' in html
        told.append(nights(html))
    assert told == [["2", "3"], ["1"]]
    while newer := turned(html, "prev"):
        html = html_of(client.get(page(group) + newer))
        told.append(nights(html))
    assert told[2:] == [["2", "3"], ["4", "5"]]


@pytest.mark.parametrize("asked", ["before=0", "before=1", "after=1", "before=2&after=1", "after=tea"])
@pytest.mark.parametrize("more", ["", "&game=sheepshead"])
def test_a_page_that_is_not_there_is_not_found(group: Group, phone: Phones, asked: str, more: str) -> None:
    a_night_of(group, 1)
    assert phone("watcher").get(f"{page(group)}?{asked}{more}").status_code == 404
    assert phone("watcher").get(f"{page(group)}?before={'9' * 30}{more}").status_code == 404


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
        a_night_of(group, hands, ends=True)
        with django_assert_num_queries(QUERIES):
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
    assert '<h2 id="everybody">Player by player</h2>' in html
    assert 'id="game' not in html
    assert 'class="games"' not in html
    assert 'id="course-table"' in html
    assert "only the totals are known" not in html


def test_each_game_has_a_table_and_a_chart_of_its_own(group: Group, phone: Phones) -> None:
    two_games(group)
    html = text(phone("watcher"), group)
    assert "5 nights" in html
    sheepshead, schafkopf = html.split('<section class="game"')[1:]
    for part, key, nights, players in ((sheepshead, "sheepshead", 3, 5), (schafkopf, "mehrkopf", 2, 4)):
        assert f'href="#game-{key}"' in html
        assert f'<h2 id="game-{key}">' in part
        assert f"After {nights} nights: " in part
        assert part.count('<text class="colour-') == part.count("<h3>") == players
    assert "Edith" not in schafkopf
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_a_page_of_nights_is_a_page_of_one_game(
    group: Group, phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.standings.running.A_PAGE", 1)
    two_games(group)
    on_days_like_their_numbers(group)
    client = phone("watcher")

    def nights(**asked: str) -> list[str]:
        html = client.get(page(group), asked).content.decode()
        parts = html.split('<section class="game"')[1:]
        return [
            f"{night}{' open' if ' open>' in part else ''}"
            for part in parts
            for night in re.findall(r'<th scope="row">(\d+) Jan 2001</th>', part)
        ]

    assert nights() == ["3", "5"]
    assert nights(before="3") == ["2 open", "5"]
    assert nights(before="5", game="mehrkopf") == ["3", "4 open"]
    html = client.get(page(group)).content.decode()
    assert 'href="?game=mehrkopf&amp;before=5#course-mehrkopf-table"' in html
    assert 'href="?game=sheepshead&amp;before=3#course-sheepshead-table"' in html


def test_a_game_that_is_none_is_said_to_be_so(group: Group, phone: Phones) -> None:
    two_games(group)
    answer = phone("watcher").get(page(group), {"game": "tea"})
    assert answer.status_code == 422
    assert "There is no such game here." in html_of(answer)


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


def test_another_game_takes_two_queries_and_the_number_of_all_nights_one(
    group: Group, phone: Phones, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    two_games(group)
    client = phone("watcher")
    with django_assert_num_queries(QUERIES + 3):
        client.get(page(group))


def rows_of(html: str) -> list[str]:
    """The ranking as it is read, a row a line."""
    table = re.search(r'<table class="figures ranking">(.*?)</table>', html, re.DOTALL)
    assert table
    rows = table[1].split("</tr>")[:-1]
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]


def bring_in(group: Group, table: str, owed_from: date | None = date.min) -> None:
    copy(group, read_notebook("old.csv", table), owed_from=owed_from)


def test_the_ranking_stands_first_with_money_where_it_is_played_for(group: Group, phone: Phones) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(session, "Ann", "Ben")
    end_night(session, cast.context(session))
    html = text(phone("watcher"), group)
    assert rows_of(html) == [
        "Place Player Points Money Nights",
        "1 Ann +2 +€0.50 1",
        "2 Ben +1 +€0.25 1",
        "3 Cleo −1 −€0.25 1",
        "3 Dave −1 −€0.25 1",
        "3 Edith −1 −€0.25 1",
    ]
    assert html.index("figures ranking") < html.index("<svg") < html.index('class="standings"')


def test_for_points_only_no_money_is_told(phone: Phones, group: Group) -> None:
    Group.objects.filter(pk=group.pk).update(currency="", stake_cents=0)
    a_night_of(group, 1)
    html = text(phone("watcher"), group)
    assert rows_of(html)[:2] == ["Place Player Points Nights", "1 Ann +2 1"]
    assert "€" not in html


def test_while_a_night_goes_on_its_points_count_and_its_money_is_said_to_come(
    group: Group, phone: Phones
) -> None:
    words = "A night is still going on: its points are in here, its money is when the night ends."
    player = reverse("player", args=[group.code, cast.ids(group, "Ann")[0]])
    a_night_of(group, 1, ends=True)
    assert "1 Ann +2 +€0.50 1" in rows_of(text(phone("watcher"), group))
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    assert words not in text(phone("watcher"), group)
    cast.tell(session, "Ann", "Ben")
    assert "1 Ann +4 +€0.50 2" in rows_of(text(phone("watcher"), group))
    for where in (page(group), player):
        assert words in html_of(phone("watcher").get(where))
        assert words not in html_of(phone("watcher").get(where, {"table": "5"}))
    Group.objects.filter(pk=group.pk).update(currency="", stake_cents=0)
    for where in (page(group), player):
        assert words not in html_of(phone("watcher").get(where))


def test_a_payment_is_neither_won_nor_lost(group: Group, phone: Phones) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(session, "Ann", "Ben")
    end_night(session, cast.context(session))
    ann, cleo = cast.ids(group, "Ann", "Cleo")
    pay(group, cleo, ann, 25, WriteContext(key=uuid.uuid4(), after=0))
    assert "3 Cleo −1 −€0.25 1" in rows_of(text(phone("watcher"), group))


def test_points_of_nights_without_hands_are_in_no_average(group: Group, phone: Phones) -> None:
    a_night_of(group, 2)
    bring_in(group, "Date,Ann,Ben\n2009-03-27,100,-100\n2009-04-03,50,-50\n")
    html = text(phone("watcher"), group)
    assert "1 Ann +154 +€37.50 3" in rows_of(html)
    assert "+2.00 a hand" in html
    assert "+150 of it from 2 nights of which only the totals are known." in html
    assert "<small>2 of 2</small>" in html


def test_with_only_imported_nights_nothing_is_said_of_hands(group: Group, phone: Phones) -> None:
    bring_in(group, "Date,Ann,Ben\n2009-03-27,4,-4\n2011-04-03,1,-1\n", owed_from=None)
    html = text(phone("watcher"), group)
    assert rows_of(html) == ["Place Player Points Nights", "1 Ann +5 2", "2 Ben −5 2"]
    for wrong in ("a hand", "0 hands", "won as picker", "There is nothing to show yet", "Player by player"):
        assert wrong not in html
    assert "<svg" in html


def test_nights_have_their_dates_in_the_order_of_their_dates(group: Group, phone: Phones) -> None:
    bring_in(group, "Date,Ann,Ben\n2009-03-27,4,-4\n")
    bring_in(group, "Date,Ann,Ben\n2004-01-02,1,-1\n2006-07-08,1,-1\n")
    html = text(phone("watcher"), group)
    said = re.findall(r'<th scope="row">(\d[^<]*)</th>', html)
    assert said == ["2 Jan 2004", "8 Jul 2006", "27 Mar 2009"]
    assert re.findall(r'dy="1.75em"[^>]*>([^<]*)</text>', html) == ["2009", "2006", "2004"]


def test_a_night_that_was_taken_out_is_in_no_ranking_and_no_chart(group: Group, phone: Phones) -> None:
    bring_in(group, "Date,Ann,Ben\n2009-03-27,4,-4\n2011-04-03,1,-1\n")
    night = group.sessions.order_by("started_at")[0]
    strike_night(night, cast.context(night))
    html = text(phone("watcher"), group)
    assert "1 Ann +1 +€0.25 1" in rows_of(html)
    assert "Mar 2009" not in html


def test_several_games_are_ranked_apart_and_their_money_is_told_together(group: Group, phone: Phones) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(session, "Ann", "Ben")
    end_night(session, cast.context(session))
    HouseRules.objects.create(group=group, version=2, game="mehrkopf", options={})
    bring_in(group, "Date,Ann,Ben\n2009-03-27,4,-4\n")
    html = text(phone("watcher"), group)
    assert "Money, all games together" in html
    assert rows_of(html)[:2] == ["Player Money", "Ann +€1.50"]
    assert html.count("figures ranking") == 3
    assert "Place Player Points Nights" in rows_of(html[html.index('id="game-') :])[0]


def test_the_page_costs_the_same_however_many_nights_came_in(
    group: Group, phone: Phones, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone("watcher")
    client.get(page(group))
    for year in (2008, 2009):
        bring_in(group, "Date,Ann,Ben\n" + "".join(f"{year}-01-{day:02},1,-1\n" for day in range(1, 29)))
        with django_assert_num_queries(QUERIES):
            client.get(page(group))


def test_a_game_with_a_race_says_how_many_each_has_won(group: Group, phone: Phones) -> None:
    cast.an_ended_night(group)
    assert "won</span>" not in text(phone("watcher"), group)
    options = {"race_to": 18}
    write_rules(group, "southern_indiana", "", options, uuid.uuid4(), cast.owner_of(group))
    night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", plays=4)
    for told in ({"kind": "solo", "soloist": 1, "won": True}, {"kind": "settle"}):
        tell_hand(night, Hand(seats=sheet_of(night).seating.seats, told=told), cast.context(night))
    html = text(phone("watcher"), group)
    assert html.count("1 race won") == 1
    assert html.count("0 races won") == 3
