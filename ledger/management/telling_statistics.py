"""Everything the pages of statistics know of a group, as plain values for JSON.

Points and shares of everybody are exact, as text (“3/2”); what is estimated is a number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ledger.counting import ALL_GAMES, PICKING, Counts, Mark, Nights, Sums, chosen
from ledger.counting.adding import summed
from ledger.counting.kinds import Course, Night, Pair
from ledger.management.telling_statistics_of_group import evenings, judged, of_group, own_seasons
from ledger.models import Group, to_points
from ledger.scoring import GAMES
from ledger.seasons import Season
from ledger.sheet import NIGHT
from ledger.standings import names_of
from ledger.standings.after_nights import brought_every_night
from ledger.standings.counted import Asked, all_counted, going_on
from ledger.standings.nobody import of_people
from ledger.standings.placing import placed
from ledger.standings.players import Share
from ledger.standings.questions import Question, compared_in, questions_about
from ledger.standings.regulars import FEWEST_NIGHTS
from ledger.standings.roles import Balance, balance_of, sat_out
from ledger.standings.seasons import in_table
from ledger.standings.statistics import (
    Average,
    Halves,
    halves_in,
    judged_by_night,
    spread_in,
    statistics_in,
    statistics_of_season,
)
from ledger.standings.years import asked_of, years_of
from ledger.statistics import AgainstTheTable, Interval, Spread, share_interval

HALF = Fraction(1, 2)
SPREADS = (10, 50, 100)
"""The fewest nights by which it is told how far players differ, so that it is seen what hangs on that."""

NOBODY = Sums()
Told = dict[str, Any]

SHARES = {
    "won_picking": PICKING,
    "won_partner": ("partner",),
    "won_opponent": ("opponent",),
    "won_alone": ("alone",),
    "won_leaster": ("leaster",),
}


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Which nights and hands, of which game ("" for all), and on how many nights one has to have come.

    `nights` is None where nobody has said: then it is `FEWEST_NIGHTS`, and of a season everybody in its table
    counts. `season` is the group's own season that is asked for; `asked` has its days already, or a part of
    them.
    """

    asked: Asked
    game: str
    nights: int | None = None
    season: Season | None = None

    @property
    def fewest(self) -> int:
        """On how many nights one has to have come to tell something about the others."""
        if self.nights is None:
            return 1 if self.season else FEWEST_NIGHTS
        return self.nights

    @property
    def whole_season(self) -> Asked | None:
        """All days of the season; None without one."""
        if self.season is None:
            return None
        return Asked(since=self.season.first, until=self.season.last, circumstances=self.asked.circumstances)


def everything(group: Group, wanted: Wanted) -> Told:
    """All of it: a list of games, the one of most nights first, and what is common to them.

    Queries grow with the years and the games, not with the nights or hands.
    """
    found, names = all_counted(group, wanted.asked), names_of(group)
    games = sorted(filter(None, found), key=lambda game: (-found[game].nights, game))
    years = {year: all_counted(group, asked) for year, asked in _years(group, wanted.asked)}
    whole = wanted.whole_season
    season = found if whole in (None, wanted.asked) else all_counted(group, whole)
    told = [
        _Game(group, game, found[game], wanted, names, season.get(game, Counts())).told(years)
        for game in games
        if wanted.game in ("", game)
    ]
    money = found.get(ALL_GAMES, Counts()).courses if wanted.asked.circumstances.are_any else {}
    return {
        "group": group.name,
        "asked": _asked(wanted),
        "games": told,
        "currency": group.currency,
        "money": [{"player": names[who], "cents": one.parts} for who, one in _by_name(money, names)],
    }


def _asked(wanted: Wanted) -> Told:
    asked, where = wanted.asked, wanted.asked.circumstances
    return {
        "game": wanted.game or None,
        "season": wanted.season.number if wanted.season else None,
        "since": asked.since.isoformat() if asked.since else None,
        "until": asked.until.isoformat() if asked.until else None,
        "table": where.active,
        "rules": where.version,
        "stake": where.stake,
    }


