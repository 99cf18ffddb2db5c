"""Questions of a pad for hands whose points and tricks are counted, and the facts made of the answers."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ledger.scoring.scored import Facts
from scorekeeper.pad.questions import PadQuestion, count_field
from scorekeeper.pad.state import Pad
from scorekeeper.text.numbers import number

LABELS = {"points": gettext_noop("Points of each"), "tricks": gettext_noop("Tricks of each")}
TRICKS = {"last_trick": gettext_noop("The last trick:"), "named": gettext_noop("The trick named:")}


def counts(*names: str, modes: tuple[str, ...]) -> Iterator[PadQuestion]:
    """Yield everybody’s points or tricks, folded away: then the rules find who won, and how."""
    for name in names:
        yield PadQuestion(name=name, label=_(LABELS[name]), kind="counts", modes=modes, is_rare=True)


def blind(goes_to: str, modes: tuple[str, ...]) -> Iterator[PadQuestion]:
    """Yield the points in the blind, where they were counted apart, and who took the trick they go with.

    `goes_to` is the house rule: `last_trick`, `named` or `nobody`.
    """
    label = _("Blind, set aside") if goes_to == "nobody" else _("Blind, if apart")
    yield PadQuestion(name="blind", label=label, kind="number", modes=modes, is_rare=True)
    if goes_to != "nobody":
        yield PadQuestion(name="blind_to", label=_(TRICKS[goes_to]), kind="player", modes=modes, is_rare=True)


def told_blind(pad: Pad) -> dict[str, object] | None:
    """Return the blind as a fact, None if it was not counted apart; `to` is None where it is set aside."""
    points, taker = pad.typed("blind"), pad.answer("blind_to")
    if points is None:
        return None
    return {"points": points, "to": pad.seat(number(taker)) if taker else None}


def counts_before(told: Facts, seats: Sequence[int], *names: str) -> dict[str, str]:
    """Return the fields of everybody’s numbers that these facts were told with."""
    return {
        count_field(name, player): str(count)
        for name in names
        for player, count in zip(seats, told.get(name) or (), strict=False)
        if count is not None
    }


def blind_before(told: Facts | None, seats: Sequence[int]) -> dict[str, str]:
    if not told:
        return {}
    taker = told.get("to")
    return {"blind": str(told["points"]), "blind_to": "" if taker is None else str(seats[taker])}
