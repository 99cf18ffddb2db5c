"""The service worker: its headers, and that every file it keeps is there and is what the table needs."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from ledger.models import Group
from scorekeeper.http import worker
from tests.cast import a_night
from tests.house.sources import ROOT
from tests.reading import html_of


def house() -> dict[str, Any]:
    said = Client().get("/sw.js").content.decode().partition("\n")[0]
    found: dict[str, Any] = json.loads(said.removeprefix("const HOUSE = ").rstrip(";"))
    return found


def test_it_comes_from_the_root_is_asked_for_anew_and_needs_no_cookie() -> None:
    answer = Client().get("/sw.js")
    assert (answer.status_code, answer.headers["Content-Type"], answer.headers["Cache-Control"]) == (
        200,
        "text/javascript; charset=utf-8",
        "no-cache",
    )
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]
    assert not answer.cookies
    assert Client().post("/sw.js").status_code == 405


def test_every_file_it_keeps_is_served(settings: Settings) -> None:
    settings.WHITENOISE_USE_FINDERS = True
    for path in (*house()["files"], house()["offline"]):
        assert Client().head(path).status_code == 200, path


@pytest.mark.django_db
def test_it_keeps_every_file_that_a_table_or_the_page_without_a_signal_asks_for(
    owner: Client, client: Client, group: Group
) -> None:
    night = a_night(group)
    pages = html_of(owner.get(f"/g/{group.code}/{night.number}/")) + html_of(client.get("/offline/"))
    asked = set(re.findall(r'<(?:script|link)[^>]* (?:src|href)="/static/([^"]+)"', pages))
    for script in [one for one in asked if one.startswith("js/")]:
        text = (ROOT / "static" / script).read_text() if (ROOT / "static" / script).exists() else ""
        asked |= {f"js/{one}" for one in re.findall(r'(?:from |import\()"\./(\w+\.js)"', text)}
    assert len(asked) > 15
    assert asked - set(worker.FILES) == set()


def test_another_release_is_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = house()
    assert house() == before
    monkeypatch.setattr(worker, "static", lambda name: f"/static/{name}?of-the-next-release")
    assert house()["version"] != before["version"]
