"""A server with a book of its own, the table that is played at it, and what it was seen to take."""

from __future__ import annotations

import json
import subprocess
import sys
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any, TypeVar

from tests.serving import ROOT, Answer, Phone, Server

AnySide = TypeVar("AnySide", bound="Side")


@dataclass(kw_only=True)
class Table:
    """A night that goes on: its address, players clockwise, its newest entry, and the dealer's place."""

    night: str
    seats: list[int]
    newest: int
    dealer: int

    def hand(self, luck: Random) -> dict[str, object]:
        """Return the form of a hand that those who play now can have played."""
        active = [seat for place, seat in enumerate(self.seats) if place != self.dealer]
        picker, partner = luck.sample(active, 2)
        result = luck.choice(("won", "won", "won_schneider", "lost"))
        guards = {"key": uuid.uuid4(), "after": self.newest}
        return {**guards, "picker": picker, "partners": partner, "result": result}

    def deal(self) -> None:
        """Go on to the next hand, as one was recorded."""
        self.newest += 1
        self.dealer = (self.dealer + 1) % len(self.seats)


@dataclass(kw_only=True)
class Side:
    """One server: the phone that talks to it, what its book holds, and the milliseconds by what was asked."""

    phone: Phone
    book: Mapping[str, Any]
    table: Table
    took: dict[str, list[float]] = field(default_factory=dict)

    @property
    def group(self) -> str:
        return f"/g/{self.book['code']}/"

    def note(self, what: str, answer: Answer, *expected: int) -> Answer:
        """Remember how long an answer took. Raises RuntimeError where it is not the expected one."""
        if answer.status not in expected:
            raise RuntimeError(f"{what}: {answer.status} {answer.body[:500]}")
        self.took.setdefault(what, []).append(answer.ms)
        return answer

    def median(self, what: str) -> float:
        return median(self.took[what])

    def change(self, what: str, path: str) -> None:
        """Write one more line into the night by a form without questions."""
        guards = {"key": uuid.uuid4(), "after": self.table.newest}
        self.note(what, self.phone.post(f"{self.table.night}{path}", guards), 303)
        self.table.newest += 1


def make_book(server: Server, kind: str, *words: object) -> Any:
    """Make a book of `tests.bench.books` in the server's database; return what that prints."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.bench.books", kind, *map(str, words)],
        cwd=ROOT,
        env=server.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise RuntimeError(made.stderr)
    return json.loads(made.stdout)


@contextmanager
def side(of: type[AnySide], kind: str, hands: int, server: Server) -> Iterator[AnySide]:
    """Start a server on a book of its own that has so many hands."""
    book = make_book(server, kind, hands)
    try:
        server.start()
        phone = Phone(server, uuid.UUID(book["guest"]))
        yield of(phone=phone, book=book, table=Table(**book["table"]))
        phone.close()
    finally:
        server.stop()
