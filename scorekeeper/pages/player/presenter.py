"""A player's page: facts, the course, a usual night, marks, roles and questions. Frozen dataclasses out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.models import Group, to_points
from ledger.scoring import GAMES
from ledger.scoring.scored import PICKERS_SIDE
from ledger.sheet import NIGHT
from ledger.standings.after_nights import Brought
from ledger.standings.behind import HandsPage, Part, PlayedHand
from ledger.standings.nights import Began
from ledger.standings.played import Played
from ledger.standings.questions import Answer, answers_about
from ledger.standings.records import LEAST_HANDS, LEAST_ROW, Feat
from ledger.standings.roles import NOBODY, Balance, Sums, balance_of, played_for_pots, sat_out, summed
from ledger.standings.seasons import seasons_of
from ledger.standings.statistics import NightStatistics
from ledger.statistics import Verdict
from scorekeeper.charts import (
    CARD_POINTS,
    BarChart,
    CourseChart,
    Edge,
    Histogram,
    NamedAverage,
    NamedShare,
    average_bars,
    histogram,
    reach_of,
    share_bars,
)
from scorekeeper.charts.drawing import signed_average
from scorekeeper.pages.player.company import WithWhom, with_whom
from scorekeeper.pages.player.places import Places, places_of
from scorekeeper.presenters import asking
from scorekeeper.presenters.answers import Card, card_points, has_own_picker, role_words, verdict
from scorekeeper.presenters.asked_hands import AskedHands
from scorekeeper.presenters.courses import Courses, chart_of
from scorekeeper.presenters.records import LABELS, came_back, mark_address
from scorekeeper.presenters.table_files import YES_OR_NO, FileRow, FileTable, amount
from scorekeeper.text.counts import hands as how_many_hands
from scorekeeper.text.counts import nights as how_many_nights
from scorekeeper.text.dates import when
from scorekeeper.text.figures import side, signed

FIRST = 6
"""So many questions stand open, the usual ones and the surest; the others are folded away."""
USUAL = ("picking", "won-picking", "partner", "opponent")
TOLD = 5
"""So many seasons are told, the latest in which the player was there."""

USUALLY_WON, TEN = 61, 10


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
    """A night or a hand that stands out, and where it is told; `side` is the class of its figure."""

    label: str
    figure: str
    side: str
    day: date | None
    address: str


@dataclass(frozen=True, kw_only=True)
class Row:
    """Nights or hands in a row: how many in words, on which days, and where it is told ("" for nowhere)."""

    label: str
    counted: str
    days: str = ""
    address: str = ""


@dataclass(frozen=True, kw_only=True)
class RoleLine:
    """What a player did in one role; `won` is None where nobody wins, `usual` what it brings here a hand.

    `expected` is what so many hands of it usually bring, and `exact` the same, None where nobody can say.
    """

    label: str
    hands: int | None
    won: int | None
    points: Fraction
    average: str
    usual: str
    expected: str = ""
    exact: Fraction | None = None


@dataclass(frozen=True, kw_only=True)
class Against:
    """What a player's roles brought against what they usually bring here, in all and a hand."""

    hands: int
    brought: str
    expected: str
    more: str
    side: str
    chart: BarChart
    verdict: str
    is_clear: bool
    is_enough: bool


@dataclass(frozen=True, kw_only=True)
class TimeLine:
    """What a year or a season brought: the points of the game, the money of all games; and where it is told.

    `cents` is None where no money is told.
    """

    name: str
    address: str
    nights: int
    points: Fraction
    cents: int | None


@dataclass(frozen=True, kw_only=True)
class PlayerView:
    """All of a player's page. What is None or empty is left out.

    `others_tell` where others have had the `fewest` nights from which on it is told what is luck, and
    `is_money_folded` where its course only says that of the points once more, as of nights known by totals.
    """

    hands: int
    nights: int
    chart: CourseChart | None
    money_chart: CourseChart | None
    is_money_folded: bool
    years: tuple[TimeLine, ...]
    year_table: FileTable | None
    seasons: tuple[TimeLine, ...]
    season_table: FileTable | None
    average: Average | None
    fewest: int
    others_tell: bool
    noted: tuple[Noted, ...]
    rows: tuple[Row, ...]
    roles: tuple[RoleLine, ...]
    sat_out: int
    pots: str
    against: Against | None
    role_table: FileTable
    places: Places | None
    total: Fraction
    card_points: Histogram | None
    company: WithWhom | None
    questions: tuple[Card, ...]
    more_questions: tuple[Card, ...]
    question_table: FileTable
    compared: int


