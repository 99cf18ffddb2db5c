"""Refusals of a book's lines when they are folded."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "later_hand": _("Then hand {hand} could not have been played. {refused}"),
    "later_hand.between": _("Then what was told right before hand {hand} could not have been. {refused}"),
    "not_exact.of_notebook": _("Points are a whole number or a fraction like 3/2."),
    "not_opened": _("This night has not begun."),
    "opened": _("Only a new night is copied from a notebook."),
    "plays.between": _("{game:id} is played by {least} to {most}."),
    "plays.exactly": _("{game:id} is played by {players}."),
    "unbalanced": _("These totals add up to {left:plain}, not to 0."),
    "unknown_kind.of_line": _("“{kind}” is not known here."),
}
