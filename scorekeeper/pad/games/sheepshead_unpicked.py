"""What the pad asks of a hand of Sheepshead that nobody picked, and what may stand beside any hand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from ledger.scoring import HandRefused
from ledger.scoring.sheepshead.table import keeps_pot
from scorekeeper.pad.counting import blind, blind_before, counts, counts_before, told_blind
from scorekeeper.pad.questions import Answer, Mode, Question
from scorekeeper.pad.state import Pad
from scorekeeper.text.numbers import number

NOBODY = gettext_noop("Nobody picked")
TIES = {
    "two_one": gettext_noop("Tap who won the leaster; of two, first who gets two shares"),
    "decided": gettext_noop("Tap who won the leaster; of a tie, first who wins it"),
}
MIDDLE = {
    "mittler": gettext_noop("Tap who has the middle number of points"),
    "schneidster": gettext_noop("Tap who is the closest to 30 points, not over"),
}
RENEGES = {
    "leaster": gettext_noop("Renege in a leaster"),
    "moster": gettext_noop("Renege in a moster"),
    "mittler": gettext_noop("Renege in a Mittler"),
    "schneidster": gettext_noop("Renege in a Schneidster"),
}
PLAYED = ("", "leaster", "moster", "schwanzer", *MIDDLE, "leaster_renege")
PASSED = ("leaster", "moster", *MIDDLE, "all_pass")


def modes(rules: Any, active: int, *, has_pot: bool) -> Iterator[Mode]:
    yield from _nobody_picked(rules, active)
    if rules.no_picker in RENEGES and 2 < active < 8:
        yield renege("leaster_renege", _(RENEGES[rules.no_picker]))
    yield from rare_modes(rules, active, has_pot=has_pot)


def renege(code: str, label: str) -> Mode:
    part = pgettext("a player", "reneged")
    return Mode(code=code, label=label, tap=_("Tap who reneged"), part=part, most=1, is_rare=True)


def rare_modes(rules: Any, active: int, *, has_pot: bool) -> Iterator[Mode]:
    yield Mode(code="bad_hand", label=_("Bad hand, dealt again"), is_rare=True)
    if has_pot:
        yield Mode(code="pot_divide", label=_("Divide the pot"), is_rare=True)
        if rules.pot_end == "showdown" and keeps_pot(rules) and active <= 6:
            tap = _("Tap who won the showdown")
            yield Mode(code="showdown", label=_("Showdown"), tap=tap, most=1, is_rare=True)


def _nobody_picked(rules: Any, active: int) -> Iterator[Mode]:
    if rules.no_picker == "leaster" and 2 < active < 8:
        tap = _(TIES[rules.leaster_tie]) if rules.leaster_tie in TIES else _("Tap who won the leaster")
        yield Mode(code="leaster", label=_(NOBODY), tap=tap)
    elif rules.no_picker == "moster" and 2 < active < 8:
        tap, part = _("Tap who took the most points"), pgettext("a player", "moster")
        yield Mode(code="moster", label=_(NOBODY), tap=tap, part=part)
    elif rules.no_picker in MIDDLE and 2 < active < 8:
        yield Mode(code=rules.no_picker, label=_(NOBODY), tap=_(MIDDLE[rules.no_picker]))
    elif rules.no_picker == "schwanzer":
        tap, part = _("Tap who has the strongest hand"), pgettext("a player", "strongest")
        yield Mode(code="schwanzer", label=_(NOBODY), tap=tap, part=part)
    elif rules.no_picker in ("doubler", "redeal") and 2 < active < 8:
        yield Mode(code="all_pass", label=_(NOBODY))


def questions(rules: Any, active: int) -> Iterator[Question]:
    if rules.no_picker == "leaster":
        yield from _leaster_questions(rules, active)
    if rules.no_picker == "moster":
        ways = (("", _("Most points lose")), ("all_tricks", _("Every trick wins")))
        yield Question(name="moster_with", label=_("Moster"), kind="one", choices=ways, modes=("moster",))
    if rules.no_picker in RENEGES:
        yield from counts("points", "tricks", modes=(rules.no_picker,))
        yield from blind(rules.leaster_blind, (rules.no_picker,))
    yield from customs(rules, played=PLAYED, passed=PASSED)


def customs(rules: Any, *, played: tuple[str, ...], passed: tuple[str, ...]) -> Iterator[Question]:
    """Yield what some tables pay beside a hand that was played, or that nobody wanted (modes of the pad)."""
    if rules.last_round:
        yield Question(name="last_round", label=_("Last round ×2"), modes=played)
    if rules.three_kings is not None:
        modes = (*played, "all_pass") if passed else played
        yield Question(name="three_kings", label=_("Three kings:"), kind="player", modes=modes, is_rare=True)
    if rules.mauer is not None and passed:
        yield Question(name="mauer", label=_("Mauer mark:"), kind="player", modes=passed, is_rare=True)


def _leaster_questions(rules: Any, active: int) -> Iterator[Question]:
    ways = tuple(_ways(rules, active))
    if len(ways) > 1:
        yield Question(name="won_with", label=_("Won with"), kind="one", choices=ways, modes=("leaster",))
    if _pays_double(rules, active):
        yield Question(name="trickless", label=_("Took no trick:"), kind="player", modes=("leaster",))


def _ways(rules: Any, active: int) -> Iterator[tuple[str, str]]:
    yield "points", _("Fewest points")
    if rules.leaster_jack:
        yield "jack", _("Jack of diamonds")
    if rules.leaster_zero_pay == 3:
        yield "no_points", _("No points at all")
    if rules.leaster_all_tricks_pay == 3 or _pays_double(rules, active):
        yield "all_tricks", _("Every trick")
    if rules.leaster_trickless == "paid_double" and active == 3:
        yield "no_trick", _("No trick")


def _pays_double(rules: Any, active: int) -> bool:
    return bool(rules.leaster_trickless == "pays_double" and active == 3)


def told(pad: Pad) -> dict[str, Any]:
    if pad.mode == "leaster":
        return _told_leaster(pad)
    if pad.mode == "moster":
        return {"kind": "moster"} | _told_moster(pad)
    if pad.mode in MIDDLE:
        tapped = pad.tapped_seats()
        named = {"winners": tapped} if tapped else {}
        return {"kind": pad.mode} | (counted(pad) if pad.counted else {}) | named
    if pad.mode == "schwanzer":
        return {"kind": "schwanzer", "losers": pad.tapped_seats()}
    if pad.mode == "leaster_renege":
        return {"kind": "renege", "in_leaster": True, "offender": pad.tapped_seats()[0]}
    if pad.mode == "showdown":
        return {"kind": "showdown", "winner": pad.tapped_seats()[0]}
    return {"kind": pad.mode}


def _told_leaster(pad: Pad) -> dict[str, Any]:
    # Where the table names one of those tied, it is the first that was tapped.
    if pad.counted:
        return {"kind": "leaster"} | _counted_leaster(pad)
    tapped = pad.tapped_seats()
    facts: dict[str, Any] = {"kind": "leaster", "winners": tapped}
    way = pad.answer("won_with")
    if way == "jack":
        facts["jack"] = tapped[0]
    elif way not in ("", "points"):
        facts["won_with"] = way
    if len(tapped) > 1 and pad.rules.read.leaster_tie in TIES:
        facts["tie_winner"] = tapped[0]
    if trickless := pad.answer("trickless"):
        facts["trickless"] = [seat_of(pad, trickless)]
    return facts


def _counted_leaster(pad: Pad) -> dict[str, Any]:
    # Everybody’s numbers, and of the taps what they cannot say: who took the jack, or wins a tie.
    facts = counted(pad)
    if not (tapped := pad.tapped_seats()):
        return facts
    if pad.answer("won_with") == "jack":
        return facts | {"jack": tapped[0]}
    return facts | ({"tie_winner": tapped[0]} if pad.rules.read.leaster_tie in TIES else {"winners": tapped})


def counted(pad: Pad) -> dict[str, Any]:
    """Return everybody’s numbers, with the blind if it was counted apart."""
    lying = told_blind(pad)
    return pad.counts() | ({} if lying is None else {"blind": lying})


def _told_moster(pad: Pad) -> dict[str, Any]:
    tapped = pad.tapped_seats()
    if pad.counted:
        return counted(pad) | ({"losers": tapped} if tapped else {})
    if pad.answer("moster_with") != "all_tricks":
        return {"losers": tapped}
    if len(tapped) > 1:
        raise HandRefused("all_tricks", fact="winners")
    return {"all_tricks_by": tapped[0]}


def beside(pad: Pad) -> dict[str, Any]:
    facts: dict[str, Any] = {
        name: seat_of(pad, said) for name in ("three_kings", "mauer") if (said := pad.answer(name))
    }
    return facts | ({"last_round": True} if pad.answer("last_round") else {})


def seat_of(pad: Pad, said: str) -> int:
    """Return the seat of the player who is the answer to a question."""
    return pad.seat(number(said))


def answers_before(told: Mapping[str, Any], seats: Sequence[int]) -> dict[str, Answer]:
    named = {name: told[name] for name in ("three_kings", "mauer") if told.get(name) is not None}
    return {
        **counts_before(told, seats, "points", "tricks"),
        **blind_before(told.get("blind"), seats),
        "won_with": told.get("won_with") or ("points" if told.get("jack") is None else "jack"),
        "moster_with": "" if told.get("all_tricks_by") is None else "all_tricks",
        "trickless": "".join(str(seats[seat]) for seat in told.get("trickless") or ()),
        "last_round": "1" if told.get("last_round") else "",
    } | {name: str(seats[seat]) for name, seat in named.items()}


def told_before(told: Mapping[str, Any], seats: Sequence[int]) -> dict[str, Any]:
    mode = "leaster_renege" if told["kind"] == "renege" else told["kind"]
    many = told.get("winners") or told.get("losers") or ()
    names = ("offender", "winner", "all_tricks_by", "jack", "tie_winner")
    one = [told[name] for name in names if told.get(name) is not None][:1]
    tapped = sorted(many, key=lambda seat: seat != told.get("tie_winner")) or one
    return {"mode": mode, "winners": tuple(seats[seat] for seat in tapped)}