def card_of(answer: Answer, name: str, found: AskedHands, group: Group) -> Card:
    """The card of an answer, or all but the hands of its own page."""
    share, usual = answer.share, answer.usual
    asked = asking.asked_about(answer.question, found.game, name)
    chart = share_bars(
        [NamedShare(name=asked, k=share.k, n=share.n)],
        usual=NamedShare(name=_("everybody here"), k=usual.k, n=usual.n),
    )
    address = reverse("question", args=[group.code, answer.player, answer.key])
    return Card(
        key=answer.key,
        asked=asked,
        chart=chart,
        verdict=verdict(answer.answer, share, answer.side, usual.exact, answer.compared),
        usual=asking.usual_share(answer),
        is_clear=answer.answer.verdict is Verdict.CLEAR,
        is_enough=answer.answer.verdict is not Verdict.TOO_FEW,
        address=f"{address}{found.query}",
    )


def player_view(
    player: int,
    names: Mapping[int, str],
    found: AskedHands,
    group: Group,
    *,
    ran: Courses,
    statistics: NightStatistics,
    began: Mapping[int, Began],
) -> PlayerView | None:
    """The page; None where the player has played nothing of what is asked for."""
    played = found.played
    nights = nights_of(player, played)
    if not nights.nights:
        return None
    name = names[player]
    questions = answers_about(player, played)
    cards = [card_of(one, name, found, group) for one in questions]
    is_open = _open(questions)
    balance = balance_of(player, played)
    roles = tuple(_roles(player, found, balance))
    hands = sum(one.hands or 0 for one in roles)
    years = tuple(_years(player, ran, found, group))
    seasons = tuple(_seasons(player, ran, found, group))
    return PlayerView(
        hands=hands,
        nights=nights.nights,
        chart=chart_of(ran.points, player, name),
        money_chart=chart_of(ran.money, player, name),
        is_money_folded=not hands and _is_of_points(player, ran),
        years=years,
        year_table=_table_of("year", years, group.currency),
        seasons=seasons,
        season_table=_table_of("season", seasons, group.currency),
        average=_average(player, nights, statistics),
        fewest=statistics.fewest,
        others_tell=statistics.spread is not None,
        noted=tuple(_noted(nights, group, began)),
        rows=tuple(_rows(player, played, group, began)),
        roles=roles,
        sat_out=sat_out(player, played),
        pots=asking.pots_won(played_for_pots(player, played), found.game),
        against=_against(name, balance) if balance else None,
        role_table=_role_table(roles),
        places=places_of(player, played),
        total=sum((one.points for one in roles), Fraction(0)),
        card_points=_card_points(player, found.game, played),
        company=with_whom(player, found, group, names),
        questions=tuple(card for card in cards if card.key in is_open),
        more_questions=tuple(card for card in cards if card.key not in is_open),
        question_table=_question_table(questions),
        compared=questions[0].compared if questions else 0,
    )


def _open(questions: Sequence[Answer]) -> set[str]:
    """Which questions are not folded away."""
    usual = [one.key for one in questions if one.key in USUAL]
    others = [one.key for one in questions if one.key not in USUAL]
    return {*usual, *others[: max(0, FIRST - len(usual))]}


def nights_of(player: int, played: Played) -> Nights:
    """What a player's nights add up to."""
    return nights_by_player(played)[player]


def _years(player: int, ran: Courses, found: AskedHands, group: Group) -> Iterator[TimeLine]:
    """Year by year, the latest first, where there are several."""
    points, money = _theirs(player, ran.points.nights), _theirs(player, ran.money.nights)
    years = sorted({night.day.year for night in (*points, *money)}, reverse=True)
    asked = f"?game={found.game}" if found.games else ""
    for year in years if len(years) > 1 else ():
        its = [night for night in points if night.day.year == year]
        yield TimeLine(
            name=str(year),
            address=reverse("player_year", args=[group.code, player, year]) + asked,
            nights=len(its),
            points=to_points(_brought(player, its)),
            cents=_brought(player, [night for night in money if night.day.year == year])
            if ran.money.nights
            else None,
        )


def _theirs(player: int, nights: Iterable[Brought]) -> list[Brought]:
    """The nights on which a player was there."""
    return [night for night in nights if player in night.parts]


def _brought(player: int, nights: Iterable[Brought]) -> int:
    return sum(night.parts[player] for night in nights)


