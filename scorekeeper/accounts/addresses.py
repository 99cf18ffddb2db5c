"""E-mail addresses of accounts, confirmed by a letter, and the links in letters.

A link holds no secret that is kept: it is computed from the account as it stands, and so is good for nothing
once the password or the address is another one.
"""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction
from django.http import HttpResponse

from scorekeeper.accounts.letters import changed_letters, confirm_letter, password_letter, send
from scorekeeper.accounts.models import Account
from scorekeeper.accounts.sessions import end_phones

MOST_AT_ONE = 5
"""Accounts that a letter names; a family has no more."""
REFERRER = "strict-origin"
Links = Callable[[str], str]
"""Writes the address of the page that a letter leads to, from what its link says."""


class _Confirms(PasswordResetTokenGenerator):
    """Says that an address is somebody's: good until another is asked for, or the password is changed."""

    key_salt = "scorekeeper.accounts.addresses.confirms"

    def _make_hash_value(self, user: Account, timestamp: int) -> str:
        return f"{user.pk} {user.password} {user.address_asked} {timestamp}"


CONFIRMS, RENEWS = _Confirms(), PasswordResetTokenGenerator()


def ask(account: Account, address: str, links: Links) -> None:
    """Send a letter to the address that the account is to have; until it is confirmed, the old one stays."""
    account.address_asked = address
    account.save(update_fields=["address_asked"])
    send(confirm_letter(account, links(_said(account, CONFIRMS))))


def confirm(said: str) -> Account | None:
    """Give the account the address that its link is for; None for a link that is good for nothing."""
    with transaction.atomic():
        account = confirms(said, is_to_write=True)
        if account is None:
            return None
        was, account.address = account.address, account.address_asked
        account.address_key = account.address.casefold()
        account.save(update_fields=["address", "address_key"])
    if was != account.address:
        send(*changed_letters(account, [was]))
    return account


def take_away(account: Account) -> None:
    """Let the account have no address, nor wait for one."""
    was = account.address
    account.address = account.address_key = account.address_asked = ""
    account.save(update_fields=["address", "address_key", "address_asked"])
    send(*changed_letters(account, [was]))


def send_new_passwords(address: str, links: Links) -> None:
    """A letter to this address if accounts are there; it goes to the address as it was confirmed."""
    found = list(Account.objects.filter(address_key=address.casefold(), is_active=True)[:MOST_AT_ONE])
    for written in dict.fromkeys(one.address for one in found):
        each = {one.name: links(_said(one, RENEWS)) for one in found if one.address == written}
        send(password_letter(written, each))


def confirms(said: str, *, is_to_write: bool = False) -> Account | None:
    """Whose address a link confirms; None for one that is good for nothing."""
    account = _with_link(said, CONFIRMS, is_to_write=is_to_write)
    return account if account is not None and account.address_asked else None


def renews(said: str, *, is_to_write: bool = False) -> Account | None:
    """Whose password a link replaces; None for one that is good for nothing."""
    account = _with_link(said, RENEWS, is_to_write=is_to_write)
    return account if account is not None and account.address else None


def renew(said: str, password: str) -> Account | None:
    """Give the account of this link another password, and end all its phones; None where it is no good."""
    with transaction.atomic():
        account = renews(said, is_to_write=True)
        if account is None:
            return None
        account.set_password(password)
        account.address_asked = account.address
        account.save(update_fields=["password", "address_asked"])
        end_phones(account)
    tell_of_change(account)
    return account


def tell_of_change(account: Account) -> None:
    """Tell whoever reads the account's letters that its password is another one."""
    send(*changed_letters(account, [account.address]))


def untold(answer: HttpResponse) -> HttpResponse:
    """The page of a link, whose address is told to no other page and to no crawler."""
    answer["Referrer-Policy"] = REFERRER
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


def _said(account: Account, signs: PasswordResetTokenGenerator) -> str:
    return f"{account.pk}-{signs.make_token(account)}"


def _with_link(said: str, signs: PasswordResetTokenGenerator, *, is_to_write: bool) -> Account | None:
    pk, _, token = said.partition("-")
    if not (pk.isascii() and pk.isdigit() and len(pk) < 19):
        return None
    accounts = Account.objects.select_for_update() if is_to_write else Account.objects.all()
    account = accounts.filter(pk=int(pk), is_active=True).first()
    return account if account is not None and signs.check_token(account, token) else None
