"""What a phone opened before somebody logged in on it goes into their account only if they say so."""

import pytest
from django.test import Client

from ledger.models import Group
from tests.cast import OWNER
from tests.reading import html_of
from tests.scorekeeper.accounts.people import account_of, log_in, logged_in

pytestmark = pytest.mark.django_db


def test_it_is_named_and_taken_along(owner: Client, group: Group) -> None:
    account = account_of("Ann")
    log_in(owner)
    page = html_of(owner.get("/account/take-along/"))
    assert group.name in page
    assert [owner.post("/account/take-along/")["Location"] for _ in range(2)] == ["/", "/"]
    assert group.memberships.get().guest == account.guest
    assert group.name in html_of(logged_in("Ann").get("/"))
    owner.post("/account/log-out/")
    assert owner.get(f"/g/{group.code}/").status_code == 404
    assert group.name not in html_of(owner.get("/"))


def test_left_on_the_phone_it_is_there_again_after_logging_out(owner: Client, group: Group) -> None:
    """It was somebody else's phone."""
    account_of("Ann")
    log_in(owner)
    assert group.name not in html_of(owner.get("/"))
    assert owner.get(f"/g/{group.code}/").status_code == 404
    assert "not in your account" in html_of(owner.get("/"))
    owner.post("/account/log-out/")
    assert group.memberships.get().guest == OWNER
    assert owner.get(f"/g/{group.code}/settings/").status_code == 200


def test_where_there_is_nothing_to_take_along_nothing_is_asked() -> None:
    account_of("Ann")
    assert logged_in("Ann").get("/account/take-along/")["Location"] == "/"
