"""The pen's two guards: what is sent twice is written once, and nobody writes over what he has not seen."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from ledger.models import Entry, Group, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    Hand,
    Refused,
    StaleWrite,
    WriteContext,
    end_night,
    join,
    leave,
    remark_on_hand,
    reopen_night,
    start_session,
    take_back_hand,
    tell_hand,
    tell_shown_hand,
)
from ledger.recording.auditing import audit
from ledger.scoring.scored import HandRefused
from scorekeeper.text.refusals import sentence
from tests.cast import (
    STRANGERS,
    a_night,
    as_told,
    context,
    hand,
    ids,
    owner_of,
    player,
    points,
    seated,
    stored,
    tell,
    thursday_table,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return thursday_table()


@pytest.fixture
def night(group: Group) -> Session:
    """Five at the table."""
    return a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")


def written(session: Session) -> tuple[Any, ...]:
    """Everything the database has of a session."""
    entries = list(Entry.objects.filter(session=session).values_list("number", "kind", "key"))
    rows = stored(session)
    return entries, rows, Session.objects.filter(pk=session.pk).values_list("hands", "ended_at").get()


def test_a_hand_is_written_with_its_teller_its_time_and_the_rules_in_force(night: Session) -> None:
    line = tell(night, "Ann", "Ben").entry
    entry = Entry.objects.get(session=night, number=2)
    assert (line.number, line.kind, line.by) == (2, "hand", owner_of(night.group).pk)
    assert (entry.by_id, entry.at, entry.facts) == (line.by, line.at, line.facts)
    assert entry.facts["rules"] == 1


def test_the_answer_has_the_sheet_with_the_hand_on_it(group: Group, night: Session) -> None:
    sheet = tell(night, "Ann", "Ben").sheet
    assert points(group, sheet) == {"Ann": 2, "Ben": 1, "Cleo": -1, "Dave": -1, "Edith": -1}
    assert sheet == sheet_of(night)


def test_a_double_tap_writes_once(night: Session) -> None:
    said, twice = hand(night, "Ann", "Ben"), context(night)
    first = tell_hand(night, said, twice)
    before = written(night)
    again = tell_hand(night, said, twice)
    assert written(night) == before
    assert again.entry == first.entry
    assert again.sheet == first.sheet


def test_a_hand_told_with_tuples_is_the_same_hand_when_it_comes_again(night: Session) -> None:
    seats = sheet_of(night).seating.seats
    told = {"kind": "picked", "picker": 0, "partners": (1,), "result": "won"}
    twice = context(night)
    first = tell_hand(night, Hand(seats=seats, told=told, out=()), twice)
    assert tell_hand(night, Hand(seats=seats, told=told, out=()), twice).entry == first.entry


def test_a_late_repeat_is_known_again_though_the_book_has_moved_on(night: Session) -> None:
    said, twice = hand(night, "Ann", "Ben"), context(night)
    first = tell_hand(night, said, twice)
    tell(night, "Cleo", "Dave")
    again = tell_hand(night, said, twice)
    assert again.entry == first.entry
    assert again.sheet.hands == 2


def test_a_repeat_after_the_end_of_the_night_is_known_again_too(night: Session) -> None:
    said, twice = hand(night, "Ann", "Ben"), context(night)
    first = tell_hand(night, said, twice)
    end_night(night, context(night))
    assert tell_hand(night, said, twice).entry == first.entry


def test_the_same_key_with_another_hand_is_refused(night: Session) -> None:
    twice = context(night)
    tell_hand(night, hand(night, "Ann", "Ben"), twice)
    before = written(night)
    with pytest.raises(Refused) as refused:
        tell_hand(night, hand(night, "Ann", "Cleo"), twice)
    assert refused.value.code == "key_used"
    assert written(night) == before


def test_the_same_key_for_something_else_is_refused(group: Group, night: Session) -> None:
    twice = context(night)
    tell_hand(night, hand(night, "Ann", "Ben"), twice)
    with pytest.raises(Refused, match="key_used"):
        leave(night, player(group, "Ann").pk, twice)


def test_a_key_used_in_another_book_is_refused(group: Group, night: Session) -> None:
    twice = context(night)
    tell_hand(night, hand(night, "Ann", "Ben"), twice)
    other = a_night(group)
    with pytest.raises(Refused) as refused:
        tell_hand(other, hand(other, "Ben", "Cleo"), WriteContext(key=twice.key, after=1, by=twice.by))
    assert refused.value.code == "key_used"
    assert Entry.objects.filter(session=other).count() == 1


def test_a_phone_that_has_seen_all_but_remarks_writes_its_hand_once(group: Group, night: Session) -> None:
    first = tell(night, "Ann", "Ben").entry.number
    late, seen = context(night), sheet_of(night)
    said = hand(night, "Cleo", "Dave")
    for text in ("Dave forgot to bury", ""):
        remark_on_hand(night, first, text, context(night))
    for _ in range(2):
        reads = as_told(lambda sheet: said if sheet == seen else hand(night, "Ann", "Ben"))
        written = tell_shown_hand(night, reads, late)
    assert (written.entry.number, written.sheet.hands) == (5, 2)
    assert list(audit([group])) == []


def test_of_two_remarks_on_one_hand_the_later_does_not_hide_the_earlier(night: Session) -> None:
    first, second = (tell(night, "Ann", "Ben").entry.number for _ in range(2))
    late, later = context(night), context(night)
    remark_on_hand(night, first, "Dave forgot to bury", context(night))
    with pytest.raises(StaleWrite) as moved:
        remark_on_hand(night, first, "Ann misdealt", late)
    assert [line.facts["text"] for line in moved.value.since] == ["Dave forgot to bury"]
    remark_on_hand(night, second, "Ann misdealt", later)
    assert {entry: one.text for entry, one in sheet_of(night).remarks.items()} == {
        first: "Dave forgot to bury",
        second: "Ann misdealt",
    }


def test_a_remark_of_a_phone_that_has_seen_more_than_there_is_is_not_written(night: Session) -> None:
    first = tell(night, "Ann", "Ben").entry.number
    ahead = WriteContext(key=uuid.uuid4(), after=9, by=owner_of(night.group))
    with pytest.raises(StaleWrite):
        remark_on_hand(night, first, "Ann misdealt", ahead)


def test_a_phone_that_is_behind_is_told_what_was_written_meanwhile(night: Session) -> None:
    late = context(night)
    tell(night, "Ann", "Ben")
    tell(night, "Cleo", "Dave")
    before = written(night)
    with pytest.raises(StaleWrite) as moved:
        tell_hand(night, hand(night, "Edith", "Ann"), late)
    assert [(line.number, line.kind) for line in moved.value.since] == [(2, "hand"), (3, "hand")]
    assert moved.value.sheet.hands == 2
    assert written(night) == before


def test_a_phone_that_claims_to_be_ahead_writes_nothing(night: Session) -> None:
    with pytest.raises(StaleWrite) as moved:
        tell_hand(night, hand(night, "Ann", "Ben"), context(night, after=7))
    assert moved.value.since == []
    assert len(written(night)[0]) == 1


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"kind": "picked"},
        {"kind": "picked", "picker": 0, "partners": [0], "result": "won"},
        {"kind": "picked", "picker": 0, "partners": [1], "result": "won", "side_points": 12},
        {"kind": "picked", "picker": 9, "partners": [1], "result": "won"},
        {"kind": "picked", "picker": 0, "partners": [1], "result": "\0"},
        {"kind": "all_pass"},
        {"kind": "leaster", "winners": ["<script>"]},
    ],
)
def test_a_hand_that_cannot_be_writes_nothing(night: Session, told: dict[str, Any]) -> None:
    tell(night, "Ann", "Ben")
    before = written(night)
    with pytest.raises(HandRefused) as refused:
        tell_hand(night, Hand(seats=sheet_of(night).seating.seats, told=told), context(night))
    assert sentence(refused.value)
    assert written(night) == before


def test_a_hand_can_be_told_after_one_was_refused_with_the_same_key(night: Session) -> None:
    one = context(night)
    with pytest.raises(HandRefused):
        tell_hand(night, hand(night, "Ann", "Ann"), one)
    assert tell_hand(night, hand(night, "Ann", "Ben"), one).sheet.hands == 1


def test_players_of_another_group_cannot_play(group: Group, night: Session) -> None:
    others = thursday_table(names=STRANGERS, name="Friday table", guest=uuid.uuid4())
    strangers = ids(others)[:5]
    told = {"kind": "picked", "picker": 0, "partners": [1], "result": "won"}
    attempts: list[Callable[[], object]] = [
        lambda: tell_hand(night, Hand(seats=strangers, told=told), context(night)),
        lambda: tell_hand(night, Hand(seats=(10**9, *ids(group)[1:5]), told=told), context(night)),
        lambda: join(night, strangers[0], context(night), after=player(group, "Ann").pk),
        lambda: join(night, 10**30, context(night), after=player(group, "Ann").pk),
        lambda: leave(night, strangers[0], context(night)),
        lambda: start_session(group, seated(others), WriteContext(key=uuid.uuid4(), after=0)),
    ]
    before = written(night)
    for attempt in attempts:
        with pytest.raises(HandRefused):
            attempt()
        assert written(night) == before
    assert Session.objects.count() == 1


def test_two_phones_that_looked_at_different_times_leave_the_same_counts(night: Session) -> None:
    other = Session.objects.get(pk=night.pk)
    entry = tell(night, "Ann", "Ben").entry.number
    take_back_hand(other, entry, context(other))
    tell(night, "Ann", "Ben")
    assert Session.objects.get(pk=night.pk).hands == 1


def test_when_the_night_is_over_nothing_but_its_payments_is_written(group: Group, night: Session) -> None:
    entry = tell(night, "Ann", "Ben").entry.number
    said = hand(night, "Ann", "Ben")
    end_night(night, context(night))
    before = written(night)
    attempts: list[Callable[[], object]] = [
        lambda: tell_hand(night, said, context(night)),
        lambda: take_back_hand(night, entry, context(night)),
        lambda: leave(night, player(group, "Ben").pk, context(night)),
        lambda: join(night, player(group, "Frank").pk, context(night), after=player(group, "Ann").pk),
        lambda: end_night(night, context(night)),
    ]
    for attempt in attempts:
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.code == "night_over"
        assert written(night) == before
    reopen_night(night, context(night))
    assert len(written(night)[0]) == len(before[0]) + 1
