"""Of two servers and two PostgreSQLs one after the other dies while people play: no hand is lost.

`make failover` runs it by itself, as it measures seconds; it needs PostgreSQL, etcd and Patroni.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

import psycopg
import pytest

from tests.cast import OWNER
from tests.reliability.cluster import Cluster, a_cluster, missing
from tests.reliability.table import Seats, told_hand
from tests.reliability.test_seen_from_outside import number, scraped
from tests.serving import LOOPBACK, PATIENCE, ROOT, Answer, Phone, Server, free_port, newest_on

REQUIRED = os.environ.get("REQUIRE_HA") == "1"
# Each at a table of its own.
TELLERS = 4
WATCHING = 2
# Seconds that no teller may wait longer for an answer: when one thing dies, and when a machine does.
CRASH, DEAD_MACHINE = (float(one) for one in os.environ.get("FAILOVER_PAUSES", "4,25").split(","))
# Seconds after a hand in which every phone that watches has the sheet with it.
SOON = 5.0
SHOWN = re.compile(r'data-seen="(\d+)"')
# Seconds between an answer and the next try, or the next hand.
BREATH = 0.15
WAITS = 60

pytestmark = [
    pytest.mark.failover,
    pytest.mark.skipif(bool(missing()) and not REQUIRED, reason=f"not found: {missing()}"),
]


@dataclass(frozen=True, kw_only=True)
class Table:
    url: str
    seats: Seats
    watcher: uuid.UUID


@dataclass(frozen=True, kw_only=True)
class Told:
    """A hand that a phone was told is recorded: its key, its entry, and when the phone knew (seconds)."""

    key: uuid.UUID
    entry: int
    at: float


class Managed:
    """A command of manage.py on this database, which runs from now on."""

    def __init__(self, url: str, *words: str) -> None:
        given = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.served"}
        self.process = subprocess.Popen(
            [sys.executable, *words],
            cwd=ROOT,
            env=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def done(self) -> subprocess.CompletedProcess[str]:
        said, complained = self.process.communicate()
        return subprocess.CompletedProcess(self.process.args, self.process.returncode, said, complained)


def managed(url: str, *words: str) -> subprocess.CompletedProcess[str]:
    return Managed(url, *words).done()


MAKE_NIGHTS = f"""
import django, json, uuid
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0, skip_checks=True)
from ledger.models import Role
from ledger.recording import admit
from tests.reliability.table import open_night
nights = [open_night(f"Table {{number}}") for number in range({TELLERS})]
print(json.dumps([
    [night.url, night.seats, str(admit(night.session.group, uuid.uuid4(), Role.WATCHER).guest)]
    for night in nights
]))
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    assert not missing(), f"not found: {missing()}"
    with a_cluster() as made:
        yield made


@pytest.fixture(scope="module")
def tables(cluster: Cluster) -> list[Table]:
    """Made while the standby is on its way, of a cluster that is whole then."""
    with psycopg.connect(f"{cluster.conninfo} dbname=postgres", autocommit=True) as line:
        line.execute("CREATE DATABASE cards")
    made = managed(cluster.url, "-c", MAKE_NIGHTS)
    assert made.returncode == 0, made.stderr
    cluster.wait_until_whole()
    return [
        Table(url=url, seats=seats, watcher=uuid.UUID(watcher))
        for url, seats, watcher in json.loads(made.stdout)
    ]


@pytest.fixture(scope="module")
def asked(cluster: Cluster, tables: list[Table]) -> Managed:
    """The standby alone is asked whether it can be served, while the servers start."""
    primary = cluster.primary()
    standby = next(one for one in cluster.members if one is not primary)
    alone = f"postgresql://cards:p@{LOOPBACK}:{standby.port}/cards"
    return Managed(alone, "manage.py", "check", "--database", "default")


@pytest.fixture(scope="module")
def servers(cluster: Cluster, tables: list[Table], asked: Managed) -> Iterator[list[Server]]:
    made = [Server(cluster.url, SERVED_METRICS=str(free_port())) for _ in range(2)]
    try:
        with (cluster.folder / "servers.log").open("ab") as log:
            for one in made:
                one.log = log
            at_once(*(one.start for one in made))
            yield made
    finally:
        for one in made:
            one.kill()


def at_once(*deeds: Callable[[], object]) -> None:
    """Do all of this beside each other, to its end. Raises what one of them raises."""
    with ThreadPoolExecutor(len(deeds)) as threads:
        for done in [threads.submit(deed) for deed in deeds]:
            done.result()


