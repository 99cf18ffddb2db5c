"""No page stays behind on a phone that is handed on: only files of the house do."""

import re
from collections.abc import Iterable, Iterator

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from ledger.models import Group
from tests.cast import a_night, an_ended_night, ids, thursday_table


def paths(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Every address there is, with its parameters in angle brackets."""
    for pattern in patterns:
        path = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from paths(pattern.url_patterns, path)
        else:
            yield path


def addresses(group: Group) -> Iterator[str]:
    """Every address, with things of this group in it: of a night that is over, and of one that goes on."""
    an_ended_night(group)
    a_night(group)
    said = {"code": group.code, "player": ids(group)[0], "kind": "csv", "what": "payment", "key": "nonsense"}
    for path in paths(get_resolver().url_patterns):
        for number in (1, 2):
            values = {"number": number} | said
            yield "/" + re.sub(r"<\w+:(\w+)>", lambda found: str(values.get(found[1], 1)), path)  # noqa: B023


def test_every_page_is_private_and_stored_nowhere(group: Group, owner: Client, client: Client) -> None:
    asked = set(addresses(group))
    assert len(asked) > 50
    for address in asked:
        for phone in (owner, client):
            for answer in (phone.get(address), phone.post(address)):
                kept = (
                    "no-cache" if address == "/sw.js" and answer.status_code == 200 else "private, no-store"
                )
                assert answer.headers["Cache-Control"] == kept, address


def test_files_of_the_house_may_be_kept(settings: Settings) -> None:
    settings.WHITENOISE_USE_FINDERS = True
    answer = Client().head("/static/css/house.css")
    assert answer.status_code == 200
    assert "no-store" not in answer.headers.get("Cache-Control", "")


def test_even_what_is_not_there_is_stored_nowhere(client: Client, db: None) -> None:
    thursday_table()
    for address in ("/nowhere/", "/g/nowhere/", "/g/nowhere/money/"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert answer.headers["Cache-Control"] == "private, no-store"
