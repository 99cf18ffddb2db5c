"""`make bench LIVE=1`: what it costs that phones watch while hands are told, at the real server.

Hands are told over HTTP by the real pen, evenly spread over all tables; every phone that is told of one asks
for its sheet. At last somebody brings in a group with very many nights, and the others play on. DATABASE_URL
may name an empty database of a PostgreSQL server. Reads processor time in /proc, so it needs Linux.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from math import ceil
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.served")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from tests.bench.report import Report  # noqa: E402
from tests.bench.sides import Table, make_book  # noqa: E402
from tests.bench.spent import cpu_of, cpu_with_children, memory_of, parent_of  # noqa: E402
from tests.serving import ROOT, Phone, Server  # noqa: E402


def _asked(name: str, usual: int) -> int:
    return int(os.environ.get(f"LIVE_{name}") or usual)


TABLES, PHONES = _asked("TABLES", 100), _asked("PHONES", 500)
# Seconds in which hands are told in each part, and in which all phones hear nothing.
SECONDS, QUIET = _asked("SECONDS", 60), _asked("QUIET", 25)
# Nights that somebody brings in; 0 leaves that out.
NIGHTS = _asked("NIGHTS", 1000)
# Hands a second; at 100 tables three or four times what people play.
PACE = _asked("PACE", 2)
# Seconds until an import that does not end counts as broken.
IMPORT_ENDS = 600
# Seconds until a sheet that no phone has got counts as missing.
ARRIVES = 10


@dataclass(kw_only=True)
class WatchedTable(Table):
    """A table with the phone that keeps its score, and those that watch it."""

    owner: str
    watching: list[str]
    # By whoever tells a hand here: the next one waits for the answer.
    held: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True, kw_only=True)
class Told:
    """A hand that was told: which line it is, and when it was sent and its teller was answered (seconds)."""

    night: str
    number: int
    sent: float
    answered: float

    @property
    def ms(self) -> float:
        return 1000 * (self.answered - self.sent)


# The waits of phones that watch, by what they are called in the reports.
EVENT, SHEET, SENT = "recorded → told of it", "recorded → new sheet", "sent → told of it"


@dataclass(kw_only=True)
class Part:
    """What was seen while some hands were told, by tellers and phones (milliseconds), and of the server."""

    told: list[Told] = field(default_factory=list)
    waits: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    cpu: float = 0

    @property
    def usual(self) -> float:
        return median(one.ms for one in self.told)


class Tellers:
    """Those who tell hands, a table after the other, at an even pace whatever the server does."""

    def __init__(self, servers: Sequence[Server], tables: Sequence[WatchedTable], pace: float = PACE) -> None:
        self.luck, self.pace = Random(500), pace
        self.tables = list(tables)
        self.luck.shuffle(self.tables)
        in_turn = zip(tables, cycle(servers), strict=False)
        self.phones = {one.night: Phone(server, uuid.UUID(one.owner)) for one, server in in_turn}
        self.turn = 0

    def tell(self, pool: ThreadPoolExecutor, begun: float, part: Part) -> Iterator[None]:
        number = 0
        while True:
            time.sleep(max(0, begun + number / self.pace - time.monotonic()))
            table = self.tables[self.turn % len(self.tables)]
            pool.submit(self._one, table, part)
            self.turn, number = self.turn + 1, number + 1
            yield

    def _one(self, table: WatchedTable, part: Part) -> None:
        with table.held:
            phone, sent = self.phones[table.night], time.monotonic()
            try:
                answer = phone.post(f"{table.night}tell/", table.hand(self.luck))
                answered = time.monotonic()
                phone.close()  # by the next one it would have been closed for being silent
                if answer.status != 303:
                    raise RuntimeError(f"{answer.status} {answer.body[:200]}")
            except Exception as trouble:
                part.errors.append(f"a hand: {trouble!r}")
                return
            table.deal()
            part.told.append(Told(night=table.night, number=table.newest, sent=sent, answered=answered))


class Watching:
    def __init__(self, servers: Sequence[Server], tables: Sequence[WatchedTable]) -> None:
        guests = [(one, uuid.UUID(guest)) for one in tables for guest in one.watching]
        phones = [
            {
                "port": server.port,
                "night": one.night,
                "cookie": Phone(server, guest).headers["Cookie"],
                "shown": one.newest,
            }
            for (one, guest), server in zip(guests, cycle(servers), strict=False)
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.live_phones"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._say({"phones": phones})
        self._heard()  # once all have begun

    def news(self) -> Mapping[str, Any]:
        self._say({})
        heard: Mapping[str, Any] = self._heard()
        return heard

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for end in (self.process.stdin, self.process.stdout):
            assert end
            end.close()

    def _say(self, said: Mapping[str, Any]) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(said) + "\n")
        self.process.stdin.flush()

    def _heard(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("The phones that watch have gone.")
        return json.loads(line)


class Evening:
    """A server, or several on one database, with tables and phones, which go to them in turn; what is
    measured there. So many tellers (`at_once`) wait for their answers side by side."""

    def __init__(self, servers: Sequence[Server], tables: Sequence[WatchedTable], at_once: int = 8) -> None:
        self.at_once, self.servers = at_once, servers
        self.tables, self.tellers = tables, Tellers(servers, tables)
        self.watching: Watching | None = None
        self.ended: list[str] = []

    def watch(self) -> None:
        self.watching = Watching(self.servers, self.tables)

    def spent(self) -> float:
        return sum(cpu_of(one.process.pid) for one in self.servers if one.process)

    def tell(self, seconds: float, importing: Import | None = None) -> Part:
        """Hands for so long, or until an import has ended; and what became of them."""
        part, before, begun = Part(), self.spent(), time.monotonic()
        with ThreadPoolExecutor(self.at_once) as pool:
            for _ in islice(self.tellers.tell(pool, begun, part), int(seconds * self.tellers.pace)):
                if importing and not importing.goes_on():
                    break
        self._hear(part)
        part.cpu = self.spent() - before
        return part

    def hear_nothing(self) -> float:
        """The share of a core that the server takes while nothing is told."""
        time.sleep(2)  # what the streams' beginnings left to do
        before, begun = self.spent(), time.monotonic()
        time.sleep(QUIET)
        spent, passed = self.spent() - before, time.monotonic() - begun
        self._hear(Part())
        return spent / passed

    def close(self) -> None:
        if self.watching:
            self.watching.close()

    def _hear(self, part: Part) -> None:
        """Wait until every phone has its sheet, but not for ever."""
        if not self.watching:
            return
        told = {(one.night, one.number): one for one in part.told}
        missing, until = sum(self._watch(one.night) for one in part.told), time.monotonic() + ARRIVES
        while True:
            news = self.watching.news()
            self.ended += news["ended"]
            for one in news["heard"]:
                missing -= 1
                if one["trouble"]:
                    part.errors.append(f"a sheet: {one['trouble']}")
                else:
                    hand = told[one["night"], one["number"]]
                    part.waits[SENT].append(1000 * (one["at"] - hand.sent))
                    part.waits[EVENT].append(1000 * (one["at"] - hand.answered))
                    part.waits[SHEET].append(1000 * (one["drawn"] - hand.answered))
            if missing <= 0 or time.monotonic() > until:
                break
            time.sleep(0.1)
        part.errors += ["a sheet: it did not come"] * missing

    def _watch(self, night: str) -> int:
        return next(len(one.watching) for one in self.tables if one.night == night)


class Import:
    """Somebody who brings in a large group, and looks now and then how far it is."""

    def __init__(self, server: Server, file: bytes) -> None:
        self.phone = Phone(server, uuid.uuid4())
        self.begun = self.looked = time.monotonic()
        self.took = 0.0
        answer = self.phone.bring("/start/from-file/", {"key": uuid.uuid4()}, file)
        if answer.status != 303:
            raise RuntimeError(f"The file was not taken: {answer.status} {answer.body[:500]}")
        self.page = answer.headers["location"]

    def goes_on(self) -> bool:
        """Whether it is under way still; its page is asked every two seconds. Raises RuntimeError."""
        if self.took or time.monotonic() - self.looked < 2:
            return not self.took
        self.looked = time.monotonic()
        page = self.phone.get(self.page)
        self.phone.close()
        if 'http-equiv="refresh"' not in page.body:
            if 'href="/g/' not in page.body:
                raise RuntimeError(f"The import failed: {page.status} {page.body[:2000]}")
            self.took = self.looked - self.begun
        return not self.took


def highest(found: Sequence[float], share: float) -> float:
    return sorted(found)[max(0, ceil(share * len(found)) - 1)]


@contextmanager
def book(
    place: Path, *, tables: int, phones: int, nights: int, **environment: str
) -> Iterator[tuple[Server, list[WatchedTable], bytes]]:
    """A server on a fresh book with its tables, and the file of so many nights that somebody will bring."""
    database: Mapping[str, Any] = settings.DATABASES["default"]
    if connection.vendor != "postgresql":
        database = {"ENGINE": "sqlite", "NAME": str(place / "book.sqlite3")}
    server, file = Server(database, SERVED_TASKS=str(place / "tasks"), **environment), place / "group.json"
    print(f"Making {tables} tables …", file=sys.stderr, flush=True)
    made = make_book(server, "tables", tables, phones // tables, nights, file)
    try:
        server.start()
        yield server, [WatchedTable(**one) for one in made], file.read_bytes()
    finally:
        server.stop()


def database_server() -> int | None:
    """The process of PostgreSQL's server, where that is on this machine."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        ((mine,),) = cursor.fetchall()
    try:
        return parent_of(mine)
    except FileNotFoundError:
        return None


