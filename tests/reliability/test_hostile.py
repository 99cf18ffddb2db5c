"""Strangers who stall, flood and lie: everybody else goes on playing."""

from __future__ import annotations

import http.client
import json
import re
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from django.db import connection

from tests.reliability.hostile import EVERYBODY, FORM, call, heard, importer, under_fire
from tests.reliability.large import a_large_file
from tests.reliability.table import Night, open_night
from tests.serving import Phone, Server, serving

HANDS = 40
# Bytes of the group's file that somebody brings meanwhile.
IMPORTED = 18_000_000
# Milliseconds; on a machine that does something else as well.
WORST = 2000
# Kilobytes: the parser of JSON holds the whole file that is brought, and all that is read from it.
MORE_MEMORY = 160_000
# Bytes.
MORE_LOG = 100_000

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]

QUICKLY = json.dumps({"head_seconds": 0.5, "grace_seconds": 0.5})


def memory(server: Server, what: str) -> int:
    """Kilobytes of the server's memory: VmRSS is now, VmHWM the most since `forget_peak`."""
    assert server.process
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    found = re.search(rf"^{what}:\s+(\d+) kB", status, flags=re.MULTILINE)
    assert found
    return int(found.group(1))


def forget_peak(server: Server) -> None:
    assert server.process
    Path(f"/proc/{server.process.pid}/clear_refs").write_text("5")


class Teller:
    """A phone that records hands, and sends one again when its connection was closed, as browsers do."""

    def __init__(self, night: Night, server: Server) -> None:
        self.night, self.phone = night, night.phone(server)
        self.newest = night.newest(self.phone)
        self.recorded: list[uuid.UUID] = []

    def tell(self) -> float:
        """One more hand; how long it took (milliseconds)."""
        key, begun = uuid.uuid4(), time.perf_counter()
        for _ in range(3):
            try:
                answer = self.night.tell(self.phone, key, after=self.newest)
                break
            except (OSError, http.client.HTTPException):
                continue
        else:
            pytest.fail("The server does not answer any more.")
        assert answer.status == 303, answer.body[:2000]
        self.newest += 1
        self.recorded.append(key)
        return 1000 * (time.perf_counter() - begun)

    def tell_many(self) -> list[float]:
        return [self.tell() for _ in range(HANDS)]


def test_everybody_else_plays_on_under_fire(tmp_path: Path) -> None:
    large, night, log = a_large_file(IMPORTED), open_night(), tmp_path / "log"
    server = Server(
        connection.settings_dict,
        SERVED_BOUNDS=json.dumps({"folder": str(tmp_path / "arriving")}),
        SERVED_TASKS=str(tmp_path / "tasks"),
    )
    with log.open("wb") as server.log:
        try:
            server.start()
            teller = Teller(night, server)
            usual = teller.tell_many()
            before, said = memory(server, "VmRSS"), log.stat().st_size
            forget_peak(server)
            with under_fire(server, (*EVERYBODY, importer(large))):
                hurried = teller.tell_many()
                peak, after = memory(server, "VmHWM"), memory(server, "VmRSS")
            calm = teller.tell_many()
            teller.phone.close()
        finally:
            server.stop()
    took = f"{median(usual):.1f} ms before, {median(hurried):.1f} (at most {max(hurried):.0f}) under fire"
    held = f"{before} kB before, at most {peak}, {after} at the end"
    told = f"A hand took {took}, {median(calm):.1f} afterwards; memory was {held}."
    assert median(hurried) <= 2 * median(usual) + 50, told
    assert max(hurried) < WORST, told
    assert peak - before < MORE_MEMORY, told
    assert after - before < MORE_MEMORY, told
    assert log.stat().st_size - said < MORE_LOG, log.read_text()[-2000:]
    night.check(teller.recorded)


@pytest.fixture
def hasty() -> Iterator[Server]:
    with serving(connection.settings_dict, SERVED_BOUNDS=QUICKLY) as server:
        yield server


def test_whoever_stands_still_is_cut_off_and_told_why(hasty: Server) -> None:
    night = open_night()
    half_head = call(hasty, b"GET / HTTP/1.1\r\nHost: loc")
    half_form = call(hasty, FORM % 100 + b"name=Thursday")
    takes_nothing = call(hasty, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", window=1024)
    teller = Teller(night, hasty)
    teller.tell()
    assert heard(half_head) == b""
    answer = heard(half_form)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"the connection broke off on the way" in answer
    takes_nothing.close()
    teller.phone.close()
    night.check(teller.recorded)


def test_a_form_that_is_too_long_is_answered_by_a_page(hasty: Server) -> None:
    with call(hasty, FORM % 30_000_000) as line:
        for _ in range(30):
            line.sendall(b"x" * 1_000_000)
        answer = line.recv(65_536)
        while b"</html>" not in answer:
            answer += line.recv(65_536)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"one page takes 5 MB at most" in answer


@pytest.mark.parametrize("name", ["X_Forwarded_Proto", "X-Forwarded_Proto"])
def test_nobody_makes_a_request_https_by_a_header_with_an_underscore(name: str) -> None:
    asked = "GET / HTTP/1.1\r\nHost: cards.example.org\r\nConnection: close\r\n{}: https\r\n\r\n"
    with serving(connection.settings_dict, SERVED_SITE_URL="https://cards.example.org") as server:
        assert heard(call(server, asked.format(name).encode())).startswith(b"HTTP/1.1 301 ")
        assert heard(call(server, asked.format("X-Forwarded-Proto").encode())).startswith(b"HTTP/1.1 200 ")


TARGETS = (
    *(b"/?a=%FF", b"/?\xc3\xa9", b"/?\xff", b"/?%", b"?", b"/?" + b"&" * 9_000),
    *(b"/%FF/", b"/\xff/", b"/\xc3\xa9", b"/%C3%A9/", b"/g/%00/", b"/%", b"/" + b"a" * 20_000),
    *(b"*", b"//", b"http://[/", b"http://\xff/", b"/static/%2e%2e/%FF"),
)


def test_no_bytes_in_an_address_are_our_fault(hasty: Server) -> None:
    for target in TARGETS:
        asked = b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        status = heard(call(hasty, asked))[9:12]
        assert status in (b"200", b"301", b"400", b"404"), target
    phone = Phone(hasty, uuid.uuid4())
    assert phone.get("/").status == 200
    phone.close()
