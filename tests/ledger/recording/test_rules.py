"""House rules are written down as versions, and into the book of every night that is going on."""

import uuid
from collections.abc import Mapping
from typing import Any

import pytest

from ledger.models import Entry, Group, HouseRules, Session
from ledger.models.book import sheet_of
from ledger.models.group import LONGEST_WORDS
from ledger.recording import (
    Refused,
    end_night,
    tell_hand,
    undo_change,
    write_rules,
    write_words,
)
from ledger.scoring import HandRefused
from ledger.standings import rule_versions, rules_in_force
from tests import cast

pytestmark = pytest.mark.django_db


def write(
    group: Group,
    options: Mapping[str, Any],
    *,
    key: uuid.UUID | None = None,
    game: str = "sheepshead",
    preset: str = "",
    after: int | None = None,
) -> HouseRules:
    by = cast.owner_of(group)
    return write_rules(group, game, preset, options, key or uuid.uuid4(), by, after=after)


def test_rules_are_numbered_versions_that_say_who(group: Group) -> None:
    assert write(group, {"bump": True, "partner": "called_ace"}).version == 1  # as they are already
    assert write(group, {"bump": False}).version == 2
    assert write(group, {"bump": False, "crack": "crack"}).version == 3
    now = rules_in_force(group)
    assert (now.version, now.writer, dict(now.options)) == (3, "Ann", {"bump": False, "crack": "crack"})
    assert [(one.version, one.writer) for one in rule_versions(group)] == [(3, "Ann"), (2, "Ann"), (1, "")]


def test_only_what_differs_is_stored_and_a_preset_is_known_again(group: Group) -> None:
    written = write(group, {"bump": False, "cap": None, "blitz": []}, preset="jack_of_diamonds")
    assert (written.options, written.preset) == ({"bump": False}, "no_bump")
    assert write(group, {"bump": False, "crack": "crack"}, preset="no_bump").preset == ""


def test_the_book_notes_it_in_every_night_that_is_going_on(group: Group, night: Session) -> None:
    other, over = cast.a_night(group), cast.a_night(group)
    end_night(over, cast.context(over))
    write(group, {"bump": False})
    for session in (night, other):
        line = Entry.objects.filter(session=session).latest("number")
        assert (line.kind, line.facts["rules"]["version"], line.by) == ("rules", 2, cast.owner_of(group))
        assert line.facts["was"] == {"version": 1, "game": "sheepshead", "options": {}}
        assert sheet_of(session).notes[-1].kind == "rules"
    assert Entry.objects.filter(session=over).latest("number").kind == "ended"


def test_the_same_key_writes_one_version_and_nothing_else(group: Group, night: Session) -> None:
    key, other = uuid.uuid4(), cast.thursday_table(name="Others", guest=uuid.uuid4())
    first, second = write(group, {"bump": False}, key=key), write(group, {"bump": False}, key=key)
    write(group, {})
    assert write(group, {"bump": False}, key=key) == first == second
    assert rules_in_force(group).version == 3
    assert Entry.objects.filter(session=night, kind="rules").count() == 2
    for who, options in ((group, {"crack": "crack"}), (other, {"bump": False})):
        with pytest.raises(Refused, match=r"key_used\.rules"):
            write(who, options, key=key)


def test_a_pot_is_played_for_before_the_pot_is_given_up(group: Group, night: Session) -> None:
    cast.a_night(group)
    write(group, {"pot": "leaster"})
    tell_hand(night, cast.leaster(night, "Ben"), cast.context(night))
    before = Entry.objects.count()
    with pytest.raises(Refused, match=r"pot_left\.no_pot"):
        write(group, {})
    assert Entry.objects.count() == before  # in no night
    assert write(group, {"pot": "leaster", "bump": False}).version == 3
    cast.tell(night, "Ben", "Cleo")
    assert write(group, {}).version == 4


def test_a_night_keeps_its_game(group: Group, night: Session) -> None:
    with pytest.raises(Refused, match="night_keeps_game"):
        write(group, {}, game="sheepshoof")
    assert rules_in_force(group).version == 1
    end_night(night, cast.context(night))
    assert write(group, {}, game="sheepshoof").game == "sheepshoof"


@pytest.mark.parametrize(
    ("game", "options"),
    [("sheepshead", {"bump": "perhaps"}), ("sheepshead", {"bumb": True}), ("bridge", {})],
)
def test_rules_nobody_can_play_are_refused(group: Group, game: str, options: dict[str, Any]) -> None:
    with pytest.raises(HandRefused):
        write(group, options, game=game)
    assert HouseRules.objects.count() == 1


def words(group: Group, text: str, *, key: uuid.UUID | None = None, after: int | None = None) -> HouseRules:
    return write_words(group, text, key or uuid.uuid4(), cast.owner_of(group), after=after)


def test_own_words_are_a_version_that_says_who_and_no_line_of_a_book(group: Group, night: Session) -> None:
    before = sheet_of(night).newest
    assert words(group, "  Shuffle twice.\r\n\r\n\r\nBread rolls at ten. \n").version == 2
    now = rules_in_force(group)
    assert (now.words, now.writer, now.options) == ("Shuffle twice.\n\nBread rolls at ten.", "Ann", {})
    assert sheet_of(night).newest == before
    assert words(group, "Shuffle twice.\n\nBread rolls at ten.").version == 2
    assert (words(group, " \n").version, rules_in_force(group).words) == (3, "")


def test_own_words_stay_when_the_rules_change_and_when_a_change_is_taken_back(
    group: Group, night: Session
) -> None:
    words(group, "Shuffle twice.")
    write(group, {"bump": False})
    assert words(group, "Shuffle three times.").options == {"bump": False}
    change = sheet_of(night).last_change
    assert change is not None
    undo_change(night, change.entry, cast.context(night))
    now, sheet = rules_in_force(group), sheet_of(night)
    assert (now.version, now.options, now.words) == (5, {}, "Shuffle three times.")
    assert (sheet.rules.version, sheet.last_change) == (5, None)


def test_own_words_are_written_once_and_not_over_others(group: Group) -> None:
    key = uuid.uuid4()
    assert [words(group, "Shuffle twice.", key=key, after=1).version for _ in range(2)] == [2, 2]
    for text, by, code in (
        ("Shuffle once.", key, "key_used"),
        ("Shuffle once.", uuid.uuid4(), "rules_moved_on"),
        ("ä" * (LONGEST_WORDS + 1), None, "too_long"),
        ("a\x07b", None, "unfit"),
    ):
        with pytest.raises(Refused, match=code):
            words(group, text, key=by, after=1)
    assert HouseRules.objects.filter(group=group).count() == 2
    assert words(group, "ä" * LONGEST_WORDS).version == 3
