"""`make load`: a realistic mix over HTTP, faster and faster, until something is at its end; and what that is.

TABLES (1,000) have a hand every three minutes each, and five phones watch each, over streams of their own.
With some hands somebody asks for the group's page, or its standings. The first round is so fast, the next
twice as fast, until hands are not told in time, an answer fails, or 5 of 100 tellers wait longer than a
second. SECONDS (60) is how long a round takes; RATE asks for one round, at so many hands a second. SERVERS
(1) share the tables, each a process of its own, and at each table phones of all of them watch. DATABASE_URL
may name an empty database of a PostgreSQL server. Client and server share the machine, so what the client
takes is told too. Needs Linux.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.served")

import django

django.setup()

from tests.bench.live import SHEET, Evening, Part, Tellers, WatchedTable, book, database_server, highest  # noqa: E402
from tests.bench.spent import cpu_of, cpu_of_all, cpu_with_children  # noqa: E402
from tests.serving import Phone, Server  # noqa: E402

# Phones at each table besides the one that keeps the score.
WATCHING = 5
# Seconds from hand to hand at one table.
EVERY = 180
# Tellers that wait for an answer at the same time; more come later, and that is seen.
AT_ONCE = 64
# Pages of the group, and with which hand somebody looks at one: every so many.
ASKED_FOR = (("", 5), ("standings/", 10))
# Milliseconds that 95 of 100 tellers may wait.
LATE = 1000
# The share of the hands wanted that has to be told for a round to count as kept up with.
IN_TIME = 0.95
MOST_ROUNDS = 10
PAGE = "a page of the group"
# Hands in a round.
FEWEST = 5


@dataclass(frozen=True, kw_only=True)
class Shares:
    """Of a core, how much each took in a round: all servers together, their database's server and the
    phones; and all programs of the machine together."""

    server: float
    database: float
    phones: float
    machine: float

    def at_their_end(self, cores: int, servers: int) -> str:
        """Return what has no more to give; "" where everything has."""
        if self.server > 0.9 * servers and servers < cores:
            return "the server, whose process fills a core; one more server takes more"
        if self.machine > 0.9 * cores:
            phones, others = (100 * one / self.machine for one in (self.phones, self.others))
            return (
                f"the {cores} processors, of which the phones of this load took {phones:.0f} %"
                f" and what else runs here {others:.0f} %"
            )
        return ""

    @property
    def others(self) -> float:
        return max(0, self.machine - self.server - self.database - self.phones)


def look(
    servers: Sequence[Server], tables: Sequence[WatchedTable], pace: float, stop: threading.Event, part: Part
) -> None:
    """Look at pages of groups now and then, at so many hands a second, until told to stop."""
    luck, begun, number = Random(7), time.monotonic(), 0
    paths, weights = zip(*((path, 1 / every) for path, every in ASKED_FOR), strict=True)
    while not stop.wait(max(0, begun + (number := number + 1) / (pace * sum(weights)) - time.monotonic())):
        table, (path,) = luck.choice(tables), luck.choices(paths, weights)
        phone = Phone(luck.choice(servers), uuid.UUID(luck.choice([table.owner, *table.watching])))
        try:
            answer = phone.get(f"{table.night.rsplit('/', 2)[0]}/{path}")
            phone.close()
            if answer.status != 200:
                raise RuntimeError(f"{answer.status} {answer.body[:200]}")
        except Exception as trouble:
            part.errors.append(f"a page: {trouble!r}")
        else:
            part.waits[PAGE].append(answer.ms)


@dataclass(frozen=True, kw_only=True)
class Round:
    """What came of a round: hands wanted and told a second, how long they waited, and who took how much."""

    wanted: float
    told: float
    part: Part
    shares: Shares

    @property
    def is_kept_up(self) -> bool:
        waits = [one.ms for one in self.part.told]
        is_late = not waits or highest(waits, 0.95) > LATE
        return not self.part.errors and self.told >= IN_TIME * self.wanted and not is_late


class Load:
    """Servers, their tables and phones, and rounds of hands."""

    def __init__(self, servers: Sequence[Server], tables: Sequence[WatchedTable]) -> None:
        self.evening = Evening(servers, tables, at_once=AT_ONCE)
        self.database = database_server()
        self.evening.watch()

    def round(self, pace: float, seconds: float) -> Round:
        old = self.evening.tellers
        self.evening.tellers = Tellers(self.evening.servers, self.evening.tables, pace)
        self.evening.tellers.phones, self.evening.tellers.turn = old.phones, old.turn
        looks, stop, spent = Part(), threading.Event(), self._spent()
        around = (self.evening.servers, self.evening.tables, pace, stop, looks)
        reader = threading.Thread(target=look, args=around)
        reader.start()
        begun = time.monotonic()
        try:
            part = self.evening.tell(seconds)
        finally:
            stop.set()
            reader.join()
        passed = time.monotonic() - begun
        part.errors += looks.errors
        part.waits |= looks.waits
        shares = {name: (now - spent[name]) / passed for name, now in self._spent().items()}
        until = max((one.answered for one in part.told), default=begun + seconds)
        told = len(part.told) / max(seconds, until - begun)
        return Round(wanted=pace, told=told, part=part, shares=Shares(**shares))

    def _spent(self) -> Mapping[str, float]:
        assert self.evening.watching
        phones = cpu_of(os.getpid()) + cpu_of(self.evening.watching.process.pid)
        database = cpu_with_children(self.database) if self.database else 0
        server, machine = self.evening.spent(), cpu_of_all()
        return {"server": server, "database": database, "phones": phones, "machine": machine}


def paces(tables: int, rate: float, seconds: int) -> Iterator[float]:
    """Hands a second of each round: as asked, or as people play (a few hands at least), then twice as fast
    each time."""
    if rate:
        yield rate
        return
    for number in range(MOST_ROUNDS):
        yield max(tables / EVERY, FEWEST / seconds) * 2**number


def say(one: Round) -> None:
    print(f"{one.wanted:.1f} hands a second wanted, {one.told:.1f} told, {len(one.part.errors)} errors")
    for what, found in (
        ("recording a hand", [told.ms for told in one.part.told]),
        (f"{SHEET} on a phone", one.part.waits[SHEET]),
        (PAGE, one.part.waits[PAGE]),
    ):
        if found:
            told = "  ".join(f"p{share:g} {highest(found, share / 100):7.0f} ms" for share in (50, 95, 99))
            print(f"  {what:<34}{told}   ({len(found)})")
    shares = one.shares
    print(
        f"  of a core: servers {100 * shares.server:.0f} %, PostgreSQL {100 * shares.database:.0f} %,"
        f" phones {100 * shares.phones:.0f} %, what else runs here {100 * shares.others:.0f} %"
    )
    for error in one.part.errors[:3]:
        print(f"    {error}")
    sys.stdout.flush()


def end(rounds: Sequence[Round], cores: int, servers: int = 1) -> str:
    kept = [one.told for one in rounds if one.is_kept_up]
    best = (
        f"Kept up with {kept[-1]:.1f} hands a second: {kept[-1] * EVERY:.0f} tables."
        if kept
        else "Never kept up."
    )
    last = rounds[-1]
    if last.is_kept_up:
        return f"{best} It was not at its end."
    full = last.shares.at_their_end(cores, servers)
    why = full or "no processor: something was waited for, the disk or a lock"
    return f"{best} At {last.wanted:.1f} a second it was at its end: {why}."


def room_for(streams: int) -> str:
    """Bounds under which a server takes so many streams, as SERVED_BOUNDS says them."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # what it starts has as many open files
    return json.dumps(
        {"connections": 2 * streams + 1000, "streams": streams, "streams_of_an_address": streams}
    )