class Person(threading.Thread):
    """Somebody with a phone at one of the tables. Where a server is gone, the proxy asks the other."""

    def __init__(self, table: Table, servers: list[Server], first: int, ends: threading.Event) -> None:
        super().__init__(daemon=True)
        self.table, self.servers, self.at, self.ends = table, servers, first, ends
        self.trouble: BaseException | None = None
        # Statuses of answers, and kinds of trouble on the way.
        self.met: Counter[str] = Counter()

    def run(self) -> None:
        try:
            self.play()
        except BaseException as trouble:
            self.trouble = trouble

    def play(self) -> None:
        raise NotImplementedError

    def asks(self, guest: uuid.UUID, ask: Callable[[Phone], Answer]) -> Answer | None:
        """The answer of a server; None where it gave none, or where it is to be tried again."""
        phone = Phone(self.servers[self.at % 2], guest)
        try:
            answer = ask(phone)
        except (OSError, http.client.HTTPException) as trouble:
            self.met[type(trouble).__name__] += 1
            self.at += 1
            return None
        finally:
            phone.close()
        self.met[str(answer.status)] += 1
        if answer.status == 503:
            assert "retry-after" in answer.headers, answer.body[:500]
            assert "Nothing was lost" in answer.body or "nothing is saved twice" in answer.body, answer.body[
                :500
            ]
            return None
        return answer


class Teller(Person):
    """Tells hand after hand, each by its key until it is acknowledged."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.told: list[Told] = []

    def play(self) -> None:
        after = 1
        while not self.ends.is_set():
            key = uuid.uuid4()
            while not self.ends.is_set():
                said = told_hand(self.table.seats, key, after=after)
                answer = self.asks(OWNER, partial(self._posted, said))
                if answer is not None and answer.status == 303:
                    after = int(answer.headers["location"].partition("told=")[2])
                    self.told.append(Told(key=key, entry=after, at=time.monotonic()))
                    break
                if answer is not None:
                    assert answer.status == 409, answer.body[:2000]
                    after = newest_on(answer.body)
                    continue  # at once, before the other teller writes again
                time.sleep(BREATH)
            time.sleep(BREATH)

    def _posted(self, said: dict[str, object], phone: Phone) -> Answer:
        return phone.post(f"{self.table.url}tell/", said)


@dataclass
class Heard:
    """What a phone has been told and shown so far: numbers, and when."""

    numbers: list[tuple[float, int]] = field(default_factory=list)

    def has(self, number: int) -> bool:
        return self.since(number) is not None

    def since(self, number: int) -> float | None:
        return next((at for at, one in self.numbers if one >= number), None)


class Watching(Person):
    """Watches its table, and comes back as a browser and static/js/news.js do."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.heard = Heard()
        self.stream: socket.socket | None = None

    def play(self) -> None:
        while not self.ends.is_set():
            server, waits = self.servers[self.at % 2], 2.0
            line = http.client.HTTPConnection(LOOPBACK, server.port, timeout=PATIENCE)
            try:
                waits = self._listen(line, server)
            except (OSError, http.client.HTTPException):
                pass
            finally:
                line.close()
            self.at += 1
            self.ends.wait(waits)

    def hang_up(self) -> None:
        if self.stream is not None:
            with suppress(OSError):
                self.stream.shutdown(socket.SHUT_RDWR)

    def _listen(self, line: http.client.HTTPConnection, server: Server) -> float:
        """Until the stream ends; after how many seconds it is to be opened again."""
        seen = max((number for _, number in self.heard.numbers), default=1)
        headers = Phone(server, self.table.watcher).headers
        line.request("GET", f"{self.table.url}live/?seen={seen}", headers=headers)
        self.stream = line.sock
        answer = line.getresponse()
        waits = 2.0
        if answer.status != 200:
            assert answer.status == 503, answer.status
            return waits
        while not self.ends.is_set() and (said := answer.readline()):
            if said.startswith(b"retry: "):
                waits = int(said[7:]) / 1000
            if said.startswith(b"data: "):
                number = int(said[6:])
                if not self._is_shown(number):
                    break  # and it is told again
                self.heard.numbers.append((time.monotonic(), number))
        return waits

    def _is_shown(self, number: int) -> bool:
        at = self.at
        answer = self.asks(self.table.watcher, lambda phone: phone.get(self.table.url))
        self.at = at  # the stream goes on where it is, or at the other one when it has ended
        if answer is None:
            return False
        assert answer.status == 200, answer.status
        shown = SHOWN.search(answer.body)
        return shown is not None and int(shown[1]) >= number


