"""A club with years of Sheepshead behind it, written in bulk: a million hands in minutes.

Some evenings are scored by the real fold. Every night of the club is one of these, on another day and with
other people in its seats: its rows are those that the pen would have written, and the audit finds nothing.
"""

from __future__ import annotations

import json
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from random import Random
from typing import Any

from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from ledger.book.folding import fold
from ledger.book.sheet import EntryKind, Line, ScoreSheet
from ledger.book.who import Who as People
from ledger.book.who import renamed as facts_renamed
from ledger.models import (
    Entry,
    Group,
    Hand,
    HandResult,
    HouseRules,
    Kind,
    Membership,
    Posting,
    Pot,
    Session,
    Transaction,
    guards,
)
from ledger.models.night_rows import GAMES, HANDS, PAIRS, PLACES, PLAYERS, RESULTS, ROLES, Rows, rows_of
from ledger.money.payments import fewest_payments
from ledger.money.rounding import rounded
from ledger.recording import NewGroup, WriteContext, start_group
from ledger.recording.journal import Booking, Inked, Party, inked, make_list
from ledger.recording.night import ended
from ledger.recording.projecting import PROJECTION, row_of
from ledger.scoring import HandRefused, game_called
from tests.bench.engine import house_rules, told_by
from tests.bench.seeding import GUEST
from tests.old_ways import PlanRequest, settle

# Everybody of the club, one as often as the other.
NAMES = (
    "Ann", "Ben", "Cleo", "Dave", "Edith", "Frank", "Gus", "Hanna", "Ida", "Jon", "Karl", "Lena", "Max",
    "Nora", "Otto", "Pia",
)  # fmt: skip

HANDS_A_NIGHT = 50
# People at a table; of six the dealer sits out.
TABLES = (5, 6, 6)

# A third of the nights each: the version of the house rules, and cents a point.
ERAS = ((1, 10), (1, 25), (2, 25))

# Evenings that are scored for each table of each era.
EVENINGS = 8

# When nights of the same day begin.
STARTS = (time(13), time(17), time(20))

DAYS_BETWEEN = 7
# Nights are a week apart, or as close together as years that are so many ask for.
YEARS = 20

# The last nights, which are still to be paid.
UNPAID = 5

# Nights that are written together.
AT_ONCE = 200


ACTIVE = 5
# The share of hands that are corrected.
CORRECTED = 0.02

Row = tuple[Any, ...]

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
A_HAND = timedelta(minutes=4)


@dataclass(frozen=True, kw_only=True)
class Evening:
    """An evening that was scored, with people 1, 2, 3, … in its seats, and as if it had begun at `EPOCH`.

    `sheet` is what its lines add up to.
    """

    lines: Sequence[Line]
    session: Mapping[str, Any]
    sheet: ScoreSheet

    @property
    def cents(self) -> Mapping[int, int]:
        return {int(person): cents for person, cents in self.lines[-1].facts["cents"].items()}


def evening(luck: Random, people: int, version: int, stake: int) -> Evening:
    seats = luck.sample(range(1, people + 1), people)
    rules = {"version": version, "game": "sheepshead", "options": options_of(version)}
    facts = {"seats": seats, "dealer": seats[0], "plays": 5, "skip": [], "stake_cents": stake, "rules": rules}
    lines = [_line(1, EntryKind.OPENED, facts)]
    hands = HANDS_A_NIGHT + luck.randrange(-5, 6)
    sheet = fold(lines)
    while sheet.hands < hands or sheet.pot_points:
        try:
            line = _next(sheet, luck, is_end=sheet.hands >= hands - 2)
            sheet = fold([*lines, line], known=sheet)
        except HandRefused:
            continue
        lines.append(line)
    lines.append(_line(len(lines) + 1, EntryKind.ENDED, ended(rounded(sheet.worth))))
    return _scored(lines)


def _next(sheet: ScoreSheet, luck: Random, *, is_end: bool) -> Line:
    """A hand, or another version of one before it; at the end only what leaves nothing in the pot."""
    seats, dealer = list(sheet.seating.seats), sheet.seating.dealer
    of: dict[str, Any] = {}
    if sheet.rows and not is_end and luck.random() < CORRECTED:
        row = luck.choice(sheet.rows)
        of, dealer = {"of": row.entry}, row.dealer
    playing = [seat for seat, who in enumerate(seats) if len(seats) == ACTIVE or who != dealer]
    said = {"kind": "picked", "picker": playing[0], "partners": [playing[1]], "result": "won"}
    if not is_end:
        said = told_by(luck, playing)
    told = {"seats": seats, "told": said, "dealer": None, "out": None, "doublers": None}
    facts = {**of, **told, "rules": sheet.rules.version, "edition": game_called("sheepshead").edition}
    return _line(sheet.newest + 1, EntryKind.CORRECTED if of else EntryKind.HAND, facts)


