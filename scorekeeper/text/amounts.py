"""Amounts of money as people type them: read exactly, never rounded."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.text.figures import count, precision, typed

AMOUNT = re.compile(r"[$€£¥]?\s*([0-9]{0,9})(?:[.,]([0-9]*))?\s*[$€£¥]?")
MOST = 1_000_000
LONGEST = 200
HIGHEST_STAKE = 1000
CURRENCIES = (
    ("USD", gettext_lazy("$ · US dollars")),
    ("EUR", gettext_lazy("€ · euros")),
    ("CAD", gettext_lazy("$ · Canadian dollars")),
    ("GBP", gettext_lazy("£ · pounds")),
    ("CHF", gettext_lazy("Fr. · Swiss francs")),
    ("", gettext_lazy("Points only, no money")),
    ("AUD", gettext_lazy("$ · Australian dollars")),
    ("NZD", gettext_lazy("$ · New Zealand dollars")),
    ("CZK", gettext_lazy("Kč · Czech crowns")),
    ("DKK", gettext_lazy("kr · Danish crowns")),
    ("NOK", gettext_lazy("kr · Norwegian crowns")),
    ("PLN", gettext_lazy("zł · Polish zloty")),
    ("SEK", gettext_lazy("kr · Swedish crowns")),
    ("JPY", gettext_lazy("¥ · yen")),
)
STAKE = re.compile(r"[$€£¥]?\s*([0-9]{0,6}(?:[.,][0-9]{0,4})?)\s*(¢|c|ct|cent|cents|[$€£¥])?", re.IGNORECASE)


def read_amount(text: str, currency: str) -> int:
    """An amount ("42", "42.00", "€ 4,20") in the currency's smallest unit; raises ValidationError."""
    found = AMOUNT.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if found is None or not (found[1] or found[2]):
        raise forms.ValidationError(
            _("Write an amount, like {whole} or {exact}.").format(whole=12, exact=typed(1250, "USD"))
        )
    digits = precision(currency)
    cents = Decimal(f"{found[1] or 0}.{found[2] or 0}").scaleb(digits)
    if cents != cents.to_integral_value():
        raise forms.ValidationError(_too_exact(digits))
    if cents > Decimal(MOST).scaleb(digits):
        raise forms.ValidationError(_("That is more than {most}. Look at it again.").format(most=count(MOST)))
    return int(cents)


def _too_exact(digits: int) -> str:
    if not digits:
        return _("Write it with whole units, like 12.")
    return ngettext(
        "Write it with {digits} digit behind the point at most, like {exact}.",
        "Write it with {digits} digits behind the point at most, like {exact}.",
        digits,
    ).format(digits=digits, exact=typed(1250, "USD"))


def read_stake(text: str, currency: str) -> int:
    """A stake as typed ("0.25", ".25", "0,25", "25¢") in the currency's smallest unit.

    Raises ValidationError.
    """
    found = STAKE.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if found is None or not found[1].strip(".,"):
        raise forms.ValidationError(_("Write an amount, like 0.25 or 25¢."))
    digits = precision(currency)
    in_cents = bool(found[2]) and found[2] not in "$€£¥"
    amount = Decimal(
        f"0{found[1].replace(',', '.')}0" if found[1][-1] in ".," else f"0{found[1].replace(',', '.')}"
    )
    cents = amount if in_cents else amount.scaleb(digits)
    if cents != cents.to_integral_value():
        raise forms.ValidationError(_("A point has to be worth whole cents."))
    if not 0 < cents <= Decimal(HIGHEST_STAKE).scaleb(digits):
        said = _("A point can be worth up to {most}, and has to be worth something.")
        raise forms.ValidationError(said.format(most=HIGHEST_STAKE))
    return int(cents)


class AmountField(forms.CharField):
    """An amount in one currency; cleans to its smallest unit, None when nothing was typed."""

    currency = "USD"

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("error_messages", {"required": gettext_lazy("How much?")})
        super().__init__(**kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """A keypad with a point on it."""
        return {**super().widget_attrs(widget), "inputmode": "decimal", "autocomplete": "off"}

    def clean(self, value: Any) -> Any:
        """Whole cents."""
        text = super().clean(value)
        return read_amount(text, self.currency) if text else None
