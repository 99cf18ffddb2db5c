"""`manage.py demo`: a table in each language with a season behind it, so that every page can be seen."""

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from ledger.book.seating import Seating, usually_play
from ledger.book.sheet import THE_NIGHT
from ledger.management.asking import WritingCommand
from ledger.management.demo_tables import TABLES, DemoTable
from ledger.models import Group
from ledger.models.book import sheet_of
from ledger.recording import (
    NewHand,
    WriteContext,
    Written,
    correct_hand,
    end_night,
    join,
    leave,
    remark_on_hand,
    start_group,
    start_session,
    take_back_hand,
    tell_hand,
)
from ledger.recording.journal import pay_line, share_expense
from ledger.scoring import game_called
from ledger.standings import names_of
from ledger.standings.money import open_list

# The guest who starts the demo; no browser is ever this guest.
NOBODY = uuid.UUID(int=0)

SEASON = 14
HAND_MINUTES = 5
TONIGHT_HANDS = 13


class Command(WritingCommand):
    help = "Makes up a club for each language, with a season and an evening in progress; twice is once."

    def handle(self, *args: Any, **options: Any) -> None:
        missing = [table for table in TABLES if not Group.objects.filter(key=table.key).exists()]
        if not missing:
            self.stdout.write("The demo is there already.")
        for table in missing:
            with transaction.atomic():
                luck = Random(table.seed)  # noqa: S311  (luck at cards, no secret)
                group = play_a_season(table, luck, today=timezone.now())
            self.stdout.write(f"Made up the {group.name}: {SEASON} evenings, and one in progress.")


def play_a_season(table: DemoTable, luck: Random, *, today: datetime) -> Group:
    """Return the group, its evenings a week apart, and tonight."""
    group = start_group(table.group, NOBODY, table.key)
    for week in reversed(range(SEASON)):
        night = SEASON - week
        # Eight in the evening, on the table's weekday before today.
        evening_before = timezone.localtime(today).replace(hour=20, minute=0, second=0, microsecond=0)
        days = (evening_before.weekday() - table.weekday) % 7 or 7
        at = evening_before - timedelta(days=days + 7 * week)
        evening = DemoEvening(table, group, luck, at=at, people=_who_comes(table, night, luck))
        evening.play_through(night, hands=luck.randint(18, 30))
    begun = today - timedelta(minutes=HAND_MINUTES * TONIGHT_HANDS + 5)
    people = list(table.people)[: table.tonight]
    DemoEvening(table, group, luck, at=begun, people=people).play(TONIGHT_HANDS)
    return group


def _who_comes(table: DemoTable, night: int, luck: Random) -> list[str]:
    is_early = night <= table.newcomer_comes
    regulars = list(table.people)[: -1 if is_early else None]
    away = luck.sample(regulars, luck.choice(table.away_at_first if is_early else table.away))
    people = [name for name in regulars if name not in away]
    luck.shuffle(people)
    return people


class DemoEvening:
    """An evening that is told hand by hand, with the clock running."""

    def __init__(
        self, table: DemoTable, group: Group, luck: Random, *, at: datetime, people: list[str]
    ) -> None:
        self.table, self.group, self.luck, self.at = table, group, luck, at
        self.names = names_of(group)
        self.ids = {name: player for player, name in self.names.items()}
        self.usually = game_called(table.group.game).usually
        seats = tuple(self.ids[name] for name in people)
        seating = Seating(
            seats=seats, dealer=luck.choice(seats), plays=usually_play(len(seats), self.usually)
        )
        self.session = start_session(group, seating, self._pen(after=0))
        self.sheet = sheet_of(self.session)

    def play_through(self, night: int, *, hands: int) -> None:
        """Play an evening: people come and go, mistakes are put right, and in the end it is settled."""
        half = hands // 2
        self.play(half)
        here = self.sheet.seating.seats
        late = [player for player in self.names if player not in here]
        if night % 3 == 0 and late and len(here) < self.table.most_seats:
            after = self.luck.choice(here)
            self._write(join, self.luck.choice(late), after=after)
        row = self.sheet.rows[-2]
        if night % 4 == 1 and (mended := self.table.mend(row.facts["told"])):
            self._write(correct_hand, row.entry, NewHand(seats=row.seats, told=mended))
        self.play(hands - half - 3)
        if night % 5 == 2:
            self._write(take_back_hand, self.sheet.rows[-1].entry)
        here = self.sheet.seating.seats
        if night % 4 == 3 and len(here) > usually_play(len(here), self.usually):
            self._write(leave, self.luck.choice(here))
        self.play(3)
        if self.sheet.pot_points:
            self._write(tell_hand, NewHand(seats=self.sheet.seating.seats, told={"kind": "pot_divide"}))
        if remark := self.table.remarks.get(night):
            self._write(remark_on_hand, THE_NIGHT, remark)
        self._write(end_night)
        self._settle(night)

    def _settle(self, night: int) -> None:
        """Let everybody pay, but for most of the last night; expenses are shared before that."""
        if night in self.table.expenses:
            cents, note = self.table.expenses[night]
            shares = dict.fromkeys(self.sheet.players, 1)
            share_expense(self.group, self.sheet.players[0], cents, shares, self._pen(), note=note)
        lines = open_list(self.group)
        for one in lines if night < SEASON else lines[:1]:
            line = (one.payer, one.payee)
            pay_line(self.group, line, one.cents, self._pen(), method="cash", session=self.session)

    def play(self, hands: int) -> None:
        for _ in range(hands):
            self.at += timedelta(minutes=self.luck.randint(HAND_MINUTES - 2, HAND_MINUTES + 1))
            seating = self.sheet.seating
            playing = {seating.seats.index(player): self.names[player] for player in seating.active}
            told = self.table.tell(self.luck, playing, self.table.people)
            self._write(tell_hand, NewHand(seats=seating.seats, told=told))

    def _write(self, write: Callable[..., Written], *args: Any, **options: Any) -> None:
        self.sheet = write(self.session, *args, self._pen(), **options).sheet

    def _pen(self, *, after: int | None = None) -> WriteContext:
        key = uuid.UUID(int=self.luck.getrandbits(128), version=4)
        return WriteContext(key=key, after=self.sheet.newest if after is None else after, at=self.at)
