"""The page of an account, and what is changed on it."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.standings import groups_of
from ledger.texts import clean, is_fit
from scorekeeper.accounts import logging_in, passkeys, second_step
from scorekeeper.accounts.addresses import tell_of_change
from scorekeeper.accounts.browsers import browser_of
from scorekeeper.accounts.codes import codes_left
from scorekeeper.accounts.door import account_holder, confirm, confirmed
from scorekeeper.accounts.models import Account, Phone
from scorekeeper.accounts.sessions import end_phones
from scorekeeper.http.htmx import go_to, show
from scorekeeper.pages.account.forms import PasskeyForm, PasswordForm
from scorekeeper.pages.account.presenter import passkey_lines, phone_lines
from scorekeeper.visitors.guests import phone_guest_of

NOT_ADDED = gettext_noop(
    "The passkey was not added: it has to ask who you are, by a finger, a face or a number, and to be kept "
    "on the phone."
)

NOT_TWICE = gettext_noop("Add a passkey and make recovery codes first: else a lost phone would lock you out.")


@account_holder
@require_safe
def account(request: HttpRequest, account: Account) -> HttpResponse:
    """Its phones and its ways in."""
    return _page(request, account)


@account_holder
@require_POST
def log_out(request: HttpRequest, account: Account) -> HttpResponse:
    """On this phone."""
    logging_in.log_out(request)
    return go_to(request, reverse("home"))


@account_holder
@require_POST
def end_phone(request: HttpRequest, account: Account, *, public: uuid.UUID) -> HttpResponse:
    """Log another phone out: it is out with its next request, and its open pages hear nothing more."""
    Phone.objects.filter(account=account, public=public).delete()
    return go_to(request, reverse("account"))


@account_holder
@require_POST
def end_other_phones(request: HttpRequest, account: Account) -> HttpResponse:
    """Log out every phone but this one."""
    end_phones(account, but=request.session.session_key or "")
    return go_to(request, reverse("account"))


@confirmed
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
def change_password(request: HttpRequest, account: Account) -> HttpResponse:
    """Another password. This phone stays logged in; all others are logged out."""
    form = PasswordForm(request.POST if request.method == "POST" else None, account=account)
    if form.is_valid():
        account.set_password(form.cleaned_data["password"])
        account.save(update_fields=["password"])
        end_phones(account)
        tell_of_change(account)
        logging_in.log_in(request, account)
        return go_to(request, reverse("account"))
    context = {"account": account, "form": form}
    return show(request, "account/password.html", context, status=422 if form.is_bound else 200)


@confirmed
@require_POST
def passkey_begins(request: HttpRequest, account: Account) -> HttpResponse:
    """What the phone is asked to make, as data for the script of the page."""
    try:
        return JsonResponse(passkeys.begin_adding(account))
    except passkeys.PasskeyRefused:
        return JsonResponse({}, status=422)


@confirmed
@require_POST
def add_passkey(request: HttpRequest, account: Account) -> HttpResponse:
    """Keep the passkey that the phone has made."""
    form = PasskeyForm(request.POST)
    form.is_valid()
    name = clean(form.cleaned_data.get("name", ""))
    try:
        passkeys.add(
            account, name if name and is_fit(name) else _here(request), form.data.get("credential", "")
        )
    except passkeys.PasskeyRefused:
        return _page(request, account, trouble=_(NOT_ADDED))
    confirm(request)
    return go_to(request, reverse("account"))


@confirmed
@require_POST
def remove_passkey(request: HttpRequest, account: Account, *, passkey: int) -> HttpResponse:
    """Let a passkey open nothing any more."""
    second_step.remove_passkey(account, passkey)
    return go_to(request, reverse("account"))


@confirmed
@require_POST
def ask_twice(request: HttpRequest, account: Account) -> HttpResponse:
    """After the password ask for a passkey too."""
    if not second_step.switch_on(account):
        return _page(request, account, trouble=_(NOT_TWICE))
    return go_to(request, reverse("account"))


@confirmed
@require_POST
def ask_once(request: HttpRequest, account: Account) -> HttpResponse:
    """Let the password be enough again."""
    second_step.switch_off(account)
    return go_to(request, reverse("account"))


def _here(request: HttpRequest) -> str:
    """What a passkey is called that was given no name: like the phone it was made on."""
    return browser_of(request.headers.get("User-Agent", "")) or _("A passkey")


def _page(request: HttpRequest, account: Account, *, trouble: str = "") -> HttpResponse:
    phones = Phone.objects.filter(account=account, expire_date__gt=timezone.now()).order_by("-seen_at")
    context = {
        "account": account,
        "trouble": trouble,
        "phones": phone_lines(phones, request.session.session_key or ""),
        "passkeys": passkey_lines(passkeys.passkeys_of(account)),
        "codes": codes_left(account),
        "letters": settings.LETTERS,
        "left_on_phone": len(groups_of(phone_guest_of(request))),
    }
    return show(request, "account/page.html", context, status=422 if trouble else 200)
