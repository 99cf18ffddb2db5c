"""Check the addresses for programs: watchdogs, crawlers, and phones that look for icons."""

import json
import re
import struct
import uuid
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock, PropertyMock

import pytest
from django.contrib.staticfiles import finders
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from ledger.models import Move
from tests.house.sources import ROOT
from tests.reading import html_of
from tests.scorekeeper.test_every_door import doors


def is_answered(said: str, address: str = "/readyz", host: str = "localhost") -> None:
    answer = Client(headers={"host": host}).get(address)
    assert (answer.status_code, answer.content) == (200 if said == "ok" else 503, f"{said}\n".encode())
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert (answer.headers["Cache-Control"], bool(answer.cookies)) == ("private, no-store", False)


@pytest.mark.django_db
def test_a_watchdog_is_told_that_all_is_well_for_three_short_queries_at_most(
    settings: Settings, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    settings.LIMITS_TIMES = 1
    is_answered("ok")
    with django_assert_num_queries(3 if connection.vendor == "postgresql" else 2):
        is_answered("ok")
    assert {Client().head("/readyz").status_code for _ in range(400)} == {200}  # it never has to wait


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["10.0.0.7:8000", "localhost", "nobody.knows.this.name"])
def test_a_watchdog_comes_by_any_name_and_without_https(settings: Settings, host: str) -> None:
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["cards.example.org"], "https://cards.example.org"
    settings.SECURE_SSL_REDIRECT = True
    is_answered("ok", host=host)
    assert Client(headers={"host": host}).get("/").status_code in (301, 400)  # as strict as it was


@pytest.mark.django_db
def test_tables_of_another_version_are_not_well() -> None:
    applied = MigrationRecorder(connection).migration_qs.filter(app="ledger")
    newest = applied.order_by("-pk").values_list("name", flat=True)[0]
    applied.filter(name__endswith=newest.partition("_")[2]).delete()  # by its name, and by what it was called
    is_answered("unready")


@pytest.mark.django_db
def test_a_database_that_does_not_answer_or_may_only_be_read_is_one_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scorekeeper.http.machines.may_write", lambda: False)
    is_answered("readonly")
    silent = PropertyMock(side_effect=OperationalError("connection to server at 10.1.2.3 failed for cards"))
    monkeypatch.setattr(MigrationRecorder, "migration_qs", silent)
    is_answered("closed")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("is_away", "is_ended", "said"),
    [(True, True, "moved"), (True, False, "moved"), (False, False, "moved"), (False, True, "ok")],
)
def test_a_book_that_has_moved_away_or_is_not_here_yet_is_not_well(
    said: str, *, is_away: bool, is_ended: bool
) -> None:
    now, place = timezone.now(), "postgres://cards@db.example.org/cards"
    Move.objects.create(
        key=uuid.uuid4(), is_away=is_away, place=place, begun_at=now, ended_at=now if is_ended else None
    )
    is_answered(said)


@pytest.mark.django_db
@pytest.mark.parametrize(("free", "said"), [(19_000_000, "full"), (21_000_000, "ok")])
def test_a_book_whose_disk_is_nearly_full_is_not_ready(
    free: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.http.machines.book_file", lambda settings: tmp_path / "book.sqlite3")
    usage = Mock(return_value=SimpleNamespace(free=free))
    monkeypatch.setattr("shutil.disk_usage", usage)
    is_answered(said)
    usage.assert_called_once_with(tmp_path)


def test_whoever_asks_whether_it_is_alive_asks_no_database() -> None:
    is_answered("ok", "/healthz", "10.0.0.7:8000")


@pytest.mark.parametrize(
    "address", ["/healthz", "/readyz", "/robots.txt", "/manifest.webmanifest", "/favicon.ico"]
)
def test_programs_only_read(address: str) -> None:
    assert Client().post(address).status_code == 405


def is_open(path: str, robots: str) -> bool:
    """Return whether a crawler may ask for this path: of the rules that fit the longest counts."""
    rules = re.findall(r"^(Allow|Disallow): (\S+)$", robots, flags=re.MULTILINE)
    fit = [
        (len(rule), word == "Allow")
        for word, rule in rules
        if (path == rule[:-1] if rule.endswith("$") else path.startswith(rule))
    ]
    return max(fit, default=(0, True))[1]


def test_a_crawler_sees_the_first_page_and_nothing_of_any_group() -> None:
    answer = Client().get("/robots.txt")
    assert answer.headers["Content-Type"].startswith("text/plain")
    robots = answer.content.decode()
    assert robots.startswith("User-agent: *\n")
    addresses = ["/static/css/house.css", *(f"/{door.route}" for door in doors(get_resolver().url_patterns))]
    assert {path for path in addresses if is_open(path, robots)} == {"/static/css/house.css", "/"}


def test_a_phone_that_keeps_us_on_its_home_screen_knows_name_start_and_icons() -> None:
    answer = Client().get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    said = json.loads(answer.content)
    assert (said["name"], said["start_url"], said["display"]) == ("Score keeper", "/", "standalone")
    icons = {(icon["sizes"], icon["purpose"]): icon["src"] for icon in said["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= icons.keys()
    for address in icons.values():
        assert finders.find(address.removeprefix("/static/")), address


# The colour type of a PNG whose every pixel is drawn; 6 has some that show what is behind.
OPAQUE = 2


@pytest.mark.parametrize(
    ("name", "side", "is_opaque"),
    [
        ("48", 48, False),
        ("180", 180, True),
        ("192", 192, False),
        ("512", 512, False),
        ("maskable-512", 512, True),
    ],
)
def test_every_icon_is_as_large_as_its_name_and_drawn_to_the_edge_where_phones_cut_it(
    name: str, side: int, *, is_opaque: bool
) -> None:
    head = (ROOT / f"static/icons/{name}.png").read_bytes()[:26]
    signature, width, height, bits, colours = struct.unpack(">8s8xIIBB", head)
    assert (signature, width, height, bits) == (b"\x89PNG\r\n\x1a\n", side, side, 8)
    assert (colours == OPAQUE) is is_opaque


@pytest.mark.django_db
def test_the_first_page_names_the_manifest_and_the_icons() -> None:
    answer = Client().get("/")
    page = html_of(answer)
    assert '<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials">' in page
    assert '<link rel="apple-touch-icon" href="/static/icons/180.png">' in page
    scheme = r'<meta name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)">'
    (light, _), (_, dark) = colours = re.findall(scheme, page)
    assert (colours[0][1], dark) == ("light", "dark")
    assert light == json.loads(Client().get("/manifest.webmanifest").content)["theme_color"]
    assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]


def test_a_browser_that_looks_for_an_icon_by_itself_finds_one() -> None:
    answer = Client().get("/favicon.ico")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/static/icons/48.png")
