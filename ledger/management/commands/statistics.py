"""`manage.py statistics --group NAME --format json`: a group's statistics, for scripts.

Points and shares of everybody are exact, as text (“3/2”); what is estimated is a number.
"""

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import accumulate
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from ledger.book.seasons import Season
from ledger.management.asking import group_called, take_group
from ledger.models import Group, NightRole, to_points
from ledger.scoring import GAMES
from ledger.scoring.scored import PICKING
from ledger.standings import Names, PlayerStanding, names_of, standings_in
from ledger.standings.company import company_of
from ledger.standings.filtering import Filter, end_of_month, of_year
from ledger.standings.nights_by_player import (
    Mark,
    Nights,
    Within,
    after_every_night,
    brought_every_night,
    money_nights,
    nights_by_player,
    within_nights,
    won_at_cards,
)
from ledger.standings.placing import FEWEST_NIGHTS, Share
from ledger.standings.played import Played, RulesPlayed, Sums, played_in, summed
from ledger.standings.players import divided, hands_in, in_table, of_people, people_in, seasons_of
from ledger.standings.questions import (
    PLAYED,
    Answer,
    JudgedAnswer,
    answers_about,
    compared_in,
    fits,
    group_answers,
)
from ledger.standings.rankings import Ranking, rankings
from ledger.standings.records import OF_HANDS, OF_NIGHTS, Award, Feat, Record, badges_in, records_in
from ledger.standings.roles import RoleBalance, balance_of, sat_out
from ledger.standings.statistics import (
    Average,
    halves_in,
    judged_by_night,
    leaders_chance,
    statistics_in,
    statistics_of_season,
)
from ledger.standings.years import years_of
from ledger.statistics import Judgement, Spread, share_interval

# The version of the shape of what is told.
SHAPE = 2

HALF = Fraction(1, 2)

# The fewest nights by which it is told how far players differ, so that it is seen what hangs on that.
SPREADS = (10, 50, 100)

# Records that are no points: of nights, hands and seconds.
COUNTED = OF_NIGHTS | OF_HANDS | {Feat.LONGEST}

# Hands of a player that something is told about; "pot" is told by what came out of the pot.
OCCASIONS: Mapping[str, Q] = {
    "cracked": Q(has_cracked=True),
    "doubled": Q(doublers__gt=0) & PLAYED,
    "forced": Q(is_forced=True),
    "pot": Q(is_for_pot=True),
    "was_cracked": Q(role__in=PICKING, cracks__gt=0),
}

JsonObject = dict[str, Any]


def everything(group: Group, asked: Filter, season: Season | None, often: int | None) -> JsonObject:
    """Return all of it: a list of games, the one of most nights first, and what is common to them.

    `season` is the group's own that is asked for; `asked` has its days already, or a part of them. Who came
    to fewer than `often` nights tells nothing about the others; where it is None, it is `FEWEST_NIGHTS`, and
    of a season everybody in its table counts.
    """
    names, years = names_of(group), years_of(group)
    games = [
        _Game(played, season, often, names, years).told()
        for game, played in played_in(group, asked).items()
        if asked.game in ("", game)
    ]
    money = won_at_cards(money_nights(group, asked)) if asked.has_whole_nights else {}
    by_name = sorted(money.items(), key=lambda one: names[one[0]])
    return {
        "shape": SHAPE,
        "group": group.name,
        "asked": {
            "game": asked.game or None,
            "season": season.number if season else None,
            "since": asked.since.isoformat() if asked.since else None,
            "until": asked.until.isoformat() if asked.until else None,
            "table": asked.active,
            "rules": asked.version,
            "stake": asked.stake,
        },
        "games": games,
        "currency": group.currency,
        "money": [{"player": names[player], "cents": cents} for player, cents in by_name],
    }


