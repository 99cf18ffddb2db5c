"""The tables for queries say at every moment what a fresh fold of the book says."""

import uuid
from contextlib import suppress
from random import Random

import pytest
from django.db import connection
from django.db.models import Q, Sum
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.models import Entry, HandResult, NightPlayer, NightRole, Pot, Session
from ledger.models import Hand as Played
from ledger.models.book import sheet_of
from ledger.recording import (
    NewHand,
    correct_hand,
    join,
    leave,
    restore_hand,
    take_back_hand,
    tell_hand,
)
from ledger.scoring import HandRefused
from tests.cast import a_night, context, fresh, hand, ids, leaster, stored, tell, thursday_table
from tests.ledger.histories import POT, any_hand

pytestmark = pytest.mark.django_db

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")


def roles_of(session: Session) -> dict[tuple[int, str, str], tuple[int, int, int]]:
    """Hands, won and parts by player, game and role."""
    rows = NightRole.objects.filter(session=session).order_by()
    sums = rows.values_list("player", "game", "role").annotate(
        n=Sum("hands"), k=Sum("hands", filter=Q(won=True)), brought=Sum("parts")
    )
    return {(player, game, role): (n, k or 0, int(parts)) for player, game, role, n, k, parts in sums}


def test_roles_of_a_night_count_hands_wins_and_parts() -> None:
    group = thursday_table()
    session = a_night(group)
    tell(session, "Ben", "Cleo", "lost")
    ann, ben, cleo, dave, edith, frank = ids(group)
    assert roles_of(session) == {
        (ann, "sheepshead", "out"): (1, 0, 0),
        (ben, "sheepshead", "picker"): (1, 0, -4 * 2520),
        (cleo, "sheepshead", "partner"): (1, 0, -2 * 2520),
        **{(player, "sheepshead", "opponent"): (1, 1, 2 * 2520) for player in (dave, edith, frank)},
    }


def test_a_hand_has_its_own_row_and_one_for_each_who_sat_at_the_table() -> None:
    group = thursday_table()
    session = a_night(group)
    tell(session, "Ben", "Cleo")
    told = tell(session, "Cleo", "Ann", "lost").entry
    ann, ben, cleo, dave, edith, frank = ids(group)
    played = Played.objects.get(entry=told.number)
    assert (played.position, played.number, played.at) == (2, 2, told.at)
    assert (played.game, played.version, played.active, played.stake) == ("sheepshead", 1, 5, 25)
    assert (played.kind, played.row, played.side_points, played.doublers, played.cracks) == (
        "picked", "lost", None, 0, 0,
    )  # fmt: skip
    assert (played.dealer_id, played.picker_id, played.is_dealt) == (ben, cleo, True)
    results = played.results.order_by("seat").values_list("player", "role", "won", "parts", "place")
    assert list(results) == [
        (ann, "partner", False, -2 * 2520, 5),
        (ben, "out", None, 0, 0),
        (cleo, "picker", False, -4 * 2520, 1),
        *(
            (one, "opponent", True, 2 * 2520, place)
            for place, one in enumerate((dave, edith, frank), start=2)
        ),
    ]


def test_a_hand_thrown_in_has_no_roles() -> None:
    session = a_night(thursday_table(options={"no_picker": "doubler"}))
    dealer, *others = sheet_of(session).seating.seats
    tell_hand(session, NewHand(seats=(dealer, *others), told={"kind": "all_pass"}), context(session))
    results = HandResult.objects.values_list("role", "won", "parts", "hand__is_dealt")
    assert set(results) == {("", None, 0, True), ("out", None, 0, True)}  # who sat out of it
    assert roles_of(session) == {
        (dealer, "sheepshead", "out"): (1, 0, 0),
        **{(who, "sheepshead", ""): (1, 0, 0) for who in others},
    }


def test_a_pot_says_which_hands_fed_it_and_which_took_it() -> None:
    night = a_night(thursday_table(options={"pot": "leaster"}), *FIVE)
    fed = tell_hand(night, leaster(night, "Cleo"), context(night)).entry.number
    missed = tell(night, "Dave", "Ann", "lost").entry.number
    pots = Pot.objects.values_list("fed_by__entry", "parts", "taken_by__entry")
    assert [pot[:2] for pot in pots.filter(taken_by=None).order_by("pk")] == [
        (fed, 4 * 2520),
        (missed, 4 * 2520),
    ]
    won = tell(night, "Ann").entry.number
    assert set(pots.all()) == {(fed, 4 * 2520, won), (missed, 4 * 2520, won)}
    take_back_hand(night, won, context(night))
    assert not Pot.objects.exclude(taken_by=None).exists()


