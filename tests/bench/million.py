"""`make bench MILLION=1`: what the pages of a club cost after a million hands, and after 10,000.

Two servers of their own, each with the book of one club (`tests.bench.club`), are asked in turns for every
page of the group that can be looked at. Each line has the milliseconds on the server at both, their ratio,
how many queries it took, and its floor: how long these take bare, asked once more with nothing around them.
DATABASE_URL may name a database of a PostgreSQL server, beside which both books are made. MILLION_KEEP names
a folder in which SQLite's books are kept, and found again; MILLION_CLOCK=processor counts processor time,
where much else runs.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import uuid
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.served")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.urls import URLPattern, URLResolver  # noqa: E402

from scorekeeper.urls import of_a_group  # noqa: E402
from tests.bench.counting import FLOOR, QUERIES, SPENT, TOOK  # noqa: E402
from tests.bench.pages import said_of  # noqa: E402
from tests.serving import PATIENCE, ROOT, Answer, Phone, serving, url_of  # noqa: E402

HANDS, FEW = 1_000_000, 10_000
# Each page is asked for so often at both, after a first time that does not count.
ROUNDS = 5

# The clock's time counts or, where much else runs, that of the processor in the page's thread.
CLOCK = SPENT if os.environ.get("MILLION_CLOCK") == "processor" else TOOK

# Hands that are told while that is measured; the night ends half as often.
EVENING = 20

# A page with many hands may take so many times what it takes with few, and so much.
MOST_TIMES, MOST_QUERIES, MOST_MS = 1.5, 15, 150

# Addresses of streams, which do not end.
NEVER = frozenset({"live_group", "live_night"})

# Choices of hands, for pages that can be asked for some hands only; the last rules are the oldest.
FILTERS = ("since=2000-01&until=2200-01", "table=5", "rules=1&stake=25", "rules=1&stake=10", "season=1")

# A line beside which a page of a long list begins, or a night, that is one of the first.
FIRST_LINES = 60


@dataclass(kw_only=True)
class Side:
    """One server with its club, the phone that asks it, and what it was seen to take."""

    phone: Phone
    club: Mapping[str, Any]
    newest: int
    dealer: int
    ms: dict[str, list[float]] = field(default_factory=dict)
    floors: dict[str, list[float]] = field(default_factory=dict)
    queries: dict[str, int] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)

    @property
    def seats(self) -> list[int]:
        seats: list[int] = self.club["seats"]
        return seats

    @property
    def night(self) -> str:
        return f"/g/{self.club['code']}/{self.club['night']}/"

    def get(self, path: str) -> Answer:
        """A page. Each is asked for over a new line: the server hangs up on who is silent for a while."""
        try:
            answer = self.phone.get(path)
        except TimeoutError as problem:
            raise RuntimeError(f"{path} took longer than {PATIENCE} seconds.") from problem
        self.phone.close()
        return answer

    def post(self, path: str, said: Mapping[str, object]) -> Answer:
        answer = self.phone.post(path, said)
        self.phone.close()
        return answer

    def note(self, what: str, answer: Answer) -> Answer:
        """Remember what an answer took, and whether it is a file."""
        self.ms.setdefault(what, []).append(float(answer.headers[CLOCK.lower()]))
        self.queries[what] = max(self.queries.get(what, 0), int(answer.headers[QUERIES.lower()]))
        if "content-disposition" in answer.headers:
            self.files.add(what)
        if (floor := answer.headers.get(FLOOR.lower())) is not None:
            self.floors.setdefault(what, []).append(float(floor))
        return answer


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What a page, or a deed, takes with few hands and with many (milliseconds), and its floor with many.

    How many queries a deed asks is told and not judged. A file has every line that there is, and takes as
    long as it is: nothing of it is judged.
    """

    what: str
    few: float
    many: float
    queries: int
    floor: float
    is_deed: bool = False
    is_file: bool = False

    @property
    def ratio(self) -> float:
        return self.many / self.few

    @property
    def verdict(self) -> str:
        """What is wrong with it, in capitals; "" for nothing."""
        if self.is_file:
            return ""
        found = ["SLOWER"] if self.ratio > MOST_TIMES else []
        found += ["TOO SLOW"] if self.many > MOST_MS else []
        found += ["TOO MANY QUERIES"] if self.queries > MOST_QUERIES and not self.is_deed else []
        return ", ".join(found)

    def __str__(self) -> str:
        numbers = f"{self.few:9.1f}{self.many:9.1f}{self.ratio:8.2f}{self.queries:5}{self.floor:9.1f}"
        about = "a file" if self.is_file else self.verdict
        return f"  {self.what:<60}{numbers}  {about}".rstrip()


