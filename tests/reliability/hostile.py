"""Clients that mean no good, or are on a very bad network; each in a thread until it is told to end."""

from __future__ import annotations

import contextlib
import resource
import socket
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from tests.serving import CSRF, LOOPBACK, PATIENCE, Phone, Server

STALLED, HALF_HEADS = 50, 1100
FILES = 4096

# The head of a form that a page would read; so long.
FORM = (
    f"POST /start/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken={CSRF}\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n"
).encode()

# Goes on until the event is set.
Hostile = Callable[[Server, threading.Event], None]


def call(server: Server, said: bytes, *, window: int = 0) -> socket.socket:
    line = socket.socket()
    if window:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    line.settimeout(PATIENCE)
    line.connect((LOOPBACK, server.port))
    line.sendall(said)
    return line


def stalled_bodies(server: Server, end: threading.Event) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(STALLED):
            stack.enter_context(call(server, FORM % 100 + b"name=Thursday"))
        end.wait()


def half_heads(server: Server, end: threading.Event) -> None:
    lines: list[socket.socket] = []
    try:
        while not end.wait(0.001):
            lines.append(call(server, b"GET / HTTP/1.1\r\nHost: loc"))
            if len(lines) > HALF_HEADS:
                lines.pop(0).close()
                end.wait(0.02)
    finally:
        for line in lines:
            line.close()


def endless_forms(server: Server, end: threading.Event) -> None:
    """Sends 100 MB where a form is expected, again and again."""
    portion = b"x" * 1_000_000
    while not end.is_set():
        with contextlib.suppress(OSError), call(server, FORM % 100_000_000) as line:
            for _ in range(100):
                line.sendall(portion)
                if end.is_set():
                    return
            line.recv(65_536)


def slow_reader(server: Server, end: threading.Event) -> None:
    """Asks for a page, and takes a byte a second of it."""
    while not end.is_set():
        with call(server, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50, window=1024) as line:
            while not end.wait(1) and line.recv(1):
                pass


def importer(file: bytes) -> Hostile:

    def brings(server: Server, end: threading.Event) -> None:
        phone = Phone(server, uuid.uuid4())
        answer = phone.bring("/start/from-file/", {"key": uuid.uuid4()}, file)
        phone.close()
        assert answer.status == 303, answer.body[:2000]
        end.wait()

    return brings


# All at once. Whatever else a stranger can do belongs here.
EVERYBODY: Sequence[Hostile] = (stalled_bodies, half_heads, endless_forms, slow_reader)


class Attacker(threading.Thread):
    def __init__(self, hostile: Hostile, server: Server, end: threading.Event) -> None:
        super().__init__(name=hostile.__name__)
        self.hostile, self.server, self.end = hostile, server, end
        self.trouble: Exception | None = None

    def run(self) -> None:
        try:
            self.hostile(self.server, self.end)
        except Exception as trouble:
            self.trouble = trouble


@contextmanager
def under_fire(server: Server, attackers: Sequence[Hostile] = EVERYBODY) -> Iterator[None]:
    """All of them, from now on; they must not fail themselves, or nothing was tried."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    end = threading.Event()
    threads = [Attacker(hostile, server, end) for hostile in attackers]
    for thread in threads:
        thread.start()
    end.wait(2)  # until all of them are at it
    try:
        yield
    finally:
        end.set()
        for thread in threads:
            thread.join(PATIENCE)
    assert [(thread.name, thread.trouble) for thread in threads if thread.trouble] == []