def _is_of_points(player: int, ran: Courses) -> bool:
    """Whether the money is only the points times one stake, so that its course says what theirs does."""
    points = {night.number: night.parts[player] for night in _theirs(player, ran.points.nights)}
    money = {night.number: night.parts[player] for night in _theirs(player, ran.money.nights)}
    pairs = [(points.get(number, 0), money.get(number, 0)) for number in {**points, **money}]
    a_point, a_cent = next(((parts, cents) for parts, cents in pairs if parts), (0, 0))
    return all(parts * a_cent == cents * a_point for parts, cents in pairs)


def _table_of(what: str, lines: Sequence[TimeLine], currency: str) -> FileTable | None:
    """The years, or the seasons, with the money where it is told; None where there are none."""
    has_money = any(one.cents is not None for one in lines)

    def rows() -> Iterator[FileRow]:
        for one in lines:
            money = [amount(one.cents or 0, currency)] if has_money else []
            yield one.name, one.nights, one.points, *money

    columns = (what, "nights", "points", *(["money"] if has_money else []))
    return FileTable(columns=columns, read=rows) if lines else None


def _seasons(player: int, ran: Courses, found: AskedHands, group: Group) -> Iterator[TimeLine]:
    """The latest seasons of the group; none where the page is about some time already."""
    points, money = _theirs(player, ran.points.nights), _theirs(player, ran.money.nights)
    told = 0
    for season in seasons_of(group) if found.asked.are_all_nights else ():
        its = [night for night in points if season.has(night.day)]
        if its and told < TOLD:
            told += 1
            yield TimeLine(
                name=season.name,
                address=found.form.query(season=str(season.number)),
                nights=len(its),
                points=to_points(_brought(player, its)),
                cents=_brought(player, [night for night in money if season.has(night.day)])
                if ran.money.nights
                else None,
            )


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
        (Feat.BEST_NIGHT, nights.best, 1),
        (Feat.WORST_NIGHT, nights.worst, -1),
        (Feat.HAND_WON, nights.hand, 1),
        (Feat.HAND_LOST, nights.worst_hand, -1),
        (Feat.COMEBACK, nights.comeback, 0),
    )
    for feat, mark, sign in told:
        if mark is None or mark.parts * sign < 0 or (sign and not mark.parts):
            continue
        night = began.get(mark.night)
        yield Noted(
            label=str(LABELS[feat]),
            figure=signed(to_points(mark.parts)) if sign else came_back(mark),
            side=side(mark.parts) if sign else "",
            day=night.day if night else None,
            address=mark_address(group.code, mark, is_copied=bool(night and night.is_copied)),
        )


def _rows(player: int, played: Played, group: Group, began: Mapping[int, Began]) -> Iterator[Row]:
    """Nights in a row, with their days, and hands in a row."""
    course, nights = played.courses.get(player, Course()), nights_of(player, played)
    for feat, many, sign in ((Feat.ROW, course.most, 1), (Feat.LOST_ROW, course.lost_most, -1)):
        if many >= LEAST_ROW:
            yield Row(
                label=str(LABELS[feat]),
                counted=how_many_nights(many),
                days=_from_to(*_days_of_row(player, played, sign)),
                address="#course",
            )
    for feat, mark in ((Feat.HANDS_WON, nights.won_row), (Feat.HANDS_LOST, nights.lost_row)):
        if mark and mark.parts >= LEAST_HANDS:
            night = began.get(mark.night)
            yield Row(
                label=str(LABELS[feat]),
                counted=how_many_hands(mark.parts),
                days=when(night.day, "day") if night else "",
                address=mark_address(group.code, mark, is_copied=False),
            )


def _days_of_row(player: int, played: Played, sign: int) -> tuple[date, date]:
    """From which day to which a player won most nights in a row, or lost them (`sign` -1)."""
    nights = [(one.parts * sign > 0, one.day) for one in played.everybodys_nights if one.player == player]
    rows = [[day for _, day in row] for is_so, row in groupby(nights, key=lambda one: one[0]) if is_so]
    longest = max(rows, key=len)
    return longest[0], longest[-1]


def _from_to(first: date, last: date) -> str:
    if first == last:
        return when(first, "day")
    return _("{first} to {last}").format(first=when(first, "day"), last=when(last, "day"))


def _played(role: str) -> bool:
    return role not in ("out", NIGHT)


ORDER = ("picker", "alone", "partner", "opponent", "leaster", "")


def _against(name: str, balance: Balance) -> Against:
    bar = NamedAverage(
        name=name,
        mean=balance.above,
        n=balance.hands,
        counted=how_many_hands(balance.hands),
        interval=balance.answer.interval,
    )
    return Against(
        hands=balance.hands,
        brought=_whole_or_average(balance.brought),
        expected=_whole_or_average(balance.expected),
        more=_whole_or_average(balance.brought - balance.expected),
        side=side(balance.above),
        chart=average_bars([bar], reach=reach_of([bar])),
        verdict=asking.verdict_of_points(balance),
        is_clear=balance.answer.verdict is Verdict.CLEAR,
        is_enough=balance.answer.verdict is not Verdict.TOO_FEW,
    )


