"""A phone that watches a real server: what its stream says, and when."""

from __future__ import annotations

import socket
import threading
import time
import uuid

from tests.serving import LOOPBACK, PATIENCE, Phone, Server


class Stream(threading.Thread):
    """A stream that is read until it ends. Times are those of `time.monotonic`."""

    def __init__(self, server: Server, guest: uuid.UUID, path: str, *, last: str = "") -> None:
        super().__init__(daemon=True)
        self.guest = guest
        cookie = Phone(server, guest).headers["Cookie"]
        lines = [f"GET {path} HTTP/1.1", f"Host: {LOOPBACK}:{server.port}", f"Cookie: {cookie}"]
        lines += [f"Last-Event-ID: {last}"] if last else []
        self.line = socket.create_connection((LOOPBACK, server.port), timeout=PATIENCE)
        self.line.sendall("\r\n".join([*lines, "", ""]).encode())
        self.line.settimeout(None)  # a stream may be silent; who waits for something says how long
        self.heard = b""
        self.events: list[tuple[float, int]] = []
        self.ended_at = 0.0
        self.changed = threading.Condition()
        self.start()

    def run(self) -> None:
        try:
            while not self.heard.endswith(b"0\r\n\r\n") and (some := self.line.recv(65_536)):
                with self.changed:
                    self.heard += some
                    numbers = [int(one[6:]) for one in self.heard.split(b"\n") if one.startswith(b"data: ")]
                    at = time.monotonic()
                    self.events += [(at, number) for number in numbers[len(self.events) :]]
                    self.changed.notify_all()
        except OSError:
            pass
        with self.changed:
            self.ended_at = time.monotonic()
            self.changed.notify_all()

    @property
    def status(self) -> int:
        self.wait_for(b"\r\n\r\n")
        return int(self.heard.split(b" ", 2)[1])

    def wait_for(self, words: bytes) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: words in self.heard or self.ended_at, PATIENCE), self.heard
        assert words in self.heard, self.heard

    def told(self, number: int) -> float:
        with self.changed:
            found = self.changed.wait_for(
                lambda: next((at for at, one in self.events if one == number), 0) or self.ended_at, PATIENCE
            )
        assert found, self.heard
        assert number in [one for _, one in self.events], self.heard
        return found

    def ended(self) -> float:
        with self.changed:
            assert self.changed.wait_for(lambda: self.ended_at, PATIENCE), self.heard
        return self.ended_at

    def close(self) -> None:
        self.line.shutdown(socket.SHUT_RDWR)  # closing alone tells nobody while the thread reads
        self.line.close()
