"""One question about a group, at an address of its own: the answer, and the hands behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from ledger.models import Group, to_points
from ledger.scoring.scored import PICKING
from ledger.standings.behind import IN_A_FILE, Part, PlayedHand, hands_of_group, listed
from ledger.standings.company import answer_of_two
from ledger.standings.groups import names_of
from ledger.standings.questions import AGAINST, TOGETHER, GroupAnswer, group_answers
from ledger.statistics import FLOOR, Verdict
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.components import Bar, Bars, Column, Table, reach_of, show_page
from scorekeeper.http.htmx import show
from scorekeeper.http.paging import asked_place
from scorekeeper.pages.group_statistics.presenter import counted, share_in_words
from scorekeeper.presenters import asking
from scorekeeper.presenters.answers import card_points, one_of, role_words
from scorekeeper.presenters.asked_hands import AskedHands, asked_page
from scorekeeper.presenters.qr import whole_address
from scorekeeper.text.dates import when
from scorekeeper.text.figures import count, signed
from scorekeeper.text.lists import joined, standing_apart


@watcher
@require_safe
def group_question(request: HttpRequest, access: GroupAccess, *, asked: str) -> HttpResponse:
    """Show the answer as k of n with its interval, everybody's, and a page of the hands."""
    group = access.group
    found, context = asked_page(request, access)
    context["back"] = reverse("group_statistics", args=[group.code]) + found.query
    question = _question(found, asked)
    if question is None:
        # The same question may have an answer where other hands are asked for.
        if found.is_valid and found.are_all:
            raise Http404("There is no such question.")
        return show(request, "group_statistics/unasked.html", context, status=200 if found.is_valid else 422)
    names = names_of(group)
    behind = partial(hands_of_group, found.played, question)
    beside = asked_place(request.GET)
    try:
        page = behind(older=beside.get("older"), newer=beside.get("newer"))
    except LookupError:
        raise Http404("There is no such hand.") from None
    is_nobodys = bool(question.everybody) and question.share.n < FLOOR
    name = names[question.players[0]] if question.everybody and not is_nobodys else ""
    title = asking.asked_of_group(question, found.game, names)
    answer = _answer(question, found.game, name)
    parts = [
        None if is_nobodys else answer,
        _everybody(question, found, group, names),
        _parts(lambda: behind(many=IN_A_FILE).hands, names),
    ]
    usual = answer.drawn()["usual"]
    verdict = asking.too_few_of_anybody() if is_nobodys else asking.meaning(question)
    number = " · ".join(filter(None, [counted(question), share_in_words(question)]))
    told = _("{name}: {number}").format(name=standing_apart(name), number=number) if name else number
    address = reverse("group_question", args=[group.code, question.key]) + found.query
    share = [
        title,
        "" if is_nobodys else told,
        found.counted.in_plain_text,
        f"{usual['label'][:1].upper()}{usual['label'][1:]}." if usual else "",
        verdict,
        whole_address(request, address),
    ]
    context |= {
        "asked": question,
        "title": title,
        "is_clear": question.answer is not None and question.answer.verdict is Verdict.CLEAR,
        "verdict": verdict,
        "share": "\n".join(filter(None, share)),
        "players": [
            (names[one], reverse("player", args=[group.code, one]) + found.query)
            for one in question.players
            if question.question in (TOGETHER, AGAINST)
        ],
        "hands": _hands(page.hands, question, found.game, group, names),
        "paging": found.query.removeprefix("?") + "&" if found.query else "",
        "newer": page.newer,
        "older": page.older,
    }
    return show_page(
        request, "group_statistics/question.html", context, parts, group.name, asked, query=found.query
    )


def _question(found: AskedHands, key: str) -> GroupAnswer | None:
    about, _dash, players = key.partition("-")
    if about in (TOGETHER.key, AGAINST.key):
        two = re.fullmatch(r"(\d{1,12})-(\d{1,12})", players, re.ASCII)
        if not two or int(two[1]) == int(two[2]):
            return None
        return answer_of_two(found.played, about, int(two[1]), int(two[2]))
    return next((one for one in group_answers(found.played) if one.key == key), None)


def _answer(question: GroupAnswer, game: str, name: str) -> Bars:
    """Return the answer as one bar, held against what is usual; `name` is whose it is, if one player's."""
    share, title = question.share, name or _("So far")
    held = (asking.compared_with(question, game), question.usual.exact) if question.usual else None
    bar = Bar(name=title, k=share.k, n=share.n)
    if question.mean is not None and question.answer:
        interval, told = question.answer.interval, counted(question)
        bar = Bar(name=title, n=share.n, mean=question.mean, interval=interval, counted=told)
    reach = reach_of([bar]) if question.mean is not None else 0
    return Bars(key="answer", title=title, bars=[bar], usual=None if reach else held, reach=reach)


