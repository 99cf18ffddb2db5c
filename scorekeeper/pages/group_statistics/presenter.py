"""A group's page of statistics as components: averages, questions, and who with whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.models import Group, to_points
from ledger.standings.company import clear_pairs, company_of
from ledger.standings.nights_by_player import nights_by_player
from ledger.standings.played import Played
from ledger.standings.questions import GroupAnswer
from ledger.standings.statistics import NightStatistics
from ledger.statistics import FLOOR, Verdict
from scorekeeper.components import Column, Component, Matrix, Met, Table, signed_average
from scorekeeper.presenters import asking
from scorekeeper.presenters.answers import rounded
from scorekeeper.presenters.asked_hands import AskedHands
from scorekeeper.presenters.company import pair_address, pair_table
from scorekeeper.text.counts import hands
from scorekeeper.text.figures import count, signed

# So many questions stand open, the surest, and so many people have a row and a column, those of most nights.
FIRST, MOST_PEOPLE = 5, 12
# So far from what is usual a share has the fullest colour: smaller differences are drawn pale.
FULL = Fraction(3, 10)


def share_in_words(question: GroupAnswer) -> str:
    """Return the average or the share of an answer; a share of fewer than twenty has no percentage."""
    if question.mean is not None:
        return _("{average} a hand").format(average=signed_average(question.mean))
    return f"{question.share.percent}%" if question.share.n >= FLOOR else ""


def counted(question: GroupAnswer) -> str:
    """Return k of n in words."""
    words = _("{part} of {whole}") if question.mean is None else _("{part} of {whole} won")
    return words.format(part=count(question.share.k), whole=count(question.share.n))


def averages(
    played: Played, statistics: NightStatistics, found: AskedHands, group: Group, names: Mapping[int, str]
) -> Table[int]:
    """Return everybody's points a night; players of too few nights are folded away if others have enough."""
    nights = nights_by_player(played)
    mean = {player: to_points(one.parts) / one.nights for player, one in nights.items()}
    told = statistics.players

    def order(player: int) -> tuple[bool, Fraction, Fraction, str]:
        expected = told[player].expected if player in told else Fraction(nights[player].nights)
        return player not in told, -expected, -mean[player], names[player]

    def best(chance: float) -> str:
        if chance < 0.01:
            return _("<1%")
        return _(">99%") if chance > 0.99 else _("{percent}%").format(percent=round(chance * 100))

    found_out: list[Column[int]] = [
        Column(name="signal", value=lambda one: told[one].signal if one in told else None),
        Column(name="expected", value=lambda one: float(told[one].expected) if one in told else None),
        Column(name="truly_best", value=lambda one: told[one].best if one in told else None),
    ]
    shown: list[Column[int]] = [
        Column(
            value=lambda one: signed_average(told[one].expected) if one in told else "", head=_("Count on")
        ),
        Column(value=lambda one: best(told[one].best) if one in told else "", head=_("Truly best")),
    ]
    return Table(
        key="player",
        title=_("Points a night"),
        fields=[
            Column(
                name="player",
                value=lambda one: names[one],
                head=_("Player"),
                url=lambda one: reverse("player", args=[group.code, one]) + found.query,
                css="who",
            ),
            Column(name="nights", value=lambda one: nights[one].nights, head=_("Nights")),
            Column(name="points", value=lambda one: to_points(nights[one].parts)),
            Column(name="points_a_night", value=lambda one: float(mean[one])),
            Column(value=lambda one: signed_average(mean[one]), head=_("A night")),
            *found_out,
            *(shown if told else ()),
        ],
        entries=sorted(nights, key=order),
        first=min(len(told) or 12, 12),
        css="ranking wide",
    )


