"""Logging in and out, and who may open the pages of an account.

Between the password and the second step the session says whose password was shown, and opens nothing. A
passkey lets in by itself, as its phone asks who holds it.
"""

from collections.abc import Callable
from functools import wraps
from time import time
from typing import Any, Concatenate
from urllib.parse import urlencode

from django import forms
from django.contrib.auth import authenticate, login
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import url_has_allowed_host_and_scheme

from ledger.models import name_key
from ledger.standings import groups_of
from scorekeeper.accounts import passkeys
from scorekeeper.accounts.codes import codes_left
from scorekeeper.accounts.models import Account
from scorekeeper.accounts.sessions import account_of
from scorekeeper.http.htmx import go_to
from scorekeeper.http.limits import Limit, TooOften, count
from scorekeeper.text.refusals import sentence
from scorekeeper.visitors.guests import phone_guest_of

CONFIRMED = "confirmed"

# Seconds for which a password or a passkey counts that was just shown by whoever is logged in.
FRESH = 15 * 60

HALF = "half"

# Seconds between the password and the second step.
SO_LONG = 10 * 60

AccountView = Callable[Concatenate[HttpRequest, Account, ...], HttpResponse]
OpenedView = Callable[..., HttpResponse]


def account_holder(view: AccountView) -> OpenedView:
    """Hand the account to the view; whoever is not logged in is asked to log in first."""

    @wraps(view)
    def opened(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        account = account_of(request)
        return _first(request, "log_in") if account is None else view(request, account, *args, **kwargs)

    opened.may = "account"  # type: ignore[attr-defined]
    return opened


def confirmed(view: AccountView) -> OpenedView:
    """Ask whoever is logged in for the password or a passkey first, unless they showed it lately."""

    @wraps(view)
    def asked(request: HttpRequest, account: Account, *args: Any, **kwargs: Any) -> HttpResponse:
        if time() - request.session.get(CONFIRMED, 0) >= FRESH:
            return _first(request, "confirm_account")
        return view(request, account, *args, **kwargs)

    return account_holder(asked)


def _first(request: HttpRequest, page: str) -> HttpResponse:
    # A form that was sent is not sent again afterwards: the page of the account is opened anew.
    back = request.path if request.method in ("GET", "HEAD") else reverse("account")
    return HttpResponseRedirect(with_next(page, back), status=303)


def confirm(request: HttpRequest) -> None:
    """Remember that whoever is logged in has just shown who they are."""
    request.session[CONFIRMED] = int(time())


def next_page(request: HttpRequest) -> str:
    """Return the page that was wanted before, "" for none or one of another site."""
    wanted = request.POST.get("next", "") or request.GET.get("next", "")
    is_ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if is_ours and len(wanted) < 500 else ""


def with_next(page: str, wanted: str) -> str:
    """Return the address of a page that leads on to the one that is wanted, "" for none."""
    return f"{reverse(page)}?{urlencode({'next': wanted})}" if wanted else reverse(page)


def is_counted(request: HttpRequest, form: forms.Form, limit: Limit, name: str = "") -> bool:
    """Count a try; False where there were too many, which the form says then."""
    try:
        count(request, limit, name=name)
    except TooOften as often:
        form.add_error(None, sentence(often))
        return False
    return True


def account_with(request: HttpRequest, name: str, password: str) -> Account | None:
    """Return the account of this name and password. It takes as long where there is no such name."""
    found = authenticate(request, username=name_key(name) or "?", password=password)
    return found if isinstance(found, Account) else None


def account_with_passkey(request: HttpRequest, account: Account | None = None) -> Account:
    """Return the account whose passkey the form brings, of this `account` if given. Raises PasskeyRefused."""
    try:
        count(request, Limit.LOGINS)
    except TooOften as often:
        raise passkeys.PasskeyRefused(sentence(often)) from often
    return passkeys.opened_by(request.POST.get("credential", ""), account)


def enter(request: HttpRequest, account: Account, *, is_enough: bool = True) -> HttpResponse:
    """Log this phone in and lead on; but first to the second step, where this was not enough.

    What the phone opened by itself waits; what becomes of it is asked before the page that was wanted.
    """
    wanted = next_page(request)
    if account.second_step and not is_enough:
        request.session.cycle_key()
        request.session[HALF] = [account.pk, account.get_session_auth_hash(), int(time())]
        return go_to(request, with_next("second_step", wanted))
    request.session.pop(HALF, None)
    login(request, account)
    confirm(request)
    if groups_of(phone_guest_of(request)):
        return go_to(request, reverse("take_along"))
    return go_to(request, wanted or reverse("home"))


def half_in(request: HttpRequest) -> Account | None:
    """Return the account whose password this phone has just shown and whose second step is still to come.

    None once ten minutes have gone by or the password was changed.
    """
    if request.session.session_key is None or HALF not in request.session:
        return None
    pk, was, at = request.session[HALF]
    account = Account.objects.filter(pk=pk, is_active=True, second_step=True).first()
    is_lately = 0 <= time() - at < SO_LONG
    if account is None or not is_lately or not constant_time_compare(was, account.get_session_auth_hash()):
        return None
    return account


def ask_for_second_step(account: Account) -> bool:
    """Ask for a passkey after the password; False where there is no passkey, or no code to replace it."""
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        can = passkeys.passkeys_of(account).exists() and codes_left(account) > 0
        if can:
            Account.objects.filter(pk=account.pk).update(second_step=True)
    return can


def remove_passkey(account: Account, passkey: int) -> None:
    """Forget one of an account's passkeys; with the last one the second step goes too."""
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        passkeys.passkeys_of(account).filter(pk=passkey).delete()
        if not passkeys.passkeys_of(account).exists():
            Account.objects.filter(pk=account.pk).update(second_step=False)
