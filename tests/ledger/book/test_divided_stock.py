"""A stock is divided between two hands: nobody deals a card for it, and it is no hand that was played."""

import re
import uuid
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from ledger.book.sheet import ScoreSheet
from ledger.models import PARTS, Entry, Group, HandResult, Session
from ledger.models.book import sheet_of
from ledger.recording import NewHand, correct_hand, end_night, restore_hand, take_back_hand, tell_hand
from ledger.recording.auditing import audit
from ledger.recording.rules import write_rules
from ledger.scoring import GAMES
from ledger.standings.players import hands_in
from tests import cast
from tests.group_files import group_export, group_import
from tests.paper import Paper

PASSED = {"kind": "all_pass"}
DIVIDED = {"kind": "pot_divide"}
PLAYED = {"kind": "played", "contract": "rufspiel", "declarer": 0, "partners": [1], "result": "won"}
NEWEST = GAMES["mehrkopf"].edition


def schafkopf() -> Paper:
    """Return a table of four with a stock; 1 deals first."""
    return Paper(4, game="mehrkopf", options={"stock": 2})


def told(paper: Paper, *hands: dict[str, Any], edition: int = NEWEST) -> list[int]:
    return [paper.tell(one, edition=edition) for one in hands]


def stands(sheet: ScoreSheet) -> tuple[list[tuple[int, int]], int, int, set[int]]:
    """Return number and dealer of each hand, the next dealer, the rounds, and who dealt in this one."""
    numbers = [(row.number, row.dealer) for row in sheet.rows]
    return numbers, sheet.seating.dealer, sheet.rounds, set(sheet.dealt)


def test_nobody_deals_for_it_and_the_next_hand_has_the_next_number() -> None:
    paper = schafkopf()
    told(paper, PASSED, DIVIDED)
    assert stands(paper.sheet) == ([(1, 1), (0, 2)], 2, 0, {1})
    assert set(paper.sheet.totals.values()) == {0}
    told(paper, PLAYED)
    assert stands(paper.sheet) == ([(1, 1), (0, 2), (2, 2)], 3, 0, {1, 2})
    # Nobody has a role in a hand that everybody passed, and all paid in.
    hands = [(player, count.hands) for (player, _), count in paper.sheet.counts.items()]
    assert [sum(count for who, count in hands if who == player) for player in paper.seats] == [2] * 4


def test_taken_back_it_deals_nobody_past_either() -> None:
    paper = schafkopf()
    _, _, _, divided = told(paper, PASSED, PASSED, PASSED, DIVIDED)
    told(paper, PASSED)
    assert stands(paper.sheet)[1:] == (1, 1, set())
    paper.void(divided)
    assert stands(paper.sheet)[1:] == (1, 1, set())
    assert paper.sheet.pot_points == 4 * 4 * 2
    told(paper, PLAYED)
    assert stands(paper.sheet) == ([(1, 1), (2, 2), (3, 3), (0, 4), (4, 4), (5, 1)], 2, 1, {1})


@pytest.mark.parametrize("game", ["sheepshead", "mehrkopf"])
def test_taken_back_after_it_was_followed_it_ends_no_round(game: str) -> None:
    # Whoever deals at the end of a round deals once, however often a pot is divided before.
    paper = schafkopf() if game == "mehrkopf" else Paper(4, options={"pot": "leaster"})
    feeds: dict[str, Any] = PASSED if game == "mehrkopf" else {"kind": "leaster", "winners": [0]}
    told(paper, feeds, feeds, feeds, edition=GAMES[game].edition)
    divided, _ = told(paper, DIVIDED, feeds, edition=GAMES[game].edition)
    before = stands(paper.sheet)
    assert before[1:] == (1, 1, set())
    paper.void(divided)
    assert stands(paper.sheet)[1:] == before[1:]


def test_one_told_by_an_older_edition_stays_a_hand() -> None:
    for edition, numbers in ((1, [1, 2, 3]), (2, [1, 2, 3]), (3, [1, 0, 2])):
        paper = schafkopf()
        told(paper, PASSED, DIVIDED, PLAYED, edition=edition)
        sheet = paper.sheet
        assert [row.number for row in sheet.rows] == numbers
        assert sheet.seating.dealer == 3
        assert dict(sheet.totals) == {1: Fraction(1), 2: Fraction(1), 3: Fraction(-1), 4: Fraction(-1)}


