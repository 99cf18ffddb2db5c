"""Small random histories of a group: evenings, corrections, hands taken back, changes, copied nights."""

import random
import uuid
from collections.abc import Iterator
from datetime import date, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.conf import settings

from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    Hand,
    WriteContext,
    change_stake,
    correct_hand,
    end_night,
    start_session,
    take_back_hand,
    tell_hand,
)
from ledger.recording.notebook import Copying, copy_notebook
from ledger.recording.rules import write_rules
from ledger.sheet import HandRow
from ledger.standings.marks import Copied
from ledger.steps import finish
from tests import cast

RESULTS = ("won", "won", "won_schneider", "lost", "lost_schneider", "won_all_tricks")


def on(day: date) -> datetime:
    """The evening of a day."""
    return datetime(day.year, day.month, day.day, 20, tzinfo=ZoneInfo(settings.TIME_ZONE))


def a_hand(session: Session, luck: random.Random) -> Hand:
    """Any hand of the table as it sits: picked with a partner or alone, cracked or not, or a leaster."""
    seating = sheet_of(session).seating
    playing = [seat for seat, who in enumerate(seating.seats) if who in seating.active]
    luck.shuffle(playing)
    picker, partner, other = playing[:3]
    if luck.random() < 0.15:
        return Hand(seats=seating.seats, told={"kind": "leaster", "winners": [picker]})
    told = {"kind": "picked", "picker": picker, "result": luck.choice(RESULTS)}
    told["partners"] = [partner] if luck.random() < 0.75 else []
    if luck.random() < 0.4:
        told |= {"cracks": ["crack"], "cracks_by": [other]}
    return Hand(seats=seating.seats, told=told)


def an_evening(group: Group, day: date, luck: random.Random, *, hands: int = 8, ends: bool = True) -> Session:
    """Some hands, of which some are corrected and some taken back; once in a while the stake changes."""
    names = cast.NAMES[: luck.choice((5, 6, 6))]
    context = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group), at=on(day))
    session = start_session(group, cast.seated(group, *names, dealer=luck.choice(names)), context)
    for _ in range(hands):
        told = tell_hand(session, a_hand(session, luck), cast.context(session))
        what = luck.random()
        if what < 0.15:
            entry = told.entry.number
            correct_hand(session, entry, a_hand_like(session, entry, luck), cast.context(session))
        elif what < 0.3:
            take_back_hand(session, told.entry.number, cast.context(session))
        elif what < 0.4:
            change_stake(session, luck.choice((25, 50)), cast.context(session))
    if ends:
        end_night(session, cast.context(session))
    return session


def a_hand_like(session: Session, entry: int, luck: random.Random) -> Hand:
    """Another hand at the same seats."""
    row = next(row for row in sheet_of(session).rows if row.entry == entry)
    playing = [seat for seat, who in enumerate(row.seats) if who not in row.out]
    picker, partner = luck.sample(playing, 2)
    told = {"kind": "picked", "picker": picker, "partners": [partner], "result": luck.choice(RESULTS)}
    return Hand(seats=row.seats, told=told)


def a_history(group: Group, seed: int) -> random.Random:
    """Four evenings in three months, two nights out of a notebook, and an evening that goes on."""
    luck = random.Random(seed)
    for day in (date(2025, 1, 3), date(2025, 1, 17), date(2025, 2, 7)):
        an_evening(group, day, luck)
    other = {"crack": "crack", "bump": False}
    write_rules(group, "sheepshead", "", other, uuid.uuid4(), cast.owner_of(group))
    an_evening(group, date(2025, 3, 7), luck)
    nights = []
    for day in (date(2025, 1, 20), date(2025, 2, 20)):
        won = Fraction(luck.randint(1, 9))
        nights.append(Copied(date=day, totals={0: won, 1: -won}))
    finish(copy_notebook(group, Copying(names=("Ann", "Ben"), nights=nights), began=lambda hidden: None))
    an_evening(group, date(2025, 3, 21), luck, ends=False)
    return luck


def every_row(group: Group) -> Iterator[tuple[Session, HandRow]]:
    """Every hand that counts, with its night, night after night, straight from the sheets."""
    for session in group.sessions.order_by("started_at", "number"):
        for row in sheet_of(session).rows:
            if row.scored is not None and row.number:
                yield session, row
