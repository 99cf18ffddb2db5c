"""Questions about a group, and the hands behind them: recomputed hand by hand from the sheets."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from ledger.counting import ANY, Circumstances, Counts
from ledger.counting.kinds import Case, Occasion, Picks, Place, Role, Sums
from ledger.models import PARTS, Group, HandResult
from ledger.sheet import HandRow
from ledger.standings.company import company_of
from ledger.standings.counted import Asked, all_counted, counted
from ledger.standings.group_behind import WholeHand, listed, whole_hands
from ledger.standings.group_questions import About, GroupQuestion, group_questions, question_of_two
from ledger.standings.leafing import HandPlace
from ledger.standings.players import Share
from ledger.standings.questions import compared_in, questions_about
from ledger.standings.roles import balance_of
from ledger.statistics import Verdict, judged_mean
from tests import cast
from tests.ledger import histories
from tests.ledger.histories import on, result_of
from tests.ledger.standings.test_questions import fits
from tests.steady import seeds

pytestmark = pytest.mark.django_db

ASKED = (
    Asked(),
    Asked(since=date(2025, 1, 10), until=date(2025, 2, 28)),
    Asked(circumstances=Circumstances(stake=50)),
    Asked(until=date(2025, 1, 31), circumstances=Circumstances(active=5, stake=25)),
)
SCHNEIDER = ("won_schneider", "won_all_tricks", "lost_schneider", "lost_no_trick")
Hands = dict[str, list[tuple[int, int, bool]]]
"""By question, the hands it is about: the night, the entry, and whether it is one of k."""


@pytest.fixture(params=seeds([1, 2, histories.FULL]))
def history(request: pytest.FixtureRequest) -> Group:
    return histories.some_history(request.param)


def told_of(row: HandRow) -> Iterator[tuple[str, bool]]:
    """The obvious way: what one hand answers to which question."""
    assert row.scored is not None
    facts, roles, won = row.facts["told"], row.scored.roles, row.scored.won
    order = [*row.seats, *row.seats]
    after = order.index(row.dealer) + 1
    speak = [who for who in order[after : after + len(row.seats)] if who not in row.out]
    chief = next((seat for seat, role in enumerate(roles) if role in ("picker", "alone")), None)
    for place, who in enumerate(speak, start=1):
        yield f"place-{place}", chief is not None and row.seats[chief] == who
    yield "leasters", "leaster" in roles
    if chief is not None:
        has_won = bool(won[chief])
        yield "picking-pays", has_won
        yield "schneider", result_of(facts) in SCHNEIDER
        if facts.get("forced"):
            yield "forced", has_won
        if roles[chief] == "alone":
            yield "alone", has_won
        if facts.get("cracks"):
            yield "cracks", not has_won


def by_hand(group: Group, asked: Asked) -> Hands:
    found: Hands = defaultdict(list)
    for session, row in histories.every_row(group):
        if fits(asked, session, row):
            for key, is_one in told_of(row):
                found[key].append((session.number, row.entry, is_one))
    return found


def asked_of(group: Group, asked: Asked) -> dict[str, GroupQuestion]:
    whole = all_counted(group, asked).get("sheepshead", Counts())
    counts = counted(group, asked).get("sheepshead", Counts())
    return {one.key: one for one in group_questions(whole, counts, asked.circumstances)}


def share(told: list[tuple[int, int, bool]]) -> Share:
    return Share(k=sum(is_one for *_, is_one in told), n=len(told))


def test_every_answer_is_what_the_sheets_say_hand_by_hand(history: Group) -> None:
    for asked in ASKED:
        expected = by_hand(history, asked)
        found = asked_of(history, asked)
        shares = {key: share(told) for key, told in expected.items()}
        of_group = {key for key in found if not key.startswith("who-")}
        assert of_group == {
            key for key, one in shares.items() if one.k or key not in ("leasters", "schneider")
        }
        for key in of_group:
            assert found[key].share == shares[key]
        places = [one for key, one in shares.items() if key.startswith("place")]
        assert found["place-1"].usual == Share(k=sum(one.k for one in places), n=sum(one.n for one in places))
        picked = shares["picking-pays"]
        if "cracks" in of_group:
            assert found["cracks"].usual == Share(k=picked.n - picked.k, n=picked.n)
        if "alone" in of_group:
            alone = shares["alone"]
            assert found["alone"].usual == Share(k=picked.k - alone.k, n=picked.n - alone.n)


def test_what_picking_pays_is_the_mean_of_what_pickers_won(history: Group) -> None:
    brought = [
        Fraction(row.scored.points[seat])
        for _, row in histories.every_row(history)
        if row.scored
        for seat, role in enumerate(row.scored.roles)
        if role in ("picker", "alone")
    ]
    found = asked_of(history, Asked())["picking-pays"]
    assert found.mean == sum(brought) / len(brought)
    squares = sum((one * one for one in brought), Fraction(0))
    total = sum(brought, Fraction(0))
    assert found.answer == judged_mean(len(brought), total, squares, compared=found.compared)
    assert found.side == (found.mean > 0) - (found.mean < 0)


def test_who_does_it_most_is_asked_of_everybody_as_on_their_own_pages(history: Group) -> None:
    counts = counted(history)["sheepshead"]
    mine = {
        (one.player, one.key): one for player in cast.ids(history) for one in questions_about(player, counts)
    }
    who = [one for one in asked_of(history, Asked()).values() if one.about is About.WHO]
    assert len(who) > 5
    for one in who:
        assert len(one.everybody) > 1
        assert (one.players, one.share) == ((one.everybody[0].player,), one.everybody[0].share)
        for answer in one.everybody:
            assert answer == mine[answer.player, one.of]
            assert one.key == f"who-{answer.key}"
        enough = [answer.answer.verdict is not Verdict.TOO_FEW for answer in one.everybody]
        assert enough == sorted(enough, reverse=True)


def page_by_page(group: Group, question: GroupQuestion, asked: Asked) -> list[WholeHand]:
    some = partial(whole_hands, group, "sheepshead", question, asked, many=7)
    pages = [some()]
    while older := pages[-1].older:
        pages.append(some(older=older))
    assert [page.newer is None for page in pages] == [not place for place in range(len(pages))]
    for before, page in pairwise(pages):
        assert some(newer=page.newer) == before
    return [hand for page in pages for hand in page.hands]


def test_the_hands_behind_a_question_are_those_it_counts_the_latest_first(history: Group) -> None:
    for asked in ASKED:
        expected = by_hand(history, asked)
        for key, one in asked_of(history, asked).items():
            found = page_by_page(history, one, asked)
            if one.about is About.WHO:
                assert found == []
                continue
            told = expected[key]
            if one.about in (About.LEASTERS, About.SCHNEIDER):
                told = [hand for hand in told if hand[-1]]
            assert [(hand.night, hand.entry, hand.is_one) for hand in found] == [*reversed(told)]
            assert len(found) == listed(one)


def test_a_hand_is_told_with_all_who_played(history: Group) -> None:
    rows = {(session.number, row.entry): row for session, row in histories.every_row(history)}
    question = asked_of(history, Asked())["picking-pays"]
    for hand in whole_hands(history, "sheepshead", question, Asked()).hands:
        row = rows[hand.night, hand.entry]
        assert row.scored
        told = {part.player: (part.role, Fraction(part.parts, PARTS)) for part in hand.parts}
        assert told == {
            who: (role, Fraction(points))
            for who, role, points in zip(row.seats, row.scored.roles, row.scored.points, strict=True)
        }
        assert hand.side_points == row.scored.side_points
        assert hand.points_of(*row.seats) == sum(row.scored.points)


def test_behind_two_players_are_the_hands_they_met_in(history: Group) -> None:
    counts = counted(history)["sheepshead"]
    for one, other in permutations(cast.ids(history)[:4], 2):
        against = question_of_two(counts, About.AGAINST, one, other)
        assert against
        found = page_by_page(history, against, Asked())
        flows = [hand.flow(one, other) for hand in found]
        assert Share(k=sum(flow > 0 for flow in flows), n=len(flows)) == against.share
        assert [hand.is_one for hand in found] == [flow > 0 for flow in flows]
        assert all(flows)
        assert against.key == f"against-{one}-{other}"
        together = question_of_two(counts, About.TOGETHER, one, other)
        if together:
            found = page_by_page(history, together, Asked())
            sides = [{part.role for part in hand.parts if part.player in (one, other)} for hand in found]
            assert len(found) == together.share.n
            assert all(roles in ({"picker", "partner"}, {"alone", "partner"}) for roles in sides)
            won = [any(part.won for part in hand.parts if part.player == one) for hand in found]
            assert sum(won) == together.share.k


def test_two_who_never_met_are_not_asked_about(history: Group) -> None:
    counts = counted(history)["sheepshead"]
    ann = cast.ids(history)[0]
    for about in (About.AGAINST, About.TOGETHER):
        assert question_of_two(counts, about, ann, 10**9) is None


def test_a_page_of_hands_is_two_queries(db: None, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    history = histories.some_history(1)  # nobody had to pick: those hands are found in the books
    for one in asked_of(history, Asked()).values():
        with django_assert_num_queries(2 if listed(one) else 0):
            page = whole_hands(history, "sheepshead", one, Asked())
        if page.hands:
            last = page.hands[0]
            with django_assert_num_queries(3):
                whole_hands(history, "sheepshead", one, Asked(), older=HandPlace(last.night, last.entry))


def test_of_the_nights_of_a_page_only_its_hands_are_read(
    history: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.standings.group_behind.AT_ONCE", 3)
    question = asked_of(history, Asked())["picking-pays"]
    with CaptureQueriesContext(connection) as asked:
        hands = whole_hands(history, "sheepshead", question, Asked(), many=listed(question)).hands
    read = 0
    with connection.cursor() as cursor:
        for one in asked.captured_queries[1:]:
            cursor.execute(one["sql"])
            read += len(cursor.fetchall())
    assert read == sum(len(hand.parts) for hand in hands)


def test_hands_told_at_the_same_moment_are_turned_from_as_well(history: Group) -> None:
    HandResult.objects.update(at=on(date(2025, 1, 3)))
    question = asked_of(history, Asked())["picking-pays"]
    found = page_by_page(history, question, Asked())
    assert len(found) == listed(question)
    places = [(hand.night, hand.entry) for hand in found]
    assert places == sorted(set(places), reverse=True)


def test_no_page_begins_beside_a_hand_that_there_is_not(history: Group) -> None:
    question = asked_of(history, Asked())["picking-pays"]
    with pytest.raises(LookupError):
        whole_hands(history, "sheepshead", question, Asked(), older=HandPlace(1, 9999))


def test_forced_hands_are_held_against_all_that_were_picked() -> None:
    counts = Counts(
        roles={Role(ANY, 1, "picker", "picked", ""): Sums(60, 40, 0, 0)},
        occasions={Occasion(ANY, 1, "forced"): Sums(30, 5, 0, 0)},
    )
    [forced] = [one for one in group_questions(counts, counts, Circumstances()) if one.about is About.FORCED]
    assert (forced.share, forced.usual) == (Share(k=5, n=30), Share(k=40, n=60))
    assert forced.answer
    assert forced.answer.verdict is Verdict.CLEAR
    assert listed(forced) == 30


def test_each_contract_is_held_against_all_of_them() -> None:
    counts = Counts(
        roles={
            Role(ANY, 1, "alone", "solo", ""): Sums(40, 30, 0, 0),
            Role(ANY, 2, "alone", "wenz", ""): Sums(10, 2, 0, 0),
        }
    )
    found = {one.key: one for one in group_questions(counts, counts, Circumstances())}
    assert found["contract-solo"].share == Share(k=30, n=40)
    assert found["contract-wenz"].usual == Share(k=32, n=50)
    # Nobody has a partner: whether it is better alone is not asked.
    assert "alone" not in found


def test_a_place_from_which_nobody_ever_picks_is_asked_about() -> None:
    counts = Counts(
        roles={Role(ANY, 1, "picker", "picked", ""): Sums(40, 20, 0, 0)},
        places={Place(ANY, 1, place): Picks(40, 40 * (place == 2), 0) for place in range(1, 11)},
    )
    found = [one for one in group_questions(counts, counts, Circumstances()) if one.about is About.PLACE]
    assert {one.of: (one.share.k, one.share.n) for one in found} == {
        str(place): (40 * (place == 2), 40) for place in range(1, 11)
    }
    assert {one.usual for one in found} == {Share(k=40, n=400)}
    assert found[-1].of == "10"


def test_leasters_of_tables_of_different_sizes_are_counted_as_hands() -> None:
    cases = Case(1, 4, 25), Case(1, 5, 25)
    whole = Counts(
        hands={cases[0]: 10, cases[1]: 20},
        roles={
            Role(case, player, "leaster", "leaster", ""): Sums(3, 1, 0, 0)
            for case in cases
            for player in range(1, case.active + 1)
        },
    )
    at_four = Counts(hands={ANY: 10})
    of_four = group_questions(whole, at_four, Circumstances(active=4))
    assert [(one.key, one.share) for one in of_four] == [("leasters", Share(k=3, n=10))]
    every = group_questions(whole, Counts(hands={ANY: 30}), Circumstances())
    assert [(one.key, one.share) for one in every] == [("leasters", Share(k=6, n=30))]


def test_the_surest_stands_first_and_what_is_too_few_last() -> None:
    counts = Counts(
        roles={
            Role(ANY, 1, "picker", "picked", ""): Sums(400, 380, 0, 0),
            Role(ANY, 2, "picker", "picked", ""): Sums(400, 200, 0, 0),
            Role(ANY, 1, "opponent", "picked", ""): Sums(5, 2, 0, 0),
            Role(ANY, 2, "opponent", "picked", ""): Sums(5, 2, 0, 0),
        }
    )
    found = [one.key for one in group_questions(counts, counts, Circumstances())]
    assert found == ["who-won-picking", "picking-pays", "who-picking", "who-opponent"]


def test_of_nothing_nothing_is_asked() -> None:
    assert group_questions(Counts(), Counts(), Circumstances()) == ()


def test_every_answer_about_the_group_and_its_players_allows_for_as_many(history: Group) -> None:
    for asked in ASKED:
        whole = counted(history, Asked(since=asked.since, until=asked.until)).get("sheepshead", Counts())
        counts = counted(history, asked).get("sheepshead", Counts())
        found = group_questions(whole, counts, asked.circumstances)
        mine = [one for player in cast.ids(history) for one in questions_about(player, counts)]
        assert {*(one.compared for one in found), *(one.compared for one in mine)} <= {compared_in(counts)}
        enough = [one for one in found if one.about is not About.WHO and one.answer]
        enough = [one for one in enough if one.answer and one.answer.verdict is not Verdict.TOO_FEW]
        company, balances = company_of(counts), [balance_of(one, counts) for one in cast.ids(history)]
        told = sum(one.answer.verdict is not Verdict.TOO_FEW for one in mine)
        brought = sum(one is not None and one.answer.verdict is not Verdict.TOO_FEW for one in balances)
        assert max(1, told + brought + company.compared + len(enough)) == compared_in(counts)
