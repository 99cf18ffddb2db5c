"""Check that a full group is said on the page, next to the typed value."""

import uuid
from typing import Any

import pytest
from django.test import Client

from ledger import limits
from ledger.models import Group
from ledger.models.book import sheet_of
from tests.cast import NAMES, a_night, ids, tell
from tests.reading import html_of


def sent(**fields: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), **fields}


def refused(answer: Any) -> str:
    assert answer.status_code == 422
    html: str = html_of(answer)
    return html


@pytest.mark.parametrize("page", ["players/add/", "tonight/", "1/seats/"])
def test_one_player_too_many(group: Group, owner: Client, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    a_night(group, *NAMES[:5])
    monkeypatch.setattr(limits, "MOST_PLAYERS", 6)
    said = sent(after="1", sits=ids(group)[:5], newcomer="Gus", name="Gus")
    html = refused(owner.post(f"/g/{group.code}/{page}", said))
    assert "A group has 6 players at most." in html
    assert 'value="Gus"' in html
    assert group.players.count() == 6


def test_one_hand_too_many(group: Group, owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    night = a_night(group)
    tell(night, "Ben", "Dave")
    monkeypatch.setattr(limits, "MOST_ENTRIES", 2)
    taps = {"picker": str(ids(group, "Cleo")[0]), "partners": str(ids(group, "Dave")[0]), "result": "won"}
    html = refused(owner.post(f"/g/{group.code}/1/tell/", sent(after="2", **taps)))
    assert "A night is full at 2 hands and changes. End this night, and start another." in html
    assert f'name="picker" value="{taps["picker"]}"' in html
    assert sheet_of(night).hands == 1
    assert owner.post(f"/g/{group.code}/1/hands/2/take-back/", sent(after="2")).status_code == 303


@pytest.mark.parametrize(
    ("limit", "most", "page", "words", "kept"),
    [
        ("MOST_NIGHTS", 1, "tonight/", "A group has 1 nights at most.", 'value="{ben}" checked'),
        ("MOST_LINES", 0, "money/pay/book/", "A group’s money history is full at 0.", 'value="12.50"'),
        ("MOST_VERSIONS", 1, "rules/", "House rules have 1 versions at most.", 'value="leaster" checked'),
    ],
)
def test_one_night_line_or_version_too_many(
    group: Group,
    owner: Client,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    most: int,
    page: str,
    words: str,
    kept: str,
) -> None:
    a_night(group)
    monkeypatch.setattr(limits, limit, most)
    ann, ben, *_ = ids(group)
    said = sent(dealer=ben, sits=ids(group), payer=ann, payee=ben, cents="12.50")
    said |= {"game": "sheepshead", "preset": "", "after": "1", "rule-pot": "leaster"}
    html = refused(owner.post(f"/g/{group.code}/{page}", said))
    assert [one in html for one in (words, kept.format(ben=ben))] == [True, True]
    assert group.sessions.count() == 1


def test_a_table_with_one_seat_too_many(group: Group, owner: Client) -> None:
    for number in range(5):
        owner.post(f"/g/{group.code}/players/add/", {"name": f"P{number}"})
    html = refused(owner.post(f"/g/{group.code}/tonight/", sent(dealer=ids(group)[0], sits=ids(group))))
    assert "A table has ten seats at most." in html
    assert html.count('<li class="seat"') == 11 + 1  # and the template's
