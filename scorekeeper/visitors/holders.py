"""Whose account a phone is logged in to, where there are accounts; `scorekeeper.accounts` answers it.

Nothing of accounts is imported here: where they are switched off, nobody is ever logged in.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest


@dataclass(frozen=True, kw_only=True)
class Holder:
    """Who is logged in: the account's name, the guest it is, and this phone's session in the database."""

    name: str
    guest: uuid.UUID
    session: str


def holder_of(request: HttpRequest) -> Holder | None:
    """Who is logged in on this phone, None for a guest."""
    ask: Callable[[], Holder | None] | None = getattr(request, "ask_holder", None)
    return None if ask is None else ask()
