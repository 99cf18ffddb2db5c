"""A hand at which everybody sits out: refused wherever it is told, and shown where an old book holds one."""

import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import Hand, NewGroup, end_night, start_group, tell_hand
from ledger.scoring import GAMES
from tests.cast import NAMES, OWNER, a_night, context
from tests.scorekeeper.conftest import phone_of

MODES = [("sheepshead", "bad_hand"), ("mehrkopf", "throw_in"), ("mehrkopf", "all_pass"), ("any_game", "pass")]
PAGES = ("table", "seats", "report", "ending", "picture", "picture_file")
OF_THE_GROUP = ("group", "standings", "records", "group_statistics", "wall", "exchange")


def a_table(game: str) -> Session:
    """Four sit down to play this game."""
    new = NewGroup(name="Four", names=NAMES[:4], currency="EUR", stake_cents=10, game=game)
    return a_night(start_group(new, OWNER, uuid.uuid4()))


def of(night: Session, name: str, *more: int) -> str:
    return reverse(name, args=[night.group.code, night.number, *more])


def on_the_pad(night: Session, mode: str) -> dict[str, Any]:
    sheet = sheet_of(night)
    dealer = sheet.seating.dealer
    guards = {"key": uuid.uuid4(), "after": sheet.newest}
    return guards | {"mode": mode, "was_dealer": dealer, "dealer": dealer, "out": sheet.seating.seats}


@pytest.mark.parametrize(("game", "mode"), MODES)
def test_hand_without_players_is_refused_to_pages_and_phones(db: None, game: str, mode: str) -> None:
    night, phone = a_table(game), phone_of(OWNER)
    page = phone.post(of(night, "tell"), on_the_pad(night, mode))
    waited = phone.post(of(night, "tell"), on_the_pad(night, mode), HTTP_ACCEPT="application/json")
    assert (page.status_code, waited.status_code) == (422, 422)
    assert waited.json()["fact"] == "sitting_out"
    assert waited.json()["sentence"].endswith("not 0: say who sits out.")
    assert not sheet_of(night).rows


@pytest.mark.parametrize(("game", "mode"), MODES)
def test_old_hand_without_players_has_a_page(
    db: None, monkeypatch: pytest.MonkeyPatch, game: str, mode: str
) -> None:
    night, phone = a_table(game), phone_of(OWNER)
    older = replace(GAMES[game], edition=1 if game == "any_game" else GAMES[game].edition - 1)
    seats = sheet_of(night).seating.seats
    with monkeypatch.context() as then:
        then.setattr("ledger.recording.hands.game_called", lambda game: older)
        told = tell_hand(night, Hand(seats=seats, told={"kind": mode}, out=(0, 1, 2, 3)), context(night))
    for who in ("", f"?for={seats[1]}"):
        assert phone.get(of(night, "hand", told.entry.number) + who).status_code == 200
    assert phone.get(of(night, "correct", told.entry.number)).status_code == 200
    end_night(night, context(night))
    for name in PAGES:
        assert phone.get(of(night, name)).status_code == 200, name
    for name in OF_THE_GROUP:
        assert phone.get(reverse(name, args=[night.group.code])).status_code == 200, name


def test_hand_without_players_is_put_right(group: Group, owner: Client) -> None:
    """The hand stays as it was told until it is corrected; the correction is read as hands are now."""
    night = a_night(group)
    seats = sheet_of(night).seating.seats
    with pytest.MonkeyPatch.context() as then:
        older = replace(GAMES["sheepshead"], edition=3)
        then.setattr("ledger.recording.hands.game_called", lambda game: older)
        tell_hand(night, Hand(seats=seats, told={"kind": "bad_hand"}, out=tuple(range(6))), context(night))
    assert owner.post(of(night, "correct", 2), on_the_pad(night, "bad_hand")).status_code == 422
    right = on_the_pad(night, "bad_hand") | {"out": seats[:1]}
    assert owner.post(of(night, "correct", 2), right).status_code == 303
    assert sheet_of(night).rows[0].out == seats[:1]
