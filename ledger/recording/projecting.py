"""What is copied out of the fold into tables that exist for queries, in the same transaction.

There are three: the session's own row, tallies (a player in a game and role, over a night) and results (a
player in a hand). Whoever writes a book, a phone or an import, comes through here, and the audit compares.
The sheet is that of the ink; tallies and results are of the people that its players are by now (`Who`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date, datetime, time
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from ledger.counting import PICKERS_SIDE, PICKING
from ledger.models import A_NIGHT, Group, HandResult, Session, Tally, to_parts
from ledger.models.book import sheet_in_ink
from ledger.recording.totals import count_night
from ledger.scoring import game_called
from ledger.sheet import HandRow, ScoreSheet, Struck
from ledger.steps import Progress, Steps
from ledger.who import NOBODY_ELSE, Who

PROJECTION = 9
"""The version of what is projected. Raised when that changes: `migrate` then projects each night anew."""

Tallies = dict[tuple[int, str, str], tuple[int, int, int]]
"""(hands, won, parts) by (player id, game, role)."""


EVENING = time(20)

AT_ONCE = 400
"""So many nights are named in one statement."""


class Row(NamedTuple):
    """What a session's own row says of its book; the fields are those of `Session`."""

    hands: int
    ended_at: datetime | None
    is_copied: bool
    brought: UUID | None
    struck: Struck
    people: list[int]


class Result(NamedTuple):
    """What the row of a player's part in a hand says; the fields are those of `HandResult`."""

    at: datetime | None
    game: str
    version: int
    seat: int
    seats: int
    active: int
    dealer: int
    is_dealt: bool
    kind: str
    row: str
    side_points: int | None
    doublers: int
    cracks: int
    has_cracked: bool
    is_forced: bool
    is_for_pot: bool
    stake: int
    role: str
    won: bool | None
    parts: int


Results = dict[tuple[int, int], Result]
"""By (number of the entry that told the hand first, player id)."""

WRITE_RESULT = """
INSERT INTO ledger_handresult (
  group_id, session_id, entry, player_id,
  at, game, version, seat, seats, active, dealer, is_dealt, kind, row, side_points, doublers, cracks,
  has_cracked, is_forced, is_for_pot, stake, role, won, parts
) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (session_id, entry, player_id) DO UPDATE SET
  at = EXCLUDED.at, game = EXCLUDED.game, version = EXCLUDED.version, seat = EXCLUDED.seat,
  seats = EXCLUDED.seats, active = EXCLUDED.active, dealer = EXCLUDED.dealer,
  is_dealt = EXCLUDED.is_dealt, kind = EXCLUDED.kind, row = EXCLUDED.row,
  side_points = EXCLUDED.side_points, doublers = EXCLUDED.doublers, cracks = EXCLUDED.cracks,
  has_cracked = EXCLUDED.has_cracked, is_forced = EXCLUDED.is_forced, is_for_pot = EXCLUDED.is_for_pot,
  stake = EXCLUDED.stake, role = EXCLUDED.role, won = EXCLUDED.won, parts = EXCLUDED.parts
"""
"""The columns after the first line are those of `Result`, in its order."""


def tallies(sheet: ScoreSheet, who: Who = NOBODY_ELSE) -> Tallies:
    """What everybody did in a night, by game and role, in the numbers that are stored."""
    found = _tallies_in_ink(sheet)
    return {(who.of(player), game, role): numbers for (player, game, role), numbers in found.items()}


def _tallies_in_ink(sheet: ScoreSheet) -> Tallies:
    games = {row.rules.game for row in sheet.rows if row.scored} or {sheet.rules.game}
    if len(games) > 1:
        return _tallies_by_game(sheet)
    (game,) = games
    return {
        (player, game, role): (one.hands, one.won, to_parts(one.points))
        for (player, role), one in sheet.counts.items()
    }


def _tallies_by_game(sheet: ScoreSheet) -> Tallies:
    """The same of a night that changed its game: the fold counts by role alone."""
    found: Tallies = {}
    for row in sheet.rows:
        for (_, player), one in results_of(row, None).items():
            if row.is_hand or one.role or one.parts:
                hands, won, parts = found.get((player, one.game, one.role), (0, 0, 0))
                numbers = (hands + row.is_hand, won + bool(one.won), parts + one.parts)
                found[player, one.game, one.role] = numbers
    return found


