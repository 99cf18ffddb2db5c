"""What a fold makes of a notebook's night, and of the end of a night: the lines that are no hands."""

import uuid
from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any

import pytest

from ledger.book import folding
from ledger.book.folding import fold
from ledger.book.seating import Seating
from ledger.book.sheet import NIGHT, Brought, CopiedNight, Count, Line, Payment, ScoreSheet, Struck
from ledger.money.rounding import Rest, Rounding
from ledger.scoring import HandRefused
from ledger.steps import heard_by
from ledger.words.messages import message
from tests.paper import Paper, picked

RULES: dict[str, Any] = {"version": 3, "game": "sheepshead", "options": {"bump": False}}
THEN = datetime(1987, 3, 1, 20, tzinfo=UTC)


def notebook(number: int = 1, **facts: Any) -> Line:
    usual = {
        "rules": RULES,
        "date": "1987-03-01",
        "stake_cents": 25,
        "totals": {"7": "3/2", "4": "-7/2", "9": "2"},
        "cents": {"7": 38, "4": -88, "9": 50},
        "payments": [{"payer": 4, "payee": 9, "cents": 50}, {"payer": 4, "payee": 7, "cents": 38}],
    }
    return Line(number=number, kind="notebook", facts=usual | facts, at=THEN)


def night(**facts: Any) -> ScoreSheet:
    return fold([notebook(**facts)])


def refused(*lines: Line) -> HandRefused:
    with pytest.raises(HandRefused) as found:
        fold(lines)
    return found.value


def test_a_notebook_says_what_everybody_won_and_no_hand() -> None:
    sheet = night()
    assert sheet.totals == sheet.notebook == {7: Fraction(3, 2), 4: Fraction(-7, 2), 9: Fraction(2)}
    assert (sheet.players, sheet.rows, sheet.hands, sheet.newest) == ((7, 4, 9), (), 0, 1)
    assert sheet.stake_cents == 25
    assert (sheet.rules.version, sheet.rules.options) == (3, {"bump": False})
    assert sheet.counts == {
        (7, NIGHT): Count(0, 0, Fraction(3, 2)),
        (4, NIGHT): Count(0, 0, Fraction(-7, 2)),
        (9, NIGHT): Count(0, 0, Fraction(2)),
    }


def test_who_stands_in_a_notebook_sits_at_its_table_the_first_deals() -> None:
    assert night().seating == Seating(seats=(7, 4, 9), dealer=7, plays=3)
    assert night(totals={}, cents={}, payments=[]).seating == Seating(seats=(), dealer=0, plays=0)


def test_a_notebook_is_a_night_that_has_ended_with_its_plan() -> None:
    ending = night().ending
    assert ending is not None
    assert (ending.entry, ending.at) == (1, THEN)
    assert ending.cents == {7: 38, 4: -88, 9: 50}
    assert ending.payments == (
        Payment(payer=4, payee=9, cents=50),
        Payment(payer=4, payee=7, cents=38),
    )


def test_a_payment_of_a_notebooks_plan_is_marked_and_unmarked() -> None:
    paid = Line(number=2, kind="paid", facts={"payer": 4, "payee": 7, "cents": 38})
    unpaid = Line(number=3, kind="unpaid", facts={"of": 2})
    sheet = fold([notebook(), paid])
    assert sheet.ending is not None
    assert [one.paid for one in sheet.ending.payments or ()] == [None, 2]
    assert sheet.paid == (Payment(payer=4, payee=7, cents=38, paid=2),)
    after = fold([notebook(), paid, unpaid])
    assert after.ending is not None
    assert [one.paid for one in after.ending.payments or ()] == [None, None]
    assert after.paid == ()


def test_a_notebook_that_does_not_add_up_is_refused() -> None:
    found = refused(notebook(totals={"7": "3", "4": "-5/2"}))
    assert (found.code, found.params) == ("unbalanced", {"left": Fraction(1, 2)})


