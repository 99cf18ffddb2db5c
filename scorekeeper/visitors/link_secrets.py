"""What a link's address ends in: cut by this server, and said again by it as often as somebody asks.

The book keeps only the digest of a secret, so that whoever reads a copy of the book gets in nowhere. But a QR
code has to be shown again next week. So a secret is not drawn by lot but computed, with the server's own key,
from a random number that the book keeps: with the book alone, or the key alone, nobody can say it.

With another SECRET_KEY old links go on letting people in; only shown again they can be no more.
"""

from __future__ import annotations

import uuid
from base64 import urlsafe_b64encode
from collections.abc import Iterator

from django.conf import settings
from django.utils.crypto import salted_hmac

from ledger.models import AccessLink, SharedYear
from ledger.recording import Secret, digest_of

BYTES = 16
"""128 bits: nobody guesses them, and the address fits a small QR code."""


def cut() -> tuple[Secret, str]:
    """A secret that there never was: as it is stored, and as it stands in an address."""
    nonce = uuid.uuid4()
    said = next(_said(nonce))
    return Secret(nonce=nonce, digest=digest_of(said)), said


def said_again(link: AccessLink | SharedYear) -> str:
    """The secret of a link; "" where it was cut with a key that is gone."""
    return next((said for said in _said(link.nonce) if digest_of(said) == link.digest), "")


def link_with(secret: str) -> AccessLink | None:
    """The link that has this secret, open or not, with its group (one query)."""
    return AccessLink.objects.select_related("group").filter(digest=digest_of(secret)).first()


def year_with(secret: str) -> SharedYear | None:
    """The page of a year that has this secret and is switched on, with its group (one query)."""
    shared = SharedYear.objects.select_related("group", "player")
    return shared.filter(digest=digest_of(secret), is_on=True).first()


def _said(nonce: uuid.UUID) -> Iterator[str]:
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        digest = salted_hmac(__name__, nonce.hex, secret=key, algorithm="sha256").digest()
        yield urlsafe_b64encode(digest[:BYTES]).decode().rstrip("=")
