"""The two guards as a form carries them, and the sentence for a phone that sends nonsense."""

from __future__ import annotations

import uuid

from django.http import QueryDict

from ledger.models import Membership
from ledger.recording import Pen, Refused


def read_pen(posted: QueryDict, by: Membership) -> Pen:
    """The pen from the hidden fields `key` and `after`; raises Refused when they are not what we sent."""
    after = posted.get("after") or ""
    if not (after.isascii() and after.isdigit() and len(after) < 10):
        raise _worn()
    try:
        key = uuid.UUID(posted.get("key") or "")
    except ValueError:
        raise _worn() from None
    return Pen(key=key, after=int(after), by=by)


def _worn() -> Refused:
    return Refused("no_key", "This page was not sent whole. Load it again; nothing was written.")