def more_servers(first: Server, number: int, place: Path) -> Iterator[Server]:
    """Others on the database of the first one, with a folder for tasks each."""
    for count in range(1, number):
        yield Server(
            first.environment["DATABASE_URL"],
            SERVED_TASKS=str(place / f"tasks-{count}"),
            SERVED_BOUNDS=first.environment["SERVED_BOUNDS"],
        )


def main() -> int:
    tables, seconds = int(os.environ.get("TABLES") or 1000), int(os.environ.get("SECONDS") or 60)
    rate, streams, rounds = float(os.environ.get("RATE") or 0), tables * WATCHING, list[Round]()
    number = int(os.environ.get("SERVERS") or 1)
    with tempfile.TemporaryDirectory(prefix="scorekeeper-load-") as place, ExitStack() as stack:
        bounds = room_for(streams)
        made = book(Path(place), tables=tables, phones=streams, nights=0, SERVED_BOUNDS=bounds)
        server, found, _ = stack.enter_context(made)
        servers = [server, *more_servers(server, number, Path(place))]
        for one in servers[1:]:
            stack.callback(one.stop)
            one.start()
        load = Load(servers, found)
        stack.callback(load.evening.close)
        print(f"{tables} tables, {streams} phones that watch, {number} servers, rounds of {seconds} s")
        for pace in paces(tables, rate, seconds):
            rounds.append(load.round(pace, seconds))
            say(rounds[-1])
            if not rounds[-1].is_kept_up:
                break
    print(end(rounds, os.cpu_count() or 1, number))
    return 0 if rounds[0].is_kept_up else 1


if __name__ == "__main__":
    raise SystemExit(main())
