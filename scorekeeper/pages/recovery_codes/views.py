"""Codes on paper. They are in the one answer that made them, and nowhere else."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.codes import codes_left, make_codes
from scorekeeper.accounts.door import confirmed
from scorekeeper.accounts.models import Account
from scorekeeper.http.htmx import show


@confirmed
@require_http_methods(["GET", "HEAD", "POST"])
def recovery_codes(request: HttpRequest, account: Account) -> HttpResponse:
    """Say how many are left, or make new ones and show them."""
    codes = make_codes(account) if request.method == "POST" else []
    context = {"account": account, "codes": codes, "left": codes_left(account)}
    return show(request, "recovery_codes/page.html", context)
