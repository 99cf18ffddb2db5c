"""A night: its book against itself, and against what was copied out of it for queries and for the journal."""

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Max
from django.utils import timezone

from ledger.book.sheet import Line, ScoreSheet
from ledger.models import Entry, Kind, Posting, Session, Transaction
from ledger.models.night_rows import TABLES, Key, ProjectedTable, RowValues, rows_of
from ledger.money.rounding import THE_BOX
from ledger.recording.auditing.reading import PORTION, guarded, learn_who, one_moment, reported, why
from ledger.recording.contradictions import (
    Fault,
    KnownNames,
    NightMove,
    brought,
    called,
    cents_today,
    fold_and_compare,
    moves,
)
from ledger.recording.projecting import PROJECTION, SessionRow, row_of, stored_rows
from ledger.steps import pause, seldom
from ledger.words.messages import Message

# Nanoseconds that lines are folded between two pauses.
FOLD_NS = 10_000_000


@dataclass(frozen=True, kw_only=True)
class Stored:
    """A night's book, with the keys of its lines, and everything that was copied out of it.

    `moved` are its lines of the journal, by their keys.
    """

    lines: Sequence[Line]
    keys: Mapping[int, uuid.UUID]
    row: SessionRow
    projection: int
    moved: Mapping[uuid.UUID, NightMove]


def of_night(session: Session, names: KnownNames) -> Iterator[Message]:
    """Yield what is wrong with a night. `names` are the group's players by id, None where nobody knows."""
    try:
        stored = _read(session)
    except Exception as problem:
        yield reported("book", why=why(problem))
        return
    if list(stored.keys) != list(range(1, len(stored.keys) + 1)) or not stored.keys:
        yield reported("entries_numbered", entries=len(stored.keys))
    found: list[Fault] = []
    sheet: ScoreSheet
    failure: Exception | None = None
    try:
        with seldom(FOLD_NS):
            sheet = fold_and_compare(stored.lines, names, found.append)
    except Exception as problem:
        failure = problem
    for one in found:
        yield reported("entry", entry=one.line, what=one.what)
    if failure is not None:
        yield reported("not_folded", why=why(failure))
        return
    # Points are folded anew by the rules as they are today, cents are facts of the ending: after a mended
    # rule they part, until somebody opens the night again and ends it.
    ending = sheet.ending
    if ending and not (sheet.pot_points or sheet.unbalanced):
        said, today = ({who: cents for who, cents in some.items() if cents}
                       for some in (ending.brought, cents_today(sheet)))  # fmt: skip
        if said != today:
            yield reported("settled_otherwise")
    yield from guarded(_of_projection(session, stored, sheet, names), "projection")
    yield from guarded(_of_money(stored, names), "journal_of_it")


def _of_projection(
    session: Session, stored: Stored, sheet: ScoreSheet, names: KnownNames
) -> Iterator[Message]:
    pause()
    had, has = stored.row, row_of(sheet)
    if had.hands != has.hands:
        yield reported("hands", had=had.hands, has=has.hands)
    if had.ended_at != has.ended_at:
        yield reported("ended", had=_ended(had.ended_at), has=_ended(has.ended_at))
    if had[2:-1] != has[2:-1]:
        yield reported("copied", had=str(had[2:-1]), has=str(has[2:-1]))
    if had.people != has.people and stored.projection == PROJECTION:
        yield reported("people", had=str(tuple(had.people) or ""), has=str(tuple(has.people) or ""))
    if stored.projection != PROJECTION:
        yield reported("projected_before")
        return
    wanted = rows_of(sheet, session.group.who)
    for table in TABLES:
        pause()
        with one_moment():
            newest = Entry.objects.filter(session=session.pk).aggregate(newest=Max("number"))["newest"]
            session.refresh_from_db(fields=["started_at"])
            learn_who(session.group)
            found = stored_rows(session, table)
        if newest != sheet.newest:  # somebody has written in the book meanwhile: the next audit looks
            return
        yield from _of_rows(session, table, found, wanted[table.model.__name__], names)


