"""Questions about a player: recomputed hand by hand from the sheets, and what of them is called clear."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from pytest_django import DjangoAssertNumQueries

from ledger.counting import ANY, Circumstances, Counts
from ledger.counting.kinds import Occasion, Pair, Picks, Place, Role, Sums
from ledger.models import Group, HandResult, Session
from ledger.sheet import HandRow
from ledger.standings.behind import hands_behind
from ledger.standings.counted import Asked, counted
from ledger.standings.leafing import HandPlace
from ledger.standings.players import Share
from ledger.standings.questions import Subject, Topic, compared_in, questions_about
from ledger.statistics import FLOOR, Verdict
from tests import cast
from tests.ledger import histories
from tests.ledger.histories import result_of
from tests.steady import seeds

pytestmark = pytest.mark.django_db

ASKED = (
    Asked(),
    Asked(since=date(2025, 1, 10), until=date(2025, 2, 28)),
    Asked(circumstances=Circumstances(version=1)),
    Asked(circumstances=Circumstances(stake=50)),
    Asked(until=date(2025, 1, 31), circumstances=Circumstances(active=5, stake=25)),
)

Hands = dict[tuple[str, int], list[tuple[int, int, bool]]]
"""By question and player, the hands behind it: the night, the entry, and whether it is one of k."""


def fits(asked: Asked, session: Session, row: HandRow) -> bool:
    day = session.started_at.astimezone(ZoneInfo(settings.TIME_ZONE)).date()
    where = asked.circumstances
    return (
        (asked.since or date.min) <= day <= (asked.until or date.max)
        and where.version in (None, row.rules.version)
        and where.active in (None, len(row.seats) - len(row.out))
        and where.stake in (None, row.stake_cents)
    )


def told_of(row: HandRow) -> Iterator[tuple[str, int, bool]]:
    """The obvious way: what one hand answers to which question about whom."""
    assert row.scored is not None
    facts, lies_there = row.facts["told"], row.carried.on_table.pots > 0
    order = [*row.seats, *row.seats]
    after = order.index(row.dealer) + 1
    speak = [who for who in order[after : after + len(row.seats)] if who not in row.out]
    for who in speak:
        seat = row.seats.index(who)
        role, has_won = row.scored.roles[seat], bool(row.scored.won[seat])
        picks = role in ("picker", "alone")
        yield "picking", who, picks
        yield f"place-{speak.index(who) + 1}", who, picks
        yield "mauer", who, picks and not facts.get("forced")
        if role and not picks:
            yield "left", who, role == "leaster"
        if role in ("partner", "opponent", "alone", "leaster"):
            yield role, who, has_won
        if picks:
            yield from ((key, who, is_one) for key, is_one in told_of_a_pick(facts, has_won=has_won))
        if lies_there and (picks or role == "partner"):
            yield "pot", who, has_won
        if seat in (facts.get("cracks_by") or ()):
            yield "cracks", who, has_won
        if row.doublers:
            yield "doubled", who, has_won


def told_of_a_pick(facts: dict[str, Any], *, has_won: bool) -> Iterator[tuple[str, bool]]:
    yield "won-picking", has_won
    yield "schneider-made", result_of(facts) in ("won_schneider", "won_all_tricks")
    yield "schneider-suffered", result_of(facts) in ("lost_schneider", "lost_no_trick")
    if facts.get("cracks"):
        yield "cracked", has_won
    if facts.get("forced"):
        yield "forced", has_won


def by_hand(group: Group, asked: Asked) -> Hands:
    found: Hands = defaultdict(list)
    for session, row in histories.every_row(group):
        if fits(asked, session, row):
            for key, who, is_one in told_of(row):
                found[key, who].append((session.number, row.entry, is_one))
    return found


def from_the_same_places(player: int, expected: Hands) -> Fraction:
    """What share of a player's hands everybody would pick, unforced, who spoke as often first, second, …."""
    picks = hands = Fraction(0)
    for (key, who), mine in expected.items():
        if who == player and key.startswith("place"):
            told = [is_one for (other, _), told in expected.items() if other == key for *_, is_one in told]
            picks += Fraction(len(mine) * sum(told), len(told))
            hands += len(mine)
    picked, unforced = (
        sum(is_one for (other, _), told in expected.items() if other == key for *_, is_one in told)
        for key in ("picking", "mauer")
    )
    return picks / hands * Fraction(unforced, picked)


@pytest.fixture(params=seeds([1, 2, 3, histories.FULL]))
def history(request: pytest.FixtureRequest) -> Group:
    return histories.some_history(request.param)


