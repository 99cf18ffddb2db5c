"""How the pad of Sheepshead asks who plays with the picker, in the words of the house rule `partner`."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ledger.scoring import GAMES
from scorekeeper.pad.questions import Answers, Question
from scorekeeper.pad.state import Pad

TAP = {
    "called_ace": gettext_noop("Tap who has the called ace, or Alone"),
    "called_ten": gettext_noop("Tap who has the called card, or Alone"),
    "jack_of_diamonds": gettext_noop("Tap who has the jack of diamonds, or Alone"),
    "call_up": gettext_noop("Tap who has the jack called, or Alone"),
    "secret": gettext_noop("Tap who has the called ace, or Alone"),
    "jack_and_ace": gettext_noop("Tap who has the jack or the ace, or Alone"),
    "jack_of_clubs": gettext_noop("Tap who has the jack of clubs, or Alone"),
    "jack_or_ace": gettext_noop("Tap who has the jack or the ace, or Alone"),
    "queens": gettext_noop("Tap who has the other black queen, or Alone"),
    "first_queens": gettext_noop("Tap who played the other queen, or Alone"),
    "next_player": gettext_noop("Tap the next player, or Alone"),
    "die": gettext_noop("Tap whom the die named, or Alone"),
}
# Partners by their seat, whatever anybody holds; and the words to tap if nobody may be alone.
NOT_BY_CARD = {
    "next_player": gettext_noop("Tap the next player"),
    "die": gettext_noop("Tap whom the die named"),
}
DIE = (("", "–"), *((str(pips), str(pips)) for pips in range(1, 7)))


def asked(rules: Any, active: int, answers: Answers) -> dict[str, Any]:
    is_held = answers.get("holds_partner") and asks_card(rules, active, answers)
    most = 0 if is_held else most_partners(rules, active)
    pips = answers.get("die") if throws(rules, active) else ""
    # The picker may play alone; where no card makes a partner, perhaps only to call sheepshead.
    is_called = rules.call_sheepshead and answers.get("sheepshead")
    least = (
        0
        if (rules.alone == "allowed" or rules.partner not in NOT_BY_CARD or bool(is_called))
        else min(most, 1)
    )
    tap = NOT_BY_CARD[rules.partner] if least else TAP[rules.partner] if most else ""
    steps = int(pips) if isinstance(pips, str) and pips in dict(DIE[1:]) else 0
    return {
        "tap_partner": _(tap) if tap else "",
        "most_partners": most,
        "least_partners": least,
        "partner_steps": steps or int(rules.partner == "next_player" and most > 0),
        "is_partner_fixed": steps > 0,
    }


def most_partners(rules: Any, active: int) -> int:
    return 0 if rules.partner == "nobody" else GAMES["sheepshead"].most_partners(active)


def asks_card(rules: Any, active: int, answers: Answers) -> bool:
    """Return whether it matters that the picker alone has the card that would make somebody the partner.

    What was said of it where no card makes a partner stays, to be put right.
    """
    matters = rules.alone == "holding" or rules.alone_double == "chosen"
    is_held = rules.partner not in NOT_BY_CARD or bool(answers.get("holds_partner"))
    return matters and is_held and most_partners(rules, active) > 0


def card() -> Question:
    return Question(name="holds_partner", label=_("Picker has the partner card"))


def throws(rules: Any, active: int) -> bool:
    """Return whether a die names the partner: seven-handed, as one document has it."""
    return bool(rules.partner == "die" and active == 7)


def question() -> Question:
    return Question(name="die", label=_("Die"), kind="pick", choices=DIE, is_leading=True)


def thrown(pad: Pad) -> dict[str, Any]:
    """Return the die as a fact, where the partner on the pad is the one it names."""
    pips = pad.answer("die")
    if pips and pad.partners and pad.partners == pad.partnered().partners:
        return {"partner_by": {"die": int(pips)}}
    return {}


def answer_before(told: Mapping[str, Any]) -> str:
    by = told.get("partner_by")
    return str(by["die"]) if isinstance(by, Mapping) and "die" in by else ""
