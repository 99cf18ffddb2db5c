"""A group's settings: changed, changed back, kept where money depends on them; and how players are drawn."""

import json
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from ledger.exchange.group import group_import
from ledger.models import Entry, Group, Player, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    Refused,
    WriteContext,
    bring_back,
    call_group,
    draw_player,
    end_night,
    forget_name,
    newest_change,
    play_for,
    put_away,
    start_session,
)
from ledger.recording.auditing import audit
from ledger.recording.settings import MOST_CHANGES
from ledger.scoring import HandRefused
from ledger.standings import changes_of, currency_is_kept, faces_of
from tests import cast
from tests.cast import NAMES, an_ended_night, context, owner_of, player, seated, tell, thursday_table
from tests.ledger.exchange.test_group import elsewhere

pytestmark = pytest.mark.django_db


def a_night(group: Group) -> Session:
    """Five sit down, so that nobody sits out."""
    return cast.a_night(group, *NAMES[:5])


def pen(group: Group, *, key: uuid.UUID | None = None, after: int | None = None) -> WriteContext:
    """The owner's, who has seen every change so far."""
    seen = newest_change(fresh(group)) if after is None else after
    return WriteContext(key=key or uuid.uuid4(), after=seen, by=owner_of(group))


def fresh(group: Group) -> Group:
    return Group.objects.get(pk=group.pk)


def money(group: Group) -> tuple[str, int]:
    now = fresh(group)
    return now.currency, now.stake_cents


def code(refused: pytest.ExceptionInfo[HandRefused]) -> tuple[str, str]:
    return refused.value.code, refused.value.case


def test_a_group_is_called_something_else_and_it_is_known_who_did_it() -> None:
    group = thursday_table()
    call_group(group, "  Friday   table ", pen(group))
    (change,) = changes_of(fresh(group))
    assert fresh(group).name == "Friday table"
    assert (change.was, change.now, change.by) == (
        {"name": "Thursday table"},
        {"name": "Friday table"},
        owner_of(group).pk,
    )


def test_the_same_change_sent_twice_is_one() -> None:
    group, key = thursday_table(), uuid.uuid4()
    for _ in range(2):
        call_group(group, "Friday table", pen(group, key=key, after=0))
    assert newest_change(fresh(group)) == 1
    with pytest.raises(Refused) as refused:
        call_group(group, "Saturday table", pen(group, key=key, after=0))
    assert code(refused) == ("key_used", "settings")


def test_who_has_not_seen_the_newest_change_writes_nothing() -> None:
    group = thursday_table()
    call_group(group, "Friday table", pen(group))
    with pytest.raises(Refused) as refused:
        play_for(group, "EUR", 50, pen(group, after=0))
    assert code(refused) == ("settings_moved_on", "")
    assert money(group) == ("EUR", 25)


def test_a_stake_counts_from_the_next_night_on() -> None:
    group = thursday_table()
    tonight = a_night(group)
    play_for(group, "EUR", 50, pen(group))
    assert sheet_of(tonight).stake_cents == 25
    assert sheet_of(a_night(group)).stake_cents == 50


def test_a_stake_counts_tonight_where_that_is_wanted_and_is_taken_back_by_another() -> None:
    group = thursday_table()
    tonight = a_night(group)
    tell(tonight, "Ann", "Ben")
    play_for(group, "EUR", 50, pen(group), tonight=True)
    tell(tonight, "Ann", "Ben")
    play_for(group, "EUR", 25, pen(group), tonight=True)
    tell(tonight, "Ann", "Ben")
    assert [row.stake_cents for row in sheet_of(tonight).rows] == [25, 50, 25]
    assert [entry.facts for entry in Entry.objects.filter(session=tonight, kind="stake")] == [
        {"stake_cents": 50, "before": 25},
        {"stake_cents": 25, "before": 50},
    ]


