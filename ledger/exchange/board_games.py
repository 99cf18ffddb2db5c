"""The file of BG Stats, read as the table of an old notebook: a row a play, a column a player. Pure.

Its scores are as they were counted at the table. A notebook's nights add up to zero, so they are taken
against the average of the play, as any other game that is typed here; where the fewest points win, they are
turned round. Games without points, and plays without a score for everybody, have nothing to take.
"""

import csv
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from io import StringIO
from typing import Any

from ledger.scoring.receipt import PARTS
from ledger.scoring.running import evened

# Scores are typed as numbers, or as sums of them.
SCORE = re.compile(r"[+-]?\d{1,7}(?:\.\d{1,3})?(?:[+-]\d{1,7}(?:\.\d{1,3})?)*")
TERM = re.compile(r"[+-]?\d{1,7}(?:\.\d{1,3})?")


class LeftOut(StrEnum):
    """The reason why a play cannot be a night."""

    NO_POINTS = "no_points"
    NO_SCORE = "no_score"
    ALONE = "alone"
    TOO_FINE = "too_fine"
    IGNORED = "ignored"
    DAMAGED = "damaged"


@dataclass(frozen=True, kw_only=True)
class BoardGames:
    """The plays that can be nights, as a notebook's `text`; `left_out` counts the others."""

    text: str
    plays: int
    games: int
    first: date | None
    last: date | None
    left_out: Mapping[LeftOut, int]


class _LeftOut(Exception):
    def __init__(self, why: LeftOut) -> None:
        super().__init__(why)
        self.why = why


def is_board_games(said: Any) -> bool:
    return isinstance(said, dict) and all(
        isinstance(said.get(one), list) for one in ("games", "players", "plays")
    )


def as_notebook(said: Mapping[str, Any]) -> BoardGames:
    """Return the plays of BG Stats' JSON as a notebook."""
    games = {str(one["id"]): one for one in said["games"] if isinstance(one, dict) and "id" in one}
    people = {
        str(one["id"]): " ".join(str(one.get("name") or "").split())
        for one in said["players"]
        if isinstance(one, dict) and "id" in one
    }
    plays: list[tuple[date, Mapping[str, Fraction]]] = []
    left: Counter[LeftOut] = Counter()
    played: set[str] = set()
    for play in said["plays"]:
        try:
            plays.append(_night(play, games, people))
            played.add(str(play["gameRefId"]))
        except _LeftOut as one:
            left[one.why] += 1
        except (KeyError, TypeError, ValueError, AttributeError):
            left[LeftOut.DAMAGED] += 1
    plays.sort(key=lambda one: one[0])
    names = list(dict.fromkeys(name for _, totals in plays for name in totals))
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("Date", *names))
    for day, totals in plays:
        table.writerow((day.isoformat(), *(str(totals[name]) if name in totals else "" for name in names)))
    return BoardGames(
        text=text.getvalue(),
        plays=len(plays),
        games=len(played),
        first=plays[0][0] if plays else None,
        last=plays[-1][0] if plays else None,
        left_out=dict(left),
    )


def _night(
    play: Mapping[str, Any], games: Mapping[str, Mapping[str, Any]], people: Mapping[str, str]
) -> tuple[date, Mapping[str, Fraction]]:
    game = games[str(play["gameRefId"])]
    day = date.fromisoformat(str(play["playDate"])[:10])
    if play.get("ignored"):
        raise _LeftOut(LeftOut.IGNORED)
    if game.get("noPoints") or game.get("cooperative"):
        raise _LeftOut(LeftOut.NO_POINTS)
    scores: dict[str, Fraction] = {}
    for one in play["playerScores"]:
        name, typed = people[str(one["playerRefId"])], str(one.get("score") or "").replace(" ", "")
        if not name or name in scores:
            raise _LeftOut(LeftOut.DAMAGED)
        if SCORE.fullmatch(typed) is None:
            raise _LeftOut(LeftOut.NO_SCORE)
        scores[name] = sum(map(Fraction, TERM.findall(typed)), Fraction(0))
    if len(scores) < 2:
        raise _LeftOut(LeftOut.ALONE)
    low_wins = game.get("highestWins") is False
    points = [Fraction(one) for one in evened(list(scores.values()), "average", low_wins=low_wins)]
    if any(PARTS % one.denominator for one in points):
        raise _LeftOut(LeftOut.TOO_FINE)
    return day, dict(zip(scores, points, strict=True))
