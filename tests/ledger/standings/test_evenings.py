"""The evenings of a calendar: the latest, of whole years, and few enough to be drawn."""

import uuid
from datetime import date
from fractions import Fraction

import pytest
from pytest_django import DjangoAssertNumQueries

from ledger.models import Group
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings.counted import Asked
from ledger.standings.evenings import Evening, Evenings, evenings_of, every_evening
from ledger.standings.marks import Copied
from ledger.steps import finish
from tests import cast
from tests.ledger import histories
from tests.ledger.slowly.raw import Raw, raw_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def history() -> Group:
    group = histories.some_history(1)
    nights = [
        Copied(date=date(year, 5, 1), totals={0: Fraction(1), 1: Fraction(-1)}) for year in (2023, 2024)
    ]
    finish(copy_notebook(group, Copying(names=("Ann", "Ben"), nights=nights), began=lambda hidden: None))
    return group


def days(found: Evenings) -> list[date]:
    return [one.day for one in found.told]


def test_evenings_of_the_last_two_years_are_told_with_their_hands(
    history: Group, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        found = evenings_of(history, "sheepshead", Asked())
    hands: dict[int, int] = {}
    for session, _ in histories.every_row(history):
        if session.ended_at:
            hands[session.number] = hands.get(session.number, 0) + 1
    assert {one.number: one.hands for one in found.told if one.hands} == hands
    assert days(found) == sorted(days(found), reverse=True)
    assert days(found)[-1] == date(2024, 5, 1)
    assert found.told[-1].hands is None
    assert not found.is_cut


def test_only_those_in_the_time_that_is_asked_for_are_told(history: Group) -> None:
    found = evenings_of(history, "sheepshead", Asked(since=date(2025, 1, 1), until=date(2025, 1, 31)))
    assert days(found) == [date(2025, 1, 20), date(2025, 1, 17), date(2025, 1, 3)]
    assert days(evenings_of(history, "sheepshead", Asked(until=date(2023, 12, 31)))) == [date(2023, 5, 1)]


@pytest.mark.parametrize("seed", [1, 2])
def test_in_a_full_history_they_are_told_of_every_game_whether_added_up_or_not(seed: int) -> None:
    group = histories.a_full_history(seed)
    for _ in range(2):
        for asked in (Asked(), Asked(since=date(2025, 2, 1)), Asked(until=date(2025, 1, 31))):
            raw, over = raw_of(group, asked), set(group.sessions.exclude(ended_at=None).values_list("number"))
            assert raw.games() == {"sheepshead", "mehrkopf", "any_game"}
            for game in raw.games():
                there = raw.of(game)
                told = [
                    Evening(number=night, day=day, hands=hands_of(there, night))
                    for night, day in there.nights
                    if (night,) in over
                ]
                assert every_evening(group, game, asked) == told[::-1]
                assert evenings_of(group, game, asked) == Evenings(told=tuple(told[::-1]))
        cast.add_up(group)


def hands_of(raw: Raw, night: int) -> int | None:
    """How many a night had; None where only the totals are known."""
    return sum(one.night == night for one in raw.dealt()) or None


def test_a_game_that_was_not_played_has_none(history: Group) -> None:
    assert evenings_of(history, "mehrkopf", Asked()) == Evenings()


def test_a_year_of_which_not_all_are_told_is_left_out_unless_it_is_the_latest(
    history: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = evenings_of(history, "sheepshead", Asked()).told
    latest = tuple(one for one in every if one.day.year == 2025)
    monkeypatch.setattr("ledger.standings.evenings.MOST", len(every))
    assert evenings_of(history, "sheepshead", Asked()) == Evenings(told=every)
    monkeypatch.setattr("ledger.standings.evenings.MOST", len(latest))
    assert evenings_of(history, "sheepshead", Asked()) == Evenings(told=latest)
    monkeypatch.setattr("ledger.standings.evenings.MOST", len(latest) - 1)
    assert evenings_of(history, "sheepshead", Asked()) == Evenings(told=latest[:-1], is_cut=True)


def test_an_evening_is_told_by_its_number() -> None:
    group = cast.thursday_table(guest=uuid.uuid4())
    night = cast.an_ended_night(group)
    [found] = evenings_of(group, "sheepshead", Asked()).told
    assert (found.number, found.hands) == (night.number, 1)
    assert isinstance(found, Evening)
