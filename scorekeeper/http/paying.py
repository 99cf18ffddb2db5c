"""A line of what is open is paid, and a payment undone, alike on every page that shows the money."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse

from ledger.models import Group, Membership, Session
from ledger.models.journal import LONGEST_NOTE
from ledger.recording.journal import AS_IT_IS, Drawing, pay_line, undo
from ledger.standings.money import is_payment
from scorekeeper.access import GroupAccess
from scorekeeper.http.forms import DAMAGED, Keyed, at_most
from scorekeeper.http.htmx import go_to
from scorekeeper.text.amounts import AmountField
from scorekeeper.text.methods import method_kept


def line_named(payer: int, payee: int) -> str:
    """Return what a form calls a line of what is open: "3-1"."""
    return f"{payer}-{payee}"


class PayLineForm(Keyed):
    """A line of what is open was paid, or a part of it."""

    line = forms.RegexField(
        r"\A[0-9]{1,18}-[0-9]{1,18}\Z", error_messages=dict.fromkeys(("required", "invalid"), DAMAGED)
    )
    cents = AmountField()
    method = forms.CharField(required=False, max_length=40, error_messages={"max_length": at_most(40)})

    def __init__(self, data: Any, *, group: Group, drawing: Drawing = AS_IT_IS) -> None:
        super().__init__(data)
        self.group, self.drawing = group, drawing
        self.fields["cents"].currency = group.currency  # type: ignore[attr-defined]

    def clean_line(self) -> tuple[int, int]:
        payer, payee = self.cleaned_data["line"].split("-")
        return int(payer), int(payee)

    @property
    def line_shown(self) -> str:
        return str(self.data.get("line", ""))

    def write(self, by: Membership, *, session: Session | None = None) -> None:
        """Book it; raises Refused."""
        said = self.cleaned_data
        pay_line(
            self.group,
            said["line"],
            said["cents"],
            self.context(by),
            method=method_kept(said["method"]),
            session=session,
            drawing=self.drawing,
        )


class UndoForm(Keyed):
    """Taking a line of the journal back, by its opposite."""

    reason = forms.CharField(
        required=False,
        max_length=LONGEST_NOTE,
        error_messages={"max_length": at_most(LONGEST_NOTE)},
    )

    def write(self, group: Group, number: int, by: Membership) -> None:
        """Book the opposite; raises Refused."""
        undo(group, number, self.context(by), reason=self.cleaned_data["reason"])


def line_paid(
    request: HttpRequest,
    access: GroupAccess,
    form: PayLineForm,
    *,
    back: str,
    again: Callable[[PayLineForm], HttpResponse],
    session: Session | None = None,
) -> HttpResponse:
    """Books what the form says, with the night it names, and goes `back`; if it is refused, `again` shows it.

    Raises Http404 in a group that plays for points only.
    """
    access.check_money()
    if form.wrote(lambda: form.write(access.membership, session=session)):
        return go_to(request, back)
    return again(form)


def line_unpaid(
    request: HttpRequest,
    access: GroupAccess,
    line: int,
    *,
    back: str,
    again: Callable[[UndoForm], HttpResponse],
) -> HttpResponse:
    """Undoes the payment that is this line of the journal and goes `back`; if refused, `again` shows it.

    Raises Http404 where there is no such payment, and in a group that plays for points only.
    """
    access.check_money()
    if not is_payment(access.group, line):
        raise Http404("There is no such payment.")
    form = UndoForm(request.POST)
    if form.wrote(lambda: form.write(access.group, line, access.membership)):
        return go_to(request, back)
    return again(form)
