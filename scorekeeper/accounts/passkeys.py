"""Passkeys: begun and finished with django-allauth, which stores them; what they may do is decided here.

Each lets in by itself: it was made so that its phone asks who holds it, and remembers whose it is. One that
was made otherwise is no way in (allauth takes it for one: its issue 4224).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from cryptography.exceptions import UnsupportedAlgorithm
from django.core.exceptions import ValidationError
from django.db.models import QuerySet

from scorekeeper.accounts.models import Account

ALONE = "alone"
"""Under this name a stored passkey says that it lets in by itself."""
MOST = 20
"""So many passkeys an account may have."""
NONSENSE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    RecursionError,
    TypeError,
    UnsupportedAlgorithm,
    ValueError,
    struct.error,
)
LONGEST = 20_000

Answer = TypeVar("Answer")


class PasskeyRefused(Exception):
    """What the phone sent opens nothing, or cannot be read; it is never said why."""


@dataclass(frozen=True, kw_only=True)
class Passkey:
    """A passkey as it is listed."""

    pk: int
    name: str
    made_at: datetime
    used_at: datetime | None


def passkeys_of(account: Account) -> list[Passkey]:
    """An account's passkeys, the oldest first (one query)."""
    return [
        Passkey(pk=one.pk, name=one.data.get("name", ""), made_at=one.created_at, used_at=one.last_used_at)
        for one in _stored(account).order_by("created_at")
    ]


def begin_adding(account: Account) -> dict[str, Any]:
    """What the phone is asked for a new passkey; the session keeps it. PasskeyRefused for too many."""
    if _stored(account).count() >= MOST:
        raise PasskeyRefused
    return _plain(auth.begin_registration(account, passwordless=True))


def add(account: Account, name: str, said: str) -> None:
    """Keep the passkey that the phone has made. Raises PasskeyRefused."""
    credential = _read(said)

    def complete() -> Any:
        auth.parse_registration_response(credential)
        return auth.complete_registration(credential)

    made = _answered(complete)
    if not made.is_user_verified() or not made.credential_data or _is_known(account, credential):
        raise PasskeyRefused
    data = {"name": name, "credential": credential, ALONE: True}
    passkey = Authenticator(user_id=account.pk, type=Authenticator.Type.WEBAUTHN, data=data)
    if _answered(lambda: auth.WebAuthn(passkey).is_passwordless) is False:
        raise PasskeyRefused  # its phone does not remember whose it is
    passkey.save()


def remove(account: Account, passkey: int) -> bool:
    """Forget one of an account's passkeys; whether there was such a one."""
    count, _ = _stored(account).filter(pk=passkey).delete()
    return bool(count)


def begin_opening(account: Account | None = None) -> dict[str, Any]:
    """What the phone is asked to let somebody in, or to say that it is still this account's owner."""
    return _plain(auth.begin_authentication(account))


def opened_by(said: str, account: Account | None = None) -> Authenticator:
    """The passkey that answered: of this account, or of whichever it says. Raises PasskeyRefused."""
    credential = _read(said)

    def complete() -> Authenticator:
        auth.parse_authentication_response(credential)
        whose = account or auth.extract_user_from_response(credential)
        return auth.complete_authentication(whose, credential)

    found = _answered(complete)
    if found.data.get(ALONE) is not True or not found.user.is_active:
        raise PasskeyRefused
    return found


def _stored(account: Account) -> QuerySet[Authenticator]:
    kept: QuerySet[Authenticator] = Authenticator.objects.filter(
        user_id=account.pk, type=Authenticator.Type.WEBAUTHN
    )
    return kept


def _is_known(account: Account, credential: dict[str, Any]) -> bool:
    return any(one.data["credential"].get("id") == credential.get("id") for one in _stored(account))


def _read(said: str) -> dict[str, Any]:
    """What the phone sent, as an object. Raises PasskeyRefused."""
    try:
        found = json.loads(said) if len(said) <= LONGEST else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise PasskeyRefused
    return found


def _answered(complete: Callable[[], Answer]) -> Answer:
    """What `complete` answers to something that a stranger may have made up.

    The libraries take it apart as it comes, and each kind of nonsense trips them in its own way.
    """
    try:
        return complete()
    except ValidationError as refused:
        raise PasskeyRefused from refused
    except NONSENSE as nonsense:
        raise PasskeyRefused from nonsense


def _plain(asked: Any) -> dict[str, Any]:
    """As plain JSON: fido2 has objects that only look like it."""
    plain: dict[str, Any] = json.loads(json.dumps(dict(asked), default=dict))
    return plain
