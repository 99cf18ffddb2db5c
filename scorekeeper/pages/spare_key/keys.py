"""Spare keys: an address that opens a group to one more phone, once, and only for a day.

Whoever lost a phone, or brought a group in by a command, has no other way to the book. It is a link to own
the group that is good once; an owner can make one that lasts on the page “people”.
"""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.utils import timezone

from ledger.models import AccessLink, Group, Role
from ledger.recording import NewLink, WriteContext, check_members, make_link
from scorekeeper.visitors.link_secrets import cut, link_with

A_DAY = timedelta(days=1)


def cut_key(group: Group) -> str:
    """A new key to a group, as it stands in an address. Raises Refused where too many were let in."""
    check_members(group)
    secret, said = cut()
    new = NewLink(role=Role.OWNER, expires_at=timezone.now() + A_DAY, once=True)
    make_link(group, new, secret, WriteContext(key=uuid.uuid4(), after=0))
    return said


def read_key(key: str) -> AccessLink | None:
    """What a key opens; None for one that is older than a day or was turned off, or no key."""
    link = link_with(key)
    if link is None or not link.once or link.revoked_at is not None:
        return None
    return link if link.expires_at and link.expires_at > timezone.now() else None
