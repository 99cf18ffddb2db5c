"""One question about a player, at an address of its own: the answer, and the hands behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from ledger.models import Group, to_points
from ledger.scoring.scored import PICKERS_SIDE
from ledger.standings.behind import IN_A_FILE, PlayedHand, hands_of_player
from ledger.standings.questions import Answer, answers_about
from ledger.statistics import Verdict
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.components import Bar, Bars, Column, Table, show_page
from scorekeeper.http.asked_hands import AskedHandsForm
from scorekeeper.http.htmx import show
from scorekeeper.http.paging import asked_place
from scorekeeper.pages.player.presenter import counted, share_text
from scorekeeper.presenters import asking
from scorekeeper.presenters.answers import card_points, one_of, role_words, verdict
from scorekeeper.presenters.asked_hands import asked_hands
from scorekeeper.presenters.qr import whole_address
from scorekeeper.text.dates import when
from scorekeeper.text.figures import count, signed


@watcher
@require_safe
def question(request: HttpRequest, access: GroupAccess, *, player: int, question: str) -> HttpResponse:
    """Show the answer as k of n with its interval, what it means, everybody's, and a page of the hands."""
    group, who = access.group, access.player(player)
    form = AskedHandsForm(request.GET, has_money=bool(group.currency))
    found = asked_hands(group, form, access.news)
    context = {"access": access, "player": who, "found": found, "form": form, "page_url": request.path}
    every = {one.key: one for one in answers_about(who.pk, found.played)}
    asked = every.get(question)
    if asked is None:
        # The same question may have an answer where other hands are asked for.
        if found.is_valid and found.are_all:
            raise Http404("There is no such question.")
        return show(request, "player/unasked.html", context, status=200 if found.is_valid else 422)
    behind = partial(hands_of_player, found.played, asked.question, who.pk)
    beside = asked_place(request.GET)
    try:
        page = behind(older=beside.get("older"), newer=beside.get("newer"))
    except LookupError:
        raise Http404("There is no such hand.") from None
    title = asking.asked_about(asked.question, found.game, who.name)
    usual, share = _("everybody here"), asked.share
    bar = Bar(name=_("So far"), k=share.k, n=share.n)
    said = verdict(asked.answer, share, asked.side, asked.usual.exact, asked.compared)
    address = reverse("question", args=[group.code, who.pk, asked.key]) + found.query
    told = [
        title,
        " · ".join(filter(None, [counted(share), share_text(share)])),
        found.counted.in_plain_text,
        asking.usual_share(asked),
        said,
        whole_address(request, address),
    ]
    context |= {
        "title": title,
        "verdict": said,
        "is_clear": asked.answer.verdict is Verdict.CLEAR,
        "careful": [asking.usual_count(asked), *asking.careful(asked, every.get("left"), who.name)],
        "share": "\n".join(filter(None, told)),
        "back": reverse("player", args=[group.code, who.pk]) + found.query,
        "paging": found.query.removeprefix("?") + "&" if found.query else "",
        "newer": page.newer,
        "older": page.older,
    }
    parts = [
        Bars(key="answer", title=_("So far"), bars=[bar], usual=(usual, asked.usual.exact)),
        _hands(page.hands, lambda: behind(many=IN_A_FILE).hands, asked, found.game, group),
    ]
    names = (group.name, who.name, question)
    return show_page(request, "player/question.html", context, parts, *names, query=found.query)


def _hands(
    hands: Sequence[PlayedHand],
    read: Callable[[], Iterable[PlayedHand]],
    asked: Answer,
    game: str,
    group: Group,
) -> Table[PlayedHand]:
    """Return a page of the hands; those that are the k of n bear a mark. The file has the latest hands."""
    total, player, called = asked.share.n, asked.player, role_words(game)
    one_of_them, in_a_file = one_of(asked.share, total), min(total, IN_A_FILE)

    def told(hand: PlayedHand) -> str:
        part = hand.of(player)
        outcome = {True: _("won"), False: _("lost"), None: ""}[part.won]
        points = card_points(hand.side_points)
        # Card points are those of the picker's side, on which the player may not have been.
        if hand.side_points is not None and part.role not in PICKERS_SIDE:
            points = _("{picker}’s side {number}").format(picker=called["picker"], number=hand.side_points)
        said = " · ".join(filter(None, [called.get(part.role, part.role), outcome, points]))
        return f"✓ {said}" if one_of_them and hand.is_one else said

    title = ngettext("The one hand", "The {number} hands", total)
    latest = ngettext("The export has the latest {number}.", "The export has the latest {number}.", in_a_file)
    return Table(
        key="hands",
        title=title.format(number=count(total)),
        fields=[
            Column(
                value=lambda one: when(one.day, "day"),
                head=_("Hand of"),
                below=told,
                url=lambda one: f"{reverse('hand', args=[group.code, one.night, one.entry])}?for={player}",
                css="who",
            ),
            Column(name="date", value=lambda one: one.day),
            Column(name="night", value=lambda one: one.night),
            Column(name="entry", value=lambda one: one.entry),
            Column(name="role", value=lambda one: one.of(player).role),
            Column(name="won", value=lambda one: {True: "yes", False: "no", None: ""}[one.of(player).won]),
            Column(name="card_points", value=lambda one: one.side_points),
            Column(
                name="points",
                value=lambda one: to_points(one.of(player).parts),
                head=_("Points"),
                write=signed,
            ),
        ],
        entries=hands,
        every=read,
        note=" ".join(
            [
                *([f"✓ {one_of_them}"] if one_of_them else []),
                *([latest.format(number=count(in_a_file))] if in_a_file < total else []),
            ]
        ),
        css="told",
    )
