"""What is copied out of the fold for queries says at every moment what the fold says."""

import contextlib
import uuid
from collections import Counter

import pytest
from django.db import connection
from django.db.models import Exists, OuterRef
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from ledger.models import Entry, HandResult, Session, Tally
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
from ledger.recording.projecting import Result, Results, Tallies, all_results, tallies
from ledger.scoring.scored import HandRefused
from tests.cast import a_night, context, hand, ids, tell, thursday_table
from tests.steady import steady

RESULTS = ("won", "won_schneider", "won_all_tricks", "lost", "lost_schneider", "lost_no_trick")
FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")
ANY = st.integers(0, 40)


def stored(session: Session) -> Tallies:
    """The tallies as the database has them."""
    found = Tally.objects.filter(session=session)
    return {(one.player_id, one.game, one.role): (one.hands, one.won, one.parts) for one in found}


def stored_results(session: Session) -> Results:
    """What everybody did in each hand, as the database has it."""
    found = HandResult.objects.filter(session=session, group=session.group_id).order_by()
    rows = found.values_list("entry", "player", *Result._fields)
    return {(entry, player): Result(*said) for entry, player, *said in rows}


@pytest.mark.django_db
def test_the_tallies_of_a_hand_count_roles_wins_and_parts() -> None:
    group = thursday_table()
    session = a_night(group)
    tell(session, "Ben", "Cleo", "lost")
    ann, ben, cleo, dave, edith, frank = ids(group)
    assert stored(session) == {
        (ann, "sheepshead", "out"): (1, 0, 0),
        (ben, "sheepshead", "picker"): (1, 0, -4 * 2520),
        (cleo, "sheepshead", "partner"): (1, 0, -2 * 2520),
        **{(player, "sheepshead", "opponent"): (1, 1, 2 * 2520) for player in (dave, edith, frank)},
    }


@pytest.mark.django_db
def test_the_results_of_a_hand_say_who_did_what_where_and_under_which_rules() -> None:
    group = thursday_table()
    session = a_night(group)
    tell(session, "Ben", "Cleo")
    told = tell(session, "Cleo", "Ann", "lost").entry
    ann, ben, cleo, dave, edith, frank = ids(group)
    of_second = {player: one for (entry, player), one in stored_results(session).items() if entry == 3}
    common = Result(
        at=told.at, game="sheepshead", version=1, seat=0, seats=6, active=5, dealer=1, is_dealt=True,
        kind="picked", row="lost", side_points=None, doublers=0, cracks=0, stake=25,
        has_cracked=False, is_forced=False, is_for_pot=False, role="opponent", won=True, parts=2 * 2520,
    )  # fmt: skip
    assert of_second == {
        ann: common._replace(role="partner", won=False, parts=-2 * 2520),
        ben: common._replace(seat=1, role="out", won=None, parts=0),
        cleo: common._replace(seat=2, role="picker", won=False, parts=-4 * 2520),
        dave: common._replace(seat=3),
        edith: common._replace(seat=4),
        frank: common._replace(seat=5),
    }


@pytest.mark.django_db
def test_who_played_with_whom_is_asked_by_joining_results_of_a_hand() -> None:
    group = thursday_table()
    session = a_night(group, *FIVE)
    tell(session, "Ben", "Cleo")
    tell(session, "Ben", "Cleo", "lost")
    tell(session, "Cleo", "Ben")
    tell(session, "Ben", "Edith")
    ben, cleo = ids(group, "Ben", "Cleo")
    partner = HandResult.objects.filter(
        session=OuterRef("session"), entry=OuterRef("entry"), player=cleo, role="partner"
    )
    found = HandResult.objects.filter(Exists(partner), player=ben, game="sheepshead", role="picker")
    assert list(found.order_by("at").values_list("won", flat=True)) == [True, False]


