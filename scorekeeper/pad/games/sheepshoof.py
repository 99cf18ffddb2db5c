"""Questions of the pad for a hand of Sheepshoof: who picked, won or lost; or who won the fewster."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from ledger.scoring import GAMES
from ledger.scoring.scored import Facts
from ledger.scoring.sheepshoof.rules import SheepshoofRules
from scorekeeper.pad.counting import blind, blind_before, counts, counts_before, told_blind
from scorekeeper.pad.questions import Answers, Asks, Fields, Mode, PadQuestion
from scorekeeper.pad.state import Pad

FEWSTER = ("fewster",)
WAYS = (("points", gettext_noop("Fewest points")), ("all_tricks", gettext_noop("Every trick")))


def asks(rules: SheepshoofRules, active: int, answers: Answers) -> Asks:
    return Asks(
        tap_picker=_("Tap who picked"),
        tap_partner="",
        rows=GAMES["sheepshoof"].chart(rules, active).rows,
        most_partners=0,
        most_points=36,
        modes=(
            Mode(code="fewster", label=_("Fewster"), tap=_("Tap who won the fewster")),
            Mode(code="throw_in", label=_("Thrown in"), is_rare=True),
            Mode(
                code="renege",
                label=_("Renege"),
                tap=_("Tap who reneged"),
                part=pgettext("a player", "reneged"),
                most=1,
                is_rare=True,
            ),
        ),
        questions=tuple(_questions(rules)),
    )


def _questions(rules: SheepshoofRules) -> Iterator[PadQuestion]:
    # The winner of a fewster; or everybody’s points and tricks, from which the rules find it.
    if rules.fewster_all_tricks == 6:
        ways = tuple((code, _(words)) for code, words in WAYS)
        yield PadQuestion(name="won_with", label=_("Won with"), kind="one", choices=ways, modes=FEWSTER)
    yield from counts("points", "tricks", modes=FEWSTER)
    yield from blind(rules.fewster_blind, FEWSTER)


def told(pad: Pad) -> dict[str, object]:
    if pad.mode == "fewster":
        if pad.counted:
            return {"kind": "fewster"} | _counted(pad)
        way = pad.answer("won_with")
        return {"kind": "fewster", "winners": pad.tapped_seats(), **({"won_with": way} if way else {})}
    if pad.mode == "renege":
        return {"kind": "renege", "offender": pad.tapped_seats()[0]}
    if pad.mode:
        return {"kind": pad.mode}
    typed = pad.typed_points()
    result = {"result": pad.result} if typed is None else {"side_points": typed}
    return {"kind": "picked", "picker": pad.seat(pad.picker)} | result


def _counted(pad: Pad) -> dict[str, object]:
    # Everybody’s numbers; a winner tapped besides is told as well, so that the two are not mixed.
    lying = told_blind(pad)
    facts = pad.counts() | ({} if lying is None else {"blind": [lying]})
    return facts | ({"winners": tapped} if (tapped := pad.tapped_seats()) else {})


def told_before(told: Facts, seats: Sequence[int]) -> Fields:
    if told["kind"] != "picked":
        tapped = told.get("winners", [told[name] for name in ("offender",) if name in told])
        answers = {"won_with": told.get("won_with", "points")}
        answers |= counts_before(told, seats, "points", "tricks")
        answers |= blind_before(next(iter(told.get("blind") or ()), None), seats)
        return {"mode": told["kind"], "winners": tuple(seats[seat] for seat in tapped), "answers": answers}
    return {"picker": seats[told["picker"]], "alone": True, "points": str(told.get("side_points", ""))}
