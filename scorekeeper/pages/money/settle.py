"""All that is open: who pays whom, the text for the group chat, plans of before, and the coin."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from ledger.models import Group, Service
from ledger.money.rounding import Rest, Rounding
from ledger.recording import choose_coin
from ledger.recording.group import write_handles
from ledger.recording.journal import AS_IT_IS, Drawing, drawn
from ledger.standings import names_of
from ledger.standings.groups import handles_of
from ledger.standings.money import Plan, plans, what_is_open
from scorekeeper.access import GroupAccess, owner, scorer, watcher
from scorekeeper.http.forms import Keyed, RefusableForm
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import A_PAGE, asked_page, of_page, paged, pages_of
from scorekeeper.http.paying import PayLineForm, line_named, line_paid, line_unpaid
from scorekeeper.http.people import PersonField
from scorekeeper.presenters.owed import drawn_on, owed_list, shared, who_is_who
from scorekeeper.text.dates import when
from scorekeeper.text.figures import money

YEARS = range(1900, 2200)
COINS = (5, 10, 20, 25, 50, 100)
# Choices for who has what rounding leaves over.
RESTS = {
    Rest.NEAREST: gettext_lazy("whoever was nearest to the next coin"),
    Rest.WON_MOST: gettext_lazy("whoever won most"),
    Rest.LOST_MOST: gettext_lazy("whoever lost most"),
    Rest.KITTY: gettext_lazy("the kitty"),
    Rest.CARRIED: gettext_lazy("nobody yet: it stays open till the next night"),
}


class DrawForm(forms.Form):
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
        day: date | None = self.cleaned_data["until"]
        if day is not None and day.year not in YEARS:
            raise forms.ValidationError(_("Choose a day."))
        return day

    @property
    def drawing(self) -> Drawing:
        """Return how the list is drawn; as it is where the address makes no sense."""
        if not self.is_valid():
            return AS_IT_IS
        day = self.cleaned_data["until"]
        after = timezone.make_aware(datetime.combine(day + timedelta(days=1), time.min)) if day else None
        return Drawing(treasurer=self.cleaned_data["through"], until=after)

    @property
    def query(self) -> str:
        """Return the drawing as it stands in an address, "" for the list as it is."""
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
        coins = sorted({*COINS, group.coin_cents} - {0})
        shown = [(str(coin), money(coin, group.currency)) for coin in coins]
        self.fields["coin"].choices = [("0", _("to the cent, as it comes")), *shown]  # type: ignore[attr-defined]

    @property
    def rounding(self) -> Rounding:
        return Rounding(coin=self.cleaned_data["coin"], rest=Rest(self.cleaned_data["rest"]))


LONG = gettext_lazy("That is too long for a name there.")


class HandlesForm(RefusableForm):
    venmo = forms.CharField(
        label="Venmo", required=False, max_length=200, error_messages={"max_length": LONG}
    )
    paypal = forms.CharField(
        label="PayPal.me", required=False, max_length=200, error_messages={"max_length": LONG}
    )
    cashapp = forms.CharField(
        label="Cash App", required=False, max_length=200, error_messages={"max_length": LONG}
    )

    def said(self) -> dict[Service, str]:
        return {service: self.cleaned_data[service.value] for service in Service}


@owner
@require_safe
def handles(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    access.check_money()
    return _handles_page(request, access)


@owner
@require_POST
def write(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    access.check_money()
    found, form = access.player(player), HandlesForm(request.POST, auto_id=f"{player}-%s")
    if found.pk != player:
        raise Http404("This is another player by now.")
    if form.wrote(lambda: write_handles(found, form.said())):
        return go_to(request, resolve_url("handles", code=access.group.code))
    return _handles_page(request, access, sent={player: form})


def _handles_page(
    request: HttpRequest, access: GroupAccess, *, sent: dict[int, HandlesForm] | None = None
) -> HttpResponse:
    there, names, people = handles_of(access.group), tuple(names_of(access.group).items()), []
    place = next((place for place, (player, _) in enumerate(names) if player in (sent or {})), None)
    pages = pages_of(len(names))
    page = asked_page(request.GET, pages) if place is None else place // A_PAGE + 1
    for player, name in of_page(names, page):
        known = {service.value: handle for service, handle in there.get(player, {}).items()}
        form = (sent or {}).get(player) or HandlesForm(initial=known, auto_id=f"{player}-%s")
        people.append((player, name, [service.label for service in there.get(player, {})], form))
    context = {"access": access, "people": people, **paged(page, pages)}
    return show(request, "money/settle/handles.html", context, status=422 if sent else 200)


# Lines of what is open on a page.
LINES = 40


@watcher
@require_safe
def settle_up(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    access.check_money()
    return _page(request, access)


@scorer
@require_POST
def pay(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    asked = DrawForm(request.GET, names=names_of(access.group))
    return line_paid(
        request,
        access,
        PayLineForm(request.POST, group=access.group, drawing=asked.drawing),
        back=f"{resolve_url('settle', code=access.group.code)}{asked.query}#owed",
        again=lambda form: _page(request, access, paying=form),
    )


@scorer
@require_POST
def unpay(request: HttpRequest, access: GroupAccess, *, line: int) -> HttpResponse:
    return line_unpaid(
        request,
        access,
        line,
        back=f"{resolve_url('settle', code=access.group.code)}#owed",
        again=lambda form: _page(request, access, wrong=form),
    )


@owner
@require_POST
def coin(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Choose the coin that nights are rounded to which end from now on."""
    access.check_money()
    form = CoinForm(request.POST, group=access.group)
    if form.wrote(lambda: choose_coin(access.group, form.rounding)):
        return go_to(request, f"{resolve_url('settle', code=access.group.code)}#coin")
    return _page(request, access, coins=form)


