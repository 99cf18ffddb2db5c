"""The page of a group in one game: averages, questions, who with whom, the money and the nights."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from ledger.exchange.headings import coded
from ledger.models import to_points
from ledger.standings import standings_in
from ledger.standings.company import Company, clear_pairs, company_of
from ledger.standings.nights_by_player import nights_by_player
from ledger.standings.placing import FEWEST_NIGHTS
from ledger.standings.played import NightSum, Played
from ledger.standings.players import divided, hands_in, of_people
from ledger.standings.questions import AGAINST, Answer, JudgedAnswer, group_answers
from ledger.standings.statistics import (
    NightStatistics,
    judged_by_night,
    leaders_chance,
    statistics_of_season,
)
from ledger.statistics import FLOOR, Verdict
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.components import Calendar, Column, Matrix, Met, Table
from scorekeeper.presenters.answers import (
    counted,
    figures,
    meaning,
    pair_columns,
    pair_said,
    question_address,
    question_text,
    rounded,
    share_text,
    with_clear,
)
from scorekeeper.presenters.asked_hands import AskedHands, asked_hands, show_asked
from scorekeeper.presenters.courses import money_course, points_course
from scorekeeper.presenters.leaders import first_by_average, more_than_luck
from scorekeeper.text.figures import count, percentage, signed, signed_average
from scorekeeper.text.lists import standing_apart

# Questions shown unfolded (the surest), and players with a row and a column (those with the most nights).
FIRST, MOST_PEOPLE = 5, 12
# Difference from the usual share that is drawn in the fullest colour; smaller ones are drawn paler.
FULL = Fraction(3, 10)


@watcher
@require_safe
def group_statistics(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show averages, questions, who with whom, the money and the nights; the course is on the standings."""
    found = asked_hands(access.group, request.GET, access.news)
    played, names = of_people(found.played, found.names), found.names
    is_told, is_season = bool(nights_by_player(played)), found.season is not None
    every = group_answers(played) if is_told else ()
    inside, _below = divided(standings_in(played, names), found.season)
    chance = leaders_chance(inside, played, is_season=is_season)
    judged = judged_by_night(played, among={one.player for one in inside})
    statistics = statistics_of_season(played, found.season)
    compared = max((one.compared for one in every), default=0)
    company = company_of(found.played)
    points = points_course(found, "chart")
    money = money_course(found, "money_chart")
    parts = [
        averages(found, played, statistics),
        questions(found, every),
        pairs(found, company),
        *matrices(found, company, played),
        points,
        replace(points, key="brought", is_each=True) if points else None,
        money,
        replace(money, key="money_brought", is_each=True) if money else None,
        calendar(found),
    ]
    if played.uneven:  # points as typed add up on the standings: nobody has them from anybody
        parts = [one for one in parts if one and one.key in ("money_chart", "money_brought", "evenings")]
    context = {
        "nights": len(played.nights) if is_told else 0,
        "hands": hands_in(played),
        "first": first_by_average(chance) if chance else "",
        "more_than_luck": more_than_luck(judged, names),
        "sure": how_sure(statistics, compared, is_season=is_season),
        "is_typed": bool(played.uneven),
    }
    return show_asked(request, access, found, "standings/group_statistics/page.html", context, parts)


def averages(found: AskedHands, played: Played, statistics: NightStatistics) -> Table[int]:
    """Return everybody's points a night; players of too few nights are folded away if others have enough."""
    nights, names = nights_by_player(played), found.names
    mean = {player: to_points(one.parts) / one.nights for player, one in nights.items()}
    told = statistics.players

    def order(player: int) -> tuple[bool, Fraction, Fraction, str]:
        expected = told[player].expected if player in told else Fraction(nights[player].nights)
        return player not in told, -expected, -mean[player], names[player]

    def best(chance: float) -> str:
        if chance < 0.01:
            return _("<1%")
        return _(">99%") if chance > 0.99 else percentage(round(chance * 100))

    return Table(
        key="player",
        title=_("Points a night"),
        fields=[
            Column(
                name="player",
                value=lambda one: names[one],
                head=_("Player"),
                url=lambda one: found.url("player", one),
                css="who",
            ),
            Column(name="nights", value=lambda one: nights[one].nights, head=_("Nights")),
            Column(name="points", value=lambda one: to_points(nights[one].parts)),
            Column(name="points_a_night", value=lambda one: float(mean[one])),
            Column(value=lambda one: signed_average(mean[one]), head=_("A night")),
            Column(name="signal", value=lambda one: told[one].signal if one in told else None),
            Column(name="expected", value=lambda one: float(told[one].expected) if one in told else None),
            Column(name="truly_best", value=lambda one: told[one].best if one in told else None),
            Column(
                value=lambda one: signed_average(told[one].expected) if one in told else "",
                head=_("Count on") if told else None,
            ),
            Column(
                value=lambda one: best(told[one].best) if one in told else "",
                head=_("Truly best") if told else None,
            ),
        ],
        entries=sorted(nights, key=order),
        first=min(len(told) or 12, 12),
        css="ranking wide",
    )