def test_a_book_has_one_notebook_and_begins_with_it() -> None:
    assert refused(notebook(), notebook(2)).code == "opened"


def test_points_that_are_no_plain_number_are_refused_in_the_totals() -> None:
    found = refused(notebook(totals={"7": "1e9", "4": "0"}))
    assert (found.code, found.case, found.fact) == ("not_exact", "of_notebook", "totals")


def test_a_night_may_be_opened_again() -> None:
    assert fold([notebook(), Line(number=2, kind="reopened", facts={})]).ending is None


def sheepshoof(people: int) -> Line:
    """A table of a game that exactly three play."""
    facts = {
        "seats": list(range(1, people + 1)),
        "dealer": 1,
        "plays": 3,
        "skip": [],
        "stake_cents": 25,
        "rules": {"version": 1, "game": "sheepshoof", "options": {}},
    }
    return Line(number=1, kind="opened", facts=facts)


def test_somebody_comes_for_somebody_who_goes() -> None:
    paper = Paper(5, dealer=2)
    paper.write("joined", player=9, goes=2)
    assert paper.sheet.seating == Seating(seats=(1, 9, 3, 4, 5), dealer=9, plays=5)
    assert paper.sheet.totals[9] == 0


def test_as_many_play_as_the_game_likes_when_somebody_comes() -> None:
    paper = Paper(4)
    paper.write("joined", player=9, after=2)
    assert paper.sheet.seating == Seating(seats=(1, 2, 9, 3, 4), dealer=1, plays=5)
    hoof = [sheepshoof(3), Line(number=2, kind="joined", facts={"player": 9, "after": 3})]
    assert fold(hoof).seating == Seating(seats=(1, 2, 3, 9), dealer=1, plays=3)


def test_nobody_may_go_whom_the_game_needs() -> None:
    left = Line(number=2, kind="left", facts={"player": 2})
    found = refused(sheepshoof(3), left)
    assert (found.code, found.case, found.params) == ("too_few", "stay", {"least": 3})
    assert fold([sheepshoof(4), left]).seating.seats == (1, 3, 4)


def test_who_came_and_went_stands_between_the_hands() -> None:
    paper = Paper(5)
    paper.hand(1, 2)
    came = paper.write("joined", player=9, after=5)
    went = paper.write("left", player=3)
    paper.hand(1, 2)
    notes = [(note.kind, note.entry, dict(note.facts), note.before_hand) for note in paper.sheet.notes]
    assert notes == [
        ("joined", came, {"player": 9, "after": 5}, 2),
        ("left", went, {"player": 3}, 2),
    ]


def test_a_fold_pauses_after_each_line_and_goes_on() -> None:
    paper = Paper(5)
    paper.hand(1, 2)
    paper.hand(2, 3)
    pauses: list[int] = []
    with heard_by(lambda done, of: pauses.append(done)):
        known = fold(paper.lines, pauses=True)
        assert len(pauses) == 3
        paper.hand(3, 4)
        assert fold(paper.lines, known=known, pauses=True) == paper.sheet
        assert len(pauses) == 4
        again = fold(paper.lines, pauses=True)
    assert fold(paper.lines, known=again) is again


def test_who_came_after_a_hand_that_is_taken_back_came_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "LINES_A_MARK", 3)
    paper = Paper(5)
    paper.hand(1, 2)
    paper.hand(2, 3)
    late = paper.hand(3, 4)
    paper.write("joined", player=9, after=5)
    paper.write("left", player=9)
    known = paper.sheet
    paper.void(late)
    assert fold(paper.lines, known=known) == paper.sheet
    assert [note.kind for note in fold(paper.lines, known=known).notes] == ["joined", "left"]


def test_what_was_said_of_a_hand_and_could_not_have_been_is_called_so() -> None:
    paper = Paper(5)
    first = paper.hand(1, 2)
    of = dict(paper.lines[first - 1].facts)
    paper.lines[first - 1] = Line(number=first, kind="hand", facts=of | {"told": {"kind": "all_pass"}})
    paper.correct(first, dict(of["told"]))
    (row,) = paper.sheet.rows
    assert [(one.label.code, one.label.case) for one in row.versions][:1] == [("version", "impossible")]
    assert row.versions[0].points == {}
    assert list(row.versions[1].points.values()) == [2, 1, -1, -1, -1]