def _years(group: Group, asked: Asked) -> Iterator[tuple[int, Asked]]:
    """The years in which there were nights, and what is asked for of each (two queries)."""
    for year in reversed(years_of(group)):
        whole = asked_of(year)
        since = max(day for day in (whole.since, asked.since) if day)
        until = min(day for day in (whole.until, asked.until) if day)
        if since <= until:
            yield year, Asked(since=since, until=until, circumstances=asked.circumstances)


def _by_name(found: Mapping[int, Any], names: Mapping[int, str]) -> list[tuple[int, Any]]:
    return sorted(found.items(), key=lambda one: names[one[0]])


class _Game:
    """One game, while it is told."""

    def __init__(
        self,
        group: Group,
        game: str,
        whole: Counts,
        wanted: Wanted,
        names: Mapping[int, str],
        season: Counts,
    ) -> None:
        self._group, self._game, self._wanted, self._names = group, game, wanted, names
        self._whole, self._counts = whole, chosen(whole, wanted.asked.circumstances)
        self._among = self._who_counts(season)

    def _who_counts(self, season: Counts) -> Collection[int]:
        """The people who may tell something about each other: of a season those in its table, by all its days
        and whatever part of them is asked for; else everybody."""
        if self._wanted.season is None:
            return {night.player for night in of_people(self._counts, self._names).by_night}
        whole = of_people(chosen(season, self._wanted.asked.circumstances), self._names)
        return in_table(whole, self._wanted.season)

    def told(self, years: Mapping[int, Mapping[str, Counts]]) -> Told:
        wanted, counts = self._wanted, self._counts
        among, fewest = self._among, wanted.fewest
        nights = (
            statistics_of_season(counts, wanted.season, fewest=fewest, among=among)
            if wanted.season
            else statistics_in(counts, fewest=fewest, among=among)
        )
        people, halves = self._people(counts), self._halves()
        # Under some circumstances only a part of a night is asked for, and luck is told by whole nights.
        every_night = (
            brought_every_night(self._group, self._game, wanted.asked, going_on(self._group, wanted.asked))
            if wanted.asked.circumstances.are_any
            else []
        )
        by_night = judged_by_night(every_night, self._names, among=among)
        return {
            "game": self._game,
            "nights": counts.nights,
            "hands": sum(counts.hands.values()),
            "players_of_nights": nights.fewest,
            "spread": _spread(nights.spread) if nights.spread else None,
            "middle": str(nights.middle) if nights.spread else None,
            "spreads": [
                {"fewest": many, "spread": _spread(one) if one else None}
                for many in SPREADS
                for one in (spread_in(counts, fewest=many, among=among),)
            ],
            "split_halves": halves.likeness if halves else None,
            "split_halves_nights": halves.fewest if halves else None,
            "leader": self._leader(people, nights.players),
            "compared": compared_in(counts),
            **of_group(
                self._game,
                self._whole,
                wanted.asked.circumstances,
                self._names,
                wanted.season,
                among=among,
                nights=every_night,
            ),
            "players": [
                self._player(who, nights.players.get(who))
                | {"points_a_night_verdict": _against_the_table(by_night.get(who))}
                for who in people
            ],
            "partners": [
                {"picker": self._names[pair.player], "partner": self._names[pair.other], **_sums(sums)}
                for pair, sums in self._pairs(counts.partners)
            ],
            "between": [
                {"player": self._names[pair.player], "other": self._names[pair.other], **_sums(sums)}
                for pair, sums in self._pairs(counts.between)
            ],
            "seasons": list(self._seasons(years)),
            "own_seasons": list(self._own_seasons()),
            "evenings": evenings(self._group, self._game, wanted.asked, self._names),
        }

    def _halves(self) -> Halves | None:
        wanted = self._wanted
        return halves_in(
            self._group,
            self._game,
            wanted.asked,
            fewest=wanted.nights,
            usual=wanted.fewest,
            among=self._among,
        )

    def _own_seasons(self) -> Iterator[Told]:
        """The seasons that the group defines itself, whatever days are asked for."""
        where = self._wanted.asked.circumstances
        for season, counts, told in own_seasons(self._group, self._game, where, self._names):
            spread = statistics_of_season(of_people(counts, self._names), season).spread
            yield told | {"spread": _spread(spread) if spread else None}

    def _people(self, counts: Counts) -> list[int]:
        """Who played, in the order of the standings."""
        points = _points(counts)
        return [who for _, who in placed(points, lambda who: (points[who], _nights(who, counts).nights, who))]

    def _leader(self, people: Iterable[int], averages: Mapping[int, Average]) -> Told | None:
        """Who leads the table of those who came often enough, and how likely they are the best."""
        first = next((who for who in people if who in averages), None)
        return None if first is None else {"player": self._names[first], "best": averages[first].best}

    def _pairs(self, met: Mapping[Pair, Sums]) -> list[tuple[Pair, Sums]]:
        return sorted(met.items(), key=lambda one: (self._names[one[0].player], self._names[one[0].other]))

    def _seasons(self, years: Mapping[int, Mapping[str, Counts]]) -> Iterator[Told]:
        circumstances = self._wanted.asked.circumstances
        for year, games in years.items():
            counts = chosen(games.get(self._game, Counts()), circumstances)
            people = self._people(counts)
            if not people:
                continue
            often = self._wanted.nights or FEWEST_NIGHTS
            nights = statistics_in(of_people(counts, self._names), fewest=often)
            points = _points(counts)
            yield {
                "name": str(year),
                "nights": counts.nights,
                "spread": _spread(nights.spread) if nights.spread else None,
                "leader": self._leader(people, nights.players),
                "players": [
                    {
                        "player": self._names[who],
                        "nights": _nights(who, counts).nights,
                        "hands": _hands(who, counts),
                        "points": str(points[who]),
                        "average": _average(nights.players.get(who)),
                    }
                    for who in people
                ],
            }

    def _player(self, who: int, average: Average | None) -> Told:
        counts, nights = self._counts, _nights(who, self._counts)
        roles = _roles(who, counts)
        hands, points = _hands(who, counts), _points(counts)[who]
        of_nights = to_points(roles.get(NIGHT, NOBODY).parts)
        has_race = self._game in GAMES and GAMES[self._game].has_race
        return {
            "player": self._names[who],
            "nights": nights.nights,
            "nights_won": nights.won,
            "hands": hands,
            "points": str(points),
            "per_hand": str((points - of_nights) / hands) if hands else None,
            "picked": _share(sum(roles.get(role, NOBODY).hands for role in PICKING), hands),
            **{
                name: _share(
                    sum(roles.get(role, NOBODY).won for role in of),
                    sum(roles.get(role, NOBODY).hands for role in of),
                )
                for name, of in SHARES.items()
            },
            **({"races": _between(who, counts).won} if has_race else {}),
            "average": _average(average),
            "roles": _balance(balance_of(who, counts)),
            "questions": [_question(one) for one in questions_about(who, counts)],
            "sat_out": sat_out(who, counts),
            "contracts": list(_contracts(who, counts)),
            "places": [
                {"place": place.place, **_share(one.picked, one.hands), "points": str(to_points(one.parts))}
                for place, one in sorted(counts.places.items(), key=lambda one: one[0].place)
                if place.player == who
            ],
            "occasions": {
                one.what: _sums(sums) for one, sums in sorted(counts.occasions.items()) if one.player == who
            },
            "card_points": {
                str(one.points): many for one, many in sorted(counts.card_points.items()) if one.player == who
            },
            "marks": _marks(nights),
            "course": _course(counts.courses.get(who)),
        }


