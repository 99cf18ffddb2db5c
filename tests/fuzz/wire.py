"""A request as the server hands it to the pages, and what must be true of every answer."""

from __future__ import annotations

import io
import logging
import sys
import time
import traceback
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.core.signals import got_request_exception, request_finished, request_started
from django.db import close_old_connections

from scorekeeper.serving.logs import is_strangers
from scorekeeper.serving.wsgi import Utf8Handler
from scorekeeper.visitors.guests import GUEST, SINCE

CSRF = "0123456789abcdefghijklmnopqrstuv"
FORM = "application/x-www-form-urlencoded"
LEAKS = (b"Traceback (most recent call last)", str(settings.BASE_DIR).encode(), b"site-packages", b"<fuzz>")


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A request: its path as bytes (already unquoted), headers as WSGI names them, a byte a character."""

    path: bytes
    method: str = "GET"
    query: bytes = b""
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        head = {name: value[:200] for name, value in self.headers.items()}
        return f"{self.method} {self.path!r} ?{self.query[:500]!r} {head} body {self.body[:2000]!r}"


@dataclass(frozen=True, kw_only=True)
class Got:
    """An answer; cookies as they are set."""

    status: int
    headers: Mapping[str, str]
    cookies: Sequence[str]
    body: bytes

    @property
    def html(self) -> str:
        is_page = self.headers.get("Content-Type", "").startswith("text/html")
        return self.body.decode("utf-8", "replace") if is_page else ""


class Fault(AssertionError):
    """An answer that must not be."""


class Pages:
    """The pages behind their middleware, as the server calls them."""

    def __init__(self) -> None:
        self.application = Utf8Handler()
        self.raised: list[str] = []

    def ask(self, sent: Sent) -> Got:
        """The answer; raises Fault if it is one of those that must not be."""
        self.raised.clear()
        status, headers, cookies = 0, {}, list[str]()

        def start(said: str, named: list[tuple[str, str]], *rest: object) -> Callable[[bytes], object]:
            nonlocal status, headers
            for name, value in named:
                f"{name}: {value}".encode("latin-1")  # as the server does
            status, headers = int(said.split(" ", 1)[0]), dict(named)
            cookies.extend(value for name, value in named if name == "Set-Cookie")
            return len

        try:
            response = self.application(environ(sent), start)
            body = b"".join(response)
            response.close()
        except Exception:
            raise Fault(f"{sent}\nnothing caught\n{traceback.format_exc()}") from None
        got = Got(status=status, headers=headers, cookies=cookies, body=body)
        if status >= 500 or self.raised:
            raise Fault(f"{sent}\nwas answered {status}\n{''.join(self.raised)}")
        if found := [leak for leak in LEAKS if leak in body]:
            raise Fault(f"{sent}\nwas answered {status} with {found} in it")
        return got

    def note_fault(self, **_: object) -> None:
        self.raised.append("".join(traceback.format_exception(*sys.exc_info())))


class Log(logging.Handler):
    """Hears what the pages call a fault of their own in the log."""

    def __init__(self, pages: Pages) -> None:
        super().__init__(logging.ERROR)
        self.pages = pages

    def emit(self, record: logging.LogRecord) -> None:
        if not is_strangers(record):
            self.pages.raised.append(logging.Formatter().format(record))


@contextmanager
def listening() -> Iterator[Pages]:
    """The pages, and what they raise; the connection with the test's transaction stays open."""
    pages = Pages()
    log = Log(pages)
    logging.getLogger().addHandler(log)
    got_request_exception.connect(pages.note_fault)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield pages
    finally:
        logging.getLogger().removeHandler(log)
        got_request_exception.disconnect(pages.note_fault)
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


def environ(sent: Sent) -> dict[str, Any]:
    return {
        "REQUEST_METHOD": sent.method,
        "PATH_INFO": sent.path.decode("latin-1"),
        "QUERY_STRING": sent.query.decode("latin-1"),
        "SCRIPT_NAME": "",
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "testserver",
        "CONTENT_LENGTH": str(len(sent.body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(sent.body),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        **sent.headers,
    }


class Browser:
    """Somebody's browser: it keeps cookies, and sends the token against forged forms along."""

    def __init__(self, pages: Pages, guest: uuid.UUID | None, *, damaged: str = "") -> None:
        self.pages = pages
        self.cookies = {"csrftoken": CSRF}
        if guest:
            session = SessionStore()
            session[GUEST] = str(guest)
            session[SINCE] = int(time.time())
            session.save()
            self.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
        if damaged:
            self.cookies[settings.SESSION_COOKIE_NAME] = damaged

    def ask(self, sent: Sent) -> Got:
        """Send it with this browser's cookies, where it brings none of its own."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        own = {"HTTP_COOKIE": cookies, "HTTP_X_CSRFTOKEN": CSRF}
        asked = Sent(
            path=sent.path,
            method=sent.method,
            query=sent.query,
            body=sent.body,
            headers={**own, **sent.headers},
        )
        got = self.pages.ask(asked)
        for said in got.cookies:
            self._keep(said)
        return got

    def _keep(self, said: str) -> None:
        try:
            found = SimpleCookie(said)
        except CookieError as error:
            raise Fault(f"a cookie that no browser reads: {said!r}") from error
        for name, one in found.items():
            self.cookies.pop(name, None)
            if one["max-age"] != 0 and one["max-age"] != "0":
                self.cookies[name] = one.value
