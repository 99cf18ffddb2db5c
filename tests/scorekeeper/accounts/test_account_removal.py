"""An account is removed: its groups stay, and this phone goes on opening them as a guest."""

import pytest
from django.test import Client

from ledger.models import Group, Membership
from scorekeeper.accounts.codes import make_codes
from scorekeeper.accounts.models import Account, Phone, RecoveryCode
from tests.reading import html_of
from tests.scorekeeper.accounts.people import account_of, has_cookie, is_logged_in, later, logged_in, sign_up

pytestmark = pytest.mark.django_db


def test_its_groups_stay_and_this_phone_opens_them(owner: Client, group: Group) -> None:
    account = sign_up(owner)
    make_codes(account)
    other = logged_in("Ann")
    assert "Your group stays" in html_of(owner.get("/account/remove/"))
    assert owner.post("/account/remove/")["Location"] == "/"
    assert Account.objects.count() == Phone.objects.count() == RecoveryCode.objects.count() == 0
    assert owner.get(f"/g/{group.code}/settings/").status_code == 200
    assert not is_logged_in(owner)
    assert not has_cookie(owner)
    assert other.get(f"/g/{group.code}/").status_code == 404
    assert Membership.objects.get(group=group).guest != account.guest


def test_what_the_phone_opened_besides_stays_too(owner: Client, group: Group) -> None:
    account_of("Ann")
    owner.post("/log-in/", {"name": "Ann", "password": "three green herons"})
    owner.post("/account/remove/")
    assert owner.get(f"/g/{group.code}/settings/").status_code == 200


def test_the_name_is_free_again() -> None:
    phone = Client()
    sign_up(phone)
    phone.post("/account/remove/")
    sign_up(Client())


def test_looking_removes_nothing_and_later_it_is_asked_who_it_is(owner: Client) -> None:
    sign_up(owner)
    owner.get("/account/remove/")
    later()
    assert owner.post("/account/remove/")["Location"].startswith("/account/confirm/")
    assert Account.objects.count() == 1
