"""What the pad asks of a hand of any other game: everybody's points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from ledger.scoring import HandRefused
from scorekeeper.pad.counting import counts_before
from scorekeeper.pad.questions import Answers, Asks, Mode, Question
from scorekeeper.pad.state import Pad


def asks(rules: Any, active: int, answers: Answers) -> Asks:
    """A number from everybody; nobody is tapped."""
    return Asks(
        tap_picker=_("Type everybody’s points"),
        tap_partner="",
        rows=(),
        most_partners=0,
        asks_points=False,
        is_counted=True,
        modes=(Mode(code="pass", label=_("Nobody wins")),),
        questions=(
            Question(
                name="points", label=_("Points of each"), kind="counts", is_leading=True, is_signed=True
            ),
        ),
    )


def told(pad: Pad) -> dict[str, Any]:
    """The facts of the hand on the pad.

    Where the points add up to zero, and all but one are typed, the last one follows.
    """
    if pad.mode:
        return {"kind": pad.mode}
    if not pad.counted:
        raise HandRefused("points_of_nobody", fact="points")
    points = pad.counts()["points"]
    empty = [player for player in pad.deal.active if not pad.typed_of("points", player)]
    if pad.rules.read.counting == "balanced" and len(empty) == 1:
        points[pad.deal.seats.index(empty[0])] = -sum(one or 0 for one in points)
    return {"kind": "points", "points": points}


def told_before(told: Mapping[str, Any], seats: Sequence[int]) -> dict[str, Any]:
    """What the pad showed when these facts were told: the fields of a Pad."""
    if told["kind"] == "pass":
        return {"mode": "pass"}
    return {"answers": counts_before(told, seats, "points")}
