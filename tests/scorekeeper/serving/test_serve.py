import io
import socket
from collections.abc import Iterator
from threading import Event
from unittest.mock import Mock

import pytest
from django.conf import settings as project
from django.core.management import CommandError, call_command
from pytest_django import Settings

from scorekeeper.management.commands import serve
from scorekeeper.serving import addresses


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


NETWORK = ["192.168.1.20", "10.0.0.5"]
INTERNET = "https://cards.example.org"
OVER_HTTP = "Over http a page comes back only while this machine is there"
NAMED = "http://kitchen.local:8000\n  On a phone:       http://192.168.1.20:8000\n"
ONE = "On this machine:  http://10.0.0.5:8000\n  On a phone:       http://10.0.0.5:8000\n"
PROXY = ["On a phone:       https://cards.example.org\n", "For the proxy:    http://127.0.0.1:8000\n"]


@pytest.mark.parametrize(
    ("found", "host", "name", "site", "words", "others"),
    [
        (
            NETWORK,
            "",
            "",
            "",
            [
                *(f"http://{one}:8000" for one in ("localhost", *NETWORK)),
                serve.qr("http://192.168.1.20:8000"),
                OVER_HTTP,
            ],
            [],
        ),
        (NETWORK[:1], "", "kitchen.local", "", [NAMED, serve.qr("http://kitchen.local:8000")], []),
        ([], "", "kitchen.local", "", ["in no network"], ["kitchen.local", OVER_HTTP]),
        (["10.0.0.5"], "10.0.0.5", "kitchen.local", "", [ONE], ["kitchen.local"]),
        (NETWORK, "10.0.0.5", "", "", [ONE], ["192.168", "localhost"]),
        *(
            (NETWORK, host, "", "", ["listens on this machine only", f"http://{host}:8000"], ["On a phone:"])
            for host in ("localhost", "127.1.2.3")
        ),
        # It does not answer to any other name.
        (NETWORK[:1], "", "", INTERNET, PROXY, [OVER_HTTP, "localhost", "192.168"]),
        (NETWORK[:1], "0.0.0.0", "", INTERNET, [], ["192.168"]),
    ],
)
def test_it_says_where_it_can_be_reached_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    found: list[str],
    host: str,
    name: str,
    site: str,
    words: list[str],
    others: list[str],
) -> None:
    settings.SITE_URL = site
    monkeypatch.setattr(serve, "lan_addresses", lambda: found)
    monkeypatch.setattr(serve, "mdns_name", lambda: name)
    out = io.StringIO()
    serve.Command(stdout=out).say_where(host or serve.usual_host(), 8000)
    assert [one for one in (*words, *others) if one not in out.getvalue()] == others


@pytest.fixture
def kitchen(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    monkeypatch.setattr(socket, "gethostname", lambda: "Kitchen.fritz.box")
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["192.168.1.20"])
    addresses.mdns_name.cache_clear()
    yield monkeypatch
    addresses.mdns_name.cache_clear()


@pytest.mark.parametrize(
    ("resolves", "named"),
    [
        (["192.168.1.20"], "kitchen.local"),
        (["169.254.7.7", "192.168.1.20"], "kitchen.local"),
        (["127.0.1.1"], ""),
        (["192.168.1.33"], ""),
        ([], ""),
    ],
)
def test_a_name_counts_only_if_it_leads_to_this_machine(
    kitchen: pytest.MonkeyPatch, resolves: list[str], named: str
) -> None:
    def getaddrinfo(name: str, *_: object) -> list[tuple[int, int, int, str, tuple[str, int]]]:
        assert name == "kitchen.local"
        if not resolves:
            raise socket.gaierror(-2, "Name or service not known")
        return [(2, 1, 6, "", (one, 0)) for one in resolves]

    kitchen.setattr(socket, "getaddrinfo", getaddrinfo)
    assert addresses.mdns_name() == named


def test_a_resolver_that_does_not_answer_holds_nobody_up(kitchen: pytest.MonkeyPatch) -> None:
    answers = Event()
    kitchen.setattr(addresses, "MDNS_PATIENCE", 0.01)
    kitchen.setattr(socket, "getaddrinfo", lambda *_: answers.wait() and [])
    assert addresses.mdns_name() == ""
    answers.set()


def test_the_mdns_name_may_be_asked_for() -> None:
    assert addresses.local_name() in project.ALLOWED_HOSTS


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
    settings.SITE_URL = site
    listen = Mock(side_effect=InterruptedError)
    monkeypatch.setattr(serve, "listen", listen)
    with pytest.raises(InterruptedError):
        call_command("serve", host=asked, port=8000)
    listen.assert_called_once_with(listens, 8000)


def test_own_addresses_are_addresses_of_this_machine() -> None:
    for address in addresses.lan_addresses():
        assert not address.startswith("127.")
        with socket.socket() as probe:
            probe.bind((address, 0))  # refused unless it is ours