def results_of(row: HandRow, began: datetime | None, who: Who = NOBODY_ELSE) -> Results:
    """What a hand brought everybody who sat at the table, in the numbers that are stored.

    `began` is when its night did, None where it does not matter when the hand was told.
    """
    if (scored := row.scored) is None:
        return {}
    many = len(row.seats)
    roles, won = row.roles, scored.won or (None,) * many
    traits = game_called(row.rules.game).traits(row.facts["told"])
    told, dealer, active = row.versions[0].at, row.seats.index(row.dealer), many - len(row.out)
    at = min(max(told, began), began + A_NIGHT) if told and began else told
    lay_there = scored.for_the_pot is not None
    return {
        (row.entry, who.of(player)): Result(
            at=at,
            game=row.rules.game,
            version=row.rules.version,
            seat=seat,
            seats=many,
            active=active,
            dealer=dealer,
            is_dealt=row.number > 0,
            kind=traits.kind,
            row=scored.row or "",
            side_points=scored.side_points,
            doublers=row.doublers,
            cracks=traits.cracks,
            has_cracked=seat == traits.cracker,
            is_forced=traits.is_forced and roles[seat] in PICKING,
            is_for_pot=lay_there and roles[seat] in PICKERS_SIDE,
            stake=row.stake_cents,
            role=roles[seat],
            won=won[seat],
            parts=to_parts(scored.points[seat]),
        )
        for seat, player in enumerate(row.seats)
    }


def new_rows(session: Session, sheet: ScoreSheet) -> Iterator[Tally | HandResult]:
    """All rows that a night gets, its tallies first; the session itself is told what its own row says.

    For writing many nights at once: nothing is written here, and the session need not be yet.
    """
    _fill(session, sheet)
    who = session.group.who
    hands = (_results(session, results_of(row, session.started_at, who)) for row in sheet.rows)
    return chain(_tallies(session, tallies(sheet, who)), chain.from_iterable(hands))


def project(session: Session, sheet: ScoreSheet, *, before: ScoreSheet | None = None) -> None:
    """Bring the session's row, its tallies and its results in line with the sheet.

    `before` is the sheet that was projected last, None where none was; only what differs is written. A night
    that another version of this projected is projected anew.
    """
    if session.projection != PROJECTION:
        Tally.objects.filter(session=session).delete()
        HandResult.objects.filter(session=session).delete()
        before = None
    _project_session(session, sheet, before)
    _project_tallies(session, sheet, before)
    _project_results(session, sheet, before)
    if before is None or _whole(before) != _whole(sheet):
        count_night(session, sheet, before=before)


def _whole(sheet: ScoreSheet) -> tuple[object, ...]:
    """What changes where a night has something else to add to those before it: its end, or its totals.

    The hands of a night that is over stay as they are.
    """
    return sheet.ending is not None, sheet.copied, sheet.notebook


def project_again(nights: QuerySet[Session], failed: Callable[[Session, Exception], object]) -> Steps[int]:
    """Project anew those of these nights that another version of this projected; returns how many.

    Each in a transaction of its own: stopped, it goes on where it was. A book that cannot be folded keeps the
    rows it has; `failed` is told, and the next time tries it again.
    """
    left = nights.exclude(projection=PROJECTION).order_by("pk")
    of, looked_at, done, last = left.count(), 0, 0, 0
    while (session := left.filter(pk__gt=last).select_related("group").first()) is not None:
        last = session.pk
        try:
            with transaction.atomic():
                Group.every.select_for_update(no_key=True).only("pk").get(pk=session.group_id)
                held = _held(session.pk)
                project(held, sheet_in_ink(held))
            done += 1
        except Exception as problem:
            failed(session, problem)
        looked_at += 1
        yield Progress(done=looked_at, of=of)
    return done


def _held(session: int) -> Session:
    """A night and its group as they are now, the night locked until all is written."""
    nights = Session.objects.select_related("group")
    if connection.features.has_select_for_update_of:
        nights = nights.select_for_update(no_key=True, of=("self",))
    return nights.get(pk=session)


def hand_over(nights: Collection[int], player: int, to: int) -> None:
    """What a player did in these nights is another one's from now on: both turned out to be one, or two."""
    for first in range(0, len(nights), AT_ONCE):
        some = list(nights)[first : first + AT_ONCE]
        Tally.objects.filter(session__in=some, player=player).update(player=to)
        HandResult.objects.filter(session__in=some, player=player).update(player=to)


