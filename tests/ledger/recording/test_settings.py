"""Settings of a group are changed and changed back, kept where money depends on them; players are drawn."""

import json
import uuid
from dataclasses import replace
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
)
from ledger.recording.auditing import audit
from ledger.recording.settings import MOST_CHANGES
from ledger.scoring import HandRefused
from ledger.standings import changes_of, currency_is_kept, faces_of
from tests import cast
from tests.cast import NAMES, an_ended_night, context, owner_of, player, tell, thursday_table
from tests.ledger.exchange.test_group import elsewhere

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return thursday_table()


def a_night(group: Group) -> Session:
    """Five sit down, so that nobody sits out."""
    return cast.a_night(group, *NAMES[:5])


def pen(group: Group, *, key: uuid.UUID | None = None, after: int | None = None) -> WriteContext:
    """The owner's, who has seen every change so far."""
    seen = newest_change(fresh(group)) if after is None else after
    return WriteContext(key=key or uuid.uuid4(), after=seen, by=owner_of(group))


def fresh(group: Group) -> Group:
    return Group.objects.get(pk=group.pk)


def test_a_group_is_called_something_else_once_and_it_is_known_who_did_it(group: Group) -> None:
    once = pen(group, key=uuid.uuid4())
    for _ in range(2):
        call_group(group, "  Friday   table ", once)
    (change,) = changes_of(fresh(group))
    assert fresh(group).name == "Friday table"
    assert (change.was, change.now) == ({"name": "Thursday table"}, {"name": "Friday table"})
    assert change.by == owner_of(group).pk
    with pytest.raises(Refused, match=r"key_used\.settings"):
        call_group(group, "Saturday table", once)
    with pytest.raises(Refused, match="settings_moved_on"):
        play_for(group, "EUR", 50, pen(group, after=0))
    assert money(group) == ("EUR", 25)


def money(group: Group) -> tuple[str, int]:
    now = fresh(group)
    return now.currency, now.stake_cents


def test_a_stake_counts_from_the_next_night_on(group: Group) -> None:
    over, tonight = an_ended_night(group), a_night(group)
    play_for(group, "EUR", 50, pen(group))
    stakes = [sheet_of(night).stake_cents for night in (over, tonight, a_night(group))]
    assert stakes == [25, 25, 50]
    play_for(group, "EUR", 60, pen(group), tonight=True)
    assert [sheet_of(night).stake_cents for night in (over, tonight)] == [25, 60]


def test_a_stake_counts_tonight_where_that_is_wanted_and_is_taken_back_by_another(group: Group) -> None:
    tonight = a_night(group)
    tell(tonight, "Ann", "Ben")
    for stake in (50, 25):
        play_for(group, "EUR", stake, pen(group), tonight=True)
        tell(tonight, "Ann", "Ben")
    assert [row.stake_cents for row in sheet_of(tonight).rows] == [25, 50, 25]
    assert [entry.facts for entry in Entry.objects.filter(session=tonight, kind="stake")] == [
        {"stake_cents": 50, "before": 25},
        {"stake_cents": 25, "before": 50},
    ]


def test_an_old_tap_that_comes_late_changes_no_night(group: Group) -> None:
    tonight, first = a_night(group), pen(group)
    play_for(group, "EUR", 50, first, tonight=True)
    play_for(group, "EUR", 10, pen(group))
    play_for(group, "EUR", 50, first, tonight=True)
    assert (money(group), sheet_of(tonight).stake_cents) == (("EUR", 10), 50)


def test_the_currency_stays_where_money_was_booked(group: Group) -> None:
    a_night(group)
    play_for(group, "USD", 25, pen(group))
    assert money(group) == ("USD", 25)
    an_ended_night(group)
    assert currency_is_kept(group) == "booked"
    with pytest.raises(Refused, match=r"currency_kept\.booked"):
        play_for(group, "EUR", 25, pen(group))
    play_for(group, "USD", 50, pen(group))
    assert money(group) == ("USD", 50)


