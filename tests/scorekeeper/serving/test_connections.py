"""Connections at a real socket: who stands still is cut off, and newcomers always get in."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.server import ServerState

from scorekeeper.serving import connections as connections_module
from scorekeeper.serving.bounds import Bounds
from scorekeeper.serving.connections import connections, make_room

PATIENCE = 10
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF_HEAD = b"GET / HTTP/1.1\r\nHost: loc"
HALF_BODY = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf"
BIG = b"GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Read the body and say well; /big is longer than any buffer."""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        if not message["more_body"]:
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(100 if scope["path"] == "/big" else 0):
        await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})
    await send({"type": "http.response.body", "body": b"well", "more_body": False})


class Running(threading.Thread):
    def __init__(self, **bounds: Any) -> None:
        super().__init__()
        given: dict[str, Any] = {
            "folder": Path(),
            "form_bytes": 1,
            "upload_bytes": 1,
            "head_seconds": 60,
        } | bounds
        self.access = socket.create_server(("127.0.0.1", 0), backlog=100)
        config = uvicorn.Config(
            application,
            http=connections(Bounds(**given)),
            lifespan="off",
            ws="none",
            log_config=None,
            timeout_graceful_shutdown=5,
            timeout_keep_alive=60,
        )
        self.server = uvicorn.Server(config)
        self.calls: list[socket.socket] = []

    def run(self) -> None:
        asyncio.run(self.server.serve(sockets=[self.access]))

    def call(self, *said: bytes, window: int = 0, at: str = "") -> socket.socket:
        call = socket.socket()
        if at:
            call.bind((at, 0))
        if window:
            call.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        call.settimeout(PATIENCE)
        call.connect(self.access.getsockname())
        for words in said:
            call.sendall(words)
        self.calls.append(call)
        return call


@contextmanager
def running(**bounds: Any) -> Iterator[Running]:
    server = Running(**bounds)
    server.start()
    try:
        yield server
    finally:
        for call in server.calls:
            call.close()
        server.server.should_exit = True
        server.join(PATIENCE)
        assert not server.is_alive()


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    for name in ("uvicorn.error", "asyncio"):
        caplog.set_level(logging.WARNING, name)
    return caplog


def addressed(made: Any, host: str) -> str:
    transport = Mock(spec=asyncio.Transport)
    transport.get_extra_info.side_effect = {"peername": (host, 5000)}.get

    async def connected() -> str:
        config = uvicorn.Config(application, http=made, lifespan="off", log_config=None)
        config.load()
        one = made(config=config, server_state=ServerState(), app_state={})
        one.connection_made(transport)
        one.connection_lost(None)
        one.register.looks.cancel()
        return str(one.address)

    return asyncio.run(connected())


def is_answered(call: socket.socket) -> bool:
    return call.recv(12) == b"HTTP/1.1 200"


def heard(call: socket.socket) -> bytes:
    found = b""
    try:
        while portion := call.recv(65_536):
            found += portion
    except ConnectionResetError:
        pass
    return found


def is_open(call: socket.socket) -> bool:
    call.setblocking(False)
    try:
        return call.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False
    finally:
        call.settimeout(PATIENCE)


@pytest.mark.parametrize("said", [b"", b"G", HALF_HEAD, b"GET / HTTP/1.1\r\nHost: localhost\r\nA: b\r\n"])
def test_half_a_head_and_a_silent_connection_are_cut_off(said: bytes) -> None:
    with running(head_seconds=0.3) as server:
        begun = time.monotonic()
        assert heard(server.call(said)) == b""
        assert time.monotonic() - begun < PATIENCE / 2


def test_a_head_that_trickles_is_cut_off() -> None:
    with running(head_seconds=0.3) as server:
        call = server.call(HALF_HEAD)
        with pytest.raises(OSError):  # noqa: PT011, PT012  (a reset or a broken pipe)
            for _ in range(100):
                call.sendall(b"a")
                time.sleep(0.05)


def test_a_connection_that_is_kept_for_the_next_request_is_closed_quietly(
    log: pytest.LogCaptureFixture,
) -> None:
    with running(head_seconds=0.3) as server:
        assert heard(server.call(GET)).endswith(b"well\r\n0\r\n\r\n")
        second = server.call(GET)
        assert is_answered(second)
        second.sendall(GET[:10])  # half a head after an answer
        heard(second)
    assert log.records == []