def test_an_old_tap_that_comes_late_changes_no_night() -> None:
    group, key = thursday_table(), uuid.uuid4()
    tonight = a_night(group)
    tell(tonight, "Ann", "Ben")
    first = pen(group, key=key)
    play_for(group, "EUR", 50, first, tonight=True)
    play_for(group, "EUR", 10, pen(group))
    play_for(group, "EUR", 50, first, tonight=True)
    assert (money(group), sheet_of(tonight).stake_cents) == (("EUR", 10), 50)


def test_a_night_that_is_over_keeps_its_stake() -> None:
    group = thursday_table()
    over = an_ended_night(group)
    play_for(group, "EUR", 50, pen(group), tonight=True)
    assert sheet_of(over).stake_cents == 25


def test_the_currency_changes_while_no_money_was_booked() -> None:
    group = thursday_table()
    a_night(group)
    play_for(group, "USD", 25, pen(group))
    assert money(group) == ("USD", 25)


def test_the_currency_stays_where_money_was_booked() -> None:
    group = thursday_table()
    an_ended_night(group)
    assert currency_is_kept(group) == "booked"
    with pytest.raises(Refused) as refused:
        play_for(group, "USD", 25, pen(group))
    assert code(refused) == ("currency_kept", "booked")
    play_for(group, "EUR", 50, pen(group))
    assert money(group) == ("EUR", 50)


def test_while_hands_are_played_for_money_only_its_name_may_change() -> None:
    group = thursday_table()
    tell(a_night(group), "Ann", "Ben")
    play_for(group, "USD", 25, pen(group))
    with pytest.raises(Refused) as refused:
        play_for(group, "JPY", 25, pen(group))
    assert code(refused) == ("currency_kept", "tonight")
    assert money(group) == ("USD", 25)


def test_points_only_leaves_no_money_anywhere_where_none_was() -> None:
    group = thursday_table()
    tonight = a_night(group)
    play_for(group, "", 0, pen(group))
    tell(tonight, "Ann", "Ben")
    ending = end_night(tonight, context(tonight)).sheet.ending
    assert ending is not None
    assert (money(group), set(ending.cents.values()), ending.payments) == (("", 0), {0}, None)
    assert not group.transactions.exists()


def test_points_only_from_now_on_keeps_what_was_booked() -> None:
    group = thursday_table()
    an_ended_night(group)
    tonight = a_night(group)
    tell(tonight, "Ann", "Ben")
    play_for(group, "", 0, pen(group), tonight=True)
    tell(tonight, "Ann", "Ben")
    assert money(group) == ("EUR", 0)
    assert [row.stake_cents for row in sheet_of(tonight).rows] == [25, 0]


def test_a_group_of_points_begins_to_play_for_money() -> None:
    group = thursday_table(currency="", stake_cents=0)
    tonight = a_night(group)
    tell(tonight, "Ann", "Ben")
    play_for(group, "EUR", 10, pen(group), tonight=True)
    tell(tonight, "Ann", "Ben")
    end_night(tonight, context(tonight))
    assert [row.stake_cents for row in sheet_of(tonight).rows] == [0, 10]
    assert list(audit([fresh(group)])) == []


def test_a_group_is_put_away_and_brought_back() -> None:
    group, key = thursday_table(), uuid.uuid4()
    for _ in range(2):
        put_away(group, pen(group, key=key, after=0))
    assert fresh(group).archived_at is not None
    with pytest.raises(Refused) as refused:
        start_session(fresh(group), seated(group, *NAMES[:5]), WriteContext(key=uuid.uuid4(), after=0))
    assert code(refused) == ("archived", "")
    bring_back(group, pen(group))
    assert fresh(group).archived_at is None
    assert [change.now for change in changes_of(fresh(group))] == [{"archived": False}, {"archived": True}]


def test_only_so_many_changes_are_kept() -> None:
    group = thursday_table()
    for number in range(MOST_CHANGES + 5):
        call_group(group, f"Table {number}", pen(group))
    changes = changes_of(fresh(group))
    assert (len(changes), changes[0].number) == (MOST_CHANGES, MOST_CHANGES + 5)


