"""Changes of seats, people, rules and stake are taken back, with everything that they told elsewhere."""

import uuid
from collections.abc import Callable

import pytest

from ledger.models import Entry, Group, HouseRules, Session
from ledger.models.book import lines_of, sheet_of
from ledger.recording import (
    Refused,
    StaleWrite,
    WriteContext,
    Written,
    arrange,
    change_stake,
    change_table,
    join,
    leave,
    newest_change,
    play_for,
    redo_change,
    take_back_hand,
    tell_hand,
    undo_change,
    write_rules,
)
from ledger.recording.auditing import audit
from ledger.scoring import HandRefused
from tests.cast import a_night, context, ids, leaster, owner_of, seated, tell, thursday_table

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")


def frank_comes(night: Session) -> Written:
    frank, ben = ids(night.group, "Frank", "Ben")
    return join(night, frank, context(night), after=ben)


def ann_goes(night: Session) -> Written:
    return leave(night, ids(night.group, "Ann")[0], context(night))


def seats_change(night: Session) -> Written:
    return arrange(night, seated(night.group, *reversed(FIVE)), context(night))


def rules(group: Group, **options: object) -> HouseRules:
    return write_rules(group, "sheepshead", "", options, uuid.uuid4(), owner_of(group))


def rules_change(night: Session) -> Written:
    rules(night.group, bump=False)
    return Written(entry=lines_of(night)[-1], sheet=sheet_of(night))


def stake_changes(night: Session, currency: str = "EUR") -> Written:
    group = Group.objects.get(pk=night.group_id)
    pen = WriteContext(key=uuid.uuid4(), after=newest_change(group), by=owner_of(group))
    play_for(group, currency, 100, pen, tonight=True)
    night.group.refresh_from_db()
    return Written(entry=lines_of(night)[-1], sheet=sheet_of(night))


def last_kinds(*nights: Session) -> list[str]:
    return [lines_of(night)[-1].kind for night in nights]


CHANGES = (frank_comes, ann_goes, seats_change, rules_change, stake_changes)
Change = Callable[[Session], Written]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_and_its_undoing_leave_the_table_as_it_was(night: Session, change: Change) -> None:
    tell(night, "Ann", "Ben")
    before = sheet_of(night)
    of, pen = change(night).entry.number, context(night)
    first, again = (undo_change(night, of, pen).entry for _ in range(2))
    assert first == again
    after = sheet_of(night)
    assert (after.seating, after.totals, after.players) == (before.seating, before.totals, before.players)
    assert dict(after.rules.options) == dict(before.rules.options)
    assert (after.stake_cents, after.stretches, after.notes) == (
        before.stake_cents, before.stretches, before.notes,
    )  # fmt: skip
    assert Entry.objects.filter(session=night, kind="undone").count() == 1
    assert HouseRules.objects.filter(group=night.group).count() in (1, 3)
    assert (last_kinds(night), list(audit([night.group]))) == (["undone"], [])


def test_undo_of_a_save_of_the_seats_takes_back_all_of_it_and_puts_all_of_it_back(night: Session) -> None:
    tell(night, "Ann", "Ben")
    before = sheet_of(night)
    # Saving the seats as the list on the page does takes three lines of the book.
    table = seated(night.group, "Edith", "Frank", "Cleo", "Ben")
    change_table(night, lambda _player_called: table, context(night))
    saved, pen = sheet_of(night), context(night)
    last = saved.last_change
    assert last is not None
    assert len(saved.notes) == 3
    undone = [undo_change(night, last.entry, pen).entry.number for _ in range(2)]
    assert (sheet_of(night).seating, sheet_of(night).notes) == (before.seating, before.notes)
    pen = context(night)
    assert undone == [pen.after, pen.after]
    for _ in range(2):
        redo_change(night, pen.after, pen)
    assert (sheet_of(night).seating, len(sheet_of(night).notes)) == (saved.seating, 3)
    assert list(audit([night.group])) == []


@pytest.mark.parametrize("change", CHANGES)
def test_a_hand_told_since_keeps_it(night: Session, change: Change) -> None:
    of, behind = change(night).entry.number, context(night)
    tell(night, "Ben", "Cleo")
    with pytest.raises(HandRefused, match="stays"):
        undo_change(night, of, context(night))
    with pytest.raises(StaleWrite):
        undo_change(night, of, behind)
    assert not Entry.objects.filter(session=night, kind="undone").exists()
    assert HouseRules.objects.filter(group=night.group).count() <= 2


@pytest.mark.parametrize("change", [frank_comes, ann_goes, seats_change])
def test_seats_taken_back_by_mistake_are_put_back_once(night: Session, change: Change) -> None:
    tell(night, "Ann", "Ben")
    of, changed = change(night).entry.number, sheet_of(night)
    undone, pen = undo_change(night, of, context(night)).entry.number, context(night)
    first, again = (redo_change(night, undone, pen).entry for _ in range(2))
    assert first == again
    after = sheet_of(night)
    assert (after.seating, after.totals, after.players) == (changed.seating, changed.totals, changed.players)
    assert [note.kind for note in after.notes] == [note.kind for note in changed.notes]
    with pytest.raises(HandRefused, match="stays"):
        redo_change(night, undone, context(night))
    undo_change(night, after.newest, context(night))
    assert list(audit([night.group])) == []


