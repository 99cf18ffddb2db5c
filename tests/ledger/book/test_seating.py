"""Who deals, who sits out, and where the deal goes when people come, go, or rest."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.seating import Seating, usually_play
from ledger.scoring.scored import HandRefused
from scorekeeper.text.refusals import sentence
from tests.steady import steady


def table(people: int, *, dealer: int = 0, plays: int | None = None, skip: tuple[int, ...] = ()) -> Seating:
    """Players 0, 1, 2, … clockwise."""
    return Seating(
        seats=tuple(range(people)),
        dealer=dealer,
        plays=usually_play(people) if plays is None else plays,
        skip=skip,
    )


def refusal(seating: Seating) -> str:
    """The code with which a table is refused."""
    with pytest.raises(HandRefused) as refused:
        seating.check()
    assert sentence(refused.value).endswith(".")
    return refused.value.code


@pytest.mark.parametrize("people", [2, 3, 4, 5])
def test_up_to_five_everybody_plays(people: int) -> None:
    assert table(people, dealer=1).out == ()
    assert table(people, dealer=1).active == tuple(range(people))


@pytest.mark.parametrize("dealer", range(6))
def test_at_six_the_dealer_sits_out(dealer: int) -> None:
    assert table(6, dealer=dealer).out == (dealer,)


@pytest.mark.parametrize(("dealer", "out"), [(3, (2, 3)), (0, (0, 6)), (6, (5, 6))])
def test_at_seven_the_dealer_and_the_player_on_his_right_sit_out(dealer: int, out: tuple[int, ...]) -> None:
    assert table(7, dealer=dealer).out == out


@pytest.mark.parametrize(("people", "out"), [(8, (0, 1, 7)), (9, (0, 1, 7, 8)), (10, (0, 1, 7, 8, 9))])
def test_at_a_larger_table_it_goes_on_to_the_right_until_five_are_left(
    people: int, out: tuple[int, ...]
) -> None:
    seating = table(people, dealer=1)
    assert seating.out == out
    assert len(seating.active) == 5


def test_at_six_everybody_can_play_where_the_table_says_so() -> None:
    assert table(6, plays=6).out == ()


def test_whoever_rests_sits_out_and_the_dealer_plays() -> None:
    assert table(6, dealer=0, skip=(2,)).out == (2,)


def test_of_seven_with_one_resting_the_dealer_sits_out_too() -> None:
    assert table(7, dealer=4, skip=(2,)).out == (2, 4)


def test_a_resting_neighbour_of_the_dealer_is_not_counted_twice() -> None:
    assert table(8, dealer=4, skip=(3,)).out == (2, 3, 4)


def test_who_sits_out_can_be_said_by_hand() -> None:
    seating = table(6, dealer=0).overridden(seats=tuple(range(6)), dealer=None, out=(4, 2))
    assert seating.out == (2, 4)
    assert seating.active == (0, 1, 3, 5)


def test_by_hand_everybody_can_play_too() -> None:
    assert table(6).overridden(seats=tuple(range(6)), dealer=None, out=()).out == ()


def test_another_dealer_for_one_hand_moves_who_sits_out() -> None:
    seating = table(6, dealer=0).overridden(seats=tuple(range(6)), dealer=3, out=None)
    assert (seating.dealer, seating.out) == (3, (3,))


def test_a_resting_player_who_deals_this_once_is_in_the_game() -> None:
    seating = table(6, dealer=0, skip=(2,)).overridden(seats=tuple(range(6)), dealer=2, out=None)
    assert seating.dealer == 2
    assert seating.skip == ()


@pytest.mark.parametrize("seat", [-1, 6, "1", None])
def test_a_seat_that_is_not_there_neither_deals_nor_rests(seat: Any) -> None:
    with pytest.raises(HandRefused):
        table(6).overridden(seats=tuple(range(6)), dealer=None, out=(seat,))


def test_a_newcomer_sits_down_on_the_left_of_somebody() -> None:
    assert table(4, dealer=2).joined(9, after=1).seats == (0, 1, 9, 2, 3)
    assert table(4).joined(9, after=3).seats == (0, 1, 2, 3, 9)


def test_the_deal_stays_when_somebody_joins() -> None:
    assert table(5, dealer=2).joined(9, after=4).dealer == 2


def test_a_sixth_player_sends_the_dealer_out() -> None:
    assert table(5, dealer=2).joined(9, after=4).out == (2,)


@pytest.mark.parametrize(("people", "plays"), [(3, 4), (4, 5), (5, 5), (6, 5)])
def test_a_newcomer_plays_while_five_are_not_complete(people: int, plays: int) -> None:
    assert table(people).joined(99, after=0).plays == plays


def test_a_table_that_plays_with_four_of_five_stays_so_when_a_sixth_comes() -> None:
    assert table(5, plays=4).joined(99, after=0).plays == 4


def test_when_somebody_goes_the_others_keep_their_seats() -> None:
    seating = table(6, dealer=4).left(1)
    assert (seating.seats, seating.dealer, seating.plays) == ((0, 2, 3, 4, 5), 4, 5)
    assert seating.out == ()


@pytest.mark.parametrize(("dealer", "heir"), [(2, 3), (5, 0)])
def test_a_dealer_who_goes_passes_the_deal_to_his_left(dealer: int, heir: int) -> None:
    assert table(6, dealer=dealer).left(dealer).dealer == heir


def test_a_dealer_who_goes_does_not_pass_the_deal_to_somebody_who_rests() -> None:
    assert table(6, dealer=2, skip=(3,)).left(2).dealer == 4


def test_somebody_who_rests_can_go_and_rests_no_more() -> None:
    seating = table(6, skip=(2,)).left(2)
    assert (seating.seats, seating.skip) == ((0, 1, 3, 4, 5), ())


def test_five_after_one_left_and_six_again() -> None:
    seating = table(5).left(4).left(3).joined(3, after=2).joined(4, after=3).joined(5, after=4)
    assert (seating.plays, seating.out) == (5, (0,))


def test_two_stay_or_the_night_is_over() -> None:
    assert table(3).left(1).active == (0, 2)
    with pytest.raises(HandRefused, match=r"too_few\.stay \{'least': 2\}"):
        table(2).left(1)
    with pytest.raises(HandRefused, match=r"too_few\.stay"):
        table(3, skip=(2,)).left(1)


def test_as_many_stay_as_the_game_needs() -> None:
    with pytest.raises(HandRefused, match=r"too_few\.stay \{'least': 3\}"):
        table(3).left(1, least=3)
    with pytest.raises(HandRefused, match=r"too_few\.stay \{'least': 3\}"):
        table(4, skip=(3,)).left(1, least=3)


def test_the_deal_goes_to_whom_the_game_says() -> None:
    assert table(5, dealer=0).dealt_by(1, ring=range(5)).dealer == 1


def test_the_deal_goes_past_somebody_who_rests() -> None:
    assert table(6, dealer=0, skip=(1, 2)).dealt_by(1, ring=range(6)).dealer == 3


def test_the_deal_goes_past_somebody_who_has_left_since() -> None:
    assert table(6).left(1).dealt_by(1, ring=range(6)).dealer == 2


def test_nobody_sits_down_twice_or_beside_a_stranger_or_as_the_eleventh() -> None:
    for seating, player, after, code in (
        (table(5), 2, 0, "already_here"),
        (table(5), 9, 8, "no_such_seat"),
        (table(10), 99, 0, "seats"),
    ):
        with pytest.raises(HandRefused) as refused:
            seating.joined(player, after=after)
        assert refused.value.code == code


def test_somebody_who_is_not_here_cannot_go() -> None:
    with pytest.raises(HandRefused, match="not_here"):
        table(5).left(9)


@pytest.mark.parametrize("people", range(3, 11))
def test_three_to_ten_can_sit_at_a_table(people: int) -> None:
    table(people).check()


def test_tables_that_cannot_play_are_refused() -> None:
    assert refusal(table(1, plays=1)) == "seats"
    assert refusal(table(11)) == "seats"
    assert refusal(Seating(seats=(1, 2, 2), dealer=1, plays=3)) == "seated_twice"
    assert refusal(table(5, skip=(9,))) == "skip"
    assert refusal(table(5, skip=(1, 2, 3, 4))) == "too_few"
    assert refusal(table(5, dealer=9)) == "dealer"
    assert refusal(table(5, dealer=2, skip=(2,))) == "dealer"
    assert refusal(table(5, plays=1)) == "plays"
    assert refusal(table(5, plays=6)) == "plays"


def test_a_seating_is_read_from_an_entry_and_checked() -> None:
    facts = {"seats": [4, 7, 9], "dealer": 7, "plays": 3}
    assert Seating.read(facts) == Seating(seats=(4, 7, 9), dealer=7, plays=3)
    with pytest.raises(HandRefused):
        Seating.read(facts | {"dealer": 8})


@steady(200)
@given(st.integers(3, 10), st.data())
def test_every_table_that_is_allowed_has_enough_players_and_a_dealer(
    people: int, data: st.DataObject
) -> None:
    skip = data.draw(st.lists(st.integers(0, people - 1), unique=True, max_size=people - 3))
    dealer = data.draw(st.sampled_from([seat for seat in range(people) if seat not in skip]))
    seating = table(people, dealer=dealer, plays=data.draw(st.integers(3, people)), skip=tuple(skip))
    seating.check()
    assert len(seating.active) == min(seating.plays, people - len(skip))
    assert set(seating.active) | set(seating.out) == set(range(people))
    assert set(skip) <= set(seating.out)


@steady(100)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 12), st.integers(0, 12)), max_size=12))
def test_however_people_come_and_go_the_table_can_always_play(moves: Sequence[tuple[bool, int, int]]) -> None:
    seating = table(4)
    for comes, player, after in moves:
        try:
            seating = seating.joined(player, after=after) if comes else seating.left(player)
        except HandRefused:
            continue
        seating.check()
        assert len(seating.active) >= 2