def test_a_hand_taken_back_leaves_no_row_behind() -> None:
    session = a_night(thursday_table())
    take_back_hand(session, tell(session, "Ben", "Cleo").entry.number, context(session))
    assert not any(stored(session).values())
    assert Session.objects.get(pk=session.pk).hands == 0


def test_recording_a_hand_takes_as_many_queries_in_any_night_and_writes_only_its_own_hand() -> None:
    group, asked = thursday_table(), set()
    for _ in range(2):
        session = a_night(group, *FIVE)
        for number in range(12):
            pen, before = context(session), set(HandResult.objects.values_list("pk", flat=True))
            told = hand(session, "Ben", "Cleo")
            with CaptureQueriesContext(connection) as queries:
                tell_hand(session, told, pen)
            if number:
                asked.add(len(queries))
            new = HandResult.objects.exclude(pk__in=before).values_list("hand__entry", flat=True)
            assert list(new) == [number + 2] * 5
            assert not [query["sql"] for query in queries if "DELETE" in query["sql"]]
    assert len(asked) == 1


def test_rows_after_a_correction_are_those_of_a_fresh_fold() -> None:
    session = a_night(thursday_table(), *FIVE)
    first = tell(session, "Ben", "Cleo").entry.number
    for _ in range(3):
        tell(session, "Cleo", "Dave")
    correct_hand(session, first, hand(session, "Ben", "Cleo", "lost"), context(session))
    assert stored(session) == fresh(session)
    assert Played.objects.get(entry=first).row == "lost"


def test_a_night_that_changed_its_game_has_rows_of_each() -> None:
    session = a_night(thursday_table(names=("Ann", "Ben", "Cleo", "Dave")))
    tell(session, "Ben", "Cleo")
    # A night keeps its game today; a book from before may say so.
    rules = {"version": 2, "game": "mehrkopf", "options": {}}
    Entry.objects.create(
        session=session, number=3, key=uuid.uuid4(), kind="rules", facts={"rules": rules}, at=timezone.now()
    )
    told = {"kind": "played", "contract": "solo", "declarer": 2, "result": "won"}
    tell_hand(session, NewHand(seats=sheet_of(session).seating.seats, told=told), context(session))
    assert stored(session) == fresh(session)
    hands = NightPlayer.objects.filter(session=session).values_list("game", "hands")
    assert sorted(hands) == [("mehrkopf", 1)] * 4 + [("sheepshead", 1)] * 4
    assert dict(Played.objects.values_list("game", "version")) == {"sheepshead": 1, "mehrkopf": 2}


def test_who_won_and_lost_hands_in_a_row_and_how_low_they_were_is_of_each_night() -> None:
    session = a_night(thursday_table(), *FIVE)
    entries = [tell(session, "Ben", "Cleo", result).entry.number for result in ("lost", "won", "won", "won")]
    ben = NightPlayer.objects.get(session=session, player__name="Ben")
    assert (ben.hands, ben.parts, ben.lowest) == (4, 2 * 2520, -4 * 2520)
    rows = (ben.won_row, ben.won_row_entry, ben.lost_row, ben.lost_row_entry)
    assert rows == (3, entries[1], 1, entries[0])
    extremes = (ben.best, ben.best_entry, ben.worst, ben.worst_entry)
    assert extremes == (2 * 2520, entries[1], -4 * 2520, entries[0])


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_said_the_projection_says_what_a_fresh_fold_says(seed: int) -> None:
    luck = Random(seed)
    group = thursday_table(options={"no_picker": "doubler"} if seed % 2 else POT)
    session, (*_, frank) = a_night(group, *FIVE), ids(group)
    for _ in range(25):
        sheet = sheet_of(session)
        row = luck.choice(sheet.rows or [None])
        with suppress(HandRefused):
            match luck.randrange(8) if row else 0:
                case 1 if row:
                    correct_hand(session, row.entry, any_hand(session, luck, row), context(session))
                case 2 if row:
                    take_back_hand(session, row.entry, context(session))
                case 3 if row:
                    restore_hand(session, row.entry, context(session), version=row.entry)
                case 4:
                    join(session, frank, context(session), after=luck.choice(ids(group)))
                case 5 if len(sheet.seating.seats) > 4:
                    leave(session, luck.choice(ids(group)), context(session))
                case _:
                    tell_hand(session, any_hand(session, luck), context(session))
        assert stored(session) == fresh(session)
        brought = NightPlayer.objects.aggregate(all=Sum("parts"))["all"] or 0
        fed = Pot.objects.filter(taken_by=None).aggregate(all=Sum("parts"))["all"] or 0
        assert brought + fed == 0
    sheet, numbers = sheet_of(session), Entry.objects.values_list("number", flat=True)
    assert (Session.objects.get().hands, [*numbers]) == (sheet.hands, [*range(1, sheet.newest + 1)])
    assert sheet.hands > 5
