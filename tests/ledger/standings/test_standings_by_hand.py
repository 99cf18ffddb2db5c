"""The standings as they were read before nights were added up: from every tally, slow and obvious."""

import uuid
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

import pytest
from django.db.models import Sum
from django.utils import timezone

from ledger.counting import ALL_GAMES
from ledger.models import Group, HandResult, Tally, to_points
from ledger.recording import NewGroup, end_night, reopen_night, start_group
from ledger.scoring import GAMES
from ledger.sheet import NIGHT
from ledger.standings import PlayerStanding, Share, standings_of
from ledger.standings.counted import Asked, counted, going_on
from ledger.standings.money import added_up, balances, won_at_cards, won_in
from ledger.standings.running import running
from ledger.standings.turning import Turned
from tests import cast
from tests.ledger import histories
from tests.ledger.standings.test_players import race, season, two_games

pytestmark = pytest.mark.django_db


@dataclass
class Sums:
    """What a player did in a role over all nights, and in which they were."""

    hands: int = 0
    won: int = 0
    parts: int = 0
    nights: set[int] = field(default_factory=set)


def share(*roles: Sums) -> Share:
    return Share(k=sum(one.won for one in roles), n=sum(one.hands for one in roles))


def by_hand(group: Group) -> dict[str, list[PlayerStanding]]:
    """Everybody's numbers in each game, best first."""
    found: dict[tuple[str, int], dict[str, Sums]] = defaultdict(lambda: defaultdict(Sums))
    for tally in Tally.objects.filter(session__group=group):
        sums = found[tally.game, tally.player_id][tally.role]
        sums.hands, sums.won = sums.hands + tally.hands, sums.won + tally.won
        sums.parts += tally.parts
        if (tally.role != "out" or tally.parts) and (tally.role != NIGHT or tally.parts):
            sums.nights.add(tally.session_id)
    games: dict[str, list[PlayerStanding]] = defaultdict(list)
    names = dict(group.players.values_list("pk", "name"))
    for (game, player), roles in found.items():
        nights = set().union(*(one.nights for one in roles.values()))
        # A hand without roles that brought nothing has no tally, and is played all the same.
        bare = HandResult.objects.filter(group=group, game=game, player=player, is_dealt=True)
        nights |= {*bare.exclude(role="out").values_list("session", flat=True)}
        if not nights:
            continue
        hands = sum(sums.hands for role, sums in roles.items() if role not in ("out", NIGHT))
        picked = (roles["picker"], roles["alone"])
        games[game].append(
            PlayerStanding(
                player=player,
                name=names[player],
                sessions=len(nights),
                hands=hands,
                points=to_points(sum(sums.parts for sums in roles.values())),
                nights_only=len(roles[NIGHT].nights),
                by_night=to_points(roles[NIGHT].parts),
                picked=Share(k=sum(one.hands for one in picked), n=hands),
                won_picking=share(*picked),
                won_partner=share(roles["partner"]),
                won_opponent=share(roles["opponent"]),
                won_alone=share(roles["alone"]),
                won_leaster=share(roles["leaster"]),
                races=roles[""].won if GAMES[game].has_race else None,
            )
        )
    return {game: sorted(players, key=lambda one: (-one.points, one.name)) for game, players in games.items()}


def some_races() -> Group:
    options = {"race_to": 18, "ledger": "at_end"}
    new = NewGroup(
        name="Race", names=("Ann", "Ben", "Cleo", "Dave"), game="southern_indiana", options=options
    )
    group = start_group(new, uuid.uuid4(), uuid.uuid4())
    race(group, "Ann", "Ben", "Ann")
    return group


GROUPS = [
    lambda: histories.some_history(1),
    lambda: histories.some_history(2),
    lambda: histories.some_history(3),
    season,
    two_games,
]


@pytest.mark.parametrize("make", [*GROUPS, some_races])
def test_everybodys_numbers_are_those_of_the_tallies(make: Callable[[], Group]) -> None:
    group = make()
    assert {one.game: list(one.players) for one in standings_of(group)} == by_hand(group)


@pytest.mark.parametrize("make", GROUPS)
def test_each_page_of_nights_goes_on_where_the_tallies_say(
    make: Callable[[], Group], monkeypatch: pytest.MonkeyPatch
) -> None:
    group = make()
    monkeypatch.setattr("ledger.standings.running.A_PAGE", 2)
    for game in by_hand(group):
        counts, turned, told = counted(group)[game], Turned(), []
        while (page := running(group, game, counts, Asked(), turned, on=going_on(group))) is not None:
            told.append(page)
            if page.older is None:
                break
            turned = Turned(before=page.older)
        nights = [night for page in reversed(told) for night in page.nights]
        assert len(nights) == counts.nights
        sums: dict[int, Fraction] = defaultdict(Fraction)
        for night in nights:
            rows = Tally.objects.filter(session__group=group, session__number=night.night, game=game)
            for player, parts in rows.values_list("player").annotate(Sum("parts")):
                sums[player] += to_points(parts)
            assert night.points == {player: sums[player] for player in night.points}
            assert all(player in night.points for player in sums if sums[player])
            assert night.day == timezone.localdate(group.sessions.get(number=night.night).started_at)
        for older, newer in pairwise(reversed(told)):
            assert newer.nights and older.newer is not None  # noqa: PT018
            assert (
                running(group, game, counts, Asked(), Turned(after=older.newer), on=going_on(group)) == newer
            )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_money_won_is_what_the_journal_says_and_balances_are_what_it_adds_up_to(seed: int) -> None:
    group = histories.some_history(seed)
    first = group.sessions.get(number=1)

    def holds() -> None:
        found = counted(group)
        assert won_in(group, found.get(ALL_GAMES), Asked()) == won_at_cards(group)
        assert balances(group) == added_up(group)

    holds()
    reopen_night(first, cast.context(first))
    holds()
    cast.tell(first, "Ann", "Ben")
    end_night(first, cast.context(first))
    holds()
