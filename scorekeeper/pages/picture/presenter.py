"""What the picture and the text of a night say."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.initials import initials
from ledger.models import Group
from ledger.sheet import ScoreSheet
from ledger.standings import names_of
from ledger.standings.groups import Names
from scorekeeper.pages.picture.drawing import MOST_LINES, Card, Line
from scorekeeper.pages.picture.forms import Called
from scorekeeper.presenters.payments import Settled
from scorekeeper.text.counts import hands
from scorekeeper.text.dates import when
from scorekeeper.text.figures import signed, signed_money


def names_called(group: Group, sheet: ScoreSheet, called: Called) -> Mapping[int, str]:
    """What everybody is called (one query): numbers go by how the night ended."""
    if called is Called.NUMBERS:
        best_first = sorted(sheet.totals, key=lambda player: (-sheet.totals[player], player))
        return {player: numbered(place) for place, player in enumerate(best_first, start=1)}
    if called is Called.INITIALS:
        rows = list(group.players.values_list("pk", "name", "initials"))
        short = initials({pk: name for pk, name, _ in rows}, {pk: own for pk, _, own in rows})
        return Names(short, group.who)
    return names_of(group)


def numbered(place: int) -> str:
    """A player by a number."""
    return _("Player {number}").format(number=place)


def card_of(group: Group, at: datetime, sheet: ScoreSheet, told: Settled) -> Card:
    """What the picture says of a night."""
    longest = max((abs(bar.points) for bar in told.bars), default=0) or 1
    lines = tuple(
        Line(
            name=bar.name,
            instead=numbered(place),
            points=signed(bar.points),
            money=signed_money(bar.cents, group.currency) if bar.cents is not None else "",
            share=round(100 * bar.points / longest),
        )
        for place, bar in enumerate(told.bars, start=1)
    )
    left = len(lines) - MOST_LINES
    more = ngettext("and {number} more", "and {number} more", max(left, 0))
    return Card(
        title=group.name,
        said=" · ".join([when(at, "long"), *([hands(sheet.hands)] if sheet.hands else [])]),
        lines=lines[:MOST_LINES],
        more=more.format(number=left) if left > 0 else "",
        foot=_("Score keeper"),
    )
