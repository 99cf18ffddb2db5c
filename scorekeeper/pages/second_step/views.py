"""After the password: a passkey of the same account, or one of its recovery codes, which is used up then."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import anyone
from scorekeeper.accounts import logging_in
from scorekeeper.accounts.codes import use_code
from scorekeeper.accounts.door import next_page
from scorekeeper.accounts.models import Account
from scorekeeper.accounts.passkeys import PasskeyRefused, begin_opening
from scorekeeper.accounts.second_step import end, half_in
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, TooOften, count, limited
from scorekeeper.pages.second_step.forms import SecondForm
from scorekeeper.text.refusals import sentence

NOT_A_CODE = gettext_noop("This is none of your recovery codes, or it was used already.")
NOT_THE_PASSKEY = gettext_noop("This passkey is not one of yours.")


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("code")
def second_step(request: HttpRequest) -> HttpResponse:
    """Ask for the passkey, or take a recovery code in its place."""
    account = half_in(request)
    if account is None:
        return go_to(request, reverse("log_in"))
    form = SecondForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            count(request, Limit.LOGINS, name=account.name)
        except TooOften as often:
            form.add_error(None, sentence(often))
        else:
            if use_code(account, form.cleaned_data["code"]):
                return _in(request, account)
            form.add_error("code", _(NOT_A_CODE))
    return _page(request, account, form)


@anyone
@limited(Limit.LOGINS)
@require_POST
def second_passkey_asks(request: HttpRequest) -> HttpResponse:
    """What the phone is asked for, as data for the script of the page."""
    account = half_in(request)
    return JsonResponse({}, status=422) if account is None else JsonResponse(begin_opening(account))


@anyone
@require_POST
def second_passkey(request: HttpRequest) -> HttpResponse:
    """A passkey of the account whose password was said."""
    account = half_in(request)
    if account is None:
        return go_to(request, reverse("log_in"))
    try:
        logging_in.account_with_passkey(request, request.POST.get("credential", ""), account)
    except TooOften as often:
        return _page(request, account, SecondForm(), trouble=sentence(often))
    except PasskeyRefused:
        return _page(request, account, SecondForm(), trouble=_(NOT_THE_PASSKEY))
    return _in(request, account)


def _in(request: HttpRequest, account: Account) -> HttpResponse:
    end(request)
    logging_in.log_in(request, account)
    return go_to(request, logging_in.page_after(request, next_page(request)))


def _page(request: HttpRequest, account: Account, form: SecondForm, *, trouble: str = "") -> HttpResponse:
    context = {"account": account, "form": form, "trouble": trouble, "next": next_page(request)}
    return show(request, "second_step/page.html", context, status=422 if form.is_bound or trouble else 200)
