"""What a fold makes of lines that are no hands, and how it goes on from what was folded before."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from ledger.book import folding
from ledger.book.folding import fold
from ledger.book.seating import Seating
from ledger.book.sheet import NIGHT, Brought, CopiedNight, Count, Ending, Line, Payment, ScoreSheet, Struck
from ledger.models import Entry, Session, book
from ledger.models.book import in_ink, lines_of, sheet_of
from ledger.money.rounding import Rest, Rounding
from ledger.scoring import HandRefused
from ledger.steps import heard_by
from ledger.words.messages import message
from tests.bench.engine import evening
from tests.cast import a_night, tell, thursday_table
from tests.each import check_each
from tests.paper import Paper, picked
from tests.work import work

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


def test_fold_pauses_after_each_line_and_goes_on() -> None:
    paper = Paper(5)
    paper.hand(1, 2)
    pauses: list[int] = []
    with heard_by(lambda done, of: pauses.append(done)):
        known = fold(paper.lines, pauses=True)
        assert len(pauses) == 2
        paper.hand(3, 4)
        again = fold(paper.lines, known=known, pauses=True)
    assert len(pauses) == 3
    assert again == paper.sheet
    assert fold(paper.lines, known=again) is again


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
    paper.write("ended", cents={"1": 50, "2": 20, "3": -20, "4": -20, "5": -30 - kitty}, **facts)
    ending = paper.sheet.ending
    assert ending is not None
    assert (ending.rounding, ending.to_kitty, ending.payments) == (rounding, kitty, None)
    assert ending.rounding.rest is rounding.rest
    assert sum(ending.brought.values()) == 0


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


def with_notes(lines: list[Line]) -> list[Line]:
    """Return the book with remarks, a guest, a change taken back, and a round of hands after them."""
    seats = lines[0].facts["seats"]
    hands = [line.number for line in lines if line.kind == "hand"]
    undone = lines[-1].number + 4
    later: list[tuple[str, dict[str, Any]]] = [
        ("remarked", {"of": hands[0], "text": "forgot to bury"}),
        ("joined", {"player": 99, "after": seats[0]}),
        ("left", {"player": 99}),
        ("left", {"player": seats[1]}),
        ("undone", {"of": undone}),
    ]
    for place in range(len(seats)):
        told = picked(range(6), (place + 1) % 6, (place + 2) % 6)
        later.append(("hand", {"seats": seats, "rules": 1, "dealer": place, "told": told}))
    return [
        *lines,
        *(Line(number=at, kind=kind, facts=said) for at, (kind, said) in enumerate(later, undone - 3)),
    ]


LINES = with_notes(evening(hands=24))


def test_a_fold_that_goes_on_is_the_fold_from_the_beginning() -> None:
    for known in range(1, len(LINES) + 1):
        before = fold(LINES[:known])
        assert fold(LINES, known=before) == fold(LINES), known
        assert before == fold(LINES[:known]), known  # and it is still what it was


@pytest.fixture
def many_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "LINES_A_MARK", 3)


def said_of(of: int, number: int, *, kind: str = "voided") -> Line:
    facts = {"of": of} | (dict(LINES[of - 1].facts) if kind == "corrected" else {})
    return Line(number=number, kind=kind, facts=facts)


HANDS = [line.number for line in LINES if line.kind == "hand"]


@pytest.mark.usefixtures("many_marks")
@pytest.mark.parametrize("kind", ["voided", "corrected"])
def test_a_correction_goes_back_to_a_mark_and_is_the_fold_from_the_beginning(kind: str) -> None:
    def check(of: int) -> None:
        before = fold(LINES)
        lines = [*LINES, said_of(of, len(LINES) + 1, kind=kind)]
        after = fold(lines, known=before)
        assert after == fold(lines)
        assert before == fold(LINES)
        assert fold(LINES, known=after) == before  # what was not written after all
        again = [*lines, said_of(HANDS[-1], len(lines) + 1), said_of(HANDS[0], len(lines) + 2)]
        assert fold(again, known=after) == fold(again)
        assert fold(lines[:9], known=fold(again, known=after)) == fold(lines[:9])

    check_each({f"hand {of}": of for of in HANDS}, check)


@pytest.mark.usefixtures("many_marks")
def test_what_an_older_page_showed_is_folded_from_a_mark() -> None:
    lines = [*LINES, said_of(HANDS[5], len(LINES) + 1), said_of(HANDS[2], len(LINES) + 2, kind="corrected")]
    for seen in range(1, len(LINES)):
        assert fold(lines[:seen], known=fold(lines)) == fold(LINES[:seen]), seen


def a_long_book(size: int) -> list[Line]:
    """Return so many hands: the deal goes round, and whoever sits on the dealer's left picks and wins."""
    usual = {"seats": list(LINES[0].facts["seats"]), "rules": 1}
    told = [picked(range(6), (place + 1) % 6, (place + 2) % 6) for place in range(size)]
    hands = [usual | {"dealer": place % 6, "told": said} for place, said in enumerate(told)]
    return [LINES[0], *(Line(number=at, kind="hand", facts=facts) for at, facts in enumerate(hands, start=2))]


