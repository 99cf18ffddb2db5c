"""One player's statement: every line that moved his balance, and the balance after it."""

import csv
import uuid

import pytest
from django.db import connection
from django.urls import reverse

from ledger.exchange.copying import copy
from ledger.exchange.notebook import read_notebook
from ledger.exchange.tables import as_csv, journal
from ledger.models import Group, Transaction, guards
from ledger.recording import WriteContext
from ledger.recording.journal import pay, undo
from tests import cast
from tests.reading import html_of, missing
from tests.scorekeeper.conftest import Phones


def page(group: Group, name: str = "Ann") -> str:
    return reverse("statement", args=[group.code, cast.player(group, name).pk])


def context() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def test_a_payment_says_who_was_on_the_other_side(group: Group, phone: Phones) -> None:
    ann, ben = cast.ids(group, "Ann", "Ben")
    pay(group, ann, ben, 500, context(), method="Venmo")
    html = html_of(phone("watcher").get(page(group)))
    assert not missing(html, "Paid <bdi>Ben</bdi>", "Venmo", "is owed")
    undo(group, 1, context())
    html = html_of(phone("watcher").get(page(group)))
    assert not missing(html, "Undone: ", "owes nothing, and nothing is owed")
    assert "Got from <bdi>Ann</bdi>" in html_of(phone("watcher").get(page(group, "Ben")))


@pytest.mark.parametrize("note", ["", "from the notebook"])
def test_what_an_old_notebook_brought_says_so_in_the_words_of_now(
    group: Group, phone: Phones, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy(group, read_notebook("old.csv", "Date,Ann,Ben\n2009-03-27,4,-4\n"))
    assert Transaction.objects.get().note == ""
    guards.lift(connection)
    Transaction.objects.update(note=note)  # as earlier versions wrote it
    monkeypatch.setattr("scorekeeper.pages.money.money._", lambda text: f"«{text}»")
    assert "«from the notebook»" in html_of(phone("watcher").get(page(group)))
    assert "«from the notebook»" in html_of(phone("watcher").get(reverse("money", args=[group.code])))
    (line,) = csv.DictReader(as_csv(journal(group)).splitlines()[:2])
    assert line["note"] == "from the notebook"


def test_nothing_yet(group: Group, phone: Phones) -> None:
    assert "No money of" in html_of(phone("watcher").get(page(group)))


def test_group_that_plays_for_points_has_no_statements(phone: Phones) -> None:
    assert phone("owner").get(page(cast.thursday_table(currency="", name="Points"))).status_code == 404
