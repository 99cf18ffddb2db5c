"""Copies the book into the tables that exist for queries, in the transaction that writes the book.

Phones, imports and `migrate` all write through here; the audit compares. Sheets know people by the ids in
ink, the tables know them as who they are by now (`Group.who`).
"""

from collections.abc import Callable, Collection, Iterator
from datetime import date, datetime, time
from itertools import islice, takewhile
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from ledger.book.sheet import ScoreSheet, Struck
from ledger.models import (
    NIGHTLY,
    Group,
    Hand,
    HandResult,
    NightPair,
    NightPlace,
    NightPlayer,
    NightRole,
    Pot,
    Session,
)
from ledger.models.book import sheet_in_ink
from ledger.models.night_rows import (
    GAMES,
    HANDS,
    PAIRS,
    PLACES,
    PLAYERS,
    RESULTS,
    ROLES,
    Key,
    ProjectedTable,
    Rows,
    RowValues,
    add_hand,
    add_night,
    no_rows,
    pots_of,
    rows_of,
)
from ledger.steps import pause

# The version of what is projected. Raised when that changes: `migrate` then projects each night anew.
PROJECTION = 10

# The first columns of every table about nights.
OF_NIGHT = ("session_id", "group_id", "day")

NIGHTS = (GAMES, PLAYERS, ROLES, PLACES, PAIRS)

EVENING = time(20)

RowToRenew = TypeVar("RowToRenew", bound=Model)

# Nights that are named, or rows that are written, in one statement.
AT_ONCE = 400


class SessionRow(NamedTuple):
    """The columns of a session's own row about its book; the fields are those of `Session`."""

    hands: int
    ended_at: datetime | None
    is_copied: bool
    brought: UUID | None
    struck: Struck
    people: list[int]


def project(session: Session, sheet: ScoreSheet, *, before: ScoreSheet | None = None) -> None:
    """Bring the session's row and the rows of its hands in line with the sheet.

    `before` is the sheet that was projected last, None where nobody knows. Hands that follow it are added to
    what stands there; after any other change all rows of the night are written anew.
    """
    if session.projection != PROJECTION:
        before = None
    _fill(session, sheet)
    if before is None or (row_of(before), before.copied) != (row_of(sheet), sheet.copied):
        Session.objects.filter(pk=session.pk).update(
            **row_of(sheet)._asdict(), started_at=session.started_at, projection=session.projection
        )
    both = zip(before.rows, sheet.rows, strict=False) if before else ()
    kept = sum(1 for _ in takewhile(lambda rows: rows[0] is rows[1], both))
    if (
        before is None
        or kept < len(before.rows)
        or before.copied != sheet.copied
        or before.notebook != sheet.notebook
    ):
        Pot.objects.filter(fed_by__session=session).delete()
        HandResult.objects.filter(hand__session=session).delete()
        # Not delete(): that would look for the rows deleted above once more.
        Hand.objects.filter(session=session)._raw_delete(using=connection.alias)
        for model in NIGHTLY:
            model._default_manager.filter(session=session).delete()
        write_rows(session, rows_of(sheet, session.group.who))
    elif kept < len(sheet.rows):
        found = no_rows()
        for position, row in enumerate(sheet.rows[kept:], start=kept + 1):
            add_hand(found, row, position, session.group.who)
        add_night(found, sheet, session.group.who)
        if any(row.scored and row.scored.pot_delta for row in sheet.rows[kept:]):
            Pot.objects.filter(fed_by__session=session).delete()
            found["Pot"] = pots_of(sheet.rows)
        write_rows(session, found)


def new_rows(session: Session, sheet: ScoreSheet) -> Iterator[Model]:
    """Yield all rows of a night that is not written yet, hands first; fill the session's own fields.

    For writing many nights at once: nothing is written here, and the session need not be yet.
    """
    _fill(session, sheet)
    found = rows_of(sheet, session.group.who)
    day = timezone.localdate(session.started_at)
    night: dict[str, Any] = {"session": session, "group_id": session.group_id, "day": day}
    hands = {}
    for (entry,), values in found["Hand"].items():
        hands[entry] = Hand(**night, entry=entry, **dict(zip(HANDS.values, values, strict=True)))
        yield hands[entry]
    for (entry, player), values in found["HandResult"].items():
        columns = dict(zip(RESULTS.values, values, strict=True))
        yield HandResult(hand=hands[entry], player_id=player, **columns)
    for (entry,), (parts, taken) in found["Pot"].items():
        yield Pot(fed_by=hands[entry], parts=parts, taken_by=hands[taken] if taken else None)
    for table in NIGHTS:
        for key, values in found[table.model.__name__].items():
            columns = dict(zip((*table.key, *table.values), (*key, *values), strict=True))
            yield table.model(**night, **columns)


def stored_rows(session: Session, table: ProjectedTable) -> dict[Key, tuple[int, date | None, RowValues]]:
    """Return the stored rows of a night in one table by their keys: the group, the day and the values."""
    of, night = {
        HandResult: ("hand__session", ("hand__group_id", "hand__day")),
        Pot: ("fed_by__session", ("fed_by__group_id", "fed_by__day")),
    }.get(table.model, ("session", ("group_id", "day")))
    rows = table.model._default_manager.filter(**{of: session}).order_by()
    many = len(table.key)
    return {
        tuple(row[2 : 2 + many]): (row[0], row[1], tuple(row[2 + many :]))
        for row in rows.values_list(*night, *table.key, *table.values)
    }


