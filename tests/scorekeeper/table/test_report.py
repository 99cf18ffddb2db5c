"""A night’s report: the result, the payments and the running totals, for paper."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    NewGroup,
    NewHand,
    WriteContext,
    end_night,
    start_group,
    take_back_hand,
    tell_hand,
)
from ledger.recording.journal import pay_line
from ledger.scoring import game_called
from ledger.standings.money import open_list
from tests import cast
from tests.reading import missing
from tests.scorekeeper.conftest import Phones


@pytest.fixture
def night(group: Group) -> Session:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(session, "Ann", "Ben")
    return session


def page(session: Session) -> str:
    return reverse("report", args=[session.group.code, session.number])


def text(answer: Any) -> str:
    html: str = answer.content.decode()
    return html[html.index("<header") :]


def test_everything_on_one_sheet(night: Session, phone: Phones) -> None:
    end_night(night, cast.context(night))
    first = open_list(night.group)[0]
    which = (first.payer, first.payee)
    pay_line(night.group, which, 10, WriteContext(key=uuid.uuid4(), after=0), session=night)
    html = text(phone("watcher").get(page(night)))
    assert not missing(html, "Three payments left · €0.65 still open", '<td class="foots">3</td>', "+€0.50")
    assert html.count("☐") == 3
    assert html.count("paid ✓") == 1
    assert "<form" not in html


def test_a_night_that_goes_on_has_a_report_too(night: Session, phone: Phones) -> None:
    assert "still open" in text(phone("watcher").get(page(night)))


SAID = {"declarer_points": 80, "declarer_tricks": "some"}
SOLO = {"kind": "played", "contract": "solo", "declarer": 2, "partners": [], "declarer_points": 20}


@pytest.fixture
def schafkopf_night(group: Group) -> Session:
    preset = next(one for one in game_called("mehrkopf").presets if one.key == "bavarian_table")
    new = NewGroup(
        name="Stammtisch", names=cast.NAMES[:4], currency="EUR", game="mehrkopf", options=preset.values
    )
    session = cast.a_night(start_group(new, cast.OWNER, uuid.uuid4()))
    called = {"kind": "played", "contract": "rufspiel", "declarer": 1, "partners": [0]}
    for told in (
        called | SAID | {"klopfer": 1, "stoss": 1},
        SOLO | {"declarer_tricks": "some"},
        {"kind": "all_pass"},
        {"kind": "played", "contract": "ramsch", "losers": [3]},
        {"kind": "pot_divide"},
    ):
        tell_hand(session, NewHand(seats=sheet_of(session).seating.seats, told=told), cast.context(session))
    return session


def rows(html: str) -> list[list[str]]:
    """Return the cells of the list, the words of each with single blanks."""
    table = html[html.index("<tbody>") : html.index("</table>")]
    cells = (re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in table.split("</tr>"))
    return [[" ".join(re.sub(r"<[^>]*>", " ", one).split()) for one in row] for row in cells if row]


def test_schafkopf_night_is_a_list_with_plus_and_minus(schafkopf_night: Session, owner: Client) -> None:
    html = text(owner.get(page(schafkopf_night)))
    assert rows(html) == [
        ["1", "Rufspiel won Ben, Ann", "|| ×4", "+80", "+80", "−80", "−80"],
        ["2", "Solo lost, Schneider Cleo", "", "+60", "+60", "−180", "+60"],
        ["3", "all passed", "", "−10", "−10", "−10", "−10"],
        ["4", "Ramsch Dave", "", "+20", "+20", "+20", "−60"],
        ["", "the Stock is divided", "", "+10", "+10", "+10", "+10"],
        ["Plus", "+170", "+170", "+30", "+70"],
        ["Minus", "−10", "−10", "−270", "−150"],
        ["Total", "+160", "+160", "−240", "−80"],
    ]
    assert not missing(html, "All plus 440, all minus 440", '<b class="ring">−180</b>')
    assert html.count("<li><bdi>") == 4


def test_list_says_what_lies_in_the_stock(schafkopf_night: Session, owner: Client) -> None:
    take_back_hand(schafkopf_night, sheet_of(schafkopf_night).rows[-1].entry, cast.context(schafkopf_night))
    html = text(owner.get(page(schafkopf_night)))
    assert not missing(html, "All plus 400, all minus 440", "40 in the stock")


def test_list_of_a_german_reader_is_german(schafkopf_night: Session, owner: Client) -> None:
    html = text(owner.get(page(schafkopf_night), headers={"accept-language": "de"}))
    assert rows(html)[0][1] == "Rufspiel gewonnen Ben, Ann"
    assert not missing(html, "Unterschriften", "Plus zusammen 440, Minus zusammen 440")
