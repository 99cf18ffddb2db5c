"""One question about a group, at an address of its own: the answer, and the hands behind it."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from ledger.standings.behind import IN_A_FILE, hands_of_group, listed
from ledger.standings.company import answer_of_two
from ledger.standings.groups import names_of
from ledger.standings.questions import AGAINST, TOGETHER, GroupAnswer, group_answers
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.asked_hands import AskedHandsForm
from scorekeeper.http.htmx import show
from scorekeeper.http.paging import LONGEST, asked_place
from scorekeeper.pages.group_statistics.cards import (
    everybodys_bars,
    group_card,
    hand_lines,
    hands_table,
    people_links,
)
from scorekeeper.presenters.answers import one_of, share_text
from scorekeeper.presenters.asked_hands import AskedHands, asked_hands
from scorekeeper.presenters.qr import whole_address
from scorekeeper.presenters.table_files import table_addresses, table_file


@watcher
@require_safe
def group_question(request: HttpRequest, access: GroupAccess, *, asked: str) -> HttpResponse:
    """The answer as k of n with its interval, what it means, everybody's, and a page of the hands."""
    group = access.group
    found = asked_hands(
        group, form := AskedHandsForm(request.GET, has_money=bool(group.currency)), access.news
    )
    context = {"access": access, "found": found, "form": form, "page_url": request.path}
    context["back"] = reverse("group_statistics", args=[group.code]) + found.query
    question = _question(found, asked)
    if question is None:
        # The same question may have an answer where other hands are asked for.
        if found.is_valid and found.are_all:
            raise Http404("There is no such question.")
        return show(request, "group_statistics/unasked.html", context, status=200 if found.is_valid else 422)
    names = names_of(group)
    behind = partial(hands_of_group, found.played, question)
    card = group_card(question, found, group, names)
    bars = everybodys_bars(question, found, group, names)
    tables = {"everybody": bars, "hands": hands_table(partial(behind, many=IN_A_FILE), names)}
    if file := table_file(request, tables, group.name, question.key):
        return file
    beside = asked_place(request.GET)
    try:
        page = behind(older=beside.get("older"), newer=beside.get("newer"))
    except LookupError:
        raise Http404("There is no such hand.") from None
    context |= {
        "asked": question,
        "card": card,
        "share": share_text(card, found.counted, whole_address(request, card.address)),
        "bars": bars,
        "csv": table_addresses(tables, found.query),
        "people": people_links(question, found, group, names),
        "listed": listed(question),
        "one_of": one_of(question.share, listed(question)),
        "in_a_file": min(listed(question), IN_A_FILE),
        "hands": hand_lines(page.hands, question, found.game, group, names),
        "paging": found.query.removeprefix("?") + "&" if found.query else "",
        "newer": page.newer,
        "older": page.older,
    }
    return show(request, "group_statistics/question.html", context)


def _question(found: AskedHands, key: str) -> GroupAnswer | None:
    about, _, players = key.partition("-")
    if about in (TOGETHER.key, AGAINST.key):
        ids = [int(one) if _is_id(one) else 0 for one in players.split("-")]
        return answer_of_two(found.played, about, *ids) if len(ids) == len(set(ids)) == 2 else None
    return next((one for one in group_answers(found.played) if one.key == key), None)


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST * 2
