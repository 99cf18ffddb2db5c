"""An account in words. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import Phone
from scorekeeper.accounts.passkeys import Passkey
from scorekeeper.text.durations import ago


@dataclass(frozen=True, kw_only=True)
class PhoneLine:
    """A phone that is logged in; `public` names it in an address."""

    public: str
    browser: str
    since: datetime
    seen: str
    is_this: bool


@dataclass(frozen=True, kw_only=True)
class PasskeyLine:
    """A passkey; `used` says when it was last used."""

    pk: int
    name: str
    since: datetime
    used: str


def phone_lines(phones: Iterable[Phone], this: str) -> list[PhoneLine]:
    """The phones that are logged in; `this` is the key of the one that asks."""
    now = timezone.now()
    return [
        PhoneLine(
            public=str(one.public),
            browser=one.browser or _("A browser"),
            since=one.begun_at,
            seen=ago(now - one.seen_at),
            is_this=one.session_key == this,
        )
        for one in phones
    ]


def passkey_lines(passkeys: Iterable[Passkey]) -> list[PasskeyLine]:
    """The passkeys, the oldest first."""
    now = timezone.now()
    return [
        PasskeyLine(
            pk=one.pk,
            name=one.name,
            since=one.made_at,
            used=ago(now - one.used_at) if one.used_at else _("never"),
        )
        for one in passkeys
    ]
