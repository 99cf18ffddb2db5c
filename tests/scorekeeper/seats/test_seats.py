"""Around the table: somebody comes, somebody goes, and who sits out from the next hand on."""

import uuid
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from ledger.models import Entry, Group, Player, Session
from ledger.models.book import sheet_of
from ledger.recording import end_night
from tests.cast import a_night, context, ids, tell
from tests.reading import html_of

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")


@pytest.fixture
def night(group: Group) -> Session:
    return a_night(group, *FIVE, dealer="Dave")


@pytest.fixture
def url(group: Group, night: Session) -> str:
    return f"/g/{group.code}/1/seats/"


def said(night: Session, **facts: Any) -> dict[str, Any]:
    """The two guards, and what is said."""
    return {"key": str(uuid.uuid4()), "after": str(sheet_of(night).newest)} | facts


def joins(night: Session, name: str = "Frank", **facts: Any) -> dict[str, Any]:
    player, left = ids(night.group, name, "Ben")
    return said(night, player=str(player), left_of=str(left)) | facts


def leaves(night: Session, name: str = "Ben", **facts: Any) -> dict[str, Any]:
    return said(night, player=str(ids(night.group, name)[0])) | facts


def arranged(
    night: Session, *names: str, deals: str = "Dave", rests: str = "", **facts: Any
) -> dict[str, Any]:
    seats = {f"seat-{player}": str(n) for n, player in enumerate(ids(night.group, *(names or FIVE)), start=1)}
    skip = [str(ids(night.group, rests)[0])] if rests else []
    dealer = str(ids(night.group, deals)[0])
    return said(night, dealer=dealer, skip=skip, plays="", **seats) | facts


TELLS = {"join": joins, "leave": leaves, "arrange": arranged}


def seats_now(night: Session) -> tuple[int, ...]:
    return sheet_of(night).seating.seats


def test_the_page_shows_the_table(scorer: Client, url: str) -> None:
    page = html_of(scorer.get(url))
    assert all(f"<bdi>{name}</bdi>" in page for name in (*FIVE, "Frank"))
    assert "from hand 1 on" in page
    assert scorer.post(url).status_code == 405


def test_somebody_comes_and_sits_on_the_left_of_somebody(
    scorer: Client, group: Group, night: Session, url: str
) -> None:
    answer = scorer.post(url + "join/", joins(night))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{group.code}/1/?told=2#table")
    assert seats_now(night) == ids(group, "Ann", "Ben", "Frank", "Cleo", "Dave", "Edith")


def test_somebody_new_comes(owner: Client, group: Group, night: Session, url: str) -> None:
    telling = joins(night, player="", newcomer="Gus")
    assert [owner.post(url + "join/", telling).status_code for _ in range(2)] == [303, 303]
    assert Player.objects.filter(group=group, name="Gus").count() == 1
    assert seats_now(night)[2] == ids(group, "Gus")[0]


