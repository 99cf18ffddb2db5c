"""What people say about money outside a night: payments, the kitty, what was owed before, adjustments."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.models import Account, Group, Membership
from ledger.models.journal import LONGEST_NOTE
from ledger.recording import WriteContext
from ledger.recording.journal import Who, adjust, carry, pay, put_in_box, spend_from_box
from scorekeeper.http.forms import Keyed, SeveralField, at_most
from scorekeeper.http.people import MOST_OFFERED, PersonField
from scorekeeper.text.amounts import AmountField
from scorekeeper.text.figures import money
from scorekeeper.text.methods import method_kept

THE_BOX = Account.BOX.value
SHORT, LONG = at_most(40), at_most(LONGEST_NOTE)


class PageForm(forms.Form):
    """Which page of the journal, or of a statement."""

    page = forms.IntegerField(min_value=1, max_value=1_000_000)


class WhoField(PersonField):
    """One of the group's people, and perhaps the box; cleans to an id or the box."""

    def __init__(self, *, with_box: bool = False, **kwargs: Any) -> None:
        missing = dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Who?"))
        super().__init__(coerce=_who, empty_value=None, error_messages=missing, **kwargs)
        self.with_box = with_box

    def ask(self, names: Mapping[int, str]) -> None:
        """The people to choose from."""
        self.offer(names, first=_("Choose…"), more=[(THE_BOX, _("the box"))] if self.with_box else [])


def _who(said: str) -> Who:
    return Account.BOX if said == THE_BOX else int(said)


def _note(*, label: Any, required: bool = False, missing: Any = "") -> forms.CharField:
    errors = {"required": missing, "max_length": LONG}
    return forms.CharField(label=label, required=required, max_length=LONGEST_NOTE, error_messages=errors)


class MoneyForm(Keyed):
    """Something to be booked, once. `name` is its address, `open` whether its fold stands open."""

    name: ClassVar[str]
    title: ClassVar[str | Promise]
    does: ClassVar[str | Promise]
    explains: ClassVar[str | Promise] = ""

    def __init__(
        self, data: Any = None, *, group: Group, names: Mapping[int, str], near: Collection[int] = ()
    ) -> None:
        super().__init__(data, auto_id=f"{self.name}-%s")
        self.group, self.names = group, names
        self.shown = {pk: name for pk, name in names.items() if pk in near} if near else names
        for field in self.fields.values():
            if isinstance(field, WhoField):
                field.ask(names)
            elif isinstance(field, AmountField):
                field.currency = group.currency

    def write(self, by: Membership) -> None:
        """Book it; only of a valid form. Raises Refused."""
        self.book(WriteContext(key=self.cleaned_data["key"], after=0, by=by), **self.said)

    def book(self, context: WriteContext, **said: Any) -> None:
        """What is written down."""
        raise NotImplementedError

    @property
    def said(self) -> dict[str, Any]:
        """What was said beside the key."""
        return {name: said for name, said in self.cleaned_data.items() if name != "key"}

    @property
    def asks(self) -> Iterator[forms.BoundField]:
        """The fields to show, one below the other."""
        return (field for field in self if field.name != "key")


class PayForm(MoneyForm):
    """Somebody gave somebody money."""

    name = "pay"
    title = gettext_lazy("Somebody paid")
    does = gettext_lazy("Write the payment")
    payer = WhoField(label=gettext_lazy("Who paid?"), with_box=True)
    payee = WhoField(label=gettext_lazy("Who got it?"), with_box=True)
    cents = AmountField(label=gettext_lazy("How much?"))
    method = forms.CharField(
        label=gettext_lazy("How?"),
        required=False,
        max_length=40,
        error_messages={"max_length": SHORT},
        widget=forms.TextInput(
            attrs={"list": "methods", "placeholder": gettext_lazy("cash"), "autocomplete": "off"}
        ),
    )
    note = _note(label=gettext_lazy("What for? (if it needs saying)"))

    def book(self, context: WriteContext, **said: Any) -> None:
        """A payment in cash, unless another way was named."""
        pay(self.group, context=context, **{**said, "method": method_kept(said["method"])})


class DepositForm(MoneyForm):
    """Money into the kitty."""

    name = "deposit"
    title = gettext_lazy("Money into the kitty")
    does = gettext_lazy("Put it in the box")
    player = WhoField(label=gettext_lazy("Who put it in?"))
    cents = AmountField(label=gettext_lazy("How much?"))
    is_owed_back = forms.BooleanField(
        required=False, label=gettext_lazy("It stays theirs: the box owes it back")
    )
    note = _note(label=gettext_lazy("What for? (if it needs saying)"))

    def book(self, context: WriteContext, **said: Any) -> None:
        """Into the box."""
        put_in_box(self.group, context=context, **said)


