"""How much a group may hold: the last that is taken, and the sentence about the first that is not."""

import uuid
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from ledger import limits
from ledger.models import Group, HouseRules, Role, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    Hand,
    Refused,
    add_player,
    admit,
    correct_hand,
    end_night,
    reopen_night,
    take_back_hand,
    tell_hand,
    write_rules,
)
from ledger.recording.journal import pay
from ledger.recording.writing import WriteContext
from scorekeeper.text.refusals import sentence
from tests.cast import a_night, context, hand, ids, leaster, owner_of, tell, thursday_table

Limit = Callable[[str, int], None]


@pytest.fixture
def group(db: None) -> Group:
    return thursday_table()


@pytest.fixture
def night(group: Group) -> Session:
    return a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")


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
        pay(group, *ids(group, "Ann", "Ben"), 100, pen)

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
    group = thursday_table(options={"pot": "leaster"})
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell_hand(night, leaster(night, "Ann"), context(night))
    at_most("MOST_ENTRIES", 2)
    seats = sheet_of(night).seating.seats
    tell_hand(night, Hand(seats=seats, told={"kind": "pot_divide"}), context(night))
    assert end_night(night, context(night)).sheet.ending is not None
