"""Who may open the pages of an account: whoever is logged in, and some whoever said lately who they are."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from time import time
from typing import Any, Concatenate
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from scorekeeper.accounts.models import Account
from scorekeeper.accounts.sessions import account_of

CONFIRMED = "confirmed"
FRESH = 15 * 60
"""Seconds for which a password or a passkey counts that was just shown."""

AccountView = Callable[Concatenate[HttpRequest, Account, ...], HttpResponse]
Open = Callable[..., HttpResponse]


def account_holder(view: AccountView) -> Open:
    """For whoever is logged in, who is handed to the view; everybody else is asked to log in."""

    @wraps(view)
    def opened(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        account = account_of(request)
        if account is None:
            return _first(request, "log_in")
        return view(request, account, *args, **kwargs)

    opened.may = "account"  # type: ignore[attr-defined]
    return opened


def confirmed(view: AccountView) -> Open:
    """For whoever is logged in and said lately who they are: nobody else changes what opens an account."""

    @wraps(view)
    def asked(request: HttpRequest, account: Account, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_confirmed(request):
            return _first(request, "confirm_account")
        return view(request, account, *args, **kwargs)

    return account_holder(asked)


def is_confirmed(request: HttpRequest) -> bool:
    """Whether whoever is logged in has said lately who they are."""
    return bool(time() - request.session.get(CONFIRMED, 0) < FRESH)


def confirm(request: HttpRequest) -> None:
    """They have just said it."""
    request.session[CONFIRMED] = int(time())


def next_page(request: HttpRequest) -> str:
    """The page that was wanted before, "" for none or one that is not ours."""
    wanted = request.POST.get("next", "") or request.GET.get("next", "")
    is_ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if is_ours and len(wanted) < 500 else ""


def with_next(page: str, wanted: str) -> str:
    """The address of a page that leads on to the one that is wanted, "" for none."""
    return f"{reverse(page)}?{urlencode({'next': wanted})}" if wanted else reverse(page)


def _first(request: HttpRequest, page: str) -> HttpResponse:
    """Another page before this one. A form that was sent is not sent again: its page is opened anew."""
    back = request.path if request.method in ("GET", "HEAD") else reverse("account")
    return HttpResponseRedirect(with_next(page, back), status=303)