class _Game:
    """The statistics of one game while they are written."""

    def __init__(
        self, played: Played, season: Season | None, often: int | None, names: Names, years: Sequence[int]
    ) -> None:
        self.played, self.season, self.often, self.names, self.years = played, season, often, names, years
        self.people = of_people(played, names)
        # Sums of the hands of each occasion, by player.
        self.occasions: dict[str, dict[int, Sums]] = {}
        cases = played.cases(NightRole)
        for what, which in sorted(OCCASIONS.items()):
            is_one, found = fits(which & Q(is_dealt=True)), defaultdict[int, Sums](Sums)
            for (player, case), (hands, parts, _squares, pot_parts, _uneven) in cases.sums.items():
                if is_one(cases.like[case]):
                    brought = pot_parts if what == "pot" else parts
                    sums = Sums(hands, hands * cases.like[case]["won"], brought)
                    found[player] = summed(found[player], sums)
            self.occasions[what] = found

    def told(self) -> JsonObject:
        played, season, names, fewest = self.played, self.season, self.names, self.often
        if fewest is None:
            fewest = 1 if season else FEWEST_NIGHTS
        # The comparison within a season takes the players in the table of all its days.
        among: Collection[int] = {*nights_by_player(self.people)}
        if season:
            whole = replace(played.asked, since=season.first, until=season.last)
            among = in_table(of_people(Played(played.group, whole), names), season)
        nights = statistics_of_season(played, season, fewest=fewest, among=among)
        halved, likeness = halves_in(played, fewest=self.often, usual=fewest, among=among) or (None, None)
        players = standings_in(played, names)
        inside = [one for one in players if season is None or one.player in among]
        timed = [one.seconds for one in played.nights if one.seconds and played.asked.has_whole_nights]
        company = company_of(played)
        self.judged = judged_by_night(self.people, among=among)
        return {
            "game": played.game,
            "nights": len(played.nights),
            "hands": hands_in(played),
            "players_of_nights": fewest,
            "spread": _spread(nights.spread),
            "middle": str(nights.middle) if nights.spread else None,
            "spreads": [
                {"fewest": many, "spread": _spread(statistics_in(played, fewest=many, among=among).spread)}
                for many in SPREADS
            ],
            "split_halves": likeness,
            "split_halves_nights": halved,
            "leader": self._leader(players, nights.players),
            "compared": compared_in(played),
            "leaders": _leaders(inside, played, is_season=season is not None),
            "questions": [
                {
                    "question": one.key,
                    "players": [names[who] for who in one.players],
                    **_k_of_n(one),
                    "points_a_hand": str(one.mean) if one.mean is not None else None,
                    **_judged(one.answer),
                    "compared": one.compared,
                }
                for one in group_answers(played)
            ],
            "pairs": [self._pair(one) for one in (*company.together.values(), *company.against.values())],
            "rankings": [_ranking(one) for one in rankings(people_in(inside), self.people, season)],
            "records": [self._record(one) for one in records_in(self.people)],
            "badges": [self._badge(one) for one in badges_in(self.people, played.game)],
            "timed": {"nights": len(timed), "seconds": sum(timed)},
            "players": [self._player(one, nights.players.get(one.player)) for one in players],
            "partners": [
                {
                    "picker": names[one.player],
                    "partner": names[one.other],
                    **_sums(one.picked, one.picked_won, one.picked_parts),
                }
                for one in self._by_name(one for one in played.pairs if one.picked)
            ],
            "between": [
                {
                    "player": names[one.player],
                    "other": names[one.other],
                    **_sums(one.hands, one.won, one.parts),
                }
                for one in self._by_name(one for one in played.pairs if one.hands and one.player < one.other)
            ],
            "seasons": list(self._years()),
            "own_seasons": [self._season(one) for one in seasons_of(played.group)],
            "evenings": self._evenings(),
        }

    def _by_name(self, pairs: Iterable[Any]) -> list[Any]:
        return sorted(pairs, key=lambda one: (self.names[one.player], self.names[one.other]))

    def _leader(
        self, players: Iterable[PlayerStanding], averages: Mapping[int, Average]
    ) -> JsonObject | None:
        # The leader among those who came often enough, with the chance to be the best.
        first = next((one for one in players if one.player in averages), None)
        return None if first is None else {"player": first.name, "best": averages[first.player].best}

    def _pair(self, one: JudgedAnswer) -> JsonObject:
        return {
            "player": self.names[one.players[0]],
            "other": self.names[one.players[1]],
            "how": one.question.key,
            **_k_of_n(one),
            "points": str(one.points),
            **_judged(one.answer),
        }

    def _record(self, one: Record) -> JsonObject:
        return {
            "record": one.feat.value,
            "value": one.number if one.feat in COUNTED else str(to_points(one.number)),
            "players": [self.names[who] for who in one.players],
            "night": one.mark.night if one.mark else None,
            "entry": one.mark.entry or None if one.mark else None,
            "days": [[row.first.isoformat(), row.last.isoformat()] for row in one.rows],
        }

    def _badge(self, one: Award) -> JsonObject:
        return {
            "badge": one.badge.value,
            "is_for_fun": one.is_fun,
            "players": [self.names[who] for who in one.players],
            "question": one.question.key if one.question else None,
            "k": one.share.k if one.share else None,
            "n": one.share.n if one.share else None,
        }

    def _player(self, standing: PlayerStanding, average: Average | None) -> JsonObject:
        played, who = self.played, standing.player
        nights, judged = nights_by_player(played)[who], self.judged.get(who)
        contracts = sorted(
            (kind, *sums) for (player, kind), sums in played.contracts.items() if player == who
        )
        return {
            "player": standing.name,
            "nights": standing.sessions,
            "nights_won": nights.won,
            "hands": standing.hands,
            "points": str(standing.points),
            "per_hand": None if standing.per_hand is None else str(standing.per_hand),
            "picked": _share(standing.picked),
            "won_picking": _share(standing.won_picking),
            "won_partner": _share(standing.won_partner),
            "won_opponent": _share(standing.won_opponent),
            "won_alone": _share(standing.won_alone),
            "won_leaster": _share(standing.won_leaster),
            **({} if standing.races is None else {"races": standing.races}),
            "average": _average(average),
            "roles": _balance(balance_of(who, played)),
            "questions": [
                {"question": one.key, **_k_of_n(one), **_judged(one.answer)}
                for one in answers_about(who, played)
            ],
            "sat_out": sat_out(who, played),
            "contracts": [{"contract": kind, **_sums(n, k, parts)} for kind, n, k, parts in contracts],
            "places": [
                {
                    "place": one.place,
                    **_share(Share(k=one.picked, n=one.hands)),
                    "points": str(to_points(one.parts)),
                }
                for one in sorted(played.places, key=lambda one: one.place)
                if one.player == who
            ],
            "occasions": {
                what: _sums(*found[who][:3]) for what, found in self.occasions.items() if who in found
            },
            "card_points": {
                str(number): many
                for (player, number), many in sorted(played.card_points().items())
                if player == who
            },
            "marks": _marks(nights, within_nights(played)[who]),
            # Whether points a night are more, or less, than luck explains; None of who came too seldom.
            "points_a_night_verdict": judged
            and {
                "nights": judged.nights,
                "above": str(judged.above),
                "interval": judged.interval,
                "verdict": judged.verdict.value,
            },
            "course": self._course(who, nights) if played.asked.has_whole_nights else None,
        }

    def _course(self, who: int, nights: Nights) -> JsonObject:
        # The lowest and highest sums after any night of the game, and nights in a row.
        sums = [*accumulate(night.parts.get(who, 0) for night in brought_every_night(self.played))]
        return {
            "lowest": str(to_points(min(sums))),
            "highest": str(to_points(max(sums))),
            "nights_won_in_a_row": nights.row.nights if nights.row else 0,
            "nights_won_at_the_end": nights.row_now,
            "nights_lost_in_a_row": nights.lost_row.nights if nights.lost_row else 0,
            "nights_lost_at_the_end": nights.lost_row_now,
        }

    def _years(self) -> Iterator[JsonObject]:
        # The years in which there were nights.
        asked = self.played.asked
        for year in reversed(self.years):
            whole = of_year(year)
            since = max(day for day in (whole.since, asked.since) if day)
            until = min(day for day in (whole.until, asked.until) if day)
            played = Played(
                self.played.group, replace(asked, since=since, until=until), news=self.played.news
            )
            players = standings_in(played, self.names) if since <= until else ()
            if not players:
                continue
            nights = statistics_in(of_people(played, self.names), fewest=self.often or FEWEST_NIGHTS)
            yield {
                "name": str(year),
                "nights": len(played.nights),
                "spread": _spread(nights.spread),
                "leader": self._leader(players, nights.players),
                "players": [
                    {**_standing(one), "average": _average(nights.players.get(one.player))} for one in players
                ],
            }

    def _season(self, season: Season) -> JsonObject:
        # Seasons are those that the group defines itself, whatever days are asked for.
        asked = replace(self.played.asked, since=season.first, until=season.last)
        played = Played(self.played.group, asked, news=self.played.news)
        found = standings_in(played, self.names)
        inside, below = divided(found, season)
        return {
            "season": season.number,
            "name": season.name,
            "first": season.first.isoformat(),
            "last": season.last.isoformat() if season.last else None,
            "floor": season.floor,
            "floor_of": season.floor_of.value,
            "nights": len(played.nights),
            "leaders": _leaders(inside, played, is_season=True),
            "players": [_standing(one) for one in inside],
            "below": [_standing(one) for one in below],
            "spread": _spread(statistics_of_season(of_people(played, self.names), season).spread),
        }

    def _evenings(self) -> list[JsonObject] | None:
        # Return each night with its hands (None of totals, or while it goes on), and where all stood.
        if not self.played.asked.has_whole_nights:
            return None
        hands = {one.number: None if one.goes_on else one.hands for one in self.played.nights}
        return [
            {
                "night": one.number,
                "day": one.day.isoformat(),
                "hands": hands[one.number],
                "points": {self.names[who]: str(to_points(parts)) for who, parts in one.parts.items()},
            }
            for one in after_every_night(self.played)
        ]