def watching(report: Report, evening: Evening, alone: Part) -> Part:
    """Phones that watch: what they cost while nothing is told, and how soon they have each new sheet."""
    process, tables = evening.servers[0].process, evening.tables
    assert process
    pid = process.pid
    phones = sum(len(one.watching) for one in tables)
    held, spent = memory_of(pid), cpu_of(pid)
    evening.watch()
    print(f"{phones} phones watch {len(tables)} tables")
    report.line("opening a stream (processor time)", 1000 * (cpu_of(pid) - spent) / phones, " ms")
    database = database_server()
    of_database = cpu_with_children(database) if database else 0
    idle = evening.hear_nothing()
    report.line("memory a phone", (memory_of(pid) - held) / phones / 1000, " kB")
    report.line("idle: of a core", 100 * idle, " %", 2)
    if database:
        share = (cpu_with_children(database) - of_database) / (QUIET + 2)
        report.line("idle: of a core, by PostgreSQL", 100 * share, " %")
    report.line("idle: a phone, in a minute (processor time)", 60_000 * idle / phones, " ms")
    told = evening.tell(SECONDS)
    print(f"While {len(told.told)} hands are told, {PACE} a second")
    _times(report, told, limits=True)
    report.line("recording a hand, with nobody watching (median)", alone.usual, " ms")
    report.line("recording a hand (median)", told.usual, " ms")
    more = told.cpu / len(told.told) - alone.cpu / len(alone.told)
    report.line(
        "a hand: a phone is told and draws (processor time)", 1000 * more * len(tables) / phones, " ms"
    )
    return told


