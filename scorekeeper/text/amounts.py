"""Amounts of money as people type them: read exactly, never rounded."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from django import forms

from scorekeeper.text.figures import precision

AMOUNT = re.compile(r"[$€£¥]?\s*([0-9]{0,9})(?:[.,]([0-9]*))?\s*[$€£¥]?")
MOST = 1_000_000
LONGEST = 200


def read_amount(text: str, currency: str) -> int:
    """An amount ("42", "42.00", "€ 4,20") in the currency's smallest unit; raises ValidationError."""
    found = AMOUNT.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if found is None or not (found[1] or found[2]):
        raise forms.ValidationError("Write an amount, like 12 or 12.50.")
    digits = precision(currency)
    cents = Decimal(f"{found[1] or 0}.{found[2] or 0}").scaleb(digits)
    if cents != cents.to_integral_value():
        smallest = "whole units" if not digits else f"{digits} digits behind the point at most"
        raise forms.ValidationError(f"Write it with {smallest}, like {12 if not digits else '12.50'}.")
    if cents > Decimal(MOST).scaleb(digits):
        raise forms.ValidationError(f"That is more than {MOST:,}. Look at it again.")
    return int(cents)


class AmountField(forms.CharField):
    """An amount in one currency; cleans to its smallest unit, None when nothing was typed."""

    currency = "USD"

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("error_messages", {"required": "How much?"})
        super().__init__(**kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """A keypad with a point on it."""
        return {**super().widget_attrs(widget), "inputmode": "decimal", "autocomplete": "off"}

    def clean(self, value: Any) -> Any:
        """Whole cents."""
        text = super().clean(value)
        return read_amount(text, self.currency) if text else None
