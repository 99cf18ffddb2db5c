"""A spare key lets one phone in, once, and nobody who only looked at it."""

import io
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from ledger.models import AccessLink, Group, Membership, Role
from ledger.recording import admit
from scorekeeper.visitors.links import cut_key
from tests.cast import OWNER, player
from tests.reading import html_of
from tests.scorekeeper.conftest import Phones


def address(group: Group) -> str:
    out = io.StringIO()
    call_command("spare_key", group=group.name, stdout=out)
    return urlsplit(out.getvalue().strip()).path


def test_a_new_phone_is_asked_first_and_owns_the_group_then(client: Client, group: Group) -> None:
    key = address(group)
    assert group.name in html_of(client.get(key), 200)
    assert client.get(f"/g/{group.code}/").status_code == 404
    assert client.post(key)["Location"] == f"/g/{group.code}/"
    assert client.get(f"/g/{group.code}/rules/").status_code == 200
    assert Membership.objects.filter(group=group, role=Role.OWNER).count() == 2


@pytest.mark.parametrize("who", ["owner", "scorer", "watcher"])
def test_who_is_in_the_group_already_becomes_an_owner_and_no_second_guest(
    phone: Phones, group: Group, who: str
) -> None:
    one = phone(who)
    before = group.memberships.count()
    one.post(address(group))
    assert group.memberships.count() == before
    assert one.get(f"/g/{group.code}/rules/").status_code == 200
    assert not group.memberships.exclude(role=Role.OWNER).exists()


def test_an_owner_stays_the_player_he_is(owner: Client, group: Group) -> None:
    ann = player(group, "Ann")
    admit(group, OWNER, Role.OWNER, ann)
    owner.post(address(group))
    assert group.memberships.get(guest=OWNER).player == ann


def test_a_key_is_good_for_a_day(client: Client, group: Group) -> None:
    key = address(group)
    link = AccessLink.objects.get()
    assert link.expires_at
    assert timedelta(hours=23) < link.expires_at - timezone.now() <= timedelta(hours=24)
    AccessLink.objects.update(expires_at=timezone.now())
    assert "older than a day" in html_of(client.post(key), 404)
    assert client.get(f"/g/{group.code}/").status_code == 404


@pytest.mark.parametrize("key", ["off", "gone", "x", "W10:1:abc", "<script>", "%00"])
def test_a_key_of_nothing_or_that_was_turned_off_fits_nothing(client: Client, group: Group, key: str) -> None:
    good = cut_key(group)
    if key == "off":
        AccessLink.objects.update(revoked_at=timezone.now())
    if key == "gone":
        Group.objects.filter(pk=group.pk).update(leaves_at=timezone.now())
    address = f"/key/{good if key in ('off', 'gone') else key}/"
    assert [client.get(address).status_code, client.post(address).status_code] == [404, 404]


def test_on_the_internet_the_address_is_the_sites_own(group: Group, settings: Settings) -> None:
    settings.SITE_ORIGIN = "https://cards.example.org"
    out = io.StringIO()
    call_command("spare_key", group=group.code, stdout=out)
    assert out.getvalue().startswith("https://cards.example.org/key/")