def _whole_or_average(points: Fraction) -> str:
    """Points with their sign: as they are if they are whole, else with a digit behind the point."""
    return signed(points) if points.denominator == 1 else signed_average(points)


def _roles(player: int, found: AskedHands, balance: Balance | None) -> Iterator[RoleLine]:
    """A line for each role that the player had, and what came to the points besides."""
    mine: dict[str, Sums] = {}
    everybody: dict[str, Sums] = {}
    between = 0
    for one in found.played.roles:
        sums = Sums(one.hands, one.won, one.parts, one.squares)
        everybody[one.role] = summed(everybody.get(one.role, NOBODY), sums)
        if one.player == player:
            between += one.moved
            if one.hands:
                mine[one.role] = summed(mine.get(one.role, NOBODY), sums)
    called = role_words(found.game) | {"": _("without a role")}
    order = {role: place for place, role in enumerate(ORDER)}
    had = sorted(filter(_played, mine), key=lambda name: order.get(name, len(ORDER)))
    expected = {one.role: one.expected for one in balance.roles} if balance else {}
    for name in had:
        line = _role_line(called.get(name, name), mine[name], everybody[name])
        if name in expected:
            line = replace(line, expected=signed_average(expected[name]), exact=expected[name])
        yield line
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


def _role_table(roles: Sequence[RoleLine]) -> FileTable:
    return FileTable(
        columns=("role", "hands", "won", "points", "usually"),
        read=lambda: ((one.label, one.hands, one.won, one.points, one.exact) for one in roles),
    )


def _question_table(questions: Sequence[Answer]) -> FileTable:
    return FileTable(
        columns=("question", "k", "n", "low", "high", "usual", "verdict", "compared"),
        read=lambda: (
            (
                one.key,
                one.share.k,
                one.share.n,
                one.answer.interval.low,
                one.answer.interval.high,
                one.usual.exact,
                one.answer.verdict.value,
                one.compared,
            )
            for one in questions
        ),
    )


def _card_points(player: int, game: str, played: Played) -> Histogram | None:
    """How many card points the player's side had, by tens that begin where the game is won."""
    mine = {points: many for (who, points), many in played.card_points.items() if who == player}
    if not mine:
        return None
    starts = _starts(game)
    ranges = _ranges(mine, starts.get("won", 1))
    begun = {start for start, _ in ranges}
    schneider = _("schneider") if has_own_picker(game) else _("no schneider")
    edges = [
        Edge(at=starts[row], label=label)
        for row, label in (("won", _("won")), ("won_schneider", schneider))
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
    """A hand behind a question, as it is listed: its day, what it was, what it brought, and its receipt.

    `is_one` says whether it is one of the k of n.
    """

    day: date
    said: str
    points: Fraction
    address: str
    is_one: bool


def hand_lines(hands: Sequence[PlayedHand], game: str, player: int, group: Group) -> tuple[HandLine, ...]:
    """The hands of a page."""
    called = role_words(game)
    found = []
    for one in hands:
        part = one.of(player)
        said = (called.get(part.role, part.role), _outcome(part), _counted(one, part, called))
        found.append(
            HandLine(
                day=one.day,
                said=" · ".join(filter(None, said)),
                points=to_points(part.parts),
                address=f"{reverse('hand', args=[group.code, one.night, one.entry])}?for={player}",
                is_one=one.is_one,
            )
        )
    return tuple(found)


def hands_table(read: Callable[[], HandsPage], player: int) -> FileTable:
    """The latest hands of a question as they stand in a file."""

    def rows() -> Iterator[FileRow]:
        for one in read().hands:
            part = one.of(player)
            points = to_points(part.parts)
            yield one.day, one.night, one.entry, part.role, YES_OR_NO[part.won], one.side_points, points

    return FileTable(columns=("date", "night", "entry", "role", "won", "card_points", "points"), read=rows)


def _counted(hand: PlayedHand, part: Part, called: Mapping[str, str]) -> str:
    """The card points of the picker's side, whose they are where the player was not on it; "" of none."""
    if hand.side_points is None or part.role in PICKERS_SIDE:
        return card_points(hand.side_points)
    return _("{picker}’s side {number}").format(picker=called["picker"], number=hand.side_points)


def _outcome(part: Part) -> str:
    if part.won is None:
        return ""
    return _("won") if part.won else _("lost")
