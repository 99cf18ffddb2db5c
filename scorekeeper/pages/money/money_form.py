"""Forms about money outside a night: payments, expenses, the kitty, what was owed, adjustments."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.models import Account, Group, Membership
from ledger.models.journal import LONGEST_NOTE
from ledger.recording import WriteContext
from ledger.recording.journal import (
    adjust,
    carry,
    pay,
    put_in_box,
    share_several,
    spend_from_box,
)
from ledger.scoring import HandRefused
from ledger.standings.money import balances
from scorekeeper.http.forms import Keyed, SeveralField, at_most
from scorekeeper.http.people import MOST_OFFERED, PersonField
from scorekeeper.text.amounts import AmountField
from scorekeeper.text.figures import money
from scorekeeper.text.lists import joined
from scorekeeper.text.methods import method_kept

THE_BOX = Account.BOX.value
MOST_SHARES = 99
NO_SHARES = dict.fromkeys(
    ("invalid", "min_value", "max_value"), gettext_lazy("Write a whole number of shares, from 0 to 99.")
)
SHORT, LONG = at_most(40), at_most(LONGEST_NOTE)


class WhoField(PersonField):
    """A player of the group, or perhaps the box; cleans to an id or the box."""

    def __init__(self, *, with_box: bool = False, **kwargs: Any) -> None:
        missing = dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Who?"))
        super().__init__(
            coerce=lambda said: Account.BOX if said == THE_BOX else int(said),
            empty_value=None,
            error_messages=missing,
            **kwargs,
        )
        self.with_box = with_box

    def ask(self, names: Mapping[int, str]) -> None:
        self.offer(names, first=_("Choose…"), more=[(THE_BOX, _("the kitty"))] if self.with_box else [])


def _note(*, label: Any, required: bool = False, missing: Any = "") -> forms.CharField:
    errors = {"required": missing, "max_length": LONG}
    return forms.CharField(label=label, required=required, max_length=LONGEST_NOTE, error_messages=errors)


class MoneyForm(Keyed):
    """Something to be booked, once. `name` is its address.

    `near` are the people whom it shows in a very large group, `here` those who sat at the table last. A box
    that would hold less than nothing `asks_anyway`: there is a tick then for who means it.
    """

    name: ClassVar[str]
    title: ClassVar[str | Promise]
    does: ClassVar[str | Promise]
    explains: ClassVar[str | Promise] = ""

    asks_anyway = False

    def __init__(
        self,
        data: Any = None,
        *,
        group: Group,
        names: Mapping[int, str],
        near: Collection[int] = (),
        here: Sequence[int] = (),
    ) -> None:
        super().__init__(data, auto_id=f"{self.name}-%s")
        self.group, self.names, self.here = group, names, here
        self.shown = {pk: name for pk, name in names.items() if pk in near} if near else names
        for field in self.fields.values():
            if isinstance(field, WhoField):
                field.ask(names)
            elif isinstance(field, AmountField):
                field.currency = group.currency
            elif isinstance(field, PeopleField):
                field.choices = [(str(pk), name) for pk, name in self.shown.items()]

    def write(self, by: Membership) -> None:
        """Book it; only of a valid form. Raises Refused."""
        self.book(self.context(by), **self.said)

    def book(self, context: WriteContext, **said: Any) -> None:
        raise NotImplementedError

    @property
    def said(self) -> dict[str, Any]:
        return {name: said for name, said in self.cleaned_data.items() if name != "key"}

    @property
    def asks(self) -> Iterator[forms.BoundField]:
        hidden = {"key"} if self.asks_anyway or self.data.get("anyway") else {"key", "anyway"}
        return (field for field in self if field.name not in hidden)

    def refuse(self, refused: HandRefused) -> None:
        """Add the refusal; where the box is too empty, say what is in it, and ask."""
        if refused.code != "box_overdrawn":
            return super().refuse(refused)
        self.asks_anyway = True
        found = balances(self.group)
        if refused.case != "box":
            has = found.common
            said = _("Only {sum} of the kitty belongs to everybody; the rest is owed to those who put it in.")
        elif (has := found.in_box) > 0:
            said = _("There is only {sum} in the kitty.")
        else:
            said = _("There is nothing in the kitty.")
        return self.add_error("cents", said.format(sum=money(has, self.group.currency)))


class PeopleField(SeveralField):
    """Any of the group's people, each with a tick; cleans to their ids."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, **kwargs: Any) -> None:
        errors = {
            "invalid_choice": gettext_lazy("Tick people of this group."),
            "invalid_list": gettext_lazy("Tick people."),
        }
        super().__init__(required=False, coerce=int, error_messages=errors, **kwargs)


def _anyway() -> forms.BooleanField:
    words = gettext_lazy("Record it all the same: somebody lent the kitty the rest.")
    return forms.BooleanField(required=False, label=words)


