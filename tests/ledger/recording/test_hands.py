"""Hands are tried, told, corrected, taken back, restored and remarked on."""

import dataclasses
from collections.abc import Callable
from itertools import product

import pytest
from django.db import connection

from ledger import limits
from ledger.models import Entry, Group, Session, guards
from ledger.models.book import lines_of, sheet_of
from ledger.recording import (
    Refused,
    correct_hand,
    end_night,
    remark_on_hand,
    restore_hand,
    take_back_hand,
    tell_hand,
    try_hand,
)
from ledger.recording.auditing import audit
from ledger.scoring import GAMES, HandRefused
from scorekeeper.text.refusals import sentence
from tests.cast import a_night, context, hand, ids, leaster, owner_of, points, tell, thursday_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return thursday_table(options={"no_picker": "doubler"})


def test_a_hand_is_tried_without_being_written(night: Session) -> None:
    tell(night, "Ann", "Ben")
    told = hand(night, "Cleo")
    tried = try_hand(lines_of(night), told)
    assert Entry.objects.filter(session=night).count() == 2
    row = tell_hand(night, told, context(night)).sheet.rows[-1]
    found = (tried.points, tried.totals, tried.number, tried.dealer)
    assert found == (row.points, row.totals, row.number, row.dealer)


def test_a_correction_is_tried_without_being_written(group: Group, night: Session) -> None:
    entry = tell(night, "Ann", "Ben").entry.number
    tell(night, "Cleo", "Dave")
    tried = try_hand(lines_of(night), hand(night, "Ann", "Ben", "lost"), of=entry)
    assert (int(tried.points[ids(group, "Ann")[0]]), len(tried.versions)) == (-4, 2)
    assert not sheet_of(night).rows[0].is_changed


def test_a_hand_that_cannot_be_cannot_be_tried(night: Session) -> None:
    for told, of in (
        (hand(night, "Ann", "Ann"), None),
        (leaster(night, "Ann"), None),
        (hand(night, "Ann"), 9),
    ):
        with pytest.raises(HandRefused):
            try_hand(lines_of(night), told, of=of)


def test_a_hand_is_corrected_in_its_place_and_says_again_what_it_said(group: Group, night: Session) -> None:
    entry = tell(night, "Ann", "Ben").entry.number
    tell(night, "Cleo", "Dave")
    before = sheet_of(night)
    sheet = correct_hand(night, entry, hand(night, "Ann", "Ben", "lost"), context(night)).sheet
    assert points(group, sheet) == {"Ann": -5, "Ben": -3, "Cleo": 4, "Dave": 3, "Edith": 1}
    assert Entry.objects.filter(session=night, kind="hand").count() == 2
    by = owner_of(group).pk
    assert [(version.kind, version.by) for version in sheet.rows[0].versions] == [
        ("hand", by),
        ("corrected", by),
    ]
    sheet = restore_hand(night, entry, context(night), version=entry).sheet
    assert sheet.totals == before.totals
    assert [version.kind for version in sheet.rows[0].versions] == ["hand", "corrected", "corrected"]


def test_a_hand_taken_back_can_be_put_back_as_it_was(group: Group, night: Session) -> None:
    entry = tell(night, "Ann", "Ben").entry.number
    tell(night, "Cleo", "Dave")
    before, once = sheet_of(night), context(night)
    after = take_back_hand(night, entry, once).sheet
    assert points(group, after) == {"Ann": -1, "Ben": -1, "Cleo": 2, "Dave": 1, "Edith": -1}
    assert after.hands == 1
    take_back_hand(night, entry, once)
    with pytest.raises(Refused, match="taken_back"):
        take_back_hand(night, entry, context(night))
    for version in (1, 99, after.newest):
        with pytest.raises(Refused, match="no_such_version"):
            restore_hand(night, entry, context(night), version=version)
    sheet = restore_hand(night, entry, context(night), version=entry).sheet
    assert (sheet.totals, sheet.hands, sheet.seating) == (before.totals, before.hands, before.seating)


