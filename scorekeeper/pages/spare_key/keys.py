"""Spare keys: an address that opens a group to one more phone, once, and only for a day.

Whoever lost his phone, or brought a group in by a command, has no other way to his book. What the address
carries is the secret of a place kept in the group, signed together with the moment it was cut.
"""

from __future__ import annotations

import uuid

from django.core import signing

from ledger.models import Group
from ledger.recording import keep_a_place

SALT = "scorekeeper.spare_keys"
A_DAY = 24 * 60 * 60


def cut_key(group: Group) -> str:
    """A new key to a group, as it stands in an address."""
    return signing.dumps([group.code, keep_a_place(group).hex], salt=SALT)


def read_key(key: str) -> tuple[str, uuid.UUID] | None:
    """The group's code and the place that a key opens; None for one that is older than a day, or no key."""
    try:
        code, place = signing.loads(key, salt=SALT, max_age=A_DAY)
    except signing.BadSignature:
        return None
    return code, uuid.UUID(place)