def _everybody(
    question: GroupAnswer, found: AskedHands, group: Group, names: Mapping[int, str]
) -> Bars | None:
    """Return a bar for each player that leads to the same question about them; None where nobody is asked."""
    if not question.everybody or not question.usual:
        return None
    bars = [
        Bar(
            name=names[one.player],
            k=one.share.k,
            n=one.share.n,
            url=reverse("question", args=[group.code, one.player, one.key]) + found.query,
        )
        for one in question.everybody
    ]
    note = _("In the order of what to count on: a share of few hands is taken nearer to everybody’s.")
    held = (asking.compared_with(question, found.game), question.usual.exact)
    return Bars(key="everybody", title=_("Everybody"), bars=bars, usual=held, note=note)


def _parts(
    read: Callable[[], Iterable[PlayedHand]], names: Mapping[int, str]
) -> Table[tuple[PlayedHand, Part]]:
    """Return the file of the latest hands: a row for each who played."""

    def every() -> Iterator[tuple[PlayedHand, Part]]:
        return ((hand, part) for hand in read() for part in hand.parts)

    return Table(
        key="hands",
        title="",
        fields=[
            Column(name="date", value=lambda one: one[0].day),
            Column(name="night", value=lambda one: one[0].night),
            Column(name="entry", value=lambda one: one[0].entry),
            Column(name="card_points", value=lambda one: one[0].side_points),
            Column(name="player", value=lambda one: names[one[1].player]),
            Column(name="role", value=lambda one: one[1].role),
            Column(name="won", value=lambda one: {True: "yes", False: "no", None: ""}[one[1].won]),
            Column(name="points", value=lambda one: to_points(one[1].parts)),
        ],
        every=every,
    )


def _hands(
    hands: Sequence[PlayedHand], question: GroupAnswer, game: str, group: Group, names: Mapping[int, str]
) -> Table[PlayedHand] | None:
    """Return a page of the hands; those that are the k of n bear a mark."""
    total = listed(question)
    one_of_them, in_a_file = one_of(question.share, total), min(total, IN_A_FILE)

    def points(hand: PlayedHand) -> Fraction | None:
        if question.question is AGAINST:
            return hand.flow(*question.players)
        if question.key == "leasters":
            return None
        picked = [one.player for one in hand.parts if one.role in PICKING]
        return hand.points_of(*(question.players if question.question is TOGETHER else picked))

    def told(hand: PlayedHand) -> str:
        mark = "✓ " if one_of_them and hand.is_one else ""
        return mark + _who(hand, game, names)

    title = ngettext("The one hand", "The {number} hands", total)
    latest = ngettext("The export has the latest {number}.", "The export has the latest {number}.", in_a_file)
    fields: list[Column[PlayedHand]] = [
        Column(
            value=lambda one: when(one.day, "day"),
            head=_("Hand of"),
            below=told,
            url=lambda one: reverse("hand", args=[group.code, one.night, one.entry]),
            css="who",
        ),
        Column(value=points, head=_("Points"), write=signed),
    ]
    if not total:
        return None
    return Table(
        key="hands",
        title=title.format(number=count(total)),
        fields=fields,
        entries=hands,
        note=" ".join(
            [
                *([f"✓ {one_of_them}"] if one_of_them else []),
                *([latest.format(number=count(in_a_file))] if in_a_file < total else []),
            ]
        ),
        css="told",
    )


def _who(hand: PlayedHand, game: str, names: Mapping[int, str]) -> str:
    """Return who picked with whom, and whether that won; or who won a hand that nobody picked."""
    chiefs = [one for one in hand.parts if one.role in PICKING]
    if chiefs:
        sides = [*chiefs, *(one for one in hand.parts if one.role == "partner")]
        who = joined([standing_apart(names[one.player]) for one in sides])
        told = [who, _("won") if chiefs[0].won else _("lost")]
    else:
        winners = [standing_apart(names[one.player]) for one in hand.parts if one.won]
        called = {one.role for one in hand.parts} - {"out", ""}
        what = role_words(game).get(called.pop(), "") if len(called) == 1 else ""
        told = [what, _("won by {who}").format(who=joined(winners)) if winners else ""]
    return " · ".join(filter(None, [*told, card_points(hand.side_points)]))
