"""Who is meant in a notebook: names there and names in the book. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from ledger.exchange.notebook import NightRow, Preview, Trouble
from ledger.messages import message

YEARS = range(1850, 2200)


def matched(
    preview: Preview, called: Mapping[str, str], *, same: Mapping[str, str] = MappingProxyType({})
) -> Preview:
    """The notebook with some of its people called otherwise; `same` says who goes by another name now.

    Somebody who would sit twice on a night is trouble, and so is a date of another age.
    """
    nights: list[NightRow] = []
    troubles = list(preview.troubles)
    for night in preview.nights:
        totals: dict[str, Fraction] = {}
        people: set[str] = set()
        if night.date.year not in YEARS:
            what = message("unread", case="far_away", day=night.date)
            troubles.append(Trouble(file=night.file, line=night.line, what=what))
        for name, points in night.totals.items():
            one = called.get(name, name)
            person = same.get(one, one)
            if person in people:
                what = message("unread", case="second_time", day=night.date, name=name, player=person)
                troubles.append(Trouble(file=night.file, line=night.line, what=what))
            people.add(person)
            totals[one] = points
        nights.append(replace(night, totals=totals))
    return replace(preview, nights=tuple(nights), troubles=tuple(troubles))
