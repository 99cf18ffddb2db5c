"""Who is it? Asked of a phone that is logged in, as somebody else may have it in hand."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.accounts.door import account_holder, confirm, next_page
from scorekeeper.accounts.logging_in import account_with, account_with_passkey
from scorekeeper.accounts.models import Account
from scorekeeper.accounts.passkeys import PasskeyRefused, begin_opening, passkeys_of
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, TooOften, limited
from scorekeeper.pages.confirm_account.forms import ConfirmForm
from scorekeeper.text.refusals import sentence

NOT_THE_PASSWORD = gettext_noop("This is not your password.")
NOT_THE_PASSKEY = gettext_noop("This passkey is not one of yours.")


@account_holder
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
def confirm_account(request: HttpRequest, account: Account) -> HttpResponse:
    """By the password."""
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            found = account_with(request, account.name, form.cleaned_data["password"])
        except TooOften as often:
            form.add_error(None, sentence(often))
        else:
            if found == account:
                return _on(request)
            form.add_error("password", _(NOT_THE_PASSWORD))
    return _page(request, account, form)


@account_holder
@limited(Limit.LOGINS)
@require_POST
def confirming_passkey_asks(request: HttpRequest, account: Account) -> HttpResponse:
    """What the phone is asked for, as data for the script of the page."""
    return JsonResponse(begin_opening(account))


@account_holder
@require_POST
def confirming_passkey(request: HttpRequest, account: Account) -> HttpResponse:
    """By a passkey of this account."""
    try:
        account_with_passkey(request, request.POST.get("credential", ""), account)
    except TooOften as often:
        return _page(request, account, ConfirmForm(), trouble=sentence(often))
    except PasskeyRefused:
        return _page(request, account, ConfirmForm(), trouble=_(NOT_THE_PASSKEY))
    return _on(request)


def _on(request: HttpRequest) -> HttpResponse:
    confirm(request)
    return go_to(request, next_page(request) or reverse("account"))


def _page(request: HttpRequest, account: Account, form: ConfirmForm, *, trouble: str = "") -> HttpResponse:
    context = {
        "account": account,
        "form": form,
        "trouble": trouble,
        "next": next_page(request),
        "has_passkeys": bool(passkeys_of(account)),
    }
    return show(
        request, "confirm_account/page.html", context, status=422 if form.is_bound or trouble else 200
    )
