"""A new password by a recovery code or a letter. Whether there is such a name or address is not said."""

from django import forms
from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from ledger.models import name_key
from scorekeeper.access import anyone
from scorekeeper.accounts import letters
from scorekeeper.accounts.codes import use_code
from scorekeeper.accounts.logging_in import enter, is_counted
from scorekeeper.accounts.models import LONGEST_ADDRESS, Account
from scorekeeper.accounts.passwords import NewPasswordForm
from scorekeeper.http.htmx import show
from scorekeeper.http.limits import Limit, misses_limited
from scorekeeper.http.middleware import untold
from scorekeeper.presenters.qr import whole_address


class ForgottenCodeForm(NewPasswordForm):
    name = forms.CharField(max_length=200, error_messages={"required": gettext_lazy("Type your name.")})
    code = forms.CharField(
        max_length=200, error_messages={"required": gettext_lazy("Type one of your recovery codes.")}
    )


class LetterForm(forms.Form):
    address = forms.EmailField(
        max_length=LONGEST_ADDRESS,
        error_messages={
            "required": gettext_lazy("Type your e-mail address."),
            "invalid": gettext_lazy("This is no e-mail address."),
        },
    )


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password", "code")
def forgotten(request: HttpRequest) -> HttpResponse:
    """Take a code for a new password; every other phone is logged out, as its owner may be somebody else."""
    form = ForgottenCodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and is_counted(request, form, Limit.LOGINS, form.cleaned_data["name"]):
        said = form.cleaned_data
        with transaction.atomic():
            account = Account.objects.filter(key=name_key(said["name"]), is_active=True).first()
            if (is_good := use_code(account, said["code"])) and account is not None:
                letters.change_password(account, said["password"])
        if is_good and account is not None:
            letters.tell_of_change(account, account.address)
            return enter(request, account)
        form.add_error(None, _("This code does not belong to this name, or it was used already."))
    return _page(request, form, LetterForm(), status=422 if form.is_bound else 200)


@anyone
@require_POST
def ask_letter(request: HttpRequest) -> HttpResponse:
    """Send a letter if there is an account at the address; the answer is the same if not."""
    if not settings.LETTERS:
        raise Http404
    form = LetterForm(request.POST)
    if form.is_valid() and is_counted(request, form, Limit.LETTERS, form.cleaned_data["address"]):
        address = form.cleaned_data["address"]
        letters.send_new_passwords(
            address, lambda said: whole_address(request, reverse("new_password", args=[said]))
        )
        return show(request, "accounts/forgotten/sent.html", {"address": address})
    return _page(request, ForgottenCodeForm(), form, status=422)


@anyone
@misses_limited(Limit.LINKS)
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
def new_password(request: HttpRequest, *, said: str) -> HttpResponse:
    """Ask for a new password, or take it: all phones are logged out then, and this one is logged in."""
    account = letters.renews(said)
    form = NewPasswordForm(request.POST if request.method == "POST" else None, account=account)
    if account is not None and form.is_valid():
        account = letters.renew(said, form.cleaned_data["password"])
        if account is not None:
            return enter(request, account, is_enough=False)
    status = 404 if account is None else 422 if form.is_bound else 200
    return untold(
        show(request, "accounts/forgotten/chosen.html", {"account": account, "form": form}, status=status)
    )


def _page(
    request: HttpRequest, by_code: ForgottenCodeForm, by_letter: LetterForm, *, status: int
) -> HttpResponse:
    context = {"form": by_code, "by_letter": by_letter, "letters": settings.LETTERS}
    return show(request, "accounts/forgotten/page.html", context, status=status)
