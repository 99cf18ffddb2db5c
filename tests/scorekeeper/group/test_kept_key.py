"""A phone whose key cannot be read decides whether it goes on without it."""

import pytest
from django.test import Client
from pytest_django import Settings

from ledger.models import Group, Membership
from tests.reading import html_of, missing
from tests.scorekeeper.group.test_start_group import told
from tests.scorekeeper.visitors.test_guest_cookie import cookie, unreadable

__all__ = ["unreadable"]


def test_where_a_new_guest_would_be_made_the_phone_is_asked_first(
    group: Group, unreadable: Client, settings: Settings
) -> None:
    settings.DEMO = True
    before = Membership.objects.count()
    for answer in (
        unreadable.get("/start/"),
        unreadable.post("/start/", told()),
        unreadable.post("/demo/"),
    ):
        page = html_of(answer)
        assert answer.status_code == 409
        assert not missing(page, "cannot be read at the moment", "the key is kept", 'action="/go-on/"')
        assert "guest" not in answer.cookies
    assert (Group.objects.count(), Membership.objects.count()) == (1, before)


def test_who_goes_on_keeps_what_cannot_be_read(unreadable: Client) -> None:
    old = cookie(unreadable)
    answer = unreadable.post("/go-on/", {"next": "/start/"})
    assert (answer.status_code, answer["Location"]) == (303, "/start/")
    assert cookie(unreadable, "guest-kept") == old
    assert cookie(unreadable) != old
    assert unreadable.get("/start/").status_code == 200
    assert unreadable.post("/start/", told()).status_code == 303
    assert cookie(unreadable, "guest-kept") == old


@pytest.mark.parametrize(
    "path", ["https://evil.example.org/", "//evil.example.org/start/", "nonsense", "", "/go-on/"]
)
def test_going_on_leads_only_to_a_page_of_this_site(unreadable: Client, path: str) -> None:
    assert unreadable.post("/go-on/", {"next": path})["Location"] == "/"


def test_going_on_twice_makes_one_guest(unreadable: Client) -> None:
    unreadable.post("/go-on/")
    once = cookie(unreadable)
    assert "guest" not in unreadable.post("/go-on/").cookies
    assert cookie(unreadable) == once
    assert Client().get("/go-on/").status_code == 405
