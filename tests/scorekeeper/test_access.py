"""The cookie that makes a browser a guest: a year from its last visit, not from its first."""

import time
from collections.abc import Callable

import pytest
from django.test import Client

from ledger.models import Group

DAY = 24 * 60 * 60


@pytest.fixture
def go(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    now = time.time()

    def set_clock(days: int) -> None:
        for name in ("time.time", "scorekeeper.visitors.guests.time"):
            monkeypatch.setattr(name, lambda: now + days * DAY)

    return set_clock


def sent_again(client: Client, page: str) -> bool:
    answer = client.get(page)
    assert answer.status_code == 200
    return "guest" in answer.cookies and answer.cookies["guest"]["max-age"] == 365 * DAY


@pytest.mark.parametrize("page", ["/g/{}/", "/start/"])
def test_a_cookie_of_last_month_is_renewed_and_a_fresh_one_is_not(
    owner: Client, group: Group, go: Callable[[int], None], page: str
) -> None:
    address = page.format(group.code)
    assert [sent_again(owner, address) for _ in range(2)] == [True, False]  # the first was never stamped
    for days in (29, *range(31, 620, 31)):
        go(days)
        assert sent_again(owner, address) is (days > 30), days


def test_who_never_comes_for_a_year_is_forgotten(
    owner: Client, group: Group, go: Callable[[int], None]
) -> None:
    assert sent_again(owner, f"/g/{group.code}/")
    go(366)
    assert owner.get(f"/g/{group.code}/").status_code == 404


def test_a_stranger_gets_no_cookie(stranger: Client, client: Client, group: Group) -> None:
    for phone in (stranger, client):
        assert "guest" not in phone.get(f"/g/{group.code}/").cookies


@pytest.mark.parametrize("code", ["%00", "a%00b", "%F0%9F%83%8F", "a b", "%2e%2e"])
def test_an_address_that_no_group_can_have_is_nothing_on_every_database(owner: Client, code: str) -> None:
    for page in ("", "standings/", "1/"):
        assert owner.get(f"/g/{code}/{page}").status_code == 404
        assert owner.post(f"/g/{code}/{page}").status_code == 404
