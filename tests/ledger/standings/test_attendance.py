"""On how many nights everybody sat at the table, whatever happened to those nights since."""

import uuid
from collections import Counter
from datetime import date
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.exchange.copying import copy
from ledger.exchange.notebook import read_notebook
from ledger.models import Group, Span, SpanCounts, Tally
from ledger.recording import (
    WriteContext,
    amend_night,
    end_night,
    merge_players,
    reopen_night,
    start_session,
    unmerge_players,
)
from ledger.recording.auditing import audit
from ledger.recording.copied import strike_night
from ledger.recording.group import add_player
from ledger.recording.totals import add_up_in_steps
from ledger.sheet import NIGHT
from ledger.standings.attendance import sat
from ledger.standings.players import standings_of
from ledger.steps import finish
from tests import cast
from tests.ledger.standings.test_counted import DAYS, played

pytestmark = pytest.mark.django_db

NOTEBOOK = "Date,Ann,Ben,Cleo,Dave\n2023-05-04,12,-4,-8,\n2024-12-30,1,-1,,\n"


@pytest.fixture(params=["none is added up", "all but the last are added up", "all are added up"])
def group(request: pytest.FixtureRequest) -> Group:
    """Four nights of six people of whom one sits out, of which the last goes on, and two of a notebook."""
    made = cast.thursday_table()
    copy(made, read_notebook("old.csv", NOTEBOOK))
    played(made, DAYS[0])
    played(made, DAYS[2])
    if request.param == "all but the last are added up":
        finish(add_up_in_steps(made))
    played(made, DAYS[3])
    if request.param == "all are added up":
        finish(add_up_in_steps(made))
    played(made, DAYS[4], ends=False)
    return made


def by_tally(group: Group) -> Counter[int]:
    """The same from everything that anybody did on any night; of a notebook's, from what was won or lost."""
    tallies = Tally.objects.filter(session__group=group).exclude(role=NIGHT, parts=0)
    return Counter(player for player, _ in set(tallies.values_list("player", "session")))


def test_everybody_who_sat_at_the_table_is_counted_also_who_only_sat_out(group: Group) -> None:
    assert sat(group) == by_tally(group)
    assert sorted(sat(group).values()) == [4, 4, 4, 5, 6, 6]
    finish(add_up_in_steps(group))
    assert sat(group) == by_tally(group)


def test_who_has_a_nought_in_a_notebook_was_not_there_as_in_the_standings() -> None:
    made = cast.thursday_table()
    copy(made, read_notebook("old.csv", "Date,Ann,Ben,Cleo,Dave\n2023-05-04,12,-12,0,\n2024-12-30,1,0,-1,\n"))
    for _ in range(2):
        (table,) = standings_of(made)
        assert sat(made) == {one.player: one.sessions for one in table.players}
        assert [sat(made)[one] for one in cast.ids(made, "Ann", "Ben", "Cleo", "Dave")] == [2, 1, 1, 0]
        finish(add_up_in_steps(made))
    assert list(audit([made])) == []


@pytest.mark.parametrize("span", list(Span))
def test_what_is_marked_is_counted_from_what_it_is_made_of(group: Group, span: Span) -> None:
    finish(add_up_in_steps(group))
    SpanCounts.objects.filter(span=span).update(counts=None, sat=[[cast.ids(group)[0], 70]])
    assert sat(group) == by_tally(group)


def test_a_night_that_is_opened_again_or_struck_counts_as_it_stands(group: Group) -> None:
    night = group.sessions.get(started_at__year=2025, started_at__month=3)
    reopen_night(night, cast.context(night))
    assert sat(group) == by_tally(group)
    end_night(night, cast.context(night))
    finish(add_up_in_steps(group))
    copied = group.sessions.get(started_at__year=2023)
    amend_night(copied, DAYS[1], dict.fromkeys(cast.ids(group)[:3], Fraction(0)), cast.context(copied))
    assert sat(group) == by_tally(group)
    strike_night(copied, cast.context(copied))
    assert sat(group) == by_tally(group)
    finish(add_up_in_steps(group))
    assert sat(group) == by_tally(group)
    assert list(audit([group])) == []


def test_who_is_somebody_else_by_now_sat_where_both_did(group: Group) -> None:
    gus = add_player(group, "Gus").pk
    night = start_session(group, cast.seated(group, "Gus", "Ben", "Cleo"), ink(group, 0))
    cast.tell(night, "Gus")
    end_night(night, cast.context(night))
    before = sat(group)
    (ann,) = cast.ids(group, "Ann")
    merge_players(group, gus, ann, ink(group, 0))
    merged = Group.objects.get(pk=group.pk)
    assert sat(merged) == by_tally(merged)
    assert sat(merged)[ann] == before[ann] + 1
    finish(add_up_in_steps(group))
    assert sat(merged) == by_tally(merged)
    unmerge_players(merged, 1, ink(group, 1))
    assert sat(Group.objects.get(pk=group.pk)) == before
    finish(add_up_in_steps(group))
    assert sat(Group.objects.get(pk=group.pk)) == before


def ink(group: Group, after: int) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=after, by=cast.owner_of(group))


def test_it_costs_the_same_after_any_number_of_nights(group: Group) -> None:
    finish(add_up_in_steps(group))
    asked = []
    for day in (date(2022, 1, 1), date(2022, 1, 2)):
        with CaptureQueriesContext(connection) as seen:
            sat(group)
        asked.append(len(seen))
        played(group, day)
        finish(add_up_in_steps(group))
    assert asked == [4, 4]


@pytest.mark.parametrize("wrong", [{"sat": [[1, 1]]}, {"gist": {"sheepshead": {"nights": 7}}}, {"gist": {}}])
def test_the_auditor_finds_what_is_kept_in_short_and_is_not_so(
    group: Group, wrong: dict[str, object]
) -> None:
    finish(add_up_in_steps(group))
    assert list(audit([group])) == []
    SpanCounts.objects.filter(span=Span.EVER).update(**wrong)
    assert ["case='span'" in str(one) for one in audit([group])] == [True]
