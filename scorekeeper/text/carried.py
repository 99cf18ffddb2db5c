"""What a game carries from hand to hand, in words: one code a thing, as the game shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.scoring.carried import Shown
from scorekeeper.text.figures import points


def _doublers(one: Shown) -> str:
    number = int(one.number)
    return ngettext("{number} doubler", "{number} doublers", number).format(number=number)


def _bock(one: Shown) -> str:
    number = int(one.number)
    return ngettext("{number} Bock hand", "{number} Bock hands", number).format(number=number)


WORDS: Mapping[str, Callable[[Shown], str]] = {
    "pot": lambda one: _("pot {points}").format(points=points(one.number)),
    "doublers": _doublers,
    "bock": _bock,
    "mauer_marks": lambda one: _("{number} of {of} Mauer marks").format(number=one.number, of=one.of),
    "race": lambda one: _("{number} race").format(number=one.number),
    "race_won": lambda one: _("race won"),
}
"""On the table, and on a button that brings it."""

SENTENCES: Mapping[str, Callable[[Shown], str]] = {
    "race": lambda one: _("{number} in the race").format(number=one.number),
    "race_won": lambda one: _("the race is won"),
}
"""What a hand brought somebody, after their name."""

STANDINGS: Mapping[str, Callable[[Shown], str]] = {
    "race": lambda one: str(one.number),
    "race_won": lambda one: _("game"),
}
"""How somebody stands, after their name."""