def _leaders(players: Sequence[PlayerStanding], played: Played, *, is_season: bool) -> JsonObject | None:
    # The chance of those who lead a table, as the standings state it; None where too little is known.
    found = leaders_chance(players, played, is_season=is_season)
    return (
        None
        if found is None
        else {
            "players": list(found.leaders),
            "best": found.chance,
            "among": found.players,
            "nights": found.nights,
            "signal": found.signal,
            "by_average": list(found.by_average),
        }
    )


def _ranking(one: Ranking) -> JsonObject:
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


def _standing(one: PlayerStanding) -> JsonObject:
    return {"player": one.name, "nights": one.sessions, "hands": one.hands, "points": str(one.points)}


def _spread(spread: Spread | None) -> JsonObject | None:
    if spread is None:
        return None
    nights = spread.nights_for(HALF)
    return {
        "players": spread.players,
        "nights": spread.nights,
        "night_sd": spread.night_sd,
        "between_players_sd": spread.between_sd,
        "nights_for_half_signal": None if nights is None else float(nights),
    }


def _share(share: Share) -> JsonObject:
    interval = share_interval(share.k, share.n) if share.n else None
    return {"k": share.k, "n": share.n, "interval": interval}


def _average(found: Average | None) -> JsonObject | None:
    return (
        None
        if found is None
        else {
            "points_a_night": str(found.mean),
            "signal": found.signal,
            "expected": float(found.expected),
            "best": found.best,
        }
    )


