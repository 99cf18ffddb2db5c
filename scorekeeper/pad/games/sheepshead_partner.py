"""How the pad of Sheepshead asks who plays with the picker, in the words of the house rule `partner`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ledger.scoring import GAMES
from scorekeeper.pad.questions import Answers, Question
from scorekeeper.pad.state import Pad

WHO = {
    "called_ace": "who has the called ace",
    "called_ten": "who has the called card",
    "jack_of_diamonds": "who has the jack of diamonds",
    "call_up": "who has the jack called",
    "secret": "who has the called ace",
    "jack_and_ace": "who has the jack or the ace",
    "queens": "who has the other black queen",
    "first_queens": "who played the other queen",
    "next_player": "the next player",
    "die": "whom the die named",
}
DIE = (("", "–"), *((str(pips), str(pips)) for pips in range(1, 7)))


def asked(rules: Any, active: int, answers: Answers) -> dict[str, Any]:
    """The fields of Asks about the partner."""
    most = most_partners(rules, active)
    pips = answers.get("die") if throws(rules, active) else ""
    steps = int(pips) if isinstance(pips, str) and pips in dict(DIE[1:]) else 0
    return {
        "tap_partner": f"Tap {WHO[rules.partner]}, or the picker again: alone" if most else "",
        "most_partners": most,
        "partner_steps": steps or int(rules.partner == "next_player" and most > 0),
        "is_partner_fixed": steps > 0,
    }


def most_partners(rules: Any, active: int) -> int:
    """How many can play with the picker here: cut-throat, nobody ever does."""
    return 0 if rules.partner == "nobody" else GAMES["sheepshead"].most_partners(active)


def throws(rules: Any, active: int) -> bool:
    """Whether a die names the partner: seven-handed, as one document has it."""
    return bool(rules.partner == "die" and active == 7)


def question() -> Question:
    """What the die showed."""
    return Question(name="die", label="Die", kind="pick", choices=DIE, is_leading=True)


def thrown(pad: Pad) -> dict[str, Any]:
    """The die as a fact, where the partner on the pad is the one it names."""
    pips = pad.answer("die")
    if pips and pad.partners and pad.partners == pad.partnered().partners:
        return {"partner_by": {"die": int(pips)}}
    return {}


def answer_before(told: Mapping[str, Any]) -> str:
    """The die that these facts were told with."""
    by = told.get("partner_by")
    return str(by["die"]) if isinstance(by, Mapping) and "die" in by else ""
