"""What an owner says of a season."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from ledger.models import Group
from ledger.recording import SeasonSaid
from ledger.seasons import Floor, Season
from scorekeeper.http.setting_forms import SettingForm

NO_DAY = gettext_lazy("Write a day as 2026-03-31.")
NO_FLOOR = gettext_lazy("Write a whole number, or leave it empty.")


def _day(*, required: bool) -> forms.DateField:
    return forms.DateField(
        required=required,
        input_formats=("%Y-%m-%d",),
        error_messages={"invalid": NO_DAY, "required": gettext_lazy("On which day does it begin?")},
    )


class SeasonForm(SettingForm):
    """Its name, its days and its floor; without a last day it goes on."""

    name = forms.CharField(
        max_length=10_000, error_messages={"required": gettext_lazy("What is the season called?")}
    )
    first = _day(required=True)
    last = _day(required=False)
    floor = forms.IntegerField(required=False, error_messages={"invalid": NO_FLOOR})
    floor_of = forms.ChoiceField(
        choices=[(one.value, one.value) for one in Floor],
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Hands or nights?")},
    )

    def __init__(self, *args: Any, group: Group, season: Season | None = None, **kwargs: Any) -> None:
        now = {"floor_of": Floor.NIGHTS.value}
        if season is not None:
            now = {
                "name": season.name,
                "first": season.first.isoformat(),
                "last": season.last.isoformat() if season.last else "",
                "floor": str(season.floor or ""),
                "floor_of": season.floor_of.value,
            }
        super().__init__(*args, group=group, initial=now, **kwargs)

    @property
    def said(self) -> SeasonSaid:
        """What was said; of a valid form."""
        told = self.cleaned_data
        first: date = told["first"]
        return SeasonSaid(
            name=told["name"],
            first=first,
            last=told["last"],
            floor=told["floor"] or 0,
            floor_of=Floor(told["floor_of"] or Floor.NIGHTS),
        )


class PutBackForm(SettingForm):
    """A season as it was before a change; one that was not there has no name."""

    season = forms.IntegerField(min_value=1, max_value=2**31 - 1)
