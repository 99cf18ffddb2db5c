"""More sit at the table than the game is for: a night of it on the pages, hand after hand."""

import uuid
from typing import Any

import pytest
from django.test import Client

from ledger.models import Group
from ledger.models.book import sheet_of
from ledger.recording import NewGroup, start_group, tell_hand, write_rules
from ledger.scoring import game_called
from scorekeeper.text.refusals import sentence
from tests.cast import OWNER, STRANGERS, a_night, context, ids, leaster

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
    """A group with its night begun on the page; Ann deals."""
    new = NewGroup(name="Others", names=PEOPLE[:people], game=game)
    group = start_group(new, OWNER, uuid.uuid4())
    seats = {"sits": ids(group)}
    usual = {"sheepshoof": 3}.get(game, 4)
    said = {"key": uuid.uuid4(), "dealer": ids(group)[0], "plays": "" if plays == usual else str(plays)}
    answer = owner.post(f"/g/{group.code}/tonight/", said | seats)
    assert answer.status_code == 303, answer.content.decode()
    return group


def tell(owner: Client, group: Group, **said: Any) -> None:
    sheet = sheet_of(group.sessions.get())
    guards = {"key": str(uuid.uuid4()), "after": str(sheet.newest)}
    answer = owner.post(f"/g/{group.code}/1/tell/", guards | said)
    assert answer.status_code in (200, 303), answer.content.decode()


@pytest.mark.parametrize(("game", "people", "plays"), TABLES)
def test_the_deal_and_the_sitting_out_go_around_and_a_thrown_in_hand_moves_the_deal(
    owner: Client, group: Group, game: str, people: int, plays: int
) -> None:
    others = sat_down(owner, game, people, plays)
    for hand in range(people + 1):
        sheet = sheet_of(others.sessions.get())
        table = sheet.seating
        assert table.dealer == table.seats[hand % people]
        assert [*table.active] == [one for one in table.seats if one not in table.out]
        assert len(table.active) == plays
        assert table.dealer in table.out
        page = owner.get(f"/g/{others.code}/1/")
        picker, partner = table.active[:2]
        partners = "" if game == "sheepshoof" else str(partner)
        rows = page.context["draw"].pad.asks.rows
        tell(owner, others, picker=picker, partners=partners, result=rows[-1].code)
    sheet = sheet_of(others.sessions.get())
    assert sheet.hands == people + 1
    assert sum(sheet.totals.values()) == 0
    for row in sheet.rows:
        assert all(row.points[player] == 0 for player in row.out)
        assert len([points for points in row.points.values() if points]) == plays
    tell(owner, others, mode="pass" if game == "southern_indiana" else "throw_in")
    table = sheet_of(others.sessions.get()).seating
    assert table.dealer == table.seats[1 if game == "sheepshoof" else 2]


def test_everybody_who_ran_the_race_settles_it_whoever_sits_out(owner: Client, group: Group) -> None:
    others = sat_down(owner, "southern_indiana", 5, 4)
    write_rules(others, "southern_indiana", "", {"race_to": 4}, uuid.uuid4(), None)
    ann, ben, cleo, dave, edith = ids(others)
    tell(owner, others, picker=ben, partners=str(cleo), result="won_2")
    tell(owner, others, picker=ann, partners=str(edith), result="won_4")
    before = sheet_of(others.sessions.get())
    assert before.carried.standings((ann, ben, cleo, dave, edith), {})["race"] == [4, 2, 2, 0, 4]
    assert before.seating.out == (cleo,)
    tell(owner, others, mode="settle")
    after = sheet_of(others.sessions.get())
    gained = [after.totals[one] - before.totals[one] for one in (ann, ben, cleo, dave, edith)]
    assert gained == [8, -2, -2, -12, 8]
    assert after.carried.shown(after.rules.read) == ()
    assert after.seating == before.seating


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