@watcher
@require_safe
def plan(request: HttpRequest, access: GroupAccess, *, settlement: int) -> HttpResponse:
    access.check_money()
    found = next((one for one in plans(access.group) if one.number == settlement), None)
    if found is None:
        raise Http404("There is no such settlement.")
    called = who_is_who(access.group, names_of(access.group))
    pages = pages_of(len(found.payments))
    page = asked_page(request.GET, pages)
    context = {
        "access": access,
        "title": _title(found),
        "plan": found,
        "payments": [(called[one.payer], called[one.payee], one) for one in of_page(found.payments, page)],
        **paged(page, pages),
    }
    return show(request, "money/settle/plan.html", context)


def _page(
    request: HttpRequest,
    access: GroupAccess,
    *,
    wrong: Keyed | None = None,
    paying: PayLineForm | None = None,
    coins: CoinForm | None = None,
) -> HttpResponse:
    group, names = access.group, names_of(access.group)
    asked, found = DrawForm(request.GET, names=names), what_is_open(group)
    if asked.drawing != AS_IT_IS:
        found = replace(found, lines=drawn(group, asked.drawing))
    pages = pages_of(len(found.lines), LINES)
    lines = [line_named(one.payer, one.payee) for one in found.lines]
    page = asked_page(request.GET, pages)
    if paying is not None and paying.line_shown in lines:
        page = lines.index(paying.line_shown) // LINES + 1
    place = drawn_on(group, "settle")
    owed = owed_list(
        found,
        replace(place, pay=f"{place.pay}{asked.query}"),
        who_is_who(group, names),
        handles=handles_of(group),
        form=paying,
        first=(page - 1) * LINES,
        most=LINES,
    )
    heading = f"{group.name} · {when(timezone.now(), 'long')}"
    context = {
        "access": access,
        "draw": asked,
        "everybody": names.values(),
        "troubles": [wrong.all_wrong] if wrong else [],
        "plans": [(_title(one), one) for one in plans(group)],
        "coins": coins or CoinForm(group=group),
        "owed": replace(owed, more=0),
        **paged(page, pages),
        "share": "\n".join([heading, owed.headline, "", *shared(replace(owed, paid=()), group.currency)]),
    }
    sent = [form for form in (wrong, paying, coins) if form is not None]
    status = 409 if any(form.is_behind for form in sent) else 422 if sent or asked.errors else 200
    return show(request, "money/settle/page.html", context, status=status)


def _title(plan: Plan) -> str:
    # A plan was about a month, everything that was open, or (in old books) a night.
    if plan.night_at:
        return _("Night of {day}").format(day=when(plan.night_at, "day"))
    if plan.until:
        return when(plan.until - timedelta(days=1), "month")
    return plan.label or _("Plan {number}").format(number=plan.number)
