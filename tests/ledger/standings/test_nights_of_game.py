"""Nights of a game that is hardly ever played: those of any other, but found without reading the others."""

import random
import uuid
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest

from ledger.counting import Counts
from ledger.models import Group, NightCounts, Session
from ledger.recording.totals import add_up_in_steps, mark_spans
from ledger.standings.counted import FIRST_DAY, LAST_DAY, Asked, nights_with
from ledger.standings.evenings import evenings_of
from ledger.standings.nights_of_game import nights_of_game
from ledger.standings.running import running
from ledger.standings.turning import Turned
from ledger.steps import finish
from tests import cast
from tests.steady import seeds
from tests.steps import steps

pytestmark = pytest.mark.django_db

FIRST = datetime(2023, 1, 1, 12, tzinfo=UTC)
DAYS = 730
RARE = "mehrkopf"


def nights(group: Group, games: Sequence[Sequence[str]], days: int = DAYS) -> list[date]:
    """So many nights that are over, spread over these days, with these games each; all are added up."""
    sessions = Session.objects.bulk_create(
        Session(
            group=group,
            key=uuid.uuid4(),
            number=number,
            started_at=FIRST + timedelta(days=days) * number / len(games),
            ended_at=FIRST,
        )
        for number in range(1, len(games) + 1)
    )
    NightCounts.objects.bulk_create(
        NightCounts(
            session=one, group=group, day=one.started_at.date(), counts={game: {"nights": 1} for game in of}
        )
        for one, of in zip(sessions, games, strict=True)
    )
    days_of = [one.started_at.date() for one in sessions]
    mark_spans(group, days_of)
    finish(add_up_in_steps(group))
    return days_of


def rarely(many: int, some: Sequence[int]) -> list[list[str]]:
    return [["sheepshead", RARE] if number in some else ["sheepshead"] for number in range(1, many + 1)]


@pytest.mark.parametrize("seed", seeds([1, 2, 3, 4]))
@pytest.mark.parametrize("is_added_up", [True, False])
def test_it_finds_what_reading_every_night_finds(
    seed: int,
    is_added_up: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ledger.standings.nights_of_game.BESIDES", 2)
    luck = random.Random(seed)
    group, many = cast.thursday_table(), luck.choice((40, 200))
    days = nights(group, rarely(many, luck.sample(range(1, many + 1), luck.choice((1, 4, 15)))))
    if not is_added_up:
        mark_spans(group, luck.sample(days, 5))
    for _ in range(20):
        first, last = sorted(luck.sample(days, 2))
        between = luck.choice(((FIRST_DAY, LAST_DAY), (first, LAST_DAY), (FIRST_DAY, last), (first, last)))
        way, most = luck.choice(("", "-")), luck.choice((1, 3, 8))
        order = (f"{way}day", f"{way}session__number")
        every = NightCounts.objects.filter(group=group, day__range=between).order_by(*order)
        told = ("nights", "session__number")
        for game in (RARE, "sheepshead", "schafkopf"):
            found = nights_of_game(group, game, between, *told, order=order, most=most)
            assert found == nights_with(game, every, *told, most=most)


@pytest.mark.parametrize("every", [1, 2])
def test_it_finds_them_where_more_months_than_are_asked_for_have_to_be_added_up_again(
    every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.standings.nights_of_game.MOST_GAPS", 5)
    group = cast.thursday_table()
    days = nights(group, rarely(120, [2, 7, 110]), days=3 * 365)
    months = sorted({day.replace(day=1) for day in days})
    mark_spans(group, months[::every])
    page = running(group, RARE, Counts(), Asked())
    assert page
    assert [one.night for one in page.nights] == [2, 7, 110]


def test_pages_follow_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.standings.nights_of_game.BESIDES", 0)
    monkeypatch.setattr("ledger.standings.running.A_PAGE", 2)
    group = cast.thursday_table()
    # Three of them on a day, as in a club.
    some = [7, 100, 101, 102, 103, 280, 299]
    nights(group, rarely(300, some), days=100)
    turned: Turned | None = Turned()
    found: list[int] = []
    while turned is not None:
        page = running(group, RARE, Counts(), Asked(), turned)
        assert page
        found += [one.night for one in reversed(page.nights)]
        turned = None if page.older is None else Turned(before=page.older)
    assert found == some[::-1]
    page = running(group, RARE, Counts(), Asked(), Turned(after=101))
    assert page
    assert [one.night for one in page.nights] == [102, 103]


def test_three_nights_are_found_as_fast_among_eight_times_as_many() -> None:
    taken = []
    for many in (400, 3200):
        group = cast.thursday_table()
        nights(group, rarely(many, [2, many // 2, many - 1]))
        assert [one.number for one in evenings_of(group, RARE, Asked()).told] == [many - 1, many // 2, 2]
        page = running(group, RARE, Counts(), Asked())
        assert page
        assert [one.night for one in page.nights] == [2, many // 2, many - 1]
        taken.append(steps(partial(running, group, RARE, Counts(), Asked())))
    assert taken[1] <= taken[0] * 1.5
