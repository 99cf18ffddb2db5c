"""Start tonight: tap who is here, in seat order, and who deals first."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from ledger.models import Group, Player, Session
from ledger.models.book import sheet_of
from ledger.recording import NewGroup, start_group
from tests.cast import NAMES, OWNER, a_night, ids
from tests.reading import html_of, missing


def told(group: Group, *names: str, deals: str = "Cleo", **said: Any) -> dict[str, Any]:
    """What somebody sends who seats these players."""
    sits = [str(player) for player in ids(group, *names)]
    return {"key": str(uuid.uuid4()), "sits": sits, "dealer": str(ids(group, deals)[0]), "plays": ""} | said


def listed(page: str) -> list[str]:
    """The keys of the rows in the list, clockwise; who is not here has a chip instead."""
    return re.findall(r'<li class="seat" data-player="([^"]+)"', page)


@pytest.fixture
def url(group: Group) -> str:
    return f"/g/{group.code}/tonight/"


def test_six_sit_down_in_the_order_they_were_tapped(scorer: Client, group: Group, url: str) -> None:
    answer = scorer.post(url, told(group, "Ben", "Ann", "Cleo", "Frank", "Dave", "Edith"))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{group.code}/1/")
    seating = sheet_of(Session.objects.get()).seating
    assert seating.seats == ids(group, "Ben", "Ann", "Cleo", "Frank", "Dave", "Edith")
    assert (seating.dealer, seating.plays) == (ids(group, "Cleo")[0], 5)
    assert seating.out == ids(group, "Cleo")


def test_any_other_arrangement_can_be_said(owner: Client, group: Group, url: str) -> None:
    edith = ids(group, "Edith")
    owner.post(url, told(group, plays="4", skip=[str(edith[0])]))
    seating = sheet_of(Session.objects.get()).seating
    assert (seating.plays, seating.skip, len(seating.active)) == (4, edith, 4)


def test_last_nights_seats_are_proposed(owner: Client, group: Group, url: str) -> None:
    a_night(group, "Dave", "Cleo", "Ann", dealer="Ann")
    page = html_of(owner.get(url))
    assert listed(page) == [str(one) for one in ids(group, "Dave", "Cleo", "Ann")]
    assert not missing(
        page,
        f'name="dealer" value="{ids(group, "Ann")[0]}" checked',
        f'name="sits" value="{ids(group, "Ben")[0]}" >',
        "Three here, and everybody plays.",
    )


def test_the_page_says_who_sits_out(owner: Client, group: Group, url: str) -> None:
    a_night(group, dealer="Cleo")
    assert "Six here, five play: the dealer sits out (<bdi>Cleo</bdi> first)." in html_of(owner.get(url))
    a_night(group, dealer="Cleo", plays=3)
    assert "<bdi>Ann</bdi>, <bdi>Ben</bdi> and <bdi>Cleo</bdi> sit out." in html_of(owner.get(url))


def test_a_night_that_is_on_is_said_first(owner: Client, group: Group, url: str) -> None:
    a_night(group)
    page = html_of(owner.get(url))
    assert "A night is on already" in page
    assert page.index(f'href="/g/{group.code}/1/"') < page.index('id="tonight"')


def test_on_a_first_night_all_are_here_if_they_fit_and_the_first_deals(owner: Client, url: str) -> None:
    page = html_of(owner.get(url))
    assert len(listed(page)) == 6
    assert f'name="dealer" value="{listed(page)[0]}" checked' in page
    assert page.count('name="dealer"') == 6 + 1  # and the template's


def test_who_is_ticked_and_who_is_typed_both_count(owner: Client, group: Group, url: str) -> None:
    said = told(group, "Ben", "Ann", "Cleo", newcomer=" Gus ")
    assert {owner.post(url, said)["Location"] for _ in range(2)} == {f"/g/{group.code}/1/"}
    assert sheet_of(Session.objects.get()).seating.seats == ids(group, "Ben", "Ann", "Cleo", "Gus")
    assert Player.objects.filter(name="Gus").count() == 1


def test_newcomers_are_added_with_the_night_in_their_seats(owner: Client, group: Group, url: str) -> None:
    cleo = str(ids(group, "Cleo")[0])
    said = told(group, sits=["+Gus", cleo, "+Zita", "+frank"], dealer="+Zita", skip=["+Gus"])
    assert owner.post(url, said | {"sits": ["+Gus"]}).status_code == 422
    assert not Player.objects.filter(name="Gus").exists()
    assert owner.post(url, said).status_code == 303
    seating = sheet_of(Session.objects.get()).seating
    assert seating.seats == ids(group, "Gus", "Cleo", "Zita", "Frank")
    assert (seating.dealer, seating.skip) == (ids(group, "Zita")[0], ids(group, "Gus"))


def test_without_a_script_the_buttons_move_the_list_and_write_nothing(
    owner: Client, group: Group, url: str
) -> None:
    ann, ben, cleo = map(str, ids(group, "Ann", "Ben", "Cleo"))
    said = told(group, "Ann", "Ben", "Cleo", newcomer="Gus")
    for step, order in (
        ("add", [ann, ben, cleo, "+Gus"]),
        (f"up {cleo}", [ann, cleo, ben, "+Gus"]),
        (f"down {cleo}", [ann, ben, "+Gus", cleo]),
        (f"up {ann}", [ann, ben, cleo, "+Gus"]),
        ("down +Gus", [ann, ben, cleo, "+Gus"]),
        (f"gone {ann}", [ben, cleo, "+Gus"]),
        ("gone nonsense", [ann, ben, cleo, "+Gus"]),
        ("", [ann, ben, cleo, "+Gus"]),
    ):
        page = html_of(owner.post(url, said | {"step": step}), 200)
        if step != f"down {cleo}":
            assert listed(page) == order, step
        assert said["key"] in page
        assert 'class="wrong"' not in page
    assert (Session.objects.count(), group.players.count()) == (0, 6)


def test_when_the_dealer_goes_the_next_to_the_left_deals(owner: Client, group: Group, url: str) -> None:
    cleo, dave = ids(group, "Cleo", "Dave")
    page = html_of(owner.post(url, told(group, step=f"gone {cleo}")))
    assert f'name="dealer" value="{dave}" checked' in page


@pytest.mark.parametrize("name", ["x" * 10_000, "x" * 41, "\u202e\0"])
def test_a_newcomer_needs_a_name_that_will_do(owner: Client, group: Group, url: str, name: str) -> None:
    page = html_of(owner.post(url, told(group, newcomer=name)), 422)
    assert 'id="wrong-newcomer"' in page
    assert len(listed(page)) == 6


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"dealer": "999999"}, "no such player"),
        ({"dealer": "nonsense\0"}, "no such player"),
        ({"skip": ["999999"]}, "no such player"),
        ({"sits": ["999999"]}, "no such player"),
        ({"sits": ["nonsense"]}, "no such player"),
        ({"sits": []}, "two at least have to play"),
        ({"newcomer": "ann"}, "ann is here already"),
        ({"plays": "11"}, "Two to eight"),
        ({"plays": "many"}, "Two to eight"),
        ({"plays": "8"}, "no more than sit here"),
        ({"key": ""}, "got lost on the way"),
        ({"key": "nonsense"}, "got lost on the way"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_lost(
    owner: Client, group: Group, url: str, said: dict[str, Any], sentence: str
) -> None:
    page = html_of(owner.post(url, told(group, **said)), 422)
    assert sentence in page
    assert "sits" in said or len(listed(page)) == 6
    assert (Session.objects.count(), group.players.count()) == (0, 6)


def test_nobody_sits_twice(owner: Client, group: Group, url: str) -> None:
    said = told(group)
    owner.post(url, said | {"sits": [*said["sits"], *said["sits"], "+ANN"]})
    assert sheet_of(Session.objects.get()).seating.seats == ids(group)


@pytest.mark.parametrize(
    ("game", "people", "plays", "sentence"),
    [
        ("sheepshead", 1, "", "two at least have to play"),
        ("sheepshead", 11, "", "ten seats at most"),
        ("sheepshoof", 2, "", "three at least have to play"),
        ("sheepshoof", 4, "4", "Three play a hand"),
    ],
)
def test_too_few_or_too_many_for_the_game_are_refused(
    owner: Client, group: Group, game: str, people: int, plays: str, sentence: str
) -> None:
    crowd = tuple(f"P{number}" for number in range(11))
    others = start_group(NewGroup(name="Others", names=crowd, game=game), OWNER, uuid.uuid4())
    said = told(others, *crowd[:people], deals="P0", plays=plays)
    assert sentence in html_of(owner.post(f"/g/{others.code}/tonight/", said), 422)


def test_the_dealer_plays(owner: Client, group: Group, url: str) -> None:
    assert "The dealer has to be somebody who is in the game." in html_of(
        owner.post(url, told(group, skip=[str(ids(group, "Cleo")[0])])), 422
    )
    assert owner.post(url, told(group, "Ann", "Ben", "Dave")).status_code == 303
    assert sheet_of(Session.objects.get()).seating.dealer == ids(group, "Ann")[0]


def test_another_groups_players_are_no_players_here(
    owner: Client, stranger: Client, group: Group, url: str
) -> None:
    zoe = Player.objects.get(name="Zoe")
    assert owner.post(url, told(group, sits=[*told(group)["sits"], str(zoe.pk)])).status_code == 422
    assert owner.post(url, told(group, deals="Ann", skip=[str(zoe.pk)])).status_code == 422


@pytest.mark.parametrize(
    ("game", "people", "plays"),
    [
        ("sheepshead", 4, 4),
        ("sheepshoof", 3, 3),
        ("sheepshoof", 5, 3),
        ("southern_indiana", 4, 4),
        ("southern_indiana", 6, 4),
        ("mehrkopf", 5, 4),
    ],
)
def test_as_many_play_as_the_game_likes(
    owner: Client, group: Group, game: str, people: int, plays: int
) -> None:
    new = NewGroup(name="Others", names=NAMES[:people], game=game)
    others = start_group(new, OWNER, uuid.uuid4())
    assert (
        owner.post(f"/g/{others.code}/tonight/", told(others, *NAMES[:people], deals="Ann")).status_code
        == 303
    )
    assert len(sheet_of(others.sessions.get()).seating.active) == plays
