"""What nights add up to over months and years, whatever was asked for and whatever happened to them since."""

import re
import uuid
from collections.abc import Iterator
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.counting import Counts, all_added, counts_of
from ledger.exchange.copying import copy
from ledger.exchange.notebook import read_notebook
from ledger.models import Group, HandResult, NightCounts, Session, Span, SpanCounts
from ledger.models.book import sheet_of
from ledger.recording import (
    Hand,
    WriteContext,
    amend_night,
    end_night,
    merge_players,
    reopen_night,
    start_session,
    tell_hand,
    unmerge_players,
)
from ledger.recording.auditing import audit
from ledger.recording.group import add_player
from ledger.recording.totals import add_up_in_steps
from ledger.standings.counted import Asked, all_counted, counted, spans_in
from ledger.standings.roles import sat_out
from ledger.steps import finish
from tests import cast

pytestmark = pytest.mark.django_db

DAYS = (date(2024, 12, 31), date(2025, 1, 1), date(2025, 1, 20), date(2025, 3, 5), date(2026, 2, 1))


def evening(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 20, tzinfo=ZoneInfo(settings.TIME_ZONE))


def played(group: Group, day: date, *, ends: bool = True) -> Session:
    """A night of one hand on this day."""
    context = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group), at=evening(day))
    session = start_session(group, cast.seated(group), context)
    cast.tell(session, "Ben", "Cleo", "won" if day.day % 2 else "lost")
    if ends:
        end_night(session, cast.context(session))
    return session


@pytest.fixture(params=["none is added up", "all but the last are added up", "all are added up"])
def group(request: pytest.FixtureRequest) -> Group:
    """Four nights of three years, told out of their order, and a fifth that goes on."""
    made = cast.thursday_table()
    for day in (DAYS[2], DAYS[0], DAYS[3]):
        played(made, day)
    if request.param == "all but the last are added up":
        finish(add_up_in_steps(made))
    played(made, DAYS[1])
    if request.param == "all are added up":
        finish(add_up_in_steps(made))
    played(made, DAYS[4], ends=False)
    return made


def by_hand(group: Group, since: date = date.min, until: date = date.max) -> dict[str, Counts]:
    """The same from every sheet, one after the other."""
    found: dict[str, list[Counts]] = {}
    for session in group.sessions.order_by("started_at", "number"):
        if since <= session.started_at.astimezone(ZoneInfo(settings.TIME_ZONE)).date() <= until:
            for game, counts in counted_by_hand(session).items():
                found.setdefault(game, []).append(counts)
    return {game: all_added(counts) for game, counts in found.items()}


def counted_by_hand(session: Session) -> dict[str, Counts]:
    """What a night adds up to as its sheet says, with its number and its day in the marks."""
    return counts_of(sheet_of(session), session.number, timezone.localdate(session.started_at).toordinal())


def spans() -> Iterator[tuple[str, date]]:
    yield from (
        SpanCounts.objects.exclude(counts=None).order_by("span", "begins").values_list("span", "begins")
    )


def test_all_nights_add_up_to_what_their_sheets_say(group: Group) -> None:
    assert all_counted(group) == by_hand(group)
    finish(add_up_in_steps(group))
    assert all_counted(group) == by_hand(group)
    assert list(spans()) == [
        (Span.DECADE, date(2020, 1, 1)),
        (Span.EARLIER, date.min),
        (Span.EVER, date.min),
        *[(Span.MONTH, day) for day in (date(2024, 12, 1), date(2025, 1, 1), date(2025, 3, 1))],
        *[(Span.QUARTER, day) for day in (date(2024, 10, 1), date(2025, 1, 1))],
        *[(Span.YEAR, date(year, 1, 1)) for year in (2024, 2025)],
    ]


@pytest.mark.parametrize(
    ("since", "until"),
    [
        (date(2025, 1, 1), date(2025, 12, 31)),
        (date(2024, 12, 31), date(2025, 1, 1)),
        (date(2025, 1, 2), date(2025, 3, 4)),
        (date(2025, 1, 1), date(2025, 3, 31)),
        (date(2026, 1, 1), date(2026, 12, 31)),
        (date(2020, 1, 1), date(2020, 12, 31)),
        (date(2024, 12, 31), date.max),
    ],
)
def test_from_a_day_until_a_day_only_those_nights_count(group: Group, since: date, until: date) -> None:
    assert all_counted(group, Asked(since=since, until=until)) == by_hand(group, since, until)


