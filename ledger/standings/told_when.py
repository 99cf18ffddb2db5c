"""Between which moments hands were told that are asked for.

So that an index leads to them, however many others there are.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from ledger.counting import Case, Circumstances
from ledger.models import A_NIGHT, Group, Session, Span, SpanCounts, open_sessions
from ledger.standings.counted import FIRST_DAY, LAST_DAY, Asked, GoesOn, are_marked, part_of, span_of

ONE = timedelta(days=1)

Days = tuple[date, date]
"""From a day until another, both included."""


def began_between(asked: Asked, name: str = "started_at") -> Q:
    """Of nights that began on the days that are asked for, by the name of when they did."""
    found = Q()
    # No time zone has hours before the first day, or after the last.
    if asked.since and asked.since > FIRST_DAY:
        found &= Q(**{f"{name}__gte": _begins(asked.since)})
    if asked.until and asked.until < LAST_DAY:
        found &= Q(**{f"{name}__lt": _begins(asked.until + ONE)})
    return found


def told_when(group: Group, game: str, asked: Asked, *, on: Iterable[GoesOn] | None = None) -> Q | None:
    """What holds for the moments (`at`) of all hands of a game that are asked for; None where there are none.

    `on` are the nights that go on, of the days that are asked for; None where they were not read. No query;
    where hands under some circumstances are asked for up to three.
    """
    all_days = asked.since or FIRST_DAY, asked.until or LAST_DAY
    if asked.circumstances.are_any:
        return _between(all_days)
    if on is None:
        there = [all_days] if open_sessions(group).exists() else []
    else:
        there = [_day_of(one) for one, games in on if _fits(games, game, asked.circumstances)]
    if days := _days_of(group, game, asked):
        there.append(days)
    if not there:
        return None
    return _between((min(first for first, _ in there), max(last for _, last in there)))


def _between(days: Days) -> Q:
    """Told on the nights of these days: each of its hands is, from its beginning until a day later."""
    first, last = days
    found = Q(at__gte=_begins(first)) if first > FIRST_DAY else Q()
    # The calendar ends before a day after its last days.
    return found & Q(at__lt=_begins(last + ONE) + A_NIGHT) if last < LAST_DAY - ONE else found


def _days_of(group: Group, game: str, asked: Asked) -> Days | None:
    """The days of the nights that are over and had such hands, as exactly as months are; None without any."""
    first, last = asked.since or FIRST_DAY, asked.until or LAST_DAY
    spans = SpanCounts.objects.filter(group=group).annotate(is_known=~are_marked(group))
    in_years = spans.filter(span=Span.YEAR, begins__range=(first.replace(month=1, day=1), last))
    years = _fitting(in_years, game, asked.circumstances)
    known = [begins.year for begins, is_known in years if is_known]
    of = {*known[:1], *known[-1:], *(begins.year for begins, is_known in years if not is_known)}
    in_months = spans.filter(span=Span.MONTH, begins__year__in=of, begins__range=(first.replace(day=1), last))
    months = _fitting(in_months, game, asked.circumstances) if of else []
    if not months:
        return None
    return max(first, months[0][0]), min(last, span_of(Span.MONTH, months[-1][0])[1])


def _fitting(spans: QuerySet[SpanCounts], game: str, circumstances: Circumstances) -> list[tuple[date, bool]]:
    """When those of these spans begin that may have such hands, and whether that is known: it is not of those
    that have to be added up again."""
    told = spans.order_by("begins").values_list("begins", "is_known", part_of("gist", game, "cases"))
    return [
        (begins, is_known)
        for begins, is_known, cases in told
        if not is_known or _has(cases or (), circumstances)
    ]


def _has(cases: Iterable[Iterable[Any]], circumstances: Circumstances) -> bool:
    return any(circumstances.fit(Case(*case)) for case in cases)


def _fits(games: Any, game: str, circumstances: Circumstances) -> bool:
    nights = games[game].by_night if game in games else ()
    return any(_has(night.cases, circumstances) for night in nights)


def _day_of(night: Session) -> Days:
    day = timezone.localdate(night.started_at)
    return day, day


def _begins(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
