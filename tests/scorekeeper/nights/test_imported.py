"""Everything that came with one import is seen together, and undone together."""

import re
import uuid
from datetime import date, timedelta
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.exchange.copying import copy
from ledger.models import Group
from ledger.recording.journal import pay
from ledger.recording.writing import WriteContext
from ledger.standings.money import balances
from scorekeeper.models import Task
from scorekeeper.tasks import give_up
from tests.cast import ids, owner_of
from tests.notebooks import read_notebook
from tests.reading import html_of, missing

TABLE = "Date,Ann,Ben,Cleo\n2009-03-27,12,-4,-8\n2009-04-03,,5,-5\n"
KEY = uuid.UUID(int=7)


def bring_in(group: Group, table: str = TABLE, file: str = "years ago.csv", **more: Any) -> int:
    return copy(group, read_notebook(file, table), by=owner_of(group), **{"key": KEY, **more})


def to(group: Group, name: str = "imported", key: uuid.UUID = KEY) -> str:
    return reverse(name, args=[group.code, key])


def text(answer: Any) -> str:
    found: str = html_of(answer)
    return " ".join(re.sub(r"<[^>]+>", " ", found[found.index("<header") :]).split())


def owed(group: Group) -> dict[str, int]:
    return {one.name: one.cents for one in balances(group).players if one.cents}


def test_import_says_what_came_from_where(group: Group, watcher: Client) -> None:
    bring_in(group)
    page = text(watcher.get(to(group)))
    assert not missing(
        page,
        "From years ago.csv 2 nights, 27 Mar 2009 to 3 Apr 2009. Brought in by Ann on",
        "Fri 3 Apr 2009 Ben +5 Cleo −5",
    )
    assert "Undo" not in page


def test_owner_reads_what_an_undone_import_takes_along(group: Group, owner: Client) -> None:
    bring_in(group)
    page = text(owner.get(to(group)))
    assert not missing(
        page,
        "Its 2 nights go out of the standings, also those that were corrected since."
        " €3.25 that people owe each other for it goes out of the balances.",
    )
    assert "There were payments since" not in page


def test_what_was_paid_long_ago_takes_no_money_along(group: Group, owner: Client) -> None:
    bring_in(group, owed_from=None)
    assert "No money goes with it." in text(owner.get(to(group)))


def test_after_payments_it_says_who_is_owed_what_back(group: Group, owner: Client) -> None:
    bring_in(group)
    ann, cleo = ids(group, "Ann", "Cleo")
    pay(group, cleo, ann, 300, WriteContext(key=uuid.uuid4(), after=0))
    assert "whoever has paid for these nights is owed that back" in text(owner.get(to(group)))
    owner.post(to(group, "undo_import"), {"key": uuid.uuid4()})
    assert owed(group) == {"Ann": -300, "Cleo": 300}


def test_one_tap_undoes_all_of_it(group: Group, owner: Client) -> None:
    bring_in(group)
    said = {"key": uuid.uuid4()}
    tasks = {owner.post(to(group, "undo_import"), said)["Location"] for _ in range(2)}
    assert len(tasks) == 1
    page = text(owner.get(tasks.pop()))
    assert not missing(
        page, "2 nights taken out", "They no longer count, neither in the standings nor in the balances."
    )
    page = text(owner.get(to(group)))
    assert "All of it was taken out. Bring the notebook again, and its nights come back." in page
    assert "Undo this import" not in page
    assert "Taken out Friday, 3 April 2009 › Friday, 27 March 2009 ›" in page
    again = owner.post(to(group, "undo_import"), {})
    assert "Nothing was left to take out" in text(owner.get(again["Location"]))


def test_stopped_it_says_what_stays_out(group: Group, owner: Client) -> None:
    bring_in(group)
    task = Task.objects.create(
        kind=Task.Kind.UNDO_NOTEBOOK, guest=owner_of(group).guest, group=group, done=1, of=2
    )
    give_up(task)
    page = text(owner.get(reverse("task", args=[task.key])))
    assert "What was taken out by then stays out; undo the import again for the rest." in page


def test_import_takes_as_many_queries_however_many_nights_there_are(group: Group, owner: Client) -> None:
    counts = []
    for many, key in ((25, uuid.uuid4()), (90, uuid.uuid4())):
        table = "Date,Ann,Ben\n" + "".join(
            f"{date(1900 + many, 1, 1) + timedelta(days=day)},{day + 1},{-day - 1}\n" for day in range(many)
        )
        bring_in(group, table, key=key)
        with CaptureQueriesContext(connection) as queries:
            owner.get(to(group, key=key))
        counts.append(len(queries))
    assert counts[0] == counts[1]