@pytest.mark.django_db
def test_what_moves_points_between_two_hands_is_no_dealt_hand_and_one_thrown_in_has_no_roles() -> None:
    group = thursday_table(options={"no_picker": "doubler"})
    session = a_night(group)
    seats = sheet_of(session).seating.seats
    tell_hand(session, Hand(seats=seats, told={"kind": "all_pass"}), context(session))
    assert {(one.role, one.won, one.parts, one.is_dealt) for one in stored_results(session).values()} == {
        ("", None, 0, True),
        ("out", None, 0, True),  # who sat out of it
    }
    assert len(stored_results(session)) == 6
    dealer, *others = seats
    assert stored(session) == {
        (dealer, "sheepshead", "out"): (1, 0, 0),
        **{(who, "sheepshead", ""): (1, 0, 0) for who in others},
    }


@pytest.mark.django_db
def test_a_hand_taken_back_leaves_no_tally_behind() -> None:
    session = a_night(thursday_table())
    entry = tell(session, "Ben", "Cleo").entry.number
    take_back_hand(session, entry, context(session))
    assert stored(session) == {}
    assert stored_results(session) == {}
    assert Session.objects.get(pk=session.pk).hands == 0


@pytest.mark.django_db
def test_recording_a_hand_takes_as_many_queries_in_any_night_and_writes_only_its_own_rows() -> None:
    group = thursday_table()
    asked = []
    for _ in range(2):
        session = a_night(group, *FIVE)
        for number in range(12):
            it, before = context(session), set(HandResult.objects.values_list("pk", flat=True))
            one = hand(session, "Ben", "Cleo")
            with CaptureQueriesContext(connection) as queries:
                tell_hand(session, one, it)
            if number:
                asked.append(len(queries))
            new = HandResult.objects.exclude(pk__in=before)
            assert set(new.values_list("entry", flat=True)) == {number + 2}
            assert new.count() == 5
            of_results = [one["sql"] for one in queries if "ledger_handresult" in one["sql"]]
            assert [sql.split("INSERT")[0].strip() for sql in of_results] == ["5 times:"]
    assert set(asked) == {asked[0]}


@pytest.mark.django_db
def test_a_correction_writes_only_the_results_that_it_changes() -> None:
    session = a_night(thursday_table(), *FIVE)
    first = tell(session, "Ben", "Cleo").entry.number
    for _ in range(3):
        tell(session, "Cleo", "Dave")
    before = {(one.entry, one.player_id): one.pk for one in HandResult.objects.all()}
    seats = sheet_of(session).seating.seats
    corrected = Hand(seats=seats, told=hand(session, "Ben", "Cleo", "lost").told)
    it = context(session)
    with CaptureQueriesContext(connection) as queries:
        correct_hand(session, first, corrected, it)
    (written,) = [one["sql"] for one in queries if "INTO ledger_handresult" in one["sql"]]
    assert written.startswith("5 times: ")  # nobody of a later hand
    assert {(one.entry, one.player_id): one.pk for one in HandResult.objects.all()} == before
    assert stored_results(session) == all_results(sheet_of(session).rows, session.started_at)


@pytest.mark.django_db
def test_a_night_that_changed_its_game_has_tallies_of_each() -> None:
    group = thursday_table(names=("Ann", "Ben", "Cleo", "Dave"))
    session = a_night(group)
    tell(session, "Ben", "Cleo")
    # A night keeps its game today; a book from before may say so.
    rules = {"version": 2, "game": "mehrkopf", "options": {}}
    Entry.objects.create(
        session=session, number=3, key=uuid.uuid4(), kind="rules", facts={"rules": rules}, at=timezone.now()
    )
    seats = sheet_of(session).seating.seats
    told = {"kind": "played", "contract": "solo", "declarer": 2, "result": "won"}
    tell_hand(session, Hand(seats=seats, told=told), context(session))
    found = stored(session)
    assert found == tallies(sheet_of(session))
    by_game = {
        game: sum(hands for (_, of, _), (hands, _, _) in found.items() if of == game) for _, game, _ in found
    }
    assert by_game == {"sheepshead": 4, "mehrkopf": 4}
    assert {one.game: one.version for one in stored_results(session).values()} == {
        "sheepshead": 1,
        "mehrkopf": 2,
    }


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
        assert stored_results(self.session) == all_results(sheet.rows, self.session.started_at)
        dealt = [row for row in sheet.rows if row.scored and row.is_hand]
        roles = Counter(one for row in dealt for one in zip(row.seats, row.roles, strict=True))
        assert {who: one.hands for who, one in sheet.counts.items() if one.hands} == roles
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
