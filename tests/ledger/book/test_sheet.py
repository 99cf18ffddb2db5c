"""The score sheet: what the lines of a book add up to, and what a correction does to everything after it."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.folding import TAKES, fold
from ledger.book.sheet import Count, EntryKind, Line, Payment, ScoreSheet
from ledger.exchange.shape import FACTS
from ledger.models import Entry
from ledger.scoring.scored import HandRefused
from scorekeeper.text.refusals import sentence
from tests.paper import Paper, leaster, picked
from tests.steady import steady
from tests.words import text

DOUBLERS = {"no_picker": "doubler"}
RESULTS = ("won", "won_schneider", "won_all_tricks", "lost", "lost_schneider", "lost_no_trick")


def refusal(paper: Paper) -> HandRefused:
    """How a book is refused."""
    with pytest.raises(HandRefused) as refused:
        fold(paper.lines)
    assert sentence(refused.value).endswith(".")
    return refused.value


def test_game_to_so_many_points_is_won_by_whoever_had_them_first() -> None:
    paper = Paper(5, options={"play_to": 4, "bump": False})
    first = paper.hand(1, 2)
    seen = [paper.sheet.reached]
    paper.hand(1, 2)
    seen.append(paper.sheet.reached)
    for _ in range(3):
        paper.hand(3, 2, "won_schneider")
    assert max(paper.totals()) > paper.totals()[0]
    seen.append(paper.sheet.reached)
    paper.void(first)
    seen.append(paper.sheet.reached)
    assert seen == [(), (1,), (1,), (3,)]


def counts(sheet: ScoreSheet) -> tuple[Any, ...]:
    """Everything of a sheet that counts at the table, without what was said before."""
    rows = [
        (row.number, row.entry, row.dealer, row.out, row.doublers, row.points, row.totals, row.foots)
        for row in sheet.rows
    ]
    table = (sheet.players, sheet.seating, sheet.totals, sheet.carried.facts(), sheet.pot_points)
    return (rows, table, sheet.ending, sheet.paid)


def test_a_book_begins_with_its_opening() -> None:
    assert refusal(Paper.blank()).code == "not_opened"
    assert refusal(Paper.blank([Line(number=1, kind="hand", facts={})])).code == "not_opened"


def test_the_kinds_of_a_line_are_the_same_for_fold_model_and_import() -> None:
    field = Entry._meta.get_field("kind")
    assert [kind for kind, _ in field.choices or ()] == list(EntryKind) == list(TAKES) == list(FACTS)
    assert max(map(len, EntryKind)) <= (field.max_length or 0)


@pytest.mark.parametrize("kind", ["note", "deal", "said_of_hands", "_init__", "sit", ""])
def test_a_line_of_an_unknown_kind_is_refused(kind: str) -> None:
    paper = Paper()
    paper.hand(1, 2)
    paper.write(kind, player=1)
    assert refusal(paper).code == "unknown_kind"


@pytest.mark.parametrize("points", ["1e99999999", "9" * 5_000, "1/0", "1/" + "9" * 5_000, "", "nan", " 1"])
def test_points_of_a_notebook_that_are_no_plain_number_are_refused_by_their_looks(points: str) -> None:
    rules = {"version": 1, "game": "sheepshead", "options": {}}
    facts = {
        "rules": rules,
        "date": "1987-03-01",
        "stake_cents": 25,
        "totals": {"1": points, "2": "0"},
        "cents": {},
        "payments": [],
    }
    assert refusal(Paper.blank([Line(number=1, kind="notebook", facts=facts)])).code == "not_exact"


def test_an_opened_book_has_columns_a_dealer_and_no_hands() -> None:
    sheet = Paper(6, dealer=3).sheet
    assert sheet.players == (1, 2, 3, 4, 5, 6)
    assert (sheet.seating.dealer, sheet.hands, int(sheet.foots), sheet.newest) == (3, 0, 0, 1)
    assert set(sheet.totals.values()) == {Fraction(0)}
    assert (sheet.stake_cents, sheet.rules.version, sheet.rules.game) == (25, 1, "sheepshead")


def test_a_hand_is_a_row_with_points_totals_and_foots() -> None:
    paper = Paper()
    first = paper.hand(1, 2)
    paper.hand(3, None, "lost")
    sheet = paper.sheet
    assert [list(row.totals.values()) for row in sheet.rows] == [[2, 1, -1, -1, -1], [4, 3, -9, 1, 1]]
    assert [row.foots for row in sheet.rows] == [3, 9]
    assert [row.number for row in sheet.rows] == [1, 2]
    row = sheet.row(first)
    assert row is not None
    assert [row.role(player) for player in (1, 2, 3, 9)] == ["picker", "partner", "opponent", ""]
    assert sheet.rows[1].role(3) == "alone"
    assert sheet.hands == 2
    assert not row.is_void
    assert not row.is_changed


def test_the_deal_moves_to_the_left_after_every_hand() -> None:
    paper = Paper(5, dealer=4)
    for _ in range(3):
        paper.hand(1, 2)
    sheet = paper.sheet
    assert [row.dealer for row in sheet.rows] == [4, 5, 1]
    assert sheet.seating.dealer == 2


def test_at_six_whoever_deals_sits_out_and_scores_nothing() -> None:
    paper = Paper(6)
    paper.hand(2, 3)
    paper.hand(3, 4)
    sheet = paper.sheet
    assert [row.out for row in sheet.rows] == [(1,), (2,)]
    assert sheet.rows[0].points[1] == 0
    assert sheet.rows[0].role(1) == "out"
    assert paper.totals() == [-1, 2, 3, 0, -2, -2]


def test_points_moved_between_hands_make_nobody_sit_out() -> None:
    paper = Paper(6, options={"pot": "leaster"})
    paper.tell(leaster(paper.seats, 2))
    paper.tell({"kind": "pot_divide"})
    sheet = paper.sheet
    divided = sheet.rows[-1]
    assert divided.out == (2,)
    assert divided.roles == ("",) * 6
    assert sheet.counts[2, ""] == Count(0, 0, Fraction(2, 3))
    assert (2, "out") not in sheet.counts


def test_whoever_deals_at_six_cannot_have_picked() -> None:
    paper = Paper(6)
    paper.hand(1, 3)
    assert refusal(paper).code == "sits_out"


def test_the_teller_says_otherwise_for_one_hand() -> None:
    paper = Paper(6)
    paper.hand(1, 3, dealer=4, out=[1])
    paper.hand(1, 3)
    rows = paper.sheet.rows
    assert [(row.dealer, row.out) for row in rows] == [(5, (2,)), (6, (6,))]
    assert (rows[0].book.dealer, rows[0].book.out) == (1, (1,))


def test_a_leaster_has_one_winner() -> None:
    paper = Paper()
    paper.tell(leaster(paper.seats, 2))
    assert paper.totals() == [-1, 4, -1, -1, -1]
    assert paper.sheet.rows[0].role(1) == "leaster"


def test_two_doublers_double_the_next_two_hands() -> None:
    paper = Paper(options=DOUBLERS)
    paper.passed()
    paper.passed()
    for _ in range(3):
        paper.hand(1, 2)
    sheet = paper.sheet
    assert [row.points[1] for row in sheet.rows] == [0, 0, 4, 4, 2]
    assert [row.doublers for row in sheet.rows] == [0, 1, 2, 1, 0]
    assert sheet.carried.pending_doublers == 0


def test_pending_doublers_can_be_overridden_for_one_hand() -> None:
    paper = Paper(options=DOUBLERS)
    paper.passed()
    paper.hand(1, 2, doublers=0)
    row = paper.sheet.rows[1]
    assert (int(row.points[1]), row.doublers, row.carried.pending_doublers) == (2, 0, 1)


WAYS_TO_DOUBLERS = [
    DOUBLERS,
    {"no_picker_then": "doubler"},
    {"no_picker_then": "doubler", "doubler_stack": "round"},
    {"mauer": 1, "mauer_double": 2},
]


@pytest.mark.parametrize("options", WAYS_TO_DOUBLERS)
@pytest.mark.parametrize("kind", ["picked", "bad_hand"])
def test_doublers_that_a_teller_says_are_none_do_not_come_back(options: dict[str, Any], kind: str) -> None:
    paper = Paper(options=options)
    told = {"kind": "all_pass"} if options is DOUBLERS else leaster(paper.seats, 2)
    paper.tell(told | ({"mauer": 1} if "mauer" in options else {}))
    paper.tell({"kind": "all_pass"} if "no_picker_then" in options else paper.lines[-1].facts["told"])
    assert paper.sheet.carried.pending_doublers
    hand = picked(paper.seats, 1, 2) if kind == "picked" else {"kind": kind}
    told_long_ago = paper.tell(hand, doublers=0, edition=2)
    assert paper.sheet.rows[-1].points[1] == (2 if kind == "picked" else 0)
    assert bool(paper.sheet.carried.pending_doublers) == (options is not DOUBLERS)
    paper.correct(told_long_ago, hand, edition=3)
    assert paper.sheet.rows[-1].points[1] == (2 if kind == "picked" else 0)
    assert paper.sheet.carried.pending_doublers == 0


def test_a_receipt_says_which_doublers_were_set_by_hand() -> None:
    def line(**said: Any) -> str:
        paper = Paper(options=DOUBLERS | {"doubler_stack": "multiply"})
        paper.passed()
        paper.hand(1, 2, **said)
        scored = paper.sheet.rows[-1].scored
        assert scored is not None
        return text("sheepshead", scored.reasons[-1])

    assert line() == "Doubler: nobody picked before"
    assert line(doublers=1) == "Doubler: set by hand"
    assert line(doublers=2) == "2 doublers: set by hand"
    assert line(doublers=2, edition=2) == "2 doublers: set by hand"


def test_correcting_hand_three_recomputes_every_later_doubler_total_and_deal() -> None:
    paper = Paper(options=DOUBLERS | {"doubler_deal": "same"})
    paper.hand(1, 2)
    paper.hand(1, 2)
    third = paper.hand(5, 4, "lost")
    for _ in range(2):
        paper.hand(1, 2)
    before = paper.sheet
    assert [row.dealer for row in before.rows] == [1, 2, 3, 4, 5]
    paper.correct(third, {"kind": "all_pass"})
    sheet = paper.sheet
    assert [row.dealer for row in sheet.rows] == [1, 2, 3, 3, 4]
    assert [row.doublers for row in sheet.rows] == [0, 0, 0, 1, 0]
    assert [row.totals[1] for row in sheet.rows] == [2, 4, 4, 8, 10]
    assert sheet.rows[:2] == before.rows[:2]
    assert sheet.seating.dealer == 5


def test_a_corrected_hand_keeps_its_place_and_says_what_it_was_before() -> None:
    paper = Paper()
    first = paper.hand(1, 2)
    paper.hand(3, 4)
    correction = paper.correct(first, picked(paper.seats, 1, 2, "lost"))
    row = paper.sheet.rows[0]
    assert (row.number, row.entry, int(row.points[1])) == (1, first, -4)
    assert row.is_changed
    assert [(version.entry, version.kind, int(version.points[1])) for version in row.versions] == [
        (first, "hand", 2),
        (correction, "corrected", -4),
    ]
    assert len({version.label for version in row.versions}) == 2


def test_a_hand_taken_back_counts_no_more_and_later_hands_move_up() -> None:
    paper = Paper()
    first = paper.hand(1, 2)
    paper.hand(3, 4)
    paper.void(first)
    sheet = paper.sheet
    assert [row.number for row in sheet.rows] == [0, 1]
    assert [row.is_void for row in sheet.rows] == [True, False]
    assert [row.dealer for row in sheet.rows] == [1, 2]
    assert (sheet.hands, sheet.rows[0].points, sheet.rows[0].role(1)) == (1, {}, "")
    assert paper.totals() == [-1, -1, 2, 1, -1]
    assert sheet.rows[0].versions[-1].points == {}


def test_numbers_of_hands_skip_the_hands_taken_back_before_them() -> None:
    paper = Paper()
    first, second, third, fourth = paper.hand(1, 2), paper.hand(2, 3), paper.hand(1, 2), paper.hand(3, 4)
    paper.void(first)
    paper.void(third)
    sheet = paper.sheet
    assert [sheet.row_number(entry) for entry in (first, second, third, fourth)] == [1, 1, 2, 2]
    assert [row.number for row in sheet.rows] == [0, 1, 0, 2]


def test_the_newest_hand_taken_back_is_dealt_anew_by_the_same_dealer() -> None:
    paper = Paper(6, dealer=6)
    hand = paper.hand(1, 2)
    assert paper.sheet.seating.dealer == 1
    paper.void(hand)
    assert paper.sheet.seating.dealer == 6


def test_an_old_hand_taken_back_leaves_the_later_deals_as_they_were() -> None:
    paper = Paper(6, dealer=6)
    first = paper.hand(1, 2)
    second = paper.hand(3, 4)
    paper.void(first)
    assert [row.out for row in paper.sheet.rows] == [(6,), (1,)]
    paper.void(second)
    assert paper.sheet.seating.dealer == 1


def test_a_hand_taken_back_and_restored_counts_as_if_nothing_had_happened() -> None:
    paper = Paper(options=DOUBLERS)
    first = paper.passed()
    paper.hand(3, 4)
    before = counts(paper.sheet)
    paper.void(first)
    assert counts(paper.sheet) != before
    paper.restore(first)
    assert counts(paper.sheet) == before
    assert [version.kind for version in paper.sheet.rows[0].versions] == ["hand", "voided", "corrected"]


def test_what_was_said_first_may_be_impossible_by_now() -> None:
    paper = Paper(6)
    first = paper.hand(2, 3)
    second = paper.hand(1, 3)
    paper.correct(second, picked(paper.seats, 5, 6))
    paper.correct(first, picked(paper.seats, 2, 3), dealer=5)
    row = paper.sheet.rows[1]
    assert row.dealer == 1
    assert [version.points.get(5) for version in row.versions] == [None, 2]


def test_a_correction_after_which_a_later_hand_cannot_have_been_is_refused() -> None:
    paper = Paper(6)
    first = paper.hand(2, 3)
    paper.hand(1, 3)
    paper.correct(first, picked(paper.seats, 2, 3), dealer=5)
    refused = refusal(paper)
    assert refused.code == "later_hand"
    assert sentence(refused).startswith("Then hand 2 could not have been played.")


@pytest.mark.parametrize("kind", ["corrected", "voided"])
def test_nothing_can_be_said_of_a_hand_that_is_not_in_the_book(kind: str) -> None:
    paper = Paper()
    paper.hand(1, 2)
    paper.write(kind, of=99, seats=[1, 2, 3, 4, 5], rules=1, told=picked(paper.seats, 1, 2))
    assert refusal(paper).code == "no_such_hand"


def test_only_hands_can_be_corrected() -> None:
    paper = Paper()
    paper.void(1)
    assert refusal(paper).code == "no_such_hand"


@pytest.mark.parametrize("seats", [[1, 2, 3, 4], [1, 2, 3, 4, 9], [1, 2, 3, 4, 4], [1, 2, 3, 4, 5, 5]])
def test_a_hand_is_played_by_the_people_at_the_table(seats: list[int]) -> None:
    paper = Paper()
    paper.tell(picked((1, 2, 3, 4, 5), 1, 2), seats=seats)
    assert refusal(paper).code == "other_people"


def test_a_correction_cannot_bring_other_people_to_the_table() -> None:
    paper = Paper()
    first = paper.hand(1, 2)
    paper.correct(first, picked(paper.seats, 1, 2), seats=[1, 2, 3, 4, 9])
    assert refusal(paper).code == "other_people"


def test_a_late_joiner_starts_at_nothing_beside_the_one_he_sits_next_to() -> None:
    paper = Paper(5)
    paper.hand(1, 2)
    paper.write("joined", player=9, after=2)
    sheet = paper.sheet
    assert sheet.players == (1, 2, 9, 3, 4, 5)
    assert sheet.totals[9] == 0
    assert 9 not in sheet.rows[0].totals
    assert [(note.kind, note.before_hand) for note in sheet.notes] == [("joined", 2)]


def test_whoever_goes_keeps_his_total_and_his_column() -> None:
    paper = Paper(6)
    paper.hand(2, 3)
    paper.write("left", player=2)
    paper.hand(3, 4)
    sheet = paper.sheet
    assert sheet.players == (1, 2, 3, 4, 5, 6)
    assert (int(sheet.totals[2]), sheet.seating.seats) == (2, (1, 3, 4, 5, 6))
    assert sheet.rows[1].dealer == 3
    assert sum(sheet.totals.values()) == 0


def test_whoever_comes_back_goes_on_where_he_stopped() -> None:
    paper = Paper(6)
    paper.hand(2, 3)
    paper.write("left", player=2)
    paper.write("joined", player=2, after=1)
    assert paper.sheet.totals[2] == 2
    assert paper.sheet.players == (1, 2, 3, 4, 5, 6)


def test_whoever_came_and_went_without_a_hand_leaves_no_column() -> None:
    paper = Paper(5)
    paper.write("joined", player=9, after=2)
    paper.write("left", player=9)
    assert paper.sheet.players == (1, 2, 3, 4, 5)
    assert 9 not in paper.sheet.totals


def test_a_hand_before_a_newcomer_is_corrected_among_those_who_played_it() -> None:
    paper = Paper(5)
    first = paper.hand(1, 2)
    paper.write("joined", player=9, after=5)
    paper.correct(first, picked((1, 2, 3, 4, 5), 3, 2))
    sheet = paper.sheet
    assert (int(sheet.totals[3]), int(sheet.totals[9])) == (2, 0)


def test_the_table_is_arranged_anew_from_the_next_hand_on() -> None:
    paper = Paper(6, skip=[3])
    paper.hand(1, 2)
    paper.write("arranged", seats=[1, 2, 3, 4, 5, 6], dealer=5, plays=5, skip=[])
    paper.hand(1, 3)
    sheet = paper.sheet
    assert [row.out for row in sheet.rows] == [(3,), (5,)]
    assert [note.kind for note in sheet.notes] == ["arranged"]


def test_new_rules_change_later_hands_and_never_the_past() -> None:
    paper = Paper()
    first = paper.hand(1, 2, "lost")
    paper.write("rules", rules={"version": 2, "game": "sheepshead", "options": {"bump": False}})
    paper.hand(1, 2, "lost", rules=2)
    paper.correct(first, picked(paper.seats, 1, 3, "lost"))
    sheet = paper.sheet
    assert [row.points[1] for row in sheet.rows] == [-4, -2]
    assert [row.rules.version for row in sheet.rows] == [1, 2]
    assert sheet.rules.version == 2


def ended(paper: Paper) -> int:
    """The night ends: 2 pays 1 fifty cents, 3 pays 1 twenty-five."""
    plan = [{"payer": 2, "payee": 1, "cents": 50}, {"payer": 3, "payee": 1, "cents": 25}]
    return paper.write("ended", cents={"1": 75, "2": -50, "3": -25}, payments=plan)


def test_an_ended_night_has_a_plan_of_payments_and_reopened_it_has_none() -> None:
    paper = Paper()
    entry = ended(paper)
    ending = paper.sheet.ending
    assert ending is not None
    assert (ending.entry, ending.cents) == (entry, {1: 75, 2: -50, 3: -25})
    assert ending.payments
    assert ending.payments[0] == Payment(payer=2, payee=1, cents=50)
    paper.write("reopened")
    assert paper.sheet.ending is None


def test_a_payment_is_marked_paid_and_unpaid_again() -> None:
    paper = Paper()
    ended(paper)
    entry = paper.write("paid", payer=2, payee=1, cents=50)
    ending = paper.sheet.ending
    assert ending is not None
    assert [payment.paid for payment in ending.payments or ()] == [entry, None]
    assert paper.sheet.paid == (Payment(payer=2, payee=1, cents=50, paid=entry),)
    paper.write("unpaid", of=entry)
    ending = paper.sheet.ending
    assert ending is not None
    assert [payment.paid for payment in ending.payments or ()] == [None, None]
    assert not paper.sheet.paid


def test_what_was_paid_stays_paid_when_the_night_is_opened_again() -> None:
    paper = Paper()
    ended(paper)
    entry = paper.write("paid", payer=2, payee=1, cents=50)
    paper.write("reopened")
    assert [payment.paid for payment in paper.sheet.paid] == [entry]


Story = list[tuple[str, int, int, int]]


def stories(most: int) -> st.SearchStrategy[Story]:
    """What might be said in an evening; much of it cannot be, and is left out when it is written."""
    kinds = ["hand"] * 5 + ["passed", "joined", "left", "corrected", "voided", "restored"]
    number = st.integers(0, 40)
    return st.lists(st.tuples(st.sampled_from(kinds), number, number, number), max_size=most)


def write(paper: Paper, kind: str, first: int, second: int, third: int) -> None:
    """One thing said, with numbers turned into people and hands of this book."""
    hands = [line for line in paper.lines if line.kind == "hand"]
    if kind == "passed":
        paper.passed()
    elif kind == "joined":
        paper.write("joined", player=first % 9 + 1, after=second % 9 + 1)
    elif kind == "left":
        paper.write("left", player=first % 9 + 1)
    elif kind == "hand":
        active = paper.sheet.seating.active
        partner = active[second % len(active)]
        picker = active[first % len(active)]
        paper.hand(picker, None if partner == picker or len(active) < 4 else partner, RESULTS[third % 6])
    elif hands:
        of = hands[first % len(hands)]
        seats = of.facts["seats"]
        if kind == "corrected":
            paper.correct(of.number, picked(seats, seats[second % len(seats)], None, RESULTS[third % 6]))
        elif kind == "voided":
            paper.void(of.number)
        else:
            paper.restore(of.number)


def told(story: Story, people: int) -> Paper:
    """The book of what could be said of a story."""
    paper = Paper(people, options=DOUBLERS)
    for kind, first, second, third in story:
        lines = list(paper.lines)
        write(paper, kind, first, second, third)
        try:
            fold(paper.lines)
        except HandRefused:
            paper.lines = lines
    return paper


@steady(60)
@given(stories(25), st.integers(3, 7))
def test_whatever_is_said_the_sheet_adds_up(story: Story, people: int) -> None:
    sheet = told(story, people).sheet
    assert sum(sheet.totals.values()) + sheet.pot_points == 0
    running: dict[int, Fraction] = {}
    for row in sheet.rows:
        assert sum(row.points.values()) == 0
        assert not any(row.points[player] for player in row.out if row.points)
        running = {
            player: running.get(player, Fraction(0)) + row.points.get(player, 0) for player in row.totals
        }
        assert row.totals == running
        assert row.foots == sum(total for total in running.values() if total > 0)
    assert [row.number for row in sheet.rows if row.number] == list(range(1, sheet.hands + 1))


@steady(30)
@given(stories(20))
def test_the_same_lines_give_the_same_sheet(story: Story) -> None:
    lines = told(story, 6).lines
    assert fold(lines) == fold(list(lines))


@steady(40)
@given(stories(20), st.integers(0, 40), st.integers(0, 4), st.sampled_from(RESULTS))
def test_a_hand_corrected_and_corrected_back_gives_the_same_sheet(
    story: Story, which: int, picker: int, result: str
) -> None:
    paper = told(story, 5)
    rows = paper.sheet.rows
    if not rows or rows[which % len(rows)].is_void:
        return
    row = rows[which % len(rows)]
    before = counts(paper.sheet)
    other = picked(row.seats, row.seats[picker % len(row.seats)], None, result)
    paper.correct(row.entry, other)
    try:
        fold(paper.lines)
    except HandRefused:
        return
    paper.write("corrected", **dict(row.facts) | {"of": row.entry})
    assert counts(paper.sheet) == before


def test_a_remark_stands_beside_its_hand_and_changes_nothing_that_counts() -> None:
    paper = Paper()
    first, second = paper.hand(1, 2), paper.hand(3, 4, "lost")
    before = counts(paper.sheet)
    paper.write("remarked", of=first, text="forgot to bury")
    paper.write("remarked", of=second, text="misdealt")
    paper.write("remarked", of=first, text="buried too late")
    assert {of: (one.text, one.entry) for of, one in paper.sheet.remarks.items()} == {
        first: ("buried too late", 6),
        second: ("misdealt", 5),
    }
    assert counts(paper.sheet) == before
    assert not any(row.is_changed for row in paper.sheet.rows)
    paper.write("remarked", of=first, text="")
    assert list(paper.sheet.remarks) == [second]


@pytest.mark.parametrize("of", [0, 3, 4, 99])
def test_a_remark_on_what_is_no_hand_yet_is_refused(of: int) -> None:
    paper = Paper()
    paper.hand(1, 2)
    paper.hand(3, 4)
    later = replace(paper.lines.pop(), number=4)
    paper.write("remarked", of=of, text="forgot to bury")
    paper.lines.append(later)
    assert refusal(paper).code == "no_such_hand"


def test_a_remark_between_leaves_a_change_of_the_table_to_be_taken_back() -> None:
    paper = Paper()
    first = paper.hand(1, 2)
    left = paper.write("left", player=5)
    paper.write("remarked", of=first, text="forgot to bury")
    change = paper.sheet.last_change
    assert change is not None
    assert change.entry == left


def test_a_fold_that_goes_on_knows_the_remarks_of_before() -> None:
    paper = Paper()
    first = paper.hand(1, 2)
    paper.write("remarked", of=first, text="forgot to bury")
    for _ in range(60):
        paper.hand(1, 2)
        paper.hand(3, 4)
    known = paper.sheet
    paper.write("remarked", of=first + 2, text="misdealt")
    assert fold(paper.lines, known=known) == fold(paper.lines)
    known = fold(paper.lines, known=known)
    last = known.rows[-1]
    paper.correct(last.entry, picked(last.seats, last.seats[0], None, "lost"))
    assert fold(paper.lines, known=known) == fold(paper.lines)
    assert set(fold(paper.lines, known=known).remarks) == {first, first + 2}
