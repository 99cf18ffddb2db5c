"""What the pad asks of a hand of Sheepshead for two without a picker: who won, and how."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ledger.scoring import GAMES
from scorekeeper.pad.counting import counts
from scorekeeper.pad.games import sheepshead_unpicked as unpicked
from scorekeeper.pad.questions import Asks, Mode
from scorekeeper.pad.state import Pad

EVEN, RENEGE = "even", "two_handed_renege"


def plays(rules: Any, active: int) -> bool:
    return bool(active == 2 and rules.two_handed == "symmetric")


def asks(rules: Any, *, has_pot: bool) -> Asks:
    """Return the questions of such a hand: the winner is tapped where else the picker is."""
    return Asks(
        tap_picker=_("Tap who won"),
        tap_partner="",
        picker=pgettext("a player", "winner"),
        points_between=_("The winner’s side has {least} to {most} card points"),
        rows=GAMES["sheepshead"].chart(rules, 2).rows,
        most_partners=0,
        asks_points=False,
        modes=tuple(_modes(rules, has_pot=has_pot)),
        questions=(
            *counts("points", "tricks", modes=("",)),
            *unpicked.customs(rules, played=("", EVEN, RENEGE), passed=()),
        ),
    )


def _modes(rules: Any, *, has_pot: bool) -> Iterator[Mode]:
    yield Mode(code=EVEN, label=_("60 each"), is_rare=True)
    yield unpicked.renege(RENEGE, _("Renege"))
    yield from unpicked.rare_modes(rules, 2, has_pot=has_pot)


def told(pad: Pad) -> dict[str, Any]:
    if pad.mode == EVEN:
        return {"kind": "two_handed", "winner": EVEN}
    if pad.mode == RENEGE:
        return {"kind": "renege", "offender": pad.tapped_seats()[0]}
    if pad.mode:
        return unpicked.told(pad)
    if pad.counted:
        named = {} if pad.picker is None else {"winner": pad.seat(pad.picker)}
        return {"kind": "two_handed"} | pad.counts() | named
    return {"kind": "two_handed", "winner": pad.seat(pad.picker), "result": pad.result}


def told_before(told: Mapping[str, Any], seats: Sequence[int]) -> dict[str, Any]:
    """Return what the pad showed when these facts were told: the fields of a Pad, but the answers."""
    if told["kind"] == "renege":
        return {"mode": RENEGE, "winners": (seats[told["offender"]],)}
    if told.get("points"):
        return {}
    winner = told.get("winner")
    if winner in (None, EVEN):
        return {"mode": EVEN}
    return {"picker": seats[winner], "alone": True}
