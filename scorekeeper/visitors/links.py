"""Links into a group: the secret that their address ends in, and how a phone comes in by one.

The book keeps only the digest of a secret, so that whoever reads a copy of the book gets in nowhere. But a QR
code has to be shown again next week. So a secret is not drawn by lot but computed, with the server's own key,
from a random number that the book keeps: with the book alone, or the key alone, nobody can say it.

With another SECRET_KEY old links go on letting people in; only shown again they can be no more.
"""

import uuid
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.crypto import salted_hmac

from ledger.models import AccessLink, Group, Membership, Role, SharedYear
from ledger.recording import (
    NewLink,
    Secret,
    WriteContext,
    check_members,
    digest_of,
    has_come,
    let_in,
    make_link,
)
from ledger.standings import nights_in_progress
from scorekeeper.visitors.guests import gain

# 128 bits: nobody guesses them, and the address fits a small QR code.
BYTES = 16

# Secrets are computed with it: another one would make every link impossible to show again.
SALT = "scorekeeper.visitors.link_secrets"

A_DAY = timedelta(days=1)


def cut() -> tuple[Secret, str]:
    """Return a fresh secret: as it is stored, and as it stands in an address."""
    nonce = uuid.uuid4()
    said = next(_said(nonce))
    return Secret(nonce=nonce, digest=digest_of(said)), said


def cut_key(group: Group) -> str:
    """Return a spare key as it stands in an address: a link to own the group that is good once, for a day.

    Whoever lost a phone, or brought a group in by a command, has no other way to the book. Raises Refused
    where too many were let in.
    """
    check_members(group)
    secret, said = cut()
    new = NewLink(role=Role.OWNER, expires_at=timezone.now() + A_DAY, once=True)
    make_link(group, new, secret, WriteContext(key=uuid.uuid4(), after=0))
    return said


def said_again(link: AccessLink | SharedYear) -> str:
    """Return the secret of a link; "" where it was cut with a key that is gone."""
    return next((said for said in _said(link.nonce) if digest_of(said) == link.digest), "")


def link_with(secret: str) -> AccessLink | None:
    """Return the link that has this secret, open or not, with its group (one query)."""
    return AccessLink.objects.select_related("group").filter(digest=digest_of(secret)).first()


def year_with(secret: str) -> SharedYear | None:
    """Return the page of a year that has this secret and is switched on, with its group (one query)."""
    shared = SharedYear.objects.select_related("group", "player")
    return shared.filter(digest=digest_of(secret), is_on=True).first()


def came_by(link: AccessLink, guest: uuid.UUID) -> Membership | None:
    """Return the membership of a guest who has come by this link or may do as much, else None (one query)."""
    mine = Membership.objects.filter(group=link.group_id, guest=guest).first()
    return mine if mine is not None and has_come(link, mine) else None


def come_in(request: HttpRequest, link: AccessLink) -> Membership:
    """Let this phone gain the group by a link. Raises what `gain` raises, and Refused."""
    return gain(request, write=lambda guest: let_in(link, guest), before=lambda guest: came_by(link, guest))


def first_page(group: Group) -> str:
    """Return the address of tonight's table, or of the group where nobody plays (one query)."""
    night = next(iter(nights_in_progress(group)), None)
    if night is None:
        return resolve_url("group", code=group.code)
    return resolve_url("table", code=group.code, number=night.number)


def _said(nonce: uuid.UUID) -> Iterator[str]:
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        digest = salted_hmac(SALT, nonce.hex, secret=key, algorithm="sha256").digest()
        yield urlsafe_b64encode(digest[:BYTES]).decode().rstrip("=")
