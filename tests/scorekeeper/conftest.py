"""Phones of a group: of an owner, a scorer, a watcher, and of a stranger."""

import uuid
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from ledger.models import Group, Role
from ledger.recording import admit
from tests.cast import OWNER, thursday_table

# `phone("scorer")`: the phone of an owner, a scorer or a watcher of the group, or of a stranger.
Phones = Callable[[str], Client]


def phone_of(guest: uuid.UUID) -> Client:
    client = Client()
    session = client.session
    session["guest"] = str(guest)
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key or ""
    return client


@pytest.fixture(autouse=True)
def _language_of_the_house() -> Iterator[None]:
    """Let no language of a test client stay active in the tests that follow."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture
def group(db: None) -> Group:
    return thursday_table()


@pytest.fixture
def phone(group: Group) -> Phones:
    """Return a function that makes phones of the group, and of a stranger who has another group."""

    def phone_of_a(who: str) -> Client:
        if who == "owner":
            return phone_of(OWNER)
        guest = uuid.uuid4()
        if who == "stranger":
            thursday_table(name="Another table", names=["Zoe", "Yan", "Xenia"], guest=guest)
        else:
            admit(group, guest, Role(who))
        if who == "watcher":  # this table shows its money to everybody; test_money_hidden.py has others
            Group.objects.filter(pk=group.pk).update(watchers_see_money=True)
        return phone_of(guest)

    return phone_of_a


@pytest.fixture
def owner(phone: Phones) -> Client:
    return phone("owner")


@pytest.fixture
def scorer(phone: Phones) -> Client:
    return phone("scorer")


@pytest.fixture
def watcher(phone: Phones) -> Client:
    return phone("watcher")


@pytest.fixture
def stranger(phone: Phones) -> Client:
    return phone("stranger")
