"""The score sheet: what the lines of a book add up to, corrected, taken back and undone."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.folding import TAKES, fold
from ledger.book.sheet import Count, EntryKind, Line, Payment, ScoreSheet
from ledger.exchange.shape import FACTS
from ledger.models import Entry
from ledger.scoring import HandRefused
from scorekeeper.text.refusals import sentence
from tests.paper import Paper, leaster, picked
from tests.steady import steady
from tests.words import text

DOUBLERS = {"no_picker": "doubler"}
RESULTS = ("won", "won_schneider", "won_all_tricks", "lost", "lost_schneider", "lost_no_trick")


def refusal(paper: Paper) -> HandRefused:
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
    assert [*seen, paper.sheet.reached] == [(), (1,), (1,), (3,)]


FIVE = [1, 2, 3, 4, 5]
HAND: dict[str, Any] = {"seats": FIVE, "rules": 1, "told": picked(FIVE, 1, 2)}


@pytest.mark.parametrize(
    ("code", "kind", "facts"),
    [
        *(
            ("unknown_kind", kind, {"player": 1})
            for kind in ("note", "deal", "said_of_hands", "_init__", "sit", "")
        ),
        *(
            ("other_people", "hand", HAND | {"seats": seats})
            for seats in ([1, 2, 3, 4], [1, 2, 3, 4, 9], [1, 2, 3, 4, 4], [*FIVE, 5])
        ),
        ("other_people", "corrected", HAND | {"of": 2, "seats": [1, 2, 3, 4, 9]}),
        ("no_such_hand", "corrected", HAND | {"of": 99}),
        ("no_such_hand", "voided", {"of": 99}),
        ("no_such_hand", "voided", {"of": 1}),
        *(("no_such_hand", "remarked", {"of": of, "text": "forgot to bury"}) for of in (0, 3, 4, 99)),
    ],
)
def test_lines_that_cannot_be_are_refused(code: str, kind: str, facts: dict[str, Any]) -> None:
    paper = Paper()
    paper.hand(1, 2)
    paper.write(kind, **facts)
    if kind == "remarked":
        paper.lines.append(Line(number=4, kind="hand", facts=HAND))  # one that comes later is not there yet
    assert refusal(paper).code == code


def test_book_begins_with_its_opening_and_whoever_deals_at_six_cannot_have_picked() -> None:
    six = Paper(6)
    six.tell({"kind": "picked", "picker": 0, "partners": [2], "result": "won"})
    papers = (Paper.blank(), Paper.blank([Line(number=1, kind="hand", facts={})]), six)
    assert [refusal(paper).code for paper in papers] == ["not_opened", "not_opened", "sits_out"]


def counts(sheet: ScoreSheet) -> tuple[Any, ...]:
    """Return what counts at the table, without what was said before."""
    rows = [
        (row.number, row.entry, row.dealer, row.out, row.doublers, row.points, row.totals, row.foots)
        for row in sheet.rows
    ]
    table = (sheet.players, sheet.seating, sheet.totals, sheet.carried.facts(), sheet.pot_points)
    return (rows, table, sheet.ending, sheet.paid)


def test_the_kinds_of_a_line_are_the_same_for_fold_model_and_import() -> None:
    field = Entry._meta.get_field("kind")
    assert [kind for kind, _ in field.choices or ()] == list(EntryKind) == list(TAKES) == list(FACTS)
    assert max(map(len, EntryKind)) <= (field.max_length or 0)


@pytest.mark.parametrize("points", ["1e99999999", "9" * 5_000, "1/0", "1/" + "9" * 5_000, "", "nan", " 1"])
def test_points_of_a_notebook_that_are_no_plain_number_are_refused_by_their_looks(points: str) -> None:
    rules = {"version": 1, "game": "sheepshead", "options": {}}
    money: dict[str, Any] = {"stake_cents": 25, "cents": {}, "payments": []}
    facts = {"rules": rules, "date": "1987-03-01", "totals": {"1": points, "2": "0"}, **money}
    assert refusal(Paper.blank([Line(number=1, kind="notebook", facts=facts)])).code == "not_exact"


def test_opened_book_has_columns_a_dealer_and_no_hands() -> None:
    sheet = Paper(6, dealer=3).sheet
    assert dict(sheet.totals) == dict.fromkeys((1, 2, 3, 4, 5, 6), Fraction(0))
    assert sheet.players == tuple(sheet.totals)
    assert (sheet.seating.dealer, sheet.hands, int(sheet.foots), sheet.newest) == (3, 0, 0, 1)
    assert (sheet.stake_cents, sheet.rules.version, sheet.rules.game) == (25, 1, "sheepshead")


def test_hand_is_a_row_with_points_totals_and_foots() -> None:
    paper = Paper(5, dealer=4)
    first = paper.hand(1, 2)
    paper.hand(3, None, "lost")
    paper.tell(leaster(paper.seats, 2))
    sheet = paper.sheet
    assert [
        (row.number, row.dealer, int(row.foots), [*map(int, row.totals.values())]) for row in sheet.rows
    ] == [
        (1, 4, 3, [2, 1, -1, -1, -1]),
        (2, 5, 9, [4, 3, -9, 1, 1]),
        (3, 1, 10, [3, 7, -10, 0, 0]),
    ]
    assert (sheet.hands, sheet.seating.dealer) == (3, 2)
    row = sheet.row(first)
    assert row is not None
    assert [row.role(player) for player in (1, 2, 3, 9)] == ["picker", "partner", "opponent", ""]
    assert (sheet.rows[1].role(3), sheet.rows[2].role(1)) == ("alone", "leaster")
    assert (row.is_void, row.is_changed) == (False, False)


def test_at_six_whoever_deals_sits_out_and_scores_nothing() -> None:
    paper = Paper(6)
    paper.hand(2, 3)
    paper.hand(3, 4)
    first, second = paper.sheet.rows
    assert (first.out, second.out, int(first.points[1]), first.role(1)) == ((1,), (2,), 0, "out")
    assert paper.totals() == [-1, 2, 3, 0, -2, -2]


def test_points_moved_between_hands_make_nobody_sit_out() -> None:
    paper = Paper(6, options={"pot": "leaster"})
    paper.tell(leaster(paper.seats, 2))
    paper.tell({"kind": "pot_divide"})
    sheet = paper.sheet
    assert (sheet.rows[-1].out, sheet.rows[-1].roles) == ((2,), ("",) * 6)
    assert sheet.counts[2, ""] == Count(0, 0, Fraction(2, 3))
    assert (2, "out") not in sheet.counts


def test_the_teller_says_otherwise_for_one_hand() -> None:
    paper = Paper(6)
    paper.hand(1, 3, dealer=4, out=[1])
    paper.hand(1, 3)
    rows = paper.sheet.rows
    assert [(row.dealer, row.out) for row in rows] == [(5, (2,)), (6, (6,))]
    assert (rows[0].book.dealer, rows[0].book.out) == (1, (1,))


def test_two_doublers_double_the_next_two_hands_unless_the_teller_says_otherwise() -> None:
    paper = Paper(options=DOUBLERS)
    paper.passed()
    paper.passed()
    for _ in range(3):
        paper.hand(1, 2)
    paper.passed()
    paper.hand(1, 2, doublers=0)
    rows = paper.sheet.rows
    assert [row.points[1] for row in rows] == [0, 0, 4, 4, 2, 0, 2]
    assert [row.doublers for row in rows] == [0, 1, 2, 1, 0, 0, 0]
    assert rows[-1].carried.pending_doublers == 1


WAYS_TO_DOUBLERS = [
    DOUBLERS,
    {"no_picker_then": "doubler"},
    {"no_picker_then": "doubler", "doubler_stack": "round"},
    {"mauer": 1, "mauer_double": 2},
]


@pytest.mark.parametrize("options", WAYS_TO_DOUBLERS)
@pytest.mark.parametrize(("kind", "worth"), [("picked", 2), ("bad_hand", 0)])
def test_doublers_that_a_teller_says_are_none_do_not_come_back(
    options: dict[str, Any], kind: str, worth: int
) -> None:
    paper = Paper(options=options)
    told = {"kind": "all_pass"} if options is DOUBLERS else leaster(paper.seats, 2)
    paper.tell(told | ({"mauer": 1} if "mauer" in options else {}))
    paper.tell({"kind": "all_pass"} if "no_picker_then" in options else paper.lines[-1].facts["told"])
    assert paper.sheet.carried.pending_doublers
    hand = picked(paper.seats, 1, 2) if kind == "picked" else {"kind": kind}
    told_long_ago = paper.tell(hand, doublers=0, edition=2)
    sheet = paper.sheet
    assert sheet.rows[-1].points[1] == worth
    assert bool(sheet.carried.pending_doublers) == (options is not DOUBLERS)
    paper.correct(told_long_ago, hand, edition=3)
    assert paper.sheet.rows[-1].points[1] == worth
    assert paper.sheet.carried.pending_doublers == 0


def test_receipt_says_which_doublers_were_set_by_hand() -> None:
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({}, "Doubler: nobody picked before"),
        ({"doublers": 1}, "Doubler: set by hand"),
        ({"doublers": 2}, "2 doublers: set by hand"),
        ({"doublers": 2, "edition": 2}, "2 doublers: set by hand"),
    )
    for facts, words in cases:
        paper = Paper(options=DOUBLERS | {"doubler_stack": "multiply"})
        paper.passed()
        paper.hand(1, 2, **facts)
        scored = paper.sheet.rows[-1].scored
        assert scored is not None
        assert text("sheepshead", scored.reasons[-1]) == words


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
    assert [(row.dealer, row.doublers, int(row.totals[1])) for row in sheet.rows] == [
        (1, 0, 2), (2, 0, 4), (3, 0, 4), (3, 1, 8), (4, 0, 10),
    ]  # fmt: skip
    assert (sheet.rows[:2], sheet.seating.dealer) == (before.rows[:2], 5)


def test_corrected_hand_keeps_its_place_and_says_what_it_was_before() -> None:
    paper = Paper()
    first = paper.hand(1, 2)
    paper.hand(3, 4)
    correction = paper.correct(first, picked(paper.seats, 1, 2, "lost"))
    row = paper.sheet.rows[0]
    assert (row.number, row.entry, int(row.points[1]), row.is_changed) == (1, first, -4, True)
    assert [(version.entry, version.kind, int(version.points[1])) for version in row.versions] == [
        (first, "hand", 2),
        (correction, "corrected", -4),
    ]
    assert len({version.label for version in row.versions}) == 2


def test_hand_taken_back_counts_no_more_and_later_hands_move_up() -> None:
    paper = Paper()
    entries = [paper.hand(1, 2), paper.hand(3, 4), paper.hand(1, 2), paper.hand(3, 4)]
    for entry in entries[::2]:
        paper.void(entry)
    sheet = paper.sheet
    assert [(row.number, row.is_void, row.dealer) for row in sheet.rows] == [
        (0, True, 1), (1, False, 2), (0, True, 3), (2, False, 4),
    ]  # fmt: skip
    assert [sheet.row_number(entry) for entry in entries] == [1, 1, 2, 2]
    taken_back = sheet.rows[0]
    assert (sheet.hands, taken_back.points, taken_back.role(1), taken_back.versions[-1].points) == (
        2,
        {},
        "",
        {},
    )
    assert paper.totals() == [-2, -2, 4, 2, -2]


def test_newest_hand_taken_back_is_dealt_anew_and_an_older_one_was_dealt() -> None:
    paper = Paper(6, dealer=6)
    first = paper.hand(1, 2)
    second = paper.hand(3, 4)
    seen = [paper.sheet.seating.dealer]
    paper.void(first)
    assert [row.out for row in paper.sheet.rows] == [(6,), (1,)]
    paper.void(second)
    seen.append(paper.sheet.seating.dealer)
    again = Paper(6, dealer=6)
    again.void(again.hand(1, 2))
    assert [*seen, again.sheet.seating.dealer] == [2, 1, 6]


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


def test_what_was_said_first_may_be_impossible_by_now_and_a_later_hand_then_refuses_it() -> None:
    paper = Paper(6)
    first = paper.hand(2, 3)
    second = paper.hand(1, 3)
    paper.correct(first, picked(paper.seats, 2, 3), dealer=5)
    refused = refusal(paper)
    assert refused.code == "later_hand"
    assert sentence(refused).startswith("Then hand 2 could not have been played.")
    again = paper.lines.pop()
    paper.correct(second, picked(paper.seats, 5, 6))
    paper.write("corrected", **again.facts)
    row = paper.sheet.rows[1]
    assert (row.dealer, [version.points.get(5) for version in row.versions]) == (1, [None, 2])


def test_late_joiner_starts_at_nothing_beside_the_one_he_sits_next_to() -> None:
    paper = Paper(5)
    first = paper.hand(1, 2)
    paper.write("joined", player=9, after=2)
    sheet = paper.sheet
    assert (sheet.players, int(sheet.totals[9])) == ((1, 2, 9, 3, 4, 5), 0)
    assert 9 not in sheet.rows[0].totals
    assert [(note.kind, note.before_hand) for note in sheet.notes] == [("joined", 2)]
    # A hand before a newcomer is corrected among those who played it.
    paper.correct(first, picked(FIVE, 3, 2))
    assert (int(paper.sheet.totals[3]), int(paper.sheet.totals[9])) == (2, 0)
    # Whoever came and went without a hand leaves no column.
    paper.write("left", player=9)
    assert paper.sheet.players == tuple(paper.sheet.totals) == (1, 2, 3, 4, 5)


def test_whoever_goes_keeps_the_total_and_the_column_and_goes_on_with_it() -> None:
    paper = Paper(6)
    paper.hand(2, 3)
    paper.write("left", player=2)
    paper.hand(3, 4)
    sheet = paper.sheet
    assert (sheet.players, sheet.seating.seats) == ((1, 2, 3, 4, 5, 6), (1, 3, 4, 5, 6))
    assert (int(sheet.totals[2]), sheet.rows[1].dealer, sum(sheet.totals.values())) == (2, 3, 0)
    paper.write("joined", player=2, after=1)
    assert (paper.sheet.players, int(paper.sheet.totals[2])) == (sheet.players, 2)


def test_table_is_arranged_anew_from_the_next_hand_on() -> None:
    paper = Paper(6, skip=[3])
    paper.hand(1, 2)
    paper.write("arranged", seats=[1, 2, 3, 4, 5, 6], dealer=5, plays=5, skip=[])
    paper.hand(1, 3)
    assert [row.out for row in paper.sheet.rows] == [(3,), (5,)]
    assert [note.kind for note in paper.sheet.notes] == ["arranged"]


def test_new_rules_change_later_hands_and_never_the_past() -> None:
    paper = Paper()
    first = paper.hand(1, 2, "lost")
    paper.write("rules", rules={"version": 2, "game": "sheepshead", "options": {"bump": False}})
    paper.hand(1, 2, "lost", rules=2)
    paper.correct(first, picked(paper.seats, 1, 3, "lost"))
    assert [(int(row.points[1]), row.rules.version) for row in paper.sheet.rows] == [(-4, 1), (-2, 2)]
    assert paper.sheet.rules.version == 2


def paid(sheet: ScoreSheet) -> list[int | None]:
    assert sheet.ending is not None
    return [payment.paid for payment in sheet.ending.payments or ()]


def test_ended_night_has_a_plan_of_payments_and_what_was_paid_stays_paid() -> None:
    paper = Paper()
    plan = [{"payer": 2, "payee": 1, "cents": 50}, {"payer": 3, "payee": 1, "cents": 25}]
    end = paper.write("ended", cents={"1": 75, "2": -50, "3": -25}, payments=plan)
    ending = paper.sheet.ending
    assert ending is not None
    assert (ending.entry, ending.cents) == (end, {1: 75, 2: -50, 3: -25})
    assert (ending.payments or ())[0] == Payment(payer=2, payee=1, cents=50)
    entry = paper.write("paid", payer=2, payee=1, cents=50)
    made = (Payment(payer=2, payee=1, cents=50, paid=entry),)
    assert (paid(paper.sheet), paper.sheet.paid) == ([entry, None], made)
    paper.write("unpaid", of=entry)
    assert (paid(paper.sheet), paper.sheet.paid) == ([None, None], ())
    again = paper.write("paid", payer=2, payee=1, cents=50)
    paper.write("reopened")
    assert (paper.sheet.ending, [payment.paid for payment in paper.sheet.paid]) == (None, [again])


Story = list[tuple[str, int, int, int]]


def stories(most: int) -> st.SearchStrategy[Story]:
    """Draw an evening; much of it cannot be, and is left out when it is written."""
    kinds = ["hand"] * 5 + ["passed", "joined", "left", "corrected", "voided", "restored"]
    number = st.integers(0, 40)
    return st.lists(st.tuples(st.sampled_from(kinds), number, number, number), max_size=most)


def write(paper: Paper, kind: str, first: int, second: int, third: int) -> None:
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
    paper = told(story, people)
    sheet = paper.sheet
    assert fold(list(paper.lines)) == sheet
    assert sum(sheet.totals.values()) + sheet.pot_points == 0
    running: dict[int, Fraction] = {}
    for row in sheet.rows:
        assert sum(row.points.values()) == 0
        assert not any(row.points[player] for player in row.out if row.points)
        running = {one: running.get(one, Fraction(0)) + row.points.get(one, 0) for one in row.totals}
        assert row.totals == running
        assert row.foots == sum(total for total in running.values() if total > 0)
    assert [row.number for row in sheet.rows if row.number] == list(range(1, sheet.hands + 1))


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
    paper.correct(row.entry, picked(row.seats, row.seats[picker % len(row.seats)], None, result))
    try:
        fold(paper.lines)
    except HandRefused:
        return
    paper.write("corrected", **dict(row.facts) | {"of": row.entry})
    assert counts(paper.sheet) == before


def test_remark_stands_beside_its_hand_and_changes_nothing_that_counts() -> None:
    paper = Paper()
    first, second = paper.hand(1, 2), paper.hand(3, 4, "lost")
    left = paper.write("left", player=5)
    before = counts(paper.sheet)
    paper.write("remarked", of=first, text="forgot to bury")
    paper.write("remarked", of=second, text="misdealt")
    paper.write("remarked", of=first, text="buried too late")
    sheet = paper.sheet
    found = {of: (one.text, one.entry) for of, one in sheet.remarks.items()}
    assert found == {first: ("buried too late", 7), second: ("misdealt", 6)}
    assert counts(sheet) == before
    assert not any(row.is_changed for row in sheet.rows)
    # The change of the table before it can still be taken back.
    assert sheet.last_change is not None
    assert sheet.last_change.entry == left
    paper.write("remarked", of=first, text="")
    assert list(paper.sheet.remarks) == [second]


NOON = datetime(2026, 11, 19, 12, tzinfo=UTC)


def alike(one: ScoreSheet, other: ScoreSheet) -> bool:
    parts = (
        "players",
        "seating",
        "totals",
        "rules",
        "stake_cents",
        "stretches",
        "carried",
        "notes",
        "counts",
    )
    return all(getattr(one, part) == getattr(other, part) for part in parts) and [
        (row.number, row.points, row.dealer, row.out) for row in one.rows
    ] == [(row.number, row.points, row.dealer, row.out) for row in other.rows]


CHANGES: dict[str, dict[str, Any]] = {
    "joined": {"player": 6, "after": 2},
    "left": {"player": 1},
    "arranged": {"seats": [5, 4, 3, 2, 1], "dealer": 3, "plays": 5, "skip": []},
    "rules": {"rules": {"version": 2, "game": "sheepshead", "options": {"bump": False}}},
    "stake": {"stake_cents": 100, "before": 25},
}


@pytest.mark.parametrize("kind", CHANGES)
def test_the_sheet_is_as_if_it_had_never_been(kind: str) -> None:
    paper, plain = Paper(), Paper()
    for one in (paper, plain):
        one.hand(2, 3)
    of = paper.write(kind, **CHANGES[kind])
    assert not alike(paper.sheet, plain.sheet)
    assert paper.sheet.last_change is not None
    paper.write("undone", of=of)
    assert alike(paper.sheet, plain.sheet)
    assert paper.sheet.last_change is None
    paper.hand(3, 4)
    plain.hand(3, 4)
    assert alike(paper.sheet, plain.sheet)


def test_changes_are_taken_back_one_after_the_other_the_latest_first() -> None:
    paper = Paper()
    first, second = paper.write("joined", player=6, after=2), paper.write("left", player=1)
    with pytest.raises(HandRefused, match="stays"):
        fold([*paper.lines, Line(number=4, kind="undone", facts={"of": first})])
    paper.write("undone", of=second)
    paper.write("undone", of=first)
    assert paper.seats == (1, 2, 3, 4, 5)
    paper.write("joined", player=6, after=2)
    assert list(paper.seats) == [1, 2, 6, 3, 4, 5]
    paper.write("ended", cents={}, payments=[])
    paper.write("reopened")
    assert paper.sheet.last_change is None


@pytest.mark.parametrize("again", [3, 2, 1, 99])
def test_what_is_no_change_or_was_taken_back_is_refused(again: int) -> None:
    paper = Paper()
    paper.write("undone", of=paper.write("left", player=1))
    with pytest.raises(HandRefused):
        fold([*paper.lines, Line(number=4, kind="undone", facts={"of": again})])


def test_hand_at_the_changed_table_keeps_it_and_taken_back_lets_it_go() -> None:
    paper = Paper()
    of = paper.write("joined", player=6, after=2)
    hand = paper.hand(2, 6)
    assert paper.sheet.last_change is None
    paper.void(hand)
    assert paper.sheet.last_change is not None
    paper.write("undone", of=of)
    assert paper.seats == paper.sheet.players == (1, 2, 3, 4, 5)
    paper.restore(hand)
    with pytest.raises(HandRefused, match=r"^stays\.later$"):
        fold(paper.lines)


def test_a_later_correction_of_an_earlier_hand_moves_the_deal_before_the_change_too() -> None:
    paper = Paper()
    hand = paper.hand(2, 3)
    paper.write("undone", of=paper.write("joined", player=6, after=2))
    plain = Paper()
    plain.hand(2, 3)
    for one in (paper, plain):
        one.correct(hand, picked((1, 2, 3, 4, 5), 2, 3), dealer=3)
    assert plain.sheet.seating.dealer == 5
    assert alike(paper.sheet, plain.sheet)


def said(kind: str, number: int, seconds: int, by: int | None = 7, **facts: Any) -> Line:
    return Line(number=number, kind=kind, facts=facts, by=by, at=NOON + timedelta(seconds=seconds))


SAID: dict[str, Any] = {"seats": [1, 2, 3, 4, 5], "told": picked((1, 2, 3, 4, 5), 2, 3), "rules": 1}
LOST: dict[str, Any] = {"seats": [1, 2, 3, 4, 5], "told": picked((1, 2, 3, 4, 5), 2, 3, "lost"), "rules": 1}
TOLD = said("hand", 2, 0, **SAID)


def corrected(number: int, seconds: int, version: int) -> Line:
    """Return a correction back to what a version said."""
    return said("corrected", number, seconds, of=2, version=version, **SAID)


@pytest.mark.parametrize(
    ("lines", "is_slip", "is_changed"),
    [
        # Taken back in one breath by the same phone
        ([said("voided", 3, 0, of=2)], True, False),
        ([said("voided", 3, 60, of=2)], True, False),
        ([said("voided", 3, 61, of=2)], False, True),
        ([said("voided", 3, 5, 8, of=2)], False, True),
        ([said("voided", 3, -1, of=2)], True, False),
        ([said("joined", 3, 1, player=6, after=2), said("voided", 4, 2, of=2)], False, True),
        # A slip that was put back
        ([said("voided", 3, 5, of=2), corrected(4, 400, 2)], False, False),
        # A correction taken back in one breath, or not
        ([said("corrected", 3, 600, of=2, **LOST), corrected(4, 630, 2)], False, False),
        ([said("corrected", 3, 600, of=2, **LOST), corrected(4, 690, 2)], False, True),
        ([said("corrected", 3, 600, of=2, **LOST), said("voided", 4, 605, of=2)], False, True),
    ],
)
def test_what_is_taken_back_in_one_breath_leaves_no_mark(
    lines: list[Line], is_slip: bool, is_changed: bool
) -> None:
    [row] = fold([*Paper().lines, TOLD, *lines]).rows
    assert (row.is_slip, row.is_changed) == (is_slip, is_changed)
    assert row.is_void == (lines[-1].kind == "voided")
    assert len(row.versions) == 1 + sum(line.kind != "joined" for line in lines)