def questions(found: AskedHands, every: Sequence[Answer]) -> Table[Answer]:
    names = found.names

    def said(one: Answer) -> str:
        return meaning(one) if one.answer and one.answer.verdict is Verdict.CLEAR else ""

    def number(one: Answer) -> str:
        # The first player is named only from `FLOOR` hands on: of fewer, anybody may be first by luck.
        first = names[one.players[0]] if one.everybody and one.share.n >= FLOOR else ""
        return " ".join(filter(None, [first, figures(one)[0]]))

    return Table(
        key="question",
        title=_("Questions"),
        fields=[
            Column(
                value=lambda one: question_text(one, found, names),
                head=_("Question"),
                below=said,
                url=lambda one: question_address(one, found),
                css="who",
            ),
            Column(value=number, head=_("So far"), below=lambda one: figures(one)[1]),
            Column(name="question", value=lambda one: coded(one.key, question_text(one, found, names))),
            Column(name="player", value=lambda one: ", ".join(names[player] for player in one.players)),
            Column(name="k", value=lambda one: one.share.k),
            Column(name="n", value=lambda one: one.share.n),
            Column(name="average", value=lambda one: None if one.mean is None else float(one.mean)),
            Column(name="low", value=lambda one: one.answer.interval.low if one.answer else None),
            Column(name="high", value=lambda one: one.answer.interval.high if one.answer else None),
            Column(name="usual", value=lambda one: float(one.usual.exact) if one.usual else None),
            Column(name="verdict", value=lambda one: one.answer.verdict.value if one.answer else None),
            Column(name="compared", value=lambda one: one.compared),
        ],
        entries=every,
        first=FIRST,
        css="told",
    )


def pairs(found: AskedHands, company: Company) -> Table[JudgedAnswer]:
    """Return the pairs that are clear, each seen from the better one; the file has every pair."""
    names = found.names

    def who(pair: JudgedAnswer) -> str:
        words = _("{one} against {other}") if pair.question is AGAINST else _("{one} and {other}")
        one, other = (standing_apart(names[player]) for player in pair.players)
        return words.format(one=one, other=other)

    return Table(
        key="pairs_every",
        title=_("Who with whom"),
        fields=[
            Column(
                value=who,
                head=_("Clear"),
                below=lambda one: pair_said(one, names),
                url=lambda one: question_address(one, found),
                css="who",
            ),
            Column(
                value=lambda one: counted(one.share),
                head=_("Won"),
                below=lambda one: signed(round(one.points)),
            ),
            *pair_columns(names),
        ],
        entries=clear_pairs(company),
        every=lambda: (*company.together.values(), *company.against.values()),
        first=5,
        css="told",
    )


def matrices(found: AskedHands, company: Company, played: Played) -> list[Matrix]:
    """Return who won with whom, and who won points from whom, among those who came most often."""
    nights = nights_by_player(played)
    met = {player for pair in (*company.together, *company.against) for player in pair if player in nights}
    people = sorted(met, key=lambda one: (-nights[one].nights, one))[:MOST_PEOPLE]

    def cell(one: JudgedAnswer, value: Fraction, text: str, below: str = "", said: str = "") -> Met:
        return Met(value, text, below, said, one.share.n >= FLOOR, question_address(one, found))

    together, against = {}, {}
    for pair in combinations(sorted(people), 2):
        if one := company.together.get(pair):
            both = cell(one, one.share.exact, share_text(one.share), counted(one.share))
            together[pair] = together[pair[::-1]] = both
    for pair in permutations(people, 2):
        if one := company.seen_from(*pair):
            won = ngettext("in {number} hand, {won} won", "in {number} hands, {won} won", one.share.n)
            won = won.format(number=count(one.share.n), won=count(one.share.k))
            against[pair] = cell(one, one.points, signed(round(one.points)), said=won)
    won_together = Matrix(
        key="pairs_together",
        title=_("Won together"),
        players=people,
        names=found.names,
        met=together,
        corner=_("Hands won together by … and …"),
        url=partial(found.url, "player"),
        middle=next((one.usual.exact for one in company.together.values()), Fraction(0)),
        full=FULL,
    )
    from_each_other = Matrix(
        key="pairs_against",
        title=_("Points from each other"),
        players=people,
        names=found.names,
        met=against,
        corner=_("Points of … from …"),
        url=partial(found.url, "player"),
        note=_("Read along a row: what that player won of each. Grey means few hands."),
    )
    return [one for one in (won_together, from_each_other) if one.met]


def calendar(found: AskedHands) -> Calendar | None:
    """Return the calendar of the nights of a game; None where there is none, or of only some hands."""

    def page(night: NightSum) -> str:
        name = "table" if night.goes_on else "copied" if night.hands is None else "ending"
        return reverse(name, args=[found.group.code, night.number])

    if not found.has_whole_nights or not found.played.nights:
        return None
    return Calendar(key="evenings", title=_("Nights"), nights=found.played.nights, url=page)


def how_sure(statistics: NightStatistics, compared: int, *, is_season: bool) -> str:
    """Return how much of the averages is luck, and (`compared` answers were) what is called clear."""
    spread, skill = statistics.spread, statistics.skill
    half = spread.nights_for(Fraction(1, 2)) if spread else None
    if (spread is None or skill is None) and is_season:
        said = _("This season has too few nights to tell how much of an average is luck.")
    elif spread is None or skill is None:
        words = _("How much of an average is luck can be told after {fewest} nights of at least two players.")
        said = words.format(fewest=FEWEST_NIGHTS)
    elif half is None or not skill.differ:
        said = _("So far these players differ no more than luck would have them.")
    else:
        nights = spread.nights // spread.players
        words = _(
            "After {nights} nights about {percent} of an average is the player’s own; after about {half}"
            " nights it is half. One night usually lies {night} points above or below a player’s own"
            " average, and the players themselves lie only {between} apart. “Count on” is that part of the"
            " way from everybody’s average, {middle}, to the player’s own. “Truly best” is the chance that"
            " nobody else here would win more in the long run."
        )
        said = words.format(
            nights=nights,
            percent=percentage(round(skill.own_share(nights) * 100)),
            half=rounded(round(half) or 1),
            night=signed_average(Fraction(spread.night_sd)).lstrip("+"),
            between=signed_average(Fraction(spread.between_sd)).lstrip("+"),
            middle=signed_average(statistics.middle),
        )
    return with_clear(said, compared)
