"""`make bench MILLION=1`: what the pages of a club cost after a million hands, and after 10,000.

Two servers of their own, each with the book of one club (`tests.bench.seeding`), are asked in turns for every
page of the group that can be looked at. Each line has the milliseconds on the server at both, their ratio,
how many queries it took, and its floor: how long these take bare, asked once more with nothing around them.
DATABASE_URL may name a database of a PostgreSQL server, beside which both books are made. MILLION_KEEP names
a folder in which SQLite's books are kept, and found again; MILLION_CLOCK=processor counts processor time,
where much else runs.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from argparse import ArgumentParser
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from html import unescape
from itertools import product
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
from tests.bench.sides import Side, side  # noqa: E402
from tests.serving import PATIENCE, Answer, Server, url_of  # noqa: E402

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
# More pages of a list than any club has.
MOST_PAGES = 1_000_000


@dataclass(kw_only=True)
class ClubSide(Side):
    """A server with its club, and what its pages asked of the database; milliseconds are the server's own."""

    floors: dict[str, list[float]] = field(default_factory=dict)
    queries: dict[str, int] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)

    def get(self, path: str) -> Answer:
        """Return a page. Each is asked for over a new line: the server hangs up on who is silent for long."""
        try:
            answer = self.phone.get(path)
        except TimeoutError as problem:
            raise RuntimeError(f"{path} took longer than {PATIENCE} seconds.") from problem
        self.phone.close()
        return answer

    def note(self, what: str, answer: Answer, *expected: int) -> Answer:
        """Remember what an answer took, and whether it is a file."""
        self.phone.close()
        headers = answer.headers
        if answer.status in expected:
            answer = replace(answer, ms=float(headers[CLOCK.lower()]))
            self.queries[what] = max(self.queries.get(what, 0), int(headers[QUERIES.lower()]))
            self.files |= {what} if "content-disposition" in headers else set()
            if (floor := headers.get(FLOOR.lower())) is not None:
                self.floors.setdefault(what, []).append(float(floor))
        return super().note(what, answer, *expected)


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
        """Return what is wrong with it, in capitals; "" for nothing."""
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


def database(place: Path, hands: int) -> str:
    """Return the address of a book; on PostgreSQL its database is made beside the one that is named."""
    named: Mapping[str, Any] = settings.DATABASES["default"]
    if connection.vendor != "postgresql":
        return f"sqlite:///{place / f'{hands}.sqlite3'}"
    name = f"{named['NAME']}_{hands}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if cursor.fetchone() is None:
            cursor.execute(f'CREATE DATABASE "{name}"')
    return url_of({**named, "NAME": name})


PARAMETER = re.compile(r"<(?:\w+:)?(?P<name>\w+)>")
# Parameters whose values stand in the names of pages.
APART = ("question", "what", "asked")


def addresses(
    patterns: Sequence[URLPattern | URLResolver], values: Mapping[str, Sequence[Any]], start: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield every address below these that can be filled in, with the name it is called in the report."""
    for pattern in patterns:
        route = f"{start}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, values, route)
        elif pattern.name not in NEVER:
            names = PARAMETER.findall(route)
            for chosen in product(*(values.get(name, ()) for name in names)):
                given = dict(zip(names, map(str, chosen), strict=True))
                called = [given[name] for name in names if name in APART]
                path = PARAMETER.sub(lambda found, given=given: given[found["name"]], route)  # type: ignore[misc]
                yield path, " ".join([str(pattern.name), *called])


def pages(one: ClubSide) -> dict[str, str]:
    """Return every page of a club, by its name: as it is, its last part, and for some of the hands."""
    found: dict[str, str] = {}
    for path, name in addresses(of_a_group, one.book["values"]):
        whole = f"{one.group}{path}"
        answer = one.get(whole)
        if answer.status == 200 and "text/html" in answer.headers.get("content-type", ""):
            queries = variants(one, whole, answer.body)
            found |= {name: whole, **{f"{name}, {about}": f"{whole}?{query}" for about, query in queries}}
    return found


def variants(one: ClubSide, path: str, page: str) -> Iterator[tuple[str, str]]:
    following = {names_in(query): query for query in map(unescape, re.findall(r'href="\?([^"#]+)', page))}
    for names, query in following.items():
        yield f"?{names}", query
    for name in ("page", "payments"):
        if name in following:
            last = bisect(range(1, MOST_PAGES), False, key=partial(is_missing, one, f"{path}?{name}="))
            yield f"last {name}", f"{name}={last}"
    if "before" in following:
        yield "the first lines", f"before={FIRST_LINES}"
    if "older" in following:
        nights = [night for night in range(10, 40) if not is_missing(one, f"{path}?older=", f"{night}-3")]
        yield from (("the oldest hands", f"older={night}-3") for night in nights[:1])
    if 'name="since"' in page:
        for query in FILTERS:
            yield f"?{names_in(query)}", query


def is_missing(one: ClubSide, path: str, part: object) -> bool:
    return one.get(f"{path}{part}").status != 200


def names_in(query: str) -> str:
    return "&".join(sorted({one.partition("=")[0] for one in query.split("&")}))


def look(sides: Sequence[ClubSide], rounds: int) -> list[str]:
    """Ask every server for every page in turns; return the names of those that all of them have.

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
                one.note(name if round_ else WARM, answer, 200)
    return names


def play(sides: Sequence[ClubSide]) -> list[str]:
    """Tell hands, and end the night and open it again; return the names of these deeds."""
    for number in range(EVENING):
        for one in sides:
            told = one.table.hand(Random(number))
            one.note(TELL, one.phone.post(f"{one.table.night}tell/", told), 303)
            one.table.deal()
            one.note(WRITE, one.phone.post(one.book["floor"], {}), 204)
    for _ in range(EVENING // 2):
        for one in sides:
            one.change(END, "end/now/")
            player = f"{one.group}players/{one.book['values']['player'][0]}/statistics/"
            one.note(AFTER, one.get(player), 200)
            one.change(OPEN, "end/reopen/")
    return [TELL, END, OPEN, AFTER]


TELL, END, OPEN, WRITE = "recording a hand", "ending the night", "opening it again", "floor"
AFTER = "player, right after a night ended"
# The first time of each page, which does not count.
WARM = "warm"


def costs(sides: Sequence[ClubSide], names: Sequence[str]) -> list[Cost]:
    few, many = sides
    return [
        Cost(
            what=name,
            few=few.median(name),
            many=many.median(name),
            queries=max(few.queries[name], many.queries[name]),
            floor=median(many.floors.get(name) or many.took[WRITE]),
            is_deed=name not in many.floors,
            is_file=name in many.files,
        )
        for name in names
    ]


def main() -> int:
    parser = ArgumentParser(description="What pages cost after a million hands.")
    parser.add_argument("--hands", type=int, default=HANDS, help="hands of the large club")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each page is asked for")
    parser.add_argument("--few", type=int, default=FEW, help="hands of the small club")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-million-") as place, ExitStack() as stack:
        kept, sides = Path(os.environ.get("MILLION_KEEP") or place), []
        for hands in (asked.few, asked.hands):
            print(f"Making a club of {hands} hands …", file=sys.stderr, flush=True)
            server = Server(
                database(kept, hands),
                SERVED_STATIC=f"{place}/static",
                SERVED_URLS="tests.bench.urls",
                SERVED_COUNTS="1",
            )
            sides.append(stack.enter_context(side(ClubSide, "club", hands, server)))
            club = sides[-1].book
            if club["faults"]:
                raise RuntimeError("The audit says of the club:\n" + "\n".join(club["faults"]))
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
