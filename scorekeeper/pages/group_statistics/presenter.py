"""A group's page: luck, averages, the course, pairs, evenings and questions. Frozen dataclasses out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.models import Group, to_points
from ledger.standings.nobody import of_people
from ledger.standings.played import NightSum, Played
from ledger.standings.players import hands_in
from ledger.standings.questions import GroupAnswer, group_answers
from ledger.standings.statistics import NightStatistics
from scorekeeper.charts import (
    Calendar,
    CourseChart,
    DataTable,
    Evening,
    calendar,
)
from scorekeeper.charts.drawing import signed_average
from scorekeeper.pages.group_statistics.cards import group_card, player_address
from scorekeeper.pages.group_statistics.pairs import Pairs, pairs_of
from scorekeeper.presenters.answers import Card, rounded
from scorekeeper.presenters.asked_hands import AskedHands
from scorekeeper.presenters.courses import Courses, everybodys_course
from scorekeeper.presenters.table_files import FileRow, FileTable
from scorekeeper.text.figures import side

FIRST = 6
"""So many questions stand open, the surest; the others are folded away."""

HALF = Fraction(1, 2)

YEARS = 2
"""So many years of evenings are drawn."""


@dataclass(frozen=True, kw_only=True)
class PlayerLine:
    """A player's average a night; `expected` is what to count on, `best` the chance to be best.

    Both are "" before enough nights.
    """

    name: str
    address: str
    nights: int
    mean: str
    side: str
    expected: str = ""
    best: str = ""

    @property
    def is_told(self) -> bool:
        """Whether there are enough nights to tell more than the average."""
        return bool(self.best)


@dataclass(frozen=True, kw_only=True)
class Signal:
    """How much of an average is the players' own, in a hundred, after `nights`; `half` is when half of it is.

    `half` is None where players differ no more than luck would have them. `night` and `between` say by how
    many points a night, and the players, usually lie from their middle. `leader` stands in front.
    """

    nights: int
    percent: int
    half: int | None
    night: str
    between: str
    middle: str
    leader: PlayerLine


@dataclass(frozen=True, kw_only=True)
class GroupView:
    """All of a group's page in one game. What is None or empty is left out.

    `seldom` are those of fewer than `fewest` nights, where others have more.
    """

    hands: int
    nights: int
    signal: Signal | None
    fewest: int
    players: tuple[PlayerLine, ...]
    seldom: tuple[PlayerLine, ...]
    chart: CourseChart | None
    brought_table: DataTable | None
    money_chart: CourseChart | None
    money_brought_table: DataTable | None
    pairs: Pairs | None
    evenings: Calendar | None
    questions: tuple[Card, ...]
    more_questions: tuple[Card, ...]
    compared: int
    player_table: FileTable
    question_table: FileTable


def group_view(
    found: AskedHands,
    group: Group,
    names: Mapping[int, str],
    *,
    statistics: NightStatistics,
    ran: Courses,
) -> GroupView | None:
    """The page; None where nobody has played anything of what is asked for. It is about people."""
    played = of_people(found.played, names)
    nights = {night.player: one.nights for night, one in played.by_night.items()}
    if not nights:
        return None
    questions = group_answers(played)
    cards = [group_card(one, found, group, names) for one in questions]
    lines = tuple(_players(played, statistics, names, group, found.query))
    people = sorted(nights, key=lambda one: (-nights[one], one))
    points, money = everybodys_course(ran.points, names), everybodys_course(ran.money, names)
    return GroupView(
        hands=hands_in(played),
        nights=len(played.nights),
        signal=_signal(statistics, lines),
        fewest=statistics.fewest,
        players=lines if statistics.spread is None else tuple(one for one in lines if one.is_told),
        seldom=() if statistics.spread is None else tuple(one for one in lines if not one.is_told),
        chart=points.chart if points else None,
        brought_table=points.brought_table if points else None,
        money_chart=money.chart if money else None,
        money_brought_table=money.brought_table if money else None,
        pairs=pairs_of(people, found, group, names),
        evenings=_calendar(played.nights if found.has_whole_nights else (), group),
        questions=tuple(cards[:FIRST]),
        more_questions=tuple(cards[FIRST:]),
        compared=max((one.compared for one in questions), default=0),
        player_table=_player_table(played, statistics, names),
        question_table=_question_table(questions, names),
    )


def _player_table(played: Played, statistics: NightStatistics, names: Mapping[int, str]) -> FileTable:
    """Everybody's average, with how much of it is signal; the longest in the group first."""

    def rows() -> Iterator[FileRow]:
        for night, one in sorted(played.by_night.items()):
            mean, found = to_points(one.parts) / one.nights, statistics.players.get(night.player)
            told = (found.signal, float(found.expected), found.best) if found else (None,) * 3
            yield names[night.player], one.nights, to_points(one.parts), float(mean), *told

    return FileTable(
        columns=("player", "nights", "points", "points_a_night", "signal", "expected", "truly_best"),
        read=rows,
    )


