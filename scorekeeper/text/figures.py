"""Numbers as text: real minus signs, exact fractions, money in the group's currency.

Points look the same in every language; decimals, thousands and money are as the reader's language has them.
"""

import re
from collections.abc import Callable, Mapping
from copy import copy
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from babel import Locale
from babel.numbers import format_currency, format_decimal, get_currency_precision, get_decimal_symbol
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.text.lists import reader
from scorekeeper.text.numbers import in_words

MINUS, PLUS = "−", "+"
VULGAR = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜",
    Fraction(5, 8): "⅝",
    Fraction(7, 8): "⅞",
}

# Currencies of which a hundredth is called a cent.
WITH_CENTS = ("USD", "EUR", "CAD", "AUD", "NZD")


def count(value: int) -> str:
    """Return a number with its thousands parted: "19,990"."""
    return _count(value, reader())


@lru_cache(maxsize=4096)
def _count(value: int, locale: Locale) -> str:
    # Remembered, as a page of questions writes hundreds of numbers, and the same ones again and again.
    return str(format_decimal(value, locale=locale))


def points(value: Fraction | int | None) -> str:
    """Return points as written on paper: "−4", "2⅔", "" for None."""
    if value is None:
        return ""
    # In whole numbers: a page writes hundreds of these, and fractions take several times as long.
    sign = MINUS if value.numerator < 0 else ""
    whole, rest = divmod(abs(value.numerator), value.denominator)
    if not rest:
        return f"{sign}{whole}"
    part = VULGAR.get(Fraction(rest, value.denominator))
    gap = " " if whole and not part else ""
    return f"{sign}{whole or ''}{gap}{part or f'{rest}⁄{value.denominator}'}"


def signed(value: Fraction | int | None) -> str:
    """Return points with their sign: "+4", "−2", "0"."""
    return f"{PLUS}{points(value)}" if value is not None and value.numerator > 0 else points(value)


def read_points(text: str) -> Fraction | None:
    """Return the points that `points` or `signed` wrote as this text, None for another text."""
    sign, plain = -1 if text.startswith(MINUS) else 1, re.sub(f"^[{PLUS}{MINUS}]", "", text)
    if found := re.fullmatch(r"(?:(\d{1,12}) )?(\d{1,12})⁄(0*[1-9]\d{0,11})", plain, re.ASCII):
        whole, part, parts = (int(one or 0) for one in found.groups())
        return sign * (whole + Fraction(part, parts))
    if plain and (found := re.fullmatch(f"([0-9]{{0,12}})([{''.join(VULGAR.values())}]?)", plain)):
        vulgar = next((value for value, drawn in VULGAR.items() if drawn == found[2]), Fraction(0))
        return sign * (int(found[1] or 0) + vulgar)
    return None


def average(value: Fraction | None, digits: int = 2) -> str:
    """Return an average with its sign and so many digits: "+0.37", "−1.20", "" for None."""
    if value is None:
        return ""
    unit: int = 10**digits
    parts = (2 * unit * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    sign = "" if not parts else PLUS if value > 0 else MINUS
    return f"{sign}{parts // unit}{get_decimal_symbol(reader())}{parts % unit:0{digits}d}"


def signed_average(value: Fraction) -> str:
    """Return an average with its sign and one digit: "+3.4", "−12.0", "0.0"."""
    return average(value, 1)


def side(value: Fraction | int | None) -> str:
    """Return the class of a number: plus, minus, or none of both."""
    if not value:
        return ""
    return "plus" if value.numerator > 0 else "minus"


def percentage(percent: int | None) -> str:
    """Return whole per cent as the reader's language writes them: "62%", "62 %"; "" for None."""
    return "" if percent is None else _("{percent}%").format(percent=percent)


def of(mapping: Mapping[Any, Any], key: Any) -> Any:
    """Return the value of a key in a mapping, "" if there is none."""
    return mapping.get(key, "")


def money(cents: int, currency: str) -> str:
    """Return whole cents in a currency, without a sign: "$2.25", "¥225"."""
    return _amount(abs(cents), currency, reader())


@lru_cache(maxsize=4096)
def _amount(cents: int, currency: str, locale: Locale) -> str:
    # A table of nights has hundreds of amounts, and to write one takes a tenth of a millisecond.
    return str(format_currency(Decimal(cents).scaleb(-precision(currency)), currency, locale=locale))


def signed_money(cents: int, currency: str) -> str:
    """Return whole cents won or lost: "+$2.25", "−$1.00", "$0.00"."""
    return amounts(currency)(cents)


def amounts(currency: str) -> Callable[[int], str]:
    """Return many amounts at once: the reader's language is looked up once."""
    locale = reader()

    def written(cents: int) -> str:
        sign = PLUS if cents > 0 else MINUS if cents < 0 else ""
        return sign + _amount(abs(cents), currency, locale)

    return written


def whole_money(cents: int, currency: str) -> str:
    """Return an amount on a scale, signed and without cents that are none: "+$20", "−$2.50", "$0"."""
    units, rest = divmod(abs(cents), 10 ** precision(currency))
    if rest:
        return signed_money(cents, currency)
    pattern = copy(reader().currency_formats["standard"])
    pattern.frac_prec = (0, 0)
    sign = PLUS if cents > 0 else MINUS if cents < 0 else ""
    return f"{sign}{pattern.apply(Decimal(units), reader(), currency=currency, currency_digits=False)}"


def money_left(cents: int, currency: str) -> str:
    """Return whole cents that are there, or are missing: "$2.25", "−$1.00"."""
    return f"{MINUS if cents < 0 else ''}{money(cents, currency)}"


def stake(cents: int, currency: str) -> str:
    """Return a stake: "25¢ a point", "€0.10 a point"."""
    if currency == "USD" and cents < 100:
        return _("{money} a point").format(money=f"{cents}¢")
    return _("{money} a point").format(money=money(cents, currency))


def stake_aloud(cents: int, currency: str) -> str:
    """Return a stake as people say it: "five cents a point", "€1.20 a point"."""
    if currency in WITH_CENTS and 0 < cents < 100:
        words = ngettext("one cent a point", "{number} cents a point", cents)
        return words.format(number=in_words(cents))
    return stake(cents, currency)


@cache
def precision(currency: str) -> int:
    """Return the number of digits of a currency behind the point."""
    return int(get_currency_precision(currency))


def typed(cents: int, currency: str) -> str:
    """Return whole cents as people type them: "12.50"."""
    return decimal(str(Decimal(cents).scaleb(-precision(currency))))


def decimal(plain: str) -> str:
    """Return a number that was written with a point, with the reader's own sign in its place."""
    return plain.replace(".", get_decimal_symbol(reader()))


def in_decimals(value: Fraction | int) -> str:
    """Return a number as people type it into tables: "−0.7"; as points where decimals are not exact."""
    millionths = Decimal(value.numerator * 1_000_000) / value.denominator
    if millionths % 1:
        return points(value)
    plain = f"{abs(millionths).scaleb(-6):f}"
    plain = plain.rstrip("0").rstrip(".") if "." in plain else plain
    return f"{MINUS if value < 0 else ''}{decimal(plain)}"


def hands(number: int) -> str:
    return ngettext("{number} hand", "{number} hands", number).format(number=number)


def nights(number: int) -> str:
    return ngettext("{number} night", "{number} nights", number).format(number=number)


def fewer_hands(number: int) -> str:
    return ngettext("fewer than {number} hand", "fewer than {number} hands", number).format(
        number=count(number)
    )


def fewer_nights(number: int) -> str:
    return ngettext("fewer than {number} night", "fewer than {number} nights", number).format(
        number=count(number)
    )