KEY = uuid.UUID(int=7)
BROUGHT = {"key": str(KEY), "file": "old.csv", "at": "2020-05-01T12:00:00+00:00"}


def later(number: int, kind: str, **facts: Any) -> Line:
    return Line(number=number, kind=kind, facts=facts, at=THEN)


def test_a_notebooks_night_says_its_day_and_by_which_import_it_came() -> None:
    assert night().copied == CopiedNight(day=date(1987, 3, 1), brought=None)
    assert night(brought=BROUGHT).copied == CopiedNight(
        day=date(1987, 3, 1),
        brought=Brought(key=KEY, file="old.csv", at=datetime(2020, 5, 1, 12, tzinfo=UTC)),
    )


def test_a_notebooks_night_is_corrected_taken_out_and_put_back() -> None:
    first = notebook(brought=BROUGHT)
    brought = fold([first]).copied
    assert brought is not None
    other = {"date": "1987-03-08", "totals": {"4": "1", "7": "-1"}, "cents": {"4": 25, "7": -25}}
    amended = later(2, "amended", **other)
    sheet = fold([first, amended])
    assert sheet.copied == replace(brought, day=date(1987, 3, 8))
    assert sheet.totals == {4: Fraction(1), 7: Fraction(-1)}
    assert sheet.ending is not None
    assert (sheet.ending.entry, sheet.ending.cents, sheet.ending.payments) == (2, {4: 25, 7: -25}, None)
    for whole, how in ((False, Struck.ALONE), (True, Struck.WITH_ALL)):
        struck = later(3, "struck", whole=whole, cents={})
        sheet = fold([first, amended, struck])
        assert sheet.copied == replace(brought, day=date(1987, 3, 8), struck=how)
        assert (sheet.totals, sheet.players) == ({}, ())
        assert sheet.ending is not None
        assert (sheet.ending.entry, sheet.ending.cents) == (3, {})
        back = later(4, "amended", **other)
        sheet = fold([first, amended, struck, back])
        assert sheet.copied == replace(brought, day=date(1987, 3, 8))
        assert sheet.totals == {4: Fraction(1), 7: Fraction(-1)}


@pytest.mark.parametrize(
    "line",
    [
        {"kind": "struck", "whole": False, "cents": {}},
        {"kind": "amended", "date": "1987-03-08", "totals": {}, "cents": {}},
    ],
)
def test_a_night_that_was_played_is_neither_corrected_nor_taken_out_as_a_whole(line: dict[str, Any]) -> None:
    played = Paper()
    played.write(**line)
    opened_again = Paper.blank([notebook(), later(2, "reopened")])
    opened_again.tell({"kind": "leaster", "winners": [0]}, seats=[7, 4, 9], rules=3)
    opened_again.write(**line)
    for paper in (played, opened_again):
        with pytest.raises(HandRefused) as found:
            fold(paper.lines)
        assert (found.value.code, found.value.case) == ("not_copied", "")
    assert fold(opened_again.lines[:-1]).copied is None


def test_a_night_ends_with_what_it_was_rounded_to_and_what_the_kitty_has_of_it() -> None:
    paper = Paper()
    paper.hand(1, 2)
    cents = {"1": 50, "2": 20, "3": -20, "4": -20, "5": -20}
    paper.write("ended", cents=cents, rounded={"coin": 10, "rest": "kitty", "kitty": -10})
    ending = paper.sheet.ending
    assert ending is not None
    assert (ending.rounding, ending.to_kitty) == (Rounding(coin=10, rest=Rest.KITTY), -10)
    assert ending.payments is None
    assert sum(ending.brought.values()) == 0


