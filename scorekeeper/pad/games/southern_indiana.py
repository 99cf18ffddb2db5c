"""Questions of the pad for a hand of southern Indiana: a call with a partner, or one of the solos."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from ledger.scoring import GAMES
from ledger.scoring.scored import ChartRow, Facts
from ledger.scoring.southern_indiana.rules import SouthernIndianaRules
from scorekeeper.pad.questions import Answers, Asks, Fields, Mode, PadQuestion
from scorekeeper.pad.state import Pad

SOLOS = {"solo": gettext_noop("Solo"), "billy": gettext_noop("Billy"), "best": gettext_noop("Best")}
WON_OR_SET = (
    ChartRow(
        code="won",
        side="won",
        label=gettext_noop("Won"),
        bracket=gettext_noop("won"),
        low=None,
        high=None,
    ),
    ChartRow(
        code="lost",
        side="lost",
        label=gettext_noop("Set"),
        bracket=gettext_noop("set"),
        low=None,
        high=None,
    ),
)


def asks(rules: SouthernIndianaRules, active: int, answers: Answers) -> Asks:
    alone = answers.get("contract") in SOLOS
    contracts = (("call", _("Call")), *((code, _(name)) for code, name in SOLOS.items()))
    return Asks(
        tap_picker=_("Tap who called"),
        tap_partner=_("Tap the partner"),
        rows=WON_OR_SET if alone else GAMES["southern_indiana"].chart(rules, active).rows,
        most_partners=0 if alone else 1,
        least_partners=0 if alone else 1,
        picker=pgettext("a player", "caller"),
        points_of=_("Caller’s card points"),
        points_between=_("The caller’s side has {least} to {most} card points"),
        asks_points=not alone,
        modes=(
            Mode(code="pass", label=_("All passed")),
            Mode(code="settle", label=_("Settle the race"), is_rare="race_won" not in answers),
        ),
        questions=(
            PadQuestion(name="contract", label=_("Game"), kind="one", choices=contracts, is_leading=True),
        ),
    )


def told(pad: Pad) -> dict[str, object]:
    if pad.mode:
        return {"kind": pad.mode}
    contract = pad.answer("contract")
    caller = pad.seat(pad.picker)
    if contract in SOLOS:
        return {"kind": contract, "soloist": caller, "won": pad.result == "won"}
    call: dict[str, object] = {"kind": "call", "caller": caller, "partner": pad.seat(pad.partners[0])}
    typed = pad.typed_points()
    if typed is None:
        return call | {"result": pad.result}
    tricks = {"won_6": "all", "lost_6": "none"}.get(pad.result, "some")
    return call | {"side_points": typed, "side_tricks": tricks}


def told_before(told: Facts, seats: Sequence[int]) -> Fields:
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