def _points(counts: Counts) -> dict[int, Fraction]:
    found: dict[int, int] = {}
    for role, sums in counts.roles.items():
        found[role.player] = found.get(role.player, 0) + sums.parts
    return {who: to_points(parts) for who, parts in found.items()}


def _roles(who: int, counts: Counts) -> dict[str, Sums]:
    """What a player did in each role; what moved between hands is not in it."""
    found: dict[str, Sums] = {}
    for role, sums in counts.roles.items():
        if role.player == who and sums.hands:
            found[role.role] = summed(found.get(role.role, NOBODY), sums)
    return found


def _between(who: int, counts: Counts) -> Sums:
    """What moved between hands, as where a race was won."""
    found = NOBODY
    for role, sums in counts.roles.items():
        if role.player == who and not role.role:
            found = summed(found, sums)
    return found


def _hands(who: int, counts: Counts) -> int:
    return sum(sums.hands for role, sums in _roles(who, counts).items() if role not in ("out", NIGHT))


def _nights(who: int, counts: Counts) -> Nights:
    return counts.by_night.get(Night((), (), who), Nights())


def _spread(spread: Spread) -> Told:
    nights = spread.nights_for(HALF)
    return {
        "players": spread.players,
        "nights": spread.nights,
        "night_sd": spread.night_sd,
        "between_players_sd": spread.between_sd,
        "nights_for_half_signal": None if nights is None else float(nights),
    }


