"""Hands that waited on their phone: none is in the way of another, and each says when it was told."""

import random
import uuid
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from ledger.book.sheet import ScoreSheet
from ledger.models import Entry, Session
from ledger.models.book import sheet_of
from ledger.recording import Hand, StaleWrite, WriteContext, join, remark_on_hand, tell_hand, tell_shown_hand
from ledger.recording.writing import CLOCK_SKEW
from tests.cast import NAMES, a_night, as_told, context, hand, owner_of, player, tell, thursday_table

pytestmark = pytest.mark.django_db

SEEDS = range(24)


@pytest.fixture
def night() -> Session:
    return a_night(thursday_table())


def waited(night: Session, after: int, *mine: uuid.UUID, told: datetime | None = None) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=after, by=owner_of(night.group), mine=mine, told=told)


def left_of_the_dealer(seen: ScoreSheet) -> Hand:
    """Whoever sits on the dealer's left picks, as the phone has seen the table."""
    seats = seen.seating.seats
    place = seats.index(seen.seating.dealer)
    many = len(seats)
    told = {
        "kind": "picked",
        "picker": (place + 1) % many,
        "partners": [(place + 3) % many],
        "result": "won",
    }
    return Hand(seats=seats, told=told)


def test_three_hands_told_without_a_signal_are_written_one_after_the_other(night: Session) -> None:
    first = waited(night, 1)
    second = waited(night, 1, first.key)
    third = waited(night, 1, first.key, second.key)
    for told in (first, second, third):
        written = tell_shown_hand(night, as_told(left_of_the_dealer), told)
    assert written.sheet.hands == 3
    pickers = [row.versions[0].facts["told"]["picker"] for row in written.sheet.rows]
    assert pickers == [1, 2, 3], "each was read off the sheet with those before it"


def test_each_of_them_is_known_again_however_late_it_comes_again(night: Session) -> None:
    first = waited(night, 1)
    second = waited(night, 1, first.key)
    lines = [tell_shown_hand(night, as_told(left_of_the_dealer), told).entry for told in (first, second)]
    tell(night, "Ann", "Ben")
    assert [
        tell_shown_hand(night, as_told(left_of_the_dealer), told).entry for told in (first, second)
    ] == lines
    assert sheet_of(night).hands == 3


def test_one_that_was_never_written_leaves_no_gap(night: Session) -> None:
    first, dropped = waited(night, 1), uuid.uuid4()
    tell_shown_hand(night, as_told(left_of_the_dealer), first)
    assert (
        tell_shown_hand(night, as_told(left_of_the_dealer), waited(night, 1, first.key, dropped)).sheet.hands
        == 2
    )


def test_what_somebody_else_wrote_between_them_is_not_overlooked(night: Session) -> None:
    first = waited(night, 1)
    tell_shown_hand(night, as_told(left_of_the_dealer), first)
    tell(night, "Cleo", "Dave")
    with pytest.raises(StaleWrite) as moved:
        tell_shown_hand(night, as_told(left_of_the_dealer), waited(night, 1, first.key))
    assert [line.number for line in moved.value.since] == [3]


def test_a_remark_that_somebody_makes_between_them_is_in_nobodys_way(night: Session) -> None:
    first = waited(night, 1)
    of = tell_shown_hand(night, as_told(left_of_the_dealer), first).entry.number
    remark_on_hand(night, of, "What a hand!", context(night))
    second = waited(night, 1, first.key)
    told = tell_shown_hand(night, as_told(left_of_the_dealer), second).entry
    third = waited(night, 1, first.key, second.key)
    assert tell_shown_hand(night, as_told(left_of_the_dealer), third).sheet.hands == 3
    assert tell_shown_hand(night, as_told(left_of_the_dealer), second).entry == told


def test_who_came_meanwhile_is_not_overlooked_either(night: Session) -> None:
    four = a_night(thursday_table(name="Small table", guest=uuid.uuid4()), *NAMES[:5])
    join(four, player(four.group, "Frank").pk, context(four), after=player(four.group, "Ann").pk)
    with pytest.raises(StaleWrite):
        tell_shown_hand(four, as_told(left_of_the_dealer), waited(four, 1, uuid.uuid4()))


