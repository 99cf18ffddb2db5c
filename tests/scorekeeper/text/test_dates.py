"""Days as the reader's language writes them."""

from datetime import UTC, date, datetime

from django.utils import timezone, translation

from scorekeeper.text.dates import when


def test_a_day_is_written_in_the_language_of_whoever_reads_it() -> None:
    day = date(2026, 5, 12)
    for language, month in (("en", "May"), ("de", "Mai")) * 2:
        with translation.override(language):
            assert (when(day, "day"), when(day, "month")) == (f"12 {month} 2026", f"{month} 2026")


def test_a_time_is_told_in_the_zone_that_counts_when_it_is_written() -> None:
    at = datetime(2026, 5, 12, 23, 30, tzinfo=UTC)
    for zone, written in (("UTC", "12 May, 23:30"), ("Europe/Berlin", "13 May, 01:30")):
        with timezone.override(zone):
            assert when(at, "day_time") == written
