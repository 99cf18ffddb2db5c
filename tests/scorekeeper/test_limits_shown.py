"""What a group holds at most is said on the page, next to what was typed."""

import uuid
from typing import Any

import pytest
from django.test import Client

from ledger import limits
from ledger.models import Group
from ledger.models.book import sheet_of
from tests.cast import NAMES, a_night, ids, tell
from tests.reading import html_of


def text(answer: Any, *, status: int = 422) -> str:
    assert answer.status_code == status
    found: str = html_of(answer)
    return found


def sent(**fields: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), **fields}


def test_one_player_too_many(group: Group, owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_PLAYERS", 6)
    html = text(owner.post(f"/g/{group.code}/players/add/", {"name": "Gus"}))
    assert "A group has 6 players at most." in html
    assert 'value="Gus"' in html
    tonight = text(owner.post(f"/g/{group.code}/tonight/", sent(sits=ids(group)[:5], newcomer="Gus")))
    assert "A group has 6 players at most." in tonight
    assert 'value="Gus"' in tonight
    a_night(group, *NAMES[:5])
    joining = sent(after="1", sits=ids(group)[:5], newcomer="Gus")
    html = text(owner.post(f"/g/{group.code}/1/seats/", joining))
    assert "A group has 6 players at most." in html
    assert 'value="Gus"' in html
    assert group.players.count() == 6


def test_one_night_too_many(group: Group, owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_NIGHTS", 1)
    a_night(group)
    seats = {"sits": list(map(str, ids(group)))}
    html = text(owner.post(f"/g/{group.code}/tonight/", sent(dealer=str(ids(group)[1]), **seats)))
    assert "A group has 1 nights at most." in html
    assert f'value="{ids(group)[1]}" checked' in html
    assert group.sessions.count() == 1


def test_one_hand_too_many(group: Group, owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    night = a_night(group)
    tell(night, "Ben", "Dave")
    monkeypatch.setattr(limits, "MOST_ENTRIES", 2)
    taps = {"picker": str(ids(group, "Cleo")[0]), "partners": str(ids(group, "Dave")[0]), "result": "won"}
    html = text(owner.post(f"/g/{group.code}/1/tell/", sent(after="2", **taps)))
    assert "A night is full at 2 hands and changes. End this night, and start another." in html
    assert f'name="picker" value="{taps["picker"]}"' in html
    assert sheet_of(night).hands == 1
    back = owner.post(f"/g/{group.code}/1/hands/2/take-back/", sent(after="2"))
    assert back.status_code == 303


def test_one_line_too_many(group: Group, owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_LINES", 0)
    ann, ben, *_ = ids(group)
    html = text(owner.post(f"/g/{group.code}/money/pay/book/", sent(payer=ann, payee=ben, cents="12.50")))
    assert "A group’s money history is full at 0." in html
    assert 'value="12.50"' in html


def test_one_version_too_many(group: Group, owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_VERSIONS", 1)
    chosen = sent(game="sheepshead", preset="", after="1", **{"rule-pot": "leaster"})
    html = text(owner.post(f"/g/{group.code}/rules/", chosen))
    assert "House rules have 1 versions at most." in html


def test_a_table_with_one_seat_too_many(group: Group, owner: Client) -> None:
    for number in range(5):
        owner.post(f"/g/{group.code}/players/add/", {"name": f"P{number}"})
    seats = {"sits": list(map(str, ids(group)))}
    html = text(owner.post(f"/g/{group.code}/tonight/", sent(dealer=str(ids(group)[0]), **seats)))
    assert "A table has ten seats at most." in html
    assert html.count('<li class="seat"') == 11 + 1  # and the template's
