"""Amounts of money as people type them: read exactly, never rounded."""

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.text.figures import count, precision, typed

SIGN = (
    r"(?:[$€£¥]|fr\.?|kr\.?|kč|zł|us\$|ca?\$|au?\$|nz\$|usd|eur|cad|gbp|chf|aud|nzd|czk|dkk|nok|pln|sek|jpy)?"
)

# An amount as people write it: digits with points, commas and gaps, a currency before or behind it.
AMOUNT = re.compile(rf"{SIGN}\s*([0-9.,'’\s]{{1,40}})\s*{SIGN}", re.IGNORECASE)

GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:[.,'’\s][0-9]{3})+")
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
STAKE = re.compile(r"(.*?)\s*(?:¢|c|ct|cent|cents)", re.IGNORECASE)


def read_decimal(text: str, currency: str) -> Decimal | None:
    """Return the number that is written in a text, None where there is none.

    The last sign of "1,024.34" and "1.024,34" is the decimal one, and so is the only one of "12,5". Raises
    ValidationError for "1,024", which is a thousand to some and little more than one to others, where the
    currency has cents.
    """
    found = AMOUNT.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if found is None:
        return None
    written = found[1].strip()
    signs = [sign for sign in written if sign in ".,"]
    if len(signs) == 1 and precision(currency) and re.fullmatch(r"[1-9][0-9]{0,2}[.,][0-9]{3}", written):
        whole = written.replace(signs[0], "")
        raise forms.ValidationError(
            _("{written} can be read in two ways. Write {whole} or {exact}.").format(
                written=written, whole=whole, exact=f"{whole}{signs[0]}00"
            )
        )
    whole, cents = written, ""
    if signs and (signs.count(signs[-1]) == 1) and not (len(signs) == 1 and GROUPED.fullmatch(written)):
        whole, _sign, cents = written.rpartition(signs[-1])
    separators = set(re.findall(r"[^0-9]", whole))
    if separators and (len(separators) > 1 or not GROUPED.fullmatch(whole)):
        return None
    digits = re.sub(r"[^0-9]", "", whole)
    if not (digits or cents) or len(digits) > 12 or re.search(r"[^0-9]", cents):
        return None
    return Decimal(f"{digits or 0}.{cents or 0}")


def read_amount(text: str, currency: str) -> int:
    """Return an amount ("42", "1,024.34", "€ 4,20") in the smallest unit; raises ValidationError."""
    found = read_decimal(text, currency)
    if found is None:
        raise forms.ValidationError(
            _("Write an amount, like {whole} or {exact}.").format(whole=12, exact=typed(1250, "USD"))
        )
    digits = precision(currency)
    cents = found.scaleb(digits)
    if cents != cents.to_integral_value():
        said = _("Write it with whole units, like 12.")
        if digits:
            said = ngettext(
                "Write it with {digits} digit behind the point at most, like {exact}.",
                "Write it with {digits} digits behind the point at most, like {exact}.",
                digits,
            )
        raise forms.ValidationError(said.format(digits=digits, exact=typed(1250, "USD")))
    if cents > Decimal(MOST).scaleb(digits):
        raise forms.ValidationError(_("That is more than {most}. Look at it again.").format(most=count(MOST)))
    return int(cents)


def read_stake(text: str, currency: str) -> int:
    """Return a stake as typed ("0.25", ".25", "0,25", "25¢") in the currency's smallest unit.

    Raises ValidationError.
    """
    in_cents = STAKE.fullmatch(text.strip()) if len(text) <= LONGEST else None
    found = read_decimal(in_cents[1] if in_cents else text, currency)
    if found is None:
        raise forms.ValidationError(_("Write an amount, like 0.25 or 25¢."))
    digits = precision(currency)
    cents = found if in_cents else found.scaleb(digits)
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
        return {**super().widget_attrs(widget), "inputmode": "decimal", "autocomplete": "off"}

    def clean(self, value: Any) -> Any:
        """Return whole cents."""
        text = super().clean(value)
        return read_amount(text, self.currency) if text else None
