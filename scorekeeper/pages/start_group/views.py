"""Start a group, in under a minute and without signing up."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from ledger import recording
from ledger.models import Group
from ledger.scoring import HandRefused
from ledger.standings.groups import last_game
from scorekeeper.access import anyone, become_guest, guest_of
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, count
from scorekeeper.pages.start_group.forms import StartGroupForm
from scorekeeper.visitors.guests import Gain, KeyChanged, gain

CHANGED = gettext_noop(
    "Your phone got a new key meanwhile. Nothing was saved: look it over, and start it again."
)


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
def start_group(request: HttpRequest) -> HttpResponse:
    """Ask for the group, or start it.

    The guest is made with the form: two quick taps are then two times the same guest.
    """
    # Whoever is a guest only from now on has no groups that could be looked up.
    form = _form(request, request.POST if request.method == "POST" else None)
    become_guest(request)
    if form.is_valid():
        try:
            if not Group.every.filter(key=form.cleaned_data["key"]).exists():  # two quick taps count once
                count(request, Limit.NEW_GROUPS)
            group = gain(request, _start(form))
        except HandRefused as refused:
            form.refuse(refused)
        except KeyChanged:
            form.add_error(None, _(CHANGED))
        else:
            return go_to(request, reverse("tonight", args=[group.code]))
    return show(request, "start_group/page.html", {"form": form}, status=422 if form.is_bound else 200)


@anyone
@require_POST
def stake_means(request: HttpRequest) -> HttpResponse:
    """What the stake means that is being typed; nothing is written."""
    return show(request, "parts/stake_means.html", {"form": _form(request, request.POST)})


@anyone
@require_POST
def game_brings(request: HttpRequest) -> HttpResponse:
    """What the game is usually played for that was just chosen; nothing is written."""
    form = _form(request, request.POST)
    form.bring_stake()
    return show(request, "start_group/brought.html", {"form": form, "is_fresh": True})


def _form(request: HttpRequest, said: QueryDict | None) -> StartGroupForm:
    language = request.headers.get("Accept-Language", "")[:2].lower()
    return StartGroupForm(said, likely=last_game(guest_of(request)), language=language)


def _start(form: StartGroupForm) -> Gain[Group]:
    said, key = form.said(), form.cleaned_data["key"]
    return Gain(
        write=lambda guest: recording.start_group(said, guest, key),
        before=lambda guest: recording.group_started(guest, key),
    )
