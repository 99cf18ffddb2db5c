"""Log in, take the second step, or show once more who you are. What is wrong is never said more closely."""

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import anyone
from scorekeeper.accounts.codes import use_code
from scorekeeper.accounts.logging_in import (
    account_holder,
    account_with,
    account_with_passkey,
    confirm,
    enter,
    half_in,
    is_counted,
    next_page,
)
from scorekeeper.accounts.models import Account
from scorekeeper.accounts.passkeys import PasskeyRefused, begin_opening, passkeys_of
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, limited
from scorekeeper.visitors.guests import holder_of


class PasswordForm(forms.Form):
    password = forms.CharField(
        max_length=1000, strip=False, error_messages={"required": gettext_lazy("Type your password.")}
    )


class LogInForm(PasswordForm):
    name = forms.CharField(max_length=200, error_messages={"required": gettext_lazy("Type your name.")})


class CodeForm(forms.Form):
    code = forms.CharField(
        max_length=200, error_messages={"required": gettext_lazy("Type one of your recovery codes.")}
    )


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
def log_in(request: HttpRequest) -> HttpResponse:
    if holder_of(request) is not None:
        return go_to(request, next_page(request) or reverse("home"))
    form = LogInForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and is_counted(request, form, Limit.LOGINS, form.cleaned_data["name"]):
        account = account_with(request, form.cleaned_data["name"], form.cleaned_data["password"])
        if account is not None:
            return enter(request, account, is_enough=False)
        form.add_error(None, _("This name and this password do not belong together."))
    return _page(request, "accounts/log_in/page.html", form)


@anyone
@limited(Limit.LOGINS)
@require_POST
def passkey_asks(request: HttpRequest) -> HttpResponse:
    return JsonResponse(begin_opening())


@anyone
@require_POST
def passkey_opens(request: HttpRequest) -> HttpResponse:
    try:
        return enter(request, account_with_passkey(request))
    except PasskeyRefused as refused:
        return _page(request, "accounts/log_in/page.html", LogInForm(), trouble=str(refused))


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("code")
def second_step(request: HttpRequest) -> HttpResponse:
    """Ask for the passkey after the password, or use a recovery code up in its place."""
    account = half_in(request)
    if account is None:
        return go_to(request, reverse("log_in"))
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and is_counted(request, form, Limit.LOGINS, account.name):
        if use_code(account, form.cleaned_data["code"]):
            return enter(request, account)
        form.add_error("code", _("This is none of your recovery codes, or it was used already."))
    return _page(request, "accounts/log_in/second_step.html", form, account)


@anyone
@limited(Limit.LOGINS)
@require_POST
def second_passkey_asks(request: HttpRequest) -> HttpResponse:
    account = half_in(request)
    return JsonResponse({}, status=422) if account is None else JsonResponse(begin_opening(account))


@anyone
@require_POST
def second_passkey(request: HttpRequest) -> HttpResponse:
    """Log in with a passkey of the account whose password was shown."""
    account = half_in(request)
    if account is None:
        return go_to(request, reverse("log_in"))
    try:
        return enter(request, account_with_passkey(request, account))
    except PasskeyRefused as refused:
        return _page(request, "accounts/log_in/second_step.html", CodeForm(), account, trouble=str(refused))


@account_holder
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
def confirm_account(request: HttpRequest, account: Account) -> HttpResponse:
    """Ask whoever is logged in for the password: somebody else may have the phone in hand."""
    form = PasswordForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and is_counted(request, form, Limit.LOGINS, account.name):
        if account_with(request, account.name, form.cleaned_data["password"]) == account:
            return _on(request)
        form.add_error("password", _("This is not your password."))
    return _page(request, "accounts/log_in/confirm.html", form, account)


@account_holder
@limited(Limit.LOGINS)
@require_POST
def confirming_passkey_asks(request: HttpRequest, account: Account) -> HttpResponse:
    return JsonResponse(begin_opening(account))


@account_holder
@require_POST
def confirming_passkey(request: HttpRequest, account: Account) -> HttpResponse:
    try:
        account_with_passkey(request, account)
    except PasskeyRefused as refused:
        return _page(request, "accounts/log_in/confirm.html", PasswordForm(), account, trouble=str(refused))
    return _on(request)


def _on(request: HttpRequest) -> HttpResponse:
    confirm(request)
    return go_to(request, next_page(request) or reverse("account"))


def _page(
    request: HttpRequest, page: str, form: forms.Form, account: Account | None = None, *, trouble: str = ""
) -> HttpResponse:
    context = {
        "account": account,
        "form": form,
        "trouble": trouble,
        "next": next_page(request),
        "has_passkeys": account is not None and passkeys_of(account).exists(),
    }
    return show(request, page, context, status=422 if form.is_bound or trouble else 200)
