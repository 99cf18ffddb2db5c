"""What a player's page tells of nights, marks and roles, recomputed from every sheet in the obvious way."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby

import pytest
from django.utils import timezone

from ledger.counting import Mark, chosen
from ledger.counting.kinds import Night, Nights
from ledger.models import PARTS, Group, to_points
from ledger.models.book import sheet_of
from ledger.sheet import NIGHT, HandRow, ScoreSheet
from ledger.standings.counted import counted
from ledger.standings.statistics import statistics_in
from ledger.statistics import spread_of, sums_of
from tests import cast
from tests.ledger import histories
from tests.steady import seeds

pytestmark = pytest.mark.django_db


@pytest.fixture(params=seeds([4, 5, histories.FULL]))
def history(request: pytest.FixtureRequest) -> Group:
    return histories.some_history(request.param)


Hands = list[tuple[int, Fraction]]
"""What each hand of a night brought, by the entry that told it."""


GAME = "sheepshead"


def rows_of(sheet: ScoreSheet) -> list[HandRow]:
    """The hands of the game that count, and what moved points between them."""
    if sheet.copied and sheet.copied.struck:
        return []
    return [row for row in sheet.rows if row.scored and row.rules.game == GAME]


def nights_of(group: Group, player: int) -> list[tuple[int, Fraction, Hands]]:
    """The player's nights: their numbers, what they brought, and their hands; of copied ones none."""
    found: list[tuple[int, Fraction, Hands]] = []
    for session in group.sessions.order_by("started_at", "number"):
        sheet = sheet_of(session)
        rows = [row for row in rows_of(sheet) if player in row.seats]
        played = any((row.number and player not in row.out) or row.points[player] for row in rows)
        if sheet.rules.game == GAME and sheet.notebook and sheet.notebook.get(player):
            found.append((session.number, Fraction(sheet.notebook[player]), []))
        elif played:
            hands = [(row.entry, Fraction(row.points[player])) for row in rows]
            found.append((session.number, sum((points for _, points in hands), Fraction(0)), hands))
    return found


def first_of_most(group: Group, told: Iterable[tuple[int, int, Fraction]], sign: int = 1) -> Mark | None:
    """Of (night, entry, points) the one of most, or fewest, points; of two alike that of the earlier day."""
    days = days_of(group)
    best: tuple[int, int, Fraction] | None = None
    for one in sorted(told, key=lambda one: (days[one[0]], *one[:2])):
        if best is None or sign * one[2] > sign * best[2]:
            best = one
    return best and Mark(int(best[2] * PARTS), best[0], best[1], days[best[0]])


def days_of(group: Group) -> dict[int, int]:
    """The day of each night, by its number."""
    nights = group.sessions.values_list("number", "started_at")
    return {number: timezone.localdate(at).toordinal() for number, at in nights}


def deepest(hands: Hands) -> Fraction:
    sums = [sum((points for _, points in hands[:upto]), Fraction(0)) for upto in range(len(hands) + 1)]
    return -min(sums)


def longest_row(group: Group, player: int, sign: int) -> Mark | None:
    """The most hands in a row that brought something (or cost, by the sign) in a night."""
    found: list[tuple[int, int, Fraction]] = []
    for session in group.sessions.order_by("started_at", "number"):
        rows = [row for row in rows_of(sheet_of(session)) if row.number]
        mine = [row for row in rows if player in row.seats and player not in row.out]
        for first, row in enumerate(mine):
            ends = [number for number, one in enumerate(mine) if one.points[player] * sign <= 0]
            many = min((end for end in ends if end >= first), default=len(mine)) - first
            if many:
                found.append((session.number, row.entry, Fraction(many, PARTS)))
    return first_of_most(group, found)


