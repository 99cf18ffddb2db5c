"""The people of a group: who they are, one more of them, and what they are called."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.models import Colour, Player
from ledger.recording import Refused, add_player, draw_player, rename_player
from ledger.recording.group import delete_player
from ledger.standings import Face, faces_of, people_of
from ledger.standings.merging import merges_of
from scorekeeper.access import GroupAccess, owner, scorer, watcher
from scorekeeper.http.forms import RefusableForm
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import A_PAGE, asked_page, of_page, paged, pages_of
from scorekeeper.text.numbers import number
from scorekeeper.text.refusals import sentence

COLOURS = (
    (Colour.BRICK, gettext_lazy("Brick")),
    (Colour.AMBER, gettext_lazy("Amber")),
    (Colour.OLIVE, gettext_lazy("Olive")),
    (Colour.GREEN, gettext_lazy("Green")),
    (Colour.TEAL, gettext_lazy("Teal")),
    (Colour.BLUE, gettext_lazy("Blue")),
    (Colour.VIOLET, gettext_lazy("Violet")),
    (Colour.ROSE, gettext_lazy("Rose")),
)


def is_another(player: Player) -> str:
    return _("This is {name} by now. Nothing was changed.").format(name=player.shown_name)


class PlayerNameForm(RefusableForm):
    name = forms.CharField(max_length=1000, error_messages={"required": gettext_lazy("Type a name first.")})


class LooksForm(RefusableForm):
    """Initials and a colour; empty for those that follow from the name and the place."""

    initials = forms.CharField(required=False, max_length=1000)
    colour = forms.ChoiceField(
        choices=(("", ""), *COLOURS),
        required=False,
        error_messages={"invalid_choice": gettext_lazy("There is no such colour. Tap one of those shown.")},
    )


@owner
@require_http_methods(["GET", "HEAD", "POST"])
def looks(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    found = access.player(player)
    face = faces_of(access.group)[found.pk]
    form = LooksForm(
        request.POST if request.method == "POST" else None,
        initial={"initials": face.initials if face.chose_initials else "", "colour": face.colour},
    )
    if form.is_valid() and found.pk != player:
        form.add_error(None, is_another(found))
    elif form.wrote(lambda: _draw(found, face, form)):
        before = access.group.players.filter(pk__lt=player).exclude(pk__in=access.group.who.now)
        page = before.count() // A_PAGE + 1
        last = f"?page={page}" if page > 1 else ""
        return go_to(request, f"{resolve_url('players', code=access.group.code)}{last}")
    context = {"access": access, "player": found, "face": face, "form": form, "colours": COLOURS}
    return show(request, "group/players/looks.html", context, status=422 if form.is_bound else 200)


def _draw(player: Player, face: Face, form: LooksForm) -> None:
    said = form.cleaned_data
    kept = said["colour"] == face.colour and not face.chose_colour  # it came by itself, and goes on to
    draw_player(player, initials=said["initials"], colour="" if kept else said["colour"])


@watcher
@require_safe
def players(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    return _page(request, access)


@scorer
@require_POST
def add(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    form = PlayerNameForm(request.POST)
    if not form.wrote(lambda: add_player(access.group, form.cleaned_data["name"])):
        return _page(request, access, form=form)
    pages = pages_of(access.group.players.count() - len(access.group.same_people))
    last = f"?page={pages}" if pages > 1 else ""
    return go_to(request, f"{resolve_url('players', code=access.group.code)}{last}")


@owner
@require_POST
def rename(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    found = access.player(player)
    form = PlayerNameForm(request.POST)
    if found.pk != player:
        return _page(request, access, form=form, trouble=is_another(found), renaming=found.pk)
    if not form.wrote(lambda: rename_player(found, form.cleaned_data["name"])):
        return _page(request, access, form=form, renaming=player)
    return go_to(request, resolve_url("players", code=access.group.code))


@owner
@require_POST
def delete(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    found = access.player(player)
    try:
        delete_player(found)
    except Refused as refused:
        return _page(request, access, trouble=sentence(refused), renaming=found.pk)
    return go_to(request, resolve_url("players", code=access.group.code))


def _page(
    request: HttpRequest,
    access: GroupAccess,
    *,
    form: PlayerNameForm | None = None,
    trouble: str = "",
    renaming: int | None = None,
) -> HttpResponse:
    people, trouble = people_of(access.group), trouble or (form.all_wrong if form else "")
    place = next((place for place, one in enumerate(people) if one.player == renaming), None)
    pages = pages_of(len(people))
    page = asked_page(request.GET, pages) if place is None else place // A_PAGE + 1
    context = {
        "access": access,
        "people": of_page(people, page),
        "count": len(people),
        **paged(page, pages),
        "typed": form["name"].value() or "" if form else "",
        "trouble": trouble,
        "renaming": renaming,
        "merges": merges_of(access.group),
        "done": number(request.GET.get("done", "")),
    }
    return show(request, "group/players/page.html", context, status=422 if trouble else 200)
