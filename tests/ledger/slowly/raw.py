"""All that was written of a group, one hand after the other: what the slow reference of statistics reads.

Straight from the ink of every book, each folded by itself; who is who is followed here anew. Nothing that was
added up, projected or kept is looked at.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from django.utils import timezone

from ledger.book.folding import fold
from ledger.book.sheet import HandRow, ScoreSheet
from ledger.models import Entry, Group, Merge, Session
from ledger.models.book import in_ink
from ledger.standings.filtering import EVERYTHING, Filter

PICKS = ("picker", "alone")
# Of a notebook with more names in a night a 0 may be somebody who was not there.
A_TABLE = 8


@dataclass(frozen=True, kw_only=True)
class Told:
    """A hand, or points that moved between two (`is_hand` is False); people are who they are by now."""

    night: int
    day: date
    is_over: bool
    entry: int
    game: str
    version: int
    stake: int
    number: int
    is_hand: bool
    seats: tuple[int, ...]
    out: frozenset[int]
    dealer: int
    points: Mapping[int, Fraction]
    roles: Mapping[int, str]
    won: Mapping[int, bool]
    facts: Mapping[str, Any]
    row: str
    side_points: int | None
    doublers: int
    pot: tuple[int, Fraction]
    at: datetime | None

    @property
    def playing(self) -> list[int]:
        return [who for who in self.seats if who not in self.out]

    @property
    def in_turn(self) -> list[int]:
        """Return who plays, in the order in which they speak."""
        after = self.seats.index(self.dealer) + 1
        return [who for who in (*self.seats[after:], *self.seats[:after]) if who not in self.out]

    @property
    def chief(self) -> int | None:
        return next((who for who in self.seats if self.roles[who] in PICKS), None)

    @property
    def partners(self) -> list[int]:
        return [who for who in self.seats if self.roles[who] == "partner"]

    @property
    def kind(self) -> str:
        """Return the contract of Schafkopf, else the kind of hand."""
        return str(self.facts.get("contract") or self.facts["kind"])

    @property
    def is_forced(self) -> bool:
        return bool(self.facts.get("forced")) or self.kind == "muss"

    @property
    def cracker(self) -> int | None:
        by = self.facts.get("cracks_by")
        return self.seats[by[0]] if by else None

    @property
    def is_cracked(self) -> bool:
        return bool(self.facts.get("cracks") or self.facts.get("stoss"))


@dataclass(frozen=True, kw_only=True)
class Totals:
    """A night out of a notebook: who won or lost what."""

    night: int
    day: date
    game: str
    version: int
    stake: int
    points: Mapping[int, Fraction]


@dataclass(kw_only=True)
class Raw:
    """What was told of some nights. `nights` are all of them, in their order, with the day of each."""

    nights: list[tuple[int, date]] = field(default_factory=list)
    hands: list[Told] = field(default_factory=list)
    totals: list[Totals] = field(default_factory=list)
    cents: dict[int, int] = field(default_factory=dict)

    def games(self) -> set[str]:
        return {one.game for one in self.hands} | {one.game for one in self.totals}

    def of(self, game: str, where: Filter = EVERYTHING) -> "Raw":
        """Return what was told of one game, and of hands under some circumstances."""
        played = {one.night for one in self.hands if one.game == game}
        played |= {one.night for one in self.totals if one.game == game}
        found = Raw(
            nights=[one for one in self.nights if one[0] in played],
            hands=[one for one in self.hands if one.game == game and _fits(one, len(one.playing), where)],
            totals=[one for one in self.totals if one.game == game and _fits(one, 0, where)],
        )
        if not where.has_whole_nights:
            found.nights = [one for one in found.nights if found.there(one[0])]
        return found

    def between(self, first: date | None, last: date | None) -> "Raw":
        there = {night for night, day in self.nights if (first or date.min) <= day <= (last or date.max)}
        return Raw(
            nights=[one for one in self.nights if one[0] in there],
            hands=[one for one in self.hands if one.night in there],
            totals=[one for one in self.totals if one.night in there],
        )

    def when(self, night: int) -> tuple[date, int]:
        """Return the key by which nights are ordered: the day, then the number."""
        return dict(self.nights)[night], night

    def dealt(self) -> list[Told]:
        return [one for one in self.hands if one.is_hand]

    def people(self) -> set[int]:
        return {who for night, _ in self.nights for who in self.there(night)}

    def there(self, night: int) -> set[int]:
        found = {who for one in self.totals if one.night == night for who in one.points}
        for one in self.hands:
            if one.night == night:
                found |= {who for who in one.seats if one.points[who]}
                found |= set(one.playing) if one.is_hand else set()
        return found

    def brought(self, who: int) -> list[tuple[int, Fraction]]:
        """Return what each night brought a player who was there, by its number."""
        return [
            (night, sum((points for _, points in self.steps(who, night)), Fraction(0)))
            for night, _ in self.nights
            if who in self.there(night)
        ]

    def steps(self, who: int, night: int) -> list[tuple[Told | None, Fraction]]:
        """Return hand by hand what a night brought a player; totals at once."""
        found: list[tuple[Told | None, Fraction]] = [
            (one, one.points[who]) for one in self.hands if one.night == night and who in one.seats
        ]
        return found + [
            (None, one.points[who]) for one in self.totals if one.night == night and who in one.points
        ]


def _fits(one: Told | Totals, active: int, where: Filter) -> bool:
    return (
        where.version in (None, one.version)
        and where.active in (None, active)
        and where.stake in (None, one.stake)
    )


def raw_of(group: Group, asked: Filter = EVERYTHING) -> Raw:
    """Return what was told of the nights of these days, whatever the circumstances."""
    now = who_is_who(group)
    found = Raw()
    for session in group.sessions.order_by("started_at", "number"):
        day = timezone.localdate(session.started_at)
        if not (asked.since or date.min) <= day <= (asked.until or date.max):
            continue
        sheet = fold(in_ink(Entry.objects.filter(session=session).order_by("number")))
        if sheet.copied and sheet.copied.struck:
            continue
        found.nights.append((session.number, day))
        found.hands += [_told(session, day, sheet, row, now) for row in sheet.rows if row.scored is not None]
        if sheet.copied:
            found.totals.append(
                Totals(
                    night=session.number,
                    day=day,
                    game=sheet.rules.game,
                    version=sheet.rules.version,
                    stake=sheet.stake_cents,
                    points={
                        now.get(who, who): Fraction(won)
                        for who, won in sheet.notebook.items()
                        if won or len(sheet.notebook) <= A_TABLE
                    },
                )
            )
        for who, cents in (sheet.ending.cents if sheet.ending else {}).items():
            found.cents[now.get(who, who)] = found.cents.get(now.get(who, who), 0) + cents
    return found


def who_is_who(group: Group) -> dict[int, int]:
    """Return, by player who turned out to be another one, who that is in the end."""
    said = list(Merge.objects.filter(group=group))
    undone = {one.undoes_id for one in said}
    into = {one.player_id: one.into_id for one in said if one.undoes_id is None and one.pk not in undone}
    found = {}
    for player in into:
        person = player
        while person in into:
            person = into[person]
        found[player] = person
    return found


def _told(session: Session, day: date, sheet: ScoreSheet, row: HandRow, now: Mapping[int, int]) -> Told:
    assert row.scored
    seats = tuple(now.get(who, who) for who in row.seats)
    many = len(seats)
    pot = row.carried.on_table
    return Told(
        night=session.number,
        day=day,
        is_over=sheet.ending is not None,
        entry=row.entry,
        game=row.rules.game,
        version=row.rules.version,
        stake=row.stake_cents,
        number=row.number,
        is_hand="other" in row.facts or row.number > 0,
        seats=seats,
        out=frozenset(now.get(who, who) for who in row.out),
        dealer=now.get(row.dealer, row.dealer),
        points=dict(zip(seats, map(Fraction, row.scored.points), strict=True)),
        roles=dict(zip(seats, row.scored.roles or ("",) * many, strict=True)),
        won={who: bool(won) for who, won in zip(seats, row.scored.won or (None,) * many, strict=True)},
        facts=row.facts["told"],
        row=row.scored.row or "",
        side_points=row.scored.side_points,
        doublers=row.doublers,
        pot=(pot.pots, Fraction(pot.amount)),
        at=row.versions[0].at,
    )