def _times(report: Report, part: Part, *, limits: bool) -> None:
    for what, most in ((EVENT, 100), (SHEET, 300)):
        if found := part.waits[what]:
            report.line(f"{what}: median", median(found), " ms", most if limits else None)
            report.line(f"{what}: 95 of 100", highest(found, 0.95), " ms")
            report.line(f"{what}: 99 of 100", highest(found, 0.99), " ms")
    if found := part.waits[SENT]:
        report.line(f"{SENT}: median", median(found), " ms")
    report.line("errors", len(part.errors), "", 0)
    for one in part.errors[:5]:
        print(f"    {one}")


def importing(report: Report, evening: Evening, file: bytes, before: Part) -> None:
    """Somebody brings in very many nights meanwhile; usual is what it was before and is afterwards."""
    large = Import(evening.servers[0], file)
    beside = evening.tell(IMPORT_ENDS, large)
    if large.goes_on():
        raise RuntimeError(f"The import did not end in {IMPORT_ENDS} s.")
    after = evening.tell(SECONDS / 2)
    usual = median(one.ms for one in [*before.told, *after.told])
    print(f"While somebody brings in {NIGHTS} nights, {len(file) / 1e6:.0f} MB, in {large.took:.0f} s")
    report.line("recording a hand before and after (median)", usual, " ms")
    report.line("recording a hand meanwhile (median)", beside.usual, " ms")
    report.line(
        "recording a hand meanwhile (95 of 100)", highest([one.ms for one in beside.told], 0.95), " ms"
    )
    report.line("recording a hand meanwhile / before and after", beside.usual / usual, " ×", 2)
    _times(report, beside, limits=False)


def main() -> int:
    report = Report()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-live-") as name, ExitStack() as stack:
        server, tables, file = stack.enter_context(
            book(Path(name), tables=TABLES, phones=PHONES, nights=NIGHTS)
        )
        evening = Evening([server], tables)
        try:
            evening.tell(5)  # the first hands find the server cold
            told = watching(report, evening, evening.tell(SECONDS / 2))
            if NIGHTS:
                importing(report, evening, file, told)
        finally:
            evening.close()
        report.line("streams that ended by themselves", len(evening.ended), "", 0)
    return report.end()


if __name__ == "__main__":
    raise SystemExit(main())
