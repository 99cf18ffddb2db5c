"""People with accounts, and their phones."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.test import Client

from ledger.models import name_key
from scorekeeper.accounts.logging_in import CONFIRMED
from scorekeeper.accounts.models import Account, Phone
from scorekeeper.accounts.sessions import AccountSession

PASSWORD = "three green herons"


def account_of(name: str = "Ann", password: str = PASSWORD) -> Account:
    account = Account(name=name, key=name_key(name))
    account.set_password(password)
    account.save()
    return account


def sign_up(phone: Client, name: str = "Ann", password: str = PASSWORD) -> Account:
    answer = phone.post("/sign-up/", {"key": str(uuid.uuid4()), "name": name, "password": password})
    assert answer.status_code == 303, answer.content.decode()
    return Account.objects.get(key=name_key(name))


def log_in(phone: Client, name: str = "Ann", password: str = PASSWORD) -> str:
    answer = phone.post("/log-in/", {"name": name, "password": password})
    assert answer.status_code == 303, answer.content.decode()
    return str(answer["Location"])


def logged_in(name: str = "Ann", *, agent: str = "") -> Client:
    phone = Client(headers={"User-Agent": agent})
    log_in(phone, name)
    return phone


def is_logged_in(phone: Client) -> bool:
    return phone.get("/account/").status_code == 200


def has_cookie(phone: Client) -> bool:
    held = phone.cookies.get(settings.ACCOUNT_COOKIE_NAME)
    return bool(held and held.value)


def later() -> None:
    store = AccountSession(Phone.objects.get().session_key)
    store[CONFIRMED] = 0
    store.save()
