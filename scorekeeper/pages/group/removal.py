"""A group removed by its owner: asked for here, done thirty days later; until then any owner can keep it."""

from datetime import timedelta
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from ledger.models import Group, name_key
from ledger.recording import Refused, ask_to_leave
from scorekeeper.access import GroupAccess, also_put_away, owner
from scorekeeper.http.htmx import go_to, show

NOT_ITS_NAME = gettext_lazy("This is not the group’s name.")


class RemovalForm(forms.Form):
    """The group's name as it is called, typed by hand, so that nobody does this by accident."""

    is_saved = forms.BooleanField(
        error_messages={"required": gettext_lazy("Save the group’s file first, or say that nobody needs it.")}
    )
    name = forms.CharField(
        max_length=1000,
        error_messages={"required": gettext_lazy("Type the group’s name."), "max_length": NOT_ITS_NAME},
    )

    def __init__(self, *args: Any, group: Group, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.group = group

    def clean_name(self) -> str:
        """Return the name, where it is the group's: as names are compared everywhere."""
        name = str(self.cleaned_data["name"])
        if name_key(name) != name_key(self.group.name):
            raise forms.ValidationError(NOT_ITS_NAME)
        return name


TIME_TO_CHANGE_ONES_MIND = timedelta(days=30)


@owner
@require_http_methods(["GET", "HEAD", "POST"])
@also_put_away
def removal(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Say what happens, and ask twice; sent again, the first day stands."""
    form = RemovalForm(request.POST if request.method == "POST" else None, group=access.group)
    if form.is_valid():
        _ask(access, days=TIME_TO_CHANGE_ONES_MIND)
        return go_to(request, resolve_url("group", code=access.group.code))
    context = {
        "access": access,
        "form": form,
        "days": TIME_TO_CHANGE_ONES_MIND.days,
        "goes_at": timezone.now() + TIME_TO_CHANGE_ONES_MIND,
    }
    return show(request, "group/removal/page.html", context, status=422 if form.is_bound else 200)


@owner
@require_POST
@also_put_away
def keep_group(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    _ask(access, days=None)
    return go_to(request, resolve_url("group", code=access.group.code))


def _ask(access: GroupAccess, *, days: timedelta | None) -> None:
    try:
        ask_to_leave(access.group, at=timezone.now() + days if days else None)
    except Refused:  # its time came between the page and this
        raise Http404("There is no such group.") from None
