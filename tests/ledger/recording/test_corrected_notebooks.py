"""A corrected notebook replaces the totals of nights that are here, and gives them back when it is undone."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.exchange.copying import compare, copy
from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.models.group import NOBODY
from ledger.recording import (
    Corrections,
    amend_night,
    end_night,
    restore_night,
    strike_import,
    strike_night,
    tell_hand,
)
from ledger.recording.auditing import audit
from ledger.standings.money import balances
from ledger.standings.nights import amended_by, import_called, imports_of
from tests.cast import a_night, context, hand, ids, owner_of, standings, thursday_table
from tests.group_files import group_import
from tests.ledger.exchange.test_group import elsewhere
from tests.notebooks import read_notebook

pytestmark = pytest.mark.django_db

TABLE = "Date,Ann,Ben,Cleo\n2009-05-08,12,-4,-8\n2009-05-15,,5,-5\n"
MENDED = "Date,Ann,Ben,Cleo\n2009-05-08,12,-2,-10\n2009-05-15,,5,-5\n2009-05-22,1,1,-2\n"
FIRST, SECOND, THIRD = (uuid.UUID(int=number) for number in (1, 2, 3))
A_DAY = date(2009, 5, 8)
HAD, HAS = {"Ann": 12, "Ben": -4, "Cleo": -8}, {"Ann": 12, "Ben": -2, "Cleo": -10}


@pytest.fixture
def group() -> Group:
    """Return a group whose points are a quarter, with two nights of 2009 out of a notebook."""
    made = thursday_table()
    bring_in(made, TABLE, FIRST)
    return made


def bring_in(
    group: Group, table: str, key: uuid.UUID, corrections: Corrections = Corrections.REPLACE, **more: Any
) -> int:
    """Return how many nights were new."""
    found = read_notebook("old.csv", table)
    return copy(group, found, by=owner_of(group), key=key, corrections=corrections, **more)


def undo(group: Group, key: uuid.UUID) -> int:
    return strike_import(group, key, owner_of(group))


def first(group: Group) -> Session:
    return group.sessions.order_by("started_at", "number").select_related("group")[0]


def of(session: Session) -> dict[str, int]:
    names = dict(session.group.players.values_list("pk", "name"))
    return {names[player]: int(points) for player, points in sheet_of(session).notebook.items()}


def totals(group: Group, points: Mapping[str, int]) -> dict[int, Fraction]:
    return {ids(group, name)[0]: Fraction(worth) for name, worth in points.items()}


def state(group: Group) -> tuple[Any, ...]:
    """Return all that counts: nights and their totals, standings, and what everybody is owed."""
    nights = [(one.started_at, of(one)) for one in group.sessions.filter(struck="").order_by("number")]
    points = {one.name: one.points for one in standings(group)}
    return nights, points, {one.name: one.cents for one in balances(group).players}


def is_clean(group: Group) -> bool:
    return list(audit([group])) == []


def test_mended_night_replaces_the_totals_and_the_money_and_nothing_counts_twice(group: Group) -> None:
    found = compare(group, read_notebook("new.csv", MENDED))
    assert (found.new, found.there, found.struck, found.played) == (1, 1, 0, 0)
    (night,) = found.corrected
    assert night.date == A_DAY
    assert night.had == {name: Fraction(points) for name, points in HAD.items()}
    assert night.has == {name: Fraction(points) for name, points in HAS.items()}
    assert found.sums == {"Ann": 1, "Ben": 1, "Cleo": -2}
    assert bring_in(group, MENDED, SECOND) == 1
    assert (group.sessions.count(), of(first(group))) == (3, HAS)
    owed = {one.name: one.cents for one in balances(group).players if one.cents}
    assert owed == {"Ann": 325, "Ben": 100, "Cleo": -425}
    assert bring_in(group, MENDED, THIRD) == 0
    assert bring_in(group, TABLE, THIRD) == 0
    assert (group.sessions.count(), of(first(group)), amended_by(group, THIRD)) == (3, HAS, ())
    assert is_clean(group)


def test_kept_nights_stay_and_added_ones_are_nights_of_their_own(group: Group) -> None:
    before = state(group)
    assert bring_in(group, MENDED.rsplit("2009-05-22", 1)[0], SECOND, Corrections.KEEP) == 0
    assert state(group) == before
    assert bring_in(group, MENDED, SECOND, Corrections.ADD) == 2
    assert [of(one) for one in group.sessions.order_by("number")][2:] == [
        HAS,
        {"Ann": 1, "Ben": 1, "Cleo": -2},
    ]


def test_sequence_of_imports_corrections_and_undoings(group: Group) -> None:
    amend_night(first(group), A_DAY, totals(group, {"Ann": 10, "Ben": -2, "Cleo": -8}), context(first(group)))
    corrected = state(group)
    bring_in(group, MENDED, SECOND)
    assert of(first(group)) == HAS
    undo(group, SECOND)
    assert state(group) == corrected
    undo(group, FIRST)
    assert state(group)[0] == []
    assert not any(state(group)[2].values())
    assert is_clean(group)


def test_undone_import_below_another_one_is_skipped_when_that_is_undone(group: Group) -> None:
    before = state(group)
    bring_in(group, MENDED, SECOND)
    bring_in(group, MENDED.replace("12,-2,-10", "12,-6,-6"), THIRD)
    assert undo(group, SECOND) == 2
    assert of(first(group)) == {"Ann": 12, "Ben": -6, "Cleo": -6}
    assert undo(group, THIRD) == 1
    assert state(group) == before


def test_night_corrected_here_since_keeps_that_when_the_import_is_undone(group: Group) -> None:
    bring_in(group, MENDED, SECOND)
    by_hand = {"Ann": 10, "Ben": -2, "Cleo": -8}
    amend_night(first(group), A_DAY, totals(group, by_hand), context(first(group)))
    undo(group, SECOND)
    assert of(first(group)) == by_hand


@pytest.mark.parametrize("puts_back_first", [True, False])
def test_night_that_was_taken_out_stays_out_when_the_import_is_undone(
    group: Group, puts_back_first: bool
) -> None:
    before = state(group)
    bring_in(group, MENDED, SECOND)
    strike_night(first(group), context(first(group)))
    if puts_back_first:
        restore_night(first(group), context(first(group)))
    undo(group, SECOND)
    assert bool(first(group).struck) is not puts_back_first
    if not puts_back_first:
        restore_night(first(group), context(first(group)))
    assert state(group) == before
    assert is_clean(group)


def test_struck_night_is_not_replaced(group: Group) -> None:
    strike_night(first(group), context(first(group)))
    before = state(group)
    found = compare(group, read_notebook("new.csv", MENDED))
    assert (found.struck, found.corrected, found.new) == (1, (), 1)
    bring_in(group, MENDED.rsplit("2009-05-22", 1)[0], SECOND)
    assert state(group) == before


def test_night_that_was_played_hand_by_hand_is_never_replaced(group: Group) -> None:
    session = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell_hand(session, hand(session, "Ann", "Ben"), context(session))
    end_night(session, context(session))
    Session.objects.filter(pk=session.pk).update(started_at=datetime(2009, 6, 5, 19, tzinfo=UTC))
    played = "Date,Ann,Ben,Cleo,Dave,Edith\n2009-06-05,4,-1,-1,-1,-1\n"
    found = compare(group, read_notebook("new.csv", played))
    assert (found.new, found.played, found.corrected) == (0, 1, ())
    before = balances(group)
    assert bring_in(group, played, SECOND) == 0
    assert balances(group) == before
    assert bring_in(group, played, SECOND, Corrections.ADD) == 1


def test_two_nights_of_a_day_with_the_same_people_are_told_apart_by_their_numbers(group: Group) -> None:
    two = TABLE + "2009-05-08,3,3,-6\n"
    assert bring_in(group, two, SECOND) == 1
    found = compare(group, read_notebook("new.csv", two.replace("3,3,-6", "3,2,-5")))
    assert [dict(one.had) for one in found.corrected] == [{"Ann": 3, "Ben": 3, "Cleo": -6}]
    assert (compare(group, read_notebook("new.csv", two + "2009-05-08,7,-7,0\n")).new, found.new) == (1, 0)


def test_night_that_adds_up_at_last_replaces_one_with_nobody_and_the_other_way_round() -> None:
    group = thursday_table()
    wrong, right = "Date,Ann,Ben\n2009-05-08,3,-2\n", "Date,Ann,Ben\n2009-05-08,3,-3\n"
    bring_in(group, right, FIRST)
    bring_in(group, wrong, SECOND)
    assert of(first(group)) == {"Ann": 3, "Ben": -2, NOBODY: -1}
    bring_in(group, right.replace("3,-3", "4,-4"), THIRD)
    assert (group.sessions.count(), of(first(group))) == (1, {"Ann": 4, "Ben": -4})
    assert is_clean(group)


def test_replaced_night_that_was_paid_long_ago_moves_no_money() -> None:
    group = thursday_table()
    bring_in(group, TABLE, FIRST, owed_from=None)
    bring_in(group, MENDED, SECOND, owed_from=None)
    assert not group.transactions.exists()
    assert sheet_of(first(group)).ending
    undo(group, SECOND)
    assert not group.transactions.exists()


def test_imports_say_how_many_nights_they_replaced(group: Group) -> None:
    bring_in(group, MENDED.rsplit("2009-05-22", 1)[0], SECOND)
    found = import_called(group, SECOND)
    assert found is not None
    assert (found.nights, found.left, found.replaced, found.files) == (0, 0, 1, ("old.csv",))
    assert [one.key for one in imports_of(group)] == [SECOND, FIRST]
    undo(group, SECOND)
    assert import_called(group, SECOND) is None
    assert [one.replaced for one in imports_of(group)] == [0]


def test_group_with_replaced_and_restored_nights_leaves_as_a_file(group: Group) -> None:
    bring_in(group, MENDED, SECOND)
    undo(group, SECOND)
    before, undone, of_import = state(group), of(first(group)), amended_by(group)
    copied_group, is_new = group_import(elsewhere(group))
    assert (is_new, undone, of_import) == (True, HAD, ())
    assert state(copied_group) == before


Points = st.lists(st.integers(-9, 9), min_size=2, max_size=2)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    nights=st.lists(st.tuples(st.integers(0, 3), Points, Points), min_size=1, max_size=5), paid=st.booleans()
)
def test_import_replace_and_undo_leave_the_same_nights_and_money(
    nights: list[tuple[int, list[int], list[int]]], paid: bool
) -> None:
    def table(points: Sequence[Sequence[int]]) -> str:
        rows = zip((A_DAY + timedelta(days=day) for day, _, _ in nights), points, strict=True)
        return "Date,Ann,Ben,Cleo\n" + "".join(
            f"{day},{one},{other},{-one - other}\n" for day, (one, other) in rows
        )

    owed_from = None if paid else date.min
    group = thursday_table()
    bring_in(group, table([had for _, had, _ in nights]), FIRST, owed_from=owed_from)
    before = state(group)
    bring_in(group, table([has for _, _, has in nights]), SECOND, owed_from=owed_from)
    assert len(state(group)[0]) <= 2 * len(nights)
    undo(group, SECOND)
    assert state(group) == before
    assert is_clean(group)