# In the database


@pytest.fixture
def group() -> Group:
    made = cast.thursday_table(names=cast.NAMES[:4])
    write_rules(made, "mehrkopf", "", {"stock": 2}, uuid.uuid4(), cast.owner_of(made))
    return Group.objects.get(pk=made.pk)


def a_night_with_a_stock(group: Group) -> Session:
    night = cast.a_night(group)
    seats = sheet_of(night).seating.seats
    for hand in (PASSED, DIVIDED, PLAYED):
        tell_hand(night, NewHand(seats=seats, told=hand), cast.context(night))
    return night


@pytest.fixture
def before(group: Group, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Return a night that was recorded when a divided stock was a hand."""
    older = replace(GAMES["mehrkopf"], edition=2)
    with monkeypatch.context() as then:
        then.setattr("ledger.recording.hands.game_called", lambda game: older)
        return a_night_with_a_stock(group)


def hands_of(group: Group) -> tuple[int, dict[int, int]]:
    """Return how many hands were dealt, and how many each player played."""
    played = cast.played(group)
    found: Counter[int] = Counter()
    for one in played.roles:
        found[one.player] += one.hands
    return hands_in(played), dict(found)


def numbers(night: Session) -> list[int]:
    return [row.number for row in sheet_of(night).rows]


def is_sound(group: Group) -> bool:
    return list(audit([Group.objects.get(pk=group.pk)])) == []


@pytest.mark.django_db
def test_it_moves_points_is_counted_as_no_hand_and_is_taken_back_and_put_back(group: Group) -> None:
    night = a_night_with_a_stock(group)
    entry = sheet_of(night).rows[1].entry
    results = HandResult.objects.filter(hand__session=night, hand__entry=entry)
    assert set(results.values_list("parts", flat=True)) == {2 * PARTS}
    take_back_hand(night, entry, cast.context(night))
    sheet = sheet_of(night)
    assert (numbers(night), int(sheet.pot_points), sheet.seating.dealer) == ([1, 0, 2], 0, cast.ids(group)[2])
    assert is_sound(group)
    restore_hand(night, entry, cast.context(night), version=entry)
    for _ in range(2):
        assert (numbers(night), hands_of(group)) == ([1, 0, 2], (2, dict.fromkeys(cast.ids(group), 2)))
        assert is_sound(group)
        if night.ended_at is None:
            end_night(night, cast.context(night))


@pytest.mark.django_db
def test_night_recorded_before_stays_as_it_was_until_it_is_told_anew(group: Group, before: Session) -> None:
    assert (numbers(before), hands_of(group)) == ([1, 2, 3], (3, dict.fromkeys(cast.ids(group), 3)))
    assert is_sound(group)
    then = sheet_of(before)
    divided = then.rows[1]
    correct_hand(before, divided.entry, NewHand(seats=divided.seats, told=DIVIDED), cast.context(before))
    now = sheet_of(before)
    assert (numbers(before), now.totals, now.seating) == ([1, 0, 2], then.totals, then.seating)
    assert hands_of(group)[0] == 2
    assert is_sound(group)


def of_another_group(text: str) -> str:
    """Give a file other keys, so that it comes in beside the group that it is of."""
    keys = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
    return keys.sub(lambda key: str(uuid.uuid5(uuid.NAMESPACE_OID, key[0])), text)


@pytest.mark.django_db
def test_files_bring_both(group: Group, before: Session) -> None:
    nights = [before, a_night_with_a_stock(group)]
    for night in nights:
        end_night(night, cast.context(night))
    copy, _ = group_import(of_another_group(group_export(group)))
    copies = list(copy.sessions.order_by("number"))
    assert [numbers(one) for one in copies] == [[1, 2, 3], [1, 0, 2]]
    assert hands_of(copy)[0] == hands_of(group)[0] == 5
    editions = Entry.objects.filter(session__group=copy, kind="hand").values_list("facts__edition", flat=True)
    assert sorted(editions) == [2, 2, 2, NEWEST, NEWEST, NEWEST]
    sums = [[list(sheet_of(one).totals.values()) for one in some] for some in (nights, copies)]
    assert sums[0] == sums[1]
    assert is_sound(copy)
