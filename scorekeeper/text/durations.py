"""How long something takes or is to be waited for, as people say it."""

from datetime import timedelta

from django.utils.translation import gettext, ngettext

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
DAY, WEEK = timedelta(days=1), timedelta(weeks=1)


def duration(wait: timedelta) -> str:
    """Return a time to wait: "a minute", "12 minutes", "3 hours"; rounded up, at least a second."""
    if (seconds := max(1, -(-wait // SECOND))) < 60:
        return ngettext("a second", "{count} seconds", seconds).format(count=seconds)
    if (minutes := -(-wait // MINUTE)) < 60:
        return ngettext("a minute", "{count} minutes", minutes).format(count=minutes)
    hours = -(-wait // HOUR)
    return ngettext("an hour", "{count} hours", hours).format(count=hours)


def ago(wait: timedelta) -> str:
    """Return the time since something: "just now" within ten minutes, "3 hours ago", "3 weeks ago"."""
    if wait < 10 * MINUTE:
        return gettext("just now")
    if wait < HOUR:
        minutes = wait // MINUTE
        return ngettext("a minute ago", "{count} minutes ago", minutes).format(count=minutes)
    if wait < DAY:
        hours = wait // HOUR
        return ngettext("an hour ago", "{count} hours ago", hours).format(count=hours)
    if wait < 2 * WEEK:
        days = wait // DAY
        return ngettext("yesterday", "{count} days ago", days).format(count=days)
    weeks = wait // WEEK
    return ngettext("a week ago", "{count} weeks ago", weeks).format(count=weeks)


def lasted(seconds: int) -> str:
    """Return a duration to the minute: "5 h 20 min", "40 min"."""
    hours, minutes = divmod(seconds // 60, 60)
    if not hours:
        return gettext("{minutes} min").format(minutes=minutes)
    return gettext("{hours} h {minutes} min").format(hours=hours, minutes=f"{minutes:02d}")
