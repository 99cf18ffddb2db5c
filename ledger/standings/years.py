"""A year of a group in one game, and who has an address for its page."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Count, Q
from django.db.models.functions import ExtractYear

from ledger.models import Group, NightGame, Player, SharedYear
from ledger.standings.filtering import of_year
from ledger.standings.nights_by_player import money_nights, won_at_cards
from ledger.standings.played import Played, Sums, newest

# Favourite partners have played at least so many hands together.
FEWEST_TOGETHER = 5


@dataclass(frozen=True, kw_only=True)
class Year:
    """A year in one game ("" where nothing was played); `games` are all that were, that of most nights first.

    `years` are all in which there were nights, the latest first.
    `money` are the cents that each player won at cards in all games.
    """

    year: int
    years: tuple[int, ...]
    game: str
    games: tuple[str, ...]
    played: Played
    money: Mapping[int, int]


def years_of(group: Group) -> tuple[int, ...]:
    """Return the years in which there were nights, the latest first (one query)."""
    # Not by `day__year`: Django keeps the exception with which it finds out that this is no relation.
    days = NightGame.objects.filter(group=group).dates("day", "year", order="DESC")
    return tuple(day.year for day in days)


def year_of(group: Group, year: int, *, game: str = "", news: int | None = None) -> Year:
    """Return a year in a game, or in that of most nights where this one was not played.

    `news` is the group's `News` number, where it was read already.
    """
    asked, news = of_year(year), newest(group) if news is None else news
    nights = NightGame.objects.filter(group=group).order_by().annotate(at=ExtractYear("day"))
    counted = [*nights.values_list("at", "game").annotate(nights=Count("session"))]
    games = [game for _, game in sorted((-many, game) for at, game, many in counted if at == year)]
    chosen = game if game in games else next(iter(games), "")
    return Year(
        year=year,
        years=tuple(sorted({at for at, _, _ in counted}, reverse=True)),
        game=chosen,
        games=tuple(games),
        played=Played(group, replace(asked, game=chosen), news=news),
        money=won_at_cards(money_nights(group, asked, news=news)),
    )


def favourite_partners(played: Played, player: int | None = None) -> tuple[tuple[int, int], Sums] | None:
    """Return the two who played together most often, of whom one is this player; None where nobody did often.

    Of equals those who won more, then those who have been in the group for longer.
    """
    found = [both for both in played.together.items() if player is None or player in both[0]]
    best = min(found, key=lambda both: (-both[1].hands, -both[1].won, both[0]), default=None)
    return best if best and best[1].hands >= FEWEST_TOGETHER else None


def shared_years(group: Group) -> list[SharedYear]:
    """Return the pages of years that others can open, the latest year first (one query)."""
    on = SharedYear.objects.filter(group=group, is_on=True).select_related("player")
    return list(on.order_by("-year", "player__name_key", "pk"))


def sharing_of(group: Group, year: int, player: Player | None) -> SharedYear | None:
    """Return how the page of a year is shared, of the group (None) or of a player (one query).

    Of a person with several the one that is on, as players of whom each shared a year may be one by now.
    """
    whose = Q(player=None) if player is None else Q(player__in=group.who.ids_of(player.pk))
    return SharedYear.objects.filter(whose, group=group, year=year).order_by("-is_on", "pk").first()
