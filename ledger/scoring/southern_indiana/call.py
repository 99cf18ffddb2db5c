"""How a call came out: its level and who won it, from points and tricks, or as the table says it."""

from dataclasses import dataclass

from ledger.scoring.facts import flag, one_of, whole
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.scored import Facts, HandRefused, Row
from ledger.scoring.southern_indiana.race import Run
from ledger.words.messages import Message, message

CARD_POINTS = 120
LEVELS = (2, 4, 6)


@dataclass(frozen=True, kw_only=True)
class Call:
    """A call that came out: its level (2, 4, 6 points), whether it was won, and its row of the chart.

    `run` is what its winners gain in the race, `why` says why, unless the points were counted.
    """

    level: int
    won: bool
    row: Row
    run: Run
    why: Message


def _call(level: int, low: int, high: int, label: str, tricks: str = "") -> Call:
    # A call by card points of the caller's side; `tricks` are the words where only tricks decide.
    won = low > CARD_POINTS // 2
    row = Row(
        code=f"{'won' if won else 'lost'}_{level}",
        side="won" if won else "lost",
        label=label,
        bracket=tricks or f"{low}–{high}",
        low=None if tricks else low,
        high=None if tricks else high,
    )
    if tricks:
        why = message("why", case="all_tricks" if won else "no_trick")
    else:
        why = message("why", case="bracket", low=low, high=high)
    return Call(level=level, won=won, row=row, run=Run(level), why=why)


CALLS = {
    call.row.code: call
    for call in (
        _call(2, 61, 90, _("Call at 2 won")),
        _call(4, 91, 120, _("Call at 4 won")),
        _call(6, 120, 120, _("Call at 6 won"), _("all tricks")),
        _call(2, 31, 60, _("Call at 2 set")),
        _call(4, 0, 30, _("Call at 4 set")),
        _call(6, 0, 0, _("Call at 6 set"), _("no trick")),
    )
}


def read_call(told: Facts) -> tuple[Call, Message]:
    """Return the call and why in one clause; whatever was told of it must agree (SI-002, SI-003).

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
            raise HandRefused("result_missing", fact=fact, case="call")
        found = CALLS[f"{'won' if won else 'lost'}_{level}"]
    if level not in (None, found.level) or won not in (None, found.won) or named not in (None, found):
        raise HandRefused(
            "result_contradicts",
            fact="result" if named else "level",
            case="call_won" if found.won else "call_set",
            level=found.level,
        )
    if counted and found.level != 6:
        return found, message("why", case="points", points=told["side_points"])
    return found, found.why


def _read_level(told: Facts) -> int | None:
    if told.get("level") is None:
        return None
    level = whole(told["level"], "level", LEVELS[0], LEVELS[-1])
    if level not in LEVELS:
        raise HandRefused("bad_level", fact="level", level=level)
    return level


def _by_points(told: Facts) -> Call | None:
    # By analogy with Sheepshead: 61 wins, 91 more, all tricks most; 30 or no trick lose more (SI-002).
    if told.get("side_points") is None:
        if told.get("side_tricks") is not None:
            raise HandRefused("points_missing", fact="side_points")
        return None
    points = whole(told["side_points"], "side_points", 0, CARD_POINTS)
    tricks = "some"
    if told.get("side_tricks") is not None:
        tricks = one_of(told["side_tricks"], "side_tricks", ("all", "some", "none"))
    if points != {"all": CARD_POINTS, "none": 0}.get(tricks, points):
        raise HandRefused(
            "tricks_contradict",
            fact="side_tricks",
            case="points_of_all" if tricks == "all" else "points_of_none",
            points=points,
        )
    if tricks != "some":
        return CALLS["won_6" if tricks == "all" else "lost_6"]
    if points > CARD_POINTS // 2:
        return CALLS["won_4" if points >= 91 else "won_2"]
    return CALLS["lost_4" if points <= 30 else "lost_2"]
