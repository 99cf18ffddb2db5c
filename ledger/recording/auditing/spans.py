"""What a group's weeks, months and years are kept to add up to, against its nights."""

from __future__ import annotations

from ledger.counting import unpacked
from ledger.models import Group, NightCounts, Span, SpanCounts
from ledger.recording.auditing.reading import Say, Stops, learn_who, one_moment, reported
from ledger.recording.totals import gist_of
from ledger.standings.attendance import packed_sat, sat_over
from ledger.standings.counted import by_game, over, span_of


def span_steps(group: Group, say: Say) -> Stops[None]:
    """Says which spans are not what their nights add up to; one that is marked to be added up is none yet.

    Each is compared with what it is made of: a week with its nights, a year with its months.
    """
    for place, span in enumerate(Span):
        for begins in SpanCounts.objects.filter(group=group, span=span).values_list("begins", flat=True):
            with one_moment():
                learn_who(group)
                kept = SpanCounts.objects.filter(group=group, span=span, begins=begins).first()
                parts = over(group, *span_of(span, begins), of=list(Span)[:place])
                sat = sat_over(group, *span_of(span, begins), of=list(Span)[:place])
            if kept is not None and kept.counts is not None:
                there = {game: unpacked(counts) for game, counts in kept.counts.items()}
                is_so = there == by_game(parts) and kept.sat == packed_sat(sat)
                if not is_so or kept.gist != gist_of(kept.counts):
                    say(reported("span", span=span.value, first=begins.isoformat()))
            yield
    with one_moment():
        months = set(SpanCounts.objects.filter(group=group, span=Span.MONTH).values_list("begins", flat=True))
        days = set(NightCounts.objects.filter(group=group).values_list("day", flat=True))
    for month in sorted({day.replace(day=1) for day in days} - months):
        say(reported("span", span=Span.MONTH.value, first=month.isoformat()))
