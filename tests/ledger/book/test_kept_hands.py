"""Hands that keep their deal and their counts while a hand before them is corrected or taken back."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.folding import fold
from ledger.book.seating import usually_play
from ledger.book.sheet import EntryKind, HandRow, Line, ScoreSheet
from ledger.exchange.shape import FACTS, fits
from ledger.models.book import sheet_of
from ledger.recording import NewHand, correct_hand, tell_hand
from ledger.recording.auditing import audit
from ledger.recording.hands import kept_as_played
from ledger.scoring import GAMES, TYPED, HandRefused
from scorekeeper.text.refusals import sentence
from tests import cast
from tests.group_files import group_export, group_import
from tests.ledger.book.test_divided_stock import of_another_group
from tests.paper import Paper
from tests.steady import steady

Told = dict[str, Any]
BY_COUNT: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "sheepshead": (
        {"no_picker": "leaster", "no_picker_then": "forced", "no_picker_after": 1},
        {"no_picker": "redeal", "no_picker_then": "leaster", "redeal_deal": "same"},
        {"no_picker": "doubler", "no_picker_then": "leaster", "doubler_deal": "same"},
        {"no_picker": "doubler", "doubler_stack": "round", "sixty_doubles": True},
        {"no_picker": "doubler", "mauer_double": 3},
        {"no_picker": "moster", "no_picker_then": "schwanzer", "dealer_sits_out": True},
        {"pot": "leaster", "pot_ante": "everyone", "pot_miss": "double", "pot_end": "showdown"},
        {"pot": "leaster", "pot_ante": "losers", "newcomer": "divides", "no_picker_then": "redeal"},
    ),
    "mehrkopf": ({"bock": ["all_pass", "solo_lost"]}, {"stock": 2, "bock": ["all_pass"]}, {}),
    "sheepshoof": ({}, {"fewster_running_tie": "push"}),
    "southern_indiana": ({"race_to": 6}, {"race_to": 6, "ledger": "at_end"}),
    "any_game": ({"counting": "average"},),
}
BOOKS = [(game, dict(options)) for game, all_options in BY_COUNT.items() for options in all_options]


def any_told(game: str, active: Sequence[int], luck: random.Random, seats: int) -> Told:
    """Return a hand that might be told; some cannot be under the rules, or at this point of the night."""
    one, two = luck.sample(list(active), 2)
    result, won = luck.choice(("won", "lost")), luck.random() < 0.7
    picked = {"kind": "picked", "picker": one, "partners": [two], "result": result}
    played = {"kind": "played", "declarer": one, "result": result}
    points = [luck.randint(-3, 3) if seat in active else None for seat in range(seats)]
    ways: dict[str, tuple[Told, ...]] = {
        "sheepshead": (
            picked,
            picked | {"partners": [], "forced": True, "picker": active[-1]},
            picked | {"result": None, "side_points": 60, "side_tricks": "some"},
            {"kind": "leaster", "winners": [one]},
            {"kind": "moster", "losers": [one]},
            {"kind": "schwanzer", "losers": [one]},
            {"kind": "all_pass", "mauer": [one]},
            {"kind": "all_pass"},
            {"kind": "bad_hand"},
            {"kind": "pot_divide"},
            {"kind": "showdown", "winner": one},
            {"kind": "newcomer", "newcomer": one},
        ),
        "mehrkopf": (
            played | {"contract": "solo", "partners": []},
            played | {"contract": "rufspiel", "partners": [two]},
            {"kind": "all_pass"},
            {"kind": "throw_in"},
            {"kind": "pot_divide"},
        ),
        "sheepshoof": (
            {"kind": "picked", "picker": one, "result": result},
            {"kind": "fewster", "winners": [one, two]},
            {"kind": "throw_in"},
        ),
        "southern_indiana": (
            {"kind": "solo", "soloist": one, "won": won},
            {"kind": "call", "caller": one, "partner": two, "level": 2, "won": won},
            {"kind": "pass"},
            {"kind": "settle"},
        ),
        "any_game": ({"kind": "points", "points": points},),
    }
    return luck.choice(ways[game])


@dataclass
class Night:
    """A book that is written at random."""

    game: str
    options: Mapping[str, Any]
    luck: random.Random

    def __post_init__(self) -> None:
        game = GAMES[self.game]
        people = max(game.least_active, self.luck.choice((4, 5, 6)))
        rules = {"version": 1, "game": self.game, "options": self.options}
        seats = list(range(1, people + 1))
        facts = {"seats": seats, "dealer": 1, "plays": usually_play(people, game.usually), "skip": []}
        self.lines = [Line(number=1, kind="opened", facts={**facts, "stake_cents": 10, "rules": rules})]
        self.sheet = fold(self.lines)

    def add(self, kind: str, **facts: Any) -> bool:
        """Write a line if it can be."""
        line = Line(number=len(self.lines) + 1, kind=kind, facts=facts)
        try:
            self.sheet = fold([*self.lines, line], known=self.sheet)
        except HandRefused:
            return False
        self.lines.append(line)
        return True

    def tell(self) -> bool:
        """Tell a hand of the table's game, or now and then one of another."""
        seating = self.sheet.seating
        seats = list(seating.seats)
        if self.luck.random() < 0.05:
            points = [1, -1, *[0] * (len(seats) - 2)]
            other = {"other": {}, "edition": GAMES[TYPED].edition, "out": []}
            return self.add("hand", seats=seats, rules=1, told={"kind": "points", "points": points}, **other)
        active = [seats.index(player) for player in seating.active]
        told = any_told(self.game, active, self.luck, len(seats))
        return self.add("hand", seats=seats, rules=1, told=told, edition=GAMES[self.game].edition)

    def move(self) -> bool:
        """Change the table."""
        seats = list(self.sheet.seating.seats)
        if self.luck.random() < 0.3:
            return self.add("stake", stake_cents=self.luck.choice((5, 10, 20)))
        if self.luck.random() < 0.5:
            return self.add("left", player=self.luck.choice(seats))
        return self.add("joined", player=100 + len(self.lines), after=seats[0])

    def about(self, row: HandRow) -> tuple[str, dict[str, Any]]:
        """Return a line about a hand: another in its place, or none if no drawn one fits."""
        if not row.is_void and self.luck.random() < 0.3:
            return "voided", {"of": row.entry}
        counted = {"counted": row.facts["counted"]} if "counted" in row.facts else {}
        deal = {"dealer": row.seats.index(row.dealer), "out": [row.seats.index(one) for one in row.out]}
        active = [row.seats.index(one) for one in row.seats if one not in row.out]
        other = {name: row.facts[name] for name in ("other",) if name in row.facts}
        for _ in range(40):
            told = any_told(row.rules.game, active, self.luck, len(row.seats))
            edition = {"edition": GAMES[row.rules.game].edition}
            said = {"seats": list(row.seats), "rules": 1, "told": told, **deal, **edition, **other, **counted}
            if self.is_possible(row, said):
                return "corrected", {"of": row.entry, **said}
        return "voided", {"of": row.entry}

    def is_possible(self, row: HandRow, said: Mapping[str, Any]) -> bool:
        """Return whether a hand could have been so in its place, whatever came later."""
        before = [line for line in self.lines if line.number < row.entry]
        about = {one.entry for one in self.sheet.rows if one.entry < row.entry}
        before += [line for line in self.lines if line.number > row.entry and line.facts.get("of") in about]
        try:
            fold([*before, Line(number=len(self.lines) + 1, kind="hand", facts=said)])
        except HandRefused:
            return False
        return True


