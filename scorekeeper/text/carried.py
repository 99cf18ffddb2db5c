"""Words for the state that a game carries from hand to hand, by the codes of `shown`."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.scoring.carried import CarriedView
from scorekeeper.text.figures import points

# On the table, and on a button that brings it.
WORDS: Mapping[str, Callable[[CarriedView], str]] = {
    "doublers": lambda one: ngettext("{number} doubler", "{number} doublers", int(one.number)).format(
        number=one.number
    ),
    "bock": lambda one: ngettext("{number} Bock hand", "{number} Bock hands", int(one.number)).format(
        number=one.number
    ),
    "mauer_marks": lambda one: _("{number} of {of} Mauer marks").format(number=one.number, of=one.of),
    "next_doubler": lambda one: _("Nobody picks: doubler"),
    "next_forced": lambda one: _("Nobody picks: the dealer must pick"),
    "next_leaster": lambda one: _("Nobody picks: leaster"),
    "next_mittler": lambda one: _("Nobody picks: Mittler"),
    "next_moster": lambda one: _("Nobody picks: moster"),
    "next_redeal": lambda one: _("Nobody picks: new deal"),
    "next_schneidster": lambda one: _("Nobody picks: Schneidster"),
    "next_schwanzer": lambda one: _("Nobody picks: schwanzer"),
    "race": lambda one: _("{number} race").format(number=one.number),
    "race_won": lambda one: _("race won"),
}


def on_table(one: CarriedView, last: str, pot: str) -> str:
    """Return the words of a carried thing.

    `last` is the name of the player who is the last to choose, `pot` the table's word for what lies there.
    """
    if one.code == "pot":
        return _("{pot} {points}").format(pot=pot, points=points(one.number))
    if one.code == "next_forced":
        return _("Nobody picks: {name} must pick").format(name=last)
    return WORDS[one.code](one)


def doublers_by_hand(number: int) -> str:
    """Return the number of doublers in words, where the teller said it and not the book."""
    if not number:
        return _("no doubler, by hand")
    words = ngettext("{number} doubler, by hand", "{number} doublers, by hand", number)
    return words.format(number=number)


# Changes of a player by a hand, in words behind the name.
SENTENCES: Mapping[str, Callable[[CarriedView], str]] = {
    "race": lambda one: _("{number} in the race").format(number=one.number),
    "race_won": lambda one: _("the race is won"),
}

# A player's standing, in words behind the name.
STANDINGS: Mapping[str, Callable[[CarriedView], str]] = {
    "race": lambda one: str(one.number),
    "race_won": lambda one: _("game"),
}