def _of_rows(
    session: Session,
    table: ProjectedTable,
    stored: Mapping[Key, tuple[int, date | None, RowValues]],
    wanted: Mapping[Key, RowValues],
    names: KnownNames,
) -> Iterator[Message]:
    day = timezone.localdate(session.started_at)
    for key in sorted({*stored, *wanted}, key=repr):
        group_had, day_had, had = stored.get(key, (session.group_id, day, None))
        has = wanted.get(key)
        shown = {
            "table": table.model._meta.db_table.removeprefix("ledger_"),
            "key": " ".join(
                str(called(value, names)) if column.endswith(("player_id", "other_id")) else str(value)
                for column, value in zip(table.key, key, strict=True)
                if column != "case"
            ),
        }
        if had != has:
            yield reported(
                "row",
                **shown,
                had=_shown(table, had, has) or reported("missing"),
                has=_shown(table, has, had) or reported("nothing"),
            )
        elif (group_had, day_had) != (session.group_id, day):
            yield reported("row_elsewhere", **shown)


def _shown(table: ProjectedTable, values: RowValues | None, others: RowValues | None) -> str:
    if values is None:
        return ""
    return " ".join(
        f"{column}={value}"
        for column, value, other in zip(table.values, values, others or (None,) * len(values), strict=True)
        if value != other
    )


def _read(session: Session) -> Stored:
    # The night's book and its copies, read in portions.
    lines: list[Line] = []
    keys: dict[int, uuid.UUID] = {}
    while True:
        with one_moment():
            found = Entry.objects.filter(session=session.pk, number__gt=lines[-1].number if lines else -1)
            said = found.order_by("number").values_list("number", "kind", "facts", "by", "at", "key")
            rows = list(said[:PORTION])
            for number, kind, facts, by, at, key in rows:
                lines.append(Line(number=number, kind=kind, facts=facts, by=by, at=at))
                keys[number] = key
            # Entries only ever follow: the last portion is as old as the copies that are read with it.
            if len(rows) < PORTION:
                learn_who(session.group)
                copied = Session.objects.values_list(*SessionRow._fields, "projection")
                *row, projection = copied.get(pk=session.pk)
                return Stored(
                    lines=lines,
                    keys=keys,
                    row=SessionRow(*row),
                    projection=projection,
                    moved=_moved(session),
                )
        pause()


def _moved(session: Session) -> dict[uuid.UUID, NightMove]:
    headers = list(
        Transaction.objects.filter(session=session.pk)
        .order_by()
        .values_list("key", "number", "kind", "undoes")
    )
    # By their keys, not joined: PostgreSQL, where it knows nothing of these tables yet, reads all of both.
    postings = Posting.objects.filter(transaction__in=[key for key, *_ in headers]).order_by()
    cents: dict[uuid.UUID, Counter[tuple[str, int | None]]] = defaultdict(Counter)
    for key, account, player, amount in postings.values_list("transaction", "account", "player", "cents"):
        cents[key][account, player] += amount
    return {
        key: NightMove(number=number, kind=kind, cents=cents[key], undoes=undoes)
        for key, number, kind, undoes in headers
    }


def _ended(at: datetime | None) -> Message | str:
    return reported("not_yet") if at is None else str(at)


def _of_money(stored: Stored, names: KnownNames) -> Iterator[Message]:
    # Compare the journal of a night with what its last ending said, and with every payment that it marks.
    wanted, posted = brought(stored.lines), Counter[int]()
    for booked in stored.moved.values():
        for (_, player), cents in (booked.cents or {}).items() if booked.kind == Kind.NIGHT else ():
            posted[player or THE_BOX] += cents
    for player in sorted({*wanted, *posted}):
        if (had := posted[player]) != (has := wanted.get(player, 0)):
            yield reported("cents", had=had, who=called(player, names), has=has)
    # Other bookings of the night come from lines of its book, but for payments that name it.
    lines = moves(stored.lines, stored.keys)
    for key, move in lines.items():
        one = stored.moved.get(key)
        if move.cents is None if one is None else move.is_told(one):
            continue  # without a line an ending has changed nothing
        if not move.cents:
            yield reported("not_booked", entry=move.number)
            continue
        (_, payer), (_, payee) = sorted(move.cents, key=lambda who: -(move.cents or {})[who])
        payers = {"payer": called(payer, names), "payee": called(payee, names)}
        yield reported("payment_not_booked", entry=move.number, **payers)
    for key, one in stored.moved.items():
        if key not in lines and one.kind != Kind.PAYMENT:
            yield reported("of_no_line", transaction=one.number)
