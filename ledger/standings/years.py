"""A year of a group in one game: what it adds up to, how it ran, and who has an address for its page.

Costs the same however many years there were: read from what nights add up to.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from ledger.counting import ALL_GAMES, Counts
from ledger.models import Group, SharedYear, Span, SpanCounts, open_sessions
from ledger.standings.counted import Asked, counted
from ledger.standings.courses import Leg, courses_of

FEWEST_TOGETHER = 5
"""Who played fewer hands together are nobody's favourite partners."""


@dataclass(frozen=True, kw_only=True)
class Year:
    """A year in one game ("" where nothing was played); `games` are all that were, that of most nights first.

    `counts` are chosen, `legs` the course of everybody. `money` are the cents that each player won at cards
    in all games.
    """

    year: int
    game: str
    games: tuple[str, ...]
    counts: Counts
    legs: tuple[Leg, ...]
    money: Mapping[int, int]

    @property
    def asked(self) -> Asked:
        """The nights of the year."""
        return asked_of(self.year)


@dataclass(frozen=True, kw_only=True)
class Partners:
    """Two who played together: how many hands, and how many of them they won."""

    players: tuple[int, int]
    hands: int
    won: int


def asked_of(year: int) -> Asked:
    """All nights that began in a year (1 to 9999)."""
    return Asked(since=date(year, 1, 1), until=date(year, 12, 31))


def years_of(group: Group) -> tuple[int, ...]:
    """The years in which there were nights, the latest first (two queries)."""
    spans = SpanCounts.objects.filter(group=group, span=Span.YEAR).values_list("begins", flat=True)
    going_on = open_sessions(group).values_list("started_at", flat=True)
    days = {*spans, *map(timezone.localdate, going_on)}
    return tuple(sorted({day.year for day in days}, reverse=True))


def year_of(group: Group, year: int, *, game: str = "", today: date) -> Year:
    """A year in a game, or in that of most nights where this one was not played (five queries, and two for
    each night that goes on)."""
    asked = asked_of(year)
    found = counted(group, asked)
    money = found.pop(ALL_GAMES, Counts())
    games = tuple(sorted(found, key=lambda one: (-found[one].nights, one)))
    chosen = game if game in found else next(iter(games), "")
    counts = found.get(chosen, Counts())
    return Year(
        year=year,
        game=chosen,
        games=games,
        counts=counts,
        legs=courses_of(group, chosen, counts, asked, today=today) if chosen else (),
        money={player: course.parts for player, course in money.courses.items()},
    )


def favourite_partners(counts: Counts, player: int | None = None) -> Partners | None:
    """The two who played together most often, of whom one is this player; of equals who won more, then who
    have been in the group for longer. None where nobody did often enough."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for pair, sums in counts.partners.items():
        both = (min(pair.player, pair.other), max(pair.player, pair.other))
        if player is None or player in both:
            hands, won = found.get(both, (0, 0))
            found[both] = (hands + sums.hands, won + sums.won)
    best = min(found, key=lambda both: (-found[both][0], -found[both][1], both), default=None)
    if best is None or found[best][0] < FEWEST_TOGETHER:
        return None
    return Partners(players=best, hands=found[best][0], won=found[best][1])


def shared_years(group: Group) -> list[SharedYear]:
    """Return the pages of years that others can open, the latest year first (one query)."""
    on = SharedYear.objects.filter(group=group, is_on=True).select_related("player")
    return list(on.order_by("-year", "player__name_key", "pk"))


def sharing_of(group: Group, year: int, ids: Collection[int | None]) -> SharedYear | None:
    """How the page of a year is shared: of a group ({None}), or of the person that has these ids (one query).

    Of a person with several the one that is on, as players of whom each shared a year may be one by now.
    """
    shared = [
        one
        for one in SharedYear.objects.filter(group=group, year=year).order_by("-is_on", "pk")
        if one.player_id in ids
    ]
    return shared[0] if shared else None
