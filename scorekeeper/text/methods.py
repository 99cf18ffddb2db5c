"""Ways to pay: the usual ones are kept by a code and shown in words, others as somebody typed them."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CASH = "cash"
# What a money history brought is kept as "Money history 2"; names of other programs need no words.
HISTORY, HISTORY_SHOWN = "Money history", _("Money history")

# By what the journal keeps of it.
METHODS: Mapping[str, str | Promise] = {
    CASH: _("cash"),
    "bank transfer": _("bank transfer"),
    "Venmo": "Venmo",
    "PayPal": "PayPal",
    "Cash App": "Cash App",
    "Zelle": "Zelle",
    "TWINT": "TWINT",
}


def method_shown(kept: str) -> str:
    """Return the words of a way to pay, or of a program, that the journal keeps."""
    if kept.startswith(HISTORY):
        return f"{HISTORY_SHOWN}{kept.removeprefix(HISTORY)}"
    return str(METHODS.get(kept, kept))


def method_kept(typed: str) -> str:
    """Return the way to pay as the journal keeps it, typed or chosen; cash where nothing was said."""
    return next((kept for kept, shown in METHODS.items() if str(shown) == typed), typed) or CASH


def usual_methods() -> list[str]:
    return [str(shown) for shown in METHODS.values()]
