"""Hands that waited on their phone are shown, then written, while others told hands or changed the table."""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.folding import fold
from ledger.book.sheet import HandRow, ScoreSheet
from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    CountsAs,
    NewHand,
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
    tell_hand,
    tell_shown_hand,
    write_rules,
)
from ledger.recording.auditing import audit
from ledger.recording.hands import kept_as_played
from ledger.recording.writing import CLOCK_SKEW
from ledger.scoring import HandRefused
from tests.cast import (
    NAMES,
    a_night,
    as_told,
    context,
    hand,
    ids,
    owner_of,
    points,
    seated,
    tell,
)
from tests.paper import Paper, picked
from tests.steady import steady

pytestmark = pytest.mark.django_db

FIVE = NAMES[:5]
ANN_AND_BEN = {"Ann": 2, "Ben": 1, "Cleo": -1, "Dave": -1, "Edith": -1}
BUMPED = {"Ann": -4, "Ben": -2, "Cleo": 2, "Dave": 2, "Edith": 2}
SHOWN = {"won": ANN_AND_BEN, "lost": BUMPED}


@pytest.fixture
def night(group: Group) -> Session:
    return a_night(group, *FIVE, dealer="Dave")


class Waiting:
    """Keep a hand that Ann and Ben win or lose, told on a phone that had read the book up to now.

    A hand `behind` another one is told on the same phone before that was sent.
    """

    def __init__(
        self, night: Session, result: str = "won", *, dealer: str = "", behind: "Waiting | None" = None
    ) -> None:
        self.night, self.sheet, self.result = night, sheet_of(night), result
        self.dealer = ids(night.group, dealer)[0] if dealer else self.sheet.seating.dealer
        self.context: WriteContext = replace(context(night), mine=(behind.context.key,) if behind else ())

    def send(self, choice: CountsAs | None = None, known: int = 0, *, is_behind: bool = False) -> Written:
        told = as_told(self.read, shown=self.shown, choice=choice, known=known, is_behind=is_behind)
        return tell_shown_hand(self.night, told, self.context)

    def read(self, sheet: ScoreSheet) -> NewHand:
        seats = sheet.seating.seats
        ann, ben = ids(self.night.group, "Ann", "Ben")
        if not {ann, ben} <= {*seats}:
            raise HandRefused("sits_out", fact="picker", case="tapped")
        return NewHand(seats=seats, told=picked(seats, ann, ben, self.result))

    @property
    def shown(self) -> ShownTable:
        seating = self.sheet.seating
        worths = map(Fraction, SHOWN[self.result].values())
        return ShownTable(
            seats=frozenset(seating.seats),
            dealer=self.dealer,
            out=frozenset(seating.out),
            rules=self.sheet.rules.version,
            stake_cents=self.sheet.stake_cents,
            points=dict(zip(ids(self.night.group, *FIVE), worths, strict=True)),
        )

    def asked(self, choice: CountsAs | None = None, known: int = 0, *, is_behind: bool = False) -> StaleWrite:
        before = sheet_of(self.night)
        with pytest.raises(StaleWrite) as moved:
            self.send(choice, known, is_behind=is_behind)
        assert sheet_of(self.night).newest == before.newest, "nothing is written"
        return moved.value


def by_name(group: Group, row: HandRow | HandRefused | None) -> Mapping[str, int]:
    assert isinstance(row, HandRow), row
    names = dict(group.players.values_list("pk", "name"))
    return {names[player]: int(worth) for player, worth in row.points.items()}


def frank_sits_down(night: Session) -> int:
    """Frank sits down on the left of Edith; return the newest entry."""
    frank, edith = ids(night.group, "Frank", "Edith")
    return join(night, frank, context(night), after=edith).sheet.newest


WITH_FRANK = {**ANN_AND_BEN, "Dave": 0, "Frank": -1}


