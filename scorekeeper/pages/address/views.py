"""The e-mail address of an account. The page of a letter's link changes nothing before its button does."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import anyone
from scorekeeper.accounts import addresses
from scorekeeper.accounts.door import confirmed
from scorekeeper.accounts.models import Account
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, TooOften, count, misses_limited
from scorekeeper.pages.address.forms import AddressForm
from scorekeeper.presenters.qr import whole_address
from scorekeeper.text.refusals import sentence


@confirmed
@require_http_methods(["GET", "HEAD", "POST"])
def address(request: HttpRequest, account: Account) -> HttpResponse:
    """Say which it is and which waits to be confirmed, or send a letter to another one."""
    if not settings.LETTERS:
        raise Http404
    form = AddressForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        wanted = form.cleaned_data["address"]
        try:
            count(request, Limit.LETTERS, name=wanted)
        except TooOften as often:
            form.add_error(None, sentence(often))
        else:
            addresses.ask(account, wanted, lambda said: _link(request, said))
            return go_to(request, reverse("address"))
    context = {"account": account, "form": form, "waits": _waits(account)}
    return show(request, "address/page.html", context, status=422 if form.is_bound else 200)


@confirmed
@require_POST
def remove_address(request: HttpRequest, account: Account) -> HttpResponse:
    """Let the account have no address; possible without a mail server, too."""
    addresses.take_away(account)
    return go_to(request, reverse("account"))


@anyone
@misses_limited(Limit.LINKS)
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_address(request: HttpRequest, *, said: str) -> HttpResponse:
    """Ask whether the address is theirs, or note down that it is."""
    is_sent = request.method == "POST"
    account = addresses.confirm(said) if is_sent else addresses.confirms(said)
    context = {"account": account, "is_done": is_sent}
    answer = show(request, "address/confirm.html", context, status=404 if account is None else 200)
    return addresses.untold(answer)


def _link(request: HttpRequest, said: str) -> str:
    return whole_address(request, reverse("confirm_address", args=[said]))


def _waits(account: Account) -> str:
    """The address that is not confirmed yet."""
    return account.address_asked if account.address_asked != account.address else ""
