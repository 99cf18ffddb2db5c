"""The phones that watch, for `tests.bench.live`: one process with one event loop for all of them.

Each holds a stream and asks for its sheet whenever it is told of a hand, as `static/js/live.js` does. A line
on standard input opens them, each line more has what is over printed: one object of JSON a line.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from dataclasses import asdict, dataclass, field
from typing import Any

LOOPBACK = "127.0.0.1"
# Streams that are opened side by side.
AT_ONCE = 10

# Seconds until a sheet that does not come counts as an error.
PATIENCE = 30

SHOWN = re.compile(rb'data-seen="(\d+)"')
LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)


@dataclass(kw_only=True)
class Heard:
    """A hand as a phone heard of it: when (of `time.monotonic`), and when it had the sheet with it."""

    night: str
    number: int
    at: float
    drawn: float = 0
    trouble: str = ""


@dataclass(kw_only=True)
class All:
    """What happened to all phones since it was asked last."""

    heard: list[Heard] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)

    def taken(self) -> All:
        over = All(heard=[one for one in self.heard if one.drawn or one.trouble], ended=self.ended)
        self.heard, self.ended = [one for one in self.heard if not (one.drawn or one.trouble)], []
        return over


class Phone:
    """One that watches a night."""

    def __init__(self, port: int, night: str, cookie: str, shown: int, everything: All) -> None:
        self.port, self.night, self.cookie, self.shown = port, night, cookie, shown
        self.all = everything
        self.asking: set[asyncio.Task[None]] = set()

    async def open(self) -> asyncio.StreamReader:
        """Its stream, when it has begun. Raises RuntimeError when there is none."""
        reader, self.line = await self._ask(f"{self.night}live/?seen={self.shown}")
        status = await _head(reader)
        if not status.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"{self.night}: no stream but {status[:40]!r}")
        return reader

    async def watch(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    heard = Heard(night=self.night, number=int(line[6:]), at=time.monotonic())
                    self.all.heard.append(heard)
                    task = asyncio.ensure_future(self._draw(heard))
                    self.asking.add(task)
                    task.add_done_callback(self.asking.discard)
            self.all.ended.append("the server hung up")
        except OSError as trouble:
            self.all.ended.append(repr(trouble))

    async def _draw(self, heard: Heard) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                page = await self._sheet()
        except (OSError, EOFError, ValueError, TimeoutError) as trouble:
            heard.trouble = repr(trouble)
            return
        heard.drawn = time.monotonic()
        found = SHOWN.search(page)
        self.shown = int(found[1]) if found else self.shown
        if self.shown < heard.number:
            heard.trouble = f"told of {heard.number}, shown {self.shown}: {page[:80]!r}"

    async def _sheet(self) -> bytes:
        reader, writer = await self._ask(f"{self.night}?after={self.shown}&page=1", "HX-Request: true")
        try:
            head = await _head(reader)
            length = LENGTH.search(head)
            return head + (await reader.readexactly(int(length[1])) if length else b"")
        finally:
            writer.close()

    async def _ask(self, path: str, *more: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(LOOPBACK, self.port)
        lines = (f"GET {path} HTTP/1.1", f"Host: {LOOPBACK}:{self.port}", f"Cookie: {self.cookie}", *more)
        writer.write("\r\n".join([*lines, "", ""]).encode())
        return reader, writer


async def _head(reader: asyncio.StreamReader) -> bytes:
    return await reader.readuntil(b"\r\n\r\n")


async def main() -> None:
    """Open all, and tell of them whenever it is asked; ends with standard input."""
    said: dict[str, Any] = json.loads(await asyncio.to_thread(sys.stdin.readline))
    everything = All()
    phones = [Phone(**one, everything=everything) for one in said["phones"]]
    gate = asyncio.Semaphore(AT_ONCE)

    async def begun(phone: Phone) -> asyncio.Task[None]:
        async with gate:
            reader = await phone.open()
        return asyncio.ensure_future(phone.watch(reader))

    watching = await asyncio.gather(*map(begun, phones))
    print(json.dumps({"open": len(watching)}), flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(asdict(everything.taken())), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
