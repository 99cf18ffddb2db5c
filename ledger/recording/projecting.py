"""What the pen copies out of the fold into tables that exist for queries, in the same transaction."""

from __future__ import annotations

from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q

from ledger.models import Session, Tally, to_parts
from ledger.sheet import ScoreSheet

Tallies = dict[tuple[int, str], tuple[int, int, int]]
"""(hands, won, parts) by (player id, role)."""


def tallies(sheet: ScoreSheet) -> Tallies:
    """What everybody did in a night, by role, in the numbers that are stored."""
    return {who: (one.hands, one.won, to_parts(one.points)) for who, one in sheet.counts.items()}


def new_tallies(session: Session, sheet: ScoreSheet) -> list[Tally]:
    """The tallies of a night that has none yet, for writing many nights at once."""
    return _tallies(session, tallies(sheet))


def project(session: Session, sheet: ScoreSheet, *, before: ScoreSheet | None = None) -> None:
    """Bring the session's row and its tallies in line with the sheet, writing what differs from `before`.

    `before` is the sheet that was projected last, None of a session that was not projected yet.
    """
    _project_session(session, sheet, before)
    had = tallies(before) if before else {}
    has = tallies(sheet)
    Tally.objects.bulk_create(
        _tallies(session, {who: numbers for who, numbers in has.items() if had.get(who) != numbers}),
        update_conflicts=True,
        unique_fields=["player", "session", "role"],
        update_fields=["hands", "won", "parts"],
    )
    if gone := [Q(player=player, role=role) for player, role in had.keys() - has.keys()]:
        Tally.objects.filter(reduce(or_, gone), session=session).delete()


def _tallies(session: Session, numbers: Tallies) -> list[Tally]:
    return [
        Tally(session=session, player_id=player, role=role, hands=hands, won=won, parts=parts)
        for (player, role), (hands, won, parts) in numbers.items()
    ]


def _project_session(session: Session, sheet: ScoreSheet, before: ScoreSheet | None) -> None:
    session.hands, session.ended_at = _row(sheet)
    if before is None or _row(before) != _row(sheet):
        Session.objects.filter(pk=session.pk).update(hands=session.hands, ended_at=session.ended_at)


def _row(sheet: ScoreSheet) -> tuple[int, datetime | None]:
    return sheet.hands, sheet.ending.at if sheet.ending else None
