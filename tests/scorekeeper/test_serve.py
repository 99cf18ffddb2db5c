import io
import socket

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from scorekeeper import addresses
from scorekeeper.management.commands import serve


def test_a_taken_port_is_said_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=rf"^Port {port} is in use, .* make run PORT={port + 1}$"):
            call_command("serve", host="127.0.0.1", port=port)


def test_a_page_does_not_wait_behind_its_headers() -> None:
    with (
        serve.listen("127.0.0.1", 0) as door,
        socket.create_connection(door.getsockname()),
        door.accept()[0] as call,
    ):
        assert call.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def said(monkeypatch: pytest.MonkeyPatch, found: list[str]) -> str:
    monkeypatch.setattr(serve, "lan_addresses", lambda: found)
    out = io.StringIO()
    serve.Command(stdout=out).say_where(8000)
    return out.getvalue()


def test_it_says_where_to_point_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    text = said(monkeypatch, ["192.168.1.20", "10.0.0.5"])
    assert "http://localhost:8000" in text
    assert "http://192.168.1.20:8000" in text
    assert "http://10.0.0.5:8000" in text
    assert serve.qr("http://192.168.1.20:8000") in text


def test_alone_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "in no network" in said(monkeypatch, [])


def test_on_the_internet_it_shows_its_own_address(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.SITE_URL = "https://cards.example.org"
    assert "https://cards.example.org\n" in said(monkeypatch, ["192.168.1.20"])


def test_own_addresses_are_addresses_of_this_machine() -> None:
    for address in addresses.lan_addresses():
        assert not address.startswith("127.")
        with socket.socket() as probe:
            probe.bind((address, 0))  # refused unless it is ours
