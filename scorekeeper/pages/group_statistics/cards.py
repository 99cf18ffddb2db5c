"""Questions about a group as cards, and the hands behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.models import Group, to_points
from ledger.scoring.scored import PICKING
from ledger.standings.behind import HandsPage, PlayedHand
from ledger.standings.questions import AGAINST, TOGETHER, GroupAnswer
from ledger.statistics import FLOOR, Verdict
from scorekeeper.charts import (
    BarChart,
    NamedAverage,
    NamedShare,
    average_bars,
    reach_of,
    share_bars,
)
from scorekeeper.presenters import asking
from scorekeeper.presenters.answers import Card, card_points, role_words
from scorekeeper.presenters.asked_hands import AskedHands
from scorekeeper.presenters.table_files import YES_OR_NO, FileTable
from scorekeeper.text.figures import count
from scorekeeper.text.lists import joined, standing_apart


def player_address(player: int, group: Group, query: str) -> str:
    """A player's page of the same hands."""
    return reverse("player", args=[group.code, player]) + query


def group_card(question: GroupAnswer, found: AskedHands, group: Group, names: Mapping[int, str]) -> Card:
    """The card of a question, or all but the hands of its own page."""
    asked = asking.asked_of_group(question, found.game, names)
    chart = _chart(question, asked, found.game)
    is_enough, is_of_all = question.share.n >= FLOOR, bool(question.everybody)
    address = reverse("group_question", args=[group.code, question.key])
    return Card(
        key=question.key,
        asked=asked,
        chart=chart,
        verdict=asking.meaning(question) if is_enough or not is_of_all else asking.too_few_of_anybody(),
        usual=_usual(chart),
        is_clear=question.answer is not None and question.answer.verdict is Verdict.CLEAR,
        is_enough=is_enough,
        address=f"{address}{found.query}",
        name=names[question.players[0]] if is_of_all and is_enough else "",
        is_nobodys=is_of_all and not is_enough,
    )


def _usual(chart: BarChart) -> str:
    label = chart.reference.label if chart.reference else ""
    return f"{label[:1].upper()}{label[1:]}." if label else ""


def _chart(question: GroupAnswer, asked: str, game: str) -> BarChart:
    share, usual = question.share, question.usual
    if question.mean is not None and question.answer:
        won = _("{part} of {whole} won").format(part=count(share.k), whole=count(share.n))
        found = NamedAverage(
            name=asked, mean=question.mean, n=share.n, counted=won, interval=question.answer.interval
        )
        chart = average_bars([found], reach=reach_of([found]))
        number = _("{average} a hand").format(average=chart.bars[0].number)
        return replace(chart, bars=(replace(chart.bars[0], number=number),))
    held = NamedShare(name=asking.compared_with(question, game), k=usual.k, n=usual.n) if usual else None
    return share_bars([NamedShare(name=asked, k=share.k, n=share.n)], usual=held)


def everybodys_bars(
    question: GroupAnswer, found: AskedHands, group: Group, names: Mapping[int, str]
) -> BarChart | None:
    """A bar for each player that leads to the same question about them; None where it is asked of nobody."""
    if not question.everybody or not question.usual:
        return None
    bars = [
        NamedShare(
            name=names[one.player],
            k=one.share.k,
            n=one.share.n,
            url=reverse("question", args=[group.code, one.player, one.key]) + found.query,
        )
        for one in question.everybody
    ]
    held = question.usual
    return share_bars(
        bars, usual=NamedShare(name=asking.compared_with(question, found.game), k=held.k, n=held.n)
    )


@dataclass(frozen=True, kw_only=True)
class PersonLink:
    """A player whom a question is about, and the address of their page."""

    name: str
    address: str


def people_links(
    question: GroupAnswer, found: AskedHands, group: Group, names: Mapping[int, str]
) -> tuple[PersonLink, ...]:
    """The two of a question about two."""
    return tuple(
        PersonLink(name=names[one], address=player_address(one, group, found.query))
        for one in question.players
        if question.question in (TOGETHER, AGAINST)
    )


@dataclass(frozen=True, kw_only=True)
class HandLine:
    """A hand behind a question: its day, who played it how, what it brought whom it is about, its receipt.

    `points` is None where it is about nobody; `is_one` says whether it is one of the k of n.
    """

    day: date
    said: str
    points: Fraction | None
    address: str
    is_one: bool


def hand_lines(
    hands: Sequence[PlayedHand], question: GroupAnswer, game: str, group: Group, names: Mapping[int, str]
) -> tuple[HandLine, ...]:
    """The hands of a page."""
    return tuple(
        HandLine(
            day=one.day,
            said=" · ".join(filter(None, [*_who(one, game, names), card_points(one.side_points)])),
            points=_points(one, question),
            address=reverse("hand", args=[group.code, one.night, one.entry]),
            is_one=one.is_one,
        )
        for one in hands
    )


def hands_table(read: Callable[[], HandsPage], names: Mapping[int, str]) -> FileTable:
    """The latest hands of a question as they stand in a file: a row for each who played."""
    return FileTable(
        columns=("date", "night", "entry", "card_points", "player", "role", "won", "points"),
        read=lambda: (
            (
                one.day,
                one.night,
                one.entry,
                one.side_points,
                names[part.player],
                part.role,
                YES_OR_NO[part.won],
                to_points(part.parts),
            )
            for one in read().hands
            for part in one.parts
        ),
    )


def _who(hand: PlayedHand, game: str, names: Mapping[int, str]) -> list[str]:
    """Who picked with whom, and whether that won; or who won a hand that nobody picked."""
    chiefs = [one for one in hand.parts if one.role in PICKING]
    if not chiefs:
        winners = [standing_apart(names[one.player]) for one in hand.parts if one.won]
        called = {one.role for one in hand.parts} - {"out", ""}
        what = role_words(game).get(called.pop(), "") if len(called) == 1 else ""
        return [what, _("won by {who}").format(who=joined(winners)) if winners else ""]
    sides = [*chiefs, *(one for one in hand.parts if one.role == "partner")]
    who = joined([standing_apart(names[one.player]) for one in sides])
    return [who, _("won") if chiefs[0].won else _("lost")]


def _points(hand: PlayedHand, question: GroupAnswer) -> Fraction | None:
    if question.question is AGAINST:
        return hand.flow(*question.players)
    if question.question is TOGETHER:
        return hand.points_of(*question.players)
    if question.key == "leasters":
        return None
    return hand.points_of(*(one.player for one in hand.parts if one.role in PICKING))
