"""Everything that `manage.py statistics` tells, once more and slowly: from every hand that was told.

Nothing is fast, and nothing is added up beforehand: whatever is asked goes through all hands again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import groupby
from math import sqrt
from typing import Any

from ledger.scoring import GAMES
from ledger.standings.filtering import Filter
from tests.ledger.slowly.best import Chance
from tests.ledger.slowly.questions import (
    about,
    about_the_group,
    compared_in,
    pairs_of,
    plays_for_the_pot,
)
from tests.ledger.slowly.raw import PICKS, Raw, Told
from tests.ledger.slowly.sure import (
    FLOOR,
    More,
    against_the_table,
    averages_of,
    judged,
    share,
    spread_of,
    z_of,
)

Names = Mapping[int, str]
Shown = dict[str, Any]


def named(rows: Sequence[Told], who: int, *roles: str) -> list[Told]:
    return [one for one in rows if one.roles.get(who) in roles]


def won_of(rows: Sequence[Told], who: int) -> Shown:
    return share(sum(one.won[who] for one in rows), len(rows))


def sums(rows: Sequence[Told], points: Callable[[Told], Fraction], won: Callable[[Told], bool]) -> Shown:
    total = sum((points(one) for one in rows), Fraction(0))
    return {"hands": len(rows), "won": sum(won(one) for one in rows), "points": str(total)}


def total_of(raw: Raw, who: int) -> Fraction:
    return sum((points for _, points in raw.brought(who)), Fraction(0))


def by_hand(raw: Raw, who: int) -> list[Told]:
    return [one for one in raw.dealt() if who in one.playing]


def per_hand(raw: Raw, who: int) -> Fraction | None:
    hands = len(by_hand(raw, who))
    of_totals = sum((one.points.get(who, Fraction(0)) for one in raw.totals), Fraction(0))
    return (total_of(raw, who) - of_totals) / hands if hands else None


def player(raw: Raw, who: int, names: Names, *, is_whole: bool, averages: Mapping[int, Shown]) -> Shown:
    mine, every = by_hand(raw, who), raw.dealt()
    nights = [points for _, points in raw.brought(who)]
    picked = named(mine, who, *PICKS)
    a_hand = per_hand(raw, who)

    def points(one: Told) -> Fraction:
        return one.points[who]

    def won(one: Told) -> bool:
        return one.won[who]

    occasions = {
        "cracked": [one for one in every if one.cracker == who],
        "was_cracked": [one for one in picked if one.is_cracked],
        "forced": [one for one in picked if one.is_forced],
        "doubled": [one for one in mine if one.doublers],
    }
    pots = [one for one in mine if plays_for_the_pot(one, who)]
    told = {what: sums(rows, points, won) for what, rows in occasions.items() if rows}
    told |= {"pot": sums(pots, lambda one: out_of_the_pot(one, who), won)} if pots else {}
    return {
        "player": names[who],
        "nights": len(nights),
        "nights_won": sum(one > 0 for one in nights),
        "hands": len(mine),
        "points": str(total_of(raw, who)),
        "per_hand": None if a_hand is None else str(a_hand),
        "picked": share(len(picked), len(mine)),
        "won_picking": won_of(picked, who),
        **{f"won_{role}": won_of(named(mine, who, role), who) for role in ROLES[2:] + ROLES[1:2]},
        "average": averages.get(who),
        "roles": roles(raw, who),
        "questions": about(who, raw),
        "sat_out": sum(who in one.out for one in every),
        "contracts": [
            {"contract": kind, **sums([one for one in picked if one.kind == kind], points, won)}
            for kind in sorted({one.kind for one in picked})
        ],
        "places": list(places(raw, who)),
        "occasions": told,
        "card_points": card_points(picked),
        "marks": marks(raw, who),
        "course": course(raw, who) if is_whole else None,
    }


ROLES = ("picker", "alone", "partner", "opponent", "leaster")


def out_of_the_pot(one: Told, who: int) -> Fraction:
    """Return a share of the pot: in Sheepshead partners have one of each single pot, else all the same."""
    pots, amount = one.pot
    if one.game == "mehrkopf":
        mine = amount / (1 + len(one.partners))
    else:
        mine = Fraction(pots) if who in one.partners else amount - pots * len(one.partners)
    return mine if one.won[who] else -mine


def card_points(picked: Sequence[Told]) -> Shown:
    told = [one.side_points for one in picked if one.side_points is not None]
    return {str(points): told.count(points) for points in told}


def places(raw: Raw, who: int) -> Iterator[Shown]:
    mine = [one for one in by_hand(raw, who) if one.number]
    for place in sorted({one.in_turn.index(who) for one in mine}):
        there = [one for one in mine if one.in_turn.index(who) == place]
        points = sum((one.points[who] for one in there), Fraction(0))
        k = len(named(there, who, *PICKS))
        yield {"place": place + 1, **share(k, len(there)), "points": str(points)}


def roles(raw: Raw, who: int) -> Shown | None:
    mine = [one for one in by_hand(raw, who) if one.roles[who]]
    if not mine:
        return None
    each, expected, luck = [], Fraction(0), Fraction(0)
    for role in sorted({one.roles[who] for one in mine}):
        every = [
            one.points[other] for one in raw.dealt() for other in one.playing if one.roles[other] == role
        ]
        usual = Fraction(sum(every), len(every))
        there = named(mine, who, role)
        expected += len(there) * usual
        luck += len(there) * sum(((one - usual) ** 2 for one in every), Fraction(0)) / len(every)
        each.append(
            {
                "role": role,
                "hands": len(there),
                "points": str(sum((one.points[who] for one in there), Fraction(0))),
                "usual_per_hand": str(usual),
                "usually": str(len(there) * usual),
            }
        )
    brought = sum((one.points[who] for one in mine), Fraction(0))
    above, sd = (brought - expected) / len(mine), sqrt(luck) / len(mine)
    variance, z = float(luck / len(mine)), z_of(compared_in(raw))

    def is_usual(hands: int) -> bool:
        return abs(float(above)) <= z * sqrt(variance / hands)

    verdict = "too few" if len(mine) < FLOOR else "could be luck" if is_usual(len(mine)) else "clear"
    return {
        "each": each,
        "hands": len(mine),
        "points": str(brought),
        "usually": str(expected),
        "above_per_hand": str(above),
        "interval": [float(above) - z_of(1) * sd, float(above) + z_of(1) * sd],
        "verdict": verdict,
        "more": More(len(mine), is_usual, never=not above),
    }


def mark(raw: Raw, found: Sequence[tuple[Fraction, int, int]], sign: int) -> Shown | None:
    """Return the most, or least, of (points, night, entry); of equals the earlier."""
    if not found:
        return None
    points, night, entry = min(found, key=lambda one: (-sign * one[0], raw.when(one[1]), one[2]))
    return {"points": str(points), "night": night, "entry": entry or None}


def marks(raw: Raw, who: int) -> Shown:
    nights = [(points, night, 0) for night, points in raw.brought(who)]
    at_table = [one for one in raw.dealt() if who in one.seats]
    hands = [(one.points[who], one.night, one.entry) for one in at_table]
    won, lost = [one for one in hands if one[0] > 0], [one for one in hands if one[0] < 0]
    return {
        "best_night": mark(raw, nights, 1),
        "worst_night": mark(raw, nights, -1),
        "comeback": mark(raw, list(comebacks(raw, who)), 1),
        "dearest_hand_won": mark(raw, won, 1),
        "dearest_hand_lost": mark(raw, lost, -1),
        "hands_won_in_a_row": in_a_row(raw, who, 1),
        "hands_lost_in_a_row": in_a_row(raw, who, -1),
    }


def comebacks(raw: Raw, who: int) -> Iterator[tuple[Fraction, int, int]]:
    """Yield nights that ended above zero, and how far below it they once were."""
    for night, points in raw.brought(who):
        steps = [one for told, one in raw.steps(who, night) if told]
        lowest = min((sum(steps[:upto], Fraction(0)) for upto in range(len(steps) + 1)), default=Fraction(0))
        if points > 0 > lowest:
            yield -lowest, night, 0


def in_a_row(raw: Raw, who: int, sign: int) -> Shown | None:
    """Return the most hands of one night in a row that brought, or cost, something, told by the first."""
    found = []
    for night, _ in raw.nights:
        played = [one for one in by_hand(raw, who) if one.night == night]
        for first, one in enumerate(played):
            many = 0
            while first + many < len(played) and played[first + many].points[who] * sign > 0:
                many += 1
            found.append((-many, raw.when(night), one.entry))
    if not found:
        return None
    many, (_, night), entry = min(found)
    return {"hands": -many, "night": night, "entry": entry} if many else None


def course(raw: Raw, who: int) -> Shown:
    there = dict(raw.brought(who))
    upto = [
        sum((there.get(night, Fraction(0)) for night, _ in raw.nights[: last + 1]), Fraction(0))
        for last in range(len(raw.nights))
    ]
    told = list(there.values())
    return {
        "lowest": str(min(upto)),
        "highest": str(max(upto)),
        "nights_won_in_a_row": longest([one > 0 for one in told]),
        "nights_won_at_the_end": at_the_end([one > 0 for one in told]),
        "nights_lost_in_a_row": longest([one < 0 for one in told]),
        "nights_lost_at_the_end": at_the_end([one < 0 for one in told]),
    }


def longest(told: Sequence[bool]) -> int:
    return max((len(list(row)) for is_so, row in groupby(told) if is_so), default=0)


def at_the_end(told: Sequence[bool]) -> int:
    return next((many for many, is_so in enumerate(reversed(told)) if not is_so), len(told))


def nights_of(raw: Raw, fewest: int) -> dict[int, list[Fraction]]:
    found = {who: [points for _, points in raw.brought(who)] for who in raw.people()}
    return {who: points for who, points in found.items() if len(points) >= fewest}


def table(raw: Raw) -> list[int]:
    """Return players by points; of equals who needed fewer nights, then who came first to the group."""
    return sorted(raw.people(), key=lambda who: (-total_of(raw, who), len(raw.brought(who)), who))


def leader(raw: Raw, names: Names, averages: Mapping[int, Shown]) -> Shown | None:
    first = next((who for who in table(raw) if who in averages), None)
    return None if first is None else {"player": names[first], "best": averages[first]["best"]}


def leaders(raw: Raw, inside: Sequence[int], names: Names, fewest: int) -> Shown | None:
    """Return who leads a table, how likely one of them is the best, and how much of that is their own."""
    top = [who for who in inside if total_of(raw, who) == total_of(raw, inside[0])]
    there = {who: points for who, points in nights_of(raw, fewest).items() if who in inside}
    spread, averages = spread_of(there), averages_of(there)
    if spread is None or not all(who in averages for who in top) or not spread["luck"]:
        return None
    if spread["nights"] - spread["players"] < 10:
        return None
    often = max(top, key=lambda who: len(there[who]))
    by_average = first_by_average(raw, inside, fewest)
    return {
        "players": [names[who] for who in top],
        "best": sum((averages[who]["best"] for who in top), Chance(0)),
        "among": len(averages),
        "nights": len(there[often]),
        "signal": averages[often]["signal"],
        "by_average": [] if set(top) == set(by_average) else [names[who] for who in by_average],
    }


def first_by_average(raw: Raw, inside: Sequence[int], fewest: int) -> list[int]:
    """Return who of the regulars has most points a night; of everybody where nobody is a regular."""
    many = {who: len(raw.brought(who)) for who in inside}
    floor = max([fewest, *(one // 10 for one in many.values())])
    often = [who for who in inside if many[who] >= floor] or [*inside]
    a_night = {who: total_of(raw, who) / many[who] for who in often}
    first = [who for who in often if a_night[who] == max(a_night.values())]
    return sorted(first, key=lambda who: (many[who], who))


def results(raw: Raw) -> list[dict[int, Fraction]]:
    """Return what every night brought those who were there."""
    return [{who: dict(raw.brought(who))[night] for who in raw.there(night)} for night, _ in raw.nights]


def rankings(raw: Raw, inside: Sequence[int], names: Names) -> list[Shown]:
    def a_night(who: int) -> Fraction:
        return total_of(raw, who) / len(raw.brought(who))

    nothing, of_nights = Fraction(0), results(raw)
    has_winners = any(good(raw, who) for who in raw.people())
    played = (lambda who: len(raw.brought(who)), lambda who: len(by_hand(raw, who)))
    ways: dict[str, Callable[[int], Fraction | None]] = {
        "points": lambda who: total_of(raw, who),
        "per-hand": lambda who: per_hand(raw, who),
        "per-night": a_night,
        "places": lambda who: sum((place_of(night, who) for night in of_nights if who in night), nothing),
        "good": lambda who: good(raw, who) if by_hand(raw, who) and has_winners else None,
        "league": lambda who: league(raw, who) if by_hand(raw, who) else None,
    }
    played_as = {role for one in raw.hands for role in one.roles.values()}
    if "player" in played_as and played_as.isdisjoint({*PICKS, "partner", "opponent"}):
        del ways["league"]
    found = []
    for way, value in ways.items():
        values = {who: told for who in inside if (told := value(who)) is not None}
        floor = {"per-hand": 100, "per-night": 10}.get(way, 0)
        if floor:
            floor = max([floor, *(played[way == "per-hand"](who) // 10 for who in values)])
        often = [who for who in values if played[way == "per-hand"](who) >= floor]
        if values and not often:
            floor, often = 0, list(values)
        places = {
            names[who]: {
                "player": names[who],
                "place": 1 + sum(values[other] > values[who] for other in often) if who in often else None,
                "value": str(values[who]) if who in values else None,
            }
            for who in inside
        }
        found.append({"way": way, "floor": floor, "players": places})
    return found


def place_of(night: Mapping[int, Fraction], who: int) -> Fraction:
    """Return the mean of the places that somebody shares: 2, 1, -1, -2 of four, with a 0 of odd numbers."""
    half = len(night) // 2
    worth = [one for one in range(half, -half - 1, -1) if one or len(night) % 2]
    shared = [
        place for place, won in zip(worth, sorted(night.values())[::-1], strict=True) if won == night[who]
    ]
    return Fraction(sum(shared), len(shared))


def good(raw: Raw, who: int) -> Fraction:
    return sum((one.points[who] for one in by_hand(raw, who) if one.won[who]), Fraction(0))


def league(raw: Raw, who: int) -> Fraction:
    """Return ten a point, fifty for a picked hand, won or lost, and 120 shared for a picker who lost."""
    found = 10 * sum((one.points[who] for one in raw.hands if who in one.seats), Fraction(0))
    for one in by_hand(raw, who):
        if one.roles[who] in PICKS:
            found += 50 if one.won[who] else -50
        elif one.roles[who] == "opponent" and one.won[who]:
            found += Fraction(120, len(one.playing))
    return found


def records(raw: Raw, names: Names, *, is_whole: bool) -> dict[str, Shown]:
    people = regulars(raw)
    of_nights = [(points, night, 0, who) for who in people for night, points in raw.brought(who)]
    of_hands = [(one.points[who], one.night, one.entry, who) for one in raw.dealt() for who in one.playing]
    back = [(points, night, 0, who) for who in people for points, night, _ in comebacks(raw, who)]
    found: dict[str, Shown] = {}
    for feat, told, sign in (
        ("best-night", of_nights, 1), ("worst-night", of_nights, -1), ("hand-won", of_hands, 1),
        ("hand-lost", of_hands, -1), ("comeback", back, 1),
    ):  # fmt: skip
        if there := [one for one in told if one[0] * sign > 0]:
            points, night, entry, _ = min(there, key=lambda one: (-sign * one[0], raw.when(one[1]), one[2]))
            holders = [
                names[one[3]]
                for one in sorted(there, key=lambda one: one[3])
                if one[:3] == (points, night, entry)
            ]
            found[feat] = {
                "value": str(points), "players": holders, "night": night, "entry": entry or None, "days": []
            }  # fmt: skip
    for feat, sign in (("hands-won", 1), ("hands-lost", -1)):
        rows = {who: row for who in people if (row := in_a_row(raw, who, sign)) and row["hands"] >= 3}
        if rows:
            best = min(rows.values(), key=lambda row: (-row["hands"], raw.when(row["night"]), row["entry"]))
            found[feat] = {
                "value": best["hands"], "players": [names[who] for who, row in rows.items() if row == best],
                "night": best["night"], "entry": best["entry"], "days": [],
            }  # fmt: skip
    if not is_whole:
        return found
    for feat, key in (("row", "nights_won_in_a_row"), ("lost-row", "nights_lost_in_a_row")):
        many = {who: course(raw, who)[key] for who in people}
        if (most := max(many.values(), default=0)) > 1:
            having = [who for who in people if many[who] == most]
            found[feat] = {
                "value": most, "players": [names[who] for who in having], "night": None, "entry": None,
                "days": [days_of_row(raw, who, 1 if feat == "row" else -1, most) for who in having],
            }  # fmt: skip
    hands = {night: sum(one.night == night for one in raw.dealt()) for night, _ in raw.nights}
    long = {night: seconds(raw, night) for night, _ in raw.nights}
    for feat, told_ in (("most-hands", hands), ("longest", long)):
        first = min(told_, key=lambda night: (-told_[night], raw.when(night)), default=0)
        if told_.get(first):
            found[feat] = {"value": told_[first], "players": [], "night": first, "entry": None, "days": []}
    return found


def days_of_row(raw: Raw, who: int, sign: int, many: int) -> list[str]:
    """Return the first and the last day of the first row of so many nights that were won, or lost."""
    told, days = raw.brought(who), dict(raw.nights)
    rows = [told[first : first + many] for first in range(len(told) - many + 1)]
    row = next(row for row in rows if all(points * sign > 0 for _, points in row))
    return [days[row[0][0]].isoformat(), days[row[-1][0]].isoformat()]


def regulars(raw: Raw) -> list[int]:
    """Return who came to a tenth of the nights of whoever came most often."""
    nights = {who: len(raw.brought(who)) for who in raw.people()}
    return sorted(who for who in nights if nights[who] >= max(nights.values()) // 10)


def seconds(raw: Raw, night: int) -> int:
    """Return the time from the first hand to the last, where at least five were told as they were played."""
    told = [one.at for one in raw.hands if one.night == night and one.number]
    times = [at for at in told if at is not None]
    if len(times) < max(5, len(told)):
        return 0
    took = max(times) - min(times)
    is_played = timedelta(minutes=len(times) - 1) <= took <= timedelta(hours=18)
    return int(took.total_seconds()) if is_played else 0


def pairs(raw: Raw, names: Names) -> dict[tuple[str, str, str], Shown]:
    together, against = pairs_of(raw)
    every = [won for told in together.values() for won, *_ in told]
    found = {}
    for how, met in (("together", together), ("against", against)):
        for (one, other), told in met.items():
            usual = Fraction(sum(every), len(every)) if how == "together" else Fraction(1, 2)
            k, n = sum(won for won, *_ in told), len(told)
            found[names[one], names[other], how] = {
                "k": k, "n": n, "usual": str(usual), **judged(k, n, usual, compared_in(raw)),
                "points": About(sum((points for _, points, *_ in told), Fraction(0)), n),
            }  # fmt: skip
    return found


class About:
    """Points that may differ by a part a hand, as what does not come out even goes to somebody."""

    def __init__(self, points: Fraction, hands: int) -> None:
        self._points, self._hands = points, hands

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and abs(Fraction(other) - self._points) * 2520 <= self._hands

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"about {self._points}"


def of_game(raw: Raw, game: str, names: Names, where: Filter, fewest: int) -> Shown:
    """Return all about one game; `raw` has all its hands, `where` says which of them are asked for."""
    asked, is_whole = raw.of(game, where), where.has_whole_nights
    nights = nights_of(asked, fewest)
    spread, averages = spread_of(nights), averages_of(nights)
    people = table(asked)
    timed = [seconds(asked, night) for night, _ in asked.nights] if is_whole else []
    by_night = against_the_table(results(asked)) if is_whole else {}
    together, _ = pairs_of(asked)
    return {
        "game": game,
        "nights": len(asked.nights),
        "hands": len(asked.dealt()),
        "players_of_nights": fewest,
        "spread": spread and spread["told"],
        "middle": spread and str(spread["middle"]),
        "leader": leader(asked, names, averages),
        "leaders": leaders(asked, people, names, 10) if people else None,
        "compared": compared_in(asked),
        "questions": about_the_group(asked, names),
        "pairs": pairs(asked, names),
        "rankings": rankings(asked, people, names),
        "records": records(asked, names, is_whole=is_whole),

        "timed": {"nights": sum(one > 0 for one in timed), "seconds": sum(timed)},
        "players": [
            player(asked, who, names, is_whole=is_whole, averages=averages)
            | {"points_a_night_verdict": by_night.get(who)}
            | ({"races": 0} if GAMES[game].has_race else {})
            for who in people
        ],
        "partners": {
            (names[chief], names[partner]): {
                "hands": len(rows), "won": sum(won for won, *_ in rows),
                "points": str(sum((points for _, points, *_ in rows), Fraction(0))),
            }
            for chief, partner in {one[2:] for told in together.values() for one in told}
            for rows in [[one for told in together.values() for one in told if one[2:] == (chief, partner)]]
        },
        "seasons": list(seasons(raw, game, names, where, fewest)),
        "evenings": list(evenings(asked, names)) if is_whole else None,
    }  # fmt: skip


def seasons(raw: Raw, game: str, names: Names, where: Filter, fewest: int) -> Iterator[Shown]:
    for year in sorted({day.year for _, day in raw.nights}):
        there = raw.between(date(year, 1, 1), date(year, 12, 31)).of(game, where)
        people, nights = table(there), nights_of(there, fewest)
        spread, averages = spread_of(nights), averages_of(nights)
        if people:
            yield {
                "name": str(year),
                "nights": len(there.nights),
                "spread": spread and spread["told"],
                "leader": leader(there, names, averages),
                "players": [standing(there, who, names) | {"average": averages.get(who)} for who in people],
            }


def standing(raw: Raw, who: int, names: Names) -> Shown:
    return {
        "player": names[who],
        "nights": len(raw.brought(who)),
        "hands": len(by_hand(raw, who)),
        "points": str(total_of(raw, who)),
    }


def evenings(raw: Raw, names: Names) -> Iterator[Shown]:
    sums_: dict[str, Fraction] = {}
    for night, day in raw.nights:
        for who in raw.there(night):
            sums_[names[who]] = sums_.get(names[who], Fraction(0)) + dict(raw.brought(who))[night]
        dealt = [one for one in raw.dealt() if one.night == night]
        yield {
            "night": night,
            "day": day.isoformat(),
            "hands": len(dealt) if dealt and dealt[0].is_over else None,
            "points": {name: str(points) for name, points in sums_.items()},
        }
