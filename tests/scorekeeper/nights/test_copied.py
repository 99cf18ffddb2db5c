"""A night out of a notebook has a page of its own: it is read there, corrected, taken out and put back."""

import re
import uuid
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.exchange.copying import copy
from ledger.models import Entry, Group, Session
from ledger.models.book import sheet_of
from ledger.recording import add_player, strike_night
from ledger.standings.money import balances
from scorekeeper.pages.nights import copied as views
from tests.cast import an_ended_night, context, ids, owner_of, standings
from tests.notebooks import read_notebook
from tests.reading import html_of, missing, present
from tests.scorekeeper.conftest import Phones

TABLE = "Date,Ann,Ben,Cleo\n2009-03-27,12,-4,-8\n2009-04-03,,5,-5\n"


@pytest.fixture
def night(group: Group) -> Session:
    """The older of two nights, brought by the owner."""
    copy(group, read_notebook("years ago.csv", TABLE), by=owner_of(group))
    found = group.sessions.select_related("group").order_by("started_at").first()
    assert found is not None
    return found


def to(night: Session, name: str = "copied") -> str:
    return reverse(name, args=[night.group.code, night.number])


def text(answer: Any) -> str:
    found: str = html_of(answer)
    return " ".join(re.sub(r"<[^>]+>", " ", found[found.index("<header") :]).split())


def guards(night: Session, **more: Any) -> dict[str, Any]:
    return {"key": uuid.uuid4(), "after": sheet_of(night).newest, **more}


def rows(group: Group, **points: Any) -> dict[str, Any]:
    said: dict[str, Any] = {}
    for place, (name, worth) in enumerate(points.items()):
        said |= {f"who-{place}": ids(group, name)[0], f"points-{place}": worth}
    return said


def won(group: Group) -> dict[str, int]:
    return {one.name: int(one.points) for one in standings(group)}


def owed(group: Group) -> dict[str, int]:
    return {one.name: one.cents for one in balances(group).players if one.cents}


RIGHT = {"Ann": "12", "Ben": "−5", "Cleo": "-7"}


def test_copied_night_is_in_the_list_and_says_points_money_and_where_they_came_from(
    night: Session, watcher: Client, group: Group
) -> None:
    said = text(watcher.get(to(night)))
    assert not missing(
        said,
        "27 March 2009",
        "Ann +12 +€3.00",
        "Cleo −8 −€2.00",
        "From years ago.csv , brought in by Ann on",
    )
    wrong = ("nothing to settle", "Open the night again", "No hand", "Correct this night", "Take this")
    assert [words for words in wrong if words in said] == []
    page = html_of(watcher.get(reverse("nights", args=[group.code])))
    assert not missing(page, f'href="{to(night)}"', "from the notebook")
    assert "No hand was played" not in page


@pytest.mark.parametrize("name", ["table", "ending", "report", "seats"])
def test_pages_of_a_table_lead_to_the_page_of_the_night(night: Session, scorer: Client, name: str) -> None:
    answer = scorer.get(to(night, name))
    assert (answer.status_code, answer["Location"]) == (303, to(night))


def test_what_was_paid_long_ago_says_so(group: Group, owner: Client) -> None:
    copy(group, read_notebook("a.csv", TABLE), by=owner_of(group), owed_from=None)
    said = text(owner.get(to(group.sessions.order_by("started_at").first() or Session())))
    assert not missing(said, "Paid long ago: nobody owes anything for it.", "at €0.25 a point Ann +12 +€3.00")
    assert not present(said, "See what is owed", "its money leaves the balances")
    shared = text(owner.get(reverse("picture", args=[group.code, 1])))
    assert not missing(shared, "Ann +12 (+€3.00)", "Paid long ago: nobody owes anything for it.")


