"""What the pen copies out of the fold into tables that exist for queries, in the same transaction."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from ledger.models import Session, Tally, to_parts
from ledger.scoring.receipt import plus
from ledger.sheet import ScoreSheet

NIGHT = "night"
"""The role of everybody in a night of which only the totals are known."""


@dataclass(kw_only=True)
class _Count:
    hands: int = 0
    won: int = 0
    points: Fraction = Fraction(0)


def tallies(sheet: ScoreSheet) -> dict[tuple[int, str], tuple[int, int, int]]:
    """(hands, won, parts) by (player id, role), as the fold has it."""
    counts: dict[tuple[int, str], _Count] = defaultdict(_Count)
    for player, points in sheet.notebook.items():
        counts[player, NIGHT].points += points
    for row in sheet.rows:
        if row.scored is None:
            continue
        roles = row.scored.roles or ("",) * len(row.seats)
        won = row.scored.won or (None,) * len(row.seats)
        for player, role, victory, points in zip(row.seats, roles, won, row.scored.points, strict=True):
            if not role and not points:  # nobody played: the cards were dealt anew
                continue
            count = counts[player, role]
            count.hands += 1
            count.won += bool(victory)
            count.points = plus(count.points, points)
    return {who: (count.hands, count.won, to_parts(count.points)) for who, count in counts.items()}


def new_tallies(session: Session, sheet: ScoreSheet) -> list[Tally]:
    """The tallies of a night that has none yet, for writing many nights at once."""
    return [
        Tally(session=session, player_id=player, role=role, hands=hands, won=won, parts=parts)
        for (player, role), (hands, won, parts) in tallies(sheet).items()
    ]


def project(session: Session, sheet: ScoreSheet) -> None:
    """Bring the session's row and its tallies in line with the sheet; writes only what differs."""
    _project_session(session, sheet)
    wanted = tallies(sheet)
    stored = {(tally.player_id, tally.role): tally for tally in Tally.objects.filter(session=session)}
    changed = [
        Tally(
            session=session,
            player_id=who[0],
            role=who[1],
            hands=numbers[0],
            won=numbers[1],
            parts=numbers[2],
        )
        for who, numbers in wanted.items()
        if who not in stored or numbers != (stored[who].hands, stored[who].won, stored[who].parts)
    ]
    Tally.objects.bulk_create(
        changed,
        update_conflicts=True,
        unique_fields=["player", "session", "role"],
        update_fields=["hands", "won", "parts"],
    )
    if gone := [tally.pk for who, tally in stored.items() if who not in wanted]:
        Tally.objects.filter(pk__in=gone).delete()


def _project_session(session: Session, sheet: ScoreSheet) -> None:
    ended_at = sheet.ending.at if sheet.ending else None
    if (session.hands, session.ended_at) != (sheet.hands, ended_at):
        session.hands, session.ended_at = sheet.hands, ended_at
        session.save(update_fields=["hands", "ended_at"])