def _balance(found: RoleBalance | None) -> JsonObject | None:
    # Points of roles beside what those roles usually bring here.
    return (
        None
        if found is None
        else {
            "each": [
                {
                    "role": one.role,
                    "hands": one.hands,
                    "points": str(one.brought),
                    "usual_per_hand": str(one.usual),
                    "usually": str(one.expected),
                }
                for one in sorted(found.roles, key=lambda one: one.role)
            ],
            "hands": found.hands,
            "points": str(found.brought),
            "usually": str(found.expected),
            "above_per_hand": str(found.above),
            **_judged(found.answer),
        }
    )


def _k_of_n(one: Answer) -> JsonObject:
    usual = str(one.usual.exact) if one.usual else None
    return {"k": one.share.k, "n": one.share.n, "usual": usual}


def _judged(answer: Judgement | None) -> JsonObject:
    # An interval, what it is worth, and about how many more would tell; of None three times nothing.
    if answer is None:
        return {"interval": None, "verdict": None, "more": None}
    return {"interval": answer.interval, "verdict": answer.verdict.value, "more": answer.more}


def _sums(hands: int, won: int, parts: int) -> JsonObject:
    return {"hands": hands, "won": won, "points": str(to_points(parts))}


def _marks(nights: Nights, within: Within) -> JsonObject:
    # Records: the night, and of a hand the entry that told it first.
    rows = {"hands_won_in_a_row": within.hands_won, "hands_lost_in_a_row": within.hands_lost}
    return {
        "best_night": _mark(nights.best),
        "worst_night": _mark(nights.worst),
        "comeback": _mark(within.comeback),
        "dearest_hand_won": _mark(within.hand, sign=1),
        "dearest_hand_lost": _mark(within.worst_hand, sign=-1),
        **{
            name: mark and {"hands": mark.parts, "night": mark.night, "entry": mark.entry}
            for name, mark in rows.items()
        },
    }


def _mark(mark: Mark | None, *, sign: int = 0) -> JsonObject | None:
    # None of the dearest hand where none was won, or lost, as the sign says.
    if mark is None or (sign and mark.parts * sign <= 0):
        return None
    return {"points": str(to_points(mark.parts)), "night": mark.night, "entry": mark.entry or None}