class SpendForm(MoneyForm):
    """Money out of the kitty."""

    name = "spend"
    title = gettext_lazy("Spend from the kitty")
    does = gettext_lazy("Take it from the box")
    explains = gettext_lazy("Pizza, cards, the room: from the box, or shared by those you tick.")
    note = _note(label=gettext_lazy("What for?"), required=True, missing=gettext_lazy("Say what it was for."))
    cents = AmountField(label=gettext_lazy("How much?"))
    shared_by = SeveralField(
        label=gettext_lazy("Shared by"),
        help_text=gettext_lazy("Nobody ticked: it comes out of what belongs to all."),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "invalid_choice": gettext_lazy("Tick people of this group."),
            "invalid_list": gettext_lazy("Tick people."),
        },
    )

    def __init__(self, data: Any = None, **people: Any) -> None:
        super().__init__(data, **people)
        shown = [(str(pk), name) for pk, name in self.shown.items()]
        self.fields["shared_by"].choices = shown  # type: ignore[attr-defined]

    def book(self, context: WriteContext, **said: Any) -> None:
        """Out of the box."""
        spend_from_box(self.group, said["cents"], context, note=said["note"], shared_by=said["shared_by"])


class AdjustForm(MoneyForm):
    """Anything else, with the reason for it."""

    name = "adjust"
    title = gettext_lazy("An adjustment")
    does = gettext_lazy("Write the adjustment")
    explains = gettext_lazy(
        "For what is neither a payment nor a night: a wager beside the game, an old mistake."
    )
    facts = {"note": "reason", "payee": "gainer"}
    gainer = WhoField(label=gettext_lazy("In whose favour?"), with_box=True)
    loser = WhoField(label=gettext_lazy("At whose cost?"), with_box=True)
    cents = AmountField(label=gettext_lazy("How much?"))
    reason = _note(label=gettext_lazy("Why?"), required=True, missing=gettext_lazy("Say why."))

    def clean(self) -> None:
        """Two different people, and more than nothing."""
        gainer, loser = self.cleaned_data.get("gainer"), self.cleaned_data.get("loser")
        if gainer is not None and gainer == loser:
            self.add_error("loser", _("Choose two different people."))
        if self.cleaned_data.get("cents") == 0:
            self.add_error("cents", _("An amount is more than nothing."))

    def book(self, context: WriteContext, **said: Any) -> None:
        """What one gains another loses."""
        cents = {said["gainer"]: said["cents"], said["loser"]: -said["cents"]}
        adjust(self.group, cents, context, reason=said["reason"])


class CarryForm(MoneyForm):
    """What everybody owed or was owed before this book began."""

    name = "carry"
    title = gettext_lazy("Carried over from before")
    does = gettext_lazy("Carry it over")
    explains = gettext_lazy(
        "What people owed when this book began. What is owed and what is owing come to the same sum."
    )

    def __init__(self, data: Any = None, **people: Any) -> None:
        super().__init__(data, **people)
        for pk in self.shown:
            amount = AmountField(required=False)
            amount.currency = self.group.currency
            sides = (("owed", _("is owed")), ("owes", _("owes")))
            self.fields[f"side-{pk}"] = forms.ChoiceField(choices=sides, required=False)
            self.fields[f"cents-{pk}"] = amount

    @property
    def asks(self) -> Iterator[forms.BoundField]:
        """None one below the other: the rows are shown by themselves."""
        return iter(())

    @property
    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """A line for everybody: the name, which side, how much."""
        return [(name, self[f"side-{pk}"], self[f"cents-{pk}"]) for pk, name in self.shown.items()]

    @property
    def said(self) -> dict[str, Any]:
        """Cents by player, + for who is owed."""
        facts = self.cleaned_data
        return {"balances": {pk: self._signed(pk) for pk in self.shown if facts.get(f"cents-{pk}")}}

    def _signed(self, pk: int) -> int:
        cents = int(self.cleaned_data[f"cents-{pk}"])
        return -cents if self.cleaned_data[f"side-{pk}"] == "owes" else cents

    def clean(self) -> None:
        """It adds up, or by how much it does not."""
        if self.errors:
            return
        balances = self.said["balances"]
        if not balances:
            raise forms.ValidationError(_("Write at least who owes and who is owed."))
        if left := sum(balances.values()):
            words = (
                _("It does not add up: {sum} more is owed than the other way.")
                if left > 0
                else _("It does not add up: {sum} more is owing than the other way.")
            )
            raise forms.ValidationError(words.format(sum=money(abs(left), self.group.currency)))

    def book(self, context: WriteContext, **said: Any) -> None:
        """Into the journal as it was."""
        carry(self.group, said["balances"], context)


def posted_people(posted: QueryDict, names: Mapping[int, str]) -> Collection[int]:
    """In a very large group those whom a form was sent about; it had not asked about the others."""
    if len(names) <= MOST_OFFERED:
        return ()
    ticked = {said for said in posted.getlist("shared_by") if said.isascii() and said.isdigit()}
    first = list(names)[:MOST_OFFERED]
    return {pk for pk in names if str(pk) in ticked or f"cents-{pk}" in posted} or first


FORMS: tuple[type[MoneyForm], ...] = (PayForm, DepositForm, SpendForm, AdjustForm, CarryForm)
