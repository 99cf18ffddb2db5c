"""What the pages call clear in groups that never were: little where all are equal, more where one is not."""

from random import Random

import pytest

from ledger.models import Session
from ledger.standings.company import clear_pairs, company_of
from ledger.standings.played import Played
from ledger.standings.questions import answers_about
from ledger.standings.roles import balance_of
from ledger.statistics import Verdict
from tests.cast import a_night, thursday_table
from tests.ledger.simulated import a_group, a_hand_brings
from tests.steady import SEED, many

pytestmark = pytest.mark.django_db

# Such a player's side wins 70 of 100 hands that the others win 62 of.
STRONGER = 0.08


@pytest.fixture
def night() -> Session:
    return a_night(thursday_table(), "Ann", "Ben", "Cleo", "Dave", "Edith")


def called_out(played: Played, night: Session) -> list[int]:
    found = []
    for player in night.people:
        answers = answers_about(player, played)
        found += [player for one in answers if one.answer.verdict is Verdict.CLEAR]
        balance = balance_of(player, played)
        found += [player] if balance and balance.answer.verdict is Verdict.CLEAR else []
    return found + [who for pair in clear_pairs(company_of(played)) for who in pair.players]


@pytest.mark.parametrize(("hands", "on_push"), [(100, 200), (400, 60), (2000, 20)])
def test_luck_is_called_out_in_fewer_than_one_in_twenty_groups_of_equals(
    night: Session, hands: int, on_push: int
) -> None:
    groups = many(on_push, soak=5 * on_push)
    called = [bool(called_out(a_group(night, hands, Random(SEED + seed)), night)) for seed in range(groups)]
    assert sum(called) <= groups * 5 // 100


def test_a_stronger_player_is_called_out_in_most_groups_by_two_thousand_hands(night: Session) -> None:
    groups = [a_group(night, 2000, Random(seed), {0: STRONGER}) for seed in range(40)]
    stronger = night.people[0]
    # Which is four tenths of a point a hand.
    brought = [a_hand_brings(played, stronger) for played in groups]
    assert 0.35 < sum(brought) / len(brought) < 0.45
    assert sum(stronger in called_out(played, night) for played in groups) > len(groups) * 3 // 4
