"""A player's page: facts, the course, a usual night, marks, roles and questions. Frozen dataclasses out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.counting import Counts, Mark, Nights
from ledger.counting.kinds import Night, Sums
from ledger.models import Group, to_points
from ledger.scoring import GAMES
from ledger.sheet import NIGHT
from ledger.standings.behind import PlayedHand
from ledger.standings.courses import Stretch
from ledger.standings.nights import Began
from ledger.standings.questions import Question, questions_about
from ledger.standings.statistics import NightStatistics
from ledger.statistics import Verdict
from scorekeeper.charts import (
    CARD_POINTS,
    POINTS,
    BarChart,
    CourseChart,
    Edge,
    Histogram,
    NamedShare,
    by_piece,
    course,
    histogram,
    line_of_pieces,
    share_bars,
)
from scorekeeper.charts.drawing import signed_average
from scorekeeper.pages.player import words
from scorekeeper.presenters.asked_hands import AskedHands
from scorekeeper.text.figures import side

FIRST = 6
"""So many questions stand open, the surest; the others are folded away."""

FACTS = 3
USUALLY_WON, TEN = 61, 10


@dataclass(frozen=True, kw_only=True)
class Card:
    """A question as a card: a bar, one plain sentence, and the address of its own page."""

    key: str
    asked: str
    stated: str
    chart: BarChart
    verdict: str
    usual: str
    is_clear: bool
    is_enough: bool
    address: str


@dataclass(frozen=True, kw_only=True)
class Average:
    """What a night brings: `signal` in a hundred of it is the player's own, `expected` what to count on.

    `middle` is everybody's average. All three are None and "" before there are enough nights to tell.
    """

    mean: str
    side: str
    nights: int
    won: int
    signal: int | None = None
    middle: str = ""
    expected: str = ""


@dataclass(frozen=True, kw_only=True)
class Noted:
    """A night or a hand that stands out, and where it is told."""

    label: str
    points: Fraction
    day: date | None
    address: str


@dataclass(frozen=True, kw_only=True)
class RoleLine:
    """What a player did in one role; `won` is None where nobody wins, `usual` what it brings here a hand."""

    label: str
    hands: int | None
    won: int | None
    points: Fraction
    average: str
    usual: str


@dataclass(frozen=True, kw_only=True)
class PlayerView:
    """All of a player's page. What is None or empty is left out."""

    hands: int
    nights: int
    facts: tuple[Card, ...]
    chart: CourseChart | None
    average: Average | None
    fewest: int
    noted: tuple[Noted, ...]
    row_of_nights: int
    roles: tuple[RoleLine, ...]
    total: Fraction
    card_points: Histogram | None
    questions: tuple[Card, ...]
    more_questions: tuple[Card, ...]
    compared: int


def card_of(question: Question, name: str, found: AskedHands, group: Group) -> Card:
    """The card of a question, or all but the hands of its own page."""
    share, usual = question.share, question.usual
    chart = share_bars(
        [NamedShare(name=words.asked(question, found.game, name), k=share.k, n=share.n)],
        usual=NamedShare(name=_("everybody here"), k=usual.k, n=usual.n),
    )
    address = reverse("question", args=[group.code, question.player, question.key])
    return Card(
        key=question.key,
        asked=words.asked(question, found.game, name),
        stated=words.stated(question, found.game, name),
        chart=chart,
        verdict=words.verdict(question),
        usual=_("Everybody here: {percent}%.").format(percent=usual.percent),
        is_clear=question.answer.verdict is Verdict.CLEAR,
        is_enough=question.answer.verdict is not Verdict.TOO_FEW,
        address=f"{address}{found.query}",
    )


