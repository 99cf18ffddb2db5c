"""Groups with years behind them: a night's hands at once, projected, ended and paid by the pen."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from ledger.book.folding import fold
from ledger.book.seating import Seating
from ledger.models import Entry, Group, Membership, Role, Session
from ledger.models.book import lines_of
from ledger.recording import NewGroup, WriteContext, end_night, start_group, start_session, write_rules
from ledger.recording.journal import pay_line
from ledger.recording.projecting import project
from ledger.standings.money import open_list
from ledger.standings.nights import NIGHTS_A_PAGE
from tests.bench.engine import PLAYERS, evening, house_rules
from tests.cast import NAMES, STRANGERS
from tests.old_ways import PlanRequest, settle

GUEST = uuid.UUID(int=77)
# Or fewer, so that a page of the group's nights is full.
HANDS_A_NIGHT = 40
BEGAN = datetime(2011, 1, 6, 19, tzinfo=UTC)

# Everybody of the club, one as often as the other; at its tables sit so many, and of six the dealer sits out.
CLUB = (*NAMES, *STRANGERS, "Max", "Nora", "Otto", "Pia")
TABLES = (5, 6, 6)
# Nights of the club are so many days apart, or as close together as years that are so many ask for.
DAYS_BETWEEN, YEARS = 7, 20
# What is open in the club is paid after each of so many nights, but for the last ones.
PAID_AFTER = 10
A_HAND = timedelta(minutes=5)


def start(name: str, names: Sequence[str], guest: uuid.UUID, *, stake_cents: int = 25) -> Group:
    new = NewGroup(name=name, names=names, currency="EUR", stake_cents=stake_cents, options=house_rules())
    return start_group(new, guest, uuid.uuid4())


def pen(group: Group, *, after: int = 0, at: datetime | None = None) -> WriteContext:
    owner = Membership.objects.get(group=group, role=Role.OWNER)
    return WriteContext(key=uuid.uuid4(), after=after, by=owner, at=at)


@transaction.atomic
def seed(hands: int) -> Group:
    """Return a group with so many hands behind it."""
    nights = max(hands // HANDS_A_NIGHT, NIGHTS_A_PAGE)
    group = start(f"{hands} hands", NAMES, GUEST)
    for night in range(nights):
        a_night(group, Random(night), hands // nights, BEGAN + timedelta(days=7 * night))
    return group


def seed_club(nights: int, hands: int = HANDS_A_NIGHT) -> Group:
    """Return a club with so many nights behind it; at the end one plan is kept as older versions did.

    After a third of them its stake is another one, and after two thirds its rules.
    """
    group, luck = start(f"{nights} nights", CLUB, GUEST, stake_cents=10), Random(1_000_000)
    people = sorted(group.players.values_list("pk", flat=True))
    days = timedelta(days=min(nights * DAYS_BETWEEN, YEARS * 365))
    for number in range(nights):
        at = timezone.now() - days * (nights - number) / nights
        with transaction.atomic():
            if number == nights // 3:
                Group.objects.filter(pk=group.pk).update(stake_cents=25)
                group.refresh_from_db()
            if number == 2 * nights // 3:
                rules = {**house_rules(), "sixty_doubles": False}
                write_rules(group, "sheepshead", "", rules, uuid.uuid4(), pen(group).by)
            a_night(group, luck, hands + luck.randrange(-5, 6), at, luck.sample(people, luck.choice(TABLES)))
            if number % PAID_AFTER == 0:
                for one in open_list(group):
                    pay_line(group, (one.payer, one.payee), one.cents, pen(group, at=at + timedelta(hours=6)))
    Group.objects.filter(pk=group.pk).update(started_at=timezone.now() - days - timedelta(days=1))
    settle(group, PlanRequest(), pen(group))
    group.refresh_from_db()
    return group


def begin_night(group: Group, at: datetime | None = None, seats: Sequence[int] = ()) -> Session:
    """Start a night of these players, or of the group's first six; of six the dealer sits out."""
    seats = tuple(seats or group.players.order_by("pk").values_list("pk", flat=True)[:PLAYERS])
    return start_session(group, Seating(seats=seats, dealer=seats[0], plays=PLAYERS - 1), pen(group, at=at))


def a_night(group: Group, luck: Random, hands: int, at: datetime, seats: Sequence[int] = ()) -> None:
    session = begin_night(group, at, seats)
    context = pen(group, at=at + timedelta(hours=5))
    assert context.by
    end_night(session, replace(context, after=play(session, context.by, luck, hands, at)))


def play(session: Session, owner: Membership, luck: Random, hands: int, at: datetime) -> int:
    """Write so many hands, or more to empty the pot, into a night that has none; return its newest entry."""
    opening, *told = evening(lines_of(session)[0], hands=hands, luck=luck)
    lines = [replace(line, by=owner.pk, at=at + line.number * A_HAND) for line in told]
    Entry.objects.bulk_create(
        Entry(
            session=session,
            number=line.number,
            key=uuid.uuid4(),
            kind=line.kind,
            facts=line.facts,
            by=owner,
            at=line.at or at,
        )
        for line in lines
    )
    project(session, fold([opening, *lines]))
    return lines[-1].number
