"""Changes of a table taken back as long as no hand counts at it: seats, arrivals, leavings, rules, stake.

The book keeps both lines, and the sheet is as if neither had been. What a kind of change has told elsewhere
than in this book stands in `ELSEWHERE`.
"""

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from django.db import transaction

from ledger.book.seating import MOST_SEATS, Seating
from ledger.book.sheet import EntryKind, Note, ScoreSheet
from ledger.models import Entry, Session
from ledger.models.book import sheet_of
from ledger.recording.hands import take_back_hand
from ledger.recording.journal import hold
from ledger.recording.night import arrange, change_stake, join, leave
from ledger.recording.rules import take_back_rules
from ledger.recording.settings import change as change_settings
from ledger.recording.settings import newest_change
from ledger.recording.writing import Refused, WriteContext, Written, going_on, keys_are_used_once, write


def _take_back_stake(session: Session, change: Note, context: WriteContext) -> Mapping[str, Any]:
    # Other nights that are going on play for the former stake again as well.
    group = session.group
    said = next((one for one in reversed(group.changes) if one["what"] == "money"), None)
    if said is None or said["now"]["stake_cents"] != change.facts["stake_cents"]:
        return {}
    was = said["was"]
    if was["currency"] != said["now"]["currency"]:
        raise Refused("stays", case="stake")
    key = uuid.uuid5(context.key, "stake")
    change_settings(group, "money", was, replace(context, key=key, after=newest_change(group)))
    for other, sheet, line in going_on(group, context, but=session):
        if sheet.stake_cents != change.facts["stake_cents"]:
            continue
        last, before = sheet.last_change, change.facts["before"]
        pen = replace(context, key=line.key, after=line.after)
        if last and last.kind == EntryKind.STAKE and last.facts["before"] == before:
            write(other, EntryKind.UNDONE, {"of": last.entry}, pen)
        else:  # a hand was told in it since: it goes on for the stake before
            change_stake(other, before, pen)
    return {}


# More lines than one save of the seats writes, even if everybody at a full table is somebody else.
MOST_SAVED = 3 * MOST_SEATS

# Takes back what a change told outside of this book; what the line says of that.
Elsewhere = Callable[[Session, Note, WriteContext], Mapping[str, Any]]

ELSEWHERE: Mapping[str, Elsewhere] = MappingProxyType(
    {EntryKind.RULES: take_back_rules, EntryKind.STAKE: _take_back_stake}
)


def undo_change(session: Session, of: int, context: WriteContext) -> Written:
    """Take back the latest change of the table, told by entry `of`, and all that was saved with it.

    Raises Refused ("stays") when it is not the latest, or when a hand counts at the changed table.
    """
    with keys_are_used_once(), transaction.atomic():
        hold(session.group)
        return _each(_saved_with(session, of), context, partial(_undo, session))


def _undo(session: Session, change: Entry, context: WriteContext) -> Written:
    of = change.number

    def taken_back(sheet: ScoreSheet) -> Mapping[str, Any]:
        last = sheet.last_change
        if last is None or last.entry != of:
            raise Refused("stays")
        elsewhere = ELSEWHERE.get(last.kind)
        return elsewhere(session, last, context) if elsewhere else {}

    # A newcomer's share of the pot, told with the arrival, is taken back first.
    row = sheet_of(session).row(of + 1)
    if row is not None and row.facts["told"].get("kind") == "newcomer":
        key = uuid.uuid5(context.key, "newcomer")
        if not row.is_void or Entry.objects.filter(key=key).exists():
            share = take_back_hand(session, row.entry, replace(context, key=key))
            context = replace(context, after=share.entry.number)
    return write(session, EntryKind.UNDONE, {"of": of}, context, adds=taken_back)


def redo_change(session: Session, of: int, context: WriteContext) -> Written:
    """Tell the changes of the seats once more that entry `of`, and those written with it, took back.

    Raises Refused ("stays") when `of` is not the last that the teller saw, or took back something else.
    """
    undone = [one.facts["of"] for one in _saved_with(session, of) if one.kind == EntryKind.UNDONE]
    changes = list(Entry.objects.filter(session=session, number__in=undone).order_by("number"))
    if not changes or context.after != of or any(one.kind not in PUT_BACK for one in changes):
        raise Refused("stays")
    with keys_are_used_once(), transaction.atomic():
        hold(session.group)
        return _each(
            changes, context, lambda one, pen: PUT_BACK[EntryKind(one.kind)](session, one.facts, pen)
        )


def _each(
    changes: Iterable[Entry], context: WriteContext, write_one: Callable[[Entry, WriteContext], Written]
) -> Written:
    # Write a line for each change, the keys of all following from that of `context`; return the last.
    written: list[Written] = []
    for one in changes:
        written.append(write_one(one, context.behind(written)))
    return written[-1]


def _saved_with(session: Session, of: int) -> list[Entry]:
    # Entry `of` and those before it that were saved with it (`WriteContext.behind`), latest first.
    #
    # Raises Refused ("stays") when there is no such entry.
    entries = list(session.entries.filter(number__lte=of).order_by("-number")[:MOST_SAVED])
    if not entries or entries[0].number != of:
        raise Refused("stays")
    keys = ({one.key, *(uuid.uuid5(one.key, str(n)) for n in range(1, MOST_SAVED))} for one in entries[::-1])
    saved = next(some for some in keys if entries[0].key in some)
    return [one for one in entries if one.key in saved]


# The changes that can be told once more as they were told: rules and stake have told others meanwhile.
PUT_BACK: Mapping[EntryKind, Callable[[Session, Mapping[str, Any], WriteContext], Written]] = (
    MappingProxyType(
        {
            EntryKind.ARRANGED: lambda session, facts, context: arrange(
                session, Seating.read(facts), context
            ),
            EntryKind.JOINED: lambda session, facts, context: join(
                session, facts["player"], context, after=facts.get("after", 0), goes=facts.get("goes")
            ),
            EntryKind.LEFT: lambda session, facts, context: leave(session, facts["player"], context),
        }
    )
)