def _share(k: int, n: int) -> Told:
    return {"k": k, "n": n, "interval": _interval(share_interval(k, n)) if n else None}


def _interval(one: Interval) -> list[float]:
    return [one.low, one.high]


def _average(found: Average | None) -> Told | None:
    if found is None:
        return None
    return {
        "points_a_night": str(found.mean),
        "signal": found.signal,
        "expected": float(found.expected),
        "best": found.best,
    }


def _against_the_table(found: AgainstTheTable | None) -> Told | None:
    """Whether points a night are more, or less, than luck explains; None of who came too seldom."""
    if found is None:
        return None
    return {
        "nights": found.nights,
        "above": str(found.above),
        "interval": _interval(found.interval),
        "verdict": found.verdict.value,
    }


def _balance(found: Balance | None) -> Told | None:
    """What roles brought against what they usually bring here."""
    if found is None:
        return None
    return {
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
        **judged(found.answer),
    }


def _question(one: Question) -> Told:
    usual: Share = one.usual
    return {
        "question": one.key,
        "k": one.share.k,
        "n": one.share.n,
        "usual": str(usual.exact),
        **judged(one.answer),
    }


def _contracts(who: int, counts: Counts) -> Iterator[Told]:
    """What was picked: by the kind of hand, or its contract."""
    found: dict[str, Sums] = {}
    for role, sums in counts.roles.items():
        if role.player == who and role.role in PICKING and sums.hands:
            found[role.kind] = summed(found.get(role.kind, NOBODY), sums)
    for kind, sums in sorted(found.items()):
        yield {"contract": kind, **_sums(sums)}


def _sums(sums: Sums) -> Told:
    return {"hands": sums.hands, "won": sums.won, "points": str(to_points(sums.parts))}


def _marks(nights: Nights) -> Told:
    """What stands out: in which night, and of a hand, told first by which entry."""
    return {
        "best_night": _mark(nights.best),
        "worst_night": _mark(nights.worst),
        "comeback": _mark(nights.comeback),
        "dearest_hand_won": _mark(nights.hand, sign=1),
        "dearest_hand_lost": _mark(nights.worst_hand, sign=-1),
        "hands_won_in_a_row": _row(nights.won_row),
        "hands_lost_in_a_row": _row(nights.lost_row),
    }


def _row(mark: Mark | None) -> Told | None:
    """How many hands in a row, in which night, and from which on."""
    return mark and {"hands": mark.parts, "night": mark.night, "entry": mark.entry}


def _mark(mark: Mark | None, *, sign: int = 0) -> Told | None:
    """None of the dearest hand where none was won, or lost, as the sign says."""
    if mark is None or (sign and mark.parts * sign <= 0):
        return None
    return {"points": str(to_points(mark.parts)), "night": mark.night, "entry": mark.entry or None}


def _course(course: Course | None) -> Told | None:
    """Where the points ran, and how many nights were won in a row."""
    return course and {
        "lowest": str(to_points(course.low)),
        "highest": str(to_points(course.high)),
        "nights_won_in_a_row": course.most,
        "nights_won_at_the_end": course.last,
        "nights_lost_in_a_row": course.lost_most,
        "nights_lost_at_the_end": course.lost_last,
    }
