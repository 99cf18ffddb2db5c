"""The cookie that makes a browser a guest: a year from its last visit, not from its first."""

import time

import pytest
from django.test import Client

from ledger.models import Group
from tests.scorekeeper.conftest import Phones

DAY = 24 * 60 * 60


def sent_again(client: Client, page: str) -> bool:
    """Whether the answer carries the cookie anew, for a year from now."""
    answer = client.get(page)
    assert answer.status_code == 200
    return "guest" in answer.cookies and answer.cookies["guest"]["max-age"] == 365 * DAY


def test_a_cookie_of_last_month_is_renewed_and_a_fresh_one_is_not(
    owner: Client, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, now = f"/g/{group.code}/", time.time()
    assert sent_again(owner, page)  # this browser's is from before cookies were stamped
    assert not sent_again(owner, page)
    monkeypatch.setattr(time, "time", lambda: now + 29 * DAY)
    monkeypatch.setattr("scorekeeper.visitors.guests.time", lambda: now + 29 * DAY)
    assert not sent_again(owner, page)
    for month in range(1, 20):
        monkeypatch.setattr(time, "time", lambda: now + month * 31 * DAY)  # noqa: B023
        monkeypatch.setattr("scorekeeper.visitors.guests.time", lambda: now + month * 31 * DAY)  # noqa: B023
        assert sent_again(owner, page)


def test_a_cookie_of_last_month_is_renewed_by_a_page_that_begins_a_group_too(
    owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    assert sent_again(owner, "/start/")
    assert not sent_again(owner, "/start/")
    monkeypatch.setattr(time, "time", lambda: now + 31 * DAY)
    monkeypatch.setattr("scorekeeper.visitors.guests.time", lambda: now + 31 * DAY)
    assert sent_again(owner, "/start/")


def test_who_never_comes_for_a_year_is_forgotten(
    owner: Client, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, now = f"/g/{group.code}/", time.time()
    assert sent_again(owner, page)
    monkeypatch.setattr(time, "time", lambda: now + 366 * DAY)
    assert owner.get(page).status_code == 404


def test_a_stranger_gets_no_cookie(phone: Phones, client: Client, group: Group) -> None:
    assert "guest" not in client.get(f"/g/{group.code}/").cookies
    assert "guest" not in phone("stranger").get(f"/g/{group.code}/").cookies


@pytest.mark.parametrize("code", ["%00", "a%00b", "%F0%9F%83%8F", "a b", "%2e%2e"])
def test_an_address_that_no_group_can_have_is_nothing_on_every_database(owner: Client, code: str) -> None:
    for page in ("", "standings/", "1/"):
        assert owner.get(f"/g/{code}/{page}").status_code == 404
        assert owner.post(f"/g/{code}/{page}").status_code == 404
