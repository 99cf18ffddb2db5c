"""Around the table: somebody comes, somebody goes, and who sits out from the next hand on."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from ledger.models import Entry, Group, Player, Session
from ledger.models.book import sheet_of
from ledger.recording import end_night
from tests.cast import a_night, context, ids, tell
from tests.reading import html_of, missing

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


def listed(night: Session, *names: str, deals: str = "Dave", rests: str = "", **facts: Any) -> dict[str, Any]:
    """The list as it is sent when these sit there, clockwise."""
    skip = ids(night.group, rests) if rests else ()
    dealer = str(ids(night.group, deals)[0])
    sits = [str(player) for player in ids(night.group, *(names or FIVE))]
    return said(night, sits=sits, dealer=dealer, skip=[str(one) for one in skip], plays="") | facts


def comes(night: Session, **facts: Any) -> dict[str, Any]:
    return listed(night, "Ann", "Ben", "Frank", "Cleo", "Dave", "Edith", **facts)


def goes(night: Session, **facts: Any) -> dict[str, Any]:
    return listed(night, "Ann", "Cleo", "Dave", "Edith", **facts)


def moves(night: Session, **facts: Any) -> dict[str, Any]:
    return listed(night, *reversed(FIVE), **facts)


TELLS = {"come": comes, "go": goes, "move": moves}


def seats_now(night: Session) -> tuple[int, ...]:
    return sheet_of(night).seating.seats


def test_the_page_shows_the_table(scorer: Client, url: str) -> None:
    page = html_of(scorer.get(url))
    assert all(f"<bdi>{name}</bdi>" in page for name in (*FIVE, "Frank"))
    assert "from hand 1 on" in page


def test_somebody_comes_and_sits_where_the_list_says(
    scorer: Client, group: Group, night: Session, url: str
) -> None:
    answer = scorer.post(url, comes(night))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{group.code}/1/?told=2#table")
    assert seats_now(night) == ids(group, "Ann", "Ben", "Frank", "Cleo", "Dave", "Edith")


def test_who_is_ticked_and_who_is_typed_both_count(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    dave = str(ids(group, "Dave")[0])
    assert owner.post(url, listed(night, newcomer="Gus", skip=[dave])).status_code == 422
    assert not Player.objects.filter(name="Gus").exists()
    telling = listed(night, newcomer="Gus")
    assert [owner.post(url, telling).status_code for _ in range(2)] == [303, 303]
    assert Player.objects.filter(group=group, name="Gus").count() == 1
    other = owner.post(url, telling | {"newcomer": "Ivo"})
    assert (other.status_code, telling["key"] in html_of(other)) == (422, False)
    known = listed(night, *FIVE, "Gus", newcomer=" frank ")
    assert owner.post(url, known).status_code == 303
    assert seats_now(night) == ids(group, *FIVE, "Gus", "Frank")


def test_nobody_is_added_by_a_phone_that_is_behind_and_the_name_stays_in_the_list(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    telling = listed(night, newcomer="Gus")
    tell(night, "Ann", "Ben")
    page = html_of(owner.post(url, telling), 409)
    assert 'name="sits" value="+Gus"' in page
    assert not Player.objects.filter(name="Gus").exists()


def test_somebody_comes_and_goes_twice(owner: Client, group: Group, night: Session, url: str) -> None:
    tell(night, "Ann", "Ben")
    for _ in range(2):
        assert owner.post(url, comes(night)).status_code == 303
        assert len(sheet_of(night).seating.out) == 1
        assert owner.post(url, listed(night)).status_code == 303
        seating = sheet_of(night).seating
        assert (seating.seats, seating.out) == (ids(group, *FIVE), ())
    kinds = [entry.kind for entry in Entry.objects.filter(session=night)]
    assert kinds == ["opened", "hand", *(["joined", "left"] * 2)]
    assert owner.post(url, goes(night)).status_code == 303
    assert sheet_of(night).totals[ids(group, "Ben")[0]]


def test_some_come_while_others_go_and_everybody_sits_as_listed(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    telling = listed(night, "Edith", "Ann", deals="Ann", plays="4")
    telling["sits"] += ["+Gus", "+Zita", str(ids(group, "Frank")[0]), "+Ivo"]
    assert [owner.post(url, telling).status_code for _ in range(2)] == [303, 303]
    seating = sheet_of(night).seating
    assert seating.seats == ids(group, "Edith", "Ann", "Gus", "Zita", "Frank", "Ivo")
    assert (seating.dealer, seating.plays) == (ids(group, "Ann")[0], 4)


def test_two_phones_change_seats_at_once_and_nobody_is_lost(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    mine = listed(night, "Dave", "Ann", "Ben", "Cleo", newcomer="Gus")  # Edith goes, Gus comes, Dave moves
    assert owner.post(url, comes(night)).status_code == 303  # by the other phone: Frank comes
    page = html_of(owner.post(url, mine), 409)
    assert "Somebody else was faster" in page
    rows = re.findall(r'<li class="seat" data-player="([^"]+)"', page)
    assert rows == [*map(str, ids(group, "Dave", "Ann", "Ben", "Cleo")), "+Gus", str(ids(group, "Frank")[0])]
    again = said(night, sits=rows, dealer=rows[0])
    assert owner.post(url, again).status_code == 303
    assert seats_now(night) == ids(group, "Dave", "Ann", "Ben", "Cleo", "Gus", "Frank")


def test_the_real_evening_can_be_said(owner: Client, group: Group, url: str) -> None:
    """Cleo sits out until further notice; then the dealer sits out again and Ann deals."""
    night = a_night(group, *FIVE, "Frank", dealer="Ann")
    url = f"/g/{group.code}/{night.number}/seats/"
    six = (*FIVE, "Frank")
    assert owner.post(url, listed(night, *six, deals="Ann", rests="Cleo")).status_code == 303
    assert sheet_of(night).seating.out == ids(group, "Cleo")
    tell(night, "Ann", "Ben")
    assert sheet_of(night).seating.out == ids(group, "Cleo")
    assert owner.post(url, listed(night, *six, deals="Ann")).status_code == 303
    seating = sheet_of(night).seating
    assert (seating.dealer, seating.out) == (ids(group, "Ann")[0], ids(group, "Ann"))


def test_without_a_script_the_buttons_move_the_list_and_write_nothing(
    owner: Client, group: Group, night: Session, url: str
) -> None:
    ben = ids(group, "Ben")[0]
    telling = listed(night, step=f"gone {ben}")
    tell(night, "Ann", "Cleo")
    page = html_of(owner.post(url, telling))
    assert f'<li class="seat" data-player="{ben}"' not in page
    assert f'name="after" value="{telling["after"]}"' in page
    assert telling["key"] in page
    assert Entry.objects.filter(session=night).count() == 2


@pytest.mark.parametrize("what", TELLS)
def test_sent_twice_is_written_once(owner: Client, night: Session, url: str, what: str) -> None:
    telling = TELLS[what](night)
    assert owner.post(url, telling).status_code == 303
    written = Entry.objects.filter(session=night).count()
    tell(night, "Ann", "Cleo")
    assert owner.post(url, telling).status_code == 303
    assert Entry.objects.filter(session=night).count() == written + 1


@pytest.mark.parametrize("what", TELLS)
def test_a_phone_that_is_behind_is_told_what_happened(
    owner: Client, group: Group, night: Session, url: str, what: str
) -> None:
    telling = TELLS[what](night)
    tell(night, "Ann", "Ben")
    owner.post(url, listed(night, *FIVE[:4], deals="Ann"))
    page = html_of(owner.post(url, telling), 409)
    assert not missing(
        page,
        "Somebody else was faster",
        "Meanwhile hand 1 was recorded: <bdi>Ann</bdi> +2, <bdi>Ben</bdi> +1",
        "Meanwhile Edith went home.",
    )
    assert f'<li class="seat" data-player="{ids(group, "Edith")[0]}"' not in page
    assert telling["key"] not in page
    assert 'name="after" value="3"' in page
    assert Entry.objects.filter(session=night).count() == 3


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"sits": ["999999"]}, "no such player"),
        ({"sits": ["nonsense\0"]}, "no such player"),
        ({"sits": ["9" * 10_000]}, "no such player"),
        ({"sits": []}, "two at least have to play"),
        ({"newcomer": "x" * 10_000}, "40 letters at most"),
        ({"newcomer": "x" * 10_001}, "at most"),
        ({"newcomer": "\0"}, "Null characters"),
        ({"newcomer": "ANN"}, "ANN is here already"),
        ({"dealer": "nonsense"}, "no such player"),
        ({"skip": ["999999"]}, "no such player"),
        ({"plays": "\0"}, "Two to eight"),
        ({"plays": "6"}, "no more than sit here"),
    ],
)
def test_what_cannot_be_is_said_where_it_went_wrong(
    owner: Client, night: Session, url: str, facts: dict[str, Any], sentence: str
) -> None:
    assert sentence in html_of(owner.post(url, listed(night, **facts)), 422)
    assert Entry.objects.filter(session=night).count() == 1


@pytest.mark.parametrize("what", TELLS)
@pytest.mark.parametrize(
    "facts", [{"key": "nonsense"}, {"after": "nonsense"}, {"after": "-1"}, {"after": "9" * 9999}]
)
def test_damaged_guards_write_nothing(
    owner: Client, night: Session, url: str, what: str, facts: dict[str, str]
) -> None:
    assert "got lost on the way" in html_of(owner.post(url, TELLS[what](night, **facts)), 422)
    assert owner.post(url).status_code == 422
    assert Entry.objects.filter(session=night).count() == 1


def test_nobody_moves_when_the_night_is_over(owner: Client, night: Session, url: str) -> None:
    end_night(night, context(night))
    assert "The night is over" in html_of(owner.get(url))
    assert "The night is over." in html_of(owner.post(url, goes(night)), 422)


def test_another_groups_players_cannot_come(
    owner: Client, stranger: Client, night: Session, url: str
) -> None:
    zoe = str(Player.objects.get(name="Zoe").pk)
    for facts in ({"sits": [*comes(night)["sits"], zoe]}, {"dealer": zoe}, {"skip": [zoe]}):
        assert owner.post(url, comes(night, **facts)).status_code == 422
