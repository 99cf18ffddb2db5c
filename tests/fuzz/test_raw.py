"""Bytes at a real server: half a request, none at all, two at once. It answers or hangs up, and lives."""

from __future__ import annotations

import re
import socket
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cast import OWNER
from tests.fuzz.cases import AGAIN, say, tries
from tests.reliability.table import Night, open_night
from tests.serving import LOOPBACK, PATIENCE, Phone, Server

pytestmark = pytest.mark.django_db(transaction=True)

# Follows on what was sent, so that a server that understood all of it hangs up.
LAST = b"GET /last/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
# Seconds after which a server that says nothing waits for more.
A_MOMENT = 0.2

STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) ")

METHODS = (
    b"GET",
    b"POST",
    b"HEAD",
    b"PUT",
    b"OPTIONS",
    b"CONNECT",
    b"get",
    b"",
    b"\xff",
    b"G\x00T",
    b"PRI",
    b"X" * 9000,
)
PATHS = (
    b"/",
    b"/start/",
    b"/g/x/",
    b"*",
    b"",
    b"http://evil.example/",
    b"/\xc3\xa9",
    b"/\xff\xfe",
    b"/%00",
    b"/%zz",
    b"/%c3%28",
    b"/?a=\xc3\xa9",
    b"/?\xff\xfe",
    b"/#a",
    b"//",
    b"/../../etc/passwd",
    b"/\x1b[2J",
    b"/a\x00b",
    b"/" + b"a" * 70_000,
    b"/start/?" + b"a=1&" * 5000,
    b"/;a=b",
    b"/\\",
    b"example.org:443",
    b"/key/\xe2\x80\xae/",
    b"/static/css/house.css",
    b"/static/../manage.py",
    b"/static/%2e%2e/%2e%2e/manage.py",
    b"/static/\xff",
)
VERSIONS = (
    b"HTTP/1.1",
    b"HTTP/1.1",
    b"HTTP/1.0",
    b"HTTP/0.9",
    b"HTTP/2.0",
    b"HTTP/9.9",
    b"",
    b"HTCPCP/1.0",
    b"HTTP/1.1 x",
)
HEADS = (
    b"Host: localhost",
    b"Host: ",
    b"Host: a, b",
    b"Host: \xff",
    b"Host: localhost\r\nHost: evil.example",
    b"Cookie: guest=\xff",
    b"Content-Length: 5",
    b"Content-Length: -1",
    b"Content-Length: 99999999999999999999",
    b"Content-Length: 5, 6",
    b"Content-Length: 0x5",
    b"Content-Length: 5\r\nContent-Length: 6",
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: \xff",
    b"Transfer-Encoding: chunked\r\nContent-Length: 5",
    b"Transfer-Encoding: gzip, chunked",
    b"Expect: 100-continue",
    b"Upgrade: websocket\r\nConnection: Upgrade",
    b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x",
    b"Connection: close",
    b"Connection: \xff",
    b"X: " + b"a" * 70_000,
    b": empty",
    b"no colon",
    b" folded: x",
    b"A:b\r\n c",
    b"X_Y: z",
    b"Content_Length: 5",
    b"Range: bytes=0-1",
    b"Accept-Encoding: gzip",
    b"If-Modified-Since: \xff",
    b"X: \x00",
    b"X: a\rb",
    b"X: a\nb",
    b"Content-Type: multipart/form-data; boundary=x",
    b"Content-Type: text/plain; charset=rot13",
    b"Content-Type: application/x-www-form-urlencoded; charset*=nonsense''x",
    b"X-Forwarded-For: \xff, 1.2.3.4",
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    b"Upgrade: websocket\r\nConnection: Upgrade",
)
BODIES = (
    b"",
    b"hello",
    b"5\r\nhello\r\n0\r\n\r\n",
    b"5\r\nhel",
    b"-5\r\nhello\r\n0\r\n\r\n",
    b"ffffffffffffffffff\r\nx",
    b"zz\r\n",
    b"0\r\nTrailer: x\r\n\r\n",
    b"5;ext=\xff\r\nhello\r\n0\r\n\r\n",
    b"\x00" * 100,
    b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
)


def head(method: bytes, path: bytes, version: bytes, lines: list[bytes], gap: bytes) -> bytes:
    return gap.join([b" ".join((method, path, version)), *lines, b"", b""])


heads = st.builds(
    head,
    st.sampled_from(METHODS) | st.binary(max_size=6),
    st.sampled_from(PATHS) | st.binary(max_size=20).map(lambda rest: b"/" + rest),
    st.sampled_from(VERSIONS),
    st.lists(st.sampled_from(HEADS) | st.binary(max_size=30), max_size=4),
    st.sampled_from((b"\r\n", b"\r\n", b"\r\n", b"\n", b"\r")),
)
fair = st.builds(
    lambda path, line: b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n" + line + b"\r\n\r\n",
    st.sampled_from(PATHS),
    st.sampled_from(HEADS),
)
requests = st.one_of(
    fair,
    st.builds(lambda head, body: head + body, heads, st.sampled_from(BODIES) | st.binary(max_size=50)),
    st.lists(fair, min_size=2, max_size=5).map(b"".join),
    st.builds(lambda head, end: head[:end], heads, st.integers(0, 200)),
    st.binary(max_size=300),
)


@pytest.fixture
def night() -> Night:
    return open_night()


@pytest.fixture
def server(night: Night, tmp_path: Path) -> Iterator[Server]:
    """A server that has it; whatever it says must be no traceback, and little."""
    server = Server(connection.settings_dict)
    with (tmp_path / "log").open("wb") as server.log:
        server.start()
        yield server
        server.stop()
    said = (tmp_path / "log").read_text(errors="replace")
    assert "Traceback" not in said, said[-5000:]
    assert all(line.isprintable() for line in said.splitlines())
    assert len(said) < 10_000, said[:2000]


def answers(server: Server, sent: bytes, *, wait: float = A_MOMENT) -> list[int]:
    """The statuses of what the server answers to these bytes, until it hangs up or waits for more."""
    heard = b""
    with socket.create_connection((LOOPBACK, server.port), timeout=PATIENCE) as line:
        try:
            line.sendall(sent + LAST)
            line.settimeout(wait)
            while more := line.recv(65536):
                heard += more
        except (TimeoutError, ConnectionResetError, BrokenPipeError):
            pass  # it waits for the rest, or hung up on who talks nonsense
    return [int(status) for status in STATUS.findall(heard)]


def test_whatever_bytes_come_the_server_answers_or_hangs_up_and_the_book_is_whole(
    server: Server, night: Night
) -> None:
    @tries(4)
    @given(requests)
    @example(b"GET /?a=\xc3\xa9 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    @example(b"GET /\xc3\xa9 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    def try_it(sent: bytes) -> None:
        say(AGAIN)
        assert [status for status in answers(server, sent) if status >= 500] == []

    try_it()
    phone = Phone(server, OWNER)
    key = uuid.uuid4()
    assert night.tell(phone, key, after=1).status == 303
    phone.close()
    night.check([key])
