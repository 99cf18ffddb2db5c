"""One question about a player, at an address of its own: the answer, and the hands behind it."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from ledger.standings.behind import IN_A_FILE, hands_of_player
from ledger.standings.questions import answers_about
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.asked_hands import AskedHandsForm
from scorekeeper.http.htmx import show
from scorekeeper.http.paging import asked_place
from scorekeeper.pages.player.presenter import card_of, hand_lines, hands_table
from scorekeeper.presenters import asking
from scorekeeper.presenters.answers import one_of, share_text
from scorekeeper.presenters.asked_hands import asked_hands
from scorekeeper.presenters.qr import whole_address
from scorekeeper.presenters.table_files import table_addresses, table_file


@watcher
@require_safe
def question(request: HttpRequest, access: GroupAccess, *, player: int, question: str) -> HttpResponse:
    """The answer as k of n with its interval, what it means, everybody's, and a page of the hands."""
    who = access.player(player)
    found = asked_hands(
        access.group, form := AskedHandsForm(request.GET, has_money=bool(access.group.currency)), access.news
    )
    context = {"access": access, "player": who, "found": found, "form": form, "page_url": request.path}
    every = {one.key: one for one in answers_about(who.pk, found.played)}
    asked = every.get(question)
    if asked is None:
        # The same question may have an answer where other hands are asked for.
        if found.is_valid and found.are_all:
            raise Http404("There is no such question.")
        return show(request, "player/unasked.html", context, status=200 if found.is_valid else 422)
    behind = partial(hands_of_player, found.played, asked.question, who.pk)
    tables = {"hands": hands_table(partial(behind, many=IN_A_FILE), who.pk)}
    if file := table_file(request, tables, access.group.name, who.name, question):
        return file
    beside = asked_place(request.GET)
    try:
        page = behind(older=beside.get("older"), newer=beside.get("newer"))
    except LookupError:
        raise Http404("There is no such hand.") from None
    card = card_of(asked, who.name, found, access.group)
    context |= {
        "asked": asked,
        "card": card,
        "everybody": asking.usual_count(asked),
        "careful": asking.careful(asked, every.get("left"), who.name),
        "share": share_text(card, found.counted, whole_address(request, card.address)),
        "hands": hand_lines(page.hands, found.game, who.pk, access.group),
        "one_of": one_of(asked.share, asked.share.n),
        "csv": table_addresses(tables, found.query),
        "in_a_file": min(asked.share.n, IN_A_FILE),
        "back": reverse("player", args=[access.group.code, who.pk]) + found.query,
        "paging": found.query.removeprefix("?") + "&" if found.query else "",
        "newer": page.newer,
        "older": page.older,
    }
    return show(request, "player/question.html", context)
