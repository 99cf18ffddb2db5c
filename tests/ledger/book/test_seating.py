"""Who deals, who sits out, and where the deal goes when people come, go, or rest."""

import re
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
    return Seating(
        seats=tuple(range(people)),
        dealer=dealer,
        plays=usually_play(people) if plays is None else plays,
        skip=skip,
    )


SIX = tuple(range(6))


Move = tuple[str, dict[str, Any]]


def moved(seating: Seating, *moves: Move) -> Seating:
    for name, facts in moves:
        seating = getattr(seating, name)(**facts)
    return seating


def joined(player: int, after: int) -> Move:
    return "joined", {"player": player, "after": after}


def left(player: int) -> Move:
    return "left", {"player": player}


def overridden(dealer: int | None, out: tuple[int, ...] | None) -> Move:
    return "overridden", {"seats": SIX, "dealer": dealer, "out": out}


@pytest.mark.parametrize(
    ("seating", "moves", "out"),
    [
        *((table(people, dealer=1), [], ()) for people in (2, 3, 4, 5)),
        *((table(6, dealer=dealer), [], (dealer,)) for dealer in range(6)),
        # From the dealer on to the right until five are left
        *((table(7, dealer=dealer), [], out) for dealer, out in ((3, (2, 3)), (0, (0, 6)), (6, (5, 6)))),
        (table(8, dealer=1), [], (0, 1, 7)),
        (table(9, dealer=1), [], (0, 1, 7, 8)),
        (table(10, dealer=1), [], (0, 1, 7, 8, 9)),
        (table(6, plays=6), [], ()),
        # Whoever rests sits out first, and is not counted twice
        (table(6, dealer=0, skip=(2,)), [], (2,)),
        (table(7, dealer=4, skip=(2,)), [], (2, 4)),
        (table(8, dealer=4, skip=(3,)), [], (2, 3, 4)),
        # For one hand it can be said otherwise
        (table(6, dealer=0), [overridden(None, (4, 2))], (2, 4)),
        (table(6), [overridden(None, ())], ()),
        (table(6, dealer=0), [overridden(3, None)], (3,)),
        (table(6, dealer=0, skip=(2,)), [overridden(2, None)], (2,)),
        # The sixth player who comes sends the dealer out
        (table(5, dealer=2), [joined(9, 4)], (2,)),
        (table(6, dealer=4), [left(1)], ()),
        (table(5), [left(4), left(3), joined(3, 2), joined(4, 3), joined(5, 4)], (0,)),
    ],
)
def test_who_sits_out(seating: Seating, moves: list[Move], out: tuple[int, ...]) -> None:
    seating = moved(seating, *moves)
    assert seating.out == out
    assert seating.active == tuple(player for player in seating.seats if player not in out)


def test_resting_player_who_deals_this_once_is_in_the_game() -> None:
    seating = table(6, dealer=0, skip=(2,)).overridden(seats=SIX, dealer=2, out=None)
    assert (seating.dealer, seating.skip) == (2, ())


@pytest.mark.parametrize(
    ("seating", "move", "expected"),
    [
        (table(4, dealer=2), joined(9, 1), Seating(seats=(0, 1, 9, 2, 3), dealer=2, plays=5)),
        (table(4), joined(9, 3), Seating(seats=(0, 1, 2, 3, 9), dealer=0, plays=5)),
        (table(3), joined(9, 0), Seating(seats=(0, 9, 1, 2), dealer=0, plays=4)),
        (table(5, dealer=2), joined(9, 4), Seating(seats=(0, 1, 2, 3, 4, 9), dealer=2, plays=5)),
        (table(6), joined(9, 0), Seating(seats=(0, 9, 1, 2, 3, 4, 5), dealer=0, plays=5)),
        (table(5, plays=4), joined(9, 0), Seating(seats=(0, 9, 1, 2, 3, 4), dealer=0, plays=4)),
        (
            table(5, dealer=2, skip=(3,)),
            ("joined", {"player": 9, "after": None, "goes": 3}),
            Seating(seats=(0, 1, 2, 9, 4), dealer=2, plays=5),
        ),
        (table(6, dealer=4), left(1), Seating(seats=(0, 2, 3, 4, 5), dealer=4, plays=5)),
        # A dealer who goes passes the deal to the left, past whoever rests
        (table(6, dealer=2), left(2), Seating(seats=(0, 1, 3, 4, 5), dealer=3, plays=5)),
        (table(6, dealer=5), left(5), Seating(seats=(0, 1, 2, 3, 4), dealer=0, plays=5)),
        (
            table(6, dealer=2, skip=(3,)),
            left(2),
            Seating(seats=(0, 1, 3, 4, 5), dealer=4, plays=5, skip=(3,)),
        ),
        (table(6, skip=(2,)), left(2), Seating(seats=(0, 1, 3, 4, 5), dealer=0, plays=5)),
        (table(3), left(1), Seating(seats=(0, 2), dealer=0, plays=2)),
    ],
)
def test_table_after_somebody_came_or_went(seating: Seating, move: Move, expected: Seating) -> None:
    assert moved(seating, move) == expected


def test_deal_goes_to_whom_the_game_says_or_past_somebody_who_rests_or_left_since() -> None:
    assert table(5, dealer=0).dealt_by(1, ring=range(5)).dealer == 1
    assert table(6, dealer=0, skip=(1, 2)).dealt_by(1, ring=range(6)).dealer == 3
    assert table(6).left(1).dealt_by(1, ring=range(6)).dealer == 2


@pytest.mark.parametrize(
    ("seating", "move", "facts", "code"),
    [
        (table(2), "left", {"player": 1}, "too_few.stay {'least': 2}"),
        (table(3, skip=(2,)), "left", {"player": 1}, "too_few.stay {'least': 2}"),
        (table(3), "left", {"player": 1, "least": 3}, "too_few.stay {'least': 3}"),
        (table(4, skip=(3,)), "left", {"player": 1, "least": 3}, "too_few.stay {'least': 3}"),
        (table(5), "left", {"player": 9}, "not_here"),
        (table(5), "joined", {"player": 2, "after": 0}, "already_here"),
        (table(5), "joined", {"player": 9, "after": 8}, "no_such_seat"),
        (table(10), "joined", {"player": 99, "after": 0}, "seats"),
        *(
            (table(6), "overridden", {"seats": SIX, "dealer": None, "out": (seat,)}, "no_such_seat")
            for seat in (-1, 6, "1", None)
        ),
        (table(1, plays=1), "check", {}, "seats"),
        (table(11), "check", {}, "seats"),
        (Seating(seats=(1, 2, 2), dealer=1, plays=3), "check", {}, "seated_twice"),
        (table(5, skip=(9,)), "check", {}, "skip"),
        (table(5, skip=(1, 2, 3, 4)), "check", {}, "too_few"),
        (table(5, dealer=9), "check", {}, "dealer"),
        (table(5, dealer=2, skip=(2,)), "check", {}, "dealer"),
        (table(5, plays=1), "check", {}, "plays"),
        (table(5, plays=6), "check", {}, "plays"),
    ],
)
def test_tables_and_moves_that_cannot_be_are_refused(
    seating: Seating, move: str, facts: dict[str, Any], code: str
) -> None:
    with pytest.raises(HandRefused, match=re.escape(code)) as refused:
        getattr(seating, move)(**facts)
    assert sentence(refused.value).endswith(".")


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
    assert sorted((*seating.active, *seating.out)) == list(range(people))
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
