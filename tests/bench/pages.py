"""How long the pages take over HTTP, at the real server, with few hands in the group and with many."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Protocol

from tests.bench.seeding import GUEST
from tests.serving import ROOT, Answer, Phone, serving

# Hands told in the night that is measured; the medians are those of an evening from its first hand on.
EVENING = 60

PLAYING = 5


@dataclass(kw_only=True)
class Side:
    """One server with its group, the phone that talks to it, and what it was seen to take (ms)."""

    hands: int
    phone: Phone
    group: str
    night: str
    floor: str
    seats: list[int]
    newest: int = 1
    dealer: int = 0
    took: dict[str, list[float]] = field(default_factory=dict)

    def note(self, what: str, answer: Answer, *expected: int) -> Answer:
        """Remember how long an answer took; it must be the expected one."""
        if answer.status not in expected:
            raise RuntimeError(f"{what}: {answer.status} {answer.body[:500]}")
        self.took.setdefault(what, []).append(answer.ms)
        return answer

    def median(self, what: str) -> float:
        return median(self.took[what])


@contextmanager
def side(place: Path, hands: int) -> Iterator[Side]:
    """A server on a book of its own that has so many hands."""
    file, static = place / f"{hands}.sqlite3", place / "static"
    database = {"ENGINE": "sqlite", "NAME": str(file)}
    environment = {"SERVED_STATIC": str(static), "SERVED_URLS": "tests.bench.urls"}
    made = subprocess.run(
        [sys.executable, "-m", "tests.bench.prepare", str(hands)],
        cwd=ROOT,
        env={
            **os.environ,
            **environment,
            "DATABASE_URL": f"sqlite:///{file}",
            "DJANGO_SETTINGS_MODULE": "tests.served",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise RuntimeError(made.stderr)
    code, night, floor, *seats = made.stdout.split()
    with serving(database, **environment) as server:
        phone = Phone(server, GUEST)
        yield Side(
            hands=hands,
            phone=phone,
            group=f"/g/{code}/",
            night=f"/g/{code}/{night}/",
            floor=f"/floor/{floor}/",
            seats=[int(seat) for seat in seats],
        )
        phone.close()


class Table(Protocol):
    """A table as it stands: who sits there, who deals, and the newest line of its book."""

    @property
    def seats(self) -> list[int]:
        """Ids of players, clockwise."""

    newest: int
    dealer: int


# A hand, as it is posted to a table.
Said = Callable[[Table], Mapping[str, Any]]


def measure(sides: list[Side]) -> None:
    """An evening at every server, a hand here, a hand there, so that a noisy moment meets all of them."""
    luck = Random(60)
    for number in range(EVENING):
        said = said_of(luck)
        for one in sides:
            _a_hand(one, said, luck, fragment=number % 2 == 1)
    for _ in range(25):
        for one in sides:
            for what, path in (
                ("end", f"{one.night}end/"),
                ("group", one.group),
                ("standings", f"{one.group}standings/"),
                ("players", f"{one.group}players/"),
            ):
                one.note(what, one.phone.get(path), 200)
    _settle(sides)


def _a_hand(one: Side, said: Said, luck: Random, *, fragment: bool) -> None:
    """A hand, the floor and the table; whatever comes first finds the server cold, so they take turns."""
    steps: list[Callable[[], object]] = [
        lambda: _tell(one, said, fragment=fragment),
        lambda: one.note("floor", one.phone.post(one.floor, {}), 204),
        lambda: one.note("table", one.phone.get(one.night), 200),
    ]
    luck.shuffle(steps)
    for step in steps:
        step()


def _settle(sides: list[Side]) -> None:
    for _ in range(20):
        for one in sides:
            for what, path in (("settle", "end/now/"), ("reopen", "end/reopen/")):
                guards = {"key": uuid.uuid4(), "after": one.newest}
                one.note(what, one.phone.post(f"{one.night}{path}", guards), 303)
                one.newest += 1


def said_of(luck: Random) -> Said:
    picker, partner = luck.sample(range(PLAYING), 2)
    result = luck.choice(("won", "won", "won_schneider", "lost"))

    def posted(side: Table) -> Mapping[str, Any]:
        active = [seat for place, seat in enumerate(side.seats) if place != side.dealer]
        return {
            "key": uuid.uuid4(),
            "after": side.newest,
            "picker": active[picker],
            "partners": active[partner],
            "result": result,
        }

    return posted


def _tell(one: Side, said: Said, *, fragment: bool) -> None:
    """Every other hand is told by an open page, which gets its new table in the answer."""
    answer = one.phone.post(f"{one.night}tell/", said(one), fragment=fragment)
    one.note("tell and table" if fragment else "tell", answer, 200 if fragment else 303)
    one.newest += 1
    one.dealer = (one.dealer + 1) % len(one.seats)
