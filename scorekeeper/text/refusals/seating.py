"""Refusals about seats, the dealer and sitting out."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "already_here": _("That player already sits at the table."),
    "dealer": _("The dealer has to be somebody who is in the game."),
    "no_such_seat": _("There is no such seat at this table."),
    "no_such_seat.nobody": _("Nobody sits there."),
    "not_here": _("That player does not sit at the table."),
    "plays.of_these": _("Two at least have to play, and no more than sit here."),
    "seated_twice": _("Nobody can sit in two seats."),
    "seats": _("A table has two to ten seats."),
    "seats.full": _("The table is full: ten sit here."),
    "skip": _("Only somebody at the table can sit out."),
    "too_few": _("At least two have to play."),
    "too_few.stay": _("At least {least:word} have to stay. Let somebody take the chair, or end the night."),
}
