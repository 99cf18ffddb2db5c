"""Has the book of this database moved to another one? Then nobody serves it here."""

from __future__ import annotations

from django.conf import settings
from django.db.models import Q

from ledger.models import Move

# The marks of moves after which the book is not here, or not whole.
ELSEWHERE = Q(is_away=True) | Q(ended_at=None)


def is_gone() -> bool:
    """Return whether the book is not to be served here: one query, for who asks every few seconds.

    Raises DatabaseError where the tables are not of this version.
    """
    return Move.objects.filter(ELSEWHERE).exists()


def gone() -> str:
    """Return sentences that say where the book has gone, or that a move to here is not at its end; "" where
    this is the book's place. One query.

    Raises DatabaseError where the tables are not of this version: ask `unfit` first.
    """
    move = Move.objects.filter(ELSEWHERE).order_by("-is_away").first()
    if move is None:
        return ""
    command = settings.PLACES.move_command
    if not move.is_away:
        return (
            f"This book is only just arriving from {move.place}, and perhaps not whole."
            f" There `{command}` goes on with it; it can be served when that says that it is done."
        )
    back = f"`{command} --take-back` lets it go on here"
    if move.ended_at is None:
        return (
            f"This book is on its way to {move.place}. `{command} URL` goes on where that was stopped;"
            f" {back} instead."
        )
    return (
        f"This book has moved to {move.place}, on {move.ended_at:%Y-%m-%d}, and here is what it was then."
        f" Set DATABASE_URL to that place. {back}, without anything that was written there since."
    )
