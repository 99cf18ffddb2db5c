"""The hands behind an answer are those it counts, each once, the latest first, however they were told."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial
from itertools import pairwise, permutations
from random import Random

import pytest
from pytest_django import DjangoAssertNumQueries

from ledger.models import PARTS, Group, Hand
from ledger.standings.behind import (
    HandPlace,
    HandsPage,
    PlayedHand,
    hands_behind,
    listed,
)
from ledger.standings.company import company_of
from ledger.standings.filtering import EVERYTHING, Filter
from ledger.standings.played import Played, played_in
from ledger.standings.questions import TOGETHER, answers_about, group_answers
from tests import cast
from tests.ledger import histories
from tests.ledger.slowly.questions import answers_of, pairs_of, told_of_the_group
from tests.ledger.slowly.raw import Raw, raw_of
from tests.steady import seeds

pytestmark = pytest.mark.django_db

ASKED = (
    EVERYTHING,
    Filter(since=date(2024, 12, 1), until=date(2025, 5, 31)),
    Filter(stake=50),
    Filter(since=date(2025, 1, 1), version=3, active=5),
)


@pytest.fixture(params=seeds([1, 2]))
def history(request: pytest.FixtureRequest) -> Group:
    return histories.a_full_history(request.param)


def page_by_page(some: Callable[..., HandsPage]) -> list[PlayedHand]:
    """Return all hands; each page is turned back from, too."""
    pages = [some(many=4)]
    while older := pages[-1].older:
        pages.append(some(many=4, older=older))
    assert [page.newer is None for page in pages] == [not place for place in range(len(pages))]
    for before, page in pairwise(pages):
        assert some(many=4, newer=page.newer) == before
    return [hand for page in pages for hand in page.hands]


def latest_first(raw: Raw, told: list[tuple[int, int, bool]]) -> list[tuple[int, int, bool]]:
    place = {night: number for number, (night, _) in enumerate(raw.nights)}
    order = {(one.night, one.entry): number for number, one in enumerate(raw.hands)}
    return sorted(told, key=lambda one: (place[one[0]], order[one[:2]]), reverse=True)


def each_game(history: Group) -> Iterator[tuple[Played, Raw]]:
    for asked in ASKED:
        raw = raw_of(history, asked)
        for game, played in played_in(history, asked).items():
            yield played, raw.of(game, asked)


def test_hands_behind_a_players_answer_are_those_of_the_books(history: Group) -> None:
    seen = set()
    for played, there in each_game(history):
        told: dict[tuple[str, int], list[tuple[int, int, bool]]] = defaultdict(list)
        for one in there.dealt():
            for key, who, is_one in answers_of(one):
                told[key, who].append((one.night, one.entry, is_one))
        for player in sorted(there.people())[:4]:
            for answer in answers_about(player, played):
                if answer.key != "mauer":
                    found = page_by_page(partial(hands_behind, played, answer))
                    expected = latest_first(there, told[answer.key, player])
                    assert [(one.night, one.entry, one.is_one) for one in found] == expected, answer.key
                    seen.add(answer.key.split("-")[0])
    assert seen >= {"picking", "won", "partner", "forced", "cracked", "cracks", "doubled", "pot", "place"}


def test_hands_behind_an_answer_about_the_group_are_those_of_the_books(history: Group) -> None:
    for played, there in each_game(history):
        told: dict[str, list[tuple[int, int, bool]]] = defaultdict(list)
        for one in there.dealt():
            for key, answers in told_of_the_group(Raw(nights=there.nights, hands=[one])).items():
                named = "picking-pays" if key == "picked" else key
                told[named] += [(one.night, one.entry, is_one) for is_one in answers]
        for answer in group_answers(played):
            found = page_by_page(partial(hands_behind, played, answer))
            assert len(found) == listed(answer)
            if not answer.everybody:
                expected = [one for one in told[answer.key] if one[-1] or not answer.question.is_rare]
                latest = latest_first(there, expected)
                assert [(one.night, one.entry, one.is_one) for one in found] == latest


def test_hands_of_two_are_those_they_met_in(history: Group) -> None:
    played = played_in(history)["sheepshead"]
    company = company_of(played)
    together, against = pairs_of(raw_of(history).of("sheepshead"))
    for one, other in permutations(cast.ids(history)[:4], 2):
        both = min(one, other), max(one, other)
        if answer := company.seen_from(one, other):
            found = page_by_page(partial(hands_behind, played, answer))
            assert len(found) == len(against[both])
            assert [hand.is_one for hand in found] == [hand.flow(one, other) > 0 for hand in found]
        if answer := company.seen_from(one, other, TOGETHER):
            found = page_by_page(partial(hands_behind, played, answer))
            assert len(found) == len(together[both])
            assert sum(hand.is_one for hand in found) == sum(won for won, *_ in together[both])
    assert company.seen_from(one, 10**9) is None


def test_hands_are_listed_with_their_night_and_all_who_sat_at_the_table(
    history: Group, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    played = played_in(history)["sheepshead"]
    pays = next(one for one in group_answers(played) if one.key == "picking-pays")
    told = {(one.night, one.entry): one for one in raw_of(history).hands}
    for hand in hands_behind(played, pays).hands:
        one = told[hand.night, hand.entry]
        parts = {who: points * PARTS for who, points in one.points.items()}
        assert {part.player: part.parts for part in hand.parts} == parts
        assert hand.side_points == one.side_points
    with pytest.raises(LookupError):
        hands_behind(played, pays, older=HandPlace(1, 9999))
    for answer in group_answers(played):
        with django_assert_num_queries(2 if listed(answer) else 0):
            page = hands_behind(played, answer, many=1)
        if page.older:
            with django_assert_num_queries(3):
                hands_behind(played, answer, older=page.older)
    # They are listed with their night, at whatever time they were told.
    luck = Random(3)
    for stored in Hand.objects.all():
        stored.at = stored.at and stored.at + timedelta(days=luck.randrange(-900, 900))
        stored.save(update_fields=["at"])
    found = page_by_page(partial(hands_behind, played_in(history)["sheepshead"], pays))
    assert len(found) == len({(one.night, one.entry) for one in found}) == pays.share.n
    assert [one.day for one in found] == sorted((one.day for one in found), reverse=True)
