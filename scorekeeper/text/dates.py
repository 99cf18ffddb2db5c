"""Days and times, in this server's zone, as the reader's language writes them."""

from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache

from django.utils import timezone
from django.utils.dateformat import format as formatted
from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext_lazy
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
