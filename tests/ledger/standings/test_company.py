"""Who with whom: recomputed hand by hand from the sheets, and what of it is called clear."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest

from ledger.counting import ANY, Circumstances, Counts, Sums
from ledger.counting.flows import flows
from ledger.counting.kinds import Pair
from ledger.models import PARTS, Group, to_points
from ledger.models.book import sheet_of
from ledger.sheet import HandRow
from ledger.standings.company import EVEN, Company, clear_pairs, companions, company_of, nearest, rival
from ledger.standings.counted import Asked, counted
from ledger.standings.players import Share
from ledger.statistics import FLOOR, Verdict
from tests import cast
from tests.ledger import histories
from tests.steady import seeds

ANN, BEN, CLEO = 1, 2, 3
Told = list[tuple[bool, Fraction]]
"""Of a pair, whether each hand was won, and what it brought."""


@pytest.fixture(params=seeds([1, 2, histories.FULL]))
def history(db: None, request: pytest.FixtureRequest) -> Group:
    return histories.some_history(request.param)


def rows_of(group: Group, stake: int | None) -> Iterator[HandRow]:
    for session in group.sessions.order_by("started_at", "number"):
        for row in sheet_of(session).rows:
            if row.scored and row.rules.game == "sheepshead" and stake in (None, row.stake_cents):
                yield row


def together(rows: list[HandRow], one: int, other: int) -> Told:
    found: Told = []
    for row in rows:
        assert row.scored
        roles = dict(zip(row.seats, row.scored.roles, strict=True))
        if {roles.get(one), roles.get(other)} in ({"picker", "partner"}, {"alone", "partner"}):
            won = dict(zip(row.seats, row.scored.won, strict=True))
            found.append((bool(won[one]), Fraction(row.points[one] + row.points[other])))
    return found


def against(rows: list[HandRow], one: int, other: int) -> Told:
    """The obvious way: whoever lost pays all who won in the measure of what they won; to a part."""
    found: Told = []
    for row in rows:
        points = {who: Fraction(brought) for who, brought in row.points.items()}
        mine, others = points.get(one, Fraction(0)), points.get(other, Fraction(0))
        if mine * others >= 0:
            continue
        won = sum(brought for brought in points.values() if brought > 0)
        lost = -sum(brought for brought in points.values() if brought < 0)
        found.append((mine > 0, mine * abs(others) / max(won, lost)))
    return found


@pytest.mark.parametrize("stake", [None, 50])
def test_pairs_are_what_the_sheets_say_hand_by_hand(history: Group, stake: int | None) -> None:
    asked = Asked(circumstances=Circumstances(stake=stake))
    company = company_of(counted(history, asked)["sheepshead"])
    rows = list(rows_of(history, stake))
    found_together, found_against = {}, {}
    for pair in combinations(sorted(cast.ids(history)), 2):
        if told := together(rows, *pair):
            found_together[pair] = told
        if told := against(rows, *pair):
            found_against[pair] = told
    for expected, found in ((found_together, company.together), (found_against, company.against)):
        assert set(found) == set(expected)
        for pair, told in expected.items():
            assert found[pair].share == Share(k=sum(won for won, _ in told), n=len(told))
            # What does not come out even goes to somebody by a part.
            assert abs(found[pair].points - sum(points for _, points in told)) <= Fraction(len(told), PARTS)
    every = [won for told in found_together.values() for won, _ in told]
    assert {one.usual for one in company.together.values()} == {Share(k=sum(every), n=len(every))}
    assert {one.usual for one in company.against.values()} == {EVEN}
    pairs = [*found_together.values(), *found_against.values()]
    assert company.compared == sum(len(told) >= FLOOR for told in pairs)


def of(
    partners: dict[tuple[int, int], tuple[int, int]], between: dict[tuple[int, int], tuple[int, int, int]]
) -> Company:
    """Of partners (hands, won), of two against each other (hands, won, points)."""
    return company_of(
        Counts(
            partners={Pair(ANY, *pair): Sums(n, k, 0, 0) for pair, (n, k) in partners.items()},
            between={
                Pair(ANY, *pair): Sums(n, k, points * PARTS, 0) for pair, (n, k, points) in between.items()
            },
        )
    )


def test_whoever_of_two_picked_they_played_together() -> None:
    company = of({(ANN, BEN): (10, 6), (BEN, ANN): (5, 1), (BEN, CLEO): (5, 5)}, {})
    assert company.together[ANN, BEN].share == Share(k=7, n=15)
    assert company.together[ANN, BEN].usual == Share(k=12, n=20)
    assert company.compared == 0


def test_two_are_seen_from_either_side() -> None:
    company = of({}, {(ANN, BEN): (30, 10, -40)})
    from_ann, from_ben = company.seen_from(ANN, BEN), company.seen_from(BEN, ANN)
    assert from_ann
    assert from_ben
    assert (from_ann.one, from_ann.share, from_ann.points) == (ANN, Share(k=10, n=30), Fraction(-40))
    assert (from_ben.one, from_ben.share, from_ben.points) == (BEN, Share(k=20, n=30), Fraction(40))
    assert from_ben.answer.interval.high == pytest.approx(1 - from_ann.answer.interval.low)
    assert (from_ann.side, from_ben.side) == (-1, 1)
    assert company.seen_from(ANN, CLEO) is None


def test_clear_is_what_luck_does_not_explain_seen_from_whoever_has_the_better_of_it() -> None:
    company = of(
        {(ANN, BEN): (100, 90), (ANN, CLEO): (100, 30), (BEN, CLEO): (100, 60)},
        {(ANN, BEN): (200, 60, -50), (ANN, CLEO): (200, 140, -3), (BEN, CLEO): (200, 101, 5)},
    )
    found = [(one.one, one.other, one.is_together) for one in clear_pairs(company)]
    # Ann wins more hands against Cleo, but no points: that is said of neither.
    assert sorted(found) == [(ANN, BEN, True), (ANN, CLEO, True), (BEN, ANN, False)]
    surprises = [one.answer.surprise for one in clear_pairs(company)]
    assert surprises == sorted(surprises, reverse=True)


def test_the_pair_that_would_tell_soonest_is_the_nearest() -> None:
    company = of({}, {(ANN, BEN): (40, 14, -9), (ANN, CLEO): (40, 22, 4), (BEN, CLEO): (19, 19, 30)})
    found = nearest(company)
    assert found
    assert (found.one, found.other, found.share) == (BEN, ANN, Share(k=26, n=40))
    assert nearest(of({}, {(ANN, BEN): (40, 20, 0)})) is None
    assert nearest(of({}, {})) is None


def played(hands: int, luck: random.Random, *, strong: int = 0) -> Counts:
    """Five who pick equally often, win three hands of five, and are dealt their partner by luck.

    Whoever is `strong` wins four of five with the picker or as one, and as often against them.
    """
    partners: Counter[Pair] = Counter()
    won_together: Counter[Pair] = Counter()
    between: dict[Pair, list[int]] = {}
    for _ in range(hands):
        chief, partner, *others = luck.sample(range(1, 6), 5)
        chance = 0.6 if not strong else 0.8 if strong in (chief, partner) else 0.5
        has_won = luck.random() < chance
        pair = Pair(ANY, chief, partner)
        partners[pair] += 1
        won_together[pair] += has_won
        scale = (1 if has_won else -2) * PARTS
        brought = {chief: 2 * scale, partner: scale, **dict.fromkeys(others, -scale)}
        for (winner, loser), flow in flows(brought).items():
            key = Pair(ANY, min(winner, loser), max(winner, loser))
            told = between.setdefault(key, [0, 0, 0])
            told[0] += 1
            told[1] += winner < loser
            told[2] += flow if winner < loser else -flow
    return Counts(
        partners={pair: Sums(n, won_together[pair], 0, 0) for pair, n in partners.items()},
        between={pair: Sums(told[0], told[1], told[2], 0) for pair, told in between.items()},
    )


def test_of_five_who_are_equally_good_hardly_any_pair_is_called_out() -> None:
    luck = random.Random(11)
    groups = [company_of(played(100, luck)) for _ in range(200)]
    assert sum(bool(clear_pairs(one)) for one in groups) < 10
    assert all(one.compared > 0 for one in groups)


def test_who_is_really_stronger_is_called_out_in_most_groups_by_two_thousand_hands() -> None:
    luck = random.Random(12)
    found = [clear_pairs(company_of(played(2000, luck, strong=3))) for _ in range(10)]
    assert sum(any(3 in (pair.one, pair.other) for pair in one) for one in found) > 5
    for one in found:
        for pair in one:
            assert pair.answer.verdict is Verdict.CLEAR
            assert pair.is_together or pair.points > 0


def test_points_of_pairs_are_told_in_points() -> None:
    company = of({}, {(ANN, BEN): (3, 2, 7)})
    assert company.against[ANN, BEN].points == to_points(7 * PARTS)


def test_a_players_company_is_that_of_all_in_which_the_player_is() -> None:
    luck = random.Random(13)
    counts = played(300, luck)
    whole = company_of(counts)
    for player in range(1, 6):
        mine = company_of(counts, player)
        for every, found in ((whole.together, mine.together), (whole.against, mine.against)):
            assert found == {pair: one for pair, one in every.items() if player in pair}
        assert (mine.compared, mine.allowed) == (whole.compared, whole.allowed)
        for one in companions(mine, player):
            assert one.against == whole.seen_from(player, one.other)
            assert one.together
            assert (one.together.one, one.together.other) == (player, one.other)
            assert one.together.share == whole.together[min(player, one.other), max(player, one.other)].share


def test_companions_come_by_how_many_hands_there_were() -> None:
    company = of(
        {(ANN, BEN): (10, 6), (CLEO, BEN): (5, 1)},
        {(ANN, BEN): (3, 1, 2), (BEN, CLEO): (30, 10, -4)},
    )
    found = companions(company, BEN)
    assert [(one.other, one.hands) for one in found] == [(CLEO, 35), (ANN, 13)]
    assert companions(company, 9) == ()
    only_together = companions(of({(ANN, BEN): (1, 1)}, {}), ANN)
    assert [(one.other, one.against) for one in only_together] == [(BEN, None)]


@pytest.mark.parametrize(
    ("cleo", "dave", "expected"),
    [
        ((40, 20), (39, 19), CLEO),  # whoever was met most often
        ((40, 15), (40, 18), 4),  # of several with whom it is nearest to even
        ((40, 40), (39, 20), None),  # a clear one is none, and the next was not met most often
        ((40, 40), (40, 15), 4),
        ((93, 35), (88, 44), None),  # not clear among so many answers, and yet not open
        ((FLOOR - 1, 9), (3, 1), None),
    ],
)
def test_a_rival_is_whom_one_met_most_while_it_is_open(
    cleo: tuple[int, int], dave: tuple[int, int], expected: int | None
) -> None:
    company = of({}, {(BEN, CLEO): (*cleo, 3), (BEN, 4): (*dave, -2), (CLEO, 4): (90, 45, 0)})
    found = rival(companions(company, BEN))
    assert (found.other if found else None) == expected
    assert found is None or found.one == BEN
