"""What nights add up to, kept by night, month, year and for all time: brought up to date as nights end.

What is kept of a night names people as its ink does; the months and years name them as who they are by now
(`Group.who`). A night that goes on is in none of it. What it changes is marked first (`count_night`) and
added up again in the same transaction (`add_up`), or, of many nights, once at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from ledger.counting import counts_of, packed
from ledger.models import Group, NightCounts, Session, Span, SpanCounts
from ledger.sheet import ScoreSheet
from ledger.standings.counted import ByGame, by_game, over, span_of
from ledger.steps import Progress, Steps


def night_counts(session: Session, sheet: ScoreSheet) -> NightCounts | None:
    """The row of a night that is over, not written yet; None of one that goes on or does not count."""
    if sheet.ending is None or not (counts := counts_of(sheet)):
        return None
    day = timezone.localdate(session.started_at)
    return NightCounts(session=session, group_id=session.group_id, day=day, counts=_packed(counts))


def count_night(session: Session, sheet: ScoreSheet) -> None:
    """Bring what is kept of a night in line with its sheet, and mark the spans it is in.

    Whoever calls this holds the group's row where the night is over, or was.
    """
    had = NightCounts.objects.filter(session=session).first()
    has = night_counts(session, sheet)
    if has is not None:
        has.pk = had.pk if had is not None else None
        has.save()
    elif had is not None:
        had.delete()
    if changed := [one.day for one in (had, has) if one is not None]:
        _mark(session.group_id, changed)


def mark_spans(group: Group, days: Iterable[date]) -> None:
    """Mark the spans of these days to be added up again (one statement)."""
    _mark(group.pk, days)


def _mark(group: int, days: Iterable[date]) -> None:
    found = {(span, span_of(span, day)[0]) for day in days for span in Span}
    spans = [SpanCounts(group_id=group, span=span, begins=begins) for span, begins in sorted(found)]
    SpanCounts.objects.bulk_create(
        spans, update_conflicts=True, unique_fields=["group", "span", "begins"], update_fields=["counts"]
    )


def count_again(group: Group, nights: Collection[int]) -> None:
    """Add up again what these nights are part of, as people are now who they were not before."""
    days = NightCounts.objects.filter(group=group).values_list("session", "day")
    mark_spans(group, {day for session, day in days if session in nights})
    add_up(group)


def add_up(group: Group) -> None:
    """Add up again what is marked, in the transaction of what marked it."""
    for span in Span:
        for begins in _marked(group, span):
            _add_up(group, span, begins)


def add_up_in_steps(group: Group) -> Steps[int]:
    """The same in a transaction for each span, for many nights at once; returns how many there were."""
    done = 0
    for span in Span:
        for begins in _marked(group, span):
            yield Progress(done=done, of=0)
            with transaction.atomic():
                Group.every.select_for_update().only("pk").get(pk=group.pk)
                _add_up(group, span, begins)
            done += 1
    return done


def add_up_everywhere(failed: Callable[[Group, Exception], object]) -> Steps[int]:
    """What is marked in any group, for `migrate`; a group where that cannot be done is told to `failed`."""
    done = 0
    marked = SpanCounts.objects.filter(counts__isnull=True).order_by().values("group")
    for group in Group.objects.filter(pk__in=marked).order_by("pk"):
        try:
            done += yield from add_up_in_steps(group)
        except Exception as problem:
            failed(group, problem)
    return done


def _marked(group: Group, span: Span) -> list[date]:
    rows = SpanCounts.objects.filter(group=group, span=span, counts__isnull=True).order_by("begins")
    return list(rows.values_list("begins", flat=True))


def _add_up(group: Group, span: Span, begins: date) -> None:
    """A span from those that it is made of: a month from its nights, a year from its months."""
    first, last = span_of(span, begins)
    parts: list[ByGame] = over(group, first, last, of=[one for one in Span if _is_shorter(one, span)])
    row = SpanCounts.objects.filter(group=group, span=span, begins=begins)
    if parts:
        row.update(counts=_packed(by_game(parts)))
    else:
        row.delete()


def _is_shorter(one: Span, than: Span) -> bool:
    order = list(Span)
    return order.index(one) < order.index(than)


def _packed(counts: ByGame) -> dict[str, Any]:
    return {game: packed(one) for game, one in sorted(counts.items())}
