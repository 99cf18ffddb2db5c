"""Where a table plays day after day, any days cost a few spans and a few nights, and add up to the same."""

from collections import Counter
from datetime import date, timedelta

import pytest

from ledger.exchange.copying import copy
from ledger.exchange.notebook import read_notebook
from ledger.models import Group, NightCounts, Span, SpanCounts, Tally
from ledger.recording import reopen_night
from ledger.recording.auditing import audit
from ledger.recording.totals import WORTH_A_WEEK, add_up_in_steps
from ledger.standings.attendance import sat_over
from ledger.standings.counted import CALENDAR, Asked, all_counted, brought, span_of, spans_in
from ledger.steps import finish
from tests import cast
from tests.ledger.standings.test_counted import by_hand, played

pytestmark = pytest.mark.django_db

FIRST, LAST = date(2024, 12, 18), date(2025, 4, 20)
ALONE = date(2025, 2, 26)
"""The only night of its week."""

FEBRUARY = (date(2025, 2, 1), date(2025, 2, 2), date(2025, 2, 4))
"""The nights of a week that has just enough."""


@pytest.fixture
def group() -> Group:
    """A night nearly every day for four months, in February only four; a few told hand by hand."""
    made = cast.thursday_table()
    days = [FIRST + timedelta(days=number) for number in range((LAST - FIRST).days + 1)]
    there = [day for day in days if day.month != 2 and day.day % 5]
    totals = [(7 * number) % 41 - 20 for number in range(len(there))]
    lines = [f"{day},{won},{-won},0" for day, won in zip(there, totals, strict=True)]
    copy(made, read_notebook("old.csv", "\n".join(["Date,Ann,Ben,Cleo", *lines, ""])))
    for day in (date(2024, 12, 31), *FEBRUARY, ALONE, date(2025, 3, 8)):
        played(made, day)
    finish(add_up_in_steps(made))
    return made


CUTS = (
    (FIRST, LAST),
    (date(2024, 12, 22), date(2025, 4, 1)),
    (date(2024, 12, 1), date(2025, 2, 28)),
    (date(2025, 1, 3), date(2025, 1, 27)),
    (date(2025, 1, 8), date(2025, 1, 21)),
    (date(2025, 1, 9), date(2025, 1, 13)),
    (date(2024, 12, 29), date(2025, 3, 28)),
    (date(2025, 1, 1), date(2025, 4, 15)),
    (date(2025, 2, 5), date(2025, 2, 25)),
)


def is_as_told(group: Group, first: date, last: date) -> bool:
    """Whether everything that is read of these days is what their sheets and tallies say."""
    told = by_hand(group, first, last)
    tallies = Tally.objects.filter(session__counts__day__range=(first, last))
    people = Counter(player for player, _ in set(tallies.values_list("player", "session")))
    courses = told["sheepshead"].courses if told else {}
    return (
        all_counted(group, Asked(since=first, until=last)) == told
        and sat_over(group, first, last) == people
        and brought(group, "sheepshead", first, last)
        == {player: (course.parts, course.played) for player, course in courses.items()}
    )


def test_any_days_add_up_to_what_their_sheets_say(group: Group) -> None:
    assert [cut for cut in CUTS if not is_as_told(group, *cut)] == []


def test_what_is_marked_is_gone_around(group: Group) -> None:
    whole = by_hand(group)
    for span in Span:
        SpanCounts.objects.filter(span=span).update(counts=None, gist={}, sat=[])
        assert is_as_told(group, *CUTS[1])
        assert all_counted(group) == whole
        finish(add_up_in_steps(group))
        assert not SpanCounts.objects.filter(counts__isnull=True).exists()
        assert all_counted(group) == whole
    assert list(audit([group])) == []


def test_a_part_of_a_month_is_read_by_its_weeks(group: Group) -> None:
    ids, gaps = spans_in(group, date(2025, 1, 3), date(2025, 4, 10))
    found = SpanCounts.objects.filter(pk__in=ids).values_list("span", "begins")
    assert set(found) == {
        *((Span.WEEK, date(2025, 1, day)) for day in (8, 15, 22)),
        *((Span.MONTH, date(2025, month, 1)) for month in (2, 3)),
        (Span.WEEK, date(2025, 4, 1)),
    }
    assert sorted(gaps) == [
        (date(2025, 1, 3), date(2025, 1, 7)),
        (date(2025, 1, 29), date(2025, 1, 31)),
        (date(2025, 4, 8), date(2025, 4, 10)),
    ]
    ids, gaps = spans_in(group, date(2024, 12, 30), date(2025, 3, 31))
    assert Counter(SpanCounts.objects.filter(pk__in=ids).values_list("span", flat=True)) == {Span.QUARTER: 1}
    assert gaps == [(date(2024, 12, 30), date(2024, 12, 31))]


def test_a_week_of_few_nights_is_not_kept(group: Group) -> None:
    weeks = set(SpanCounts.objects.filter(span=Span.WEEK).values_list("begins", flat=True))
    nights = Counter(span_of(Span.WEEK, day)[0] for day in NightCounts.objects.values_list("day", flat=True))
    assert weeks == {begins for begins, many in nights.items() if many >= WORTH_A_WEEK}
    assert span_of(Span.WEEK, ALONE) not in weeks
    week = SpanCounts.objects.filter(span=Span.WEEK, begins=FEBRUARY[0])
    assert week.exists()
    night = group.sessions.get(counts__day=FEBRUARY[1])
    reopen_night(night, cast.context(night))
    finish(add_up_in_steps(group))
    assert not week.exists()
    assert all_counted(group)["sheepshead"].roles == by_hand(group)["sheepshead"].roles


def test_the_auditor_finds_one_that_is_not_what_its_nights_are(group: Group) -> None:
    for span in (Span.WEEK, Span.QUARTER):
        assert list(audit([group])) == []
        wrong = SpanCounts.objects.filter(span=span, begins=date(2025, 1, 1))
        (sat,) = wrong.values_list("sat", flat=True)
        wrong.update(sat=[[cast.ids(group)[0], 70]])
        said = [str(one) for one in audit([group])]
        assert any(span.value in one and "2025-01-01" in one for one in said), said
        wrong.update(sat=sat)


@pytest.mark.parametrize("span", CALENDAR)
def test_every_day_lies_in_one_span_of_a_kind(span: Span) -> None:
    days = [date(2023, 12, 1) + timedelta(days=number) for number in range(800)]
    for day in (*days, date.min, date.max):
        first, last = span_of(span, day)
        assert first <= day <= last
        assert {span_of(span, one) for one in (first, last)} == {(first, last)}
    week, month = span_of(Span.WEEK, date(2024, 2, 29)), span_of(Span.MONTH, date(2024, 2, 29))
    assert week == (date(2024, 2, 29), date(2024, 2, 29))
    assert month == (date(2024, 2, 1), date(2024, 2, 29))
    assert span_of(Span.QUARTER, date(2024, 2, 29)) == (date(2024, 1, 1), date(2024, 3, 31))
    assert span_of(Span.DECADE, date(2024, 2, 29)) == (date(2020, 1, 1), date(2029, 12, 31))
