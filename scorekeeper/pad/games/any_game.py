"""Questions of the pad for a hand of any other game: everybody's points."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from ledger.scoring import HandRefused
from ledger.scoring.any_game import AnyGameRules
from ledger.scoring.scored import Facts
from scorekeeper.pad.counting import counts_before
from scorekeeper.pad.questions import Answers, Asks, Fields, Mode, PadQuestion
from scorekeeper.pad.state import Pad


def asks(rules: AnyGameRules, active: int, answers: Answers) -> Asks:
    return Asks(
        tap_picker=_("Type everybody’s points"),
        tap_partner="",
        rows=(),
        most_partners=0,
        asks_points=False,
        is_counted=True,
        modes=(Mode(code="pass", label=_("Nobody wins")),),
        questions=tuple(_questions(rules)),
    )


def _questions(rules: AnyGameRules) -> Iterator[PadQuestion]:
    is_typed = rules.counting == "typed"
    if is_typed and rules.has_bids:
        yield PadQuestion(name="bids", label=_("Bids"), kind="counts", is_leading=True, is_signed=True)
    teams = rules.teams if is_typed else None
    label = _("Points of each team") if teams else _("Points of each")
    yield PadQuestion(name="points", label=label, kind="counts", is_leading=True, is_signed=True, teams=teams)


def told(pad: Pad) -> dict[str, object]:
    """Return the facts of the hand on the pad.

    Where the points of a hand have to come to a sum, and all but one are typed, the last one follows.
    """
    if pad.mode:
        return {"kind": pad.mode}
    rules: AnyGameRules = pad.rules.read
    counts, active = pad.counts(), pad.deal.active
    points = counts.get("points")
    if points is None:
        raise HandRefused("points_of_nobody", fact="points")
    is_typed = rules.counting == "typed"
    sides = len(active) if not (is_typed and rules.teams) else rules.teams
    total = rules.hand_total if is_typed else 0 if rules.counting == "balanced" else None
    empty = [player for player in active[:sides] if not pad.typed_of("points", player)]
    seats = {player: pad.deal.seats.index(player) for player in active}
    if total is not None and len(empty) == 1:
        left = total - sum(points[seats[player]] or 0 for player in active[:sides])
        points[seats[empty[0]]] = max(left, 0) if is_typed else left
    for at, player in enumerate(active):
        points[seats[player]] = points[seats[active[at % sides]]]
    bids = {"bids": counts["bids"]} if "bids" in counts else {}
    return {"kind": "points", "points": points, **bids}


def told_before(told: Facts, seats: Sequence[int]) -> Fields:
    if told["kind"] == "pass":
        return {"mode": "pass"}
    return {"answers": counts_before(told, seats, "points", "bids")}
