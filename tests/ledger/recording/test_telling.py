"""Hands that a phone showed before they are written, while the table changed."""

import uuid
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.folding import fold
from ledger.book.sheet import HandRow, ScoreSheet
from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    CountsAs,
    Hand,
    ShownTable,
    StaleWrite,
    WriteContext,
    Written,
    arrange,
    change_stake,
    correct_hand,
    end_night,
    join,
    leave,
    reopen_night,
    take_back_hand,
    tell_shown_hand,
    write_rules,
)
from ledger.recording.auditing import audit
from ledger.recording.hands import kept_as_played
from ledger.scoring import HandRefused
from tests.cast import a_night, as_told, context, hand, ids, owner_of, points, seated, tell, thursday_table
from tests.paper import Paper, picked
from tests.steady import steady

pytestmark = pytest.mark.django_db

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")
ANN_AND_BEN = {"Ann": 2, "Ben": 1, "Cleo": -1, "Dave": -1, "Edith": -1}
BUMPED = {"Ann": -4, "Ben": -2, "Cleo": 2, "Dave": 2, "Edith": 2}
SHOWN = {"won": ANN_AND_BEN, "lost": BUMPED}


@pytest.fixture
def group() -> Group:
    return thursday_table()


@pytest.fixture
def night(group: Group) -> Session:
    return a_night(group, *FIVE, dealer="Dave")


class Waiting:
    """Ann and Ben win or lose a hand, told on a phone that had read the book up to now."""

    def __init__(self, night: Session, result: str = "won", *, dealer: str = "") -> None:
        self.night, self.sheet, self.result = night, sheet_of(night), result
        self.dealer = ids(night.group, dealer)[0] if dealer else self.sheet.seating.dealer
        self.context = WriteContext(key=uuid.uuid4(), after=self.sheet.newest, by=owner_of(night.group))

    def send(self, choice: CountsAs | None = None, known: int = 0) -> Written:
        told = as_told(self.read, shown=self.shown, choice=choice, known=known)
        return tell_shown_hand(self.night, told, self.context)

    def read(self, sheet: ScoreSheet) -> Hand:
        seats = sheet.seating.seats
        ann, ben = ids(self.night.group, "Ann", "Ben")
        if not {ann, ben} <= {*seats}:
            raise HandRefused("sits_out", fact="picker", case="tapped")
        return Hand(seats=seats, told=picked(seats, ann, ben, self.result))

    @property
    def shown(self) -> ShownTable:
        seating = self.sheet.seating
        worths = dict(
            zip(ids(self.night.group, *FIVE), map(Fraction, SHOWN[self.result].values()), strict=True)
        )
        return ShownTable(
            seats=frozenset(seating.seats),
            dealer=self.dealer,
            out=frozenset(seating.out),
            rules=self.sheet.rules.version,
            stake_cents=self.sheet.stake_cents,
            points=worths,
        )

    def asked(self, choice: CountsAs | None = None, known: int = 0) -> StaleWrite:
        before = sheet_of(self.night)
        with pytest.raises(StaleWrite) as moved:
            self.send(choice, known)
        assert sheet_of(self.night).newest == before.newest, "nothing is written"
        return moved.value


def by_name(group: Group, row: HandRow | HandRefused | None) -> Mapping[str, int]:
    assert isinstance(row, HandRow), row
    names = dict(group.players.values_list("pk", "name"))
    return {names[player]: int(worth) for player, worth in row.points.items()}


def sits_down(night: Session, name: str, *, after: str) -> None:
    newcomer, left_of = ids(night.group, name, after)
    join(night, newcomer, context(night), after=left_of)


def test_hand_told_before_somebody_joined_asks_with_both_numbers(group: Group, night: Session) -> None:
    waiting = Waiting(night)
    sits_down(night, "Frank", after="Edith")
    moved = waiting.asked()
    assert by_name(group, moved.then) == ANN_AND_BEN
    assert by_name(group, moved.now) == {**ANN_AND_BEN, "Dave": 0, "Frank": -1}


def test_hand_counted_before_somebody_joined_is_booked_as_shown(group: Group, night: Session) -> None:
    waiting = Waiting(night)
    sits_down(night, "Frank", after="Edith")
    newest = sheet_of(night).newest
    waiting.asked()
    sheet = waiting.send(CountsAs.THEN, newest).sheet
    assert points(group, sheet) == {**ANN_AND_BEN, "Frank": 0}
    assert sheet.seating.dealer == ids(group, "Edith")[0], "the deal has moved on"
    assert sheet.notes[0].before_hand == 2, "Frank came after it"
    assert list(audit([group])) == []


