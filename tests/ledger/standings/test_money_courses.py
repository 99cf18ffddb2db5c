"""The course of the money: on every night what the journal booked for it, to the cent."""

import uuid
from collections import defaultdict
from datetime import date
from fractions import Fraction

import pytest
from django.utils import timezone

from ledger.models import Group, Kind, Posting
from ledger.recording import (
    WriteContext,
    end_night,
    merge_players,
    reopen_night,
)
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings.filtering import EVERYTHING, Filter
from ledger.standings.marks import Copied
from ledger.standings.money import added_up, balances, won_at_cards
from ledger.standings.nights_by_player import money_nights
from ledger.standings.nights_by_player import won_at_cards as won_in
from ledger.steps import finish
from tests import cast
from tests.ledger import histories

pytestmark = pytest.mark.django_db
ASKED = (Filter(), Filter(since=date(2025, 2, 1)), Filter(since=date(2025, 1, 10), until=date(2025, 2, 28)))

# Of nights after each other the day, and the cents of whoever won or lost some.
Money = list[tuple[date, dict[int, int]]]


@pytest.fixture(params=[1, 2, 5])
def history(request: pytest.FixtureRequest) -> Group:
    return histories.some_history(request.param)


def booked(group: Group, asked: Filter = ASKED[0]) -> Money:
    found = []
    for session in group.sessions.order_by("started_at", "number"):
        day = timezone.localdate(session.started_at)
        cents: dict[int, int] = defaultdict(int)
        postings = Posting.objects.filter(transaction__session=session, transaction__kind=Kind.NIGHT)
        for player, won in postings.exclude(player=None).values_list("player", "cents"):
            cents[group.who.of(player)] += won
        if any(cents.values()) and (asked.since or date.min) <= day <= (asked.until or date.max):
            found.append((day, {player: won for player, won in cents.items() if won}))
    return found


def told(group: Group, asked: Filter = EVERYTHING) -> Money:
    nights = money_nights(group, asked)
    found = [(one.day, {player: won for player, won in one.parts.items() if won}) for one in nights]
    return [one for one in found if one[1]]


def test_every_night_brings_what_was_booked(history: Group) -> None:
    assert booked(history)
    for asked in ASKED:
        assert told(history, asked) == booked(history, asked)


def test_a_night_that_is_opened_and_corrected_brings_the_old_money_until_it_is_over(history: Group) -> None:
    going, night = history.sessions.get(ended_at=None), history.sessions.get(number=2)
    before = booked(history)
    assert timezone.localdate(going.started_at) not in {day for day, _ in told(history)}
    reopen_night(night, cast.context(night))
    assert told(history) == booked(history) == before
    cast.tell(night, "Ann", "Ben", "lost_schneider")
    assert told(history) == booked(history) == before
    end_night(night, cast.context(night))
    assert told(history) == booked(history) != before


def test_of_two_who_are_one_person_it_has_the_money_of_both(history: Group) -> None:
    nights = [Copied(date=date(2024, 12, day), totals={0: Fraction(4), 1: Fraction(-4)}) for day in (2, 9)]
    finish(copy_notebook(history, Copying(names=("Ann", "Gus"), nights=nights), began=lambda hidden: None))
    gus, frank = cast.ids(history, "Gus", "Frank")
    merge_players(history, gus, frank, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(history)))
    group = Group.objects.get(pk=history.pk)
    assert gus not in {player for _, cents in told(group) for player in cents}
    assert told(group)[0][1][frank] < 0
    assert told(group) == booked(group)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_money_won_and_balances_are_what_the_journal_adds_up_to(seed: int) -> None:
    group = histories.some_history(seed)
    first = group.sessions.get(number=1)

    def holds() -> None:
        won = {player: cents for player, cents in won_at_cards(group).items() if cents}
        assert {one: cents for one, cents in won_in(money_nights(group)).items() if cents} == won
        assert balances(group) == added_up(group)

    holds()
    reopen_night(first, cast.context(first))
    holds()
    cast.tell(first, "Ann", "Ben")
    end_night(first, cast.context(first))
    holds()
