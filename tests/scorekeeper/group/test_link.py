"""A link that is pasted into the first page."""

import pytest
from django.test import Client
from django.urls import clear_script_prefix, set_script_prefix
from pytest_django import Settings

from ledger.models import Group, Role
from scorekeeper.visitors.links import said_again
from tests.reading import html_of
from tests.scorekeeper.group.test_people import a_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(owner: Client, group: Group) -> str:
    """The path of a link into the group."""
    return f"/join/{said_again(a_link(group, Role.SCORER))}/"


@pytest.fixture(autouse=True)
def _at_home(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "kitchen.local", "192.168.1.20"]


@pytest.mark.parametrize(
    "pasted",
    [
        "http://kitchen.local:8000{path}",
        "http://192.168.1.20:8000{path}",
        "  HTTP://Kitchen.local{path}\n",
        "kitchen.local:8000{path}",
        "{path}",
        "Come along (http://testserver{path}), we begin at eight.",
        "http://example.org/menu http://testserver{path}?from=chat#top",
    ],
)
def test_a_link_of_this_server_leads_to_its_page(client: Client, path: str, pasted: str) -> None:
    answer = client.post("/link/", {"link": pasted.format(path=path)})
    assert (answer.status_code, answer.headers["Location"]) == (303, path)
    assert "You are invited." in html_of(client.get(path))


def test_a_link_without_its_last_slash_is_found(client: Client, path: str) -> None:
    answer = client.post("/link/", {"link": f"http://testserver{path.rstrip('/')}"})
    assert answer.headers["Location"] == path


def test_a_link_below_the_path_of_a_site_is_found(client: Client, path: str, settings: Settings) -> None:
    settings.SITE_PATH = "/cards"
    set_script_prefix("/cards/")  # as the server does for each request
    try:
        answer = client.post("/link/", {"link": f"http://testserver/cards{path}"})
    finally:
        clear_script_prefix()
    assert answer.headers["Location"] == f"/cards{path}"


def test_a_spare_key_and_a_shared_year_are_links_as_well(client: Client) -> None:
    for path in ("/key/abc/", "/year/abc/"):
        assert client.post("/link/", {"link": f"http://testserver{path}"}).headers["Location"] == path


@pytest.mark.parametrize(
    ("pasted", "why"),
    [
        ("", "Paste the link first."),
        ("x" * 2001, "That is too long for a link."),
        ("Thursday", "No link into a group was found in that."),
        ("http://testserver/", "No link into a group was found in that."),
        ("http://testserver/g/abc/people/", "No link into a group was found in that."),
        ("http://testserver/join/", "No link into a group was found in that."),
        ("http://[testserver/join/abc/", "No link into a group was found in that."),
        ("javascript://testserver/join/abc/", "No link into a group was found in that."),
        ("http://evil.example/join/abc/", "That link is of another score keeper."),
        ("http://testserver@evil.example/join/abc/", "That link is of another score keeper."),
        ("http://evil.example:80@testserver/join/abc/", "That link is of another score keeper."),
    ],
)
def test_a_bad_paste_gets_a_sentence_and_stays_typed(client: Client, pasted: str, why: str) -> None:
    answer = client.post("/link/", {"link": pasted})
    page = html_of(answer)
    assert answer.status_code == 422
    assert why in page
    assert f'value="{pasted}"' in page
    assert '<details class="fold link" open>' in page


@pytest.mark.parametrize("secret", ["%2F%2Fevil.example", "..%2F..%2F%2Fevil.example", "\\evil.example"])
def test_no_link_leads_to_another_server(client: Client, secret: str) -> None:
    answer = client.post("/link/", {"link": f"http://testserver/join/{secret}/"})
    assert answer.status_code == 422 or answer.headers["Location"].startswith("/join/")


def test_a_link_is_only_posted(client: Client) -> None:
    assert client.get("/link/").status_code == 405
    assert Client(enforce_csrf_checks=True).post("/link/", {"link": "/join/abc/"}).status_code == 403


def test_the_first_page_asks_for_a_link_with_and_without_groups(client: Client, owner: Client) -> None:
    assert "I have a link" in html_of(client.get("/"))
    assert "I have a link" in html_of(owner.get("/"))
