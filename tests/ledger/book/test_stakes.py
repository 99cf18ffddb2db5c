"""A stake that changes while a night goes on: the hands before keep the old one, to the cent."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.folding import fold
from ledger.book.sheet import Line, ScoreSheet
from ledger.money.rounding import in_cents, rounded
from ledger.recording.contradictions import Fault, fold_and_compare
from ledger.scoring import HandRefused
from scorekeeper.text.refusals import sentence
from tests.paper import Paper, leaster, picked
from tests.steady import steady

RESULTS = ("won", "won_schneider", "won_all_tricks", "lost", "lost_schneider", "lost_no_trick")
POTS: Sequence[Mapping[str, object]] = ({}, {"pot": "leaster"})


def change(paper: Paper, cents: int) -> int:
    return paper.write("stake", stake_cents=cents, before=paper.sheet.stake_cents)


def counted_by_hand(lines: Sequence[Line], sheet: ScoreSheet) -> dict[int, Fraction]:
    """Return everybody's cents, hand for hand, as points times the stake of the moment.

    Where points lie on the table when the stake changes, those who sit there and have played pay the
    difference in equal parts.
    """
    worth: dict[int, Fraction] = defaultdict(Fraction)
    rows, stake, on_table = {row.entry: row for row in sheet.rows}, 25, Fraction(0)
    seats: tuple[int, ...] = (1, 2, 3, 4, 5)
    for line in lines:
        if row := rows.get(line.number):
            seats = row.seats
            for player, points in row.points.items():
                worth[player] += points * stake
            on_table -= sum(row.points.values())
        elif line.kind == "stake":
            for player in seats if on_table else ():
                worth[player] -= on_table * (line.facts["stake_cents"] - stake) / len(seats)
            stake = line.facts["stake_cents"]
    return dict(worth)


def test_hands_keep_the_stake_they_were_played_for() -> None:
    paper = Paper()
    paper.hand(1, 2)
    change(paper, 50)
    paper.hand(3, 4)
    sheet = paper.sheet
    assert [row.stake_cents for row in sheet.rows] == [25, 50]
    assert [(one.stake_cents, one.first, one.last) for one in sheet.stretches] == [(25, 1, 1), (50, 2, 2)]
    assert sheet.worth == {1: 50 - 50, 2: 25 - 50, 3: -25 + 100, 4: -25 + 50, 5: -25 - 50}


def test_another_change_undoes_the_first_and_points_only_bring_no_money() -> None:
    paper = Paper()
    paper.hand(1, 2)
    change(paper, 500)
    change(paper, 25)
    paper.hand(1, 2)
    assert paper.sheet.stake_cents == 25
    assert rounded(paper.sheet.worth) == in_cents(paper.sheet.totals, 25)
    before = dict(paper.sheet.worth)
    change(paper, 0)
    paper.hand(1, None, "lost_schneider")
    assert (paper.sheet.worth, paper.sheet.has_stake) == (before, True)


def test_a_corrected_hand_is_worth_the_stake_it_was_played_for() -> None:
    paper = Paper()
    first = paper.hand(1, 2)
    change(paper, 100)
    paper.correct(first, picked((1, 2, 3, 4, 5), 1, None, "lost_schneider"))
    assert paper.sheet.worth == {1: -400, 2: 100, 3: 100, 4: 100, 5: 100}


def test_points_on_the_table_are_evened_out_when_the_stake_changes() -> None:
    paper = Paper(options={"pot": "leaster"})
    paper.tell(leaster(paper.seats, 1))
    assert (lies := paper.sheet.pot_points) > 0
    change(paper, 50)
    paper.hand(2, 3)
    sheet = paper.sheet
    assert sheet.pot_points == sum(sheet.worth.values()) == 0
    assert sheet.stretches[0].topped_up == 25 * lies
    assert sheet.worth == counted_by_hand(paper.lines, sheet)


@pytest.mark.parametrize(
    ("people", "kind", "facts", "worth"),
    [
        (5, "joined", {"player": 6, "after": 5}, {1: 100 - 20, 2: -70, 3: -70, 4: -70, 5: -70, 6: 0}),
        (6, "left", {"player": 3}, {1: -20, 2: 100 - 20, 3: -50, 4: -70, 5: -70, 6: -70}),
    ],
)
def test_newcomer_who_has_not_played_and_who_left_pay_nothing_for_the_points_on_the_table(
    people: int, kind: str, facts: dict[str, int], worth: dict[int, int]
) -> None:
    paper = Paper(people, options={"pot": "leaster"})
    paper.tell(leaster(paper.seats, 1 if people == 5 else 2))
    paper.write(kind, **facts)
    change(paper, 50)
    assert paper.sheet.pot_points * (50 - 25) == 100
    assert paper.sheet.worth == worth


def test_book_that_misremembers_the_stake_is_found_out() -> None:
    paper = Paper()
    paper.hand(1, 2)
    paper.write("stake", stake_cents=50, before=30)
    found: list[Fault] = []
    fold_and_compare(paper.lines, None, found.append)
    assert [(one.line, sentence(one.what)) for one in found] == [
        (3, "it says that a point was worth 30 cents, and it was 25")
    ]


@steady(150)
@given(
    options=st.sampled_from(POTS),
    story=st.lists(
        st.tuples(
            st.sampled_from(("hand", "hand", "leaster", "stake", "correct", "void")),
            st.integers(0, 4),
            st.integers(0, 4),
            st.integers(0, 5),
        ),
        min_size=1,
        max_size=14,
    ),
)
def test_the_cents_of_any_story_are_those_counted_by_hand(
    options: Mapping[str, object], story: Sequence[tuple[str, int, int, int]]
) -> None:
    # Hands, corrections and stakes mixed: what is folded on is what is folded anew, and sums to zero.
    paper = Paper(options=options)
    known = paper.sheet
    for kind, one, other, result in story:
        before = list(paper.lines)
        told = picked((1, 2, 3, 4, 5), one + 1, None if one == other else other + 1, RESULTS[result])
        rows = known.rows
        if kind == "hand":
            paper.tell(told)
        elif kind == "leaster":
            paper.tell(leaster(paper.seats, one + 1))
        elif kind == "stake":
            paper.write("stake", stake_cents=(0, 1, 5, 25, 50, 333)[result], before=known.stake_cents)
        elif rows:
            row = rows[one % len(rows)]
            paper.correct(row.entry, told) if kind == "correct" else paper.void(row.entry)
        try:
            sheet = fold(paper.lines, known=known)
        except HandRefused:  # what could not be: taken back twice, or a later hand that could not have been
            paper.lines = before
            continue
        assert sheet == fold(paper.lines)
        known = sheet
        naive = counted_by_hand(paper.lines, sheet)
        assert sheet.worth == {player: naive.get(player, Fraction(0)) for player in sheet.players}
        assert sum(sheet.worth.values()) == -sheet.pot_points * sheet.stake_cents
        if not sheet.pot_points:
            cents = rounded(sheet.worth)
            assert sum(cents.values()) == 0
            assert all(abs(cents[one] - exact) < 1 for one, exact in sheet.worth.items())
