"""A new password by a letter. Whether an account has the address that is typed is not said."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.access import anyone
from scorekeeper.accounts import addresses, logging_in, second_step
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, TooOften, count, misses_limited
from scorekeeper.pages.forgotten.forms import CodeForm, LetterForm, LettersPasswordForm
from scorekeeper.presenters.qr import whole_address
from scorekeeper.text.refusals import sentence


@anyone
@require_POST
def ask_letter(request: HttpRequest) -> HttpResponse:
    """Send a letter if there is an account at the address; the answer is the same if not."""
    if not settings.LETTERS:
        raise Http404
    form = LetterForm(request.POST)
    if form.is_valid():
        try:
            count(request, Limit.LETTERS, name=form.cleaned_data["address"])
        except TooOften as often:
            form.add_error(None, sentence(often))
        else:
            addresses.send_new_passwords(form.cleaned_data["address"], lambda said: _link(request, said))
            return show(request, "forgotten/sent.html", {"address": form.cleaned_data["address"]})
    context = {"form": CodeForm(), "by_letter": form, "letters": True}
    return show(request, "forgotten/page.html", context, status=422)


@anyone
@misses_limited(Limit.LINKS)
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
def new_password(request: HttpRequest, *, said: str) -> HttpResponse:
    """Ask for a new password, or take it: all phones are logged out then, and this one is logged in."""
    account = addresses.renews(said)
    if account is None:
        return addresses.untold(show(request, "forgotten/chosen.html", {"account": None}, status=404))
    form = LettersPasswordForm(request.POST if request.method == "POST" else None, account=account)
    if form.is_valid():
        account = addresses.renew(said, form.cleaned_data["password"])
        if account is not None and account.second_step:
            second_step.begin(request, account)
            return go_to(request, reverse("second_step"))
        if account is not None:
            logging_in.log_in(request, account)
            return go_to(request, logging_in.page_after(request))
    context = {"account": account, "form": form}
    status = 404 if account is None else 422 if form.is_bound else 200
    return addresses.untold(show(request, "forgotten/chosen.html", context, status=status))


def _link(request: HttpRequest, said: str) -> str:
    return whole_address(request, reverse("new_password", args=[said]))