@pytest.mark.parametrize(
    ("choice", "totals", "before_hand"),
    [(CountsAs.THEN, {**ANN_AND_BEN, "Frank": 0}, 2), (CountsAs.NOW, WITH_FRANK, 1)],
)
def test_hand_told_before_somebody_joined_is_asked_about_and_booked_as_chosen(
    group: Group, night: Session, choice: CountsAs, totals: Mapping[str, int], before_hand: int
) -> None:
    waiting = Waiting(night)
    newest = frank_sits_down(night)
    moved = waiting.asked()
    assert (by_name(group, moved.then), by_name(group, moved.now)) == (ANN_AND_BEN, WITH_FRANK)
    sheet = waiting.send(choice, newest).sheet
    assert points(group, sheet) == totals
    assert sheet.seating.dealer == ids(group, "Edith")[0], "the deal has moved on"
    assert sheet.notes[0].before_hand == before_hand
    assert list(audit([group])) == []


def test_choice_made_before_the_table_changed_again_is_asked_again(group: Group, night: Session) -> None:
    waiting = Waiting(night)
    known = frank_sits_down(night)
    change_stake(night, 50, context(night))
    waiting.asked(CountsAs.NOW, known)
    assert points(group, waiting.send(CountsAs.THEN, known).sheet) == {**ANN_AND_BEN, "Frank": 0}


def test_hand_of_somebody_who_has_gone_home_is_credited(group: Group, night: Session) -> None:
    waiting = Waiting(night)
    known = leave(night, ids(group, "Ann")[0], context(night)).sheet.newest
    assert isinstance(waiting.asked().now, HandRefused)
    assert points(group, waiting.send(CountsAs.THEN, known).sheet) == ANN_AND_BEN


def test_hand_told_before_other_rules_is_not_halved_in_silence(group: Group, night: Session) -> None:
    waiting = Waiting(night, "lost")
    write_rules(group, "sheepshead", "", {"bump": False}, uuid.uuid4(), owner_of(group))
    assert by_name(group, waiting.asked().now)["Ann"] == -2
    sheet = waiting.send(CountsAs.THEN, sheet_of(night).newest).sheet
    assert (points(group, sheet), sheet.rows[0].rules.version) == (BUMPED, 1)


def test_hand_told_before_another_stake_is_worth_the_old_stake(group: Group, night: Session) -> None:
    waiting = Waiting(night)
    known = change_stake(night, 100, context(night)).sheet.newest
    assert waiting.asked().since
    assert waiting.send(CountsAs.THEN, known).sheet.worth[ids(group, "Ann")[0]] == 50


def test_correction_that_changes_nothing_is_no_question(night: Session) -> None:
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


def test_changes_without_effect_are_no_question(group: Group, night: Session) -> None:
    waiting = Waiting(night)
    end_night(night, context(night))
    waiting.asked()
    reopen_night(night, context(night))
    arrange(night, seated(group, "Ben", "Ann", "Cleo", "Dave", "Edith", dealer="Dave"), context(night))
    assert points(group, waiting.send().sheet) == ANN_AND_BEN


def test_hand_of_another_phone_always_asks(group: Group, night: Session) -> None:
    waiting = Waiting(night)
    known = tell(night, "Ann", "Ben").sheet.newest
    waiting.asked()
    # Decided about an earlier hand only, so the same hand of somebody else is still asked about.
    assert [row.entry for row in waiting.asked(CountsAs.THEN, known, is_behind=True).hands] == [2]
    assert points(group, waiting.send(CountsAs.NOW, known).sheet)["Ann"] == 4


def test_hand_put_before_another_leaves_that_one_as_it_was_played(group: Group) -> None:
    night = a_night(group, dealer="Frank")  # six: the dealer sits out
    mine, theirs = Waiting(night).send(CountsAs.THEN, tell(night, "Cleo", "Dave").sheet.newest).sheet.rows
    assert (mine.number, theirs.number) == (1, 2)
    assert mine.out == theirs.out == ids(group, "Frank")
    assert list(audit([group])) == []


def test_second_hand_of_a_phone_follows_its_first_and_each_is_written_once(
    group: Group, night: Session
) -> None:
    first = Waiting(night)
    second = Waiting(night, dealer="Edith", behind=first)
    known = frank_sits_down(night)
    entries = [waiting.send(CountsAs.THEN, known).entry.number for waiting in (first, second)]
    sheet = sheet_of(night)
    assert [row.entry for row in sheet.rows] == entries
    assert points(group, sheet)["Frank"] == 0
    tell(night, "Cleo", "Dave")
    again = first.send(CountsAs.THEN, known)
    assert (again.was_before, again.entry.number) == (True, entries[0])


