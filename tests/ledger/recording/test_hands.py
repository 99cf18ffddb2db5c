"""Hands are tried, told, corrected, taken back, restored and remarked on."""

from collections.abc import Callable
from itertools import product

import pytest
from django.db import connection

from ledger import limits
from ledger.models import Entry, Group, Session, guards
from ledger.models.book import lines_of
from ledger.recording import (
    Refused,
    correct_hand,
    remark_on_hand,
    restore_hand,
    take_back_hand,
    try_hand,
)
from ledger.scoring import GAMES, HandRefused
from tests.cast import a_night, context, hand, leaster, tell, thursday_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return thursday_table(options={"no_picker": "doubler"})


def test_a_hand_that_cannot_be_cannot_be_tried(night: Session) -> None:
    for told, of in (
        (hand(night, "Ann", "Ann"), None),
        (leaster(night, "Ann"), None),
        (hand(night, "Ann"), 9),
    ):
        with pytest.raises(HandRefused):
            try_hand(lines_of(night), told, of=of)


def test_only_a_version_of_the_hand_itself_is_put_back(night: Session) -> None:
    entry = tell(night, "Ann", "Ben").entry.number
    taken_back = take_back_hand(night, entry, context(night)).entry.number
    for version in (1, 99, taken_back):
        with pytest.raises(Refused, match="no_such_version"):
            restore_hand(night, entry, context(night), version=version)


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


def test_a_hand_says_by_which_reading_of_the_rules_it_was_told(night: Session) -> None:
    facts = tell(night, "Ann", "Ben").entry.facts
    assert facts["edition"] == GAMES["sheepshead"].edition
    older = {name: value for name, value in facts.items() if name != "edition"}
    guards.lift(connection)
    Entry.objects.filter(session=night, number=2).update(facts=older)
    corrected = correct_hand(night, 2, hand(night, "Cleo", "Dave"), context(night)).entry
    assert corrected.facts["edition"] == GAMES["sheepshead"].edition
    assert "edition" not in restore_hand(night, 2, context(night), version=2).entry.facts


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
