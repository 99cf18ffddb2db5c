"""Make an account. This phone is logged in to it at once, and what it opened is the account's."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from ledger.models import name_key
from scorekeeper.access import anyone
from scorekeeper.accounts import logging_in
from scorekeeper.accounts.models import Account
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, TooOften, count
from scorekeeper.pages.sign_up.forms import TAKEN, SignUpForm
from scorekeeper.text.refusals import sentence
from scorekeeper.visitors.guests import take_along
from scorekeeper.visitors.holders import holder_of


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
def sign_up(request: HttpRequest) -> HttpResponse:
    """Ask for a name and a password, or make the account; sent twice, the same form makes one."""
    if holder_of(request) is not None:
        return go_to(request, reverse("account"))
    form = SignUpForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        account = _made(request, form)
        if account is not None:
            logging_in.log_in(request, account)
            take_along(request, account.guest)
            return go_to(request, reverse("account"))
    return show(request, "sign_up/page.html", {"form": form}, status=422 if form.is_bound else 200)


def _made(request: HttpRequest, form: SignUpForm) -> Account | None:
    """The account that this form made, now or before; None where the form says why there is none."""
    said = form.cleaned_data
    made = Account.objects.filter(made_by=said["key"], is_active=True).first()
    if made is not None and made.check_password(said["password"]):
        return made
    try:
        count(request, Limit.ACCOUNTS)
    except TooOften as often:
        form.add_error(None, sentence(often))
        return None
    account = Account(name=said["name"], key=name_key(said["name"]), made_by=said["key"])
    account.set_password(said["password"])
    try:
        with transaction.atomic():
            account.save()
    except IntegrityError:
        form.add_error("name", TAKEN)
        return None
    return account
