"""Nights out of a notebook that has their hands: written as typed points, played on, undone, taken along."""

import io
from datetime import date
from fractions import Fraction
from uuid import uuid4

import pytest

from ledger.book.sheet import EntryKind
from ledger.exchange.copying import compare, copy
from ledger.exchange.group import read_group, write_group
from ledger.exchange.preview import NightRow, Preview
from ledger.exchange.tables import as_csv, journal, results, score_sheet
from ledger.models import Entry, Group, Session, Transaction
from ledger.models.book import sheet_of
from ledger.models.played import HandResult, NightGame, NightPlace
from ledger.recording import NewHand, amend_night, correct_hand, end_night, reopen_night, strike_import
from ledger.recording.auditing import audit
from ledger.scoring import TYPED
from ledger.standings.money import balances
from ledger.standings.nights import every_night, import_called
from ledger.standings.nights_by_player import money_nights, won_at_cards
from scorekeeper.text.receipts import hand_called
from tests.cast import context, ids, thursday_table

pytestmark = pytest.mark.django_db
DAY = date(2009, 3, 27)
HANDS = ({"Ann": 4, "Ben": -4}, {"Ann": -1, "Ben": -2, "Zoe": 3}, {"Ann": 2, "Ben": 0, "Zoe": -2})


def notebook(*hands: dict[str, int], day: date = DAY) -> Preview:
    totals: dict[str, Fraction] = {}
    for hand in hands:
        for name, won in hand.items():
            totals[name] = totals.get(name, Fraction(0)) + won
    exact = tuple({name: Fraction(won) for name, won in hand.items()} for hand in hands)
    return Preview(nights=(NightRow(file="old.csv", line=2, date=day, totals=totals, hands=exact),))


@pytest.fixture
def group() -> Group:
    return thursday_table()


def the_night(group: Group) -> Session:
    session = group.sessions.get()
    session.group = group
    return session


def faults(group: Group) -> list[object]:
    return [*audit([group])]


def test_hands_of_a_notebook_are_typed_points_with_nobody_known_to_deal(group: Group) -> None:
    assert copy(group, notebook(*HANDS)) == 1
    night = the_night(group)
    sheet = sheet_of(night)
    ann, ben, zoe = ids(group, "Ann", "Ben", "Zoe")
    assert [row.points for row in sheet.rows] == [
        {ann: 4, ben: -4, zoe: 0}, {ann: -1, ben: -2, zoe: 3}, {ann: 2, ben: 0, zoe: -2},
    ]  # fmt: skip
    assert sheet.totals == {ann: 5, ben: -6, zoe: 1}
    assert [row.out for row in sheet.rows] == [(zoe,), (), ()]
    assert (night.is_copied, night.hands, night.ended_at) == (False, 3, night.started_at)
    assert set(NightGame.objects.values_list("game", "hands")) == {(TYPED, 3)}
    assert HandResult.objects.filter(hand__group=group).count() == 9
    assert not NightPlace.objects.exists()
    assert {row[2] for row in score_sheet(night, hand_called).rows} == {""}
    assert faults(group) == []


def test_hands_of_a_notebook_bring_money_on_the_day_of_their_night(group: Group) -> None:
    copy(group, notebook(*HANDS))
    (line,) = {row[1:4] for row in journal(group).rows}
    assert line == (DAY, "night", 1)
    stake = group.stake_cents
    assert {one.name: one.cents for one in balances(group).players if one.cents} == {
        "Ann": 5 * stake, "Zoe": stake, "Ben": -6 * stake,
    }  # fmt: skip


def test_hands_that_were_paid_long_ago_move_no_money(group: Group) -> None:
    copy(group, notebook(*HANDS), owed_from=None)
    assert not Transaction.objects.exists()
    ending = sheet_of(the_night(group)).ending
    assert ending
    stake = group.stake_cents
    assert (sorted(ending.cents.values()), ending.booked) == ([-6 * stake, stake, 5 * stake], {})
    won = won_at_cards(money_nights(group))
    assert won == dict(zip(ids(group, "Ann", "Ben", "Zoe"), (5 * stake, -6 * stake, stake), strict=True))
    assert faults(group) == []