class PayForm(MoneyForm):
    name = "pay"
    title = gettext_lazy("Somebody paid")
    does = gettext_lazy("Record the payment")
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
    anyway = _anyway()

    def book(self, context: WriteContext, **said: Any) -> None:
        anyway, method = said.pop("anyway"), method_kept(said.pop("method"))
        pay(self.group, context=context, method=method, may_overdraw=anyway, **said)


class ExpenseForm(MoneyForm):
    name = "expense"
    title = gettext_lazy("Somebody paid for others")
    does = gettext_lazy("Share it")
    explains = gettext_lazy("Pizza, drinks, the room: who shares it owes their part to the one who paid.")
    payer = WhoField(label=gettext_lazy("Who paid?"))
    cents = AmountField(label=gettext_lazy("How much in all?"))
    note = _note(label=gettext_lazy("What for?"), required=True, missing=gettext_lazy("Say what it was for."))
    all_here = forms.BooleanField(required=False)
    shared_by = PeopleField(label=gettext_lazy("For these"))

    def __init__(self, data: Any = None, **people: Any) -> None:
        super().__init__(data, **people)
        _ask_all_here(self, _("For everybody who sat at the table last"), ticked=True)
        for pk in self.shown:
            self.fields[f"shares-{pk}"] = forms.IntegerField(
                required=False, min_value=0, max_value=MOST_SHARES, error_messages=NO_SHARES
            )
            for name in ("exact", "paid"):
                self.fields[f"{name}-{pk}"] = amount = AmountField(required=False)
                amount.currency = self.group.currency

    @property
    def asks(self) -> Iterator[forms.BoundField]:
        """Yield the fields to show one below the other.

        What is asked of everybody stands in folds of its own.
        """
        return (field for field in super().asks if "-" not in field.name)

    @property
    def rows_of(self) -> dict[str, list[tuple[str, forms.BoundField]]]:
        """Return for shares, exact and paid a line for everybody: the name, and the field."""
        return {
            what: [(name, self[f"{what}-{pk}"]) for pk, name in self.shown.items()]
            for what in ("shares", "exact", "paid")
        }

    @property
    def opens(self) -> set[str]:
        return {
            what
            for what, rows in self.rows_of.items()
            if self.is_bound and any(field.value() for _, field in rows)
        }

    def clean(self) -> None:
        """Check that exact amounts and what others paid come to exactly all of it."""
        if self.errors:
            return
        whole = self.cleaned_data["cents"]
        off = whole - sum(self._typed("exact").values())
        if self._typed("exact") and off:
            words = (
                _("These amounts are {sum} short of all of it.")
                if off > 0
                else _("These amounts are {sum} more than all of it.")
            )
            self.add_error("cents", words.format(sum=money(abs(off), self.group.currency)))
        if sum(self._typed("paid").values()) > whole:
            self.add_error("cents", _("The others paid more than all of it."))

    def _typed(self, what: str) -> dict[int, int]:
        found = {pk: self.cleaned_data.get(f"{what}-{pk}") for pk in self.shown}
        return {pk: number for pk, number in found.items() if number is not None}

    def book(self, context: WriteContext, **said: Any) -> None:
        """Split by exact amounts, else by shares, else equally among those ticked."""
        ticked = {*said["shared_by"], *(self.here if said.get("all_here") else ())}
        shares = self._typed("exact") or {**dict.fromkeys(sorted(ticked), 1), **self._typed("shares")}
        others = {pk: cents for pk, cents in self._typed("paid").items() if cents and pk != said["payer"]}
        paid = {said["payer"]: said["cents"] - sum(others.values()), **others}
        paid = {pk: cents for pk, cents in paid.items() if cents} or paid
        share_several(self.group, paid, shares, context, note=said["note"])


class DepositForm(MoneyForm):
    name = "deposit"
    title = gettext_lazy("Money into the kitty")
    does = gettext_lazy("Put it in the kitty")
    cents = AmountField(label=gettext_lazy("How much from each?"))
    all_here = forms.BooleanField(required=False)
    players = PeopleField(label=gettext_lazy("From these"))
    is_owed_back = forms.BooleanField(
        required=False, label=gettext_lazy("It stays theirs: the kitty owes it back")
    )
    note = _note(label=gettext_lazy("What for? (if it needs saying)"))

    def __init__(self, data: Any = None, **people: Any) -> None:
        super().__init__(data, **people)
        _ask_all_here(self, _("From everybody who sat at the table last"), ticked=False)

    def book(self, context: WriteContext, **said: Any) -> None:
        givers = sorted({*said["players"], *(self.here if said.get("all_here") else ())})
        put_in_box(
            self.group,
            givers,
            said["cents"],
            context,
            is_owed_back=said["is_owed_back"],
            note=said["note"],
        )


