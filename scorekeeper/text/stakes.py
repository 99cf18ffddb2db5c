"""Words for the value of a point: of a night, of a hand, and of a change between two hands."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from ledger.book.sheet import HandRow, ScoreSheet, Stretch
from scorekeeper.text.figures import money, signed_money, stake
from scorekeeper.text.lists import joined


def stakes(sheet: ScoreSheet, currency: str) -> str:
    """Return the stake of a night: "at 25¢ a point", or which hands for which stake."""
    played = [one for one in sheet.stretches if one.last >= one.first]
    if len(played) < 2:
        cents = played[0].stake_cents if played else sheet.stake_cents
        return _("at {stake}").format(stake=stake(cents, currency))
    return _("with {hands}").format(hands=joined([_of_hands(one, currency) for one in played]))


def topped_up(sheet: ScoreSheet, currency: str) -> str:
    """Return the points that were put to those in the pot when the stake changed, or came back; "" if
    none."""
    more = sum((one.topped_up for one in sheet.stretches), Fraction(0))
    if not more:
        return ""
    amount = about(abs(more), currency)
    if more > 0:
        return _(
            "When the stake went up, those at the table added {amount} to the points on the table."
        ).format(amount=amount)
    return _(
        "When the stake went down, those at the table got {amount} back from the points on the table."
    ).format(amount=amount)


def stake_note(facts: Mapping[str, Any], currency: str) -> str:
    """Return the line about another stake between the hands of a sheet."""
    cents = facts["stake_cents"]
    if not (cents and currency):
        return _("from here: points only, no money")
    return _("from here: {stake}").format(stake=stake(cents, currency))


def in_money(row: HandRow, worth: Fraction, currency: str) -> str:
    """Return the worth of a player's points: "−$2.00, at 25¢ a point"; "" where nothing is paid."""
    if not (currency and row.stake_cents and worth):
        return ""
    cents = worth * row.stake_cents
    amount = signed_money(round(cents), currency)
    if cents.denominator != 1:
        amount = _("about {amount}").format(amount=amount)
    return _("{amount}, at {stake}").format(amount=amount, stake=stake(row.stake_cents, currency))


def about(cents: Fraction, currency: str) -> str:
    """Return an amount that may not be whole cents."""
    amount = money(round(cents), currency)
    return amount if cents.denominator == 1 else _("about {amount}").format(amount=amount)


def _of_hands(one: Stretch, currency: str) -> str:
    if one.first == one.last:
        words = _("hand {first} at {stake}") if one.stake_cents else _("hand {first} for points only")
    else:
        words = (
            _("hands {first} to {last} at {stake}")
            if one.stake_cents
            else _("hands {first} to {last} for points only")
        )
    return words.format(first=one.first, last=one.last, stake=stake(one.stake_cents, currency))
