"""A night at a real server, the hands that phones tell it, and what must be in the book afterwards."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from io import StringIO

from django.core.management import call_command

from ledger.models import Entry, Session
from tests.cast import OWNER, a_night, thursday_table
from tests.serving import Answer, Phone, Server, newest_on


@dataclass(frozen=True, kw_only=True)
class Night:
    """An open night of the Thursday table, with its address."""

    session: Session
    url: str

    def phone(self, server: Server) -> Phone:
        """A phone of the guest who keeps this table's score."""
        return Phone(server, OWNER)

    def tell(self, phone: Phone, key: uuid.UUID, *, after: int) -> Answer:
        """A hand that everybody at the table can have played, as its teller saw the book up to `after`."""
        seats = list(self.session.entries.get(number=1).facts["seats"])
        dealer = seats[(after - 1) % len(seats)]
        picker, partner = [seat for seat in seats if seat != dealer][:2]
        said = {"key": key, "after": after, "picker": picker, "partners": partner, "result": "won"}
        return phone.post(f"{self.url}tell/", said)

    def newest(self, phone: Phone) -> int:
        """The last entry, as the table page knows it."""
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


def open_night() -> Night:
    """A group and its night, begun a moment ago."""
    session = a_night(thursday_table())
    return Night(session=session, url=f"/g/{session.group.code}/{session.number}/")
