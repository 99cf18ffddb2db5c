"""Periods: months as settlements know them: a settlement of a month goes until the month is over."""

from datetime import date, datetime, time
from typing import Any

from django.db.models import Min, QuerySet
from django.utils import timezone

from ledger.models import Group, Kind, Transaction

# How settlements of a month were called in files of before.
MONTH_LABEL = "%B %Y"


def end_of(month: date) -> datetime:
    """Return when the month after this one begins, here."""
    after = date(month.year + month.month // 12, month.month % 12 + 1, 1)
    return timezone.make_aware(datetime.combine(after, time.min))


def until_by_label(label: str) -> datetime | None:
    """Return until when a settlement called "March 2009" goes, None for one that is of no month.

    Only for files from before settlements said so themselves.
    """
    try:
        return end_of(datetime.strptime(label, MONTH_LABEL).date())  # noqa: DTZ007
    except ValueError:
        return None


def nights_from(group: Group, when: datetime) -> QuerySet[Any]:
    """Return the nights that brought nothing before then."""
    brought = Transaction.objects.filter(group=group, kind=Kind.NIGHT).order_by().values("session")
    return brought.annotate(first=Min("at")).filter(first__gte=when).values("session")
