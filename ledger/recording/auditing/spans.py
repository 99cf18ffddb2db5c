"""What a group's weeks, months, years and seasons are kept to add up to, against its nights."""

from __future__ import annotations

from ledger.counting import unpacked
from ledger.models import Group, NightCounts, Span, SpanCounts
from ledger.recording.auditing.reading import Say, Stops, learn_who, one_moment, reported
from ledger.recording.totals import gist_of
from ledger.seasons import seasons_said
from ledger.standings.attendance import packed_sat, sat_over
from ledger.standings.counted import LAST_DAY, by_game, over


def span_steps(group: Group, say: Say) -> Stops[None]:
    """Says which spans are not what their nights add up to; one that is marked to be added up is none yet.

    Each is compared with what it is made of: a week with its nights, a year with its quarters.
    """
    for place, span in enumerate(Span):
        rows = SpanCounts.objects.filter(group=group, span=span)
        for pk, first, last in rows.values_list("pk", "begins", "ends"):
            with one_moment():
                learn_who(group)
                kept = rows.filter(pk=pk).first()
                parts = over(group, first, last, of=list(Span)[:place])
                sat = sat_over(group, first, last, of=list(Span)[:place])
            if kept is not None and kept.counts is not None:
                there = {game: unpacked(counts) for game, counts in kept.counts.items()}
                is_so = there == by_game(parts) and kept.sat == packed_sat(sat)
                if not is_so or kept.gist != gist_of(kept.counts):
                    say(reported("span", span=span.value, first=first.isoformat()))
            yield
    _check_all_are_there(group, say)


def _check_all_are_there(group: Group, say: Say) -> None:
    """Says which month in which there were nights is not kept, and which season is not, or should not be."""
    with one_moment():
        rows = SpanCounts.objects.filter(group=group)
        months = set(rows.filter(span=Span.MONTH).values_list("begins", flat=True))
        days = set(NightCounts.objects.filter(group=group).values_list("day", flat=True))
        seasons = set(rows.filter(span=Span.SEASON).values_list("begins", "ends"))
        said = seasons_said(Group.every.values_list("seasons", flat=True).get(pk=group.pk))
    for month in sorted({day.replace(day=1) for day in days} - months):
        say(reported("span", span=Span.MONTH.value, first=month.isoformat()))
    for first, _ in sorted(seasons ^ {(one.first, one.last or LAST_DAY) for one in said}):
        say(reported("span", span=Span.SEASON.value, first=first.isoformat()))
