"""Log in. What is wrong is never said more closely: neither whether there is such a name."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import anyone
from scorekeeper.accounts import logging_in, second_step
from scorekeeper.accounts.door import next_page, with_next
from scorekeeper.accounts.passkeys import PasskeyRefused, begin_opening
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, TooOften, limited
from scorekeeper.pages.log_in.forms import LogInForm
from scorekeeper.text.refusals import sentence
from scorekeeper.visitors.holders import holder_of

DOES_NOT_FIT = gettext_noop("This name and this password do not belong together.")
NO_SUCH_PASSKEY = gettext_noop("This passkey opens no account here. Use your password.")


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
def log_in(request: HttpRequest) -> HttpResponse:
    """By name and password."""
    if holder_of(request) is not None:
        return go_to(request, next_page(request) or reverse("home"))
    form = LogInForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            said = form.cleaned_data
            account = logging_in.account_with(request, said["name"], said["password"])
        except TooOften as often:
            form.add_error(None, sentence(often))
        else:
            if account is not None and account.second_step:
                second_step.begin(request, account)
                return go_to(request, with_next("second_step", next_page(request)))
            if account is not None:
                logging_in.log_in(request, account)
                return go_to(request, logging_in.page_after(request, next_page(request)))
            form.add_error(None, _(DOES_NOT_FIT))
    return _page(request, form)


@anyone
@limited(Limit.LOGINS)
@require_POST
def passkey_asks(request: HttpRequest) -> HttpResponse:
    """What the phone is asked for, as data for the script of the page."""
    return JsonResponse(begin_opening())


@anyone
@require_POST
def passkey_opens(request: HttpRequest) -> HttpResponse:
    """With a passkey, which knows itself whose it is."""
    form = LogInForm()
    try:
        account = logging_in.account_with_passkey(request, request.POST.get("credential", ""))
    except TooOften as often:
        return _page(request, form, trouble=sentence(often))
    except PasskeyRefused:
        return _page(request, form, trouble=_(NO_SUCH_PASSKEY))
    logging_in.log_in(request, account)
    return go_to(request, logging_in.page_after(request, next_page(request)))


def _page(request: HttpRequest, form: LogInForm, *, trouble: str = "") -> HttpResponse:
    context = {"form": form, "trouble": trouble, "next": next_page(request)}
    return show(request, "log_in/page.html", context, status=422 if form.is_bound or trouble else 200)
