"""Days as the reader's language writes them."""

from datetime import UTC, date, datetime

from django.utils import timezone, translation

from scorekeeper.text.dates import when


def test_a_day_is_written_in_the_language_of_whoever_reads_it() -> None:
    day = date(2026, 5, 12)
    for _ in range(2):
        with translation.override("en"):
            assert (when(day, "day"), when(day, "month")) == ("12 May 2026", "May 2026")
        with translation.override("de"):
            assert (when(day, "day"), when(day, "month")) == ("12 Mai 2026", "Mai 2026")


def test_a_time_is_told_in_the_zone_that_counts_when_it_is_written() -> None:
    at = datetime(2026, 5, 12, 23, 30, tzinfo=UTC)
    with timezone.override("UTC"):
        assert when(at, "day_time") == "12 May, 23:30"
    with timezone.override("Europe/Berlin"):
        assert when(at, "day_time") == "13 May, 01:30"
