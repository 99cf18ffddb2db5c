"""Days, times in this server's zone, and how long something takes, as the reader's language writes them."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from functools import lru_cache

from django.utils import timezone
from django.utils.dateformat import format as formatted
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

# Patterns of days and times; the catalogue has those of each language.
SHAPES: Mapping[str, str | Promise] = {
    # Translators: what Django's “date” filter understands, as your language orders day, month and year.
    "day": pgettext_lazy("date", "j M Y"),
    "day_time": pgettext_lazy("date", "j M, H:i"),
    "day_year_time": pgettext_lazy("date", "j M Y, H:i"),
    "long": pgettext_lazy("date", "j F Y"),
    "day_month": pgettext_lazy("date", "j M"),
    "day_month_long": pgettext_lazy("date", "j F"),
    "month_name": pgettext_lazy("date", "M"),
    "month_short": pgettext_lazy("date", "M Y"),
    "weekday": pgettext_lazy("date", "D j M"),
    "weekday_time": pgettext_lazy("date", "D j M, H:i"),
    "weekday_year_time": pgettext_lazy("date", "D j M Y, H:i"),
    "weekday_long": pgettext_lazy("date", "l, j F Y"),
    "month_alone": pgettext_lazy("date", "F"),
    "month": pgettext_lazy("date", "F Y"),
    "year": pgettext_lazy("date", "Y"),
    "time": pgettext_lazy("date", "H:i"),
}


def when(at: date | datetime, shape: str) -> str:
    """Return a day or a time in one of the shapes: "12 Mar 2026", "Thu 12 Mar, 20:15". Raises KeyError."""
    if not isinstance(at, datetime):
        return _day(at, shape, get_language())
    return _written(timezone.localtime(at) if timezone.is_aware(at) else at, shape)


def from_to(first: date, last: date) -> str:
    """Return the days from the first to the last, as "3 Mar 2026 to 9 Apr 2026"; one day alone as itself."""
    if first == last:
        return when(first, "day")
    return _("{first} to {last}").format(first=when(first, "day"), last=when(last, "day"))


@lru_cache(maxsize=4096)
def _day(day: date, shape: str, language: str | None) -> str:
    # Remembered, as a page of statistics writes hundreds of days and months, and the same ones again.
    return _written(day, shape)


def _written(at: date | datetime, shape: str) -> str:
    return str(formatted(at, str(SHAPES[shape])))


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
