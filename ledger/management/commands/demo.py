"""`manage.py demo`: the Thursday table and its season, so that every page can be seen at once."""

import uuid
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from ledger.book.seating import Seating, usually_play
from ledger.management.asking import WritingCommand
from ledger.models import Group
from ledger.models.book import sheet_of
from ledger.recording import (
    NewGroup,
    NewHand,
    WriteContext,
    correct_hand,
    end_night,
    join,
    leave,
    start_group,
    start_session,
    take_back_hand,
    tell_hand,
)
from ledger.recording.journal import pay_line
from ledger.scoring import game_called
from ledger.standings import names_of
from ledger.standings.money import open_list

KEY = uuid.UUID("7b1d5e0a-61c6-5b7e-9d0e-5a1ec0de0001")

# The guest who starts the demo; no browser is ever this guest.
NOBODY = uuid.UUID(int=0)

PRESET = "wisconsin_called_ace"
SEASON = 14
THURSDAY = 3
GRACE_COMES = 4
HAND_MINUTES = 5
TONIGHT_HANDS = 13
MOST_AT_THE_TABLE = 7

# Percent of hands that are leasters; and of the others played alone, or counted.
LEASTERS, ALONE, COUNTED = 6, 9, 60
AVERAGE = 68

# Card points that a player takes more (or fewer) than the average as the picker.
SKILL = {"Ann": 4, "Ben": 9, "Cleo": -7, "Dave": 2, "Edith": -3, "Frank": -6, "Grace": 6}

# The chance that a player picks.
BOLD = {"Ann": 8, "Ben": 10, "Cleo": 15, "Dave": 9, "Edith": 7, "Frank": 13, "Grace": 6}


class Command(WritingCommand):
    help = "Makes up a club with a season of evenings and one in progress; run twice, it makes one."

    def handle(self, *args: Any, **options: Any) -> None:
        if Group.objects.filter(key=KEY).exists():
            self.stdout.write("The demo is there already.")
            return
        with transaction.atomic():
            group = play_a_season(Random(1854), today=timezone.now())  # noqa: S311  (luck at cards, no secret)
        self.stdout.write(f"Made up the {group.name}: {SEASON} evenings, and one in progress.")


def play_a_season(luck: Random, *, today: datetime) -> Group:
    """Return the group, its evenings a week apart, and tonight."""
    preset = next(one for one in game_called("sheepshead").presets if one.key == PRESET)
    new = NewGroup(
        name="Thursday table",
        names=tuple(SKILL),
        currency="USD",
        stake_cents=25,
        preset=preset.key,
        options=preset.values,
    )
    group = start_group(new, NOBODY, KEY)
    for week in reversed(range(SEASON)):
        night = SEASON - week
        # Eight in the evening, on a Thursday before today.
        evening_before = timezone.localtime(today).replace(hour=20, minute=0, second=0, microsecond=0)
        at = evening_before - timedelta(days=((evening_before.weekday() - THURSDAY) % 7 or 7) + 7 * week)
        # Five to seven of the seven come, six most often; Grace found the club only after a few weeks.
        regulars = list(SKILL)[: 6 if night <= GRACE_COMES else 7]
        away = luck.sample(regulars, luck.choice((0, 1, 1, 1, 2) if len(regulars) == 7 else (0, 0, 1)))
        people = [name for name in regulars if name not in away]
        luck.shuffle(people)
        evening = DemoEvening(group, luck, at=at, people=people)
        evening.play_through(night, hands=luck.randint(18, 30))
    begun = today - timedelta(minutes=HAND_MINUTES * TONIGHT_HANDS + 5)
    DemoEvening(group, luck, at=begun, people=list(SKILL)[:6]).play(TONIGHT_HANDS)
    return group


