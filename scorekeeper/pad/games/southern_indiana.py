"""What the pad asks of a hand of the southern Indiana game: a call with a partner, or one of the solos."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.scoring import GAMES
from ledger.scoring.scored import Row
from scorekeeper.pad.questions import Answers, Asks, Mode, Question
from scorekeeper.pad.state import Pad

SOLOS = {"solo": "Solo", "billy": "Billy", "best": "Best"}
WON_OR_SET = tuple(
    Row(code=code, side=code, label=label, bracket=label.lower(), low=None, high=None)
    for code, label in (("won", "Won"), ("lost", "Set"))
)


def asks(rules: Any, active: int, answers: Answers) -> Asks:
    """The questions of a hand for four."""
    alone = answers.get("contract") in SOLOS
    contracts = (("call", "Call"), *SOLOS.items())
    return Asks(
        tap_picker="Tap who called",
        tap_partner="Tap the partner",
        rows=WON_OR_SET if alone else GAMES["southern_indiana"].chart(rules, active).rows,
        most_partners=0 if alone else 1,
        least_partners=0 if alone else 1,
        picker="caller",
        points_of="Caller’s card points",
        asks_points=not alone,
        modes=(
            Mode(code="pass", label="All passed"),
            Mode(code="settle", label="Settle the race", is_rare="race_won" not in answers),
        ),
        questions=(Question(name="contract", label="Game", kind="one", choices=contracts, is_leading=True),),
    )


def told(pad: Pad) -> dict[str, Any]:
    """The facts of the hand on the pad."""
    if pad.mode:
        return {"kind": pad.mode}
    contract = pad.answer("contract")
    caller = pad.seat(pad.picker)
    if contract in SOLOS:
        return {"kind": contract, "soloist": caller, "won": pad.result == "won"}
    call: dict[str, Any] = {"kind": "call", "caller": caller, "partner": pad.seat(pad.partners[0])}
    typed = pad.typed_points()
    if typed is None:
        return call | {"result": pad.result}
    tricks = {"won_6": "all", "lost_6": "none"}.get(pad.result, "some")
    return call | {"side_points": typed, "side_tricks": tricks}


def told_before(told: Mapping[str, Any], seats: Sequence[int]) -> dict[str, Any]:
    """What the pad showed when these facts were told: the fields of a Pad."""
    kind = told["kind"]
    if kind in ("pass", "settle"):
        return {"mode": kind}
    if kind in SOLOS:
        result = "won" if told["won"] else "lost"
        answers = {"contract": kind}
        return {"picker": seats[told["soloist"]], "alone": True, "result": result, "answers": answers}
    return {
        "picker": seats[told["caller"]],
        "partners": (seats[told["partner"]],),
        "points": str(told.get("side_points", "")),
        "answers": {"contract": "call"},
    }
