"""A real server in a process of its own, and phones that talk to it over HTTP on this machine's loopback."""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote, urlencode

from django.contrib.sessions.backends.signed_cookies import SessionStore

from scorekeeper.visitors.guests import GUEST, SINCE

ROOT = Path(__file__).resolve().parent.parent
LOOPBACK = "127.0.0.1"
# Seconds until a server that does not answer counts as broken.
PATIENCE = 20

CSRF = "0123456789abcdefghijklmnopqrstuv"


class Server:
    """`manage.py serve` with the settings of `tests.served`; start it again after it was killed.

    The database is one of Django's settings, or an address as DATABASE_URL has it.
    """

    def __init__(self, database: Mapping[str, Any] | str, **environment: str) -> None:
        self.environment = {
            **os.environ,
            **environment,
            "DATABASE_URL": database if isinstance(database, str) else url_of(database),
            "DJANGO_SETTINGS_MODULE": "tests.served",
            "PYTHONPATH": str(ROOT),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        # Takes standard error, where a test reads it; set it before the start.
        self.log: IO[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "manage.py", "serve", "--host", LOOPBACK, "--port", str(self.port)]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=self.log or subprocess.PIPE,
        )
        for _ in range(PATIENCE * 50):
            if self.process.poll() is not None:
                complaint = self._complaint()
                self._gone()
                raise RuntimeError(f"The server did not start: {complaint}")
            try:
                socket.create_connection((LOOPBACK, self.port), timeout=1).close()
            except OSError:
                time.sleep(0.02)
            else:
                return
        self.stop()
        raise RuntimeError("The server takes no connections.")

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self._gone()

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self._gone()

    def _gone(self) -> None:
        assert self.process is not None
        self.process.wait(PATIENCE)
        if self.process.stderr:
            self.process.stderr.close()
        self.process = None

    def _complaint(self) -> str:
        assert self.process is not None
        if self.process.stderr is None:
            return "see its log"
        return self.process.stderr.read().decode(errors="replace")[-2000:]


@contextmanager
def serving(database: Mapping[str, Any], **environment: str) -> Iterator[Server]:
    """A server on this database (Django's settings of it), stopped in any case."""
    server = Server(database, **environment)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the server answered (names of headers in small letters), and how long it took (milliseconds)."""

    status: int
    headers: Mapping[str, str]
    body: str
    ms: float


class Phone:
    """A browser that is this guest, over one connection that stays open."""

    def __init__(self, server: Server, guest: uuid.UUID) -> None:
        session = SessionStore()
        session[GUEST] = str(guest)
        session[SINCE] = int(time.time())
        session.save()
        self.headers = {"Cookie": f"guest={session.session_key}; csrftoken={CSRF}"}
        self.line = http.client.HTTPConnection(LOOPBACK, server.port, timeout=PATIENCE)

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, None, {})

    def post(self, path: str, said: Mapping[str, object], *, fragment: bool = False) -> Answer:
        """A form, as a browser sends it, or as an open page does."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": CSRF}
        return self._ask(
            "POST", path, urlencode(said), headers | ({"HX-Request": "true"} if fragment else {})
        )

    def bring(self, path: str, said: Mapping[str, object], file: bytes) -> Answer:
        mark = b"--a-mark-that-no-file-has"
        field = b'%s\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
        fields = [field % (mark, name.encode(), str(value).encode()) for name, value in said.items()]
        named = b'%s\r\nContent-Disposition: form-data; name="file"; filename="group.json"\r\n\r\n' % mark
        body = b"".join((*fields, named, file, b"\r\n", mark, b"--\r\n"))
        headers = {
            "Content-Type": f"multipart/form-data; boundary={mark[2:].decode()}",
            "X-CSRFToken": CSRF,
        }
        return self._ask("POST", path, body, headers)

    def close(self) -> None:
        self.line.close()

    def _ask(self, method: str, path: str, body: str | bytes | None, headers: Mapping[str, str]) -> Answer:
        begun = time.perf_counter()
        try:
            self.line.request(method, path, body, {**self.headers, **headers})
            response = self.line.getresponse()
            # Files with several tables are archives; only their status is looked at.
            text = response.read().decode(errors="replace")
        except (OSError, http.client.HTTPException):
            self.line.close()
            raise
        spent = 1000 * (time.perf_counter() - begun)
        names = {name.lower(): value for name, value in response.getheaders()}
        return Answer(status=response.status, headers=names, body=text, ms=spent)


def newest_on(page: str) -> int:
    """The last entry that a table page has seen: what its form would send as `after`."""
    found = re.search(r'name="after" value="(\d+)"', page)
    assert found, "this page has no pad"
    return int(found.group(1))


def url_of(database: Mapping[str, Any]) -> str:
    if "sqlite" in database["ENGINE"]:
        return f"sqlite:///{Path(database['NAME']).absolute()}"
    user, password = quote(database["USER"], safe=""), quote(database.get("PASSWORD") or "", safe="")
    host, port = quote(database["HOST"], safe=""), database.get("PORT") or ""
    return (
        f"postgres://{user}{f':{password}' if password else ''}@{host}{f':{port}' if port else ''}"
        f"/{database['NAME']}"
    )


def free_port() -> int:
    with socket.create_server((LOOPBACK, 0)) as found:
        return int(found.getsockname()[1])
