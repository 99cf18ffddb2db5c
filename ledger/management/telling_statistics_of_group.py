"""What the pages know of a whole group in one game, as plain values for JSON.

Points are exact, as text (“3/2”); what is estimated is a number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ledger.counting import Circumstances, Counts, Mark, chosen
from ledger.models import Group, to_points
from ledger.seasons import Season
from ledger.standings import PlayerStanding, standings_in
from ledger.standings.after_nights import Brought, after_every_night
from ledger.standings.badges import Award, badges_in
from ledger.standings.company import Company, Pairing, company_of
from ledger.standings.counted import Asked, all_counted, going_on
from ledger.standings.evenings import every_evening
from ledger.standings.group_questions import GroupQuestion, group_questions
from ledger.standings.nobody import of_people, people_in
from ledger.standings.rankings import Ranking, rankings
from ledger.standings.records import OF_HANDS, OF_NIGHTS, Feat, Record, records_in
from ledger.standings.seasons import divided, seasons_of
from ledger.standings.statistics import leaders_chance
from ledger.statistics import Judgement

Told = dict[str, Any]
COUNTED = OF_NIGHTS | OF_HANDS | {Feat.LONGEST}
"""Records that are no points: of nights, hands and seconds."""


def judged(answer: Judgement | None) -> Told:
    """An interval, what it is worth, and about how many more would tell; of None three times nothing."""
    if answer is None:
        return {"interval": None, "verdict": None, "more": None}
    interval = [answer.interval.low, answer.interval.high]
    return {"interval": interval, "verdict": answer.verdict.value, "more": answer.more}


def of_group(
    game: str,
    whole: Counts,
    where: Circumstances,
    names: Mapping[int, str],
    season: Season | None,
    *,
    among: Collection[int],
    nights: Sequence[Brought],
) -> Told:
    """A game's leaders, questions, pairs, rankings, records, badges and times, as its pages have them.

    `whole` is what the nights add up to, whatever the circumstances; `among` are those in the table of the
    season, if one is asked for. `nights` are all of them, none where only some hands are asked for.
    """
    counts = chosen(whole, where)
    players = standings_in({game: counts}, names)[0].players
    inside = [one for one in players if season is None or one.player in among]
    people = of_people(counts, names)
    return {
        "leaders": leaders(inside, counts, is_season=season is not None),
        "questions": [_question(one, names) for one in group_questions(whole, counts, where)],
        "pairs": list(_pairs(company_of(counts), names)),
        "rankings": [_ranking(one) for one in rankings(people_in(inside), whole, where, season)],
        "records": [_record(one, names) for one in records_in(people, nights)],
        "badges": [_badge(one, names) for one in badges_in(people, game)],
        "timed": {"nights": counts.timed, "seconds": counts.seconds},
    }


def leaders(players: Sequence[PlayerStanding], counts: Counts, *, is_season: bool) -> Told | None:
    """The chance of those who lead a table, as the standings state it; None where too little is known."""
    found = leaders_chance(players, counts, is_season=is_season) if players else None
    if found is None:
        return None
    return {
        "players": list(found.leaders),
        "best": found.chance,
        "among": found.players,
        "nights": found.nights,
        "signal": found.signal,
        "by_average": list(found.by_average),
    }


def _question(one: GroupQuestion, names: Mapping[int, str]) -> Told:
    return {
        "question": one.key,
        "players": [names[who] for who in one.players],
        "k": one.share.k,
        "n": one.share.n,
        "usual": str(one.usual.exact) if one.usual else None,
        "points_a_hand": str(one.mean) if one.mean is not None else None,
        **judged(one.answer),
        "compared": one.compared,
    }


def _pairs(company: Company, names: Mapping[int, str]) -> Iterator[Told]:
    for one in (*company.together.values(), *company.against.values()):
        yield _pair(one, names)


def _pair(one: Pairing, names: Mapping[int, str]) -> Told:
    return {
        "player": names[one.one],
        "other": names[one.other],
        "how": "together" if one.is_together else "against",
        "k": one.share.k,
        "n": one.share.n,
        "usual": str(one.usual.exact),
        "points": str(one.points),
        **judged(one.answer),
    }


def _ranking(one: Ranking) -> Told:
    return {
        "way": one.way.value,
        "floor": 0 if one.is_waived else one.floor,
        "players": [
            {
                "player": each.name,
                "place": each.place,
                "value": None if each.value is None else str(each.value),
            }
            for each in one.players
        ],
    }


def _record(one: Record, names: Mapping[int, str]) -> Told:
    return {
        "record": one.feat.value,
        "value": one.number if one.feat in COUNTED else str(to_points(one.number)),
        "players": [names[who] for who in one.players],
        **_where(one.mark),
        "days": [[days.first.isoformat(), days.last.isoformat()] for days in one.days],
    }


def _where(mark: Mark | None) -> Told:
    """In which night, and of a hand, told first by which entry."""
    return {
        "night": mark.night if mark else None,
        "entry": mark.entry or None if mark else None,
    }


def _badge(one: Award, names: Mapping[int, str]) -> Told:
    return {
        "badge": one.badge.value,
        "is_for_fun": one.is_fun,
        "players": [names[who] for who in one.players],
        "question": one.question.key if one.question else None,
        "k": one.share.k if one.share else None,
        "n": one.share.n if one.share else None,
    }


def evenings(group: Group, game: str, asked: Asked, names: Mapping[int, str]) -> list[Told] | None:
    """Every night with its day, its hands (None where only the totals are known, or while it goes on), and
    everybody's points after it; None where only some hands are asked for.

    Queries do not grow with the nights.
    """
    if not asked.circumstances.are_any:
        return None
    hands = {one.number: one.hands for one in every_evening(group, game, asked)}
    return [
        {
            "night": one.night,
            "day": one.day.isoformat(),
            "hands": hands.get(one.night),
            "points": {names[who]: str(points) for who, points in one.points.items()},
        }
        for one in after_every_night(group, game, asked, going_on(group, asked))
    ]


def own_seasons(
    group: Group, game: str, where: Circumstances, names: Mapping[int, str]
) -> Iterator[tuple[Season, Counts, Told]]:
    """The seasons that the group defines itself, the latest first: what each adds up to, and its table.

    Queries grow with the seasons.
    """
    for season in seasons_of(group):
        asked = Asked(since=season.first, until=season.last)
        counts = chosen(all_counted(group, asked).get(game, Counts()), where)
        found = standings_in({game: counts}, names)[0].players
        inside, below = divided(found, season)
        yield (
            season,
            counts,
            {
                "season": season.number,
                "name": season.name,
                "first": season.first.isoformat(),
                "last": season.last.isoformat() if season.last else None,
                "floor": season.floor,
                "floor_of": season.floor_of.value,
                "nights": counts.nights,
                "leaders": leaders(inside, counts, is_season=True),
                "players": [_standing(one) for one in inside],
                "below": [_standing(one) for one in below],
            },
        )


def _standing(one: PlayerStanding) -> Told:
    return {"player": one.name, "nights": one.sessions, "hands": one.hands, "points": str(one.points)}
