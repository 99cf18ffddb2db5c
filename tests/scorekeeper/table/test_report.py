"""A night’s report: the result, the payments and the running totals, for paper."""

import uuid
from typing import Any

import pytest
from django.urls import reverse

from ledger.models import Group, Session
from ledger.recording import WriteContext, end_night
from ledger.recording.journal import pay_line
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