def questions(
    asked: Sequence[GroupAnswer], found: AskedHands, group: Group, names: Mapping[int, str]
) -> Table[GroupAnswer]:
    """Return the questions with their answers, surest first."""

    def is_clear(one: GroupAnswer) -> bool:
        return one.answer is not None and one.answer.verdict is Verdict.CLEAR

    def number(one: GroupAnswer) -> str:
        is_told = bool(one.everybody) and one.share.n >= FLOOR
        return " ".join(filter(None, [names[one.players[0]] if is_told else "", share_in_words(one)]))

    return Table(
        key="question",
        title=_("Questions"),
        fields=[
            Column(
                value=lambda one: asking.asked_of_group(one, found.game, names),
                head=_("Question"),
                below=lambda one: asking.meaning(one) if is_clear(one) else "",
                url=lambda one: reverse("group_question", args=[group.code, one.key]) + found.query,
                css="who",
            ),
            Column(value=number, head=_("So far"), below=counted),
            Column(name="question", value=lambda one: one.key),
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
        entries=asked,
        first=FIRST,
        css="told",
    )


def pairs(played: Played, found: AskedHands, group: Group, names: Mapping[int, str]) -> Iterator[Component]:
    """Yield the pairs that are clear, who won with whom, and who won points from whom."""
    company = company_of(found.played)
    met = {player for pair in (*company.together, *company.against) for player in pair}
    if not met:
        return
    clear, every = clear_pairs(company), (*company.together.values(), *company.against.values())
    yield pair_table("pairs_every", _("Who with whom"), clear, every, names, group, found.query)
    nights = {player: one.nights for player, one in nights_by_player(played).items() if player in met}
    people = sorted(nights, key=lambda one: (-nights[one], one))[:MOST_PEOPLE]

    def page(player: int) -> str:
        return reverse("player", args=[group.code, player]) + found.query

    together, against = {}, {}
    for pair in combinations(sorted(people), 2):
        if one := company.together.get(pair):
            text = f"{one.share.percent}%" if one.share.n >= FLOOR else ""
            part, whole = count(one.share.k), count(one.share.n)
            below = _("{part} of {whole}").format(part=part, whole=whole)
            url = pair_address(one, group, found.query)
            cell = Met(one.share.exact, text, below, is_enough=one.share.n >= FLOOR, url=url)
            together[pair] = together[pair[::-1]] = cell
    for pair in permutations(people, 2):
        if one := company.seen_from(*pair):
            said = _("in {hands}, {won} won").format(hands=hands(one.share.n), won=count(one.share.k))
            url, is_enough = pair_address(one, group, found.query), one.share.n >= FLOOR
            against[pair] = Met(one.points, signed(round(one.points)), "", said, is_enough, url)
    if together:
        yield Matrix(
            key="pairs_together",
            title=_("Won together"),
            players=people,
            names=names,
            met=together,
            corner=_("Hands won together by … and …"),
            url=page,
            middle=next(iter(company.together.values())).usual.exact,
            full=FULL,
        )
    if against:
        yield Matrix(
            key="pairs_against",
            title=_("Points from each other"),
            players=people,
            names=names,
            met=against,
            corner=_("Points of … from …"),
            url=page,
            note=_("Read along a row: what that player won of each. Grey means few hands."),
        )


def how_sure(statistics: NightStatistics, asked: Sequence[GroupAnswer], *, is_season: bool) -> str:
    """Return one paragraph on how much of the averages is luck, and on what is called clear."""
    spread, skill = statistics.spread, statistics.skill
    compared = max((one.compared for one in asked), default=0)
    clear = _("“Clear” allows for all {compared} answers that were looked at.").format(compared=compared)
    told = [clear] if compared > 1 else []
    if (spread is None or skill is None) and is_season:
        return " ".join([_("This season has too few nights to tell how much of an average is luck."), *told])
    if spread is None or skill is None:
        words = _("How much of an average is luck can be told after {fewest} nights of at least two players.")
        return " ".join([words.format(fewest=statistics.fewest), *told])
    half = spread.nights_for(Fraction(1, 2))
    if half is None or not skill.differ:
        return " ".join([_("So far these players differ no more than luck would have them."), *told])
    nights = spread.nights // spread.players
    words = _(
        "After {nights} nights about {percent}% of an average is the player’s own; after about {half} nights"
        " it is half. One night usually lies {night} points above or below a player’s own average, and the"
        " players themselves lie only {between} apart. “Count on” is that part of the way from everybody’s"
        " average, {middle}, to the player’s own. “Truly best” is the chance that nobody else here would win"
        " more in the long run."
    )
    said = words.format(
        nights=nights,
        percent=round(skill.own_share(nights) * 100),
        half=rounded(round(half) or 1),
        night=signed_average(Fraction(spread.night_sd)).lstrip("+"),
        between=signed_average(Fraction(spread.between_sd)).lstrip("+"),
        middle=signed_average(statistics.middle),
    )
    return " ".join([said, *told])