def test_a_hand_of_another_night_or_none_at_all_cannot_be_changed(group: Group, night: Session) -> None:
    other = a_night(group)
    for picker in ("Ben", "Cleo"):
        tell(other, picker, "Dave")
    told = hand(night, "Ann", "Ben")
    writes: tuple[Callable[[int], object], ...] = (
        lambda of: correct_hand(night, of, told, context(night)),
        lambda of: take_back_hand(night, of, context(night)),
        lambda of: restore_hand(night, of, context(night), version=of),
    )
    for write, entry in product(writes, (1, 3, 99)):
        with pytest.raises(Refused, match="no_such_hand"):
            write(entry)
    assert Entry.objects.filter(session=night).count() == 1


def test_a_correction_that_makes_a_later_hand_impossible_is_refused_and_says_which(group: Group) -> None:
    six = a_night(group)
    first = tell(six, "Ben", "Cleo").entry.number
    tell(six, "Ann", "Cleo")
    dealt_by_frank = dataclasses.replace(hand(six, "Ben", "Cleo"), dealer=5)
    with pytest.raises(HandRefused, match="later_hand") as refused:
        correct_hand(six, first, dealt_by_frank, context(six))
    assert sentence(refused.value).startswith("Then hand 2 could not have been played. ")
    assert sheet_of(six).hands == Session.objects.get(pk=six.pk).hands == 2


def test_what_is_said_of_one_hand_only_stays_with_it(group: Group, night: Session) -> None:
    six = a_night(group)
    told = dataclasses.replace(hand(six, "Ann", "Ben"), dealer=3, out=(3,))
    sheet = tell_hand(six, told, context(six)).sheet
    ann, dave, edith = ids(group, "Ann", "Dave", "Edith")
    assert (sheet.rows[0].dealer, sheet.rows[0].out) == (dave, (dave,))
    assert sheet.seating.out == (edith,)
    assert sheet.totals[ann] == 2


def test_a_hand_says_by_which_reading_of_the_rules_it_was_told(night: Session) -> None:
    facts = tell(night, "Ann", "Ben").entry.facts
    assert facts["edition"] == GAMES["sheepshead"].edition
    older = {name: value for name, value in facts.items() if name != "edition"}
    guards.lift(connection)
    Entry.objects.filter(session=night, number=2).update(facts=older)
    corrected = correct_hand(night, 2, hand(night, "Cleo", "Dave"), context(night)).entry
    assert corrected.facts["edition"] == GAMES["sheepshead"].edition
    assert "edition" not in restore_hand(night, 2, context(night), version=2).entry.facts


def test_a_remark_is_written_once_also_when_the_night_is_over(night: Session) -> None:
    entry = tell(night, "Ann", "Ben").entry.number
    end_night(night, context(night))
    pen = context(night)
    for _ in range(2):
        remark_on_hand(night, entry, " forgot\nto bury ", pen)
    remark = sheet_of(night).remarks[entry]
    assert (remark.text, remark.by, remark.entry) == ("forgot to bury", pen.by and pen.by.pk, 4)
    assert Entry.objects.filter(session=night).count() == 4
    assert list(audit([night.group])) == []


@pytest.mark.parametrize(
    ("of", "text", "most", "code"),
    [
        (3, "x", 9, "no_such_hand"), (9, "x", 9, "no_such_hand"), (2, "x" * 141, 9, "too_long"),
        (2, "a\x07", 9, "unfit"), (2, "x", 2, "full"),
    ],
)  # fmt: skip
def test_a_remark_that_cannot_be_is_refused(
    night: Session, monkeypatch: pytest.MonkeyPatch, of: int, text: str, most: int, code: str
) -> None:
    tell(night, "Ann", "Ben")
    monkeypatch.setattr(limits, "MOST_ENTRIES", most)
    with pytest.raises(Refused, match=code):
        remark_on_hand(night, of, text, context(night))
    assert Entry.objects.filter(session=night).count() == 2
