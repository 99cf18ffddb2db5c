"""Make an account. This phone is logged in to it at once, and what it opened is the account's."""

from django import forms
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from ledger.models import name_key
from ledger.words.texts import clean, is_fit
from scorekeeper.access import anyone
from scorekeeper.accounts.logging_in import confirm, is_counted
from scorekeeper.accounts.models import LONGEST_NAME, Account
from scorekeeper.accounts.passwords import NewPasswordForm
from scorekeeper.http.forms import Keyed, at_most
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit
from scorekeeper.visitors.guests import holder_of, take_along

NO_NAME = gettext_lazy("Type a name: your own, or one that you make up.")


class SignUpForm(Keyed, NewPasswordForm):
    name = forms.CharField(
        max_length=LONGEST_NAME,
        error_messages={"required": NO_NAME, "max_length": at_most(LONGEST_NAME)},
    )

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if not is_fit(name):
            raise forms.ValidationError(
                gettext_lazy("The name has a character in it that cannot be written down.")
            )
        name = clean(name)
        if not name_key(name):
            raise forms.ValidationError(NO_NAME)
        if len(name_key(name)) > 4 * LONGEST_NAME:
            raise forms.ValidationError(at_most(LONGEST_NAME))
        return name


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
def sign_up(request: HttpRequest) -> HttpResponse:
    """Ask for a name and a password, or make the account; sent twice, the same form makes one."""
    if holder_of(request) is not None:
        return go_to(request, reverse("account"))
    form = SignUpForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and (account := _made(request, form)) is not None:
        login(request, account)
        confirm(request)
        take_along(request, account.guest)
        return go_to(request, reverse("account"))
    return show(request, "accounts/sign_up/page.html", {"form": form}, status=422 if form.is_bound else 200)


def _made(request: HttpRequest, form: SignUpForm) -> Account | None:
    # The account that this form made, now or before; None where the form says why there is none.
    said = form.cleaned_data
    made = Account.objects.filter(made_by=said["key"], is_active=True).first()
    if made is not None and made.check_password(said["password"]):
        return made
    if not is_counted(request, form, Limit.ACCOUNTS):
        return None
    account = Account(name=said["name"], key=name_key(said["name"]), made_by=said["key"])
    account.set_password(said["password"])
    try:
        with transaction.atomic():
            account.save()
    except IntegrityError:
        form.add_error("name", gettext_lazy("Somebody has this name already. Take another one, or log in."))
        return None
    return account
