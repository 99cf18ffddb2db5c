"""Strangers who stall, flood and lie: everybody else goes on playing."""

from __future__ import annotations

import http.client
import json
import re
import time
import uuid
from pathlib import Path
from statistics import median

import pytest
from django.db import connection

from tests.reliability.hostile import EVERYBODY, importer, under_fire
from tests.reliability.large import a_large_file
from tests.reliability.table import Night, open_night
from tests.serving import Server

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
        """Record one more hand; return how long it took (milliseconds)."""
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
