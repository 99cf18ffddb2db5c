"""Hands that are asked for are looked for between the moments at which they can have been told."""

import random
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import localdate

from ledger.counting import Circumstances
from ledger.models import A_NIGHT, Group, HandResult, Session, Span, SpanCounts
from ledger.recording import WriteContext, change_stake, end_night, reopen_night, start_session, tell_hand
from ledger.recording.totals import add_up_in_steps
from ledger.standings.behind import results_asked
from ledger.standings.counted import Asked, going_on
from ledger.standings.told_when import told_when
from ledger.steps import finish
from tests import cast
from tests.ledger import histories
from tests.ledger.histories import on
from tests.steady import seeds

pytestmark = pytest.mark.django_db

STAKES = {
    date(2019, 5, 3): 25,
    date(2021, 6, 4): 10,
    date(2023, 7, 7): 10,
    date(2023, 9, 1): 25,
    date(2024, 2, 2): 25,
    date(2025, 3, 7): 25,
}
AT_TEN = Asked(circumstances=Circumstances(stake=10))
AN_EVENING = timedelta(minutes=30)


def a_night(group: Group, day: date, stake: int) -> Session:
    """Three hands and the end of it, told in half an hour."""
    began = on(day)
    by = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group), at=began)
    session = start_session(group, cast.seated(group, *cast.NAMES[:5]), by)
    change_stake(session, stake, replace(cast.context(session), at=began))
    luck = random.Random(day.toordinal())
    for minutes in (9, 19, 29):
        said = replace(cast.context(session), at=began + timedelta(minutes=minutes))
        tell_hand(session, histories.a_hand(session, luck), said)
    end_night(session, replace(cast.context(session), at=began + AN_EVENING))
    return session


@pytest.fixture
def group() -> Group:
    made = cast.thursday_table(options={"crack": "crack"})
    for day, stake in STAKES.items():
        a_night(made, day, stake)
    finish(add_up_in_steps(made))
    return made


def bounds(found: Q | None) -> dict[str, Any]:
    assert found is not None
    return dict(found.children)  # type: ignore[arg-type]


def between(first: date, last: date) -> dict[str, Any]:
    return {"at__gte": on(first).replace(hour=0), "at__lt": on(last).replace(hour=0) + 2 * A_NIGHT}


def test_hands_of_a_stake_are_looked_for_among_the_nights_that_had_it(group: Group) -> None:
    first, last = date(2021, 6, 1), date(2023, 7, 31)
    assert bounds(told_when(group, "sheepshead", AT_TEN)) == between(first, last)
    some = replace(AT_TEN, until=date(2023, 7, 6))
    assert bounds(told_when(group, "sheepshead", some)) == between(first, date(2023, 7, 6))
    some = replace(AT_TEN, since=date(2021, 7, 1))
    assert bounds(told_when(group, "sheepshead", some)) == between(date(2023, 7, 1), last)


def test_hands_of_some_days_are_looked_for_among_the_nights_of_these_days(group: Group) -> None:
    asked = Asked(since=date(2023, 7, 8), until=date(2024, 2, 29))
    assert bounds(told_when(group, "sheepshead", asked)) == between(date(2023, 7, 8), date(2024, 2, 29))
    assert told_when(group, "sheepshead", Asked()) == Q()
    assert told_when(group, "sheepshead", Asked(until=date.max - timedelta(days=1))) == Q()


def test_of_hands_that_nobody_played_nothing_is_looked_at(group: Group) -> None:
    for asked in (
        Asked(circumstances=Circumstances(stake=99)),
        Asked(circumstances=Circumstances(version=7)),
        replace(AT_TEN, since=date(2024, 1, 1)),
    ):
        assert told_when(group, "sheepshead", asked) is None
        assert not results_asked(group, "sheepshead", asked, None).exists()
    assert told_when(group, "mehrkopf", AT_TEN) is None


def test_what_is_still_to_be_added_up_is_looked_at_as_well(group: Group) -> None:
    SpanCounts.objects.filter(span=Span.MONTH, begins=date(2024, 2, 1)).update(counts=None)
    SpanCounts.objects.filter(span=Span.YEAR, begins=date(2024, 1, 1)).update(counts=None)
    last = date(2024, 2, 29)
    assert bounds(told_when(group, "sheepshead", AT_TEN)) == between(date(2021, 6, 1), last)
    SpanCounts.objects.filter(span=Span.MONTH, begins=date(2024, 2, 1)).delete()
    last = date(2023, 7, 31)
    assert bounds(told_when(group, "sheepshead", AT_TEN)) == between(date(2021, 6, 1), last)


def test_a_night_that_goes_on_is_looked_at_where_it_has_such_hands(group: Group) -> None:
    night = group.sessions.get(number=6)
    reopen_night(night, cast.context(night))
    finish(add_up_in_steps(group))
    here = tuple(going_on(group))
    last = date(2023, 7, 31)
    assert bounds(told_when(group, "sheepshead", AT_TEN, on=here)) == between(date(2021, 6, 1), last)
    nobody_knows = told_when(group, "sheepshead", AT_TEN)
    assert nobody_knows == Q()
    at_25 = Asked(circumstances=Circumstances(stake=25))
    first = date(2019, 5, 1)
    assert bounds(told_when(group, "sheepshead", at_25, on=here)) == between(first, date(2025, 3, 7))
    of_then = group.sessions.get(number=3)
    reopen_night(of_then, cast.context(of_then))
    assert bounds(told_when(group, "sheepshead", AT_TEN, on=tuple(going_on(group)))) == between(
        date(2021, 6, 1), date(2023, 7, 31)
    )


def test_a_page_of_old_hands_costs_as_many_queries_after_any_number_of_years(group: Group) -> None:
    for asked, queries in ((AT_TEN, 3), (Asked(since=date(2021, 1, 1), until=date(2021, 12, 31)), 0)):
        with CaptureQueriesContext(connection) as seen:
            told_when(group, "sheepshead", asked)
        assert len(seen) == queries


def every_choice(group: Group) -> Iterator[Asked]:
    said = group.rules.values_list("version", flat=True)
    for days in ((None, None), (date(2025, 1, 10), date(2025, 2, 28)), (None, date(2025, 1, 31))):
        for version in (None, *sorted(said)):
            for stake in (None, 25, 50):
                circumstances = Circumstances(version=version, stake=stake)
                yield Asked(since=days[0], until=days[1], circumstances=circumstances)


@pytest.mark.parametrize("seed", seeds([1, 2, 3, histories.FULL]))
def test_no_hand_is_missed_whether_nights_are_added_up_or_not(seed: int) -> None:
    group = histories.some_history(seed)
    there = list(HandResult.objects.filter(group=group).select_related("session"))
    games = {one.game for one in there}
    assert seed != histories.FULL or games == {"sheepshead", "mehrkopf", "any_game"}
    for _ in range(2):
        for asked in every_choice(group):
            where = asked.circumstances
            wanted = [
                one
                for one in there
                if (asked.since or date.min) <= localdate(one.session.started_at) <= (asked.until or date.max)
                and where.version in (None, one.version)
                and where.stake in (None, one.stake)
            ]
            for game in games:
                of_game = {one.pk for one in wanted if one.game == game}
                for here in (None, tuple(going_on(group, asked))):
                    found = results_asked(group, game, asked, here)
                    assert set(found.values_list("pk", flat=True)) == of_game
        finish(add_up_in_steps(group))
