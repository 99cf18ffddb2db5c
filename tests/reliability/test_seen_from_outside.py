"""What an operator sees of a real server: numbers on a port of their own, names of requests, its log."""

from __future__ import annotations

import json
import re
import urllib.request
import uuid
from pathlib import Path

import pytest
from django.db import connection
from prometheus_client.parser import text_string_to_metric_families

from ledger.models import Role
from ledger.recording import admit
from tests.reliability.table import Night, open_night
from tests.reliability.watching import Stream
from tests.serving import LOOPBACK, Phone, Server, free_port, serving

pytestmark = pytest.mark.django_db(transaction=True)

ID = re.compile(r"[0-9a-f]{16}")
Numbers = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def night() -> Night:
    return open_night()


def scraped(port: int) -> Numbers:
    with urllib.request.urlopen(f"http://{LOOPBACK}:{port}/metrics", timeout=10) as answer:
        text = answer.read().decode()
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def number(found: Numbers, name: str, **labels: str) -> float:
    return found[f"scorekeeper_{name}", frozenset(labels.items())]


def test_what_goes_on_is_counted_by_the_names_of_pages(night: Night) -> None:
    port = free_port()
    with serving(connection.settings_dict, SERVED_METRICS=str(port)) as server:
        phone, key = night.phone(server), uuid.uuid4()
        for _ in range(2):  # sent twice, written once
            assert night.tell(phone, key, after=1).status == 303
        assert phone.get(night.url).status == 200
        assert phone.get("/g/nobodys/").status == 404
        guest = admit(night.session.group, uuid.uuid4(), Role.WATCHER).guest
        stream = Stream(server, guest, f"{night.url}live/")
        stream.wait_for(b"retry: ")
        phone.headers |= {"Accept": "application/json"}
        assert night.tell(phone, uuid.uuid4(), after=1).status == 409
        found = scraped(port)
        assert number(found, "hands_written_total") == 1
        assert number(found, "streams_open") == 1
        assert number(found, "outbox_conflicts_total") == 1
        assert number(found, "page_seconds_count", page="tell", status="303") == 2
        assert number(found, "page_seconds_bucket", page="table", status="200", le="+Inf") == 1
        assert number(found, "page_seconds_count", page="group", status="404") == 1
        assert number(found, "queue_length", what="pages") == 0
        assert number(found, "tasks", state="waiting") == 0
        assert number(found, "database_up") == 1
        assert all(night.session.group.code not in str(labels) for _, labels in found)
        if connection.vendor == "postgresql":
            assert number(found, "database_is_standby") == 0
            assert number(found, "database_waits_for_standby") == 0
        stream.close()
        phone.close()
        other = Server(connection.settings_dict, SERVED_METRICS=str(port))
        with pytest.raises(RuntimeError, match=f"METRICS_PORT={port} cannot be listened on"):
            other.start()


def test_every_answer_has_a_name_which_stands_on_its_error_page(night: Night) -> None:
    with serving(connection.settings_dict) as server:
        phone = night.phone(server)
        found = phone.get("/nowhere/")
        name = found.headers["x-request-id"]
        assert ID.fullmatch(name)
        assert f"<code>{name}</code>" in found.body
        others = [phone.get(path).headers["x-request-id"] for path in (night.url, "/healthz", "/robots.txt")]
        assert len({name, *others}) == 4
        phone.headers["X-Request-ID"] = "a-strangers-own-name"
        assert ID.fullmatch(phone.get("/").headers["x-request-id"])
        assert phone.get("/metrics").status == 404  # nobody has asked for a port of their own
        phone.close()


def test_a_proxy_that_may_say_for_whom_it_asks_may_name_its_requests(night: Night) -> None:
    with serving(connection.settings_dict, SERVED_SITE_URL="https://cards.example.org") as server:
        proxy = Phone(server, uuid.uuid4())
        proxy.headers |= {
            "Host": "cards.example.org",
            "X-Forwarded-Proto": "https",
            "X-Request-ID": "edge-0123",
        }
        assert ID.fullmatch(proxy.get("/").headers["x-request-id"])  # it has not said for whom
        proxy.headers["X-Forwarded-For"] = "192.0.2.7"
        assert proxy.get("/").headers["x-request-id"] == "edge-0123"
        for wrong in ("short", "two words", "x" * 65, "<script>alert(1)</script>"):
            proxy.headers["X-Request-ID"] = wrong
            assert ID.fullmatch(proxy.get("/").headers["x-request-id"])
        proxy.close()


def test_a_log_for_programs_names_the_request(night: Night, tmp_path: Path) -> None:
    server = Server(connection.settings_dict, SERVED_LOGS="json", SERVED_URLS="tests.reliability.faulty")
    with (tmp_path / "log").open("wb") as server.log:
        server.start()
        try:
            failed = night.phone(server).get("/broken/")
        finally:
            server.stop()
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines() if line.startswith("{")]
    (said,) = [line for line in lines if "traceback" in line]
    assert failed.status == 500
    assert said["request"] == failed.headers["x-request-id"]
    assert (said["level"], said["logger"]) == ("ERROR", "django.request")
    assert "ZeroDivisionError" in said["traceback"]
    assert said["time"].endswith("+00:00")
