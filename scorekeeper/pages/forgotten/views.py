"""A new password by a recovery code. Whether there is such a name is not said."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from ledger.models import name_key
from scorekeeper.access import anyone
from scorekeeper.accounts import logging_in
from scorekeeper.accounts.addresses import tell_of_change
from scorekeeper.accounts.codes import use_code
from scorekeeper.accounts.models import Account
from scorekeeper.accounts.sessions import end_phones
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, TooOften, count
from scorekeeper.pages.forgotten.forms import CodeForm, LetterForm
from scorekeeper.text.refusals import sentence

DOES_NOT_FIT = gettext_noop("This code does not belong to this name, or it was used already.")


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password", "code")
def forgotten(request: HttpRequest) -> HttpResponse:
    """Take a code for a new password; every other phone is logged out, as its owner may be somebody else."""
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            count(request, Limit.LOGINS, name=form.cleaned_data["name"])
        except TooOften as often:
            form.add_error(None, sentence(often))
        else:
            account = _with_new_password(form)
            if account is not None:
                logging_in.log_in(request, account)
                return go_to(request, logging_in.page_after(request))
            form.add_error(None, _(DOES_NOT_FIT))
    context = {"form": form, "by_letter": LetterForm(), "letters": settings.LETTERS}
    return show(request, "forgotten/page.html", context, status=422 if form.is_bound else 200)


def _with_new_password(form: CodeForm) -> Account | None:
    """The account, if the code is one of its own."""
    said = form.cleaned_data
    with transaction.atomic():
        account = Account.objects.filter(key=name_key(said["name"]), is_active=True).first()
        if not use_code(account, said["code"]) or account is None:
            return None
        account.set_password(said["password"])
        account.save(update_fields=["password"])
        end_phones(account)
    tell_of_change(account)
    return account