def test_nobody_is_added_by_a_phone_that_is_behind_and_the_name_stays_typed(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    telling = joins(night, player="", newcomer="Gus")
    tell(night, "Ann", "Ben")
    answer = owner.post(url + "join/", telling)
    page = html_of(answer)
    assert answer.status_code == 409
    assert 'name="newcomer" value="Gus"' in page
    assert f'<option value="{ids(group, "Ben")[0]}" selected>' in page
    assert not Player.objects.filter(name="Gus").exists()


def test_nobody_is_added_when_he_is_refused_a_seat(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    nowhere = str(ids(group, "Frank")[0])
    answer = owner.post(url + "join/", joins(night, player="", newcomer="Gus", left_of=nowhere))
    assert answer.status_code == 422
    assert not Player.objects.filter(name="Gus").exists()


def test_a_name_the_group_knows_is_the_player_it_knows(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    assert owner.post(url + "join/", joins(night, player="", newcomer=" frank ")).status_code == 303
    assert seats_now(night)[2] == ids(group, "Frank")[0]


def test_somebody_goes(owner: Client, group: Group, night: Session, url: str) -> None:
    tell(night, "Ann", "Ben")
    assert owner.post(url + "leave/", leaves(night)).status_code == 303
    sheet = sheet_of(night)
    assert sheet.seating.seats == ids(group, "Ann", "Cleo", "Dave", "Edith")
    assert sheet.totals[ids(group, "Ben")[0]]


def test_the_real_evening_can_be_said(owner: Client, group: Group, url: str) -> None:
    """Cleo sits out until further notice; then the dealer sits out again and Ann deals."""
    night = a_night(group, *FIVE, "Frank", dealer="Ann")
    url = f"/g/{group.code}/{night.number}/seats/arrange/"
    six = (*FIVE, "Frank")
    assert owner.post(url, arranged(night, *six, deals="Ann", rests="Cleo")).status_code == 303
    assert sheet_of(night).seating.out == ids(group, "Cleo")
    tell(night, "Ann", "Ben")
    assert sheet_of(night).seating.out == ids(group, "Cleo")
    assert owner.post(url, arranged(night, *six, deals="Ann")).status_code == 303
    seating = sheet_of(night).seating
    assert (seating.dealer, seating.out) == (ids(group, "Ann")[0], ids(group, "Ann"))


def test_people_can_change_seats(owner: Client, group: Group, night: Session, url: str) -> None:
    order = ("Edith", "Dave", "Cleo", "Ben", "Ann")
    assert owner.post(url + "arrange/", arranged(night, *order, plays="4")).status_code == 303
    seating = sheet_of(night).seating
    assert (seating.seats, seating.plays) == (ids(group, *order), 4)


@pytest.mark.parametrize("what", TELLS)
def test_sent_twice_is_written_once(owner: Client, night: Session, url: str, what: str) -> None:
    telling = TELLS[what](night)
    assert [owner.post(f"{url}{what}/", telling).status_code for _ in range(2)] == [303, 303]
    assert Entry.objects.filter(session=night).count() == 2


@pytest.mark.parametrize("what", TELLS)
def test_a_phone_that_is_behind_is_told_what_happened(
    owner: Client, group: Group, night: Session, url: str, what: str
) -> None:
    telling = TELLS[what](night)
    tell(night, "Ann", "Ben")
    owner.post(url + "leave/", leaves(night, "Edith"))
    answer = owner.post(f"{url}{what}/", telling)
    page = html_of(answer)
    assert answer.status_code == 409
    assert "Somebody else was faster" in page
    assert "Meanwhile hand 1 was recorded: <bdi>Ann</bdi> +2, <bdi>Ben</bdi> +1" in page
    assert "Meanwhile Edith went home." in page
    assert telling["key"] not in page
    assert 'name="after" value="3"' in page
    assert Entry.objects.filter(session=night).count() == 3


@pytest.mark.parametrize("what", TELLS)
def test_only_who_writes_may_move_people(
    watcher: Client, stranger: Client, client: Client, owner: Client, night: Session, url: str, what: str
) -> None:
    telling = TELLS[what](night)
    page = f"{url}{what}/"
    assert [who.post(page, telling).status_code for who in (watcher, stranger, client)] == [403, 404, 404]
    assert [who.get(page).status_code for who in (watcher, stranger, client, owner)] == [403, 404, 404, 405]
    assert [who.get(url).status_code for who in (watcher, stranger, client)] == [403, 404, 404]
    assert owner.post(page.replace("/1/", "/99/"), telling).status_code == 404
    assert Entry.objects.filter(session=night).count() == 1


@pytest.mark.parametrize(
    ("what", "facts", "sentence"),
    [
        ("join", {"player": ""}, "Who comes?"),
        ("join", {"player": "999999"}, "no such player"),
        ("join", {"player": "nonsense\0"}, "no such player"),
        ("join", {"left_of": ""}, "On whose left"),
        ("join", {"left_of": "999999"}, "On whose left"),
        ("join", {"player": "", "newcomer": "x" * 10_000}, "40 letters at most"),
        ("join", {"player": "", "newcomer": "x" * 10_001}, "at most"),
        ("join", {"player": "", "newcomer": "\0"}, "Null characters"),
        ("leave", {"player": ""}, "Who goes?"),
        ("leave", {"player": "999999"}, "does not sit here"),
        ("leave", {"player": "9" * 10_000}, "does not sit here"),
        ("arrange", {"dealer": ""}, "Who deals"),
        ("arrange", {"dealer": "nonsense"}, "no such player"),
        ("arrange", {"skip": ["999999"]}, "no such player"),
        ("arrange", {"seat-999999": "9"}, "no such player"),
        ("arrange", {"plays": "\0"}, "Two to eight"),
        ("arrange", {"plays": "6"}, "no more than sit here"),
    ],
)
def test_what_cannot_be_is_said_where_it_went_wrong(
    owner: Client, night: Session, url: str, what: str, facts: dict[str, Any], sentence: str
) -> None:
    answer = owner.post(f"{url}{what}/", TELLS[what](night, **facts))
    assert answer.status_code == 422
    assert sentence in html_of(answer)
    assert Entry.objects.filter(session=night).count() == 1


@pytest.mark.parametrize("what", TELLS)
@pytest.mark.parametrize(
    "facts", [{"key": "nonsense"}, {"after": "nonsense"}, {"after": "-1"}, {"after": "9" * 9999}]
)
def test_damaged_guards_write_nothing(
    owner: Client, night: Session, url: str, what: str, facts: dict[str, str]
) -> None:
    answer = owner.post(f"{url}{what}/", TELLS[what](night, **facts))
    assert answer.status_code == 422
    assert "got lost on the way" in html_of(answer)
    assert owner.post(f"{url}{what}/").status_code == 422
    assert Entry.objects.filter(session=night).count() == 1


def test_what_the_book_refuses_is_said_and_kept(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    answer = owner.post(url + "join/", joins(night, "Ann"))
    assert answer.status_code == 422
    assert "already sits at the table" in html_of(answer)
    owner.post(url + "leave/", leaves(night, "Ann"))
    owner.post(url + "leave/", leaves(night, "Ben"))
    owner.post(url + "leave/", leaves(night, "Cleo"))
    answer = owner.post(url + "leave/", leaves(night, "Dave"))
    assert answer.status_code == 422
    page = html_of(answer)
    assert "At least two have to stay." in page
    assert f'value="{ids(group, "Dave")[0]}" checked' in page
    answer = owner.post(url + "join/", joins(night, left_of=str(ids(group, "Ann")[0])))
    assert answer.status_code == 422
    assert "Nobody sits there." in html_of(answer)


def test_a_key_that_said_something_else_is_refused_once(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    telling = leaves(night)
    owner.post(url + "leave/", telling)
    answer = owner.post(url + "leave/", telling | {"player": str(ids(group, "Ann")[0])})
    assert answer.status_code == 422
    assert telling["key"] not in html_of(answer)


def test_nobody_moves_when_the_night_is_over(owner: Client, night: Session, url: str) -> None:
    end_night(night, context(night))
    assert "The night is over" in html_of(owner.get(url))
    answer = owner.post(url + "leave/", leaves(night))
    assert answer.status_code == 422
    assert "The night is over." in html_of(answer)


def test_another_groups_players_cannot_come(
    owner: Client, stranger: Client, night: Session, url: str
) -> None:
    zoe = str(Player.objects.get(name="Zoe").pk)
    assert owner.post(url + "join/", joins(night, player=zoe)).status_code == 422
    assert owner.post(url + "join/", joins(night, left_of=zoe)).status_code == 422
    assert owner.post(url + "leave/", leaves(night, player=zoe)).status_code == 422
    assert (
        owner.post(url + "arrange/", arranged(night, deals="Ann", **{f"seat-{zoe}": "6"})).status_code == 422
    )


def test_the_cost_does_not_grow(
    owner: Client,
    group: Group,
    night: Session,
    url: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(5):
        tell(night, "Ann", "Ben")
    for number in range(20):
        Player.objects.create(group=group, name=f"P{number}", name_key=f"p{number}")
    with django_assert_max_num_queries(4):
        owner.get(url)