@pytest.mark.parametrize("owed_from", [date.min, None])
def test_correcting_a_hand_of_a_notebook_moves_the_totals_and_the_money(
    group: Group, owed_from: date | None
) -> None:
    copy(group, notebook(*HANDS), owed_from=owed_from)
    night = the_night(group)
    reopen_night(night, context(night))
    row = sheet_of(night).rows[0]
    hand = NewHand(seats=row.seats, told={"kind": "points", "points": [6, -6, 0]}, out=(2,))
    correct_hand(night, row.entry, hand, context(night))
    end_night(night, context(night))
    ann, ben, zoe = ids(group, "Ann", "Ben", "Zoe")
    assert sheet_of(night).totals[ann] == 7
    won = {ann: 7 * group.stake_cents, ben: -8 * group.stake_cents, zoe: group.stake_cents}
    assert won_at_cards(money_nights(group)) == won
    owed = {one.player: one.cents for one in balances(group).players if one.cents}
    assert owed == (won if owed_from else {})  # what was paid long ago is won all the same
    again = compare(group, notebook(*HANDS))
    assert (again.new, again.played) == (0, 1)
    assert faults(group) == []


def test_undoing_an_import_takes_its_hands_out_and_it_can_come_again(group: Group) -> None:
    key = uuid4()
    copy(group, notebook(*HANDS), key=key)
    assert compare(group, notebook(*HANDS)).there == 1
    found = import_called(group, key)
    assert found
    assert (found.nights, found.left) == (1, 1)
    assert strike_import(group, key, None) == 1
    night = the_night(group)
    assert (night.is_copied, night.struck, night.hands, [*every_night(group)]) == (True, "all", 0, [])
    assert not any(one.cents for one in balances(group).players)
    assert not NightGame.objects.exists()
    assert faults(group) == []
    assert strike_import(group, key, None) == 0
    assert copy(group, notebook(*HANDS)) == 1


def test_undoing_an_import_takes_out_hands_that_were_corrected_and_left_open(group: Group) -> None:
    key = uuid4()
    copy(group, notebook(*HANDS), key=key)
    night = the_night(group)
    reopen_night(night, context(night))
    row = sheet_of(night).rows[1]
    hand = NewHand(seats=row.seats, told={"kind": "points", "points": [1, -1, 0]})
    correct_hand(night, row.entry, hand, context(night))
    assert strike_import(group, key, None) == 1
    assert not any(one.cents for one in balances(group).players)
    assert faults(group) == []


@pytest.mark.parametrize("is_undone", [False, True])
def test_group_with_hands_of_a_notebook_is_the_same_after_export_and_import(
    group: Group, is_undone: bool
) -> None:
    key = uuid4()
    copy(group, notebook(*HANDS), key=key)
    if is_undone:
        strike_import(group, key, None)
    tables = [as_csv(table(group)) for table in (results, journal)]
    file = io.BytesIO()
    write_group(group, file)
    Group.objects.filter(pk=group.pk).update(name="Before")
    again = read_group(io.BytesIO(file.getvalue()), owner=uuid4).group
    assert [as_csv(table(again)) for table in (results, journal)] == tables
    assert faults(again) == []


@pytest.mark.parametrize(
    "hands",
    [
        ({"Ann": 4, "Ben": -3}, {"Ann": -1, "Ben": 0}),
        tuple({f"P{n}": 1, f"P{n + 1}": -1} for n in range(11)),
        ({"Ann": 200_000, "Ben": -200_000},),
    ],
)
def test_hands_that_are_no_typed_points_are_kept_as_totals(
    group: Group, hands: tuple[dict[str, int], ...]
) -> None:
    copy(group, notebook(*hands))
    kinds = set(Entry.objects.filter(session__group=group).values_list("kind", flat=True))
    assert (kinds, the_night(group).is_copied) == ({EntryKind.NOTEBOOK}, True)
    assert faults(group) == []


def test_night_that_was_taken_out_comes_back_with_totals_alone(group: Group) -> None:
    key = uuid4()
    copy(group, notebook(*HANDS), key=key)
    strike_import(group, key, None)
    night = the_night(group)
    ann, ben = ids(group, "Ann", "Ben")
    amend_night(night, DAY, {ann: Fraction(2), ben: Fraction(-2)}, context(night))
    assert sheet_of(night).rows == ()
    assert sheet_of(night).totals == {ann: 2, ben: -2}
    assert {one.player: one.cents for one in balances(group).players if one.cents} == {
        ann: 2 * group.stake_cents, ben: -2 * group.stake_cents,
    }  # fmt: skip
    assert faults(group) == []