def test_hand_told_as_it_is_now_is_booked_as_asked(group: Group, night: Session) -> None:
    waiting = Waiting(night)
    sits_down(night, "Frank", after="Edith")
    newest = sheet_of(night).newest
    sheet = waiting.send(CountsAs.NOW, newest).sheet
    assert points(group, sheet) == {**ANN_AND_BEN, "Dave": 0, "Frank": -1}


def test_choice_made_before_the_table_changed_again_is_asked_again(group: Group, night: Session) -> None:
    waiting = Waiting(night)
    sits_down(night, "Frank", after="Edith")
    known = sheet_of(night).newest
    change_stake(night, 50, context(night))
    waiting.asked(CountsAs.NOW, known)
    assert points(group, waiting.send(CountsAs.THEN, known).sheet) == {**ANN_AND_BEN, "Frank": 0}


def test_hand_of_somebody_who_has_gone_home_is_credited(group: Group, night: Session) -> None:
    waiting = Waiting(night)
    leave(night, ids(group, "Ann")[0], context(night))
    moved = waiting.asked()
    assert isinstance(moved.now, HandRefused)
    sheet = waiting.send(CountsAs.THEN, sheet_of(night).newest).sheet
    assert points(group, sheet) == ANN_AND_BEN


def test_hand_told_before_other_rules_is_not_halved_in_silence(group: Group, night: Session) -> None:
    waiting = Waiting(night, "lost")
    write_rules(group, "sheepshead", "", {"bump": False}, uuid.uuid4(), owner_of(group))
    moved = waiting.asked()
    assert by_name(group, moved.now)["Ann"] == -2
    sheet = waiting.send(CountsAs.THEN, sheet_of(night).newest).sheet
    assert points(group, sheet) == BUMPED
    assert sheet.rows[0].rules.version == 1


def test_hand_told_before_another_stake_is_worth_the_old_stake(group: Group, night: Session) -> None:
    waiting = Waiting(night)
    change_stake(night, 100, context(night))
    assert waiting.asked().since
    sheet = waiting.send(CountsAs.THEN, sheet_of(night).newest).sheet
    assert sheet.worth[ids(group, "Ann")[0]] == 50


def test_remark_and_correction_that_change_nothing_are_no_question(group: Group, night: Session) -> None:
    first = tell(night, "Cleo", "Dave").entry.number
    waiting = Waiting(night)
    correct_hand(night, first, hand(night, "Cleo", "Edith"), context(night))
    assert waiting.send().sheet.hands == 2


def test_correction_that_moves_the_deal_asks(group: Group, night: Session) -> None:
    first = tell(night, "Cleo", "Dave").entry.number
    waiting = Waiting(night)
    take_back_hand(night, first, context(night))
    moved = waiting.asked()
    assert isinstance(moved.now, HandRow)
    assert moved.now.dealer == ids(group, "Dave")[0]


def test_night_ended_and_opened_again_is_no_question(group: Group, night: Session) -> None:
    waiting = Waiting(night)
    end_night(night, context(night))
    waiting.asked()
    reopen_night(night, context(night))
    assert points(group, waiting.send().sheet) == ANN_AND_BEN


def test_hand_of_another_phone_always_asks(group: Group, night: Session) -> None:
    waiting = Waiting(night)
    tell(night, "Ann", "Ben")
    known = sheet_of(night).newest
    waiting.asked()
    sheet = waiting.send(CountsAs.NOW, known).sheet
    assert points(group, sheet)["Ann"] == 4


def test_hand_put_before_another_leaves_that_one_as_it_was_played(group: Group) -> None:
    night = a_night(group, dealer="Frank")  # six: the dealer sits out
    waiting = Waiting(night)
    known = tell(night, "Cleo", "Dave").sheet.newest
    sheet = waiting.send(CountsAs.THEN, known).sheet
    mine, theirs = sheet.rows
    assert (mine.number, theirs.number) == (1, 2)
    assert mine.out == theirs.out == ids(group, "Frank")
    assert list(audit([group])) == []


def test_second_hand_of_a_phone_follows_its_first(group: Group, night: Session) -> None:
    first, second = Waiting(night), Waiting(night, dealer="Edith")
    second.context = WriteContext(
        key=uuid.uuid4(), after=first.context.after, by=first.context.by, mine=(first.context.key,)
    )
    sits_down(night, "Frank", after="Edith")
    known = sheet_of(night).newest
    one = first.send(CountsAs.THEN, known).entry.number
    two = second.send(CountsAs.THEN, known).entry.number
    sheet = sheet_of(night)
    assert [row.entry for row in sheet.rows] == [one, two]
    assert points(group, sheet)["Frank"] == 0