class SpendForm(MoneyForm):
    name = "spend"
    title = gettext_lazy("Spend from the kitty")
    does = gettext_lazy("Take it from the kitty")
    explains = gettext_lazy("Pizza, cards, the room: from the kitty, or shared by those you tick.")
    note = _note(label=gettext_lazy("What for?"), required=True, missing=gettext_lazy("Say what it was for."))
    cents = AmountField(label=gettext_lazy("How much?"))
    shared_by = PeopleField(
        label=gettext_lazy("Shared by"),
        help_text=gettext_lazy("Tick nobody, and it comes out of what belongs to everybody."),
    )
    anyway = _anyway()

    def book(self, context: WriteContext, **said: Any) -> None:
        anyway, cents = said.pop("anyway"), said.pop("cents")
        spend_from_box(self.group, cents, context, may_overdraw=anyway, **said)


class AdjustForm(MoneyForm):
    name = "adjust"
    title = gettext_lazy("An adjustment")
    does = gettext_lazy("Record the adjustment")
    explains = gettext_lazy("For anything else: a bet beside the game, an old mistake.")
    facts = {"note": "reason", "payee": "gainer"}
    gainer = WhoField(label=gettext_lazy("In whose favour?"), with_box=True)
    loser = WhoField(label=gettext_lazy("At whose cost?"), with_box=True)
    cents = AmountField(label=gettext_lazy("How much?"))
    reason = _note(label=gettext_lazy("Why?"), required=True, missing=gettext_lazy("Say why."))

    def clean(self) -> None:
        gainer, loser = self.cleaned_data.get("gainer"), self.cleaned_data.get("loser")
        if gainer is not None and gainer == loser:
            self.add_error("loser", _("Choose two different people."))
        if self.cleaned_data.get("cents") == 0:
            self.add_error("cents", _("An amount is more than nothing."))

    def book(self, context: WriteContext, **said: Any) -> None:
        cents = {said["gainer"]: said["cents"], said["loser"]: -said["cents"]}
        adjust(self.group, cents, context, reason=said["reason"])


class CarryForm(MoneyForm):
    name = "carry"
    title = gettext_lazy("Carried over from before")
    does = gettext_lazy("Carry it over")
    explains = gettext_lazy(
        "What people owed each other before you began here. What some are owed comes to what the others owe."
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
        """Yield none one below the other: the rows are shown by themselves."""
        return iter(())

    @property
    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        return [(name, self[f"side-{pk}"], self[f"cents-{pk}"]) for pk, name in self.shown.items()]

    @property
    def said(self) -> dict[str, Any]:
        facts = self.cleaned_data
        cents = {pk: int(facts[f"cents-{pk}"]) for pk in self.shown if facts.get(f"cents-{pk}")}
        owing = {pk for pk in cents if facts[f"side-{pk}"] == "owes"}
        return {"balances": {pk: -one if pk in owing else one for pk, one in cents.items()}}

    def clean(self) -> None:
        if self.errors:
            return
        balances = self.said["balances"]
        if not balances:
            raise forms.ValidationError(_("Fill in at least one who owes and one who is owed."))
        if left := sum(balances.values()):
            words = (
                _("It does not add up: {sum} of what is owed is owed by nobody.")
                if left > 0
                else _("It does not add up: {sum} of what people owe is owed to nobody.")
            )
            raise forms.ValidationError(words.format(sum=money(abs(left), self.group.currency)))

    def book(self, context: WriteContext, **said: Any) -> None:
        carry(self.group, said["balances"], context)


def posted_people(posted: QueryDict, names: Mapping[int, str]) -> Collection[int]:
    """Return the players whom a form was about in a very large group, which asks about no others."""
    if len(names) <= MOST_OFFERED:
        return ()
    said = (*posted.getlist("shared_by"), *posted.getlist("players"))
    ticked = {one for one in said if one.isascii() and one.isdigit()}
    first = list(names)[:MOST_OFFERED]
    asked = ("cents-{}", "shares-{}", "exact-{}", "paid-{}")
    return {
        pk for pk in names if str(pk) in ticked or any(one.format(pk) in posted for one in asked)
    } or first


def _ask_all_here(form: MoneyForm, words: str, *, ticked: bool) -> None:
    # Asks for everybody who sat at the table last by one tick; nobody did, and there is no such question.
    here = [form.names[pk] for pk in form.here if pk in form.names]
    if not here:
        form.here = ()
        del form.fields["all_here"]
        return
    field = form.fields["all_here"]
    field.label, field.help_text = words, joined(here)
    field.initial = ticked


FORMS: tuple[type[MoneyForm], ...] = (
    PayForm,
    ExpenseForm,
    DepositForm,
    SpendForm,
    AdjustForm,
    CarryForm,
)
