"""Nights of one game, a page of them: at the same cost whether it is played every week or once in years."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from ledger.models import Group, NightCounts, Span, SpanCounts
from ledger.standings.counted import Gap, are_marked, nights_with, part_of, span_of, without

BESIDES = 50
"""So many nights more than are asked for are looked at before it is asked when the game was played at all."""

MOST_GAPS = 100
"""So many times that lie apart are asked for one by one; of more, as where every other month of a century is
to be added up again, all days from the first to the last. A database does not take thousands."""

NO_CURSOR = Q()


def nights_of_game(
    group: Group,
    game: str,
    days: Gap,
    part: str,
    *columns: str,
    order: Sequence[str],
    most: int,
    beyond: Q = NO_CURSOR,
) -> list[tuple[Any, ...]]:
    """What `nights_with` tells of the nights of these days, in an order that begins with their day.

    `beyond` is what holds besides on the first or the last of these days. One query; where the game was
    played on few of many nights, four more, and on none of the latest one more.
    """
    nights = NightCounts.objects.order_by(*order)
    upwards = not order[0].startswith("-")
    every = NightCounts.objects.filter(beyond, group=group, day__range=days).order_by(order[0]).values("day")
    looked_at = most + BESIDES
    rest = every[looked_at : looked_at + 1]
    end = Coalesce(Subquery(rest), Value(days[upwards]))
    first = nights.filter(
        beyond, group=group, day__gte=days[0] if upwards else end, day__lte=end if upwards else days[1]
    )
    told = nights_with(game, first.annotate(are_more=Exists(rest)), part, *columns, "are_more", most=most)
    if len(told) == most or not (told[0][-1] if told else rest.exists()):
        return [one[:-1] for one in told]
    played = _days_with(group, game, days, most, upwards=upwards)
    if not played:
        return []
    # An index leads to the nights of each of these, where they stand beside each other.
    there = [
        NightCounts.objects.filter(
            beyond, group=group, day__range=(max(days[0], begun), min(days[1], over))
        ).values("pk")
        for begun, over in played
    ]
    named = nights.filter(pk__in=there[0].union(*there[1:], all=True) if there[1:] else there[0])
    return nights_with(game, named, part, *columns, most=most)


def _days_with(group: Group, game: str, days: Gap, most: int, *, upwards: bool) -> list[Gap]:
    """From one end of these days on those of the weeks and months in which the game was played on so many
    nights, or may have been (three queries)."""
    first, last = days
    years = _spans(group, game, Span.YEAR, upwards=upwards)
    in_years = years.filter(begins__range=(first.replace(month=1, day=1), last))
    of = {begun.year for begun, _ in _enough(Span.YEAR, in_years, days, most)}
    if not of:
        return []
    months = _spans(group, game, Span.MONTH, upwards=upwards)
    in_months = months.filter(begins__year__in=of, begins__range=(first.replace(day=1), last))
    if not (found := _joined(_enough(Span.MONTH, in_months, days, most))):
        return []
    # Of weeks with few nights nothing is kept.
    of_these = reduce(or_, [Q(begins__range=month) for month in found])
    for begins, is_unknown, nights in _spans(group, game, Span.WEEK, upwards=upwards).filter(of_these):
        if not is_unknown and not nights:
            found = without(found, span_of(Span.WEEK, begins))
    return _joined(found)


def _joined(gaps: Iterable[Gap]) -> list[Gap]:
    """The same days in as few pieces as can be, the earliest first; all between where they are too many."""
    found: list[Gap] = []
    for first, last in sorted(gaps):
        if found and (first - found[-1][1]).days <= 1:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return found if len(found) <= MOST_GAPS else [(found[0][0], found[-1][1])]


def _spans(group: Group, game: str, span: Span, *, upwards: bool) -> QuerySet[SpanCounts, Any]:
    spans = SpanCounts.objects.filter(group=group, span=span).annotate(is_unknown=are_marked(group))
    told = spans.values_list("begins", "is_unknown", part_of("gist", game, "nights"))
    return told.order_by("begins" if upwards else "-begins")


def _enough(span: Span, rows: Iterable[tuple[date, bool, int | None]], days: Gap, most: int) -> list[Gap]:
    """Of these spans in their order as many as have so many nights of the game, each within these days."""
    found: list[Gap] = []
    for begins, is_unknown, nights in rows:
        begun, over = span_of(span, begins)
        if is_unknown or nights:
            found.append((begun, over))
        if nights and not is_unknown and days[0] < begun and over < days[1]:
            most -= nights
        if most <= 0:
            break
    return found