@contextmanager
def side(place: Path, hands: int, static: Path) -> Iterator[Side]:
    """A server on a book of its own with a club of so many hands."""
    database = _database(place, hands)
    environment = {"SERVED_STATIC": str(static), "SERVED_URLS": "tests.bench.urls", "SERVED_COUNTS": "1"}
    print(f"Making a club of {hands} hands …", file=sys.stderr, flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.million_book", str(hands)],
        cwd=ROOT,
        env={
            **os.environ,
            **environment,
            "DATABASE_URL": url_of(database),
            "DJANGO_SETTINGS_MODULE": "tests.served",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    club = json.loads(done.stdout)
    if club["faults"]:
        raise RuntimeError("The audit says of the club:\n" + "\n".join(club["faults"]))
    with serving(database, **environment) as server:
        phone = Phone(server, uuid.UUID(club["guest"]))
        yield Side(phone=phone, club=club, newest=club["newest"], dealer=club["dealer"])


def _database(place: Path, hands: int) -> Mapping[str, Any]:
    named: Mapping[str, Any] = settings.DATABASES["default"]
    if connection.vendor != "postgresql":
        return {"ENGINE": "sqlite", "NAME": str(place / f"{hands}.sqlite3")}
    name = f"{named['NAME']}_{hands}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if cursor.fetchone() is None:
            cursor.execute(f'CREATE DATABASE "{name}"')
    return {**named, "NAME": name}


def addresses(
    patterns: Sequence[URLPattern | URLResolver], club: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """Every address below the group's that this club can fill in, by the name it is called in the report."""
    values: dict[str, Sequence[Any]] = {
        "player": [club["player"]],
        "question": club["questions"],
        "number": [club["night"]],
        "entry": [2],
        "settlement": [1],
        "what": ["payment", "expense", "kitty", "carried", "adjustment"],
        "asked": club["group_questions"],
        "year": [club["year"]],
        "season": [club["season"]],
    }
    for pattern in patterns:
        for path, called in _filled(str(pattern.pattern), values):
            if isinstance(pattern, URLResolver):
                for below, name in addresses(pattern.url_patterns, club):
                    yield path + below, name
            elif pattern.name not in NEVER:
                yield path, " ".join([str(pattern.name), *called])


PARAMETER = re.compile(r"<(?:\w+:)?(?P<name>\w+)>")


# Parameters whose values stand in the names of pages.
APART = ("question", "what", "asked")


def _filled(route: str, values: Mapping[str, Sequence[Any]]) -> Iterator[tuple[str, list[str]]]:
    """A route with every value of its parameters, none where one has no value; and what tells these apart."""
    found = PARAMETER.search(route)
    if found is None:
        yield route, []
        return
    for value in values.get(found["name"], ()):
        rest = route[: found.start()] + str(value) + route[found.end() :]
        for path, called in _filled(rest, values):
            yield path, [str(value), *called] if found["name"] in APART else called


def pages(one: Side) -> dict[str, str]:
    """Every page of a club, by its name: each as it is, the last of its pages, and for some of the hands."""
    found: dict[str, str] = {}
    for path, name in addresses(of_a_group, one.club):
        whole = f"/g/{one.club['code']}/{path}"
        answer = one.get(whole)
        if answer.status != 200 or "text/html" not in answer.headers.get("content-type", ""):
            continue
        found[name] = whole
        for about, query in _variants(one, whole, answer.body):
            found[f"{name}, {about}"] = f"{whole}?{query}"
    return found


def _variants(one: Side, path: str, page: str) -> Iterator[tuple[str, str]]:
    following = {_names(query): query for query in map(unescape, re.findall(r'href="\?([^"#]+)', page))}
    for names, query in following.items():
        yield f"?{names}", query
    for name in ("page", "payments"):
        if name in following:
            yield f"last {name}", f"{name}={_last(one, path, name)}"
    if "before" in following:
        yield "the first lines", f"before={FIRST_LINES}"
    if "older" in following and (query := _oldest(one, path)):
        yield "the oldest hands", query
    if 'name="since"' in page:
        for query in FILTERS:
            yield f"?{_names(query)}", query


def _names(query: str) -> str:
    return "&".join(sorted({one.partition("=")[0] for one in query.split("&")}))


def _oldest(one: Side, path: str) -> str:
    """A page of hands that begins beside one of the first that there are."""
    for night in range(10, 40):
        query = f"older={night}-3"
        if one.get(f"{path}?{query}").status == 200:
            return query
    return ""


def _last(one: Side, path: str, name: str) -> int:
    there, not_there = 1, 2
    while one.get(f"{path}?{name}={not_there}").status == 200:
        there, not_there = not_there, 2 * not_there
    while not_there - there > 1:
        middle = (there + not_there) // 2
        if one.get(f"{path}?{name}={middle}").status == 200:
            there = middle
        else:
            not_there = middle
    return there


def look(sides: Sequence[Side], rounds: int) -> list[str]:
    """Ask every server for every page in turns; the names of those that all of them have.

    Once all pages are asked for they are again: what else the machine does for a moment is in one round then.
    Files come last, as it takes a server a while to be rid of what was in a long one.
    """
    found = [pages(one) for one in sides]
    names = [name for name in found[-1] if all(name in one for one in found)]
    names.sort(key=lambda name: "?format" in name)
    for round_ in range(rounds + 1):
        for name in names:
            for one, there in zip(sides, found, strict=True):
                answer = one.get(there[name])
                if answer.status != 200:
                    raise RuntimeError(f"{there[name]}: {answer.status} {answer.body[:500]}")
                if round_:
                    one.note(name, answer)
    return names


def play(sides: Sequence[Side]) -> list[str]:
    """Hands are told, and the night is ended and opened again; the names of these deeds."""
    luck = Random(60)
    for _ in range(EVENING):
        said = said_of(luck)
        for one in sides:
            one.note(TELL, _expected(one.post(f"{one.night}tell/", said(one)), 303))
            one.newest += 1
            one.dealer = (one.dealer + 1) % len(one.seats)
            one.note(WRITE, _expected(one.post(f"/floor/{one.club['floor']}/", {}), 204))
    for _ in range(EVENING // 2):
        for one in sides:
            for what, path in ((END, "end/now/"), (OPEN, "end/reopen/")):
                guards = {"key": uuid.uuid4(), "after": one.newest}
                one.note(what, _expected(one.post(f"{one.night}{path}", guards), 303))
                one.newest += 1
                if what == END:
                    player = f"/g/{one.club['code']}/players/{one.club['player']}/statistics/"
                    one.note(AFTER, _expected(one.get(player), 200))
    return [TELL, END, OPEN, AFTER]


TELL, END, OPEN, WRITE = "recording a hand", "ending the night", "opening it again", "floor"
AFTER = "player, right after a night ended"


def _expected(answer: Answer, status: int) -> Answer:
    if answer.status != status:
        raise RuntimeError(f"{status} expected: {answer.status} {answer.body[:500]}")
    return answer


def costs(sides: Sequence[Side], names: Sequence[str]) -> list[Cost]:
    few, many = sides
    return [
        Cost(
            what=name,
            few=median(few.ms[name]),
            many=median(many.ms[name]),
            queries=max(few.queries[name], many.queries[name]),
            floor=median(many.floors.get(name) or many.ms[WRITE]),
            is_deed=name not in many.floors,
            is_file=name in many.files,
        )
        for name in names
    ]


def main() -> int:
    """Everything; 1 when something costs more than it may."""
    parser = ArgumentParser(description="What pages cost after a million hands.")
    parser.add_argument("--hands", type=int, default=HANDS, help="hands of the large club")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each page is asked for")
    parser.add_argument("--few", type=int, default=FEW, help="hands of the small club")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-million-") as place, ExitStack() as stack:
        kept = Path(os.environ.get("MILLION_KEEP") or place)
        both = (asked.few, asked.hands)
        sides = [stack.enter_context(side(kept, hands, Path(place) / "static")) for hands in both]
        for one in sides:
            club = one.club
            print(
                f"{club['hands']} hands in {club['nights']} nights: {club['bytes'] / 1e6:.0f} MB, "
                f"made in {club['seconds']:.0f} s"
            )
        found = [*costs(sides, play(sides)), *costs(sides, look(sides, asked.rounds))]
    print(f"{'':62}{asked.few:>9}{asked.hands:>9}{'ratio':>8}{'q':>5}{'floor':>9}")
    print(*found, sep="\n")
    bad = [one for one in found if one.verdict]
    print(f"{len(bad)} of {len(found)} cost too much." if bad else "All within their limits.")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