def _project_session(session: Session, sheet: ScoreSheet, before: ScoreSheet | None) -> None:
    _fill(session, sheet)
    if before is None or (row_of(before), before.copied) != (row_of(sheet), sheet.copied):
        row = row_of(sheet)._asdict()
        Session.objects.filter(pk=session.pk).update(
            **row, started_at=session.started_at, projection=session.projection
        )


def _fill(session: Session, sheet: ScoreSheet) -> None:
    for name, value in row_of(sheet)._asdict().items():
        setattr(session, name, value)
    if sheet.copied and timezone.localdate(session.started_at) != sheet.copied.day:
        session.started_at = evening_of(sheet.copied.day)
    session.projection = PROJECTION


def evening_of(day: date) -> datetime:
    """When a night began of which only the day is known."""
    return timezone.make_aware(datetime.combine(day, EVENING))


def row_of(sheet: ScoreSheet) -> Row:
    """What the session's own row says of its book."""
    copied = sheet.copied
    return Row(
        hands=sheet.hands,
        ended_at=sheet.ending.at if sheet.ending else None,
        is_copied=copied is not None,
        brought=copied.brought.key if copied and copied.brought else None,
        struck=copied.struck if copied else Struck.NO,
        people=sorted(sheet.named),
    )


def _project_tallies(session: Session, sheet: ScoreSheet, before: ScoreSheet | None) -> None:
    who = session.group.who
    had = tallies(before, who) if before else {}
    has = tallies(sheet, who)
    Tally.objects.bulk_create(
        _tallies(session, {who: numbers for who, numbers in has.items() if had.get(who) != numbers}),
        update_conflicts=True,
        unique_fields=["player", "session", "game", "role"],
        update_fields=["hands", "won", "parts"],
    )
    if gone := [Q(player=player, game=game, role=role) for player, game, role in had.keys() - has.keys()]:
        Tally.objects.filter(reduce(or_, gone), session=session).delete()


def _tallies(session: Session, numbers: Tallies) -> list[Tally]:
    return [
        Tally(session=session, player_id=player, game=game, role=role, hands=hands, won=won, parts=parts)
        for (player, game, role), (hands, won, parts) in numbers.items()
    ]


def _project_results(session: Session, sheet: ScoreSheet, before: ScoreSheet | None) -> None:
    had_rows, has_rows = _changed(before.rows if before else (), sheet.rows)
    began, who = session.started_at, session.group.who
    had, has = all_results(had_rows, began, who), all_results(has_rows, began, who)
    _write_results(session, {which: one for which, one in has.items() if had.get(which) != one})
    gone = had.keys() - has.keys()
    for entry in {entry for entry, _ in gone}:
        players = [player for of, player in gone if of == entry]
        HandResult.objects.filter(session=session, entry=entry, player__in=players).delete()


def _write_results(session: Session, found: Results) -> None:
    """Write these results, or put those right that are there.

    As one plain statement: for a hand of five, `bulk_create` takes five times as long, a tenth of all that
    recording the hand takes.
    """
    # A database that knows moments takes them as they are, SQLite as text; the types name only the latter.
    moment: Callable[[datetime | None], Any] = connection.ops.adapt_datetimefield_value
    rows = [
        (session.group_id, session.pk, entry, player, moment(one.at), *one[1:])
        for (entry, player), one in found.items()
    ]
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(WRITE_RESULT, rows)


def _changed(had: Sequence[HandRow], has: Sequence[HandRow]) -> tuple[Sequence[HandRow], Sequence[HandRow]]:
    """The rows of both from the first that differs.

    A fold that goes on from another keeps its rows, so that looking at a long night costs next to nothing.
    """
    for place, (one, other) in enumerate(zip(had, has, strict=False)):
        if one is not other:
            return had[place:], has[place:]
    both = min(len(had), len(has))
    return had[both:], has[both:]


def all_results(rows: Sequence[HandRow], began: datetime, who: Who = NOBODY_ELSE) -> Results:
    """What these hands of a night that began then brought everybody, in the numbers that are stored."""
    found: Results = {}
    for row in rows:
        found |= results_of(row, began, who)
    return found


def _results(session: Session, found: Results) -> list[HandResult]:
    return [
        HandResult(group_id=session.group_id, session=session, entry=entry, player_id=player, **one._asdict())
        for (entry, player), one in found.items()
    ]