def test_every_answer_is_what_the_sheets_say_hand_by_hand(history: Group) -> None:
    for asked in ASKED:
        expected = by_hand(history, asked)
        counts = counted(history, asked).get("sheepshead", Counts())
        total = {
            key: [one for (other, _), told in expected.items() if other == key for one in told]
            for key, _ in expected
        }
        some = {key for key, told in total.items() if any(one for _, _, one in told)}
        for player in cast.ids(history):
            found = {one.key: one for one in questions_about(player, counts)}
            mine = {key for key, who in expected if who == player}
            assert set(found) == {
                key
                for key in mine
                if key in some or not key.startswith(("picking", "place", "schneider", "mauer", "left"))
            }
            for key, one in found.items():
                told = expected[key, player]
                assert one.share == Share(k=sum(is_one for *_, is_one in told), n=len(told))
                if key == "mauer":
                    assert one.usual.exact == from_the_same_places(player, expected)
                else:
                    assert one.usual == Share(k=sum(is_one for *_, is_one in total[key]), n=len(total[key]))


def test_the_hands_behind_a_question_are_those_that_it_counts_the_latest_first(history: Group) -> None:
    some = partial(hands_behind, many=7)
    for asked in ASKED:
        expected = by_hand(history, asked)
        counts = counted(history, asked).get("sheepshead", Counts())
        for player in cast.ids(history):
            for one in questions_about(player, counts):
                pages = [some(history, "sheepshead", player, one.subject, asked)]
                while older := pages[-1].older:
                    pages.append(some(history, "sheepshead", player, one.subject, asked, older=older))
                found = [(hand.night, hand.entry, hand.is_one) for page in pages for hand in page.hands]
                assert found == [*reversed(expected[one.key, player])]
                assert [page.newer is None for page in pages] == [not place for place in range(len(pages))]
                for before, page in pairwise(pages):
                    assert (
                        before.hands
                        == some(history, "sheepshead", player, one.subject, asked, newer=page.newer).hands
                    )


def test_hands_told_at_the_same_moment_are_turned_from_as_well(history: Group) -> None:
    HandResult.objects.update(at=histories.on(date(2025, 1, 3)))
    ann = cast.ids(history, "Ann")[0]
    some = partial(hands_behind, history, "sheepshead", ann, Subject(Topic.PICKING), Asked())
    pages = [some(many=7)]
    while older := pages[-1].older:
        pages.append(some(many=7, older=older))
    found = [HandPlace(hand.night, hand.entry) for page in pages for hand in page.hands]
    assert found == sorted(set(found), reverse=True)
    assert len(found) == len(some(many=10_000).hands)


