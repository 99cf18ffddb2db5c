"""Who is meant in a notebook: names there and names in the book. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from ledger.exchange.notebook import NightRow, Preview, Trouble

YEARS = range(1850, 2200)


def matched(preview: Preview, called: Mapping[str, str]) -> Preview:
    """The notebook with some of its people called otherwise.

    Somebody who would sit twice on a night is trouble, and so is a date of another age.
    """
    nights: list[NightRow] = []
    troubles = list(preview.troubles)
    for night in preview.nights:
        totals: dict[str, Fraction] = {}
        if night.date.year not in YEARS:
            words = f"{night.date} is long before or after our time."
            troubles.append(Trouble(file=night.file, line=night.line, words=words))
        for name, points in night.totals.items():
            one = called.get(name, name)
            if one in totals:
                words = f"On {night.date} “{name}” would be {one} a second time."
                troubles.append(Trouble(file=night.file, line=night.line, words=words))
            totals[one] = points
        nights.append(replace(night, totals=totals))
    return replace(preview, nights=tuple(nights), troubles=tuple(troubles))