def player_view(
    player: int,
    name: str,
    found: AskedHands,
    group: Group,
    *,
    stretches: Sequence[Stretch],
    statistics: NightStatistics,
    began: Mapping[int, Began],
) -> PlayerView | None:
    """The page; None where the player has played nothing of what is asked for."""
    counts = found.counts
    nights = nights_of(player, counts)
    if not nights.nights:
        return None
    questions = questions_about(player, counts)
    cards = [card_of(one, name, found, group) for one in questions]
    roles = tuple(_roles(player, found))
    return PlayerView(
        hands=sum(one.hands or 0 for one in roles),
        nights=nights.nights,
        facts=tuple(card for card in cards if card.is_enough)[:FACTS],
        chart=_course(name, stretches),
        average=_average(player, nights, statistics),
        fewest=statistics.fewest,
        noted=tuple(_noted(nights, group, began)),
        row_of_nights=counts.courses[player].most if player in counts.courses else 0,
        roles=roles,
        total=sum((one.points for one in roles), Fraction(0)),
        card_points=_card_points(player, found.game, counts),
        questions=tuple(cards[:FIRST]),
        more_questions=tuple(cards[FIRST:]),
        compared=questions[0].compared if questions else 0,
    )


def nights_of(player: int, counts: Counts) -> Nights:
    """What a player's nights add up to, of chosen counts."""
    return counts.by_night.get(Night((), (), player), Nights())


def marks_of(nights: Nights) -> tuple[Mark, ...]:
    """The nights and hands that stand out."""
    found = (nights.best, nights.worst, nights.comeback, nights.hand, nights.worst_hand)
    return tuple(mark for mark in found if mark)


def _course(name: str, stretches: Sequence[Stretch]) -> CourseChart | None:
    across = by_piece([(one.nights, one.until) for one in stretches])
    return course([line_of_pieces(name, [one.piece for one in stretches], across)], across, POINTS)


def _average(player: int, nights: Nights, statistics: NightStatistics) -> Average:
    mean = to_points(nights.parts) / nights.nights
    found = statistics.players.get(player)
    if not found:
        return Average(mean=signed_average(mean), side=side(mean), nights=nights.nights, won=nights.won)
    return Average(
        mean=signed_average(mean),
        side=side(mean),
        nights=nights.nights,
        won=nights.won,
        signal=round(found.signal * 100),
        middle=signed_average(statistics.middle),
        expected=signed_average(found.expected),
    )


def _noted(nights: Nights, group: Group, began: Mapping[int, Began]) -> Iterator[Noted]:
    told = (
        (_("Best night"), nights.best, 1),
        (_("Worst night"), nights.worst, -1),
        (_("Dearest hand won"), nights.hand, 1),
        (_("Dearest hand lost"), nights.worst_hand, -1),
        (_("Furthest behind in a night that was won"), nights.comeback, 0),
    )
    for label, mark, sign in told:
        if mark is None or mark.parts * sign < 0 or (sign and not mark.parts):
            continue
        night = began.get(mark.night)
        yield Noted(
            label=label,
            points=to_points(mark.parts if sign else -mark.parts),
            day=night.day if night else None,
            address=_address(group, mark, is_copied=bool(night and night.is_copied)),
        )


def _address(group: Group, mark: Mark, *, is_copied: bool) -> str:
    if mark.entry:
        return reverse("hand", args=[group.code, mark.night, mark.entry])
    return reverse("copied" if is_copied else "ending", args=[group.code, mark.night])


def _played(role: str) -> bool:
    return role not in ("out", NIGHT)


ORDER = ("picker", "alone", "partner", "opponent", "leaster", "")


