"""What changed a table, taken back: seats, arrivals, leavings, rules, as long as no hand counts at it.

The book keeps both lines, and the sheet is as if neither had been. What a kind of change has told elsewhere
than in this book stands in `ELSEWHERE`.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django.db import transaction

from ledger.models import Entry, Session
from ledger.models.book import sheet_of
from ledger.recording.hands import take_back_hand
from ledger.recording.journal import hold
from ledger.recording.rules import take_back_rules
from ledger.recording.writing import Refused, WriteContext, Written, keys_are_used_once, write
from ledger.sheet import EntryKind, Note, ScoreSheet

Elsewhere = Callable[[Session, Note, WriteContext], Mapping[str, Any]]
"""Takes back what a change told outside of this book; what the line says of that."""

ELSEWHERE: Mapping[str, Elsewhere] = MappingProxyType({EntryKind.RULES: take_back_rules})


def undo_change(session: Session, of: int, context: WriteContext) -> Written:
    """Take back the latest change of the table, told by entry `of`.

    Raises Refused ("stays") when it is not the latest, or when a hand counts at the changed table.
    """

    def taken_back(sheet: ScoreSheet) -> Mapping[str, Any]:
        last = sheet.last_change
        if last is None or last.entry != of:
            raise Refused("stays")
        elsewhere = ELSEWHERE.get(last.kind)
        return elsewhere(session, last, context) if elsewhere else {}

    with keys_are_used_once(), transaction.atomic():
        hold(session.group)
        context = replace(context, after=_without_a_share(session, of, context))
        return write(session, EntryKind.UNDONE, {"of": of}, context, adds=taken_back)


def _without_a_share(session: Session, of: int, context: WriteContext) -> int:
    """Take back a newcomer's share of the pot, told with the arrival; the newest line then."""
    row = sheet_of(session).row(of + 1)
    if row is None or row.facts["told"].get("kind") != "newcomer":
        return context.after
    key = uuid.uuid5(context.key, "newcomer")
    if row.is_void and not Entry.objects.filter(key=key).exists():
        return context.after
    return take_back_hand(session, row.entry, replace(context, key=key)).entry.number
