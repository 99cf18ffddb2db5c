"""A player's name forgotten, on a page of its own: it cannot be taken back."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from ledger.recording import forget_name, is_forgotten
from scorekeeper.access import GroupAccess, owner
from scorekeeper.http.forms import DAMAGED
from scorekeeper.http.htmx import go_to, show


class ForgettingForm(forms.Form):
    name = forms.CharField(strip=False, max_length=200, error_messages={"required": DAMAGED})
    is_sure = forms.BooleanField(
        error_messages={"required": gettext_lazy("Tick this first: the name cannot be brought back.")}
    )


@owner
@require_http_methods(["GET", "HEAD", "POST"])
def forgetting(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """Say what goes and what stays, and forget the name that was seen; sent again, it is so already."""
    found = access.player(player)
    form = ForgettingForm(request.POST if request.method == "POST" else None)
    is_behind = False
    if form.is_valid():
        is_behind = form.cleaned_data["name"] != found.name
        if not is_behind:
            forget_name(found)
        if not is_behind or is_forgotten(found):
            return go_to(request, resolve_url("players", code=access.group.code))
    context = {"access": access, "player": found, "form": form, "is_behind": is_behind}
    status = 409 if is_behind else 422 if form.is_bound else 200
    return show(request, "group/forgetting/page.html", context, status=status)
