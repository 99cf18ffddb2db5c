"""How long something takes or is to be waited for, as people say it."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import ngettext

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)


def duration(wait: timedelta) -> str:
    """How long to wait: "a minute", "12 minutes", "3 hours"; never less than it is, at least a second."""
    if (seconds := max(1, -(-wait // SECOND))) < 60:
        return ngettext("a second", "{count} seconds", seconds).format(count=seconds)
    if (minutes := -(-wait // MINUTE)) < 60:
        return ngettext("a minute", "{count} minutes", minutes).format(count=minutes)
    hours = -(-wait // HOUR)
    return ngettext("an hour", "{count} hours", hours).format(count=hours)