def until(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + WAITS
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)


@dataclass(frozen=True, kw_only=True)
class Club:
    tellers: list[Teller]
    watching: list[Watching]

    def check(self) -> None:
        for one in (*self.tellers, *self.watching):
            if one.trouble is not None:
                raise one.trouble

    def has_told_since(self, at: float) -> bool:
        self.check()
        return all(one.told and one.told[-1].at > at for one in self.tellers)

    def longest_pause(self, begun: float) -> float:
        """The longest that a teller waited for the next acknowledgement, from then on."""
        pauses = [0.0]
        for one in self.tellers:
            times = [told.at for told in one.told]
            pauses += [late - early for early, late in pairwise(times) if late > begun]
        return max(pauses)

    def survives(self, deed: Callable[[], object], name: str) -> float:
        """Play on through this; how long the longest pause was. All who watch hear of the next hands soon."""
        begun = time.monotonic()
        until(lambda: self.has_told_since(begun), f"hands before the {name}")
        begun = time.monotonic()
        deed()
        done = time.monotonic()
        until(lambda: self.has_told_since(done + 0.5), f"hands after the {name}")
        for one in self.watching:
            last = next(teller for teller in self.tellers if teller.table is one.table).told[-1]
            until(partial(one.heard.has, last.entry), f"who watches, {name}")
            assert (one.heard.since(last.entry) or 0) - last.at < SOON, name
        return self.longest_pause(begun)


def test_a_standby_alone_is_refused(asked: Managed, servers: list[Server]) -> None:
    answer = asked.done()
    assert answer.returncode != 0
    assert "This PostgreSQL is a standby: it can be read and not written." in answer.stderr


def test_whatever_dies_no_acknowledged_hand_is_lost_and_nobody_sees_an_error(
    cluster: Cluster, tables: list[Table], servers: list[Server]
) -> None:
    ends = threading.Event()
    club = Club(
        tellers=[Teller(tables[n], servers, n, ends) for n in range(TELLERS)],
        watching=[Watching(tables[n], servers, n, ends) for n in range(WATCHING)],
    )
    for person in (*club.tellers, *club.watching):
        person.start()
    pauses: dict[str, float] = {}
    try:
        until(lambda: club.has_told_since(0), "the first hands")
        found = scraped(int(servers[1].environment["SERVED_METRICS"]))
        assert number(found, "standbys", state="sync") == 1
        assert number(found, "standby_behind_bytes", state="sync") >= 0
        assert (number(found, "database_is_standby"), number(found, "database_waits_for_standby")) == (0, 1)
        pauses["PostgreSQL"] = club.survives(cluster.kill_postgres, "crash of PostgreSQL")
        pauses["server"] = club.survives(servers[0].kill, "crash of a server")
        at_once(servers[0].start, cluster.wait_until_whole)
        pauses["switchover"] = club.survives(cluster.switch_over, "switchover")
        cluster.wait_until_whole()
        pauses["machine"] = club.survives(cluster.kill_machine, "death of a machine")
    except BaseException:
        print({one.name: one.met for one in (*club.tellers, *club.watching)})  # noqa: T201
        cluster.say_logs()
        raise
    finally:
        ends.set()
        for one in club.watching:
            one.hang_up()
        for person in (*club.tellers, *club.watching):
            person.join(2 * PATIENCE)
    club.check()
    print(f"\n{sum(len(one.told) for one in club.tellers)} hands; longest pauses in seconds: {pauses}")  # noqa: T201
    told = [one.key for teller in club.tellers for one in teller.told]
    with psycopg.connect(f"{cluster.conninfo} dbname=cards") as line:
        rows = line.execute("SELECT session_id, number, key FROM ledger_entry ORDER BY 1, 2").fetchall()
    keys = [key for _, _, key in rows]
    assert len(set(told)) == len(told)
    assert [key for key in told if keys.count(key) != 1] == []
    assert len(keys) <= TELLERS + len(told) + TELLERS  # what was on its way in the end may be there, once
    for session in {session for session, _, _ in rows}:
        numbers = [number for one, number, _ in rows if one == session]
        assert numbers == list(range(1, len(numbers) + 1))
    audited = managed(cluster.url, "manage.py", "audit")
    assert audited.stdout.startswith("All is well"), audited.stdout + audited.stderr
    assert pauses.pop("machine") <= DEAD_MACHINE
    assert max(pauses.values()) <= CRASH, pauses