def holds(sheet: ScoreSheet) -> bool:
    return sum(sheet.totals.values()) + sheet.pot_points == 0


@steady(200)
@given(st.integers(0, 2**48))
def test_correction_is_possible_at_any_hand(seed: int) -> None:
    # Later hands follow it, or they are kept as they were played.
    luck = random.Random(seed)
    game, options = luck.choice(BOOKS)
    night = Night(game, options, luck)
    for _ in range(luck.randint(3, 25)):
        night.move() if luck.random() < 0.1 else night.tell()
        rows = night.sheet.rows
        if not rows or luck.random() < 0.5:
            continue
        place = luck.randrange(len(rows))
        kind, facts = night.about(rows[place])
        if kind == "corrected" or not rows[place].is_void:
            corrected(night, kind, facts, rows[place + 1 :], is_kept=luck.random() < 0.3)


def corrected(
    night: Night, kind: str, facts: Mapping[str, Any], later: Sequence[HandRow], *, is_kept: bool
) -> None:
    """Write a line about a hand, and look at the later hands where they are kept."""
    if not is_kept and night.add(kind, **facts):
        assert holds(night.sheet)
        return
    assert night.add(kind, **facts, kept=kept_as_played(later)), (kind, facts)
    assert holds(night.sheet)
    for before in later:
        after = night.sheet.row(before.entry)
        assert after is not None
        if before.is_void:
            continue
        assert (after.dealer, after.out, after.kept_by) == (before.dealer, before.out, len(night.lines))
        if not GAMES[before.rules.game].keeps_pot(before.rules.read):
            assert after.points == before.points
    assert fold(night.lines) == night.sheet


REDEAL = {"no_picker": "redeal", "no_picker_then": "leaster"}
PASSED, LEASTER = {"kind": "all_pass"}, {"kind": "leaster", "winners": [0]}
PICKED = {"kind": "picked", "picker": 0, "partners": [1], "result": "won"}


def two_that_guard_each_other() -> tuple[Paper, int, int]:
    """Return a book in which neither of two wrong hands can be corrected first."""
    paper = Paper(5, options=REDEAL)
    return paper, paper.passed(), paper.tell(LEASTER)