@pytest.mark.parametrize(
    ("since", "until", "spans"),
    [
        (None, None, ["ever"]),
        (date(2000, 1, 1), date(2200, 12, 31), ["ever"]),
        (date(2024, 12, 1), date(2025, 3, 31), ["ever"]),
        (date(2025, 1, 1), date(2025, 3, 31), ["quarter"]),
        (date(2025, 1, 1), date(2025, 3, 30), ["month"]),
        (date(2024, 12, 2), date(2025, 3, 31), ["year"]),
    ],
)
def test_as_few_spans_are_read_as_the_nights_there_were_allow(
    group: Group, since: date | None, until: date | None, spans: list[str]
) -> None:
    finish(add_up_in_steps(group))
    with CaptureQueriesContext(connection) as seen:
        found = all_counted(group, Asked(since=since, until=until))
    assert found == by_hand(group, since or date.min, until or date.max)
    (read,) = [
        one["sql"] for one in seen if "ledger_spancounts" in one["sql"] and "is_known" not in one["sql"]
    ]
    ids = re.findall(r"IN \((.*?)\)", read)[0].split(", ")
    assert [SpanCounts.objects.get(pk=int(one)).span for one in ids] == spans


def test_a_night_that_is_opened_again_counts_as_it_stands(group: Group) -> None:
    third = group.sessions.get(number=1)
    reopen_night(third, cast.context(third))
    assert NightCounts.objects.filter(session=third).count() == 0
    cast.tell(third, "Dave", "Edith")
    assert all_counted(group)["sheepshead"].hands == by_hand(group)["sheepshead"].hands
    end_night(third, cast.context(third))
    assert all_counted(group) == by_hand(group)
    assert list(audit([group])) == []
    finish(add_up_in_steps(group))
    assert all_counted(group) == by_hand(group)
    assert list(audit([group])) == []


def test_who_is_somebody_else_by_now_is_counted_as_them_and_told_apart_again(group: Group) -> None:
    gus = add_player(group, "Gus").pk
    context = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group), at=evening(date(2025, 1, 9)))
    seated = cast.seated(group, "Gus", "Ben", "Cleo", "Dave", "Edith")
    night = start_session(group, seated, context)
    cast.tell(night, "Gus", "Ben")
    cast.tell(night, "Cleo", "Gus", "lost")
    end_night(night, cast.context(night))
    before = all_counted(group)
    (ann,) = cast.ids(group, "Ann")
    merge_players(group, gus, ann, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group)))
    merged = Group.objects.get(pk=group.pk)
    assert all_counted(merged) == by_hand(merged)
    finish(add_up_in_steps(group))
    assert all_counted(merged) == by_hand(merged)
    assert all(role.player != gus for role in all_counted(merged)["sheepshead"].roles)
    assert list(audit([merged])) == []
    unmerge_players(merged, 1, WriteContext(key=uuid.uuid4(), after=1, by=cast.owner_of(group)))
    assert all_counted(Group.objects.get(pk=group.pk)) == before
    assert list(audit([Group.objects.get(pk=group.pk)])) == []


def test_what_is_marked_is_added_up_from_what_it_is_made_of(group: Group) -> None:
    finish(add_up_in_steps(group))
    whole = all_counted(group)
    for marked in (Span.EVER, Span.YEAR, Span.MONTH):
        SpanCounts.objects.filter(span=marked).update(counts=None)
        assert all_counted(group) == whole
    assert list(audit([group])) == []


def test_what_was_before_the_latest_month_stays_as_it_is_when_a_night_ends(group: Group) -> None:
    def read() -> set[tuple[str, date]]:
        ids, _ = spans_in(group, date.min, date.max)
        return set(SpanCounts.objects.filter(pk__in=ids).values_list("span", "ends"))

    finish(add_up_in_steps(group))
    played(group, date(2025, 3, 6))
    assert read() == {(Span.EARLIER, date(2025, 2, 28))}
    assert all_counted(group) == by_hand(group)
    # A night that is told late is one of those before.
    played(group, date(2025, 1, 25))
    assert Span.EARLIER not in {span for span, _ in read()}
    assert all_counted(group) == by_hand(group)
    finish(add_up_in_steps(group))
    # With the next month there is another one, and the first of them is gone.
    played(group, date(2025, 4, 2))
    assert read() == {(Span.EARLIER, date(2025, 2, 28)), (Span.MONTH, date(2025, 3, 31))}
    assert all_counted(group) == by_hand(group)
    finish(add_up_in_steps(group))
    assert [ends for span, ends in rows_of(group) if span == Span.EARLIER] == [date(2025, 3, 31)]
    assert list(audit([group])) == []


