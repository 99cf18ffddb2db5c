"""Start tonight: tap who is here, in seat order, and who deals; more may sit there than play."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from ledger.models import Group, Player, Session
from ledger.models.book import sheet_of
from ledger.recording import NewGroup, start_group, tell_hand
from ledger.scoring import game_called
from scorekeeper.text.refusals import sentence
from tests.cast import NAMES, OWNER, STRANGERS, a_night, context, ids, leaster
from tests.reading import html_of, missing


def told(group: Group, *names: str, deals: str = "Cleo", **said: Any) -> dict[str, Any]:
    sits = [str(player) for player in ids(group, *names)]
    return {"key": str(uuid.uuid4()), "sits": sits, "dealer": str(ids(group, deals)[0]), "plays": ""} | said


def listed(page: str) -> list[str]:
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
    others = start_group(NewGroup(name="Others", names=NAMES[:people], game=game), OWNER, uuid.uuid4())
    assert (
        owner.post(f"/g/{others.code}/tonight/", told(others, *NAMES[:people], deals="Ann")).status_code
        == 303
    )
    assert len(sheet_of(others.sessions.get()).seating.active) == plays


PEOPLE = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Frank", *reversed(STRANGERS))
POT = {"sheepshead": {"pot": "leaster"}}
TABLES = [
    ("sheepshoof", 4, 3),
    ("sheepshoof", 6, 3),
    ("southern_indiana", 5, 4),
    ("southern_indiana", 10, 4),
    ("mehrkopf", 7, 6),
    ("mehrkopf", 7, 4),
    ("mehrkopf", 9, 4),
]


def sat_down(owner: Client, game: str, people: int, plays: int) -> Group:
    group = start_group(NewGroup(name="Others", names=PEOPLE[:people], game=game), OWNER, uuid.uuid4())
    seats = {"sits": ids(group)}
    usual = {"sheepshoof": 3}.get(game, 4)
    said = {"key": uuid.uuid4(), "dealer": ids(group)[0], "plays": "" if plays == usual else str(plays)}
    answer = owner.post(f"/g/{group.code}/tonight/", said | seats)
    assert answer.status_code == 303, answer.content.decode()
    return group


def tell(owner: Client, group: Group, **said: Any) -> None:
    guards = {"key": str(uuid.uuid4()), "after": str(sheet_of(group.sessions.get()).newest)}
    answer = owner.post(f"/g/{group.code}/1/tell/", guards | said)
    assert answer.status_code in (200, 303), answer.content.decode()


@pytest.mark.parametrize(("game", "people", "plays"), TABLES)
def test_the_deal_and_the_sitting_out_go_around_and_a_thrown_in_hand_moves_the_deal(
    owner: Client, group: Group, game: str, people: int, plays: int
) -> None:
    others = sat_down(owner, game, people, plays)
    for _ in range(people + 1):
        page = owner.get(f"/g/{others.code}/1/")
        picker, partner = sheet_of(others.sessions.get()).seating.active[:2]
        partners = "" if game == "sheepshoof" else str(partner)
        rows = page.context["draw"].pad.asks.rows
        tell(owner, others, picker=picker, partners=partners, result=rows[-1].code)
    sheet = sheet_of(others.sessions.get())
    seats = sheet.seating.seats
    assert [row.dealer for row in sheet.rows] == [*seats, seats[0]]
    assert sum(sheet.totals.values()) == 0
    for row in sheet.rows:
        assert row.dealer in row.out
        scored = [player for player, points in row.points.items() if points]
        assert (len(scored), set(scored) & set(row.out)) == (plays, set())
    tell(owner, others, mode="pass" if game == "southern_indiana" else "throw_in")
    table = sheet_of(others.sessions.get()).seating
    assert table.dealer == table.seats[1 if game == "sheepshoof" else 2]


@pytest.mark.parametrize("newcomer", ["Gus", "Zita"])
@pytest.mark.parametrize(("game", "people"), [("southern_indiana", 4), ("sheepshoof", 3), ("sheepshead", 10)])
def test_somebody_takes_a_chair_at_a_table_that_can_spare_nobody(
    owner: Client, group: Group, game: str, people: int, newcomer: str
) -> None:
    new = NewGroup(name="Full", names=(*PEOPLE[:people], "Gus"), game=game, options=POT.get(game, {}))
    full = start_group(new, OWNER, uuid.uuid4())
    night = a_night(full, *PEOPLE[:people], dealer="Ben", plays=min(people, 5))
    if game == "sheepshead":
        tell_hand(night, leaster(night, "Dave"), context(night))
    before = sheet_of(night)
    dealt = before.seating.dealer
    new_key = "+Zita" if newcomer == "Zita" else str(ids(full, "Gus")[0])
    said = {"key": str(uuid.uuid4()), "after": before.newest, "dealer": new_key}
    said |= {"sits": [new_key if one == dealt else str(one) for one in before.seating.seats]}
    for _ in range(2):
        answer = owner.post(f"/g/{full.code}/1/seats/", said)
        assert answer.status_code == 303, answer.context["form"].errors
    after = sheet_of(night)
    comes = ids(full, newcomer)[0]
    assert after.seating.seats == tuple(comes if one == dealt else one for one in before.seating.seats)
    assert (after.seating.dealer, after.seating.plays) == (comes, before.seating.plays)
    assert [note.kind for note in after.notes] == ["joined"]
    assert sum(after.totals.values()) + after.pot_points == 0
    assert len([row for row in after.rows if not row.number]) == (game == "sheepshead")


def test_the_sheet_and_a_phone_that_is_behind_say_whose_chair_it_was(owner: Client, group: Group) -> None:
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    address = f"/g/{group.code}/1/seats/"
    said = {
        "key": str(uuid.uuid4()),
        "after": "1",
        "sits": ids(group, "Ann", "Frank", "Cleo", "Dave", "Edith"),
    }
    assert owner.post(address, said).status_code == 303
    assert "Frank takes the chair of Ben" in owner.get(f"/g/{group.code}/1/").content.decode()
    late = owner.post(address, said | {"key": str(uuid.uuid4()), "newcomer": "Gus"})
    assert late.status_code == 409
    assert "Meanwhile Frank took the chair of Ben." in late.content.decode()
    assert sheet_of(night).seating.seats == ids(group, "Ann", "Frank", "Cleo", "Dave", "Edith")


@pytest.mark.parametrize("out", ["nobody", "one too many", "everybody"])
@pytest.mark.parametrize(("game", "people", "plays"), [*TABLES, ("sheepshead", 10, 5)])
def test_who_ticks_too_few_or_too_many_keeps_the_pad_and_is_told_so(
    owner: Client, group: Group, game: str, people: int, plays: int, out: str
) -> None:
    others = sat_down(owner, game, people, plays)
    sheet = sheet_of(others.sessions.get())
    first, *more = sheet.seating.active
    least = game_called(game).least_active
    ticked = {"nobody": (), "one too many": more[least - 2 :], "everybody": (first, *more)}[out]
    resting = () if out == "nobody" else (*sheet.seating.out, *ticked)
    said: dict[str, Any] = {
        "key": str(uuid.uuid4()),
        "after": str(sheet.newest),
        "picker": str(first),
        "partners": str(more[0]),
    }
    said |= {"dealer": str(sheet.seating.dealer), "was_dealer": str(sheet.seating.dealer)}
    said |= {"was_out": ",".join(map(str, sheet.seating.out)), "out": [str(one) for one in resting]}
    page = owner.post(f"/g/{others.code}/1/tap/", said | {"tap": "deal"})
    assert page.status_code == 422
    assert "say who sits out" in sentence(page.context["refused"])
    assert '<details class="deal" id="unusual" name="folds" open>' in " ".join(page.content.decode().split())
    assert page.context["draw"].pad.deal.out == tuple(one for one in sheet.seating.seats if one in resting)
    assert not page.context["draw"].is_ready
    answer = owner.post(f"/g/{others.code}/1/tell/", said)
    assert answer.status_code == 422
    assert answer.context["refused"].fact in ("sitting_out", "players", "plays")
    assert sheet_of(others.sessions.get()).newest == sheet.newest


@pytest.mark.parametrize(
    ("game", "has_any"), [("sheepshead", True), ("mehrkopf", False), ("sheepshoof", False)]
)
def test_doublers_are_asked_for_only_where_a_game_has_any(
    owner: Client, group: Group, game: str, has_any: bool
) -> None:
    others = sat_down(owner, game, 6, 5 if game == "sheepshead" else 3)
    assert ("Doublers before it" in owner.get(f"/g/{others.code}/1/").content.decode()) == has_any
