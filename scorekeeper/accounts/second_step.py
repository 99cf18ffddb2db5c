"""The second step: who wants it says their password and then shows a passkey, or a recovery code instead.

In between, the session says who has said the password, and opens nothing. A passkey lets in by itself as
ever, as its phone asks who holds it.
"""

from __future__ import annotations

from time import time

from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from scorekeeper.accounts import passkeys
from scorekeeper.accounts.codes import codes_left
from scorekeeper.accounts.models import Account

HALF = "half"
SO_LONG = 10 * 60
"""Seconds for which a password counts that was just said."""


def begin(request: HttpRequest, account: Account) -> None:
    """Remember that this phone has said the account's password, under another key of its session."""
    request.session.cycle_key()
    request.session[HALF] = [account.pk, account.get_session_auth_hash(), int(time())]


def half_in(request: HttpRequest) -> Account | None:
    """Whose password this phone has said lately; None where that was changed meanwhile, or is not enough."""
    if request.session.session_key is None or HALF not in request.session:
        return None
    pk, was, at = request.session[HALF]
    account = Account.objects.filter(pk=pk, is_active=True, second_step=True).first()
    is_lately = 0 <= time() - at < SO_LONG
    if account is None or not is_lately or not constant_time_compare(was, account.get_session_auth_hash()):
        return None
    return account


def end(request: HttpRequest) -> None:
    """Forget who has said a password here."""
    request.session.pop(HALF, None)


def switch_on(account: Account) -> bool:
    """Ask for a passkey after the password; False where there is none, or no code that could replace it."""
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        can = bool(passkeys.passkeys_of(account)) and codes_left(account) > 0
        if can:
            Account.objects.filter(pk=account.pk).update(second_step=True)
    return can


def switch_off(account: Account) -> None:
    """Let the password be enough again."""
    Account.objects.filter(pk=account.pk).update(second_step=False)


def remove_passkey(account: Account, passkey: int) -> None:
    """Forget one of an account's passkeys; with the last one the second step goes too."""
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        passkeys.remove(account, passkey)
        if not passkeys.passkeys_of(account):
            switch_off(account)