def options_of(version: int) -> dict[str, Any]:
    """The club's rules; the second version has no doubler after sixty."""
    return {**house_rules(), "sixty_doubles": version == 1}


def _line(number: int, kind: EntryKind, facts: Mapping[str, Any]) -> Line:
    return Line(number=number, kind=kind, facts=facts, at=EPOCH + number * A_HAND)


def _scored(lines: Sequence[Line]) -> Evening:
    sheet = fold(lines)
    return Evening(lines=lines, session=row_of(sheet)._asdict(), sheet=sheet)


def write_club(hands: int) -> Group:
    """A club of so many hands, some more or fewer; the last night is still to come. One plan is kept."""
    nights = max(hands // HANDS_A_NIGHT - 1, 1)
    new = NewGroup(
        name=f"{hands} hands", names=NAMES, currency="EUR", stake_cents=ERAS[-1][1], options=options_of(1)
    )
    group = start_group(new, GUEST, uuid.uuid4())
    began = list(_beginnings(nights))
    _write_rules(group, began)
    # The guards look at every row, and what is written of a club is news to nobody.
    guards.lift(connection)
    try:
        Club(group).write(began)
    finally:
        guards.install(connection)
    with transaction.atomic():
        make_list(Group.objects.select_for_update().get(pk=group.pk))
        group.refresh_from_db()
        # The payments of a plan are written before the plan itself, so both have to be in one transaction.
        if group.open_payments.exists():
            settle(group, PlanRequest(), WriteContext(key=uuid.uuid4(), after=0))
    return group


def _beginnings(nights: int) -> Iterator[datetime]:
    """When so many nights begin, the last of them yesterday."""
    days = min(nights * DAYS_BETWEEN, YEARS * 365)
    first = timezone.localdate() - timedelta(days=days)
    many: Counter[date] = Counter()
    for number in range(nights):
        day = first + timedelta(days=number * days // nights)
        yield timezone.make_aware(datetime.combine(day, STARTS[many[day] % len(STARTS)]))
        many[day] += 1


def _write_rules(group: Group, began: Sequence[datetime]) -> None:
    HouseRules.objects.create(
        group=group,
        version=2,
        game="sheepshead",
        options=options_of(2),
        written_at=began[2 * len(began) // 3],
    )
    Group.objects.filter(pk=group.pk).update(started_at=began[0] - timedelta(days=1))


class Club:
    """The nights of a group while they are written, from the first to the last."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.owner = Membership.objects.get(group=group).pk
        self.luck = Random(1_000_000)
        self.people = sorted(group.players.values_list("pk", flat=True))
        self.paid_until = 0
        self.lines_of_journal = 0

    def write(self, began: Sequence[datetime]) -> None:
        self.paid_until = len(began) - UNPAID
        evenings = [
            [evening(self.luck, table, *era) for table in TABLES for _ in range(EVENINGS)] for era in ERAS
        ]
        for first in range(0, len(began), AT_ONCE):
            part = [
                (number, at, self.luck.choice(evenings[len(ERAS) * (number - 1) // len(began)]))
                for number, at in enumerate(began[first : first + AT_ONCE], start=first + 1)
            ]
            with transaction.atomic():
                self._write(part)

    def _write(self, nights: Sequence[tuple[int, datetime, Evening]]) -> None:
        written = [self._night(number, at, one) for number, at, one in nights]
        Session.objects.bulk_create(one.session for one in written)
        insert(Entry, ENTRY, (row for one in written for row in one.entries(self.owner)))
        hands = Hand.objects.bulk_create(hand for one in written for hand in one.hands())
        ids = {(hand.session_id, hand.entry): hand.pk for hand in hands}
        insert(HandResult, RESULT, (row for one in written for row in one.results(ids)))
        Pot.objects.bulk_create(pot for one in written for pot in one.pots(ids))
        for model, columns in GRAIN.items():
            insert(model, columns, (row for one in written for row in one.rows(model, columns)))
        booked = [made for one in written for made in self._money(one)]
        Posting.objects.bulk_create(posting for one in booked for posting in one.postings)
        Transaction.objects.bulk_create(one.header for one in booked)

    def _night(self, number: int, at: datetime, one: Evening) -> Night:
        """An evening on another day, with some of the club's people: in the order of their ids, on which the
        parts of points depend that do not come out even."""
        chosen = sorted(self.luck.sample(self.people, len(one.session["people"])))
        return Night(self.group, number, at, one, dict(enumerate(chosen, start=1)))

    def _money(self, night: Night) -> Iterator[Inked]:
        end = night.evening.lines[-1]
        brought: dict[Party, int] = {night.people[who]: cents for who, cents in night.evening.cents.items()}
        if any(brought.values()):
            booking = Booking(kind=Kind.NIGHT, cents=brought, session=night.session)
            yield self._inked(booking, night.key_of(end), night.moment(end.at))
        if night.session.number > self.paid_until:
            return
        for one in fewest_payments(night.evening.cents):
            cents: dict[Party, int] = {
                night.people[one.payer]: one.cents,
                night.people[one.payee]: -one.cents,
            }
            booking = Booking(kind=Kind.PAYMENT, cents=cents, session=night.session)
            yield self._inked(booking, uuid.uuid4(), night.moment(end.at) + A_HAND)

    def _inked(self, booking: Booking, key: uuid.UUID, at: datetime) -> Inked:
        self.lines_of_journal += 1
        return inked(self.group, booking, key=key, number=self.lines_of_journal, at=at, by=self.owner)


class Night:
    """A night of the club: an evening, when it was, and who the people of it are, by their numbers."""

    def __init__(
        self, group: Group, number: int, began: datetime, one: Evening, people: Mapping[int, int]
    ) -> None:
        self.evening, self.people = one, people
        self._later = began - EPOCH
        self._keys = {line.number: uuid.uuid4() for line in one.lines}
        self._at = {
            line.number: connection.ops.adapt_datetimefield_value(self.moment(line.at)) for line in one.lines
        }
        row = {
            **one.session,
            "people": sorted(people.values()),
            "ended_at": self.moment(one.session["ended_at"]),
        }
        self.session = Session(group=group, number=number, started_at=began, projection=PROJECTION, **row)

    def moment(self, at: datetime | None) -> datetime:
        """A moment of the evening, on the day of this night."""
        assert at is not None
        return at + self._later

    def key_of(self, line: Line) -> uuid.UUID:
        return self._keys[line.number]

    @cached_property
    def projected(self) -> Rows:
        """All rows that its hands have in the tables for queries."""
        return rows_of(self.evening.sheet, People(self.people))

    @property
    def night(self) -> dict[str, Any]:
        day = timezone.localdate(self.session.started_at)
        return {"session_id": self.session.pk, "group_id": self.session.group_id, "day": day}

    def entries(self, by: int) -> Iterator[Row]:
        """Its lines, as values of `ENTRY`."""
        for line in self.evening.lines:
            facts = json.dumps(facts_renamed(line.facts, self.people))
            key = self.key_of(line)
            yield (
                self.session.pk,
                line.number,
                key if connection.features.has_native_uuid_field else key.hex,
                str(line.kind),
                facts,
                by,
                self._at[line.number],
            )

    def hands(self) -> Iterator[Hand]:
        """Its hands; told as late in this night as in the evening."""
        for (entry,), values in self.projected["Hand"].items():
            told = dict(zip(HANDS.values, values, strict=True))
            yield Hand(**self.night, entry=entry, **told | {"at": self.moment(told["at"])})

    def results(self, ids: Mapping[tuple[int, int], int]) -> Iterator[Row]:
        """What its hands brought everybody, as values of `RESULT`."""
        for (entry, player), values in self.projected["HandResult"].items():
            yield (ids[self.session.pk, entry], player, *values)

    def pots(self, ids: Mapping[tuple[int, int], int]) -> Iterator[Pot]:
        night = self.session.pk
        for (entry,), (parts, taken) in self.projected["Pot"].items():
            yield Pot(
                fed_by_id=ids[night, entry], parts=parts, taken_by_id=ids[night, taken] if taken else None
            )

    def rows(self, model: type[Model], columns: Sequence[str]) -> Iterator[Row]:
        """Its rows in a table of the night's grain, as values of these columns."""
        night = (
            self.session.pk,
            self.session.group_id,
            connection.ops.adapt_datefield_value(self.night["day"]),
        )
        for key, values in self.projected[model.__name__].items():
            yield (*night, *key, *values)


ENTRY = ("session_id", "number", "key", "kind", "facts", "by_id", "at")
RESULT = ("hand_id", "player_id", *RESULTS.values)
GRAIN = {
    table.model: ("session_id", "group_id", "day", *table.key, *table.values)
    for table in (GAMES, PLAYERS, ROLES, PLACES, PAIRS)
}


def insert(model: type[Model], columns: Sequence[str], rows: Iterable[Row]) -> None:
    """All these rows, as the database takes them fastest."""
    table, named = model._meta.db_table, ", ".join(f'"{column}"' for column in columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({named}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            values = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({named}) VALUES ({values})", list(rows))