def project_again(nights: QuerySet[Session], failed: Callable[[Session, Exception], object]) -> int:
    """Project anew those of these nights that another version of this projected; return how many.

    A book that cannot be folded keeps the rows it has; `failed` is called with it.
    """

    def project_one(session: Session) -> None:
        Group.every.select_for_update(no_key=True).only("pk").get(pk=session.group_id)
        same = Session.objects.select_related("group")
        if connection.features.has_select_for_update_of:
            same = same.select_for_update(no_key=True, of=("self",))
        held = same.get(pk=session.pk)
        project(held, sheet_in_ink(held))

    left = nights.exclude(projection=PROJECTION).select_related("group").order_by("pk")
    return renew(left, project_one, failed)


def renew(
    left: QuerySet[RowToRenew],
    renew_row: Callable[[RowToRenew], None],
    failed: Callable[[RowToRenew, Exception], object],
) -> int:
    """Renew the rows that are left, each in a transaction of its own; return how many.

    Stopped, the next run goes on where it was. `failed` is called with each row that cannot be renewed, which
    the next run tries again.
    """
    of, looked_at, done, last = left.count(), 0, 0, 0
    while (row := left.filter(pk__gt=last).first()) is not None:
        last = row.pk
        try:
            with transaction.atomic():
                renew_row(row)
            done += 1
        except Exception as problem:
            failed(row, problem)
        looked_at += 1
        pause(looked_at, of)
    return done


def hand_over(nights: Collection[int], player: int, to: int) -> None:
    """Give what a player did in these nights to another one: both turned out to be one person, or two."""
    for first in range(0, len(nights), AT_ONCE):
        some = list(nights)[first : first + AT_ONCE]
        Hand.objects.filter(session__in=some, dealer=player).update(dealer=to)
        Hand.objects.filter(session__in=some, picker=player).update(picker=to)
        HandResult.objects.filter(hand__session__in=some, player=player).update(player=to)
        for model in (NightPlayer, NightRole, NightPlace, NightPair):
            model._default_manager.filter(session__in=some, player=player).update(player=to)
        NightPair.objects.filter(session__in=some, other=player).update(other=to)


def _fill(session: Session, sheet: ScoreSheet) -> None:
    for name, value in row_of(sheet)._asdict().items():
        setattr(session, name, value)
    if sheet.copied and timezone.localdate(session.started_at) != sheet.copied.day:
        session.started_at = evening_of(sheet.copied.day)
    session.projection = PROJECTION


def evening_of(day: date) -> datetime:
    """Return when a night began of which only the day is known."""
    return timezone.make_aware(datetime.combine(day, EVENING))


def row_of(sheet: ScoreSheet) -> SessionRow:
    """Return what the session's own row says of its book."""
    copied = sheet.copied
    return SessionRow(
        hands=sheet.hands,
        ended_at=sheet.ending.at if sheet.ending else None,
        is_copied=copied is not None,
        brought=sheet.brought.key if sheet.brought else None,
        struck=copied.struck if copied else Struck.NO,
        people=sorted(sheet.named),
    )


def write_rows(session: Session, found: Rows) -> None:
    """Write these rows; those of the night's grain are added to rows of the same key that stand there."""
    day = connection.ops.adapt_datefield_value(timezone.localdate(session.started_at))
    of_night = (session.pk, session.group_id, day)
    hands = [
        (*of_night, *key, position, number, at and connection.ops.adapt_datetimefield_value(at), *rest)
        for key, (position, number, at, *rest) in found["Hand"].items()
    ]
    ids: dict[int, int] = dict(
        _insert(Hand, (*OF_NIGHT, *HANDS.key, *HANDS.values), hands, returning="entry, id")
    )
    results = [(ids[entry], player, *values) for (entry, player), values in found["HandResult"].items()]
    _insert(HandResult, ("hand_id", "player_id", *RESULTS.values), results)
    if pots := found["Pot"]:
        if not pots.keys() <= {(entry,) for entry in ids}:
            ids = dict(Hand.objects.filter(session=session).values_list("entry", "pk"))
        Pot.objects.bulk_create(
            Pot(fed_by_id=ids[entry], parts=parts, taken_by_id=ids[taken] if taken else None)
            for (entry,), (parts, taken) in pots.items()
        )
    for table in NIGHTS:
        rows = [(*of_night, *key, *values) for key, values in found[table.model.__name__].items()]
        _insert(table.model, (*OF_NIGHT, *table.key, *table.values), rows, table)


def _insert(
    model: type[Model],
    columns: tuple[str, ...],
    rows: Collection[RowValues],
    table: ProjectedTable | None = None,
    *,
    returning: str = "",
) -> list[Any]:
    # Write these rows as plain statements: for a hand of five, `bulk_create` takes five times as long.
    #
    # In a table with a row per night (`table`), a row with the same key is replaced or added to. Return the
    # `returning` columns of each row.
    name = model._meta.db_table
    conflict = ""
    if table is not None:
        kept = "{0} = {1}.{0} + EXCLUDED.{0}" if table.adds else "{0} = EXCLUDED.{0}"
        sets = ", ".join(kept.format(f'"{column}"', name) for column in table.values)
        keys = ", ".join(f'"{column}"' for column in ("session_id", *(table.unique or table.key)))
        conflict = f" ON CONFLICT ({keys}) DO UPDATE SET {sets}"
    if returning:
        conflict += f" RETURNING {returning}"
    named = ", ".join(f'"{column}"' for column in columns)
    one = f"({', '.join(['%s'] * len(columns))})"
    left, found = iter(rows), list[Any]()
    with connection.cursor() as cursor:
        while some := list(islice(left, AT_ONCE)):
            values = ", ".join([one] * len(some))
            cursor.execute(
                f"INSERT INTO {name} ({named}) VALUES {values}{conflict}",  # noqa: S608 - names are ours
                [value for row in some for value in row],
            )
            found += cursor.fetchall() if returning else []
    return found
