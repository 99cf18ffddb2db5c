"""Add a page: four files, one of which is the addresses; CONTRIBUTING.md says which."""

import re
import sys
import uuid
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from types import ModuleType

import pytest
from django.urls import get_resolver, reverse
from pytest_django import Settings

from scorekeeper.pages import group
from tests.cast import OWNER, thursday_table
from tests.house import test_pages, test_stairs, test_templates
from tests.house.sources import ROOT
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.test_every_door import doors

PAGE = "pinboard"
URLS = "scorekeeper/urls.py"
# The files that a page brings, and what is in them; beside them it needs two lines among the addresses.
PLANTED = {
    "scorekeeper/pages/group/pinboard.py": '''"""The pinboard of a group."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.htmx import show


@watcher
@require_safe
def pinboard(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show everything that is pinned to the board."""
    return show(request, "group/pinboard/page.html", {"access": access})
''',
    "templates/group/pinboard/page.html": """{% extends "base.html" %}
{% block title %}Pinboard · {{ access.group.name }}{% endblock %}
{% block main %}
  <h1>Nothing is pinned to the board of <bdi>{{ access.group.name }}</bdi></h1>
{% endblock %}
""",
    "tests/scorekeeper/group/test_pinboard.py": '"""Check who reads the board."""\n',
}

HOLD_PAGES = ("scorekeeper/pages", "templates", "tests/scorekeeper", "static/css", "static/js")

# Adds the page to the house; but for one file, if it is named.


FIRST = "of_a_group: list[URLPattern | URLResolver] = [\n"
EDITS = {
    "\nhandler400": f"\nfrom scorekeeper.pages.group import {PAGE}\n\nhandler400",
    FIRST: f'{FIRST}    path("{PAGE}/", {PAGE}.{PAGE}, name="{PAGE}"),\n',
}


@pytest.fixture
def _planted(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the page as somebody's branch would, on top of the house as it is."""
    for folder in HOLD_PAGES:
        for one in (ROOT / folder).iterdir():
            for page in one.iterdir() if one.name in test_pages.AREAS else [one]:
                link = tmp_path / page.relative_to(ROOT)
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(page)
    for name, text in PLANTED.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(test_pages, "ROOT", tmp_path)
    monkeypatch.setattr(group, "__path__", [*group.__path__, str(tmp_path / "scorekeeper/pages/group")])
    settings.TEMPLATES = deepcopy(settings.TEMPLATES)
    settings.TEMPLATES[0]["DIRS"].append(tmp_path / "templates")
    urls, source = ModuleType("urls_with_a_pinboard"), (ROOT / URLS).read_text()
    for stands, becomes in EDITS.items():
        assert stands in source
        source = source.replace(stands, becomes)
    exec(source, urls.__dict__)
    monkeypatch.setitem(sys.modules, urls.__name__, urls)
    settings.ROOT_URLCONF = urls.__name__
    yield
    sys.modules.pop(f"scorekeeper.pages.group.{PAGE}", None)
    vars(group).pop(PAGE, None)


@pytest.mark.django_db
@pytest.mark.usefixtures("_planted")
def test_a_planted_page_opens_and_keeps_every_convention() -> None:
    test_pages.test_each_page_has_its_view_templates_tests_and_an_address_of_its_name()
    test_pages.test_styles_and_scripts_are_named_after_a_page()
    test_pages.test_every_address_leads_into_a_page()
    assert [one.may for one in doors(get_resolver().url_patterns) if one.name == PAGE] == ["watcher"]
    module, template, _ = PLANTED
    assert test_stairs.faults(PLANTED[module], module.removesuffix(".py").replace("/", ".")) == []
    assert test_templates.faults(PLANTED[template]) == []
    address = reverse(PAGE, args=[thursday_table().code])
    for guest, status in {OWNER: 200, uuid.uuid4(): 404}.items():
        answer = phone_of(guest).get(address)
        assert (answer.status_code, "Nothing is pinned" in answer.content.decode()) == (status, status == 200)


def test_contributing_lists_these_files_and_no_others() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    chapter = text.partition("## A page")[2].partition("\n## ")[0]
    listed = re.findall(r"^\d+\. `([^`]+)`", chapter, re.MULTILINE)
    assert [path.replace("<page>", PAGE) for path in listed] == [*PLANTED, URLS]