def test_while_hands_are_played_for_money_only_its_name_may_change(group: Group) -> None:
    tell(a_night(group), "Ann", "Ben")
    play_for(group, "USD", 25, pen(group))
    with pytest.raises(Refused, match=r"currency_kept\.tonight"):
        play_for(group, "JPY", 25, pen(group))
    assert money(group) == ("USD", 25)


def test_points_only_leaves_no_money_anywhere_where_none_was(group: Group) -> None:
    tonight = a_night(group)
    play_for(group, "", 0, pen(group))
    tell(tonight, "Ann", "Ben")
    ending = end_night(tonight, context(tonight)).sheet.ending
    assert ending is not None
    assert (money(group), set(ending.cents.values()), ending.payments) == (("", 0), {0}, None)
    assert not group.transactions.exists()


def test_points_only_from_now_on_keeps_what_was_booked(group: Group) -> None:
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


def test_a_group_is_put_away_and_brought_back(group: Group) -> None:
    once = pen(group)
    for _ in range(2):
        put_away(group, once)
    assert fresh(group).archived_at is not None
    with pytest.raises(Refused, match="archived"):
        a_night(fresh(group))
    bring_back(group, pen(group))
    assert fresh(group).archived_at is None
    assert [change.now for change in changes_of(fresh(group))] == [{"archived": False}, {"archived": True}]


def test_only_so_many_changes_are_kept(group: Group) -> None:
    for number in range(MOST_CHANGES + 5):
        call_group(group, f"Table {number}", pen(group))
    changes = changes_of(fresh(group))
    assert (len(changes), changes[0].number) == (MOST_CHANGES, MOST_CHANGES + 5)


def test_players_are_drawn_as_they_like_and_as_before_again(group: Group) -> None:
    ann = player(group, "Ann")
    before = faces_of(group)[ann.pk]
    draw_player(ann, initials=" x y ", colour="teal")
    drawn = faces_of(group)[ann.pk]
    assert (drawn.initials, drawn.colour) == ("xy", "teal")
    assert (drawn.chose_initials, drawn.chose_colour) == (True, True)
    draw_player(ann, initials="", colour="")
    assert faces_of(group)[ann.pk] == before
    draw_player(ann, initials="AX", colour="")
    forget_name(ann)
    assert Player.objects.get(pk=ann.pk).initials == ""


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
def test_what_cannot_be_drawn_is_refused(group: Group, initials: str, colour: str, expected: str) -> None:
    draw_player(player(group, "Ben"), initials="BB", colour="")
    with pytest.raises(Refused, match=f"^{expected}"):
        draw_player(player(group, "Ann"), initials=initials, colour=colour)


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
    put_away(group, pen(group))
    return fresh(group)


def test_all_of_it_travels_and_the_audit_finds_nothing() -> None:
    group = changed()
    assert list(audit([group])) == []
    faces, changes = list(faces_of(group).values()), changes_of(group)
    file = elsewhere(group)
    copy, is_new = group_import(file)
    assert (is_new, list(audit([copy]))) == (True, [])
    assert (copy.archived_at, copy.name) == (group.archived_at, "Friday table")
    assert [replace(one, by=None) for one in changes_of(copy)] == [replace(one, by=None) for one in changes]
    assert list(faces_of(copy).values()) == faces
    assert [one.stake_cents for one in sheet_of(copy.sessions.get()).stretches] == [25, 40]
    assert elsewhere(copy) == file


def test_a_file_with_settings_or_players_that_are_none_is_refused() -> None:
    file = elsewhere(changed())
    no_change = {"number": 1, "what": "name", "was": {}, "now": {}, "by": None, "at": "", "key": ""}
    in_group: list[dict[str, Any]] = [
        {"archived_at": 5}, {"archived_at": "yesterday"}, {"changes": {}}, {"changes": [{}]},
        {"changes": [no_change]},
    ]  # fmt: skip
    of_a_player: list[dict[str, Any]] = [{"initials": 5}, {"initials": "x" * 13}, {"colour": "mauve"}]
    for part, spoilt in (*(("group", one) for one in in_group), *(("players", one) for one in of_a_player)):
        facts = json.loads(file)
        (facts["group"] if part == "group" else facts["players"][0]).update(spoilt)
        with pytest.raises(HandRefused):
            group_import(json.dumps(facts))
