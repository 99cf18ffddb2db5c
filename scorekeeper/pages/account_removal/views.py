"""An account removed. Its groups stay, and this phone goes on opening them, as a guest."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ledger.standings import groups_of
from scorekeeper.accounts import logging_in
from scorekeeper.accounts.door import confirmed
from scorekeeper.accounts.models import Account
from scorekeeper.http.htmx import go_to, show
from scorekeeper.visitors.guests import go_without


@confirmed
@require_http_methods(["GET", "HEAD", "POST"])
def account_removal(request: HttpRequest, account: Account) -> HttpResponse:
    """Say what happens, or remove it: name, password, passkeys, codes and sessions."""
    if request.method == "POST":
        with transaction.atomic():
            go_without(request, account.guest)
            Account.objects.filter(pk=account.pk).delete()
        logging_in.log_out(request)
        return go_to(request, reverse("home"))
    context = {"account": account, "groups": groups_of(account.guest)}
    return show(request, "account_removal/page.html", context)
