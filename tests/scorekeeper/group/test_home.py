"""The first page: this browser’s groups, where to start, and a link that is pasted."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import clear_script_prefix, set_script_prefix
from pytest_django import DjangoAssertNumQueries, Settings

from ledger.models import Group, Membership, Role
from ledger.recording import NewGroup, WriteContext, remove_member, start_group
from ledger.standings.groups import DEMO_KEYS
from scorekeeper.models import Task
from scorekeeper.visitors.links import said_again
from tests.cast import a_night, thursday_table
from tests.reading import html_of, missing, present
from tests.scorekeeper.group.test_people import a_link


def test_a_new_browser_is_told_what_this_is_and_can_start(client: Client, db: None) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert b'href="/start/"' in page.content
    assert b"knows who owes whom" in page.content
    assert client.post("/").status_code == 405


def test_the_sheet_on_the_first_page_adds_up_like_a_real_one(client: Client, db: None) -> None:
    sample = html_of(client.get("/")).replace("−", "-")
    hands = re.findall(r"<tr(?: class=\"new\")?>(<td>.*?)</tr>", sample)
    assert len(hands) == 4
    for hand in hands:
        _, *totals, foots = (int(cell) for cell in re.findall(r">(-?[0-9]+)<", hand))
        assert sum(totals) == 0
        assert foots == sum(total for total in totals if total > 0)
        assert (hand.count('class="p"'), hand.count('class="f"')) == (1, 1)
    assert [int(total) for total in re.findall(r"<b>(-?[0-9]+)</b>", sample)] == totals


def test_a_browser_finds_its_own_groups_and_is_asked_for_a_link(
    owner: Client, stranger: Client, group: Group, client: Client
) -> None:
    page = html_of(owner.get("/"))
    assert f'href="/g/{group.code}/"' in page
    assert "Another table" not in page
    assert f'href="/g/{group.code}/"' not in html_of(stranger.get("/"))
    assert "I have a link" in html_of(client.get("/"))
    assert "I have a link" in html_of(owner.get("/"))


def test_a_night_that_is_on_is_one_tap_away(owner: Client, group: Group) -> None:
    assert "Tonight is on" not in html_of(owner.get("/"))
    a_night(group)
    a_night(group)
    page = html_of(owner.get("/"))
    assert f'href="/g/{group.code}/2/"' in page
    assert page.count("Tonight is on") == 1


def test_first_page_takes_two_queries_whatever_is_in_the_book(
    owner: Client, group: Group, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(5):
        a_night(thursday_table(name=f"Table {number}"))
    with django_assert_num_queries(2):
        owner.get("/")


def test_there_is_no_demo_unless_it_was_asked_for(client: Client, group: Group) -> None:
    assert b"demo" not in client.get("/").content
    assert client.post("/demo/").status_code == 404
    assert client.get("/demo/").status_code == 405


def test_a_visitor_sits_down_at_the_demo_table(client: Client, group: Group, settings: Settings) -> None:
    settings.DEMO = True
    thursday_table(name="A later one")
    assert b'action="/demo/"' in client.get("/").content
    for _ in range(2):
        answer = client.post("/demo/")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{group.code}/")
    assert Membership.objects.filter(group=group).count() == 2
    visitor = Membership.objects.latest("pk").player
    assert visitor
    assert visitor.name == "Ann"
    assert b"Thursday table" in client.get("/").content


def test_demo_of_a_german_reader_is_a_stammtisch(client: Client, group: Group, settings: Settings) -> None:
    settings.DEMO = True
    new = NewGroup(name="Stammtisch", names=["Resi"], game="mehrkopf")
    german = start_group(new, uuid.uuid4(), DEMO_KEYS["de"])
    for language, found in (("de-AT,en;q=0.5", german), ("en", group)):
        answer = client.post("/demo/", headers={"accept-language": language})
        assert answer.headers["Location"] == f"/g/{found.code}/"


@pytest.mark.django_db
def test_a_demo_without_its_book_is_not_found(client: Client, settings: Settings) -> None:
    settings.DEMO = True
    assert client.post("/demo/").status_code == 404


def test_a_phone_that_was_removed_is_told_nothing_of_what_it_asked_the_group_for(
    owner: Client, scorer: Client, group: Group
) -> None:
    mine = Membership.objects.latest("pk")
    Task.objects.create(
        kind=Task.Kind.EXPORT_TABLE,
        guest=mine.guest,
        group=group,
        facts={"table": "results", "kind": "csv"},
        state=Task.State.DONE,
    )
    assert group.name in html_of(scorer.get("/"))
    remove_member(mine, WriteContext(key=uuid.uuid4(), after=mine.changes))
    assert not present(html_of(scorer.get("/")), group.name, "The results as CSV")


pytestmark = pytest.mark.django_db


@pytest.fixture
def path(owner: Client, group: Group) -> str:
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
        "http://testserver{bare}",
        "Come along (http://testserver{path}), we begin at eight.",
        "http://example.org/menu http://testserver{path}?from=chat#top",
    ],
)
def test_a_link_of_this_server_leads_to_its_page(client: Client, path: str, pasted: str) -> None:
    answer = client.post("/link/", {"link": pasted.format(path=path, bare=path.rstrip("/"))})
    assert (answer.status_code, answer.headers["Location"]) == (303, path)
    assert "You are invited." in html_of(client.get(path))


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
    page = html_of(client.post("/link/", {"link": pasted}), 422)
    assert not missing(page, why, f'value="{pasted}"', '<details class="fold link" open>')


@pytest.mark.parametrize("secret", ["%2F%2Fevil.example", "..%2F..%2F%2Fevil.example", "\\evil.example"])
def test_no_link_leads_to_another_server(client: Client, secret: str) -> None:
    answer = client.post("/link/", {"link": f"http://testserver/join/{secret}/"})
    assert answer.status_code == 422 or answer.headers["Location"].startswith("/join/")


def test_a_link_is_only_posted(client: Client) -> None:
    assert client.get("/link/").status_code == 405
    assert Client(enforce_csrf_checks=True).post("/link/", {"link": "/join/abc/"}).status_code == 403