def test_a_page_of_hands_is_one_query(
    history: Group, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ann = cast.ids(history, "Ann")[0]
    for subject in (Subject(Topic.PLACE, "1"), Subject(Topic.PICKING)):
        with django_assert_num_queries(1):
            page = hands_behind(history, "sheepshead", ann, subject, Asked())
        last = page.hands[0]
        with django_assert_num_queries(2):
            assert hands_behind(
                history, "sheepshead", ann, subject, Asked(), older=HandPlace(last.night, last.entry)
            )


def test_no_page_begins_beside_a_hand_that_there_is_not(history: Group) -> None:
    ann = cast.ids(history, "Ann")[0]
    with pytest.raises(LookupError):
        hands_behind(history, "sheepshead", ann, Subject(Topic.PICKING), Asked(), older=HandPlace(1, 9999))


ANN, BEN = 1, 2


def role(player: int, role: str, hands: int, won: int, *, kind: str = "picked", row: str = "") -> Counts:
    return Counts(roles={Role(ANY, player, role, kind, row): Sums(hands, won, 0, 0)})


def together(*counts: Counts) -> Counts:
    found: dict[Role, Sums] = {}
    for one in counts:
        found |= one.roles
    return Counts(roles=found)


def test_the_surest_comes_first_and_what_is_too_few_last() -> None:
    counts = together(
        role(ANN, "picker", 400, 390),
        role(BEN, "picker", 400, 40),
        role(ANN, "partner", 100, 55),
        role(BEN, "partner", 100, 50),
        role(ANN, "opponent", FLOOR - 1, 0),
        role(BEN, "opponent", 300, 300),
    )
    found = questions_about(ANN, counts)
    assert [(one.key, one.answer.verdict) for one in found][:1] == [("won-picking", Verdict.CLEAR)]
    assert found[-1].key == "opponent"
    assert found[-1].answer.verdict is Verdict.TOO_FEW
    assert (found[0].side, found[-1].side) == (1, -1)
    by_key = {one.key: one for one in found}
    assert by_key["partner"].answer.verdict is Verdict.COULD_BE_LUCK
    # All that could be called clear: of both players picking, as picker, as partner, whether everybody
    # passes, and what their roles brought; of Ben as opponent; of all whether picking pays.
    assert {one.compared for one in found} == {10}


def test_contracts_are_asked_about_where_there_are_several() -> None:
    one = role(ANN, "picker", 5, 3, kind="solo")
    assert not [q for q in questions_about(ANN, one) if q.subject.topic is Topic.CONTRACT]
    two = together(one, role(BEN, "picker", 4, 1, kind="wenz"), role(ANN, "picker", 2, 2, kind="wenz"))
    found = {q.key: q for q in questions_about(ANN, two) if q.subject.topic is Topic.CONTRACT}
    assert {key: (q.share, q.usual) for key, q in found.items()} == {
        "contract-solo": (Share(k=3, n=5), Share(k=3, n=5)),
        "contract-wenz": (Share(k=2, n=2), Share(k=3, n=6)),
    }


def test_a_game_without_a_picker_or_a_schneider_is_not_asked_for_them() -> None:
    plain = Counts(
        roles={Role(ANY, ANN, "", "typed", ""): Sums(9, 4, 0, 0)},
        places={Place(ANY, ANN, 1): Picks(9, 0, 0)},
    )
    assert questions_about(ANN, plain) == ()
    picked = role(ANN, "picker", 9, 4, row="won")
    assert {one.key for one in questions_about(ANN, picked)} == {"picking", "won-picking"}


def test_hands_one_had_to_pick_or_that_were_doubled_are_counted_and_points_between_hands_are_not() -> None:
    forced = Counts(
        roles={Role(ANY, ANN, "picker", "pot_divide", ""): Sums(0, 1, 2520, 1)},
        occasions={
            Occasion(ANY, ANN, "forced"): Sums(4, 1, 0, 0),
            Occasion(ANY, ANN, "doubled"): Sums(2, 1, 0, 0),
        },
    )
    assert {one.key: one.share for one in questions_about(ANN, forced)} == {
        "forced": Share(k=1, n=4),
        "doubled": Share(k=1, n=2),
    }


def test_a_mauer_is_who_picks_less_than_others_from_the_same_places_of_their_own_will() -> None:
    counts = Counts(
        places={
            Place(ANY, ANN, 1): Picks(100, 20, 0),
            Place(ANY, BEN, 1): Picks(100, 40, 0),
            Place(ANY, ANN, 2): Picks(300, 30, 0),
            Place(ANY, BEN, 2): Picks(100, 10, 0),
        },
        occasions={Occasion(ANY, ANN, "forced"): Sums(10, 1, 0, 0)},
    )
    (ann,) = (one for one in questions_about(ANN, counts) if one.subject.topic is Topic.MAUER)
    assert ann.share == Share(k=40, n=400)
    # From the first place 30 of 100 are picked and from the second 10; of 100 picks 10 were forced.
    assert ann.usual.exact == Fraction((30 + 30) * 90, 100 * 400)
    assert (ann.side, ann.answer.verdict) == (-1, Verdict.COULD_BE_LUCK)


def test_everybody_passed_where_a_leaster_was_played() -> None:
    counts = together(
        role(ANN, "opponent", 30, 3),
        role(ANN, "leaster", 10, 1),
        role(BEN, "picker", 30, 20),
        role(BEN, "leaster", 10, 1),
    )
    found = {player: {one.key: one for one in questions_about(player, counts)} for player in (ANN, BEN)}
    assert found[ANN]["left"].share == Share(k=10, n=40)
    assert found[BEN]["left"].share == Share(k=10, n=10)
    assert found[ANN]["left"].usual == Share(k=20, n=50)


def test_who_picks_with_whom_and_what_roles_brought_count_among_the_answers() -> None:
    counts = replace(
        role(ANN, "picker", FLOOR, 3),
        partners={Pair(ANY, ANN, BEN): Sums(FLOOR - 5, 1, 0, 0), Pair(ANY, BEN, ANN): Sums(5, 1, 0, 0)},
        between={Pair(ANY, ANN, BEN): Sums(FLOOR, 1, 0, 0), Pair(ANY, ANN, 3): Sums(FLOOR - 1, 1, 0, 0)},
    )
    # Picking, winning then, what roles brought; two together, two against each other; whether picking pays.
    assert compared_in(counts) == 6
    assert compared_in(Counts()) == 1


def test_about_who_never_played_nothing_is_asked() -> None:
    assert questions_about(BEN, role(ANN, "picker", 30, 20)) == ()
    assert questions_about(BEN, Counts()) == ()