A_DAY = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


class Command(BaseCommand):
    """Points and shares are exact, as text (“3/2”); what is estimated is a number."""

    help = (
        "Writes for each game of a group how everybody stands, with intervals of 95 %, how much of a night is"
        " luck, how far players differ, after how many nights half of an average is signal, how likely each"
        " is the best, and everything else that the pages know: roles, questions, who with whom, the years."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        take_group(parser)
        parser.add_argument("--format", choices=("json",), default="json")
        parser.add_argument(
            "--nights",
            metavar="N",
            type=int,
            help="who came on fewer nights tells nothing about the others"
            f" ({FEWEST_NIGHTS}; of a season everybody in its table does)",
        )
        parser.add_argument("--game", choices=tuple(GAMES), default="", help="this game alone")
        parser.add_argument("--season", metavar="NAME", help="a season of the group, by its name or number")
        parser.add_argument("--since", metavar="DAY", help="nights from this day, month or year on: 2026-03")
        parser.add_argument("--until", metavar="DAY", help="nights until this day, month or year: 2026-03-31")
        parser.add_argument("--table", metavar="N", type=int, help="hands that so many played")
        parser.add_argument("--rules", metavar="N", type=int, help="hands by this version of the house rules")
        parser.add_argument("--stake", metavar="CENTS", type=int, help="hands for so much a point")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write a JSON object with a list of games, the one of most nights first."""
        group = group_called(options["group"])
        season, often = _season(group, options["season"]), options["nights"]
        asked = _asked(options, season)
        if often is not None and often < 1:
            raise CommandError(f"--nights {often}: say 1, or more.")
        _check(group, asked)
        told = everything(group, asked, season, often)
        self.stdout.write(json.dumps(told, ensure_ascii=False, indent=2))


def _season(group: Group, said: str | None) -> Season | None:
    # The season of this name, the latest of several, or of this number.
    if said is None:
        return None
    found = [one for one in seasons_of(group) if said in (one.name, str(one.number))]
    if not found:
        names = ", ".join(f"“{one.name}”" for one in seasons_of(group)) or "none"
        raise CommandError(f"There is no season “{said}”. Seasons of this group: {names}.")
    return found[0]


def _asked(options: dict[str, Any], season: Season | None) -> Filter:
    since, until = _days(options["since"]), _days(options["until"])
    if since and until and since[0] > until[1]:
        raise CommandError("--until lies before --since.")
    firsts = [since[0] if since else None, season.first if season else None]
    lasts = [until[1] if until else None, season.last if season else None]
    first = max((day for day in firsts if day), default=None)
    last = min((day for day in lasts if day), default=None)
    if first and last and first > last:
        raise CommandError("These days lie outside of the season.")
    return Filter(
        game=options["game"],
        since=first,
        until=last,
        active=options["table"],
        version=options["rules"],
        stake=options["stake"],
    )


def _days(said: str | None) -> tuple[date, date] | None:
    # The first and the last day of what was said: a day, a month, or a year.
    if said is None:
        return None
    try:
        if not (match := A_DAY.fullmatch(said)):
            raise ValueError
        year, month, day = (int(number or 1) for number in match.groups())
        first = date(year, month, day)
    except ValueError:
        hint = "write it as 2026-03-31, a month as 2026-03, or a year as 2026"
        raise CommandError(f"“{said}” is no day: {hint}.") from None
    if match[3]:
        return first, first
    return first, end_of_month(first) if match[2] else first.replace(month=12, day=31)


def _check(group: Group, where: Filter) -> None:
    # Raises CommandError for what this group never had.
    versions = group.rules.values_list("version", flat=True)
    if where.version is not None and where.version not in versions:
        raise CommandError(f"There are no house rules {where.version}. {_there(versions)}")
    if where.active is None and where.stake is None:
        return
    cases: set[RulesPlayed] = {case for one in played_in(group).values() for case in one.rules_played}
    tables, stakes = {case.active for case in cases if case.active}, {case.stake for case in cases}
    if where.active is not None and where.active not in tables:
        raise CommandError(f"There was no hand that {where.active} played. {_there(tables)}")
    if where.stake is not None and where.stake not in stakes:
        raise CommandError(f"Nothing was played for {where.stake} cents a point. {_there(stakes)}")


def _there(numbers: Iterable[int]) -> str:
    return f"In this group there are: {', '.join(map(str, sorted(numbers))) or 'none'}."
