"""Settings of a group are changed and changed back, kept where money depends on them; players are drawn."""

import json
import uuid
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from ledger import limits
from ledger.book.seasons import Floor, Season
from ledger.models import Group, Player, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    Refused,
    WriteContext,
    add_season,
    call_group,
    change_season,
    draw_player,
    end_night,
    forget_name,
    newest_change,
    play_for,
    put_away,
    remove_season,
)
from ledger.recording.auditing import audit
from ledger.recording.settings import MOST_CHANGES
from ledger.scoring import HandRefused
from ledger.standings import changes_of, currency_is_kept, faces_of
from ledger.standings.players import season_of, seasons_of
from tests import cast
from tests.cast import NAMES, an_ended_night, context, owner_of, player, tell, thursday_table
from tests.group_files import group_import
from tests.ledger.exchange.test_group import elsewhere

pytestmark = pytest.mark.django_db


def a_night(group: Group) -> Session:
    """Five sit down, so that nobody sits out."""
    return cast.a_night(group, *NAMES[:5])


def pen(group: Group, *, key: uuid.UUID | None = None, after: int | None = None) -> WriteContext:
    """Return the context of the owner, who has seen every change so far unless `after` says less."""
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
    assert [sheet_of(night).stake_cents for night in (over, tonight, a_night(group))] == [25, 25, 50]
    play_for(group, "EUR", 60, pen(group), tonight=True)
    assert [sheet_of(night).stake_cents for night in (over, tonight)] == [25, 60]


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
    put_away(group, pen(group), away=False)
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


WINTER = Season(
    name="Winter 2026", first=date(2026, 1, 1), last=date(2026, 3, 31), floor=10, floor_of=Floor.NIGHTS
)
SUMMER = Season(name="Summer", first=date(2026, 6, 1), floor=100, floor_of=Floor.HANDS)


def season(number: int, said: Season) -> Season:
    return replace(said, number=number)


def test_a_season_has_the_number_of_the_change_that_added_it_and_the_latest_comes_first(group: Group) -> None:
    add_season(group, WINTER, pen(group))
    call_group(group, "Friday table", pen(group))
    add_season(group, SUMMER, pen(group))
    found = fresh(group)
    assert seasons_of(found) == (season(3, SUMMER), season(1, WINTER))
    assert [season_of(found, number) for number in (1, 2)] == [season(1, WINTER), None]
    for number in (2, 7):
        with pytest.raises(Refused, match="no_such_season"):
            change_season(group, number, WINTER, pen(group))
        with pytest.raises(Refused, match="no_such_season"):
            remove_season(group, number, pen(group))
    assert list(audit([found])) == []


def test_a_change_is_noted_down_with_what_it_was(group: Group) -> None:
    add_season(group, WINTER, pen(group))
    longer = Season(name="Winter and spring", first=WINTER.first)
    change_season(group, 1, longer, pen(group))
    remove_season(group, 1, pen(group))
    assert seasons_of(fresh(group)) == ()
    removed, changed, added = changes_of(fresh(group))
    assert {(one.what, one.by) for one in (removed, changed, added)} == {("season", owner_of(group).pk)}
    assert added.was == removed.now == {**added.was, "season": 1, "name": None, "first": None}
    assert (
        added.now
        == changed.was
        == {**added.now, "name": WINTER.name, "last": "2026-03-31", "floor_of": "nights"}
    )
    assert changed.now == removed.was == {
        "season": 1, "name": longer.name, "first": "2026-01-01", "last": None,
        "floor": 0, "floor_of": "nights",
    }  # fmt: skip


def test_a_removed_season_comes_back_under_its_number_and_no_other_gets_it(group: Group) -> None:
    add_season(group, WINTER, pen(group))
    change_season(group, 1, WINTER, pen(group))  # the same again is no change
    for _ in range(2):
        remove_season(group, 1, pen(group))
    assert newest_change(fresh(group)) == 2
    add_season(group, SUMMER, pen(group))
    change_season(group, 1, WINTER, pen(group))
    assert seasons_of(fresh(group)) == (season(3, SUMMER), season(1, WINTER))


def test_sent_twice_it_is_written_once_and_who_is_behind_writes_nothing(group: Group) -> None:
    twice = pen(group)
    behind = replace(twice, key=uuid.uuid4())
    for _ in range(2):
        add_season(group, WINTER, twice)
    for said, code in ((twice, "key_used"), (behind, "settings_moved_on")):
        with pytest.raises(Refused, match=code):
            add_season(group, SUMMER, said)
    assert seasons_of(fresh(group)) == (season(1, WINTER),)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (Season(name=" ", first=date(2026, 1, 1)), "no_name"),
        (Season(name="x" * 41, first=date(2026, 1, 1)), "long_name"),
        (Season(name="W", first=date(2026, 1, 2), last=date(2026, 1, 1)), "season_ends_early"),
        (Season(name=" WINTER  2026", first=date(2027, 1, 2)), "season_name_taken"),
        (Season(name="W", first=date(2026, 1, 2), floor=-1), "season_floor"),
        (Season(name="W", first=date(2026, 1, 2), floor=limits.MOST_FLOOR + 1), "season_floor"),
    ],
)
def test_what_makes_no_sense_is_refused(group: Group, said: Season, code: str) -> None:
    add_season(group, WINTER, pen(group))
    with pytest.raises(Refused, match=f"^{code}"):
        add_season(group, said, pen(group))
    assert len(seasons_of(fresh(group))) == 1


def test_a_season_may_be_of_one_day_and_keep_its_own_name_and_there_is_room_for_so_many(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_SEASONS", 1)
    add_season(group, WINTER, pen(group))
    with pytest.raises(Refused, match="full"):
        add_season(group, SUMMER, pen(group))
    one_day = Season(name="winter 2026", first=date(2026, 1, 1), last=date(2026, 1, 1))
    change_season(group, 1, one_day, pen(group))
    assert seasons_of(fresh(group)) == (season(1, one_day),)


@pytest.mark.parametrize(("floor_of", "enough"), [(Floor.HANDS, True), (Floor.NIGHTS, False)])
def test_the_floor_counts_hands_or_nights(floor_of: Floor, enough: bool) -> None:
    one = Season(number=1, name="x", first=date(2026, 1, 1), floor=10, floor_of=floor_of)
    assert (one.is_enough(hands=10, nights=9), one.is_enough(hands=9, nights=9)) == (enough, False)
