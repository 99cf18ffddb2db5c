"""Ways to pay: the usual ones are kept by a code and shown in words, others as somebody typed them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CASH = "cash"
METHODS: Mapping[str, str | Promise] = {
    CASH: _("cash"),
    "bank transfer": _("bank transfer"),
    "Venmo": "Venmo",
    "PayPal": "PayPal",
    "Cash App": "Cash App",
    "Zelle": "Zelle",
    "TWINT": "TWINT",
}
"""By what the journal keeps of it."""


def method_shown(kept: str) -> str:
    """What a page says of a way to pay that the journal keeps."""
    return str(METHODS.get(kept, kept))


def method_kept(typed: str) -> str:
    """What the journal keeps of a way to pay as somebody typed or chose it; cash where they said nothing."""
    return next((kept for kept, shown in METHODS.items() if str(shown) == typed), typed) or CASH


def usual_methods() -> list[str]:
    """The ways to pay that a form offers."""
    return [str(shown) for shown in METHODS.values()]