@pytest.mark.parametrize("rounded", [{}, {"rounded": {}}, {"rounded": None}])
def test_a_night_that_was_not_rounded_ends_to_the_cent(rounded: dict[str, Any]) -> None:
    paper = Paper()
    paper.write("ended", cents={}, **rounded)
    ending = paper.sheet.ending
    assert ending is not None
    assert (ending.rounding, ending.to_kitty) == (Rounding(coin=0, rest=Rest.NEAREST), 0)
    assert ending.rounding.rest is Rest.NEAREST


def test_a_version_that_was_taken_back_is_called_so() -> None:
    paper = Paper()
    first = paper.hand(1, 2)
    paper.void(first)
    paper.restore(first)
    told, taken_back, restored = paper.sheet.rows[0].versions
    assert (taken_back.label, taken_back.points) == (message("version", case="taken_back"), {})
    assert told.points == restored.points != {}


def test_a_change_is_taken_back_while_it_is_the_latest_and_no_hand_counts_at_it() -> None:
    paper = Paper()
    stake = paper.write("stake", stake_cents=50, before=25)
    undo = paper.write("undone", of=stake)
    assert (paper.sheet.stake_cents, paper.sheet.notes) == (25, ())
    paper.write("undone", of=undo)
    with pytest.raises(HandRefused) as found:
        fold(paper.lines)
    assert (found.value.code, found.value.case) == ("stays", "")
    paper.write("joined", player=6)
    with pytest.raises(HandRefused) as found:
        fold(paper.lines)
    assert (found.value.code, found.value.case) == ("stays", "later")


def test_rules_that_are_taken_back_are_in_force_again_as_a_new_version() -> None:
    paper = Paper()
    other = {"version": 2, "game": "sheepshead", "options": {"bump": False}}
    change = paper.write("rules", rules=other, was=paper.rules)
    then = {**paper.rules, "version": 3}
    paper.write("undone", of=change, then=then)
    assert (paper.sheet.rules.version, paper.sheet.rules.options) == (3, {})
    paper.lines.pop()
    paper.write("undone", of=change)
    assert (paper.sheet.rules.version, paper.sheet.rules.options) == (1, {})


def test_a_newcomers_share_of_the_pot_that_counts_keeps_the_newcomer() -> None:
    paper = Paper(options={"pot": "leaster", "newcomer": "adds"})
    paper.tell({"kind": "leaster", "winners": [1]})
    came = paper.write("joined", player=6, after=5)
    share = paper.tell({"kind": "newcomer", "newcomer": 5})
    undo = Line(number=len(paper.lines) + 1, kind="undone", facts={"of": came})
    with pytest.raises(HandRefused) as found:
        fold([*paper.lines, undo])
    assert (found.value.code, found.value.case) == ("stays", "")
    paper.void(share)
    paper.write("undone", of=came)
    assert 6 not in paper.sheet.seating.seats


def test_a_newcomers_share_of_the_pot_told_later_lets_no_earlier_change_be_taken_back() -> None:
    paper = Paper(options={"pot": "leaster", "newcomer": "adds"})
    hand = paper.tell({"kind": "leaster", "winners": [1]})
    came = paper.write("joined", player=6, after=5)
    paper.write("remarked", of=hand, text="At last")
    assert paper.sheet.last_change
    share = paper.tell({"kind": "newcomer", "newcomer": 5})
    assert paper.sheet.last_change is None
    paper.void(share)
    assert paper.sheet.last_change
    assert paper.sheet.last_change.entry == came


def test_a_mark_is_gone_back_to_when_the_next_hand_after_it_is_corrected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(folding, "LINES_A_MARK", 3)
    paper = Paper()
    for _ in range(3):
        hand = paper.hand(2, 3)
    assert hand == 4
    known = paper.sheet.folded
    paper.correct(hand, picked(paper.seats, 3, 4))
    assert isinstance(known, folding.Fold)
    again = known.going_on(paper.lines, paper.lines[-1].number)
    assert again is not None
    assert len(again.lines) == 3
