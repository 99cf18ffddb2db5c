"""The group's own choices: which of its two inputs the pad asks for first."""

from django import forms


class PointsFirstForm(forms.Form):
    """Card points first, or the result first."""

    points_first = forms.TypedChoiceField(
        choices=(("1", "Card points"), ("0", "Result")), coerce=lambda said: said == "1", empty_value=None
    )