def _roles(player: int, found: AskedHands) -> Iterator[RoleLine]:
    """A line for each role that the player had, and what came to the points besides."""
    mine: dict[str, Sums] = {}
    everybody: dict[str, Sums] = {}
    between = 0
    for role, sums in found.counts.roles.items():
        if sums.hands:
            everybody[role.role] = _added(everybody.get(role.role), sums)
            if role.player == player:
                mine[role.role] = _added(mine.get(role.role), sums)
        elif role.player == player:
            between += sums.parts
    called = words.role_words(found.game) | {"": _("without a role")}
    order = {role: place for place, role in enumerate(ORDER)}
    had = sorted(filter(_played, mine), key=lambda name: order.get(name, len(ORDER)))
    for name in had:
        yield _role_line(called.get(name, name), mine[name], everybody[name])
    out = mine.get("out", Sums())
    if out.parts or between:
        points = to_points(out.parts + between)
        yield RoleLine(label=_("between hands"), hands=None, won=None, points=points, average="", usual="")
    if NIGHT in mine:
        yield RoleLine(
            label=_("nights of which only the totals are known"),
            hands=None,
            won=None,
            points=to_points(mine[NIGHT].parts),
            average="",
            usual="",
        )


def _role_line(label: str, mine: Sums, usual: Sums) -> RoleLine:
    return RoleLine(
        label=label,
        hands=mine.hands,
        won=mine.won,
        points=to_points(mine.parts),
        average=signed_average(to_points(mine.parts) / mine.hands),
        usual=signed_average(to_points(usual.parts) / usual.hands),
    )


def _added(had: Sums | None, more: Sums) -> Sums:
    return Sums(*map(sum, zip(had, more, strict=True))) if had else more


def _card_points(player: int, game: str, counts: Counts) -> Histogram | None:
    """How many card points the player's side had, by tens that begin where the game is won."""
    mine = {one.points: many for one, many in counts.card_points.items() if one.player == player}
    if not mine:
        return None
    starts = _starts(game)
    ranges = _ranges(mine, starts.get("won", 1))
    begun = {start for start, _ in ranges}
    edges = [
        Edge(at=starts[row], label=label)
        for row, label in (("won", _("won")), ("won_schneider", _("schneider")))
        if starts.get(row) in begun
    ]
    return histogram(mine, ranges, edges=edges, head=_("Card points"))


def _ranges(points: Iterable[int], won: int) -> Sequence[tuple[int, int]]:
    """All card points there are; in a game with others, tens of them that begin where it is won."""
    least, most = min(points), max(points)
    if won == USUALLY_WON and least >= 0 and most <= CARD_POINTS[-1][-1]:
        return CARD_POINTS
    first = won + (min(least, won) - won) // TEN * TEN
    return [(start, start + TEN - 1) for start in range(first, max(most, won) + 1, TEN)]


def _starts(game: str) -> dict[str, int]:
    """From how many card points on the rows of a game count, as most tables play it."""
    played = GAMES[game]
    rows = played.chart(played.rules(), played.usually).rows
    return {row.code: row.low for row in rows if row.low is not None}


@dataclass(frozen=True, kw_only=True)
class HandLine:
    """A hand behind a question, as it is listed: its day, what it was, what it brought, and its receipt."""

    day: date
    said: str
    points: Fraction
    address: str


def hand_lines(hands: Sequence[PlayedHand], game: str, player: int, group: Group) -> tuple[HandLine, ...]:
    """The hands of a page."""
    called = words.role_words(game)
    return tuple(
        HandLine(
            day=one.day,
            said=" · ".join(
                filter(None, (called.get(one.role, one.role), _outcome(one), _card_points_of(one)))
            ),
            points=one.points,
            address=f"{reverse('hand', args=[group.code, one.night, one.entry])}?for={player}",
        )
        for one in hands
    )


def _outcome(hand: PlayedHand) -> str:
    if hand.won is None:
        return ""
    return _("won") if hand.won else _("lost")


def _card_points_of(hand: PlayedHand) -> str:
    if hand.side_points is None:
        return ""
    counted = ngettext("{number} card point", "{number} card points", hand.side_points)
    return counted.format(number=hand.side_points)


def share_text(card: Card, address: str) -> str:
    """A question, its answer and its address, for the group's chat."""
    bar = card.chart.bars[0]
    return "\n".join([card.asked, f"{bar.counted} · {bar.number}", card.usual, card.verdict, address])
