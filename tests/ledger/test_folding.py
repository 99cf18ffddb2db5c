"""What a fold makes of a notebook's night, and of the end of a night: the lines that are no hands."""

import uuid
from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any

import pytest

from ledger import folding
from ledger.folding import fold, fold_in_steps
from ledger.messages import message
from ledger.scoring import HandRefused
from ledger.seating import Seating
from ledger.settling import Rest, Rounding
from ledger.sheet import NIGHT, Brought, CopiedNight, Count, Ending, Line, Payment, ScoreSheet, Struck
from ledger.steps import Progress, finish
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


def test_notebook_says_what_everybody_won_and_no_hand() -> None:
    sheet = night()
    assert sheet.totals == sheet.notebook == {7: Fraction(3, 2), 4: Fraction(-7, 2), 9: Fraction(2)}
    assert sheet.counts == {(who, NIGHT): Count(0, 0, points) for who, points in sheet.totals.items()}
    assert (sheet.players, sheet.rows, sheet.hands, sheet.newest) == ((7, 4, 9), (), 0, 1)
    assert (sheet.stake_cents, sheet.rules.version, sheet.rules.options) == (25, 3, {"bump": False})
    # Who stands in it sits at its table, and the first deals.
    assert sheet.seating == Seating(seats=(7, 4, 9), dealer=7, plays=3)
    assert night(totals={}, cents={}, payments=[]).seating == Seating(seats=(), dealer=0, plays=0)
    assert sheet.copied == CopiedNight(day=date(1987, 3, 1), brought=None)
    brought = Brought(key=KEY, file="old.csv", at=datetime(2020, 5, 1, 12, tzinfo=UTC))
    assert night(brought=BROUGHT).copied == CopiedNight(day=date(1987, 3, 1), brought=brought)


def test_notebook_is_a_night_that_has_ended_with_its_plan() -> None:
    paid = later(2, "paid", payer=4, payee=7, cents=38)
    for lines, mark in (([], None), ([paid], 2), ([paid, later(3, "unpaid", of=2)], None)):
        sheet = fold([notebook(), *lines])
        made = Payment(payer=4, payee=7, cents=38, paid=mark)
        plan = (Payment(payer=4, payee=9, cents=50), made)
        assert sheet.ending == Ending(entry=1, at=THEN, cents={7: 38, 4: -88, 9: 50}, payments=plan)
        assert sheet.paid == ((made,) if mark else ())
    assert fold([notebook(), later(2, "reopened")]).ending is None


def test_notebook_that_cannot_be_is_refused() -> None:
    found = refused(notebook(totals={"7": "3", "4": "-5/2"}))
    assert (found.code, found.params) == ("unbalanced", {"left": Fraction(1, 2)})
    assert refused(notebook(), notebook(2)).code == "opened"
    found = refused(notebook(totals={"7": "1e9", "4": "0"}))
    assert (found.code, found.case, found.fact) == ("not_exact", "of_notebook", "totals")


def sheepshoof(people: int) -> Paper:
    """Return a table of a game that exactly three play."""
    return Paper(people, game="sheepshoof", plays=3)


def test_who_comes_and_goes_sits_as_the_game_likes() -> None:
    paper = Paper(5, dealer=2)
    paper.write("joined", player=9, goes=2)
    assert paper.sheet.seating == Seating(seats=(1, 9, 3, 4, 5), dealer=9, plays=5)
    assert paper.sheet.totals[9] == 0
    for paper, after, expected in (
        (Paper(4), 2, Seating(seats=(1, 2, 9, 3, 4), dealer=1, plays=5)),
        (sheepshoof(3), 3, Seating(seats=(1, 2, 3, 9), dealer=1, plays=3)),
    ):
        paper.write("joined", player=9, after=after)
        assert paper.sheet.seating == expected
    left = later(2, "left", player=2)
    found = refused(*sheepshoof(3).lines, left)
    assert (found.code, found.case, found.params) == ("too_few", "stay", {"least": 3})
    assert fold([*sheepshoof(4).lines, left]).seating.seats == (1, 3, 4)


def test_who_came_and_went_stands_between_the_hands() -> None:
    paper = Paper(5)
    paper.hand(1, 2)
    came = paper.write("joined", player=9, after=5)
    went = paper.write("left", player=3)
    paper.hand(1, 2)
    notes = [(note.kind, note.entry, dict(note.facts), note.before_hand) for note in paper.sheet.notes]
    assert notes == [("joined", came, {"player": 9, "after": 5}, 2), ("left", went, {"player": 3}, 2)]


def test_fold_in_steps_says_how_far_it_is_of_how_much_and_goes_on() -> None:
    paper = Paper(5)
    paper.hand(1, 2)
    known = paper.sheet
    assert list(fold_in_steps(paper.lines)) == [Progress(done=done, of=2) for done in (1, 2)]
    paper.hand(3, 4)
    assert list(fold_in_steps(paper.lines, known=known)) == [Progress(done=3, of=3)]
    again = finish(fold_in_steps(paper.lines, known=known))
    assert again == paper.sheet
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


