"""What becomes of the groups that a phone opened before somebody logged in on it: it may be another's."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ledger.standings import groups_of
from scorekeeper.accounts.door import account_holder
from scorekeeper.accounts.models import Account
from scorekeeper.http.htmx import go_to, show
from scorekeeper.visitors import guests


@account_holder
@require_http_methods(["GET", "HEAD", "POST"])
def take_along(request: HttpRequest, account: Account) -> HttpResponse:
    """Ask, or put them into the account; left alone, they are there again when the account is logged out."""
    if request.method == "POST":
        guests.take_along(request, account.guest)
        return go_to(request, reverse("home"))
    groups = groups_of(guests.phone_guest_of(request))
    if not groups:
        return go_to(request, reverse("home"))
    return show(request, "take_along/page.html", {"account": account, "groups": groups})
