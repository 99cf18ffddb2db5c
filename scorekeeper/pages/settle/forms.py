"""Which plan is to be kept, how it is paid, what was paid of it; and the coin that nights are rounded to."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.models import Group, Membership, Settlement, SettlementPayment
from ledger.recording import WriteContext, choose_coin
from ledger.recording.settlements import PlanRequest, drop, pay_planned
from ledger.settling import Rest, Rounding, Transfer
from ledger.standings.payments import settled_until
from ledger.standings.periods import end_of
from scorekeeper.http.forms import DAMAGED, Keyed, at_most
from scorekeeper.http.people import MOST_OFFERED, PersonField
from scorekeeper.text.amounts import AmountField
from scorekeeper.text.dates import when
from scorekeeper.text.figures import money
from scorekeeper.text.methods import method_kept

ALL, MONTH = "all", "month"
WHAT = ((ALL, ALL), (MONTH, MONTH))
HOW = (("fewest", "fewest"), ("treasurer", "treasurer"))
MONTHS_BACK = 12
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


class WhatForm(forms.Form):
    """Until the end of a month, or until now; the fewest payments, or everybody with a treasurer."""

    what = forms.ChoiceField(
        choices=WHAT, error_messages=dict.fromkeys(("required", "invalid_choice"), DAMAGED)
    )
    how = forms.ChoiceField(
        choices=HOW, error_messages=dict.fromkeys(("required", "invalid_choice"), DAMAGED)
    )
    month = forms.DateField(
        required=False,
        input_formats=("%Y-%m",),
        widget=forms.Select,
        error_messages={"invalid": gettext_lazy("Choose a month.")},
    )
    treasurer = PersonField(
        required=False,
        coerce=int,
        empty_value=None,
        error_messages={"invalid_choice": gettext_lazy("Choose a treasurer.")},
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, group: Group, names: Mapping[int, str]
    ) -> None:
        super().__init__({"what": ALL, "how": "fewest", **(data or {})})
        self.group = group
        self.is_typed, self.everybody = len(names) > MOST_OFFERED, names.values()
        self.fields["treasurer"].offer(names, first=_("Who?"))  # type: ignore[attr-defined]

    def clean(self) -> None:
        """A month and a treasurer have to be named where they are asked for."""
        said = self.cleaned_data
        month: date | None = said.get("month")
        if said.get("what") == MONTH and (month is None or month.year not in YEARS):
            self._miss("month", _("Choose a month."))
        elif said.get("what") == MONTH and month and self._is_covered(end_of(month)):
            self._miss("month", _("A later plan covers that month already."))
        if said.get("how") == "treasurer" and not said.get("treasurer"):
            self._miss("treasurer", _("Choose who keeps the money."))

    def _is_covered(self, end: datetime) -> bool:
        planned = settled_until(self.group)
        return planned is not None and end < planned

    def _miss(self, field: str, sentence: str) -> None:
        if field not in self.errors:
            self.add_error(field, sentence)

    @property
    def asked(self) -> PlanRequest:
        """What is asked of the book; only of a valid form."""
        said = self.cleaned_data
        month: date | None = said["month"] if said["what"] == MONTH else None
        return PlanRequest(
            treasurer=said["treasurer"] if said["how"] == "treasurer" else None,
            until=end_of(month) if month else None,
        )


class StoreForm(Keyed):
    """The plan on the screen is the one to store: `seen` is how it was drawn."""

    seen = forms.CharField(
        max_length=100_000, error_messages=dict.fromkeys(("required", "max_length"), DAMAGED)
    )

    def clean_seen(self) -> tuple[Transfer, ...]:
        """The payments as they stood on the screen."""
        try:
            found = [[int(part) for part in one.split("-")] for one in self.cleaned_data["seen"].split(",")]
            return tuple(Transfer(payer=payer, payee=payee, cents=cents) for payer, payee, cents in found)
        except ValueError:
            raise forms.ValidationError(DAMAGED) from None


class PartPaidForm(Keyed):
    """A planned payment was made, or a part of it."""

    cents = AmountField()
    method = forms.CharField(
        required=False,
        max_length=40,
        error_messages={"max_length": at_most(40)},
    )

    def __init__(self, data: Any = None, *, currency: str) -> None:
        super().__init__(data)
        self.fields["cents"].currency = currency  # type: ignore[attr-defined]

    def write(self, payment: SettlementPayment, by: Membership) -> None:
        """Book it; raises Refused."""
        said = self.cleaned_data
        context = WriteContext(key=said["key"], after=0, by=by)
        pay_planned(payment, said["cents"], context, method=method_kept(said["method"]))


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


class DropForm(Keyed):
    """A plan is kept no longer."""

    def write(self, settlement: Settlement, by: Membership) -> None:
        """Drop it; raises Refused."""
        drop(settlement, WriteContext(key=self.cleaned_data["key"], after=0, by=by))


def months(first: date | None, today: date) -> list[tuple[str, str]]:
    """The months one may want to settle, the latest first, as (posted, shown)."""
    number = today.year * 12 + today.month - 1
    least = max(number - MONTHS_BACK, (first.year * 12 + first.month - 1) if first else number)
    found = [date(one // 12, one % 12 + 1, 1) for one in range(number, least - 1, -1)]
    return [(f"{month:%Y-%m}", when(month, "month")) for month in found]
