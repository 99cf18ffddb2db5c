"""What nights add up to, kept by night and by spans of time (`Span`): these are brought up to date later.

What is kept of a night names people as its ink does; the spans name them as who they are by now
(`Group.who`). A night that goes on is in none of it. What writes counts the night and marks the spans it is
in (`count_night`), which costs the same after any number of nights; what is marked is added up in steps,
later (`add_up_in_steps`). Whoever asks meanwhile is told the same: `ledger.standings.counted` goes around
what is marked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from ledger.counting import Packed, adds_something, counts_of, gist, packed
from ledger.models import Group, NightCounts, Session, Span, SpanCounts
from ledger.seasons import seasons_said
from ledger.sheet import ScoreSheet
from ledger.standings.attendance import packed_sat, sat_over
from ledger.standings.counted import CALENDAR, FIRST_DAY, LAST_DAY, ByGame, by_game, over, span_of
from ledger.standings.nights import nights_counted
from ledger.steps import Progress, Steps

WORTH_A_WEEK = 3
"""Of fewer nights no week is kept: they are read as fast themselves, and most tables play once a week."""


def night_counts(session: Session, sheet: ScoreSheet) -> NightCounts | None:
    """The row of a night that is over, not written yet; None of one that goes on or does not count."""
    if not adds_something(sheet):
        return None
    day, counts = timezone.localdate(session.started_at), _packed(counts_of(sheet))
    return NightCounts(session=session, group_id=session.group_id, day=day, counts=counts)


def count_night(session: Session, sheet: ScoreSheet, *, before: ScoreSheet | None) -> None:
    """Count a night as its sheet says, and mark the spans it is in; before, it was `before`.

    Where that is None nobody knows what was kept of it. Whoever calls this holds the group's row where the
    night is over, or was.
    """
    was_on = _kept_on(session) if before is None else _counted_on(session, before)
    if (has := night_counts(session, sheet)) is not None:
        NightCounts.objects.bulk_create(
            [has], update_conflicts=True, unique_fields=["session"], update_fields=["group", "day", "counts"]
        )
    elif was_on is not None:
        NightCounts.objects.filter(session=session).delete()
    is_on = None if has is None else has.day
    _mark(session.group_id, [day for day in (was_on, is_on) if day is not None])


def _kept_on(session: Session) -> date | None:
    """The day of what is kept of a night; None where nothing is."""
    return NightCounts.objects.filter(session=session).values_list("day", flat=True).first()


def _counted_on(session: Session, before: ScoreSheet) -> date | None:
    """The day on which a night counted that was like this; None where it did not. Of one that is copied its
    sheet says which."""
    if not adds_something(before):
        return None
    return timezone.localdate(session.started_at) if before.copied is None else before.copied.day


def mark_spans(group: Group, days: Iterable[date]) -> None:
    """Mark the spans of these days to be added up again, and the seasons between them (two statements)."""
    _mark(group.pk, days)


def _mark(group: int, days: Iterable[date]) -> None:
    marked = {*days}
    if not marked:
        return
    found = {(span, *span_of(span, day)) for day in marked for span in CALENDAR}
    SpanCounts.objects.bulk_create(
        [
            SpanCounts(group_id=group, span=span, begins=begins, ends=ends)
            for span, begins, ends in sorted(found)
        ],
        update_conflicts=True,
        unique_fields=["group", "span", "begins", "ends"],
        update_fields=["counts"],
    )
    others = SpanCounts.objects.filter(group_id=group, span__in=(Span.EARLIER, Span.SEASON))
    others.filter(begins__lte=max(marked), ends__gte=min(marked)).update(counts=None)


def mark_nights(group: Group, nights: Collection[int]) -> None:
    """Mark what these nights are part of, as people are now who they were not before."""
    days = NightCounts.objects.filter(group=group).values_list("session", "day")
    mark_spans(group, {day for session, day in days if session in nights})


def keep_seasons(group: Group) -> None:
    """Keep a sum of each season that the group has by now, and of no other; what is new is marked.

    The group is held (three statements).
    """
    has = {(one.first, one.last or LAST_DAY) for one in seasons_said(group.seasons)}
    rows = SpanCounts.objects.filter(group=group, span=Span.SEASON)
    had = {(begins, ends): pk for pk, begins, ends in rows.values_list("pk", "begins", "ends")}
    rows.filter(pk__in=[pk for days, pk in had.items() if days not in has]).delete()
    SpanCounts.objects.bulk_create(
        [
            SpanCounts(group=group, span=Span.SEASON, begins=begins, ends=ends)
            for begins, ends in sorted(has - had.keys())
        ]
    )


def groups_to_add_up() -> QuerySet[Group]:
    """Those of which something is marked."""
    return Group.objects.filter(pk__in=_marked().values("group"))


def add_up_in_steps(group: Group) -> Steps[int]:
    """Add up the spans that are marked; returns how many.

    A transaction for each, in which the group is held: stopped, it goes on where it was.
    """
    done = 0
    with _held(group) as now:
        _keep_earlier(now)
    for span in Span:
        marked = _marked().filter(group=group, span=span).order_by("begins", "ends")
        for first, last in list(marked.values_list("begins", "ends")):
            yield Progress(done=done, of=0)
            with _held(group) as now:
                _add_up(now, span, first, last)
            done += 1
    return done


def add_up_everywhere(
    failed: Callable[[Group, Exception], object], *, but: Collection[int] = ()
) -> Steps[int]:
    """What is marked in any group but these (ids); one where that cannot be done is told to `failed`, and
    stays marked."""
    done = 0
    for group in list(groups_to_add_up().exclude(pk__in=but).order_by("pk")):
        try:
            done += yield from add_up_in_steps(group)
        except Exception as problem:
            failed(group, problem)
    return done


def _marked() -> QuerySet[SpanCounts]:
    return SpanCounts.objects.filter(counts__isnull=True)


@contextmanager
def _held(group: Group) -> Iterator[Group]:
    """The group as it is now, locked until all is written."""
    with transaction.atomic():
        yield Group.every.select_for_update(no_key=True).get(pk=group.pk)


def _add_up(group: Group, span: Span, first: date, last: date) -> None:
    """A span from those that it is made of: a week from its nights, a year from its quarters."""
    row = SpanCounts.objects.filter(group=group, span=span, begins=first, ends=last)
    if span is Span.WEEK and nights_counted(group, first, last) < WORTH_A_WEEK:
        row.delete()
        return
    shorter = [one for one in Span if _is_shorter(one, span)]
    parts: list[ByGame] = over(group, first, last, of=shorter)
    if parts or span is Span.SEASON:
        counts = _packed(by_game(parts))
        there = sat_over(group, first, last, of=shorter)
        row.update(counts=counts, gist=gist_of(counts), sat=packed_sat(there))
    else:
        row.delete()


def _keep_earlier(group: Group) -> None:
    """Have a sum of what was before the latest month with nights, and no other; a new one is marked."""
    rows = SpanCounts.objects.filter(group=group)
    latest = rows.filter(span=Span.MONTH).order_by("-begins").values_list("begins", flat=True)[:2]
    there = rows.filter(span=Span.EARLIER)
    if len(latest) < 2:
        there.delete()
        return
    ends = latest[0] - timedelta(days=1)
    there.exclude(ends=ends).delete()
    rows.get_or_create(group=group, span=Span.EARLIER, begins=FIRST_DAY, ends=ends)


def gist_of(counts: Mapping[str, Packed]) -> dict[str, Any]:
    """What a row says in short of what it says at length, by game."""
    return {game: gist(one) for game, one in counts.items()}


def _is_shorter(one: Span, than: Span) -> bool:
    order = list(Span)
    return order.index(one) < order.index(than)


def _packed(counts: ByGame) -> dict[str, Any]:
    return {game: packed(one) for game, one in sorted(counts.items())}
