"""What a night adds up to: every hand once, under whatever circumstances it is asked for."""

import json
import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest

from ledger.counting import (
    ALL,
    ANY,
    Case,
    Circumstances,
    Counts,
    Mark,
    Sums,
    all_added,
    chosen,
    counts_of,
    packed,
    unpacked,
)
from ledger.counting.kinds import Counted, Night, Occasion, Pair, Picks, Place, Role
from ledger.models import Session
from ledger.models.book import sheet_of
from ledger.recording import Hand, change_stake, end_night, leave, tell_hand
from ledger.recording.rules import write_rules
from ledger.sheet import ScoreSheet
from tests import cast

pytestmark = pytest.mark.django_db

P = 2520
"""Parts of a point."""


@pytest.fixture
def night() -> Session:
    """Six at the table: four hands, of them one for another stake, one by other rules and one with four."""
    session = cast.a_night(cast.thursday_table(options={"crack": "crack"}))
    seats = sheet_of(session).seating.seats
    told = {
        "kind": "picked",
        "picker": 1,
        "partners": [2],
        "side_points": 70,
        "cracks": ["crack"],
        "cracks_by": [3],
    }
    tell_hand(session, Hand(seats=seats, told=told), cast.context(session))
    change_stake(session, 50, cast.context(session))
    cast.tell(session, "Cleo", "Dave", "lost")
    other = {"crack": "crack", "bump": False}
    write_rules(session.group, "sheepshead", "", other, uuid.uuid4(), cast.owner_of(session.group))
    cast.tell(session, "Edith", "Dave", "lost_schneider")
    for goes in cast.ids(session.group, "Frank", "Edith"):
        leave(session, goes, cast.context(session))
    tell_hand(session, cast.leaster(session, "Ann"), cast.context(session))
    return session


def of_sheepshead(sheet: ScoreSheet) -> Counts:
    return counts_of(sheet, 1)["sheepshead"]


def test_a_hand_is_counted_by_role_place_pair_and_what_there_was_to_tell(night: Session) -> None:
    sheet = sheet_of(night)
    first = replace(sheet, rows=sheet.rows[:1])
    found = chosen(of_sheepshead(first))
    ann, ben, cleo, dave, edith, frank = cast.ids(night.group)
    won, shared = 4 * P, 2 * P
    assert found.hands == {ANY: 1}
    assert found.roles[Role(ANY, ann, "out", "picked", "won")] == Sums(1, 0, 0, 0)
    assert found.roles[Role(ANY, ben, "picker", "picked", "won")] == Sums(1, 1, won, won * won)
    assert found.places[Place(ANY, ben, 1)] == Picks(1, 1, won)
    assert found.places[Place(ANY, frank, 5)] == Picks(1, 0, -2 * P)
    assert found.card_points == {Counted(ANY, ben, 70): 1}
    assert found.occasions == {
        Occasion(ANY, dave, "cracked"): Sums(1, 0, -2 * P, 4 * P * P),
        Occasion(ANY, ben, "was_cracked"): Sums(1, 1, won, won * won),
    }
    assert found.partners == {Pair(ANY, ben, cleo): Sums(1, 1, won + shared, (won + shared) ** 2)}
    assert found.between[Pair(ANY, ben, edith)].parts == 2 * P * 2 // 3
    assert {pair.player for pair in found.between} == {ben, cleo}


def test_what_somebody_won_of_all_others_is_what_they_won(night: Session) -> None:
    found = chosen(of_sheepshead(sheet_of(night)))
    for player in cast.ids(night.group):
        brought = sum(sums.parts for role, sums in found.roles.items() if role.player == player)
        won = sum(sums.parts for pair, sums in found.between.items() if pair.player == player)
        lost = sum(sums.parts for pair, sums in found.between.items() if pair.other == player)
        assert won - lost == brought


def test_under_any_circumstances_the_counts_are_those_of_the_hands_that_fit(night: Session) -> None:
    sheet = sheet_of(night)
    whole = of_sheepshead(sheet)
    assert len(whole.hands) == 4
    for version, active, stake in product((None, 1, 2), (None, 4, 5), (None, 25, 50)):
        asked = Circumstances(version=version, active=active, stake=stake)
        rows = tuple(
            row
            for row in sheet.rows
            if asked.fit(Case(row.rules.version, len(row.seats) - len(row.out), row.stake_cents))
        )
        found, wanted = (
            chosen(whole, asked),
            counts_of(replace(sheet, rows=rows), 1).get("sheepshead", Counts()),
        )
        assert found.nights == wanted.nights
        of_nights: dict[str, Any] = {"evenings": {}, "courses": {}, "most_hands": None}
        assert replace(found, **of_nights) == replace(chosen(wanted), **of_nights)
        assert found.most_hands == (Mark(4, 1) if asked.are_any else None)


