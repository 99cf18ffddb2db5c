"""Groups as pages ask of them: cards, people, tables, rules, settings and changes."""

import uuid
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from ledger.book.sheet import Struck
from ledger.models import Group, HouseRules, Role, Session
from ledger.recording import (
    NewGroup,
    WriteContext,
    admit,
    ask_to_leave,
    call_group,
    draw_player,
    end_night,
    play_for,
    put_away,
    start_group,
    take_back_hand,
    tell_hand,
    write_rules,
)
from ledger.recording.notebook import Copying, copy_notebook
from ledger.scoring import GAMES
from ledger.standings import (
    Face,
    currency_is_kept,
    faces_of,
    groups_of,
    names_of,
    open_nights,
    people_of,
    playing,
    rule_versions,
    rules_in_force,
    tellers_of,
)
from ledger.standings.groups import (
    DEMO_KEYS,
    demo_group,
    faces_from,
    last_table,
)
from ledger.standings.marks import Copied
from tests.cast import (
    NAMES,
    OWNER,
    STRANGERS,
    a_night,
    context,
    ids,
    leaster,
    owner_of,
    player,
    seated,
    tell,
    thursday_table,
)

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


def ink(after: int = 0) -> WriteContext:
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


def test_what_is_played_is_told_by_the_preset_or_else_by_the_game() -> None:
    group = thursday_table()
    played: tuple[tuple[str, str, dict[str, bool]], ...] = (
        ("sheepshead", "", {}),
        ("sheepshoof", "with_bump", {"bump": True}),
    )
    told = ("Sheepshead", "", 5, 2, 8), ("Sheepshoof", "With the bump", 3, 3, 3)
    begins = "The picker takes the blind", "As in Sheepshead: a picker who loses"
    for (game, preset, options), words, helps in zip(played, told, begins, strict=True):
        write_rules(group, game, preset, options, uuid.uuid4(), owner_of(group))
        found = playing(group)
        assert (found.game, found.preset, found.usually, found.least, found.most) == words
        assert found.help.startswith(helps)


def test_a_table_that_plays_by_what_its_preset_said_formerly_is_told_nothing_newer_of_itself() -> None:
    group = thursday_table()
    bavarian = next(one for one in GAMES["mehrkopf"].presets if one.key == "bavarian_table")
    write_rules(group, "mehrkopf", bavarian.key, bavarian.former[0], uuid.uuid4(), owner_of(group))
    found = playing(group)
    assert (found.preset, found.help) == ("Wirtshaus, 10/20/50", GAMES["mehrkopf"].help)
    write_rules(group, "mehrkopf", bavarian.key, bavarian.values, uuid.uuid4(), owner_of(group))
    assert (playing(group).preset, playing(group).help) == (bavarian.name, bavarian.help)


def test_demo_group_is_that_of_the_language_or_the_oldest() -> None:
    assert demo_group("en") is None
    first = thursday_table(name="Zither", guest=uuid.uuid4())
    thursday_table(name="Accordion", guest=uuid.uuid4())
    Group.objects.filter(pk=first.pk).update(started_at=datetime(2031, 1, 1, tzinfo=UTC), code="zzzz")
    assert demo_group("de") == first
    german = start_group(NewGroup(name="Stammtisch", names=["Resi"]), uuid.uuid4(), DEMO_KEYS["de"])
    assert demo_group("de") == german
    assert demo_group("en") == demo_group("fr") == first


def test_a_group_sits_as_it_sat_on_the_night_that_began_last() -> None:
    group = thursday_table()
    assert last_table(group) is None
    a_night(thursday_table(names=STRANGERS, guest=uuid.uuid4()))
    assert last_table(group) is None
    later, sooner = a_night(group, "Ben", "Cleo", "Dave", dealer="Cleo"), a_night(group)
    Session.objects.filter(pk=later.pk).update(started_at=datetime(2031, 1, 1, tzinfo=UTC))
    assert last_table(group) == seated(group, "Ben", "Cleo", "Dave", dealer="Cleo")
    Session.objects.filter(pk=sooner.pk).update(started_at=datetime(2031, 1, 1, tzinfo=UTC))
    assert last_table(group) == seated(group)
    old = [Copied(date=date(2032, 1, 1), totals={0: Fraction(1), 1: Fraction(-1)})]
    copy_notebook(group, Copying(names=("Ann", "Ben"), nights=old))
    assert last_table(group) == seated(group)