def test_taking_back_the_newest_hand_of_a_long_night_costs_no_more_than_of_a_short_one() -> None:
    def taking_back(size: int) -> Callable[[], object]:
        lines = a_long_book(size)
        known = fold(lines)
        lines.append(Line(number=size + 2, kind="voided", facts={"of": size + 1}))
        return lambda: fold(lines, known=known)

    assert work(taking_back(1250)) < 2 * work(taking_back(250))


def test_a_sheet_of_another_book_is_of_no_use() -> None:
    other = [*LINES[:5], replace(LINES[5], facts={**LINES[5].facts, "doublers": 1}), *LINES[6:]]
    assert fold(LINES, known=fold(other[:9])) == fold(LINES)
    assert fold(LINES[:4], known=fold(LINES)) == fold(LINES[:4])


@pytest.mark.django_db
def test_hands_that_were_not_written_after_all_are_not_remembered() -> None:
    session = a_night(thursday_table())
    with transaction.atomic():
        tell(session, "Ben", "Cleo")
        tell(session, "Cleo", "Dave")
        assert len(lines_of(session)) == 3
        transaction.set_rollback(True)
    assert len(lines_of(session)) == 1
    assert sheet_of(session) == fold(lines_of(session))
    tell(session, "Dave", "Edith", "lost")
    tell(session, "Dave", "Edith")
    assert lines_of(session) == in_ink(Entry.objects.filter(session=session).order_by("number"))
    assert sheet_of(session) == fold(lines_of(session))


@pytest.mark.django_db
def test_of_a_book_read_before_only_what_follows_its_newest_line_is_read() -> None:
    session = a_night(thursday_table())
    tell(session, "Ben", "Cleo")
    before = lines_of(session)
    with CaptureQueriesContext(connection) as asked:
        assert lines_of(session) == before
    assert len(asked) == 1
    assert '"number" >= 2' in asked[0]["sql"]
    tell(session, "Dave", "Edith", "lost")
    assert lines_of(session) == in_ink(Entry.objects.filter(session=session).order_by("number"))


def test_a_hundred_tables_that_are_looked_at_in_turn_are_all_kept_in_mind_and_no_number_of_them() -> None:
    nights = [Session() for _ in range(1000)]
    mind = book._Memory[int]()
    for _ in range(2):
        for number, night in enumerate(nights[:100]):
            mind.keep(night, number)
    assert [mind.of(night) for night in nights[:100]] == list(range(100))
    for number, night in enumerate(nights):
        mind.keep(night, number)
    assert sum(mind.of(night) is not None for night in nights) == book.MOST_KEPT
    assert mind.of(nights[-1]) == 999