def refusal(paper: Paper) -> HandRefused:
    """Return why the newest line cannot be; it is taken out of the book again."""
    with pytest.raises(HandRefused) as refused:
        _ = paper.sheet
    paper.lines.pop()
    return refused.value


def test_two_wrong_hands_are_corrected_one_after_the_other() -> None:
    paper, first, second = two_that_guard_each_other()
    paper.correct(first, PICKED)
    assert refusal(paper).code == "later_hand"
    paper.correct(first, PICKED, kept=kept_as_played(paper.sheet.rows[1:]))
    kept = paper.sheet.rows[1]
    assert (kept.kept_by, kept.carried.facts(), int(kept.points[1])) == (4, {"passes": 1}, 4)
    # A kept hand keeps its count when it is corrected itself.
    other = {"kind": "leaster", "winners": [3]}
    paper.correct(second, other)
    assert refusal(paper).code == "no_leaster"
    paper.correct(second, other, counted=kept.facts["counted"])
    assert paper.sheet.rows[1].points[4] == 4
    paper.correct(second, PICKED)
    assert [row.kept_by for row in paper.sheet.rows] == [None, None]
    assert paper.totals() == [4, 2, -2, -2, -2]


def test_hand_that_follows_a_kept_one_counts_on_from_it() -> None:
    paper, first, _ = two_that_guard_each_other()
    paper.void(first)
    assert refusal(paper).code == "later_hand"
    paper.write("voided", of=first, kept=kept_as_played(paper.sheet.rows[1:]))
    assert paper.sheet.carried.facts() == {}
    paper.passed()
    paper.tell(LEASTER)
    assert paper.totals() == [8, -2, -2, -2, -2]


def test_kept_pot_divided_after_its_leaster_was_taken_back_divides_nothing() -> None:
    paper = Paper(5, options={"pot": "leaster", "pot_ante": "everyone"})
    first = paper.tell(LEASTER)
    paper.tell({"kind": "pot_divide"}, edition=4)
    paper.void(first)
    assert sentence(refusal(paper)).startswith("Then what was told right before hand 2 could not have been.")
    paper.write("voided", of=first, kept=kept_as_played(paper.sheet.rows[1:]))
    assert set(paper.totals()) == {0}
    assert paper.sheet.pot_points == 0


def test_refusal_names_the_hand_by_the_number_that_the_sheet_shows() -> None:
    paper = Paper(5, options=REDEAL)
    paper.void(paper.hand(1, 2))
    paper.tell({"kind": "points", "points": [1, -1, 0, 0, 0]}, other={}, out=[])
    paper.hand(2, 3)
    first = paper.passed()
    paper.hand(3, 4)
    paper.passed()
    paper.tell(LEASTER)
    shown = paper.sheet.rows[-1].number
    assert shown == 5
    paper.void(paper.sheet.rows[-2].entry)
    assert refusal(paper).params["hand"] == shown
    paper.void(first)
    assert paper.sheet.rows[-1].number == shown - 1


def test_kept_doublers_are_those_of_the_book() -> None:
    # They are not set by hand: the receipt says why they are there, and rounds go on.
    paper = Paper(5, options={"no_picker": "doubler"})
    first = paper.passed()
    paper.hand(2, 3)
    paper.correct(first, PICKED, kept=kept_as_played(paper.sheet.rows[1:]))
    row = paper.sheet.rows[1]
    assert (row.doublers, row.doublers_by_hand, int(row.points[2])) == (1, None, 4)
    assert row.scored is not None
    assert [line.case for line in row.scored.reasons if line.code == "doubler"] == ["one"]


@pytest.mark.django_db
def test_file_of_a_group_brings_kept_hands() -> None:
    group = cast.thursday_table(options=REDEAL)
    night = cast.a_night(group, *cast.NAMES[:5])
    seats = sheet_of(night).seating.seats
    for told in (PASSED, LEASTER):
        tell_hand(night, NewHand(seats=seats, told=told), cast.context(night))
    correct_hand(night, 2, NewHand(seats=seats, told=PICKED), cast.context(night), keep_later=True)
    copy, _ = group_import(of_another_group(group_export(group)))
    (again,) = copy.sessions.all()
    assert [row.kept_by for row in sheet_of(again).rows] == [None, 4]
    assert list(sheet_of(again).totals.values()) == list(sheet_of(night).totals.values())
    assert not list(audit([group, copy]))


@pytest.mark.parametrize(
    "kept",
    [
        [],
        {"x": {}},
        {"3": {"dealer": 0, "out": []}},
        {"3": {"dealer": 0, "out": [], "counted": {"passes": {}}}},
    ],
)
def test_file_with_damaged_kept_hands_is_refused(kept: object) -> None:
    assert not fits({"of": 2, "kept": kept}, FACTS[EntryKind.VOIDED])