def test_who_took_anothers_chair_takes_it_again(night: Session) -> None:
    frank, ben = ids(night.group, "Frank", "Ben")
    join(night, frank, context(night), after=0, goes=ben)
    seats = sheet_of(night).seating.seats
    undo_change(night, 2, context(night))
    redo_change(night, 3, context(night))
    assert sheet_of(night).seating.seats == seats


@pytest.mark.parametrize("change", [rules_change, stake_changes])
def test_what_others_were_told_meanwhile_is_not_put_back(night: Session, change: Change) -> None:
    undone = undo_change(night, change(night).entry.number, context(night)).entry.number
    with pytest.raises(HandRefused, match="stays"):
        redo_change(night, undone, context(night))


def test_nothing_is_put_back_that_was_not_taken_back_or_by_a_phone_that_is_behind(night: Session) -> None:
    of = frank_comes(night).entry.number
    for other in (1, of, 99):
        with pytest.raises(HandRefused, match="stays"):
            redo_change(night, other, context(night))
    undone = undo_change(night, of, context(night)).entry.number
    behind = context(night)
    tell(night, "Edith", "Ben")
    with pytest.raises(StaleWrite):
        redo_change(night, undone, behind)


def test_record_undo_record_join_undo_join(night: Session) -> None:
    tell(night, "Ann", "Ben")
    take_back_hand(night, 2, context(night))
    tell(night, "Ann", "Cleo")
    undo_change(night, frank_comes(night).entry.number, context(night))
    frank_comes(night)
    sheet = tell(night, "Ann", "Frank").sheet
    assert (sheet.hands, [note.kind for note in sheet.notes]) == (2, ["joined"])
    assert [row.is_slip for row in sheet.rows] == [True, False, False]
    assert list(audit([night.group])) == []


def test_undone_rules_are_the_groups_again_as_a_new_version(night: Session) -> None:
    undo_change(night, rules_change(night).entry.number, context(night))
    first, *_, latest = HouseRules.objects.filter(group=night.group).order_by("version")
    assert (latest.version, latest.options, latest.preset) == (3, first.options, first.preset)
    assert sheet_of(night).rules.version == 3
    assert rules(night.group, bump=False).version == 4
    assert tell(night, "Ann", "Ben", "lost").sheet.totals[ids(night.group, "Ann")[0]] == -2


def test_another_night_forgets_the_rules_too_or_goes_on_under_the_new_version(group: Group) -> None:
    one, idle, busy = (a_night(group, *FIVE) for _ in range(3))
    of = rules_change(one).entry.number
    tell(busy, "Ann", "Ben", "lost")
    undo_change(one, of, context(one))
    assert last_kinds(one, idle, busy) == ["undone", "undone", "rules"]
    assert {sheet_of(night).rules.version for night in (one, idle, busy)} == {3}
    assert [len(sheet_of(night).notes) for night in (idle, busy)] == [0, 2]
    assert list(audit([group])) == []


def test_rules_or_currency_changed_once_more_by_a_group_are_changed_on_their_page(night: Session) -> None:
    of = rules_change(night).entry.number
    HouseRules.objects.create(group=night.group, version=3, game="sheepshead", preset="", options={})
    with pytest.raises(Refused, match=r"stays\.rules"):
        undo_change(night, of, context(night))
    of = stake_changes(night, "USD").entry.number
    with pytest.raises(Refused, match=r"stays\.stake"):
        undo_change(night, of, context(night))


@pytest.fixture
def pot_night(db: None) -> Session:
    """Return a night with points in the pot, to which a newcomer adds."""
    night = a_night(thursday_table(options={"pot": "leaster", "newcomer": "adds"}), *FIVE)
    tell_hand(night, leaster(night, "Ann"), context(night))
    return night


def test_a_newcomers_share_of_the_pot_goes_with_the_newcomer(pot_night: Session) -> None:
    before = sheet_of(pot_night)
    assert before.pot_points
    last = frank_comes(pot_night).sheet.last_change
    assert last is not None
    pen = context(pot_night)
    assert pen.after == 4
    for _ in range(2):
        undo_change(pot_night, last.entry, pen)
    after = sheet_of(pot_night)
    found = (after.totals, after.pot_points, after.seating)
    assert found == (before.totals, before.pot_points, before.seating)
    assert all(row.is_slip for row in after.rows if row.is_void)
    assert list(audit([pot_night.group])) == []


def test_a_share_that_was_taken_back_before_lets_the_newcomer_go(pot_night: Session) -> None:
    frank_comes(pot_night)
    take_back_hand(pot_night, 4, context(pot_night))
    pen = context(pot_night)
    for _ in range(2):
        undo_change(pot_night, 3, pen)
    assert sheet_of(pot_night).seating.seats == ids(pot_night.group, *FIVE)


def test_an_undone_stake_is_the_groups_again_and_other_nights_forget_it_or_go_on(group: Group) -> None:
    one, idle, busy = (a_night(group, *FIVE) for _ in range(3))
    of = stake_changes(one).entry.number
    tell(busy, "Ann", "Ben")
    undo_change(one, of, context(one))
    group.refresh_from_db()
    assert (group.stake_cents, [change["what"] for change in group.changes]) == (25, ["money", "money"])
    assert {sheet_of(night).stake_cents for night in (one, idle, busy)} == {25}
    assert last_kinds(one, idle, busy) == ["undone", "undone", "stake"]
    assert list(audit([group])) == []


def test_a_stake_of_one_night_that_was_undone_is_changed_again(night: Session) -> None:
    change_stake(night, 100, context(night))
    undo_change(night, 2, context(night))
    change_stake(night, 50, context(night))
    assert list(audit([night.group])) == []
