"""The seasons of a group, and who stands in the table of one."""

from collections import Counter
from collections.abc import Sequence

from ledger.book.seasons import Season, seasons_said
from ledger.book.sheet import NIGHT
from ledger.models import Group
from ledger.standings.nights_by_player import nights_by_player
from ledger.standings.played import Played
from ledger.standings.players import PlayerStanding


def seasons_of(group: Group) -> tuple[Season, ...]:
    """Return all seasons of the group, the latest first (no query)."""
    return seasons_said(group.seasons)


def season_of(group: Group, number: int) -> Season | None:
    """Return the season of this number (no query)."""
    return next((one for one in seasons_of(group) if one.number == number), None)


def divided(
    players: Sequence[PlayerStanding], season: Season | None
) -> tuple[tuple[PlayerStanding, ...], tuple[PlayerStanding, ...]]:
    """Return those who stand in the table, and those below its floor, each in the order they came in."""
    if season is None:
        return tuple(players), ()
    inside = [one for one in players if season.is_enough(hands=one.hands, nights=one.sessions)]
    return tuple(inside), tuple(one for one in players if one not in inside)


def in_table(played: Played, season: Season) -> frozenset[int]:
    """Return the players who stand in the table of a season in which this was played."""
    hands = Counter[int]()
    for one in played.roles:
        if one.role not in ("out", NIGHT):
            hands[one.player] += one.hands
    return frozenset(
        player
        for player, nights in nights_by_player(played).items()
        if season.is_enough(hands=hands[player], nights=nights.nights)
    )
