"""How a player is drawn where the name has no room: initials, and the colour they stand on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_http_methods

from ledger.models import Player
from ledger.recording import Refused, draw_player
from ledger.standings import Face, faces_of
from scorekeeper.access import GroupAccess, owner
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import A_PAGE
from scorekeeper.pages.players.forms import COLOURS, LooksForm, is_another
from scorekeeper.text.refusals import sentence


@owner
@require_http_methods(["GET", "HEAD", "POST"])
def looks(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """Ask for initials and a colour, or write them down."""
    found = access.player(player)
    face = faces_of(access.group)[found.pk]
    form = LooksForm(request.POST if request.method == "POST" else None, initial=_chosen(face))
    if form.is_valid() and found.pk != player:
        form.add_error(None, is_another(found))
    elif form.is_valid() and _wrote(found, face, form):
        before = access.group.players.filter(pk__lt=player).exclude(pk__in=access.group.who.now)
        page = before.count() // A_PAGE + 1
        last = f"?page={page}" if page > 1 else ""
        return go_to(request, f"{resolve_url('players', code=access.group.code)}{last}")
    context = {"access": access, "player": found, "face": face, "form": form, "colours": COLOURS}
    return show(request, "players/looks.html", context, status=422 if form.is_bound else 200)


def _chosen(face: Face) -> dict[str, str]:
    return {"initials": face.initials if face.chose_initials else "", "colour": face.colour}


def _wrote(player: Player, face: Face, form: LooksForm) -> bool:
    said = form.cleaned_data
    kept = said["colour"] == face.colour and not face.chose_colour  # it came by itself, and goes on to
    try:
        draw_player(player, initials=said["initials"], colour="" if kept else said["colour"])
    except Refused as refused:
        form.add_error(refused.fact if refused.fact in form.fields else None, sentence(refused))
        return False
    return True
