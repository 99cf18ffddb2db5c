"""A night at a real server, the hands that phones tell it, and what must be in the book afterwards."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from io import StringIO

from django.core.management import call_command

from ledger.models import Entry, Session
from scorekeeper.models import Task
from scorekeeper.tasks import ask
from scorekeeper.tasks.files import BROUGHT
from tests.cast import OWNER, a_night, thursday_table
from tests.serving import Answer, Phone, Server, newest_on

# Players' ids, in the order of their places.
Seats = list[int]


@dataclass(frozen=True, kw_only=True)
class Night:
    """An open night of the Thursday table, with its address."""

    session: Session
    url: str

    @cached_property
    def seats(self) -> Seats:
        return list(self.session.entries.get(number=1).facts["seats"])

    def phone(self, server: Server) -> Phone:
        return Phone(server, OWNER)

    def tell(self, phone: Phone, key: uuid.UUID, *, after: int, dealt: int | None = None) -> Answer:
        """A hand that everybody at the table can have played, as its teller saw the book up to `after`; where
        so many were dealt before, if that is not what the book is long."""
        return phone.post(f"{self.url}tell/", told_hand(self.seats, key, after=after, dealt=dealt))

    def newest(self, phone: Phone) -> int:
        answer = phone.get(self.url)
        assert answer.status == 200, answer.body
        return newest_on(answer.body)

    def check(self, acknowledged: Iterable[uuid.UUID]) -> None:
        """Every hand that a phone was told is recorded is there once, in order, and the book adds up."""
        entries = list(Entry.objects.filter(session=self.session).order_by("number"))
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        told = sorted(acknowledged)
        assert sorted(entry.key for entry in entries if entry.key in set(told)) == told
        heard = StringIO()
        call_command("audit", stdout=heard, stderr=StringIO())
        assert heard.getvalue().startswith("All is well")


def told_hand(seats: Seats, key: uuid.UUID, *, after: int, dealt: int | None = None) -> dict[str, object]:
    dealer = seats[(after - 1 if dealt is None else dealt) % len(seats)]
    picker, partner = [seat for seat in seats if seat != dealer][:2]
    return {"key": key, "after": after, "picker": picker, "partners": partner, "result": "won"}


def open_night(name: str = "Thursday table") -> Night:
    session = a_night(thursday_table(name=name))
    night = Night(session=session, url=f"/g/{session.group.code}/{session.number}/")
    assert len(night.seats) > 2
    return night


OVER = (Task.State.DONE, Task.State.REFUSED, Task.State.FAILED)
# Seconds until work in the background that does not end counts as broken.
WAITS = 120


def bring(file: bytes) -> Task:
    """Ask for the group of a file to be brought in; no server has the file on its disk."""
    return ask(Task.Kind.IMPORT_GROUP, guest=uuid.uuid4(), files={BROUGHT: file})


def stands(task: Task, *states: Task.State) -> Task:
    """Return the task when it stands like this; when it runs, after its first step."""
    until = time.monotonic() + WAITS
    while time.monotonic() < until:
        task.refresh_from_db()
        if task.state in states and (task.state != Task.State.RUNNING or task.done):
            return task
        time.sleep(0.02)
    raise AssertionError(f"It is {task.state} still: {task.done} of {task.of}, {task.answer}.")
