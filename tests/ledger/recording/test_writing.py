"""What is sent twice is written once, also at the same moment; nobody writes over what he has not seen."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import StringIO
from threading import Barrier
from typing import Any, TypeVar

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ledger import limits
from ledger.models import Entry, Group, HouseRules, Role, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    NewGroup,
    NewHand,
    Refused,
    StaleWrite,
    WriteContext,
    Written,
    add_player,
    admit,
    correct_hand,
    end_night,
    join,
    leave,
    remark_on_hand,
    reopen_night,
    start_group,
    start_session,
    take_back_hand,
    tell_hand,
    tell_shown_hand,
    write_rules,
)
from ledger.recording.auditing import audit
from ledger.recording.journal import pay
from ledger.scoring import HandRefused
from scorekeeper.text.refusals import sentence
from tests.cast import (
    NAMES,
    OWNER,
    STRANGERS,
    a_night,
    as_told,
    context,
    hand,
    ids,
    leaster,
    owner_of,
    player,
    points,
    seated,
    stored,
    tell,
    thursday_table,
)

pytestmark = pytest.mark.django_db


def written(session: Session) -> tuple[Any, ...]:
    """Return all rows of a night."""
    entries = list(Entry.objects.filter(session=session).values_list("number", "kind", "key"))
    rows = stored(session)
    return entries, rows, Session.objects.filter(pk=session.pk).values_list("hands", "ended_at").get()


def test_a_hand_is_written_with_its_teller_its_time_and_the_rules_in_force(
    group: Group, night: Session
) -> None:
    answer = tell(night, "Ann", "Ben")
    line, entry = answer.entry, Entry.objects.get(session=night, number=2)
    assert (line.number, line.kind, line.by) == (2, "hand", owner_of(night.group).pk)
    assert (entry.by_id, entry.at, entry.facts) == (line.by, line.at, line.facts)
    assert entry.facts["rules"] == 1
    assert points(group, answer.sheet) == {"Ann": 2, "Ben": 1, "Cleo": -1, "Dave": -1, "Edith": -1}
    assert answer.sheet == sheet_of(night)


@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda night: None,
        lambda night: tell(night, "Cleo", "Dave"),
        lambda night: end_night(night, context(night)),
    ],
)
def test_a_repeat_is_known_again_however_late(night: Session, meanwhile: Callable[[Session], object]) -> None:
    seats, twice = sheet_of(night).seating.seats, context(night)
    told = {"kind": "picked", "picker": 0, "partners": (1,), "result": "won"}
    first = tell_hand(night, NewHand(seats=seats, told=told, out=()), twice)
    meanwhile(night)
    before = written(night)
    again = tell_hand(night, NewHand(seats=seats, told=told, out=()), twice)
    assert (again.entry, again.sheet) == (first.entry, sheet_of(night))
    assert written(night) == before


def test_the_same_key_with_another_hand_or_something_else_is_refused(group: Group, night: Session) -> None:
    other, twice = a_night(group), context(night)
    tell_hand(night, hand(night, "Ann", "Ben"), twice)
    before = written(night), written(other)
    attempts: tuple[Callable[[], object], ...] = (
        lambda: tell_hand(night, hand(night, "Ann", "Cleo"), twice),
        lambda: leave(night, player(group, "Ann").pk, twice),
        lambda: tell_hand(other, hand(other, "Ben", "Cleo"), twice),
    )
    for attempt in attempts:
        with pytest.raises(Refused, match="key_used"):
            attempt()
        assert (written(night), written(other)) == before


def test_a_phone_that_has_seen_all_but_remarks_writes_its_hand_once(group: Group, night: Session) -> None:
    first = tell(night, "Ann", "Ben").entry.number
    late, seen = context(night), sheet_of(night)
    said = hand(night, "Cleo", "Dave")
    for text in ("Dave forgot to bury", ""):
        remark_on_hand(night, first, text, context(night))
    reads = as_told(lambda sheet: said if sheet == seen else hand(night, "Ann", "Ben"))
    entries = [tell_shown_hand(night, reads, late).entry for _ in range(2)]
    assert ([entry.number for entry in entries], sheet_of(night).hands) == ([5, 5], 2)
    assert list(audit([group])) == []


def test_a_phone_that_claims_to_be_ahead_writes_nothing(night: Session) -> None:
    first = tell(night, "Ann", "Ben").entry.number
    with pytest.raises(StaleWrite) as moved:
        tell_hand(night, hand(night, "Ann", "Ben"), context(night, after=7))
    assert moved.value.since == []
    with pytest.raises(StaleWrite):
        remark_on_hand(night, first, "Ann misdealt", context(night, after=9))
    assert len(written(night)[0]) == 2


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
def test_a_hand_that_cannot_be_writes_nothing_and_does_not_use_up_its_key(
    night: Session, told: dict[str, Any]
) -> None:
    tell(night, "Ann", "Ben")
    before, pen = written(night), context(night)
    with pytest.raises(HandRefused) as refused:
        tell_hand(night, NewHand(seats=sheet_of(night).seating.seats, told=told), pen)
    assert sentence(refused.value)
    assert written(night) == before
    assert tell_hand(night, hand(night, "Ann", "Ben"), pen).sheet.hands == 2


def test_players_of_another_group_cannot_play(group: Group, night: Session) -> None:
    others = thursday_table(names=STRANGERS, name="Friday table", guest=uuid.uuid4())
    strangers, ann = ids(others)[:5], player(group, "Ann").pk
    told = {"kind": "picked", "picker": 0, "partners": [1], "result": "won"}
    attempts: tuple[Callable[[], object], ...] = (
        lambda: tell_hand(night, NewHand(seats=strangers, told=told), context(night)),
        lambda: tell_hand(night, NewHand(seats=(10**9, *ids(group)[1:5]), told=told), context(night)),
        lambda: join(night, strangers[0], context(night), after=ann),
        lambda: join(night, 10**30, context(night), after=ann),
        lambda: leave(night, strangers[0], context(night)),
        lambda: start_session(group, seated(others), WriteContext(key=uuid.uuid4(), after=0)),
    )
    before = written(night)
    for attempt in attempts:
        with pytest.raises(HandRefused):
            attempt()
        assert written(night) == before
    assert Session.objects.count() == 1


def test_two_phones_that_looked_at_different_times_leave_the_same_counts(night: Session) -> None:
    other = Session.objects.get(pk=night.pk)
    take_back_hand(other, tell(night, "Ann", "Ben").entry.number, context(other))
    tell(night, "Ann", "Ben")
    assert Session.objects.get(pk=night.pk).hands == 1


def test_when_the_night_is_over_nothing_but_its_payments_is_written(group: Group, night: Session) -> None:
    entry, told = tell(night, "Ann", "Ben").entry.number, hand(night, "Ann", "Ben")
    ann, ben, frank = ids(group, "Ann", "Ben", "Frank")
    end_night(night, context(night))
    before = written(night)
    attempts: tuple[Callable[[], object], ...] = (
        lambda: tell_hand(night, told, context(night)),
        lambda: take_back_hand(night, entry, context(night)),
        lambda: leave(night, ben, context(night)),
        lambda: join(night, frank, context(night), after=ann),
        lambda: end_night(night, context(night)),
    )
    for attempt in attempts:
        with pytest.raises(Refused, match="night_over"):
            attempt()
        assert written(night) == before
    reopen_night(night, context(night))
    assert len(written(night)[0]) == len(before[0]) + 1


PHONES = 5


Answer = TypeVar("Answer")


def at_once(call: Callable[[], Answer]) -> list[Answer | Exception]:
    """Return what every phone is answered when all of them call in the same moment."""
    start = Barrier(PHONES)

    def phone() -> Answer | Exception:
        start.wait()
        try:
            return call()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(PHONES) as pool:
        return [done.result() for done in [pool.submit(phone) for _ in range(PHONES)]]


@pytest.mark.django_db(transaction=True)
def test_of_several_hands_told_at_once_one_is_written(night: Session) -> None:
    told, pen = hand(night, "Ben", "Cleo"), context(night)
    answers = at_once(
        lambda: tell_hand(Session.objects.get(pk=night.pk), told, replace(pen, key=uuid.uuid4()))
    )
    late = [answer for answer in answers if isinstance(answer, StaleWrite)]
    assert [len(answer.since) for answer in late] == [1] * (PHONES - 1)
    assert sum(isinstance(answer, Written) for answer in answers) == 1
    assert Entry.objects.filter(session=night, kind="hand").count() == 1
    assert Session.objects.get(pk=night.pk).hands == 1


@pytest.mark.django_db(transaction=True)
def test_one_hand_sent_several_times_at_once_is_written_once_and_every_phone_hears_so(night: Session) -> None:
    told, once = hand(night, "Ben", "Cleo"), context(night)
    answers = at_once(lambda: tell_hand(Session.objects.get(pk=night.pk), told, once))
    assert [answer.entry.number for answer in answers if isinstance(answer, Written)] == [2] * PHONES


@pytest.mark.django_db(transaction=True)
def test_nights_started_at_once_are_one_for_each_key_with_a_number_of_its_own(group: Group) -> None:
    once, seating = WriteContext(key=uuid.uuid4(), after=0), seated(group)
    assert at_once(lambda: start_session(group, seating, once)) == [Session.objects.get()] * PHONES
    assert Entry.objects.count() == 1
    at_once(lambda: start_session(group, seating, WriteContext(key=uuid.uuid4(), after=0)))
    assert sorted(session.number for session in group.sessions.all()) == list(range(1, PHONES + 2))


@pytest.mark.django_db(transaction=True)
def test_a_group_started_several_times_at_once_is_one() -> None:
    new, key = NewGroup(name="Thursday table", names=NAMES), uuid.uuid4()
    assert at_once(lambda: start_group(new, OWNER, key)) == [Group.objects.get()] * PHONES
    assert Group.objects.get().players.count() == len(NAMES)


Limit = Callable[[str, int], None]


@pytest.fixture
def at_most(monkeypatch: pytest.MonkeyPatch) -> Limit:
    """`at_most("MOST_PLAYERS", 6)`: another edge."""
    return lambda name, most: monkeypatch.setattr(limits, name, most)


def refused(write: Callable[[], object]) -> str:
    with pytest.raises(Refused) as trouble:
        write()
    return sentence(trouble.value)


def test_a_group_has_so_many_players(group: Group, at_most: Limit) -> None:
    at_most("MOST_PLAYERS", 7)
    add_player(group, "Gus")
    assert refused(lambda: add_player(group, "Hanna")) == "A group has 7 players at most."
    assert refused(lambda: add_player(group, "Gus")) == "There is a Gus already. Add an initial."
    assert group.players.count() == 7


def test_a_group_starts_with_so_many_names(db: None, at_most: Limit) -> None:
    at_most("MOST_NAMES_AT_START", 2)
    assert thursday_table(names=("Ann", "Ben")).players.count() == 2
    assert "2 names at most" in refused(lambda: thursday_table(names=("Ann", "Ben", "Cleo")))
    assert Group.objects.count() == 1


def test_a_group_lets_so_many_phones_in(group: Group, at_most: Limit) -> None:
    at_most("MOST_MEMBERS", 2)
    guest = uuid.uuid4()
    admit(group, guest, Role.WATCHER)
    assert admit(group, guest, Role.SCORER).role == Role.SCORER
    words = "A group can let in 2 phones at most."
    assert refused(lambda: admit(group, uuid.uuid4(), Role.WATCHER)) == words
    with pytest.raises(CommandError, match="can let in 2 phones"):
        call_command("spare_key", "--group", group.name, stdout=StringIO())
    assert group.memberships.count() == 2


def test_a_group_has_so_many_nights(group: Group, at_most: Limit) -> None:
    at_most("MOST_NIGHTS", 1)
    a_night(group)
    assert refused(lambda: a_night(group)) == "A group has 1 nights at most. Go on in a new one."
    assert group.sessions.count() == 1


def test_house_rules_have_so_many_versions(group: Group, at_most: Limit) -> None:
    at_most("MOST_VERSIONS", 2)

    def change(**options: object) -> HouseRules:
        return write_rules(group, "sheepshead", "", options, uuid.uuid4(), owner_of(group))

    assert change(pot="leaster").version == 2
    assert refused(change) == "House rules have 2 versions at most."
    assert change(pot="leaster").version == 2


def test_a_journal_has_so_many_lines(group: Group, night: Session, at_most: Limit) -> None:
    at_most("MOST_LINES", 1)

    def pays() -> None:
        pen = WriteContext(key=uuid.uuid4(), after=0, by=owner_of(group))
        pay(group, player(group, "Ann").pk, player(group, "Ben").pk, 100, pen)

    pays()
    words = "A group’s money history is full at 1. Go on in a new group, and carry over what is owed."
    assert refused(pays) == words
    tell(night, "Ann", "Ben")
    assert refused(lambda: end_night(night, context(night))) == words
    assert (sheet_of(night).ending, group.transactions.count()) == (None, 1)


def test_a_night_has_so_many_lines_and_can_be_ended_after_them(night: Session, at_most: Limit) -> None:
    at_most("MOST_ENTRIES", 3)
    tell(night, "Ann", "Ben")
    told = tell(night, "Cleo", "Dave").entry.number
    words = "A night is full at 3 hands and changes. End this night, and start another."
    assert refused(lambda: tell(night, "Ann", "Cleo")) == words
    assert refused(lambda: correct_hand(night, told, hand(night, "Ann", "Cleo"), context(night))) == words
    assert take_back_hand(night, told, context(night)).sheet.hands == 1
    end_night(night, context(night))
    assert reopen_night(night, context(night)).sheet.newest == 6
    at_most("ROOM_TO_END", 3)
    assert "full at 3 hands and changes" in refused(lambda: end_night(night, context(night)))


def test_what_lies_in_a_pot_is_divided_in_a_full_book_too(db: None, at_most: Limit) -> None:
    night = a_night(thursday_table(options={"pot": "leaster"}), "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell_hand(night, leaster(night, "Ann"), context(night))
    at_most("MOST_ENTRIES", 2)
    seats = sheet_of(night).seating.seats
    tell_hand(night, NewHand(seats=seats, told={"kind": "pot_divide"}), context(night))
    assert end_night(night, context(night)).sheet.ending is not None
