"""One question about a player, at an address of its own: the answer, and the hands behind it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from ledger.standings.behind import A_PAGE, are_told, hands_behind
from ledger.standings.questions import questions_about
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.asked_hands import AskedHandsForm
from scorekeeper.http.htmx import show
from scorekeeper.http.paging import asked_page, paged, pages_of
from scorekeeper.pages.player.presenter import card_of, hand_lines, share_text
from scorekeeper.presenters.asked_hands import asked_hands
from scorekeeper.presenters.qr import whole_address


@watcher
@require_safe
def question(request: HttpRequest, access: GroupAccess, *, player: int, question: str) -> HttpResponse:
    """The answer as k of n with its interval, what it means, everybody's, and a page of the hands."""
    who = access.player(player)
    found = asked_hands(
        access.group, form := AskedHandsForm(request.GET, has_money=bool(access.group.currency))
    )
    context = {"access": access, "player": who, "found": found, "form": form, "page_url": request.path}
    asked = {one.key: one for one in questions_about(who.pk, found.counts)}.get(question)
    if asked is None:
        # The same question may have an answer where other hands are asked for.
        if found.is_valid and found.are_all:
            raise Http404("There is no such question.")
        return show(request, "player/unasked.html", context, status=200 if found.is_valid else 422)
    pages = pages_of(asked.share.n, A_PAGE)
    page = asked_page(request.GET, pages)
    hands = hands_behind(access.group, found.game, who.pk, asked.subject, found.asked, page=page)
    card = card_of(asked, who.name, found, access.group)
    context |= {
        "asked": asked,
        "card": card,
        "share": share_text(card, whole_address(request, card.address)),
        "are_told": are_told(asked.subject),
        "hands": hand_lines(hands, found.game, who.pk, access.group),
        "back": reverse("player", args=[access.group.code, who.pk]) + found.query,
        "paging": found.query.removeprefix("?") + "&" if found.query else "",
        **paged(page, pages),
    }
    return show(request, "player/question.html", context)