def _question_table(questions: Sequence[GroupAnswer], names: Mapping[int, str]) -> FileTable:
    """The answers. `average` is what the interval is of where a question is about points a hand."""

    def rows() -> Iterator[FileRow]:
        for one in questions:
            answer, usual = one.answer, one.usual
            low, high = (answer.interval.low, answer.interval.high) if answer else (None, None)
            yield (
                one.key,
                ", ".join(names[player] for player in one.players),
                one.share.k,
                one.share.n,
                None if one.mean is None else float(one.mean),
                low,
                high,
                None if usual is None else float(usual.exact),
                answer.verdict.value if answer else None,
                one.compared,
            )

    columns = ("question", "player", "k", "n", "average", "low", "high", "usual", "verdict", "compared")
    return FileTable(columns=columns, read=rows)


def _players(
    played: Played, statistics: NightStatistics, names: Mapping[int, str], group: Group, query: str
) -> Iterator[PlayerLine]:
    """Whoever is to be expected to win most first; those of too few nights last, by how many they have."""
    found = {
        night.player: (to_points(one.parts) / one.nights, one.nights)
        for night, one in played.by_night.items()
    }

    def order(player: int) -> tuple[bool, Fraction, Fraction, str]:
        mean, nights = found[player]
        average = statistics.players.get(player)
        return (
            average is None,
            -average.expected if average else Fraction(-nights),
            -mean,
            names[player],
        )

    for player in sorted(found, key=order):
        mean, nights = found[player]
        average = statistics.players.get(player)
        yield PlayerLine(
            name=names[player],
            address=player_address(player, group, query),
            nights=nights,
            mean=signed_average(mean),
            side=side(mean),
            expected=signed_average(average.expected) if average else "",
            best=_chance(average.best) if average else "",
        )


def _chance(chance: float) -> str:
    """A chance in whole per cent, in little room; nothing is certain."""
    if chance < 0.01:
        return _("<1%")
    return _(">99%") if chance > 0.99 else _("{percent}%").format(percent=round(chance * 100))


def _signal(statistics: NightStatistics, lines: Sequence[PlayerLine]) -> Signal | None:
    spread, skill = statistics.spread, statistics.skill
    if spread is None or skill is None:
        return None
    nights = spread.nights // spread.players
    half = spread.nights_for(HALF)
    return Signal(
        nights=nights,
        percent=round(skill.own_share(nights) * 100),
        half=None if half is None else rounded(round(half) or 1),
        night=signed_average(Fraction(spread.night_sd)).lstrip("+"),
        between=signed_average(Fraction(spread.between_sd)).lstrip("+"),
        middle=signed_average(statistics.middle),
        leader=lines[0],
    )


def _calendar(nights: Sequence[NightSum], group: Group) -> Calendar | None:
    """The calendar of the evenings of the latest years; as a file it has all."""
    if not nights:
        return None
    latest = nights[-1].day.year
    shown = [one for one in nights if one.day.year > latest - YEARS]
    evenings = [Evening(day=one.day, hands=one.hands, url=_address(one, group)) for one in shown]
    drawn = calendar(evenings)
    return replace(drawn, table=replace(drawn.table, whole=lambda: [(one.day, one.hands) for one in nights]))


def _address(one: NightSum, group: Group) -> str:
    page = "table" if one.goes_on else "copied" if one.hands is None else "ending"
    return reverse(page, args=[group.code, one.number])