def test_hand_shown_otherwise_than_it_is_booked_is_not_written(night: Session) -> None:
    assert Waiting(night, dealer="Cleo").asked().since == []
    first = Waiting(night)
    second = Waiting(night, behind=first)
    first.send()
    assert second.asked().since == [], "the dealer that the phone guessed is not the next"


def test_hand_whose_first_one_was_decided_otherwise_keeps_what_was_shown(night: Session) -> None:
    first = Waiting(night)
    second = Waiting(night, dealer="Edith", behind=first)
    first.send(CountsAs.NOW, frank_sits_down(night))
    moved = second.asked()
    assert isinstance(moved.then, HandRefused), "the dealer that was shown is not the dealer there"
    assert isinstance(moved.now, HandRow)


def waited(night: Session, after: int, *mine: uuid.UUID) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=after, by=owner_of(night.group), mine=mine)


def left_of_the_dealer(seen: ScoreSheet) -> NewHand:
    """Return a hand in which the dealer's left picks, at the table that the phone has seen."""
    seats = seen.seating.seats
    place = seats.index(seen.seating.dealer)
    picker, partner = (seats[(place + away) % len(seats)] for away in (1, 3))
    return NewHand(seats=seats, told=picked(seats, picker, partner, "won"))


def send(night: Session, told: WriteContext) -> Written:
    return tell_shown_hand(night, as_told(left_of_the_dealer), told)


def test_hands_told_without_a_signal_are_written_one_after_the_other_and_known_again(night: Session) -> None:
    first, dropped = waited(night, 1), uuid.uuid4()
    second = waited(night, 1, first.key)
    third = waited(night, 1, first.key, dropped, second.key)
    entries = [send(night, told).entry for told in (first, second, third)]
    pickers = [entry.facts["told"]["picker"] for entry in entries]
    assert pickers == [4, 0, 1], "each was read off the sheet with those before it"
    tell(night, "Ann", "Ben")
    assert [send(night, told).entry for told in (first, second, third)] == entries
    assert sheet_of(night).hands == 4


def test_what_somebody_else_wrote_between_them_is_not_overlooked(night: Session) -> None:
    first = waited(night, 1)
    send(night, first)
    tell(night, "Cleo", "Dave")
    with pytest.raises(StaleWrite) as moved:
        send(night, waited(night, 1, first.key))
    assert [line.number for line in moved.value.since] == [3]
    for after in (0, 4, 99):
        with pytest.raises(StaleWrite):
            send(night, waited(night, after, first.key))


def test_who_came_meanwhile_is_not_overlooked_either(night: Session) -> None:
    frank_sits_down(night)
    with pytest.raises(StaleWrite):
        send(night, waited(night, 1, uuid.uuid4()))


@pytest.mark.parametrize(
    ("off", "is_believed"),
    [
        (timedelta(), True),
        (timedelta(days=-400), False),
        (CLOCK_SKEW / 2, False),
        (CLOCK_SKEW * 2, False),
        (timedelta(days=4000), False),
    ],
)
def test_a_hand_keeps_the_time_at_which_it_was_told_if_that_can_be(
    night: Session, off: timedelta, *, is_believed: bool
) -> None:
    before = timezone.now()
    at = tell_hand(night, hand(night, "Ben", "Cleo"), replace(context(night), told=before + off)).entry.at
    assert at
    assert (at == before) if is_believed else (before < at <= timezone.now())


@steady(60)
@given(
    st.lists(st.sampled_from(["hand", "late", "join", "stake", "correct", "void"]), max_size=14), st.data()
)
def test_fold_goes_on_from_any_sheet_as_from_the_beginning(acts: list[str], data: st.DataObject) -> None:
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
            known_rows = {row.entry: row.points for row in paper.sheet.rows}
            assert [known_rows[row.entry] for row in rows] == [row.points for row in rows]
        else:
            paper.hand(before.seating.active[0], before.seating.active[1])
        known = fold(paper.lines, known=known)
        assert known == Paper.blank(paper.lines).sheet
        assert sum(known.totals.values()) == 0
