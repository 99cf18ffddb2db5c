"""What the pad asks of a hand of Sheepshead, and only what this group's rules make possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ledger.scoring import GAMES
from scorekeeper.forms.pad import Answers, Asks, Mode, Pad, Question

CRACKS = {
    "crack": ("crack",),
    "recrack": ("crack", "recrack"),
    "corner": ("crack", "corner"),
    "castrate": ("crack", "recrack", "castrate"),
}
CRACK_WORDS = {
    "crack": "Crack ×2",
    "recrack": "Re-crack ×4",
    "corner": "Around the corner ×4",
    "castrate": "Castrate ×8",
}
BLITZ_WORDS = {
    "black_queens": "Black blitz",
    "red_queens": "Red blitz",
    "black_jacks": "Black jacks",
    "middle_jacks": "Middle jacks",
    "four_jacks": "Four jacks",
}
TRICKS = {"won_all_tricks": "all", "lost_no_trick": "none"}
TELLS_RESULT = ("side_points", "result")


def asks(rules: Any, active: int, answers: Answers) -> Asks:
    """The questions of a hand for `active` players under these rules."""
    game = GAMES["sheepshead"]
    return Asks(
        tap_picker="Tap who picked",
        tap_partner="Tap the partner, or the picker again: alone",
        rows=game.chart(rules, active).rows,
        most_partners=game.most_partners(active),
        modes=tuple(_modes(rules, active, has_pot="pots" in answers)),
        questions=tuple(_questions(rules, active)),
    )


def _modes(rules: Any, active: int, *, has_pot: bool) -> Iterator[Mode]:
    nobody = "Nobody picked"
    if rules.no_picker == "leaster" and active < 8:
        yield Mode(code="leaster", label=nobody, tap="Tap who won the leaster")
    elif rules.no_picker in ("doubler", "redeal"):
        yield Mode(code="all_pass", label=nobody)
    if rules.no_picker == "leaster" and active < 8:
        yield Mode(
            code="leaster_renege",
            label="Renege in a leaster",
            tap="Tap who reneged",
            part="reneged",
            most=1,
            is_rare=True,
        )
    yield Mode(code="bad_hand", label="Bad hand, dealt again", is_rare=True)
    if has_pot:
        yield Mode(code="pot_divide", label="Divide the pot", is_rare=True)
        if rules.pot_end == "showdown":
            yield Mode(
                code="showdown", label="Showdown", tap="Tap who won the showdown", most=1, is_rare=True
            )


def _questions(rules: Any, active: int) -> Iterator[Question]:
    if rules.crack != "off":
        steps = tuple((code, CRACK_WORDS[code]) for code in _cracks(rules))
        yield Question(name="crack", label="Crack", kind="one", choices=(("", "No crack"), *steps))
    if rules.blitz:
        blitzes = tuple((code, BLITZ_WORDS[code]) for code in rules.blitz)
        yield Question(name="blitz", label="Blitz", kind="several", choices=blitzes)
    if rules.no_picker == "forced":
        yield Question(name="forced", label="Dealer forced")
    if rules.call_sheepshead:
        yield Question(name="sheepshead", label="Sheepshead called")
    if rules.trickless_loss == "picker_pays" and rules.trickless_trigger == "picker":
        yield Question(name="picker_trickless", label="Picker took no trick")
    yield from _leaster_questions(rules, active)
    if active in (4, 8):
        yield Question(name="unpicked", label="The queens decided, nobody picked", is_rare=True)
    yield Question(name="renege", label="Renege by", kind="player", is_rare=True)


def _cracks(rules: Any) -> Iterator[str]:
    for code in ("crack", "recrack", "castrate"):
        yield code
        if code == "recrack" and rules.crack_corner:
            yield "corner"
        if code == rules.crack:
            break
    if rules.crack == "crack" and rules.crack_corner:
        yield "corner"


def _leaster_questions(rules: Any, active: int) -> Iterator[Question]:
    if rules.no_picker != "leaster":
        return
    ways = [("points", "Fewest points")]
    if rules.leaster_zero_pay == 3:
        ways.append(("no_points", "No points at all"))
    if rules.leaster_all_tricks_pay == 3:
        ways.append(("all_tricks", "Every trick"))
    if rules.leaster_trickless == "paid_double" and active == 3:
        ways.append(("no_trick", "No trick"))
    if len(ways) > 1:
        yield Question(name="won_with", label="Won with", kind="one", choices=tuple(ways), modes=("leaster",))
    if rules.leaster_trickless == "pays_double" and active == 3:
        yield Question(name="trickless", label="Took no trick:", kind="player", modes=("leaster",))


def told(pad: Pad) -> dict[str, Any]:
    """The facts of the hand on the pad, as the engine reads them."""
    if pad.mode == "leaster":
        return _told_leaster(pad)
    if pad.mode == "leaster_renege":
        return {"kind": "renege", "in_leaster": True, "offender": pad.tapped_seats()[0]}
    if pad.mode == "showdown":
        return {"kind": "showdown", "winner": pad.tapped_seats()[0]}
    if pad.mode:
        return {"kind": pad.mode}
    facts = pad.sides() | _calls(pad)
    if offender := pad.answer("renege"):
        return {"kind": "renege", "offender": pad.seat(int(offender) if offender.isdigit() else None)} | facts
    return {"kind": "picked"} | facts | _result(pad)


def _told_leaster(pad: Pad) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": "leaster", "winners": pad.tapped_seats()}
    if way := pad.answer("won_with"):
        told["won_with"] = way
    if trickless := pad.answer("trickless"):
        told["trickless"] = [pad.seat(int(trickless) if trickless.isdigit() else None)]
    return told


def _calls(pad: Pad) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    if cracks := CRACKS.get(pad.answer("crack")):
        facts["cracks"] = list(cracks)
    if blitzes := pad.several("blitz"):
        facts["blitzes"] = blitzes
    for name in ("forced", "unpicked"):
        if pad.answer(name):
            facts[name] = True
    return facts


def _result(pad: Pad) -> dict[str, Any]:
    typed = pad.typed_points()
    facts: dict[str, Any] = {"result": pad.result}
    if typed is not None:
        facts = {"side_points": typed, "side_tricks": TRICKS.get(pad.result, "some")}
    if pad.answer("sheepshead"):
        facts["called_sheepshead"] = True
    if pad.answer("picker_trickless"):
        facts["picker_tricks"] = "none"
    return facts


def told_before(told: Mapping[str, Any], seats: Sequence[int]) -> dict[str, Any]:
    """What the pad showed when these facts were told: the fields of a Pad."""
    answers: dict[str, str | tuple[str, ...]] = {
        "crack": next((code for code, calls in CRACKS.items() if calls == tuple(told.get("cracks", ()))), ""),
        "blitz": tuple(told.get("blitzes", ())),
        "forced": "1" if told.get("forced") else "",
        "unpicked": "1" if told.get("unpicked") else "",
        "sheepshead": "1" if told.get("called_sheepshead") else "",
        "picker_trickless": "1" if told.get("picker_tricks") == "none" else "",
        "won_with": told.get("won_with", "points"),
        "trickless": "".join(str(seats[seat]) for seat in told.get("trickless", ())),
    }
    kind = told["kind"]
    if kind not in ("picked", "renege") or told.get("in_leaster"):
        mode = "leaster_renege" if kind == "renege" else kind
        tapped = told.get("winners", [told[name] for name in ("offender", "winner") if name in told])
        return {"mode": mode, "winners": tuple(seats[seat] for seat in tapped), "answers": answers}
    if kind == "renege":
        answers["renege"] = str(seats[told["offender"]])
    partners = tuple(seats[seat] for seat in told.get("partners", ()))
    return {
        "picker": seats[told["picker"]],
        "partners": partners,
        "alone": not partners,
        "points": str(told.get("side_points", "")),
        "answers": answers,
    }