@pytest.mark.parametrize("who", ["owner", "scorer"])
def test_copied_night_is_corrected(night: Session, group: Group, phone: Phones, who: str) -> None:
    client = phone(who)
    form = html_of(client.get(to(night, "amend")))
    assert 'value="2009-03-27"' in form
    assert 'value="+12"' in form
    said = guards(night, date="2009-03-28", **rows(group, **RIGHT))
    for _ in range(2):
        answer = client.post(to(night, "amend"), said)
        assert (answer.status_code, answer["Location"]) == (303, to(night))
    assert won(group) == {"Ann": 12, "Ben": 0, "Cleo": -12}
    assert owed(group) == {"Ann": 300, "Cleo": -300}
    page = text(client.get(to(night)))
    assert not missing(
        page,
        "28 March 2009",
        "What was changed Corrected",
        "In the notebook 27 Mar 2009: Ann +12, Ben −4, Cleo −8",
    )


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"Ann": "12", "Ben": "-5", "Cleo": "-6"}, "These add up to +1, not to 0."),
        ({"Ann": "12", "Ben": "five", "Cleo": "-7"}, "Points are a number, like −4 or 2.5."),
        ({"Ann": "12"}, "These add up to +12"),
        ({"Ann": "0"}, "At least two have to play."),
        ({"Ann": "0.0001", "Ben": "-0.0001"}, "Points as fine as these cannot be counted here"),
        ({"Ann": "9" * 12, "Ben": "-5"}, "Points are a number"),
        ({"Ann": "12", "Ben": "-4", "Cleo": "-8"}, "It says that already."),
    ],
)
def test_points_that_will_not_do_are_said_where_they_stand_and_kept(
    night: Session, group: Group, scorer: Client, said: dict[str, str], words: str
) -> None:
    before = Entry.objects.count()
    answer = scorer.post(to(night, "amend"), guards(night, date="2009-03-27", **rows(group, **said)))
    assert answer.status_code == 422
    assert words in text(answer)
    assert all(f'value="{worth}"' in html_of(answer) for worth in said.values())
    assert Entry.objects.count() == before


@pytest.mark.parametrize("day", ["", "yesterday", "2009-02-30", "0009-01-01", "9999-12-31", "<script>"])
def test_a_day_there_is_not_is_asked_again(night: Session, group: Group, scorer: Client, day: str) -> None:
    answer = scorer.post(to(night, "amend"), guards(night, date=day, **rows(group, **RIGHT)))
    assert answer.status_code == 422
    assert "Which day was it? Like 2009-03-27." in text(answer)


def test_nobody_plays_twice_and_strangers_do_not_play(night: Session, group: Group, scorer: Client) -> None:
    ann = ids(group, "Ann")[0]
    said = {"who-0": ann, "points-0": "1", "who-1": ann, "points-1": "-1"}
    answer = scorer.post(to(night, "amend"), guards(night, date="2009-03-27", **said))
    assert "Ann is here a second time." in text(answer)
    for who in ("99999999", "Zoe", "", "９", "x" * 5_000):
        said = {"who-0": ann, "points-0": "1", "who-1": who, "points-1": "-1"}
        answer = scorer.post(to(night, "amend"), guards(night, date="2009-03-27", **said))
        assert answer.status_code == 422
        assert "Nobody in this group is called that." in text(answer) or "Who is this?" in text(answer)


def test_who_saw_an_older_page_is_told_and_keeps_what_was_typed(
    night: Session, group: Group, scorer: Client
) -> None:
    said = guards(night, date="2009-03-28", **rows(group, **RIGHT))
    strike_night(night, context(night))
    answer = scorer.post(to(night, "amend"), said)
    assert answer.status_code == 409
    assert "Meanwhile this night was taken out." in text(answer)
    html = html_of(answer)
    assert not missing(html, 'value="−5"', 'value="2009-03-28"')
    again = guards(night, date="2009-03-28", **rows(group, **RIGHT))
    assert f'name="after" value="{again["after"]}"' in html
    assert scorer.post(to(night, "amend"), again).status_code == 303
    assert won(group)["Cleo"] == -12


def test_copied_night_is_taken_out_and_put_back(night: Session, group: Group, scorer: Client) -> None:
    said = guards(night)
    for _ in range(2):
        assert scorer.post(to(night, "take_out"), said).status_code == 303
    page = text(scorer.get(to(night)))
    assert not missing(
        page,
        "It does not count: not in the standings, and not in what anybody owes.",
        "It said: Ann +12, Ben −4, Cleo −8",
    )
    assert won(group) == {"Ben": 5, "Cleo": -5}
    assert to(night) not in html_of(scorer.get(reverse("group", args=[group.code])))
    twice = scorer.post(to(night, "take_out"), guards(night))
    assert twice.status_code == 422
    assert "This night has been taken out already." in text(twice)
    assert scorer.post(to(night, "put_back"), guards(night)).status_code == 303
    assert won(group) == {"Ann": 12, "Ben": 1, "Cleo": -13}
    assert "This night counts already." in text(scorer.post(to(night, "put_back"), guards(night)))