def test_players_are_drawn_as_they_like_and_as_before_again() -> None:
    group = thursday_table()
    ann = player(group, "Ann")
    before = faces_of(group)[ann.pk]
    draw_player(ann, initials=" x y ", colour="teal")
    drawn = faces_of(group)[ann.pk]
    assert (drawn.initials, drawn.colour, drawn.chose_initials, drawn.chose_colour) == (
        "xy",
        "teal",
        True,
        True,
    )
    draw_player(ann, initials="", colour="")
    assert faces_of(group)[ann.pk] == before


@pytest.mark.parametrize(
    ("initials", "colour", "expected"),
    [
        ("ABCD", "", "long_initials"),
        ("é" * 13, "", "long_initials"),
        ("\u200d", "", "no_initials"),
        ("a\x00", "", "unfit"),
        ("bB", "", "initials_taken"),
        ("bEn", "", "initials_a_name"),
        ("", "ultraviolet", "no_such_colour"),
    ],
)
def test_what_cannot_be_drawn_is_refused(initials: str, colour: str, expected: str) -> None:
    group = thursday_table()
    draw_player(player(group, "Ben"), initials="BB", colour="")
    with pytest.raises(Refused) as refused:
        draw_player(player(group, "Ann"), initials=initials, colour=colour)
    assert refused.value.code == expected


def test_a_forgotten_name_leaves_no_initials() -> None:
    group = thursday_table()
    ann = player(group, "Ann")
    draw_player(ann, initials="AX", colour="")
    forget_name(ann)
    assert Player.objects.get(pk=ann.pk).initials == ""


def changed() -> Group:
    """A group of which everything was changed."""
    group = thursday_table()
    night = a_night(group)
    tell(night, "Ann", "Ben")
    play_for(group, "EUR", 40, pen(group), tonight=True)
    tell(night, "Cleo", "Dave", "lost")
    end_night(night, context(night))
    call_group(group, "Friday table", pen(group))
    draw_player(player(group, "Ann"), initials="Ä", colour="rose")
    at = datetime(2026, 3, 1, 20, tzinfo=UTC)
    put_away(group, WriteContext(key=uuid.uuid4(), after=0, by=owner_of(group), at=at))
    return fresh(group)


def test_all_of_it_travels_and_the_audit_finds_nothing() -> None:
    group = changed()
    assert list(audit([group])) == []
    faces = list(faces_of(group).values())
    file = elsewhere(group)
    copy, is_new = group_import(file)
    assert is_new
    assert list(audit([copy])) == []
    assert (copy.archived_at, copy.name) == (group.archived_at, "Friday table")
    assert [(one.what, one.was, one.now, one.at) for one in changes_of(copy)] == [
        (one.what, one.was, one.now, one.at) for one in changes_of(group)
    ]
    assert list(faces_of(copy).values()) == faces
    assert [one.stake_cents for one in sheet_of(copy.sessions.get()).stretches] == [25, 40]
    assert elsewhere(copy) == file


@pytest.mark.parametrize(
    "spoilt",
    [
        {"archived_at": 5},
        {"archived_at": "yesterday"},
        {"changes": {}},
        {"changes": [{}]},
        {"changes": [{"number": 1, "what": "name", "was": {}, "now": {}, "by": None, "at": "", "key": ""}]},
    ],
)
def test_a_file_with_settings_that_are_none_is_refused(spoilt: Mapping[str, Any]) -> None:
    said = json.loads(elsewhere(changed()))
    said["group"] |= spoilt
    with pytest.raises(HandRefused):
        group_import(json.dumps(said))


@pytest.mark.parametrize("spoilt", [{"initials": 5}, {"initials": "x" * 13}, {"colour": "mauve"}])
def test_a_file_with_players_that_cannot_be_drawn_is_refused(spoilt: Mapping[str, Any]) -> None:
    said = json.loads(elsewhere(changed()))
    said["players"][0] |= spoilt
    with pytest.raises(HandRefused):
        group_import(json.dumps(said))