def test_a_version_says_what_is_played_since_when_and_who_wrote_it(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    began = timezone.now()
    group = thursday_table()
    scorer = admit(group, uuid.uuid4(), Role.SCORER, player(group, "Ben"))
    write_rules(group, "sheepshoof", "with_bump", {"bump": True}, uuid.uuid4(), scorer)
    write_rules(group, "any_game", "", {}, uuid.uuid4(), admit(group, uuid.uuid4(), Role.SCORER))
    write_rules(thursday_table(names=STRANGERS, guest=uuid.uuid4()), "any_game", "", {}, uuid.uuid4(), None)
    with django_assert_num_queries(2):
        found, newest = rule_versions(group), rules_in_force(group)
    assert [(one.version, one.game, one.preset, one.options, one.writer) for one in found] == [
        (3, "any_game", "as_typed", {}, ""),
        (2, "sheepshoof", "with_bump", {"bump": True}, "Ben"),
        (1, "sheepshead", "", {}, ""),
    ]
    written = HouseRules.objects.filter(group=group).order_by("-version").values_list("written_at", flat=True)
    assert [one.written_at for one in found] == list(written)
    assert began <= found[2].written_at <= found[1].written_at <= timezone.now()
    assert (newest, found[1].says) == (found[0], ("sheepshoof", {"bump": True}))


def test_the_currency_stays_while_a_hand_is_played_for_tonight() -> None:
    group = thursday_table()
    a_night(group)
    session = a_night(group, dealer="Frank")
    assert currency_is_kept(group) == ""
    told = tell(session, "Ann", "Ben")
    assert currency_is_kept(group) == "tonight"
    take_back_hand(session, told.entry.number, context(session))
    assert currency_is_kept(group) == ""


def test_night_for_points_only_leaves_the_currency_free() -> None:
    group = thursday_table(currency="", stake_cents=0)
    session = a_night(group, dealer="Frank")
    tell(session, "Ann", "Ben")
    assert currency_is_kept(group) == ""
    end_night(session, context(session))
    assert currency_is_kept(group) == ""


def test_open_nights_are_told_by_number_with_their_stake_hands_and_pot() -> None:
    group = thursday_table(options={"pot": "leaster"})
    first, over = a_night(group, dealer="Frank"), a_night(group)
    third = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    end_night(over, context(over))
    a_night(thursday_table(names=STRANGERS, guest=uuid.uuid4()))
    tell(first, "Ann", "Ben")
    tell(first, "Ben", "Cleo")
    tell_hand(third, leaster(third, "Ann"), context(third))
    play_for(group, "EUR", 10, ink(), tonight=False)
    found = open_nights(group)
    assert [(one.number, sheet.stake_cents, sheet.hands) for one, sheet in found] == [(1, 25, 2), (3, 25, 1)]
    assert [bool(sheet.pot_points) for _, sheet in found] == [False, True]


def test_everybody_has_initials_and_a_colour_by_place_unless_they_chose() -> None:
    thursday_table(names=("Aaron", "Abel"), guest=uuid.uuid4())
    group = thursday_table(names=("Ann", "Anna", "Ben"))
    ann, anna, ben = ids(group)
    draw_player(player(group, "Anna"), initials="Q", colour="")
    draw_player(player(group, "Ben"), initials="", colour="brick")
    assert faces_of(group) == {
        ann: Face(name="Ann", initials="An", colour="brick"),
        anna: Face(name="Anna", initials="Q", colour="amber", chose_initials=True),
        ben: Face(name="Ben", initials="Be", colour="brick", chose_colour=True),
    }
    assert list(faces_of(group)) == [ann, anna, ben]


def test_the_ninth_has_the_first_colour_again() -> None:
    found = faces_from((place, f"{place} of them", "", "") for place in range(1, 10))
    assert [found[place].colour for place in (1, 2, 8, 9)] == ["brick", "amber", "rose", "brick"]
