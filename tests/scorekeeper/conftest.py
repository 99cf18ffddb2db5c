"""Who knocks: a browser for everybody who may, may not, or is not known at all."""

import uuid
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client

from ledger.models import Group, Role
from ledger.recording import admit
from tests.cast import OWNER, thursday_table

Phones = Callable[[str], Client]
"""`phone("scorer")`: the phone of an owner, a scorer or a watcher of the group, or of a stranger."""


def phone_of(guest: uuid.UUID) -> Client:
    """A browser that is this guest."""
    client = Client()
    session = client.session
    session["guest"] = str(guest)
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key or ""
    return client


@pytest.fixture
def group(db: None) -> Group:
    """The Thursday table: Ann, Ben, Cleo, Dave, Edith and Frank."""
    return thursday_table()


@pytest.fixture
def phone(group: Group) -> Phones:
    """Phones of the group, and of a stranger, who has a group of his own."""

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
    """The phone that started the group."""
    return phone("owner")


@pytest.fixture
def scorer(phone: Phones) -> Client:
    """A phone that may write hands."""
    return phone("scorer")


@pytest.fixture
def watcher(phone: Phones) -> Client:
    """A phone that may only look."""
    return phone("watcher")


@pytest.fixture
def stranger(phone: Phones) -> Client:
    """A phone of somebody with another group of his own."""
    return phone("stranger")