def test_version_that_could_not_have_been_or_was_taken_back_is_called_so() -> None:
    paper = Paper(5)
    first = paper.hand(1, 2)
    of = dict(paper.lines[first - 1].facts)
    paper.void(first)
    paper.restore(first)
    told, taken_back, restored = paper.sheet.rows[0].versions
    assert (taken_back.label, taken_back.points) == (message("version", case="taken_back"), {})
    assert told.points == restored.points != {}
    paper.lines[first - 1 :] = [Line(number=first, kind="hand", facts=of | {"told": {"kind": "all_pass"}})]
    paper.correct(first, dict(of["told"]))
    impossible, corrected = paper.sheet.rows[0].versions
    assert (impossible.label.code, impossible.label.case, impossible.points) == ("version", "impossible", {})
    assert list(corrected.points.values()) == [2, 1, -1, -1, -1]


KEY = uuid.UUID(int=7)
BROUGHT = {"key": str(KEY), "file": "old.csv", "at": "2020-05-01T12:00:00+00:00"}


def later(number: int, kind: str, **facts: Any) -> Line:
    return Line(number=number, kind=kind, facts=facts, at=THEN)


def test_notebooks_night_is_corrected_taken_out_and_put_back() -> None:
    first = notebook(brought=BROUGHT)
    other = {"date": "1987-03-08", "totals": {"4": "1", "7": "-1"}, "cents": {"4": 25, "7": -25}}
    lines = [first, later(2, "amended", **other)]
    brought = fold([first]).copied
    assert brought is not None
    amended = replace(brought, day=date(1987, 3, 8))
    for whole, how in ((False, Struck.ALONE), (True, Struck.WITH_ALL)):
        struck = [*lines, later(3, "struck", whole=whole, cents={})]
        for again in (lines, [*struck, later(4, "amended", **other)]):
            sheet = fold(again)
            assert (sheet.copied, sheet.totals) == (amended, {4: Fraction(1), 7: Fraction(-1)})
            assert sheet.ending == Ending(entry=len(again), at=THEN, cents={4: 25, 7: -25})
        sheet = fold(struck)
        assert (sheet.copied, sheet.totals, sheet.players) == (replace(amended, struck=how), {}, ())
        assert sheet.ending == Ending(entry=3, at=THEN, cents={})


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


@pytest.mark.parametrize(
    ("facts", "rounding", "kitty"),
    [
        ({"rounded": {"coin": 10, "rest": "kitty", "kitty": -10}}, Rounding(coin=10, rest=Rest.KITTY), -10),
        ({}, Rounding(coin=0, rest=Rest.NEAREST), 0),
        ({"rounded": {}}, Rounding(coin=0, rest=Rest.NEAREST), 0),
        ({"rounded": None}, Rounding(coin=0, rest=Rest.NEAREST), 0),
    ],
)
def test_night_ends_with_what_it_was_rounded_to_and_what_the_kitty_has_of_it(
    facts: dict[str, Any], rounding: Rounding, kitty: int
) -> None:
    paper = Paper()
    cents = {"1": 50, "2": 20, "3": -20, "4": -20, "5": -30 - kitty}
    paper.write("ended", cents=cents, **facts)
    ending = paper.sheet.ending
    assert ending is not None
    assert (ending.rounding, ending.to_kitty, ending.payments) == (rounding, kitty, None)
    assert ending.rounding.rest is rounding.rest
    assert sum(ending.brought.values()) == 0


def test_change_is_taken_back_while_it_is_the_latest_and_no_hand_counts_at_it() -> None:
    paper = Paper()
    stake = paper.write("stake", stake_cents=50, before=25)
    undo = paper.write("undone", of=stake)
    assert (paper.sheet.stake_cents, paper.sheet.notes) == (25, ())
    paper.write("undone", of=undo)
    found = refused(*paper.lines)
    assert (found.code, found.case) == ("stays", "")
    paper.write("joined", player=6)
    found = refused(*paper.lines)
    assert (found.code, found.case) == ("stays", "later")


def test_rules_that_are_taken_back_are_in_force_again_as_a_new_version() -> None:
    paper = Paper()
    other = {"version": 2, "game": "sheepshead", "options": {"bump": False}}
    change = paper.write("rules", rules=other, was=paper.rules)
    for then, version in (({"then": {**paper.rules, "version": 3}}, 3), ({}, 1)):
        sheet = fold([*paper.lines, later(3, "undone", of=change, **then)])
        assert (sheet.rules.version, sheet.rules.options) == (version, {})


def test_newcomers_share_of_the_pot_that_counts_keeps_the_newcomer() -> None:
    paper = Paper(options={"pot": "leaster", "newcomer": "adds"})
    paper.tell({"kind": "leaster", "winners": [1]})
    came = paper.write("joined", player=6, after=5)
    share = paper.tell({"kind": "newcomer", "newcomer": 5})
    found = refused(*paper.lines, later(len(paper.lines) + 1, "undone", of=came))
    assert (found.code, found.case) == ("stays", "")
    paper.void(share)
    paper.write("undone", of=came)
    assert 6 not in paper.sheet.seating.seats


def test_newcomers_share_of_the_pot_told_later_lets_no_earlier_change_be_taken_back() -> None:
    paper = Paper(options={"pot": "leaster", "newcomer": "adds"})
    hand = paper.tell({"kind": "leaster", "winners": [1]})
    came = paper.write("joined", player=6, after=5)
    paper.write("remarked", of=hand, text="At last")
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
