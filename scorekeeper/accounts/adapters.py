"""What django-allauth asks of this project."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.http import HttpRequest

from scorekeeper.accounts.models import Account
from scorekeeper.visitors.counting import address_of


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts are made by our own page, and its guesses counted by our own counters."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """Who asks, as everything here is counted: the server has read the proxy's headers already."""
        return address_of(request)

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Not by allauth's own pages, which have no address here."""
        return False

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        """Nothing: our pages say themselves what was done."""

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        """Nothing: our own letters say all there is to say (scorekeeper/accounts/letters.py)."""


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """A passkey is another way in; where it is a second lock as well says our own second step."""

    def is_mfa_enabled(self, user: Any, types: Any = None) -> bool:
        """Never: a passkey on one phone must not keep the password from working on the next."""
        return False

    def get_public_key_credential_user_entity(self, user: Any) -> dict[str, Any]:
        """What a phone shows where it asks which passkey to use."""
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"name": str(user), "display_name": str(user)}


def display(account: Account) -> str:
    """What an account is called."""
    return account.name
