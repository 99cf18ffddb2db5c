"""What was played, made up: for what is computed from sums, without a database."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from itertools import count
from typing import Any

from ledger.models import PARTS, Group
from ledger.standings.filtering import Filter
from ledger.standings.placing import Share
from ledger.standings.played import DetailedNight, NightSum, PairSum, Played, PlayerNight, RoleSum

FIRST = date(2024, 1, 5)

# Each of these has a number of its own: what was computed from another is not taken for it.
NEWS = count(1)


def made_up(
    *,
    roles: Iterable[RoleSum] = (),
    pairs: Iterable[PairSum] = (),
    nights: Iterable[NightSum] = (),
    players: Iterable[DetailedNight] = (),
    shares: Mapping[str, Mapping[int, tuple[int, int]]] | None = None,
    card_points: Mapping[tuple[int, int], int] | None = None,
    compared: int = 1,
) -> Played:
    players = tuple(players)
    found = Played(Group(), Filter(game="sheepshead"), news=next(NEWS))
    told: dict[str, Any] = {
        "roles": tuple(roles),
        "pairs": tuple(pairs),
        "places": (),
        "contracts": {},
        "nights": tuple(nights),
        "all_nights": [PlayerNight(*one[:4]) for one in players],
        "detailed nights None": tuple(players),
        "card points of None": card_points or {},
    }
    for name in told:
        found.memo(name, partial(told.get, name))
    found.memo(
        "shares_in",
        lambda: {
            key: {player: Share(k=k, n=n) for player, (k, n) in mine.items()}
            for key, mine in (shares or {}).items()
        },
    )
    found.memo("compared_in", lambda: compared)
    return found


def role(player: int, role: str, *points: int, active: int = 5) -> RoleSum:
    parts = [one * PARTS for one in points]
    squares = sum(one * one for one in parts)
    return RoleSum(player, role, active, len(points), 0, sum(parts), squares, 0, 0, 0, 0, 0, 0)


def night(number: int, *, hands: int | None = 5, seconds: int = 0, days: int | None = None) -> NightSum:
    """Make up a night of the game, a week after the one before or so many days after the first."""
    day = FIRST + timedelta(days=7 * number if days is None else days)
    return NightSum(number, day, hands, seconds, False, number, 1, 5, 25)


def of_player(player: int, brought: Sequence[int], **columns: Any) -> list[DetailedNight]:
    """Make up a player's nights 1, 2, 3, … by what they brought (parts)."""
    usual = {
        "lowest": 0, "best": None, "best_entry": None, "worst": None, "worst_entry": None,
        "won_row": 0, "won_row_entry": None, "lost_row": 0, "lost_row_entry": None,
    }  # fmt: skip
    return [
        DetailedNight(number, night(number).day, player, parts, **(usual | columns))
        for number, parts in enumerate(brought, start=1)
    ]
