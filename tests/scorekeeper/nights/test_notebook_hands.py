"""Pages of a night that came with its hands out of a notebook, in a group that plays Sheepshead."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from ledger.exchange.copying import copy
from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import strike_import
from tests.cast import context, thursday_table
from tests.ledger.recording.test_notebook_hands import HANDS, notebook
from tests.reading import html_of, missing
from tests.scorekeeper.conftest import Phones

KEY = uuid4()


@pytest.fixture
def group(db: None) -> Group:
    made = thursday_table()
    copy(made, notebook(*HANDS), key=KEY)
    return made


@pytest.fixture
def owner(phone: Phones) -> Client:
    return phone("owner")


def address(group: Group, name: str, *args: int) -> str:
    return reverse(name, args=[group.code, 1, *args])


def test_every_page_of_such_a_night_shows_its_hands(group: Group, owner: Client) -> None:
    assert not missing(html_of(owner.get(address(group, "table"))), "Zoe")
    for name in ("ending", "report", "picture"):
        assert owner.get(address(group, name)).status_code == 200, name
    (first, *_) = sheet_of(group.sessions.get()).rows
    assert "who dealt is not known" in html_of(owner.get(address(group, "hand", first.entry)))
    assert "3 hands" in html_of(owner.get(reverse("nights", args=[group.code])))
    assert owner.get(reverse("standings", args=[group.code])).status_code == 200


def test_import_leads_to_the_result_of_such_a_night(group: Group, owner: Client) -> None:
    page = html_of(owner.get(reverse("imported", args=[group.code, KEY])))
    assert f'href="{address(group, "ending")}"' in page
    assert address(group, "copied") not in page


def test_hand_of_such_a_night_is_corrected_as_any_other(group: Group, owner: Client) -> None:
    night = Session.objects.get()
    owner.post(address(group, "reopen"), {"key": str(uuid4()), "after": str(context(night).after)})
    (first, *_) = sheet_of(night).rows
    html = html_of(owner.get(address(group, "correct", first.entry)))
    assert not missing(html, "Ann", "Zoe")
    assert re.findall(r'value="([^"]*)"', html.partition("Points of each")[2])[:2] == ["4", "-4"]


def test_such_a_night_that_was_taken_out_says_so(group: Group, owner: Client) -> None:
    strike_import(group, KEY, None)
    assert not missing(
        html_of(owner.get(address(group, "copied"))),
        "Taken out with all that came with it",
        "In the notebook",
    )
    assert owner.get(address(group, "table")).status_code == 303