def test_a_night_has_its_dearest_hands_and_how_far_somebody_came_back(night: Session) -> None:
    found = chosen(of_sheepshead(sheet_of(night)), ALL)
    entries = [row.entry for row in sheet_of(night).rows]
    cleo = found.by_night[Night((), (), cast.ids(night.group, "Cleo")[0])]
    assert (cleo.nights, cleo.won, cleo.parts) == (1, 0, -3 * P)
    assert cleo.hand == Mark(2 * P, 1, entries[0])
    assert cleo.worst_hand == Mark(-4 * P, 1, entries[1])
    frank = found.by_night[Night((), (), cast.ids(night.group, "Frank")[0])]
    assert frank.comeback == Mark(2 * P, 1)


def test_counts_come_back_from_the_database_as_they_went_in(night: Session) -> None:
    end_night(night, cast.context(night))
    for counts in counts_of(sheet_of(night), 7).values():
        assert unpacked(json.loads(json.dumps(packed(counts)))) == counts
    unnumbered = json.loads(json.dumps(packed(of_sheepshead(sheet_of(night)))))
    assert unpacked(unnumbered, night=1) == of_sheepshead(sheet_of(night))


def test_money_is_counted_once_the_night_is_over(night: Session) -> None:
    assert "" not in counts_of(sheet_of(night))
    end_night(night, cast.context(night))
    ending = sheet_of(night).ending
    assert ending is not None
    courses = counts_of(sheet_of(night))[""].courses
    assert {player: course.parts for player, course in courses.items()} == dict(ending.cents)


def told_at(sheet: ScoreSheet, minutes: Sequence[float | None]) -> Counts:
    """The night as if its hands had been told so many minutes after eight; None where nobody knows when."""
    began = datetime(2026, 3, 5, 20, tzinfo=UTC)
    rows = tuple(
        replace(
            sheet.rows[number % len(sheet.rows)],
            versions=(
                replace(
                    sheet.rows[0].versions[0],
                    at=None if minute is None else began + timedelta(minutes=minute),
                ),
            ),
        )
        for number, minute in enumerate(minutes)
    )
    return of_sheepshead(replace(sheet, rows=rows))


def test_a_night_lasts_from_its_first_hand_to_its_last(night: Session) -> None:
    found = told_at(sheet_of(night), [0, 10, 20, 35, 90])
    assert (found.timed, found.seconds) == (1, 90 * 60)
    assert found.longest == Mark(90 * 60, 1)
    assert found.most_hands == Mark(5, 1)


@pytest.mark.parametrize(
    "minutes",
    [
        pytest.param([0, 10, 20, 30], id="too few hands"),
        pytest.param([0, 0.5, 1, 1.5, 2], id="typed in one after the other"),
        pytest.param([0, 10, 20, 30, 18 * 60 + 1], id="the last one told another day"),
        pytest.param([0, 10, None, 30, 40], id="one of which nobody knows when"),
    ],
)
def test_nobody_knows_how_long_a_night_lasted_that_was_not_told_as_it_was_played(
    night: Session, minutes: list[float | None]
) -> None:
    found = told_at(sheet_of(night), minutes)
    assert (found.timed, found.seconds, found.longest) == (0, 0, None)


def test_nights_add_up_to_how_long_they_lasted_and_the_longest_is_known(night: Session) -> None:
    sheet = sheet_of(night)
    short, long, untold = (
        told_at(sheet, minutes)
        for minutes in ([0, 9, 18, 27, 60], [0, 9, 18, 27, 100, 120], [0, 0, 0, 0, 0, 0])
    )
    found = all_added([short, replace(long, longest=Mark(120 * 60, 2), most_hands=Mark(6, 2)), untold])
    assert (found.nights, found.timed, found.seconds) == (3, 2, 180 * 60)
    assert found.longest == Mark(120 * 60, 2)
    assert found.most_hands == Mark(6, 1)
