"""What the seasons of a group brought a player is what the entries of their nights say."""

import uuid
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import localdate

from ledger.counting import ALL_GAMES
from ledger.models import PARTS, Group
from ledger.recording import SeasonSaid, WriteContext, add_season, newest_change
from ledger.standings.by_season import TOLD, SeasonOfPlayer, seasons_of_player
from ledger.standings.counted import Asked, all_counted, going_on
from ledger.standings.courses import courses_in
from ledger.standings.seasons import seasons_of
from tests import cast
from tests.ledger import histories
from tests.ledger.slowly.raw import Raw, raw_of
from tests.steady import seeds

pytestmark = pytest.mark.django_db

SEASONS = {
    "long ago": (date(2023, 1, 1), date(2023, 12, 31)),
    "the first": (date(2024, 11, 1), date(2024, 12, 31)),
    "into the new year": (date(2024, 12, 15), date(2025, 2, 21)),
    "one night": (date(2025, 1, 20), date(2025, 1, 20)),
    "a part of it": (date(2025, 1, 21), date(2025, 6, 10)),
    "spring": (date(2025, 3, 1), date(2025, 5, 31)),
    "from then on": (date(2025, 6, 11), None),
}


def with_seasons(group: Group) -> Group:
    for name, (first, last) in SEASONS.items():
        now = Group.objects.get(pk=group.pk)
        context = WriteContext(key=uuid.uuid4(), after=newest_change(now), by=cast.owner_of(now))
        add_season(now, SeasonSaid(name=name, first=first, last=last), context)
    return Group.objects.get(pk=group.pk)


def read(group: Group, player: int, game: str) -> tuple[tuple[SeasonOfPlayer, ...], int]:
    """The seasons, and how many queries they took once the courses were read."""
    on = tuple(going_on(group))
    counts = {one: found for one, found in all_counted(group).items() if one in (game, ALL_GAMES)}
    ran = courses_in(group, counts, Asked(), today=localdate(), of=player, on=on)
    with CaptureQueriesContext(connection) as asked:
        found = seasons_of_player(group, player, ran, game=game)
    return found, len(asked)


def expected(raws: list[tuple[str, Raw]], player: int, game: str) -> list[tuple[str, int, int, int]]:
    """Name, nights, parts and cents, the latest season first."""
    found = []
    for name, raw in raws:
        if brought := raw.of(game).brought(player):
            parts = sum(points * PARTS for _, points in brought)
            found.append((name, len(brought), int(parts), raw.cents.get(player, 0)))
    return found[:TOLD]


def lines(found: tuple[SeasonOfPlayer, ...], game: str) -> list[tuple[str, int, int, int]]:
    return [(one.season.name, *one.games[game], one.games[ALL_GAMES].sum) for one in found]


@pytest.mark.parametrize("by_night", [400, 0])
@pytest.mark.parametrize("seed", seeds([1, 2]))
def test_seasons_are_what_their_entries_say(
    seed: int, by_night: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Night by night and, as in long histories, by months; nights added up or not, one that goes on."""
    monkeypatch.setattr("ledger.standings.courses.BY_NIGHT", by_night)
    group = with_seasons(histories.a_full_history(seed))
    raw, told = raw_of(group), 0
    raws = [(one.name, raw_of(group, Asked(since=one.first, until=one.last))) for one in seasons_of(group)]
    for most in (3, 1):
        for game in raw.games():
            for player in raw.of(game).people():
                found, queries = read(group, player, game)
                assert lines(found, game) == expected(raws, player, game)
                assert queries <= (0 if by_night else 2 * most)
                told += len(found)
        cast.add_up(group)
    assert told > 50


def test_without_seasons_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.standings.courses.BY_NIGHT", 0)
    group = histories.a_full_history(1)
    assert read(group, cast.ids(group, "Ann")[0], "sheepshead") == ((), 0)