def test_late_hand_sent_twice_is_written_once(night: Session) -> None:
    waiting = Waiting(night)
    sits_down(night, "Frank", after="Edith")
    known = sheet_of(night).newest
    first = waiting.send(CountsAs.THEN, known)
    tell(night, "Cleo", "Dave")
    again = waiting.send(CountsAs.THEN, known)
    assert (again.was_before, again.entry.number) == (True, first.entry.number)


def test_pencil_that_showed_other_numbers_asks(night: Session) -> None:
    first, second = Waiting(night), Waiting(night)
    first.send()
    second.context = WriteContext(
        key=uuid.uuid4(), after=first.context.after, by=first.context.by, mine=(first.context.key,)
    )
    assert second.asked().since == [], "the dealer that the phone guessed is not the next"


def test_hand_whose_first_one_was_decided_otherwise_keeps_what_was_shown(
    group: Group, night: Session
) -> None:
    first, second = Waiting(night), Waiting(night, dealer="Edith")
    second.context = WriteContext(
        key=uuid.uuid4(), after=first.context.after, by=first.context.by, mine=(first.context.key,)
    )
    sits_down(night, "Frank", after="Edith")
    known = sheet_of(night).newest
    first.send(CountsAs.NOW, known)
    moved = second.asked()
    assert isinstance(moved.then, HandRefused), "the dealer that was shown is not the dealer there"
    assert isinstance(moved.now, HandRow)


def test_hand_behind_a_decided_one_still_asks_about_the_same_hand_of_somebody_else(night: Session) -> None:
    waiting = Waiting(night)
    known = tell(night, "Ann", "Ben").sheet.newest
    told = as_told(waiting.read, shown=waiting.shown, choice=CountsAs.THEN, known=known, is_behind=True)
    with pytest.raises(StaleWrite) as moved:
        tell_shown_hand(night, told, waiting.context)
    assert [row.entry for row in moved.value.hands] == [2]


def test_hand_shown_otherwise_than_it_is_booked_is_not_written(night: Session) -> None:
    waiting = Waiting(night, dealer="Cleo")
    moved = waiting.asked()
    assert moved.since == []


def test_seats_arranged_meanwhile_without_effect_are_no_question(group: Group, night: Session) -> None:
    waiting = Waiting(night)
    arrange(night, seated(group, "Ben", "Ann", "Cleo", "Dave", "Edith", dealer="Dave"), context(night))
    assert points(group, waiting.send().sheet) == ANN_AND_BEN


@steady(60)
@given(
    st.lists(st.sampled_from(["hand", "late", "join", "stake", "correct", "void"]), max_size=14), st.data()
)
def test_fold_goes_on_from_any_sheet_as_from_the_beginning(acts: list[str], data: st.DataObject) -> None:
    """A fold that goes on from a sheet of fewer lines says what a fold of all lines says."""
    paper = Paper()
    known: ScoreSheet | None = None
    for act in ["hand", *acts]:
        before, number = paper.sheet, len(paper.lines)
        if act == "join" and len(paper.seats) < 10:
            paper.write("joined", player=number + 20, after=1)
        elif act == "stake":
            paper.write("stake", stake_cents=number)
        elif act in ("correct", "void"):
            place = data.draw(st.integers(0, len(before.rows) - 1))
            of, kept = before.rows[place], kept_as_played(before.rows[place + 1 :])
            if act == "void" or of.is_void:
                paper.write("voided", of=of.entry, kept=kept)
            else:
                deal = kept_as_played([of])[str(of.entry)]
                paper.write("corrected", **{**of.facts, **deal, "of": of.entry, "kept": kept})
        elif act == "late":
            follows = data.draw(st.integers(1, number))
            place = before.place(follows)
            earlier = [line for line in paper.lines if before.place(line.number) <= place]
            seating = Paper.blank(earlier).sheet.seating
            rows = [row for row in before.rows if before.place(row.entry) > place]
            seats, active = seating.seats, seating.active
            deal = {"dealer": seats.index(seating.dealer), "out": [seats.index(one) for one in seating.out]}
            said = {"seats": list(seats), "told": picked(seats, active[1], active[2]), "rules": 1, **deal}
            paper.write("hand", **said, follows=follows, kept=kept_as_played(rows))
            after = paper.sheet
            known_rows = {row.entry: row.points for row in after.rows}
            assert [known_rows[row.entry] for row in rows] == [row.points for row in rows]
        else:
            paper.hand(before.seating.active[0], before.seating.active[1])
        known = fold(paper.lines, known=known)
        assert known == Paper.blank(paper.lines).sheet
        assert sum(known.totals.values()) == 0
