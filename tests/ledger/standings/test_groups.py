"""What a guest finds on the first page, and what a group says of itself."""

import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.models import Group, Role, Session
from ledger.recording import (
    WriteContext,
    admit,
    ask_to_leave,
    call_group,
    draw_player,
    end_night,
    put_away,
    write_rules,
)
from ledger.scoring import GAMES
from ledger.sheet import Struck
from ledger.standings import Face, groups_of, names_of, people_of, playing, tellers_of
from tests.cast import NAMES, OWNER, STRANGERS, a_night, context, ids, owner_of, player, tell, thursday_table

pytestmark = pytest.mark.django_db


def test_a_guest_finds_his_groups_with_their_nights() -> None:
    group = thursday_table()
    assert groups_of(None) == groups_of(uuid.uuid4()) == ()
    session = a_night(group)
    end_night(session, context(session))
    (card,) = groups_of(OWNER)
    assert (card.code, card.name, card.players, card.nights) == (group.code, "Thursday table", 6, 1)
    assert card.open_night is None
    a_night(group)
    a_night(group)
    Session.objects.filter(group=group, number=2).update(struck=Struck.ALONE)
    (card,) = groups_of(OWNER)
    assert (card.players, card.nights, card.open_night) == (6, 2, 3)


def test_people_are_listed_as_they_came_with_the_nights_they_sat() -> None:
    group = thursday_table()
    tell(a_night(group), "Ben", "Cleo")
    tell(a_night(group, "Ann", "Ben", "Cleo"), "Ben")
    assert [(one.name, one.nights) for one in people_of(group)] == list(
        zip(NAMES, (2, 2, 2, 1, 1, 1), strict=True)
    )


def test_names_and_tellers_are_the_groups_own() -> None:
    group = thursday_table()
    other = thursday_table(name="Friday table", names=STRANGERS, guest=uuid.uuid4())
    admit(group, uuid.uuid4(), Role.SCORER)
    assert names_of(group) == dict(zip(ids(group), NAMES, strict=True))
    assert tellers_of(group) == {owner_of(group).pk: player(group, "Ann").name}
    assert set(names_of(group)).isdisjoint(names_of(other))


def test_asking_costs_the_same_however_many_groups_and_nights() -> None:
    guest = uuid.uuid4()
    counts = []
    for number in range(3):
        group = thursday_table(name=f"Table {number}", guest=guest)
        tell(a_night(group), "Ben", "Cleo")
        with CaptureQueriesContext(connection) as asked:
            groups_of(guest)
            people_of(group)
        counts.append(len(asked))
    assert counts == [3, 3, 3]


def ink(after: int) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=after)


def test_a_card_says_whose_the_group_is_and_what_was_done_with_it() -> None:
    group = call_group(thursday_table(), "Monday table", ink(0))
    assert [card.changes for card in groups_of(OWNER)] == [1]
    group = put_away(call_group(group, "Tuesday table", ink(1)), ink(2))
    goes = timezone.now() + timedelta(days=7)
    ask_to_leave(group, at=goes)
    friday = thursday_table(name="Friday table", names=STRANGERS, guest=uuid.uuid4())
    admit(friday, OWNER, Role.SCORER)
    found = [
        (one.name, one.code, one.is_own, one.is_put_away, one.leaves_at, one.changes)
        for one in groups_of(OWNER)
    ]
    assert found == [
        ("Friday table", friday.code, False, False, None, 0),
        ("Tuesday table", group.code, True, True, goes, 3),
    ]


def test_a_group_whose_time_is_up_is_on_nobodys_first_page() -> None:
    going, gone = thursday_table(), thursday_table(name="Friday table")
    Group.objects.filter(pk=going.pk).update(leaves_at=timezone.now() + timedelta(minutes=5))
    Group.objects.filter(pk=gone.pk).update(leaves_at=timezone.now() - timedelta(minutes=5))
    assert [card.name for card in groups_of(OWNER)] == ["Thursday table"]


def test_people_are_known_by_their_ids_and_drawn_as_they_chose() -> None:
    group = thursday_table(names=NAMES[:2])
    ann, ben = ids(group)
    draw_player(player(group, "Ben"), initials="BX", colour="rose")
    assert [(one.player, one.face) for one in people_of(group)] == [
        (ann, Face(name="Ann", initials="An", colour="brick")),
        (ben, Face(name="Ben", initials="BX", colour="rose", chose_initials=True, chose_colour=True)),
    ]


def test_what_is_played_is_told_by_the_preset_or_else_by_the_game() -> None:
    group = thursday_table()
    played = ("sheepshead", "", {}), ("sheepshoof", "with_bump", {"bump": True})
    told = ("Sheepshead", "", 5, 2, 8), ("Sheepshoof", "With the bump", 3, 3, 3)
    begins = "The picker takes the blind", "As in Sheepshead: a picker who loses"
    for rules, words, helps in zip(played, told, begins, strict=True):
        write_rules(group, *rules, uuid.uuid4(), owner_of(group))
        found = playing(group)
        assert (found.game, found.preset, found.usually, found.least, found.most) == words
        assert found.help.startswith(helps)


def test_a_table_that_plays_by_what_its_preset_said_formerly_is_told_nothing_newer_of_itself() -> None:
    group = thursday_table()
    bavarian = next(one for one in GAMES["mehrkopf"].presets if one.key == "bavarian_table")
    write_rules(group, "mehrkopf", bavarian.key, bavarian.former[0], uuid.uuid4(), owner_of(group))
    found = playing(group)
    assert (found.preset, found.help) == ("Bavarian table", GAMES["mehrkopf"].help)
    write_rules(group, "mehrkopf", bavarian.key, bavarian.values, uuid.uuid4(), owner_of(group))
    assert (playing(group).preset, playing(group).help) == (bavarian.name, bavarian.help)
