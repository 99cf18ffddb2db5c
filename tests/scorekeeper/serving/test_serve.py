import io
import socket
from typing import NoReturn

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from scorekeeper.management.commands import serve
from scorekeeper.serving import addresses, reach


@pytest.mark.django_db
def test_a_taken_port_is_said_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=rf"^Port {port} is in use, .* make run PORT={port + 1}$"):
            call_command("serve", host="127.0.0.1", port=port)


def test_a_page_does_not_wait_behind_its_headers() -> None:
    with (
        serve.listen("127.0.0.1", 0) as access,
        socket.create_connection(access.getsockname()),
        access.accept()[0] as call,
    ):
        assert call.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def said(monkeypatch: pytest.MonkeyPatch, found: list[str], host: str = "") -> str:
    monkeypatch.setattr(reach, "lan_addresses", lambda: found)
    out = io.StringIO()
    serve.Command(stdout=out).say_where(host or reach.usual_host(), 8000)
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
    text = said(monkeypatch, ["192.168.1.20"])
    assert "On a phone:       https://cards.example.org\n" in text
    assert "For the proxy:    http://127.0.0.1:8000\n" in text
    assert "localhost" not in text  # it does not answer to that name
    assert "192.168" not in text
    assert "192.168" not in said(monkeypatch, ["192.168.1.20"], "0.0.0.0")


def test_it_says_only_what_can_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    network = ["192.168.1.20", "10.0.0.5"]
    for host in ("127.0.0.1", "localhost", "127.1.2.3"):
        text = said(monkeypatch, network, host)
        assert "On a phone:" not in text
        assert "listens on this machine only" in text
    assert "http://127.1.2.3:8000" in said(monkeypatch, network, "127.1.2.3")
    text = said(monkeypatch, network, "10.0.0.5")
    assert "On this machine:  http://10.0.0.5:8000\n  On a phone:       http://10.0.0.5:8000\n" in text
    assert "192.168" not in text
    assert "localhost" not in text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("site", "asked", "listens"),
    [
        ("", None, "0.0.0.0"),
        ("https://cards.example.org", None, "127.0.0.1"),
        ("https://cards.example.org", "0.0.0.0", "0.0.0.0"),
        ("", "10.0.0.5", "10.0.0.5"),
    ],
)
def test_behind_a_proxy_it_listens_to_this_machine_only(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, site: str, asked: str | None, listens: str
) -> None:
    class Listened(Exception):
        pass

    def hears(host: str, port: int) -> NoReturn:
        raise Listened(host)

    settings.SITE_URL = site
    monkeypatch.setattr(serve, "listen", hears)
    with pytest.raises(Listened, match=f"^{listens}$"):
        call_command("serve", host=asked, port=8000)


def test_own_addresses_are_addresses_of_this_machine() -> None:
    for address in addresses.lan_addresses():
        assert not address.startswith("127.")
        with socket.socket() as probe:
            probe.bind((address, 0))  # refused unless it is ours
