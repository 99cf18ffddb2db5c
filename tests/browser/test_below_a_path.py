"""Keep an evening at https://localhost/cards, behind a real proxy that keeps the path or takes it off."""

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.db import connection
from playwright.sync_api import Browser, Page, Request, expect

from ledger.models import Session
from ledger.models.book import sheet_of
from tests import cast
from tests.browser.conftest import FLAGS, PHONE
from tests.browser.hands import PENCIL, owns, tells, touch, until
from tests.browser.test_accounts import signs_up
from tests.browser.test_without_signal import NEWEST_KEPT
from tests.conftest import chromium
from tests.serving import LOOPBACK, Server, free_port

pytestmark = pytest.mark.django_db(transaction=True)

ROWS = ".paper tbody th"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
CONF = """daemon off; pid {place}/pid; error_log {place}/errors; worker_processes 1;
events {{}}
http {{
  access_log off; proxy_buffering off; proxy_http_version 1.1;
  client_body_temp_path {place}/1; proxy_temp_path {place}/2; fastcgi_temp_path {place}/3;
  uwsgi_temp_path {place}/4; scgi_temp_path {place}/5;
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-Proto https;
  proxy_set_header X-Forwarded-For $remote_addr;
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {place}/certificate; ssl_certificate_key {place}/key;
    location /cards{slash} {{ proxy_pass http://127.0.0.1:{server}{slash}; }}
  }}
}}
"""


@pytest.fixture
def night(db: None) -> Session:
    return cast.a_night(cast.thursday_table(currency="USD"), dealer="Frank")


@pytest.fixture(params=["keeps", "takes off"])
def site(night: Session, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the address of the first page; the proxy asks the server with the path, or without it."""
    # `.ci/run` installs nginx; whoever runs the tests at home need not.
    if NGINX is None and not os.environ.get("CI"):
        pytest.skip("no nginx")
    assert NGINX
    port = free_port()
    site = f"https://localhost:{port}/cards"
    certificate = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost")
    subprocess.run(
        ["openssl", *certificate, "-keyout", tmp_path / "key", "-out", tmp_path / "certificate"],
        check=True,
        capture_output=True,
    )
    server = Server(connection.settings_dict, SERVED_SITE_URL=site, SERVED_ACCOUNTS="1", SERVED_SOURCES="1")
    server.start()
    slash = "/" if request.param == "takes off" else ""
    (tmp_path / "conf").write_text(CONF.format(place=tmp_path, port=port, server=server.port, slash=slash))
    proxy = subprocess.Popen([NGINX, "-e", tmp_path / "errors", "-c", tmp_path / "conf"])
    try:
        for _ in range(500):
            with suppress(OSError), socket.create_connection((LOOPBACK, port), timeout=1):
                break
            time.sleep(0.02)
        yield site
    finally:
        proxy.terminate()
        proxy.wait()
        server.stop()


@pytest.fixture
def open_phone(site: str, browser: Browser) -> Iterator[Callable[[], Page]]:
    """Open phones that trust the proxy's certificate; none may ask for an address outside the site."""
    trusting = browser.browser_type.launch(
        executable_path=chromium(), args=[*FLAGS, "--ignore-certificate-errors"]
    )
    asked: list[str] = []

    def heard(request: Request) -> None:
        asked.append(request.url)

    def opened() -> Page:
        options = {**PHONE, "service_workers": "allow", "base_url": f"{site}/", "ignore_https_errors": True}
        context = trusting.new_context(**options)
        context.on("request", heard)
        return context.new_page()

    yield opened
    trusting.close()
    inside = re.compile(rf"{re.escape(site)}(/|$)|(data|blob):")
    assert asked
    assert [url for url in asked if not inside.match(url)] == []


def test_two_phones_keep_an_evening_below_a_path(
    site: str, open_phone: Callable[[], Page], night: Session
) -> None:
    keeper, guest = open_phone(), open_phone()
    table = f"{site}/g/{night.group.code}/{night.number}/"
    owns(keeper)
    keeper.goto(site)
    assert keeper.url == f"{site}/"
    signs_up(keeper)
    assert {one["path"] for one in keeper.context.cookies()} == {"/cards/"}
    keeper.goto(table)
    touch(keeper.get_by_role("link", name="Invite"))
    touch(keeper.get_by_role("link", name="Other links, and who has access"))
    touch(keeper.get_by_role("button", name="Make one for tonight"))
    guest.goto(keeper.locator("#address").input_value())
    touch(guest.get_by_role("button", name="Open it on this phone"))
    touch(guest.get_by_role("button", name="I only watch, or am not on the list"))
    expect(guest).to_have_url(table)
    keeper.goto(table)
    tells(keeper, "Ann", "Ben")
    expect(keeper.get_by_role("status")).to_contain_text("Hand 1")
    expect(guest.locator(ROWS)).to_have_count(1)
    newest = sheet_of(night).newest
    until(keeper, lambda: keeper.evaluate(NEWEST_KEPT, urlsplit(table).path) == newest)
    keeper.context.set_offline(True)
    keeper.reload()
    tells(keeper, "Cleo", "Dave")
    expect(keeper.locator(PENCIL)).to_have_count(1)
    keeper.context.set_offline(False)
    expect(guest.locator(ROWS)).to_have_count(2)
    expect(keeper.locator(PENCIL)).to_have_count(0)