@pytest.mark.parametrize("name", ["take_out", "put_back"])
def test_an_old_page_writes_nothing(night: Session, scorer: Client, name: str) -> None:
    before = Entry.objects.count()
    assert scorer.post(to(night, name), {"key": "x", "after": "y"}).status_code == 422
    assert scorer.post(to(night, name), {"key": uuid.uuid4(), "after": 7}).status_code == 409
    assert Entry.objects.count() == before


@pytest.mark.parametrize("name", ["copied", "amend"])
def test_a_night_that_was_played_has_no_such_page(group: Group, scorer: Client, name: str) -> None:
    assert scorer.get(to(an_ended_night(group), name)).status_code == 404


def test_in_a_very_large_group_names_are_typed(
    night: Session, group: Group, scorer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MOST_CHOICES", 10)
    add_player(group, "Zoe <b>")
    assert 'list="people"' in html_of(scorer.get(to(night, "amend")))
    said = {"who-0": "ann", "points-0": "3", "who-1": "zoe  <B>", "points-1": "-3", "date": "2009-03-27"}
    assert scorer.post(to(night, "amend"), guards(night, **said)).status_code == 303
    assert won(group)["Zoe <b>"] == -3


def test_points_that_are_no_whole_ones_come_back_as_they_can_be_read(group: Group, scorer: Client) -> None:
    copy(group, read_notebook("a.csv", "Date,Ann,Ben\n2009-03-27,8/3,-8/3\n"))
    assert 'value="8/3"' in html_of(scorer.get(to(group.sessions.get(), "amend")))


def test_copied_night_takes_as_many_queries_however_many_came_with_it(
    night: Session, group: Group, watcher: Client
) -> None:
    watcher.get(to(night))
    counts = []
    for year in (1990, 1991):
        with CaptureQueriesContext(connection) as queries:
            watcher.get(to(night))
        counts.append(len(queries))
        table = "Date,Ann,Ben\n" + "".join(f"{date(year, 1, day)},{day},-{day}\n" for day in range(1, 31))
        copy(group, read_notebook("more.csv", table))
    assert counts[0] == counts[1]
    assert counts[0] <= 8


OF_A_TABLE = (
    "tell", "tap", "take_back", "restore", "correct", "remark", "seats", "another",
    "undo_change", "redo_change", "going_pay", "end", "divide_pot", "reopen", "night_pay", "unpaid",
)  # fmt: skip


OF_AN_ENTRY = ("take_back", "restore", "correct", "remark", "undo_change", "redo_change", "going_pay")


@pytest.mark.parametrize("is_struck", [False, True])
@pytest.mark.parametrize("name", OF_A_TABLE)
def test_form_of_a_table_sent_to_a_copied_night_leads_to_its_page(
    night: Session, group: Group, scorer: Client, name: str, is_struck: bool
) -> None:
    if is_struck:
        strike_night(night, context(night))
    (ann,) = ids(group, "Ann")
    more = {"player": ann} if name == "going_pay" else {"entry": 1}
    where = {"code": group.code, "number": night.number}
    address = reverse(name, kwargs=where | (more if name in OF_AN_ENTRY else {}))
    newest = sheet_of(night).newest
    ways: list[Any] = [{}, {"HTTP_HX_REQUEST": "true"}, {"HTTP_ACCEPT": "application/json"}]
    for way in ways:
        said = guards(night, picker=ann, winners=ann, dealer=ann, player=ann, version=1, tap=ann, goes=ann)
        answer = scorer.post(address, said, **way)
        assert answer.status_code in (204, 303, 404, 422), (way, answer.status_code)
        if answer.status_code in (204, 303):
            assert (answer.headers.get("Location") or answer.headers["HX-Redirect"]) == to(night)
    assert sheet_of(night).newest == newest


def test_hand_sent_to_a_struck_night_is_refused_in_words(night: Session, scorer: Client) -> None:
    strike_night(night, context(night))
    answer = scorer.post(to(night, "tell"), guards(night), HTTP_ACCEPT="application/json")
    assert (answer.status_code, answer.json()["kind"]) == (422, "refused")
    assert "only" in answer.json()["sentence"]
