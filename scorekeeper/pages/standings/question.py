"""A question about a player or a group: the answer, and the hands behind it."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from ledger.exchange.headings import coded
from ledger.models import to_points
from ledger.scoring.scored import PICKERS_SIDE, PICKING
from ledger.standings.behind import IN_A_FILE, PlayedHand, hands_behind, listed
from ledger.standings.company import company_of
from ledger.standings.played import Played
from ledger.standings.questions import (
    AGAINST,
    LEASTERS,
    TOGETHER,
    Answer,
    GroupQuestion,
    JudgedAnswer,
    answers_about,
    group_answers,
)
from ledger.statistics import FLOOR, Verdict
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.components import Bar, Bars, Column, Table, reach_of
from scorekeeper.http.paging import asked_place
from scorekeeper.presenters.answers import (
    figures,
    filled,
    meaning,
    question_address,
    question_text,
)
from scorekeeper.presenters.asked_hands import AskedHands, asked_hands, show_asked
from scorekeeper.presenters.qr import whole_address
from scorekeeper.text.dates import when
from scorekeeper.text.figures import count, percentage, signed
from scorekeeper.text.lists import joined, standing_apart
from scorekeeper.text.receipts import role_words


@watcher
@require_safe
def question(request: HttpRequest, access: GroupAccess, *, player: int, question: str) -> HttpResponse:
    """Show a player's answer as k of n with its interval, everybody's, and a page of the hands."""
    who, found = access.player(player), asked_hands(access.group, request.GET, access.news)
    every = {one.key: one for one in answers_about(who.pk, found.played)}
    answer = every.get(question)
    context = {
        "player": who,
        "title": question_text(answer, found, {who.pk: who.shown_name}) if answer else who.shown_name,
        "back": found.url("player", who.pk),
        "careful": _careful(answer, every.get("left"), who.shown_name) if answer else (),
    }
    return _page(request, access, found, answer, context, who.shown_name, question)


@watcher
@require_safe
def group_question(request: HttpRequest, access: GroupAccess, *, asked: str) -> HttpResponse:
    """Show the answer about a group, or about two of its players."""
    found = asked_hands(access.group, request.GET, access.news)
    answer = _group_answer(found.played, asked)
    context: dict[str, Any] = {
        "title": question_text(answer, found, found.names) if answer else _("Statistics"),
        "back": found.url("group_statistics"),
    }
    if answer and answer.mean is not None:
        context["careful"] = [_("That is what a hand brought whoever picked, on average.")]
    if answer and answer.question is AGAINST:
        context["careful"] = [_("Only hands in which one of the two won something from the other count.")]
    if answer and answer.question in (TOGETHER, AGAINST):
        context["players"] = [(found.names[one], found.url("player", one)) for one in answer.players]
    return _page(request, access, found, answer, context, asked)


def _group_answer(played: Played, key: str) -> Answer | None:
    # The answer with a key, which of two players ends with their ids: "against-3-5".
    about, _dash, players = key.partition("-")
    if about not in (TOGETHER.key, AGAINST.key):
        return next((one for one in group_answers(played) if one.key == key), None)
    two = re.fullmatch(r"(\d{1,12})-(\d{1,12})", players, re.ASCII)
    if not two:
        return None
    one, other, company = int(two[1]), int(two[2]), company_of(played)
    if about == AGAINST.key:
        return company.seen_from(one, other)
    return company.together.get((min(one, other), max(one, other)))


def _page(
    request: HttpRequest,
    access: GroupAccess,
    found: AskedHands,
    answer: Answer | None,
    context: dict[str, Any],
    *called: str,
) -> HttpResponse:
    # The page of an answer; `called` is in the names of its files, behind the group's name.
    if answer is None:
        # The same question may have an answer where other hands are asked for.
        if found.is_valid and found.form.are_all:
            raise Http404("There is no such question.")
        return show_asked(request, access, found, "standings/question/page.html", context, ())
    behind = partial(hands_behind, found.played, answer)
    beside = asked_place(request.GET)
    try:
        page = behind(older=beside.get("older"), newer=beside.get("newer"))
    except LookupError:
        raise Http404("There is no such hand.") from None
    everybody = answer.everybody
    # "Who picks most often?" names a player only from `FLOOR` hands on: of fewer, luck alone may put
    # anybody first.
    is_nobodys = bool(everybody) and answer.share.n < FLOOR
    name = found.names[answer.players[0]] if everybody and not is_nobodys else ""
    bar = _bar(answer, found, name)
    usual = bar.drawn()["usual"]
    held = f"{usual['label'][:1].upper()}{usual['label'][1:]}." if usual else ""
    if answer.key == "mauer" and answer.usual:
        held = _("Everybody from the same places: {percent}.").format(
            percent=percentage(answer.usual.percent)
        )
    number = " · ".join(filter(None, reversed(figures(answer))))
    if name:
        number = _("{name}: {number}").format(name=standing_apart(name), number=number)
    verdict = meaning(answer)
    if is_nobodys:
        verdict = _("Too few to tell yet: nobody has had {least} such hands.").format(least=FLOOR)
    address = whole_address(request, question_address(answer, found))
    share = [
        context["title"],
        "" if is_nobodys else number,
        found.counted.in_plain_text,
        held,
        verdict,
        address,
    ]
    context |= {
        "answer": answer,
        "is_clear": answer.answer is not None and answer.answer.verdict is Verdict.CLEAR,
        "verdict": verdict,
        "share": "\n".join(filter(None, share)),
        "paging": found.query.removeprefix("?") + "&" if found.query else "",
        "newer": page.newer,
        "older": page.older,
    }
    bars = [
        Bar(name=found.names[one.players[0]], k=one.share.k, n=one.share.n, url=question_address(one, found))
        for one in everybody
    ]
    note = _("In the order of what to count on: a share of few hands is taken nearer to everybody’s.")
    compared = Bars(key="everybody", title=_("Everybody"), bars=bars, usual=bar.usual, note=note)
    parts = [
        None if is_nobodys else bar,
        compared if everybody else None,
        _hands(page.hands, lambda: behind(many=IN_A_FILE).hands, answer, found),
    ]
    return show_asked(request, access, found, "standings/question/page.html", context, parts, *called)


def _careful(answer: JudgedAnswer, left: JudgedAnswer | None, name: str) -> Iterable[str]:
    # Everybody's k of n here, and more words where a Mauer is asked for.
    # `left` is the answer about hands that everybody passed, None where there are none.
    if answer.key != "mauer":
        yield _("Everybody here together: {k} of {n}.").format(k=answer.usual.k, n=answer.usual.n)
        return
    about = round(answer.share.n * answer.usual.exact)
    words = _("From the same places everybody here would have picked about {number} of {n}.")
    yield words.format(number=count(about), n=count(answer.share.n))
    yield _(
        "Nobody sees the cards here. Who seldom picks may have had bad ones, or good sense: this is for"
        " you to talk about, and no proof."
    )
    if left is not None:
        words = _(
            "Of {n} hands that {name} did not pick, {k} were left by everybody: {percent}. Of everybody’s it"
            " was {usual}."
        )
        yield words.format(
            n=count(left.share.n),
            name=standing_apart(name),
            k=count(left.share.k),
            percent=percentage(left.share.percent),
            usual=percentage(left.usual.percent),
        )
    yield _("Hands that one had to pick do not count as picked, and who speaks first picks more often.")


def _bar(answer: Answer, found: AskedHands, name: str) -> Bars:
    # The answer as one bar, held against what is usual; `name` is whose it is, if one player's.
    share, title = answer.share, name or _("So far")
    if answer.mean is not None and answer.answer:
        interval, told = answer.answer.interval, figures(answer)[1]
        mean = Bar(name=title, n=share.n, mean=answer.mean, interval=interval, counted=told)
        return Bars(key="answer", title=title, bars=[mean], reach=reach_of([mean]))
    usual = None
    if answer.usual:
        held = _("everybody here")
        if isinstance(answer.question, GroupQuestion):
            held = filled(answer.question.held, answer.question.value, found)
        usual = (held, answer.usual.exact)
    return Bars(key="answer", title=title, bars=[Bar(name=title, k=share.k, n=share.n)], usual=usual)


def _hands(
    hands: Sequence[PlayedHand],
    read: Callable[[], Iterable[PlayedHand]],
    answer: Answer,
    found: AskedHands,
) -> Table[Any]:
    # A page of the hands; those that are the k of n bear a mark.
    # The file has the latest hands, with a row for each who played, or only for the player who is asked
    # about.
    is_of_group, total, share = isinstance(answer.question, GroupQuestion), listed(answer), answer.share
    player = None if is_of_group else answer.players[0]
    in_a_file, one_of_them = min(total, IN_A_FILE), ""
    if 0 < share.k < total:
        one_of_them = ngettext("the one that is counted", "one of the {number}", share.k)
        one_of_them = one_of_them.format(number=count(share.k))

    called = role_words(found.game, found.rules)

    def told(hand: PlayedHand) -> str:
        words = _who(hand, found, called) if player is None else _part(hand, called, player)
        return f"✓ {words}" if one_of_them and hand.is_one else words

    def points(hand: PlayedHand) -> Fraction | None:
        if player is not None:
            return hand.points_of(player)
        if answer.question is AGAINST:
            return hand.flow(*answer.players)
        if answer.key == LEASTERS:
            return None
        picked = [one.player for one in hand.parts if one.role in PICKING]
        return hand.points_of(*(answer.players if answer.question is TOGETHER else picked))

    def url(hand: PlayedHand) -> str:
        address = reverse("hand", args=[found.group.code, hand.night, hand.entry])
        return address if player is None else f"{address}?for={player}"

    card_points: Column[Any] = Column(name="card_points", value=lambda one: one[0].side_points)
    title = ngettext("The one hand", "The {number} hands", total)
    latest = ngettext("The export has the latest {number}.", "The export has the latest {number}.", in_a_file)
    return Table(
        key="hands",
        title=title.format(number=count(total)),
        fields=[
            # The page has hands, the file each player's part in them.
            Column(
                value=lambda hand: when(hand.day, "day"), head=_("Hand of"), below=told, url=url, css="who"
            ),
            Column(value=points, head=_("Points"), write=signed),
            Column(name="date", value=lambda one: one[0].day),
            Column(name="night", value=lambda one: one[0].night),
            Column(name="entry", value=lambda one: one[0].entry),
            card_points if player is None else None,
            Column(name="player", value=lambda one: found.names[one[1].player]) if player is None else None,
            Column(name="role", value=lambda one: coded(one[1].role, called.get(one[1].role, one[1].role))),
            Column(name="won", value=lambda one: {True: "yes", False: "no", None: ""}[one[1].won]),
            card_points if player else None,
            Column(name="points", value=lambda one: to_points(one[1].parts)),
        ],
        entries=hands,
        every=lambda: (
            (hand, part) for hand in read() for part in hand.parts if player in (None, part.player)
        ),
        note=" ".join(
            [
                *([f"✓ {one_of_them}"] if one_of_them else []),
                *([latest.format(number=count(in_a_file))] if in_a_file < total else []),
            ]
        ),
        css="told",
    )


def _part(hand: PlayedHand, called: Mapping[str, str], player: int) -> str:
    # A player's role, whether that won, and the card points.
    part = next(one for one in hand.parts if one.player == player)
    points = _card_points(hand)
    # Card points are those of the picker's side, on which the player may not have been.
    if points and part.role not in PICKERS_SIDE:
        points = _("{picker}’s side {number}").format(picker=called["picker"], number=hand.side_points)
    outcome = {True: _("won"), False: _("lost"), None: ""}[part.won]
    return " · ".join(filter(None, [called.get(part.role, part.role), outcome, points]))


def _who(hand: PlayedHand, found: AskedHands, called: Mapping[str, str]) -> str:
    # The picker with the partners, and whether that won; or the winner of a hand that nobody picked.
    chiefs = [one for one in hand.parts if one.role in PICKING]
    if chiefs:
        sides = [*chiefs, *(one for one in hand.parts if one.role == "partner")]
        who = joined([standing_apart(found.names[one.player]) for one in sides])
        told = [who, _("won") if chiefs[0].won else _("lost")]
    else:
        winners = [standing_apart(found.names[one.player]) for one in hand.parts if one.won]
        roles = {one.role for one in hand.parts} - {"out", ""}
        what = called.get(roles.pop(), "") if len(roles) == 1 else ""
        told = [what, _("won by {who}").format(who=joined(winners)) if winners else ""]
    return " · ".join(filter(None, [*told, _card_points(hand)]))


def _card_points(hand: PlayedHand) -> str:
    # The card points of the picker's side; "" where nobody counted them.
    if hand.side_points is None:
        return ""
    words = ngettext("{number} card point", "{number} card points", hand.side_points)
    return words.format(number=hand.side_points)
