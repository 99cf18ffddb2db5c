"""The page of an account, and all that is changed on it."""

import uuid

from django import forms
from django.conf import settings
from django.contrib.auth import login, logout
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.standings import groups_of
from ledger.words.texts import clean, is_fit
from scorekeeper.access import anyone
from scorekeeper.accounts import letters, logging_in, passkeys
from scorekeeper.accounts.codes import codes_left, make_codes
from scorekeeper.accounts.logging_in import account_holder, confirm, confirmed
from scorekeeper.accounts.models import LONGEST_ADDRESS, Account, Phone
from scorekeeper.accounts.passwords import NewPasswordForm
from scorekeeper.accounts.sessions import browser_of, end_phones
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, misses_limited
from scorekeeper.http.middleware import untold
from scorekeeper.presenters.qr import whole_address
from scorekeeper.visitors import guests

LONGEST_PASSKEY = 40


class AddressForm(forms.Form):
    address = forms.EmailField(
        max_length=LONGEST_ADDRESS,
        error_messages={
            "required": gettext_lazy("Type an e-mail address."),
            "invalid": gettext_lazy("This is no e-mail address."),
        },
    )


@account_holder
@require_safe
def account(request: HttpRequest, account: Account) -> HttpResponse:
    return _page(request, account)


@account_holder
@require_POST
def log_out(request: HttpRequest, account: Account) -> HttpResponse:
    """Log this phone out; it is a guest as before, or a fresh one."""
    logout(request)
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
    end_phones(account, but=request.session.session_key or "")
    return go_to(request, reverse("account"))


@account_holder
@require_http_methods(["GET", "HEAD", "POST"])
def take_along(request: HttpRequest, account: Account) -> HttpResponse:
    """Ask what becomes of the groups that the phone opened before, or put them into the account.

    The phone may be somebody else's. Left alone, they are there again when the account is logged out.
    """
    if request.method == "POST":
        guests.take_along(request, account.guest)
    groups = groups_of(guests.phone_guest_of(request))
    if not groups:
        return go_to(request, reverse("home"))
    return show(request, "accounts/account/take_along.html", {"account": account, "groups": groups})


@confirmed
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
def change_password(request: HttpRequest, account: Account) -> HttpResponse:
    """Choose another password. This phone stays logged in; all others are logged out."""
    form = NewPasswordForm(request.POST if request.method == "POST" else None, account=account)
    if form.is_valid():
        letters.change_password(account, form.cleaned_data["password"])
        letters.tell_of_change(account, account.address)
        login(request, account)
        confirm(request)
        return go_to(request, reverse("account"))
    return show(
        request,
        "accounts/account/password.html",
        {"account": account, "form": form},
        status=422 if form.is_bound else 200,
    )


@confirmed
@require_POST
def passkey_begins(request: HttpRequest, account: Account) -> HttpResponse:
    try:
        return JsonResponse(passkeys.begin_adding(account))
    except passkeys.PasskeyRefused:
        return JsonResponse({}, status=422)


@confirmed
@require_POST
def add_passkey(request: HttpRequest, account: Account) -> HttpResponse:
    """Keep the passkey that the phone has made. Without a name it is called like the phone."""
    name = clean(request.POST.get("name", ""))
    if not name or not is_fit(name) or len(name) > LONGEST_PASSKEY:
        name = browser_of(request) or _("A passkey")
    try:
        passkeys.add(account, name, request.POST.get("credential", ""))
    except passkeys.PasskeyRefused as refused:
        return _page(request, account, trouble=str(refused))
    confirm(request)
    return go_to(request, reverse("account"))


@confirmed
@require_POST
def remove_passkey(request: HttpRequest, account: Account, *, passkey: int) -> HttpResponse:
    logging_in.remove_passkey(account, passkey)
    return go_to(request, reverse("account"))


@confirmed
@require_POST
def ask_twice(request: HttpRequest, account: Account) -> HttpResponse:
    if not logging_in.ask_for_second_step(account):
        trouble = _("Add a passkey and make recovery codes first: else a lost phone would lock you out.")
        return _page(request, account, trouble=trouble)
    return go_to(request, reverse("account"))


@confirmed
@require_POST
def ask_once(request: HttpRequest, account: Account) -> HttpResponse:
    Account.objects.filter(pk=account.pk).update(second_step=False)
    return go_to(request, reverse("account"))


@confirmed
@require_http_methods(["GET", "HEAD", "POST"])
def recovery_codes(request: HttpRequest, account: Account) -> HttpResponse:
    """Say how many codes are left, or make new ones, which are in this one answer and nowhere else."""
    codes = make_codes(account) if request.method == "POST" else []
    return show(
        request,
        "accounts/account/codes_page.html",
        {"account": account, "codes": codes, "left": codes_left(account)},
    )


@confirmed
@require_http_methods(["GET", "HEAD", "POST"])
def address(request: HttpRequest, account: Account) -> HttpResponse:
    """Say which e-mail address it is and which waits to be confirmed, or send a letter to another one."""
    if not settings.LETTERS:
        raise Http404
    form = AddressForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and logging_in.is_counted(request, form, Limit.LETTERS, form.cleaned_data["address"]):
        letters.ask(
            account,
            form.cleaned_data["address"],
            lambda said: whole_address(request, reverse("confirm_address", args=[said])),
        )
        return go_to(request, reverse("address"))
    waits = account.address_asked if account.address_asked != account.address else ""
    context = {"account": account, "form": form, "waits": waits}
    return show(request, "accounts/account/address_page.html", context, status=422 if form.is_bound else 200)


@confirmed
@require_POST
def remove_address(request: HttpRequest, account: Account) -> HttpResponse:
    """Let the account have no address; possible without a mail server, too."""
    letters.take_away(account)
    return go_to(request, reverse("account"))


@anyone
@misses_limited(Limit.LINKS)
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_address(request: HttpRequest, *, said: str) -> HttpResponse:
    """Ask whether the address is theirs, or note down that it is. Looking changes nothing."""
    is_done = request.method == "POST"
    account = letters.confirm(said) if is_done else letters.confirms(said)
    context = {"account": account, "is_done": is_done}
    status = 404 if account is None else 200
    return untold(show(request, "accounts/account/confirm_address.html", context, status=status))


@confirmed
@require_http_methods(["GET", "HEAD", "POST"])
def account_removal(request: HttpRequest, account: Account) -> HttpResponse:
    """Say what happens, or remove it. Its groups stay, and this phone goes on opening them, as a guest."""
    if request.method == "POST":
        with transaction.atomic():
            guests.go_without(request, account.guest)
            Account.objects.filter(pk=account.pk).delete()
        logout(request)
        return go_to(request, reverse("home"))
    return show(
        request, "accounts/account/removal.html", {"account": account, "groups": groups_of(account.guest)}
    )


def _page(request: HttpRequest, account: Account, *, trouble: str = "") -> HttpResponse:
    context = {
        "account": account,
        "trouble": trouble,
        "phones": account.phones.filter(expire_date__gt=timezone.now()).order_by("-seen_at"),
        "this_phone": request.session.session_key,
        "passkeys": passkeys.passkeys_of(account),
        "codes": codes_left(account),
        "letters": settings.LETTERS,
        "left_on_phone": groups_of(guests.phone_guest_of(request)),
    }
    return show(request, "accounts/account/page.html", context, status=422 if trouble else 200)