class DemoEvening:
    """An evening that is told hand by hand, with the clock running."""

    def __init__(self, group: Group, luck: Random, *, at: datetime, people: list[str]) -> None:
        self.group, self.luck, self.at = group, luck, at
        self.names = names_of(group)
        self.ids = {name: player for player, name in self.names.items()}
        seats = tuple(self.ids[name] for name in people)
        seating = Seating(seats=seats, dealer=luck.choice(seats), plays=usually_play(len(seats)))
        self.session = start_session(group, seating, self._pen(after=0))
        self.sheet = sheet_of(self.session)

    def play_through(self, night: int, *, hands: int) -> None:
        """Play an evening: people come and go, mistakes are put right, and in the end it is settled."""
        half = hands // 2
        self.play(half)
        here = self.sheet.seating.seats
        late = [player for player in self.names if player not in here]
        if night % 3 == 0 and late and len(here) < MOST_AT_THE_TABLE:
            after = self.luck.choice(here)
            self.sheet = join(self.session, self.luck.choice(late), self._pen(), after=after).sheet
        row = self.sheet.rows[-2]
        if night % 4 == 1 and (told := row.facts["told"])["kind"] == "picked":
            told = {key: told[key] for key in ("kind", "picker", "partners")} | {"result": "lost"}
            hand = NewHand(seats=row.seats, told=told)
            self.sheet = correct_hand(self.session, row.entry, hand, self._pen()).sheet
        self.play(hands - half - 3)
        if night % 5 == 2:
            self.sheet = take_back_hand(self.session, self.sheet.rows[-1].entry, self._pen()).sheet
        here = self.sheet.seating.seats
        if night % 4 == 3 and len(here) > usually_play(len(here)):
            self.sheet = leave(self.session, self.luck.choice(here), self._pen()).sheet
        self.play(3)
        self.sheet = end_night(self.session, self._pen()).sheet
        # Everybody pays, but for most of the last night.
        lines = open_list(self.group)
        for one in lines if night < SEASON else lines[:1]:
            line = (one.payer, one.payee)
            pay_line(self.group, line, one.cents, self._pen(), method="cash", session=self.session)

    def play(self, hands: int) -> None:
        for _ in range(hands):
            self.at += timedelta(minutes=self.luck.randint(HAND_MINUTES - 2, HAND_MINUTES + 1))
            self.sheet = tell_hand(self.session, self._hand(), self._pen()).sheet

    def _pen(self, *, after: int | None = None) -> WriteContext:
        key = uuid.UUID(int=self.luck.getrandbits(128), version=4)
        return WriteContext(key=key, after=self.sheet.newest if after is None else after, at=self.at)

    def _hand(self) -> NewHand:
        seating = self.sheet.seating
        playing = [seating.seats.index(player) for player in seating.active]
        if self.luck.randrange(100) < LEASTERS:
            told: dict[str, Any] = {"kind": "leaster", "winners": [self.luck.choice(playing)]}
        else:
            picker = self.luck.choices(playing, [BOLD[self._name(seat)] for seat in playing])[0]
            others = [seat for seat in playing if seat != picker]
            alone = self.luck.randrange(100) < ALONE
            partners = [] if alone else [self.luck.choice(others)]
            told = {"kind": "picked", "picker": picker, "partners": partners}
            told |= self._count(self._card_points(picker, partners))
        return NewHand(seats=seating.seats, told=told)

    def _card_points(self, picker: int, partners: list[int]) -> int:
        helped = sum(SKILL[self._name(seat)] for seat in partners) // 2
        cards = sum(self.luck.randint(-21, 21) for _ in range(4))
        taken = AVERAGE + SKILL[self._name(picker)] + helped + cards
        return 0 if taken < 2 else 120 if taken > 118 else taken

    def _count(self, taken: int) -> dict[str, Any]:
        if taken in (0, 120):
            return {"result": "won_all_tricks" if taken else "lost_no_trick"}
        if self.luck.randrange(100) < COUNTED:
            return {"side_points": taken, "side_tricks": "some"}
        won, plainly = taken > 60, 30 < taken < 91
        return {"result": ("won" if won else "lost") + ("" if plainly else "_schneider")}

    def _name(self, seat: int) -> str:
        return self.names[self.sheet.seating.seats[seat]]