def test_nights_and_what_stands_out_of_them_are_what_the_sheets_say(history: Group) -> None:
    counts = counted(history)["sheepshead"]
    dealt = {(session.number, row.entry) for session, row in histories.every_row(history)}
    for player in cast.ids(history):
        nights = nights_of(history, player)
        if not nights:  # whoever is another one by now
            assert player in history.who.now
            continue
        told = [(night, entry, points) for night, _, hands in nights for entry, points in hands]
        every = [one for one in told if one[:2] in dealt]
        back = [(night, 0, deepest(hands)) for night, won, hands in nights if won > 0 and deepest(hands) > 0]
        assert counts.by_night[Night((), (), player)] == Nights(
            nights=len(nights),
            won=sum(won > 0 for _, won, _ in nights),
            parts=int(sum(won for _, won, _ in nights) * PARTS),
            squares=int(sum(won * won for _, won, _ in nights) * PARTS * PARTS),
            best=first_of_most(history, ((night, 0, won) for night, won, _ in nights)),
            worst=first_of_most(history, ((night, 0, won) for night, won, _ in nights), -1),
            comeback=first_of_most(history, back),
            hand=first_of_most(history, every),
            worst_hand=first_of_most(history, every, -1),
            won_row=longest_row(history, player, 1),
            lost_row=longest_row(history, player, -1),
        )
        rows = [len(list(row)) for won, row in groupby(won > 0 for _, won, _ in nights) if won]
        assert counts.courses[player].most == max(rows, default=0)
        lost = [len(list(row)) for has_lost, row in groupby(won < 0 for _, won, _ in nights) if has_lost]
        assert counts.courses[player].lost_most == max(lost, default=0)


def test_averages_are_those_of_the_nights_in_the_sheets(history: Group) -> None:
    found = statistics_in(counted(history)["sheepshead"], fewest=4)
    nights = {player: [won for _, won, _ in nights_of(history, player)] for player in cast.ids(history)}
    often = {player: won for player, won in nights.items() if len(won) >= 4}
    assert found.spread == spread_of(sums_of(won) for won in often.values())
    every = [one for won in often.values() for one in won]
    assert found.middle == sum(every) / len(every)
    assert {player: one.mean for player, one in found.players.items()} == {
        player: sum(won) / len(won) for player, won in often.items()
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_pots_are_what_lay_on_the_table_before_each_hand(seed: int) -> None:
    group = histories.a_full_history(seed)
    expected: dict[tuple[str, int], list[Fraction]] = defaultdict(lambda: [Fraction(0)] * 3)
    for _, row in histories.every_row(group, ""):
        assert row.scored
        pot, roles = row.carried.on_table, row.scored.roles
        if not pot.pots or row.facts["told"].get("contract") in ("solo", "wenz"):
            continue
        side = [place for place, role in enumerate(roles) if role in ("picker", "alone", "partner")]
        for place in side:
            if row.rules.game == "mehrkopf":
                share = Fraction(pot.amount, len(side))
            else:  # one a single pot for the partner, and the rest for the picker
                partners = [one for one in side if roles[one] == "partner"]
                share = Fraction(pot.pots if place in partners else pot.amount - pot.pots * len(partners))
            has_won = bool(row.scored.won[place])
            found = expected[row.rules.game, row.seats[place]]
            found[0] += 1
            found[1] += has_won
            found[2] += share if has_won else -share
    counts = counted(group)
    assert {game for game, _ in expected} == {"sheepshead", "mehrkopf"}
    assert {
        (game, one.player): [sums.hands, sums.won, to_points(sums.parts)]
        for game in counts
        for one, sums in chosen(counts[game]).occasions.items()
        if one.what == "pot"
    } == expected


def test_roles_are_what_the_sheets_say(history: Group) -> None:
    counts = counted(history)["sheepshead"]
    hands: dict[tuple[int, str], list[Fraction]] = defaultdict(list)
    for _, row in histories.every_row(history):
        assert row.scored
        for who, role, points in zip(row.seats, row.scored.roles, row.scored.points, strict=True):
            hands[who, "out" if who in row.out else role].append(Fraction(points))
    found: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0])
    for key, sums in counts.roles.items():
        if key.role != NIGHT and sums.hands:
            found[key.player, key.role][0] += sums.hands
            found[key.player, key.role][1] += sums.parts
    assert found == {who: [len(told), int(sum(told) * PARTS)] for who, told in hands.items()}


@pytest.mark.parametrize("seed", [1, 2])
def test_card_points_are_what_the_sheets_say(seed: int) -> None:
    group = histories.a_full_history(seed)
    expected: dict[tuple[int, int], int] = defaultdict(int)
    for _, row in histories.every_row(group):
        told = row.facts["told"]
        if "side_points" in told:
            expected[row.seats[told["picker"]], told["side_points"]] += 1
    assert len(expected) > 20
    found = counted(group)["sheepshead"].card_points
    # A side that took all tricks, or none, has all points or none, whether or not somebody said so.
    assert {(one.player, one.points): many for one, many in found.items() if 0 < one.points < 120} == {
        one: many for one, many in expected.items() if 0 < one[1] < 120
    }
