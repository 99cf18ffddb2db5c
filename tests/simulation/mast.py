"""One bar of signal between a real browser and the server under test: letters are lost, late or doubled.

A browser talks to its mast as to the server itself. Each phone has one of its own, at an address of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from threading import Lock, Thread
from typing import Any

from tests.simulation.network import OFTEN, PATIENCE, Fate

# A second of a phone takes so many times less, so that nobody waits for its patience to end.
HURRY = 10

LATE = 1.3 * PATIENCE / 1000 / HURRY
# Seconds.
SOON = 0.15

WRITES = ("/tell/", "/correct/")
FILES = "/static/"
OF_ONE_LINE = ("connection", "keep-alive", "transfer-encoding", "content-length", "date", "server")
Answer = tuple[int, list[tuple[str, str]], bytes]


@dataclass(kw_only=True)
class Server:
    """The server under test as phones see it: it may be down, and `life` counts how often it was."""

    host: str
    port: int
    is_up: bool = True
    life: int = 0

    def goes(self) -> None:
        self.is_up, self.life = False, self.life + 1

    def comes(self) -> None:
        self.is_up = True


class Mast(ThreadingHTTPServer):
    """What a phone sends goes through here; healed, nothing is lost any more."""

    daemon_threads = True
    block_on_close = False
    files: dict[str, Answer] = {}  # they are the same for every phone

    def __init__(self, server: Server, luck: Random, note: Callable[..., None]) -> None:
        super().__init__(("127.0.0.1", 0), _Letter)
        self.server, self.luck, self.note = server, luck, note
        self.has_signal, self.is_healed = True, False
        self._drawing = Lock()
        Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.server_address[1]}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that was closed takes no answer."""

    def fate_of(self, letter: _Letter) -> Fate:
        if self.is_healed or letter.command != "POST" or not letter.path.endswith(WRITES):
            return Fate.FINE
        with self._drawing:
            fate = self.luck.choices(list(OFTEN), list(OFTEN.values()))[0]
        self.note("the mast", letter.path.rsplit("/", 2)[-2], fate.name)
        return fate

    def asks(self, letter: _Letter, body: bytes) -> Answer | None:
        """Return the server's answer; None where nothing comes through."""
        life = self.server.life
        if not self.has_signal or not self.server.is_up:
            return None
        line = HTTPConnection(self.server.host, self.server.port, timeout=30)
        try:
            line.request(letter.command, letter.path, body or None, dict(letter.headers.items()))
            answer: HTTPResponse = line.getresponse()
            said = (answer.status, answer.getheaders(), answer.read())
        except (OSError, HTTPException):
            return None
        finally:
            line.close()
        return said if self.has_signal and self.server.life == life else None


class _Letter(BaseHTTPRequestHandler):
    """One request; each comes over a connection of its own, which no browser tries twice by itself."""

    server: Mast

    def do_GET(self) -> None:
        self._answers(self._file() if self.path.startswith(FILES) else self.server.asks(self, b""))

    def _file(self) -> Answer | None:
        if not self.server.has_signal or not self.server.server.is_up:
            return None
        if self.path not in Mast.files and (answer := self.server.asks(self, b"")) is not None:
            Mast.files[self.path] = answer
        return Mast.files.get(self.path)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        match self.server.fate_of(self) if self.server.has_signal else Fate.REQUEST_LOST:
            case Fate.FINE:
                self._answers(self.server.asks(self, body))
            case Fate.REQUEST_LOST:
                self._answers(None)
            case Fate.ANSWER_LOST:
                self.server.asks(self, body)
                self._answers(None)
            case Fate.ANSWER_LATE:
                answer = self.server.asks(self, body)
                time.sleep(LATE)
                self._answers(answer)
            case Fate.REQUEST_LATE:
                time.sleep(LATE)
                self._answers(self.server.asks(self, body))
            case Fate.REQUEST_TWICE:
                first = self.server.asks(self, body)
                self.server.asks(self, body)
                self._answers(first)
            case Fate.ANSWER_TWICE:  # which a browser does not let through: the second one, then
                self.server.asks(self, body)
                time.sleep(SOON)
                self._answers(self.server.asks(self, body))

    def _answers(self, answer: Answer | None) -> None:
        self.close_connection = True
        if answer is None:
            return
        status, headers, body = answer
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in OF_ONE_LINE:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""