def rows_of(group: Group) -> Iterator[tuple[str, date]]:
    yield from SpanCounts.objects.filter(group=group).values_list("span", "ends")


def test_ending_a_night_reads_nothing_of_the_nights_before(group: Group) -> None:
    night, alone = group.sessions.get(number=5), played(cast.thursday_table(), DAYS[4], ends=False)
    with CaptureQueriesContext(connection) as after_years:
        end_night(night, cast.context(night))
    with CaptureQueriesContext(connection) as after_none:
        end_night(alone, cast.context(alone))
    assert len(after_years) <= len(after_none)
    asked = [one["sql"] for one in after_years if one["sql"].startswith("SELECT")]
    assert not any("spancounts" in sql for sql in asked)


def test_nights_that_are_still_to_be_added_up_are_read_at_once_however_many(group: Group) -> None:
    played(group, date(2025, 6, 1))
    with CaptureQueriesContext(connection) as with_one:
        all_counted(group)
    for day in (date(2025, 6, 2), date(2025, 7, 1), date(2026, 1, 1)):
        played(group, day)
    with CaptureQueriesContext(connection) as with_four:
        found = all_counted(group)
    assert found == by_hand(group)
    assert len(with_four) == len(with_one)


def test_a_night_of_another_day_leaves_the_month_it_was_in() -> None:
    group = cast.thursday_table()
    copy(group, read_notebook("old.csv", "Date,Ann,Ben,Cleo\n2024-12-31,12,-4,-8\n"))
    night = group.sessions.get()
    amend_night(night, DAYS[3], sheet_of(night).notebook, cast.context(night))
    assert all_counted(group, Asked(until=DAYS[1])) == {}
    finish(add_up_in_steps(group))
    assert [begins for span, begins in spans() if span == Span.MONTH] == [date(2025, 3, 1)]
    assert list(audit([group])) == []


def test_the_auditor_finds_a_month_that_is_not_what_its_nights_are(group: Group) -> None:
    finish(add_up_in_steps(group))
    SpanCounts.objects.filter(span=Span.MONTH, begins=date(2025, 3, 1)).delete()
    row = SpanCounts.objects.get(span=Span.YEAR, begins=date(2024, 1, 1))
    row.counts = {game: {**counts, "nights": 7} for game, counts in (row.counts or {}).items()}
    row.save()
    night = NightCounts.objects.get(session__number=1)
    assert night.counts is not None
    night.counts["sheepshead"]["hands"][0][-1] = 2
    night.save()
    found = list(map(str, audit([group])))
    assert sum("case='span'" in one for one in found) >= 3
    assert sum("case='counts'" in one for one in found) == 1


def test_who_sat_out_of_a_hand_that_was_thrown_in_did_not_play_it() -> None:
    group = cast.thursday_table(options={"no_picker": "doubler"})
    night = cast.a_night(group)  # six sit there: Ann deals and sits out
    passed = Hand(seats=sheet_of(night).seating.seats, told={"kind": "all_pass"})
    tell_hand(night, passed, cast.context(night))
    cast.tell(night, "Dave", "Edith")
    ann, ben, cleo = cast.ids(group, "Ann", "Ben", "Cleo")
    row = sheet_of(night).rows[0]
    assert row.roles == ("out", "", "", "", "", "")
    for is_over in (False, True):
        if is_over:
            end_night(night, cast.context(night))
            cast.add_up(group)
        counts = counted(group)["sheepshead"]
        assert [sat_out(who, counts) for who in (ann, ben, cleo)] == [1, 1, 0]
        hands = {one.player: (one.hands, one.picked.n) for one in cast.standings(group).players}
        assert [hands[who] for who in (ann, ben, cleo)] == [(1, 1), (1, 1), (2, 2)]
    results = HandResult.objects.filter(entry=row.entry)
    assert dict(results.values_list("player", "role"))[ann] == "out"
    assert set(results.exclude(player=ann).values_list("role", flat=True)) == {""}
    assert list(audit([group])) == []
