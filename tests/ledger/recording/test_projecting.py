"""What is copied out of the fold for queries says at every moment what the fold says."""

import contextlib
import uuid
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from ledger.models import Entry, Session, Tally
from ledger.models.book import sheet_of
from ledger.recording import (
    Hand,
    WriteContext,
    correct_hand,
    end_night,
    join,
    leave,
    reopen_night,
    restore_hand,
    take_back_hand,
    tell_hand,
)
from ledger.recording.projecting import tallies
from ledger.scoring.scored import HandRefused
from tests.cast import a_night, context, ids, tell, thursday_table
from tests.steady import steady

RESULTS = ("won", "won_schneider", "won_all_tricks", "lost", "lost_schneider", "lost_no_trick")
ANY = st.integers(0, 40)


def stored(session: Session) -> dict[tuple[int, str], tuple[int, int, int]]:
    """The tallies as the database has them."""
    found = Tally.objects.filter(session=session)
    return {(tally.player_id, tally.role): (tally.hands, tally.won, tally.parts) for tally in found}


@pytest.mark.django_db
def test_the_tallies_of_a_hand_count_roles_wins_and_parts() -> None:
    group = thursday_table()
    session = a_night(group)
    tell(session, "Ben", "Cleo", "lost")
    ann, ben, cleo, dave, edith, frank = ids(group)
    assert stored(session) == {
        (ann, "out"): (1, 0, 0),
        (ben, "picker"): (1, 0, -4 * 2520),
        (cleo, "partner"): (1, 0, -2 * 2520),
        **{(player, "opponent"): (1, 1, 2 * 2520) for player in (dave, edith, frank)},
    }


@pytest.mark.django_db
def test_a_hand_taken_back_leaves_no_tally_behind() -> None:
    session = a_night(thursday_table())
    entry = tell(session, "Ben", "Cleo").entry.number
    take_back_hand(session, entry, context(session))
    assert stored(session) == {}
    assert Session.objects.get(pk=session.pk).hands == 0


@pytest.mark.django_db
def test_what_does_not_change_keeps_its_row() -> None:
    session = a_night(thursday_table())
    tell(session, "Ben", "Cleo")
    before = dict(Tally.objects.filter(session=session).values_list("player__name", "pk"))
    tell(session, "Cleo", "Dave")
    after = {(tally.player.name, tally.role): tally.pk for tally in Tally.objects.select_related("player")}
    assert after["Edith", "opponent"] == before["Edith"]
    assert after["Ben", "picker"] == before["Ben"]


class Evening(RuleBasedStateMachine):
    """Anything that can be said in a night, in any order; what is refused must change nothing."""

    @initialize(doublers=st.booleans(), people=st.integers(3, 6))
    def sit_down(self, *, doublers: bool, people: int) -> None:
        group = thursday_table(
            guest=uuid.uuid4(), options={"no_picker": "doubler" if doublers else "leaster"}
        )
        self.players = ids(group)
        names = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Frank")[:people]
        self.session = a_night(group, *names)

    def context(self) -> WriteContext:
        return context(self.session)

    @rule(picker=ANY, partner=ANY, result=st.sampled_from(RESULTS))
    def tell(self, picker: int, partner: int, result: str) -> None:
        self.attempt_hand({"kind": "picked", "result": result}, picker, partner)

    @rule(winner=ANY)
    def nobody_picks(self, winner: int) -> None:
        seats = sheet_of(self.session).seating.seats
        for told in ({"kind": "all_pass"}, {"kind": "leaster", "winners": [winner % len(seats)]}):
            with refusals():
                tell_hand(self.session, Hand(seats=seats, told=told), self.context())

    def attempt_hand(self, told: dict[str, object], picker: int, partner: int, of: int | None = None) -> None:
        sheet = sheet_of(self.session)
        row = sheet.row(of) if of else None
        seats = row.seats if row else sheet.seating.seats
        first, second = picker % len(seats), partner % len(seats)
        partners = [] if first == second or len(seats) == 3 else [second]
        hand = Hand(seats=seats, told=told | {"picker": first, "partners": partners})
        with refusals():
            if of:
                correct_hand(self.session, of, hand, self.context())
            else:
                tell_hand(self.session, hand, self.context())

    def some_hand(self, which: int) -> int:
        rows = sheet_of(self.session).rows
        return rows[which % len(rows)].entry if rows else 99

    @rule(which=ANY, picker=ANY, partner=ANY, result=st.sampled_from(RESULTS))
    def correct(self, which: int, picker: int, partner: int, result: str) -> None:
        self.attempt_hand({"kind": "picked", "result": result}, picker, partner, of=self.some_hand(which))

    @rule(which=ANY)
    def take_back(self, which: int) -> None:
        with refusals():
            take_back_hand(self.session, self.some_hand(which), self.context())

    @rule(which=ANY)
    def restore(self, which: int) -> None:
        entry = self.some_hand(which)
        with refusals():
            restore_hand(self.session, entry, self.context(), version=entry)

    @rule(who=st.integers(0, 5), beside=st.integers(0, 5))
    def come(self, who: int, beside: int) -> None:
        with refusals():
            join(self.session, self.players[who], self.context(), after=self.players[beside])

    @rule(who=st.integers(0, 5))
    def go(self, who: int) -> None:
        with refusals():
            leave(self.session, self.players[who], self.context())

    @rule()
    def end_and_go_on(self) -> None:
        end_night(self.session, self.context())
        self.the_projection_says_what_the_fold_says()
        reopen_night(self.session, self.context())

    @invariant()
    def the_projection_says_what_the_fold_says(self) -> None:
        if not hasattr(self, "session"):
            return
        sheet = sheet_of(self.session)
        assert stored(self.session) == tallies(sheet)
        roles = Counter((player, row.role(player)) for row in sheet.rows for player in row.seats)
        assert {who: one.hands for who, one in sheet.counts.items()} == {
            (player, role): hands for (player, role), hands in roles.items() if role
        }
        row = Session.objects.get(pk=self.session.pk)
        assert (row.hands, row.ended_at) == (sheet.hands, sheet.ending.at if sheet.ending else None)
        numbers = list(Entry.objects.filter(session=row).values_list("number", flat=True))
        assert numbers == list(range(1, sheet.newest + 1))
        assert sum(parts for _, _, parts in stored(self.session).values()) == 0


def refusals() -> contextlib.AbstractContextManager[None]:
    """What cannot be said is not said."""
    return contextlib.suppress(HandRefused)


@pytest.mark.django_db
def test_whatever_is_said_the_projection_says_what_a_fresh_fold_says() -> None:
    run_state_machine_as_test(Evening, settings=steady(10, steps=10))


@pytest.mark.django_db
def test_a_correction_takes_the_tallies_of_many_roles_away_at_once() -> None:
    session = a_night(thursday_table())
    entry = tell(session, "Ben", "Cleo").entry.number
    with CaptureQueriesContext(connection) as asked:
        take_back_hand(session, entry, context(session))
    assert sum('DELETE FROM "ledger_tally"' in one["sql"] for one in asked) == 1
    assert stored(session) == {}
