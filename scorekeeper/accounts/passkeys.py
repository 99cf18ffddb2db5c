"""Passkeys: django-allauth does the ceremony and stores them; what they may open is decided here.

Each lets in by itself: its phone asks who holds it (a finger, a face, a number) and remembers whose it is.
"""

import json
import struct
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm, AuthenticateWebAuthnForm
from allauth.mfa.webauthn.internal import auth
from cryptography.exceptions import UnsupportedAlgorithm
from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import Account

# Under this key a stored passkey says that it lets in by itself.
ALONE = "alone"

# Passkeys that an account may have.
MOST = 20

# allauth and fido2 take apart whatever a stranger sends, and each kind of nonsense trips them in its own way.
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


class PasskeyRefused(Exception):
    """Invalid credential. The message is for the page; the exact reason is withheld."""


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Tells phones the name of an account as it was typed; allauth's own tells the key it is compared by."""

    def get_public_key_credential_user_entity(self, user: Any) -> dict[str, Any]:
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"name": str(user), "display_name": str(user)}


def passkeys_of(account: Account) -> QuerySet[Authenticator]:
    """Return an account's passkeys, the oldest first."""
    kept: QuerySet[Authenticator] = Authenticator.objects.filter(
        user_id=account.pk, type=Authenticator.Type.WEBAUTHN
    )
    return kept.order_by("created_at")


def begin_adding(account: Account) -> dict[str, Any]:
    """Return the WebAuthn options for a new passkey, and remember them. Raises PasskeyRefused."""
    if passkeys_of(account).count() >= MOST:
        raise PasskeyRefused
    return _plain(auth.begin_registration(account, passwordless=True))


def add(account: Account, name: str, said: str) -> None:
    """Store the passkey of this JSON credential. Raises PasskeyRefused."""
    refused = _(
        "The passkey was not added: it has to ask who you are, by a finger, a face or a number, and to be "
        "kept on the phone."
    )
    data = {"credential": said, "name": name, "passwordless": "on"}
    credential = _cleaned(AddWebAuthnForm, data, account, refused)["credential"]
    passkey = Authenticator(
        user_id=account.pk,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": name, "credential": credential, ALONE: True},
    )
    stored = passkey.wrap()
    is_known = any(one.data["credential"].get("id") == credential.get("id") for one in passkeys_of(account))
    if is_known or stored.is_passwordless is False or not stored.authenticator_data.credential_data:
        raise PasskeyRefused(refused)
    passkey.save()


def begin_opening(account: Account | None = None) -> dict[str, Any]:
    """Return the WebAuthn options for a passkey of this account, or of whichever the phone has."""
    return _plain(auth.begin_authentication(account))


def opened_by(said: str, account: Account | None = None) -> Account:
    """Return the account whose passkey made this JSON credential, and note its use. Raises PasskeyRefused.

    With `account` only a passkey of that account counts.
    """
    refused = (
        _("This passkey is not one of yours.")
        if account
        else _("This passkey opens no account here. Use your password.")
    )
    found = _cleaned(AuthenticateWebAuthnForm, {"credential": said}, account, refused)["credential"]
    # allauth lets in any passkey that names its account, also one that asked nobody who they are (its #4224).
    if found.data.get(ALONE) is not True or not found.user.is_active:
        raise PasskeyRefused(refused)
    found.record_usage()
    opened: Account = found.user
    return opened


def _cleaned(
    form: type[forms.Form], data: dict[str, str], account: Account | None, refused: str
) -> dict[str, Any]:
    if len(data["credential"]) > LONGEST:
        raise PasskeyRefused(refused)
    checked = form(data, user=account)  # type: ignore[call-arg]
    try:
        is_valid = checked.is_valid()
    except NONSENSE as nonsense:
        raise PasskeyRefused(refused) from nonsense
    if not is_valid:
        raise PasskeyRefused(refused)
    return checked.cleaned_data


def _plain(asked: Any) -> dict[str, Any]:
    # Return the options as plain JSON; fido2's own objects only look like dicts.
    plain: dict[str, Any] = json.loads(json.dumps(dict(asked), default=dict))
    return plain