@pytest.mark.parametrize("after", [0, 3, 99])
def test_own_keys_are_no_way_around_the_guard(night: Session, after: int) -> None:
    first = waited(night, 1)
    tell_shown_hand(night, as_told(left_of_the_dealer), first)
    with pytest.raises(StaleWrite):
        tell_shown_hand(night, as_told(left_of_the_dealer), waited(night, after, first.key))


def test_a_hand_keeps_the_time_at_which_it_was_told(night: Session) -> None:
    told = timezone.now()
    entry = tell_hand(night, hand(night, "Ben", "Cleo"), waited(night, 1, told=told)).entry
    assert entry.at == told


@pytest.mark.parametrize("off", [timedelta(days=-400), CLOCK_SKEW * 2, timedelta(days=4000)])
def test_a_time_that_cannot_be_is_not_believed(night: Session, off: timedelta) -> None:
    before = timezone.now()
    entry = tell_hand(night, hand(night, "Ben", "Cleo"), waited(night, 1, told=before + off)).entry
    assert entry.at
    assert before <= entry.at <= timezone.now()


def test_a_clock_that_is_a_little_ahead_says_now(night: Session) -> None:
    ahead = timezone.now() + CLOCK_SKEW / 2
    entry = tell_hand(night, hand(night, "Ben", "Cleo"), waited(night, 1, told=ahead)).entry
    assert entry.at
    assert entry.at <= timezone.now()


@dataclass
class Phone:
    """A phone that tells hands, sends them in order, and stops at a conflict."""

    night: Session
    seen: int = 1
    unseen: list[WriteContext] = field(default_factory=list)
    unsent: list[WriteContext] = field(default_factory=list)
    told: list[WriteContext] = field(default_factory=list)
    entries: dict[uuid.UUID, int] = field(default_factory=dict)
    stands: StaleWrite | None = None

    def tells(self) -> None:
        told = waited(self.night, self.seen, *(one.key for one in self.unseen))
        for hands in (self.unseen, self.unsent, self.told):
            hands.append(told)

    def sends(self, *, is_answered: bool = True) -> None:
        """The oldest that is unsent; without an answer it goes on waiting, whatever came of it."""
        if not self.unsent or self.stands:
            return
        try:
            self.written(self.unsent[0])
        except StaleWrite as moved:
            self.stands = moved if is_answered else None
        else:
            del self.unsent[: int(is_answered)]

    def is_not_answered(self) -> None:
        self.sends(is_answered=False)

    def written(self, told: WriteContext) -> None:
        number = tell_shown_hand(self.night, as_told(left_of_the_dealer), told).entry.number
        assert self.entries.setdefault(told.key, number) == number

    def repeats(self, luck: random.Random) -> None:
        """The network delivers something old once more."""
        if self.entries:
            key = luck.choice(list(self.entries))
            self.written(next(one for one in self.told if one.key == key))

    def looks(self) -> None:
        """The page is loaded anew."""
        self.seen = sheet_of(self.night).newest
        self.unseen = list(self.unsent)


@pytest.mark.parametrize("seed", SEEDS)
def test_of_two_phones_every_hand_is_in_the_book_once_or_stands_for_a_person(
    night: Session, seed: int
) -> None:
    luck = random.Random(seed)
    phones = [Phone(night), Phone(night)]
    for _ in range(40):
        phone = luck.choice(phones[: 1 + (seed % 3 > 0)])
        luck.choices((phone.tells, phone.sends, phone.is_not_answered, phone.looks), (7, 6, 3, 3))[0]()
        phone.repeats(luck)
    for phone in phones:
        while phone.unsent and not phone.stands:
            phone.sends()
    keys = list(
        Entry.objects.filter(session=night, kind="hand").order_by("number").values_list("key", flat=True)
    )
    assert len(keys) == sum(len(phone.entries) for phone in phones)
    for phone in phones:
        waiting = [one.key for one in phone.unsent]
        assert [key for key in keys if key in phone.entries] + waiting == [one.key for one in phone.told]
        assert bool(waiting) == bool(phone.stands)
    assert seed % 3 or not phones[0].stands, "nobody is in the way of one phone alone"
