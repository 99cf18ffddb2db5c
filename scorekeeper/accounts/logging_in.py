"""Logging in and out, by password or passkey; each try is counted before anything is looked at."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.contrib.auth import logout
from django.http import HttpRequest
from django.urls import reverse

from ledger.models import name_key
from ledger.standings import groups_of
from scorekeeper.accounts.door import confirm
from scorekeeper.accounts.models import Account
from scorekeeper.accounts.passkeys import opened_by
from scorekeeper.http.limits import Limit, count
from scorekeeper.visitors.guests import phone_guest_of


def account_with(request: HttpRequest, name: str, password: str) -> Account | None:
    """The account that has this name and this password; it takes as long where there is none.

    Raises TooOften.
    """
    count(request, Limit.LOGINS, name=name)
    found = get_adapter(request).authenticate(request, username=name_key(name) or "?", password=password)
    return found if isinstance(found, Account) and found.is_active else None  # allauth hands on both


def account_with_passkey(request: HttpRequest, said: str, account: Account | None = None) -> Account:
    """The account whose passkey answered, of this `account` if given. Raises TooOften, PasskeyRefused."""
    count(request, Limit.LOGINS)
    passkey = opened_by(said, account)
    passkey.record_usage()
    found: Account = Account.objects.get(pk=passkey.user_id)
    return found


def log_in(request: HttpRequest, account: Account) -> None:
    """This phone is the account's from now on. What it opened by itself waits until it is taken along."""
    get_adapter(request).login(request, account)
    confirm(request)


def log_out(request: HttpRequest) -> None:
    """This phone is nobody's account any more: a guest as before, or a fresh one."""
    logout(request)


def page_after(request: HttpRequest, wanted: str = "") -> str:
    """Where to go from logging in; what becomes of groups that the phone opens by itself is asked first."""
    if groups_of(phone_guest_of(request)):
        return reverse("take_along")
    return wanted or reverse("home")
