"""Other ways to rank the same players: by points, a hand, a night, places of nights, and as leagues do.

Pure: from their standings and from what their hands add up to. Points are exact.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ledger.book.seasons import Season
from ledger.book.sheet import NIGHT
from ledger.models import to_points
from ledger.scoring.scored import PICKING
from ledger.standings.nights_by_player import brought_every_night
from ledger.standings.placing import FEWEST_NIGHTS, floor_of, placed
from ledger.standings.played import Played
from ledger.standings.players import PlayerStanding
from ledger.standings.roles import has_sides

# The worth of a point in the list of skat leagues: so a usual hand counts as much as a usual game of skat.
A_POINT = 10

# Points of the picker for a hand that is won, and lost for a hand that is lost (Seeger).
PICKED = 50

# Points of the others for a picker who lost: 40 each where three play, 30 where four do (Fabian).
BEATEN = 120


class Way(StrEnum):
    """By what players are ranked."""

    POINTS = "points"
    PER_HAND = "per-hand"
    PER_NIGHT = "per-night"
    PLACES = "places"
    GOOD = "good"
    LEAGUE = "league"


# From how many hands or nights on an average has a place: a few lucky ones are no way to win a season. Totals
# have no floor, as who plays little wins little.
FLOORS: Mapping[Way, int] = {Way.PER_HAND: 100, Way.PER_NIGHT: FEWEST_NIGHTS}


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A player's value in a ranking and the place it brings.

    There is no place below the floor, and neither of them where the ranking cannot tell.
    """

    player: int
    name: str
    value: Fraction | None
    place: int | None


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """Everybody ranked in one way, those without a place last.

    `floor` is from how many nights on (hands, `Way.PER_HAND`) somebody has a place, 0 for everybody.
    `is_waived` says that nobody has played so much, and so everybody has one.
    """

    way: Way
    players: tuple[Placed, ...]
    floor: int = 0
    is_waived: bool = False

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.players if one.place == 1)


def rankings(
    players: Sequence[PlayerStanding],
    played: Played,
    season: Season | None = None,
) -> tuple[Ranking, ...]:
    """Return the same players ranked in all ways; in that of skat leagues only where somebody picks, and by
    good points only where no points are typed that do not add up to zero.

    Nights of which only the totals are known have no hands: they count in points, in points a night and in
    places of nights. Who is level shares a place, as in every table (`ledger.standings.placing`).

    The `players` of a season with a floor of its own have all played enough.
    """
    league, places, good = league_points(played), places_of_nights(played), good_points(played)
    values: dict[Way, Callable[[PlayerStanding], Fraction | None]] = {
        Way.POINTS: lambda one: one.points,
        Way.PER_HAND: lambda one: one.per_hand,
        Way.PER_NIGHT: lambda one: one.points / one.sessions if one.sessions else None,
        Way.PLACES: lambda one: places.get(one.player, Fraction(0)),
        Way.GOOD: lambda one: good.get(one.player, Fraction(0)) if one.hands and good else None,
        Way.LEAGUE: lambda one: league.get(one.player, Fraction(0)) if one.hands else None,
    }
    if not has_sides(played):
        del values[Way.LEAGUE]
    floors = {} if season and season.floor else FLOORS
    return tuple(_ranking(way, players, value, floors.get(way, 0)) for way, value in values.items())


def places_of_nights(played: Played) -> dict[int, Fraction]:
    """Return what the places of every night add up to, by player: 2, 1, −1, −2 of four, 2, 1, 0, −1, −2 of
    five, and so on for any number who were there. Exact, as a third of a place does not come out even.

    Who is level shares the mean of the places. Source: `scoring.test.ts` of henri-climber/Schafkopf-Tracker.
    """

    def read() -> dict[int, Fraction]:
        # In whole numbers by how many are level: as fractions the nights of years take several times as long.
        found: dict[int, Counter[int]] = defaultdict(Counter)
        for night in brought_every_night(played):
            order = sorted(night.parts.values(), reverse=True)
            half, odd = divmod(len(order), 2)
            places = [*range(half, 0, -1), *[0] * odd, *range(-1, -half - 1, -1)]
            for player, parts in night.parts.items():
                above, level = order.index(parts), order.count(parts)
                found[player][level] += sum(places[above : above + level])
        return {
            player: sum((Fraction(worth, level) for level, worth in sums.items()), Fraction(0))
            for player, sums in found.items()
        }

    return played.kept(f"places of nights without {sorted(played.without)}", read)


def good_points(played: Played) -> dict[int, Fraction]:
    """Return what the hands that a player won brought, by player; empty where no hand was won, and where
    points are typed that do not add up to zero.

    A lost hand takes nothing away, and nights of which only the totals are known have no hands that could
    be won. Source: schafkopfrennen.de, Niederfüllbach 2024.
    """
    found = Counter[int]()
    for one in played.roles:
        found[one.player] += one.won_parts
    is_told = any(found.values()) and not played.uneven
    return {player: to_points(parts) for player, parts in found.items()} if is_told else {}


def league_points(played: Played) -> dict[int, Fraction]:
    """Return the list of skat leagues (extended Seeger-Fabian), made to fit hands with a partner, by player.

    Ten for each point; fifty more for a picked hand that was won, and fifty less for one that was lost; and
    for everybody who played against a picker who lost, 120 divided by how many played the hand.
    """
    found: dict[int, Fraction] = defaultdict(Fraction)
    for one in played.roles:
        if one.role == NIGHT:
            continue
        found[one.player] += A_POINT * to_points(one.parts + one.moved)
        if one.role in PICKING:
            found[one.player] += PICKED * (2 * one.won - one.hands)
        elif one.role == "opponent":
            found[one.player] += Fraction(BEATEN, one.active) * one.won
    return dict(found)


def _ranking(
    way: Way,
    players: Sequence[PlayerStanding],
    value: Callable[[PlayerStanding], Fraction | None],
    least: int,
) -> Ranking:
    values = {one.player: found for one in players if (found := value(one.even)) is not None}
    # The hands or nights of each player, whichever the average is taken over.
    many = {one.player: one.hands if way is Way.PER_HAND else one.sessions for one in players}
    floor = floor_of([many[player] for player in values], least=least) if least else 0
    often = {player for player in values if many[player] >= floor}
    is_waived = bool(values) and not often

    def told(among: Collection[int]) -> tuple[tuple[int, PlayerStanding], ...]:
        return placed(
            (one for one in players if one.player in among),
            lambda one: (values[one.player], one.sessions, one.player),
        )

    ranked = told(often or values.keys())
    below = told(values.keys() - often if often else ())
    rest = (one for one in players if one.player not in values)
    shown = {one.player: value(one) for one in players}
    return Ranking(
        way=way,
        players=tuple(
            Placed(player=one.player, name=one.name, value=shown[one.player], place=place)
            for place, one in (*ranked, *((None, one) for _, one in below), *((None, one) for one in rest))
        ),
        floor=floor,
        is_waived=is_waived,
    )
