"""What is to be settled and how; and what was paid of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.models import Group, Membership, Session, SettlementPayment
from ledger.recording import WriteContext
from ledger.recording.settlements import PlanRequest, pay_planned
from ledger.settling import Transfer
from ledger.standings.payments import settled_until
from ledger.standings.periods import end_of
from scorekeeper.http.forms import DAMAGED, Keyed, at_most
from scorekeeper.http.people import MOST_OFFERED, PersonField
from scorekeeper.text.amounts import AmountField
from scorekeeper.text.dates import when
from scorekeeper.text.methods import method_kept

ALL, MONTH, NIGHT = "all", "month", "night"
WHAT = ((ALL, ALL), (MONTH, MONTH), (NIGHT, NIGHT))
HOW = (("fewest", "fewest"), ("treasurer", "treasurer"))
MONTHS_BACK = 12
YEARS = range(1900, 2200)


class WhatForm(forms.Form):
    """One night, a month, or everything; the fewest payments, or everybody with a treasurer."""

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
    night = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), gettext_lazy("Choose a night.")),
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
        self.session: Session | None = None

    def clean(self) -> None:
        """A night has to be there, a month and a treasurer to be named where they are asked for."""
        said = self.cleaned_data
        month: date | None = said.get("month")
        if said.get("what") == MONTH and (month is None or month.year not in YEARS):
            self._miss("month", _("Choose a month."))
        elif said.get("what") == MONTH and month and self._is_covered(end_of(month)):
            self._miss("month", _("A later settlement covers that month already."))
        if said.get("what") == NIGHT:
            self.session = Session.objects.filter(group=self.group, number=said.get("night") or 0).first()
            if self.session is None:
                self._miss("night", _("There is no such night."))
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
            session=self.session,
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


def months(first: date | None, today: date) -> list[tuple[str, str]]:
    """The months one may want to settle, the latest first, as (posted, shown)."""
    number = today.year * 12 + today.month - 1
    least = max(number - MONTHS_BACK, (first.year * 12 + first.month - 1) if first else number)
    found = [date(one // 12, one % 12 + 1, 1) for one in range(number, least - 1, -1)]
    return [(f"{month:%Y-%m}", when(month, "month")) for month in found]
