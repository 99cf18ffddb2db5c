"""Two wrong hands that guard each other: a refused correction offers to keep the later one as it was."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import Hand, tell_hand
from ledger.recording.auditing import audit
from tests.cast import OWNER, a_night, context, ids, thursday_table
from tests.reading import html_of
from tests.scorekeeper.conftest import phone_of

KEEP = "Keep the later hands as they were played"


@pytest.fixture
def night(db: None) -> Session:
    """Nobody picked the first hand, so that a leaster was played in the second."""
    group = thursday_table(options={"no_picker": "redeal", "no_picker_then": "leaster"})
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    seats = sheet_of(night).seating.seats
    for told in ({"kind": "all_pass"}, {"kind": "leaster", "winners": [2]}):
        tell_hand(night, Hand(seats=seats, told=told), context(night))
    return night


@pytest.fixture
def phone(night: Session) -> Client:
    return phone_of(OWNER)


def of(night: Session, name: str, *more: int) -> str:
    return reverse(name, args=[night.group.code, night.number, *more])


def said(night: Session, **more: Any) -> dict[str, Any]:
    return {"key": uuid.uuid4(), "after": sheet_of(night).newest, **more}


def picked(night: Session) -> dict[str, Any]:
    ann, ben = ids(night.group, "Ann", "Ben")
    return said(night, picker=ann, partners=ben, result="won")


def is_sound(group: Group) -> bool:
    return not list(audit([group]))


def test_refused_correction_offers_to_keep_later_hands(night: Session, phone: Client) -> None:
    page = html_of(phone.post(of(night, "correct", 2), picked(night)), 422)
    assert "Then hand 2 could not have been played." in page
    assert KEEP in page
    assert KEEP not in html_of(phone.get(of(night, "correct", 2)))
    asked = phone.post(of(night, "correct", 2), picked(night) | {"tap": "ask"})
    assert KEEP in html_of(asked), "as the script asks after each tap, before anything is sent"
    told = picked(night) | {"keep": "1"}
    assert [phone.post(of(night, "correct", 2), told).status_code for _ in range(2)] == [303, 303]
    sheet = sheet_of(night)
    assert len(sheet.rows[0].versions) == 2
    assert [row.scored.label.case for row in sheet.rows if row.scored] == ["won", "leaster"]
    assert "Kept as it was played when hand 1 was corrected." in html_of(phone.get(of(night, "hand", 3)))
    assert "Kept as it was played" not in html_of(phone.get(of(night, "hand", 2)))
    assert is_sound(night.group)


def test_kept_hand_can_be_corrected_and_put_back(night: Session, phone: Client) -> None:
    phone.post(of(night, "correct", 2), picked(night) | {"keep": "1"})
    (edith,) = ids(night.group, "Edith")
    pad = html_of(phone.get(of(night, "correct", 3)))
    assert "mode:leaster" in pad
    again = said(night, mode="leaster", winners=edith)
    assert phone.post(of(night, "correct", 3), again).status_code == 303
    row = sheet_of(night).rows[1]
    assert row.points[edith] == 4
    stay = "Dealer, sitting out and what was counted before it stay as they were played."
    assert stay in html_of(phone.get(of(night, "hand", 3)))
    assert phone.post(of(night, "restore", 3), said(night, version=3)).status_code == 303
    assert sheet_of(night).rows[1].points[edith] == -1
    assert is_sound(night.group)


def test_refused_taking_back_offers_to_keep_later_hands(night: Session, phone: Client) -> None:
    ways: list[Any] = [{}, {"HTTP_HX_REQUEST": "true"}]
    for way in ways:
        page = html_of(phone.post(of(night, "take_back", 2), said(night), **way), 422)
        assert f'action="{of(night, "take_back", 2)}"' in page
        assert page.count("Then hand 2 could not have been played.") == 1
        assert KEEP in page
    assert phone.post(of(night, "take_back", 2), said(night, keep="1")).status_code == 303
    assert [row.is_void for row in sheet_of(night).rows] == [True, False]
    assert "Kept as it was played when hand 1 was taken back." in html_of(phone.get(of(night, "hand", 3)))
    assert is_sound(night.group)


def test_refused_putting_back_offers_to_keep_later_hands(night: Session, phone: Client) -> None:
    phone.post(of(night, "correct", 2), picked(night) | {"keep": "1"})
    phone.post(of(night, "correct", 3), picked(night))
    phone.post(of(night, "restore", 2), said(night, version=2))
    seats = sheet_of(night).seating.seats
    told = {"kind": "leaster", "winners": [1]}
    phone.post(of(night, "take_back", 3), said(night))
    tell_hand(night, Hand(seats=seats, told=told), context(night))
    corrected = sheet_of(night).rows[0].versions[1].entry
    assert f'name="version" value="{corrected}"' in html_of(
        phone.post(of(night, "restore", 2), said(night, version=corrected)), 422
    )
    kept = said(night, version=corrected, keep="1")
    assert phone.post(of(night, "restore", 2), kept).status_code == 303
    assert is_sound(night.group)


def test_other_refusals_offer_nothing(night: Session, phone: Client) -> None:
    phone.post(of(night, "take_back", 3), said(night))
    assert KEEP not in html_of(phone.post(of(night, "take_back", 3), said(night)), 422)
