"""How a call came out: its level and who won it, from points and tricks, or as the table says it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.scoring.facts import flag, one_of, whole
from ledger.scoring.scored import Facts, HandRefused, Row
from ledger.scoring.southern_indiana.carried import NOWHERE, Run

CARD_POINTS = 120
LEVELS = (2, 4, 6)


@dataclass(frozen=True, kw_only=True)
class Call:
    """A call that came out: its level (2, 4, 6 points), whether it was won, and its row of the chart."""

    level: int
    won: bool
    row: Row


def _call(level: int, low: int, high: int, tricks: str = "") -> Call:
    """A call by card points of the caller's side; `tricks` are the words where only tricks decide."""
    won = low > CARD_POINTS // 2
    row = Row(
        code=f"{'won' if won else 'lost'}_{level}",
        side="won" if won else "lost",
        label=f"Call at {level} {'won' if won else 'set'}",
        bracket=tricks or f"{low}–{high}",
        low=None if tricks else low,
        high=None if tricks else high,
    )
    return Call(level=level, won=won, row=row)


CALLS = {
    call.row.code: call
    for call in (
        _call(2, 61, 90),
        _call(4, 91, 120),
        _call(6, 120, 120, "all tricks"),
        _call(2, 31, 60),
        _call(4, 0, 30),
        _call(6, 0, 0, "no trick"),
    )
}


def read_call(told: Facts) -> tuple[Call, str]:
    """The call and why in one clause; whatever was told of it must agree (SI-002, SI-003).

    Raises HandRefused: `result_missing`, `result_contradicts`, `bad_level`, `points_missing`,
    `tricks_contradict`, and as the questions of `facts` do.
    """
    level = _read_level(told)
    won = None if told.get("won") is None else flag(told, "won")
    named = None if told.get("result") is None else CALLS[one_of(told["result"], "result", CALLS)]
    counted = _by_points(told)
    found = counted or named
    if found is None:
        if level is None or won is None:
            fact = "level" if level is None else "won"
            raise HandRefused("result_missing", "Say the level of the call and who won it.", fact=fact)
        found = CALLS[f"{'won' if won else 'lost'}_{level}"]
    if level not in (None, found.level) or won not in (None, found.won) or named not in (None, found):
        words = f"What was told is not “{found.row.label.lower()}” everywhere."
        raise HandRefused("result_contradicts", words, fact="result" if named else "level")
    if counted and found.level != 6:
        return found, f"{told['side_points']} of 120 points"
    return found, found.row.bracket


def _read_level(told: Facts) -> int | None:
    if told.get("level") is None:
        return None
    level = whole(told["level"], "level", LEVELS[0], LEVELS[-1])
    if level not in LEVELS:
        raise HandRefused("bad_level", f"A call is worth 2, 4 or 6, not {level}.", fact="level")
    return level


def _by_points(told: Facts) -> Call | None:
    """By analogy with Sheepshead: 61 wins, 91 more, all tricks most; 30 or no trick lose more (SI-002)."""
    if told.get("side_points") is None:
        if told.get("side_tricks") is not None:
            raise HandRefused("points_missing", "Say the points of the caller’s side.", fact="side_points")
        return None
    points = whole(told["side_points"], "side_points", 0, CARD_POINTS)
    tricks = "some"
    if told.get("side_tricks") is not None:
        tricks = one_of(told["side_tricks"], "side_tricks", ("all", "some", "none"))
    if points != {"all": CARD_POINTS, "none": 0}.get(tricks, points):
        words = f"{points} points do not go with {'all' if tricks == 'all' else 'none of'} the tricks."
        raise HandRefused("tricks_contradict", words, fact="side_tricks")
    if tricks != "some":
        return CALLS["won_6" if tricks == "all" else "lost_6"]
    if points > CARD_POINTS // 2:
        return CALLS["won_4" if points >= 91 else "won_2"]
    return CALLS["lost_4" if points <= 30 else "lost_2"]


def in_the_race(race: Sequence[Run], seats: tuple[int, ...]) -> tuple[tuple[int, ...], str]:
    """What a hand gained in the race, for its reason: the seats it names, `seats` first, and the words."""
    winners = [place for place, gained in enumerate(race) if gained != NOWHERE]
    named = (*seats, *(place for place in winners if place not in seats))
    who = [f"{{{named.index(place)}}}" for place in winners]
    told = " and ".join([", ".join(who[:-1])] * (len(who) > 1) + who[-1:])
    gained = race[winners[0]]
    what = f"the race is won by {told}" if gained.has_won else f"{gained.far} in the race for {told}"
    return named, f"{what}; points wait for the end of the race"