def test_a_phone_that_does_not_take_its_answer_is_dropped() -> None:
    with running(grace_seconds=0.3) as server:
        call = server.call(BIG, window=4096)
        assert is_answered(call)
        time.sleep(1)
        assert len(heard(call)) < 10_000_000
        quick = server.call(BIG)
        assert is_answered(quick)
        ending = b""
        while not ending.endswith(b"well\r\n0\r\n\r\n"):
            ending = ending[-20:] + quick.recv(65_536)


def test_what_slow_phones_have_not_taken_is_bounded_in_all() -> None:
    with running(unsent_bytes=50_000, grace_seconds=4) as server:
        call = server.call(BIG, window=4096)
        begun = time.monotonic()
        time.sleep(0.5)
        assert len(heard(call)) < 10_000_000
        assert time.monotonic() - begun < 3


def test_when_it_is_full_the_longest_silent_one_makes_room() -> None:
    with running(connections=5) as server:
        assert is_answered(server.call(GET))
        silent = [server.call(HALF_HEAD) for _ in range(4)]
        time.sleep(0.1)
        assert is_answered(server.call(GET))
        # The kept one was silent before the others: its answer had ended.
        assert [is_open(call) for call in silent] == [True] * 4
        for _ in range(10):
            assert is_answered(server.call(GET))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the loopback has one address")
def test_an_address_with_many_connections_makes_room_itself() -> None:
    with running(connections=8) as server:
        quiet = server.call(HALF_HEAD, at="127.0.0.2")
        many = [server.call(HALF_HEAD) for _ in range(7)]
        assert is_answered(server.call(GET))
        assert is_open(quiet)
        assert [is_open(call) for call in many] == [False] + [True] * 6
        assert is_answered(server.call(GET, at="127.0.0.3"))  # it has few: the longest silent one of all goes
        assert not is_open(quiet)


def test_of_ipv6_a_network_is_one_address() -> None:
    made = connections(Bounds(folder=Path(), form_bytes=1, upload_bytes=1, connections=8))
    seen = [addressed(made, host) for host in ("2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:3::1")]
    assert seen == ["2001:db8:1:2::/64", "2001:db8:1:2::/64", "2001:db8:1:3::/64"]


def test_newcomers_get_in_although_everybody_stalls_with_half_a_body() -> None:
    with running(connections=5) as server:
        stalled = [server.call(HALF_BODY) for _ in range(5)]
        time.sleep(0.1)
        assert all(is_open(call) for call in stalled)
        assert is_answered(server.call(GET))
        assert [is_open(call) for call in stalled] == [False, True, True, True, True]


def test_what_is_no_http_is_one_line_and_never_a_traceback(log: pytest.LogCaptureFixture) -> None:
    with running() as server:
        for said in (
            b"\x16\x03\x01 is no HTTP\r\n\r\n",
            GET.replace(b"/ ", b"/\xff "),
            b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
            GET + b"\x00\x00\r\n\r\n",
            b"POST /big HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        ):
            heard(server.call(said))
        assert is_answered(server.call(GET[:-2] + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"))
    told = {(line.getMessage(), line.exc_info) for line in log.records}
    assert told == {("Invalid HTTP request received.", None)}


def test_it_stops_at_once_although_somebody_sends_half_a_form_and_somebody_takes_nothing(
    monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections_module, "LAST_WORDS", 0.2)
    with running() as server:
        for said in (HALF_BODY, HALF_HEAD, b""):
            server.call(said)
        assert is_answered(server.call(BIG, window=4096))
        time.sleep(0.1)
        server.server.should_exit = True
        begun = time.monotonic()
        server.join(PATIENCE)
        assert time.monotonic() - begun < 3
    assert log.records == []


@pytest.mark.parametrize(
    ("soft", "hard", "raised", "room"),
    [
        (256, 100_000, 3176, 1000),
        (256, resource.RLIM_INFINITY, 3176, 1000),
        (1024, 1024, 1024, 448),
        (100_000, 100_000, 100_000, 1000),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, resource.RLIM_INFINITY, 1000),
        (64, 64, 64, 16),
    ],
)
def test_there_are_never_more_connections_than_open_files(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, raised: int, room: int
) -> None:
    limit = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda what: limit[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda what, wanted: limit.append(wanted))
    assert make_room(1000) == room
    assert limit[-1] == (raised, hard)
