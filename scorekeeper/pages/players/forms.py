"""A player's name, initials and colour; what they may be, `ledger.recording` says."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.models import Colour, Player

COLOURS = (
    (Colour.BRICK, gettext_lazy("Brick")),
    (Colour.AMBER, gettext_lazy("Amber")),
    (Colour.OLIVE, gettext_lazy("Olive")),
    (Colour.GREEN, gettext_lazy("Green")),
    (Colour.TEAL, gettext_lazy("Teal")),
    (Colour.BLUE, gettext_lazy("Blue")),
    (Colour.VIOLET, gettext_lazy("Violet")),
    (Colour.ROSE, gettext_lazy("Rose")),
)


def is_another(player: Player) -> str:
    """What is said where somebody was to be changed who is this one by now."""
    return _("This is {name} by now. Nothing was changed.").format(name=player.name)


class NameForm(forms.Form):
    """A name as somebody typed it."""

    name = forms.CharField(max_length=1000, error_messages={"required": gettext_lazy("Type a name first.")})

    def sentence(self) -> str:
        """What is wrong with it, in one sentence."""
        return " ".join(str(error) for errors in self.errors.values() for error in errors)


class LooksForm(forms.Form):
    """Initials and a colour; empty for those that follow from the name and the place."""

    initials = forms.CharField(required=False, max_length=1000)
    colour = forms.ChoiceField(
        choices=(("", ""), *COLOURS),
        required=False,
        error_messages={"invalid_choice": gettext_lazy("There is no such colour. Tap one of those shown.")},
    )
