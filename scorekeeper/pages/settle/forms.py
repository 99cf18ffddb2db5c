"""How the list of who pays whom is drawn, and the coin that nights are rounded to."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.models import Group
from ledger.recording import choose_coin
from ledger.recording.journal import AS_IT_IS, Drawing
from ledger.settling import Rest, Rounding
from scorekeeper.http.forms import Keyed
from scorekeeper.http.people import PersonField
from scorekeeper.text.figures import money

YEARS = range(1900, 2200)
COINS = (5, 10, 20, 25, 50, 100)
RESTS = {
    Rest.NEAREST: gettext_lazy("whoever was nearest to the next coin"),
    Rest.WON_MOST: gettext_lazy("whoever won most"),
    Rest.LOST_MOST: gettext_lazy("whoever lost most"),
    Rest.KITTY: gettext_lazy("the kitty"),
    Rest.CARRIED: gettext_lazy("nobody yet: it stays open till the next night"),
}
"""Who has what rounding leaves over, as the form says it."""


class DrawForm(forms.Form):
    """How the list of who pays whom is drawn: through a treasurer, up to a day."""

    through = PersonField(
        required=False,
        coerce=int,
        empty_value=None,
        error_messages={"invalid_choice": gettext_lazy("Choose a treasurer.")},
    )
    until = forms.DateField(
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "min": "1900-01-01"}),
        error_messages={"invalid": gettext_lazy("Choose a day.")},
    )

    def __init__(self, data: Mapping[str, Any], *, names: Mapping[int, str]) -> None:
        super().__init__(data)
        self.fields["through"].offer(names, first=_("person to person"))  # type: ignore[attr-defined]

    def clean_until(self) -> date | None:
        """Return a day of this calendar."""
        day: date | None = self.cleaned_data["until"]
        if day is not None and day.year not in YEARS:
            raise forms.ValidationError(_("Choose a day."))
        return day

    @property
    def drawing(self) -> Drawing:
        """How the list is drawn; as it is where the address makes no sense."""
        if not self.is_valid():
            return AS_IT_IS
        day = self.cleaned_data["until"]
        after = timezone.make_aware(datetime.combine(day + timedelta(days=1), time.min)) if day else None
        return Drawing(treasurer=self.cleaned_data["through"], until=after)

    @property
    def query(self) -> str:
        """The drawing as it stands in an address, "" for the list as it is."""
        said = {name: value for name, value in self.cleaned_data.items() if value} if self.is_valid() else {}
        return f"?{urlencode(said)}" if said else ""


class CoinForm(Keyed):
    """The coin that nights are rounded to, in the currency's smallest unit, and who has the rest."""

    coin = forms.TypedChoiceField(
        coerce=int,
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose a coin.")),
    )
    rest = forms.ChoiceField(
        choices=[(rest.value, words) for rest, words in RESTS.items()],
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Say who gets the rest.")),
    )

    def __init__(self, data: Any = None, *, group: Group) -> None:
        super().__init__(data, initial={"coin": group.coin_cents, "rest": group.rest_goes})
        self.group = group
        coins = sorted({*COINS, group.coin_cents} - {0})
        shown = [(str(coin), money(coin, group.currency)) for coin in coins]
        self.fields["coin"].choices = [("0", _("to the cent, as it comes")), *shown]  # type: ignore[attr-defined]

    def write(self) -> None:
        """Choose it; raises Refused."""
        said = self.cleaned_data
        choose_coin(self.group, Rounding(coin=said["coin"], rest=Rest(said["rest"])))
