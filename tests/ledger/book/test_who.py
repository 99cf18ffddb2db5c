"""Who is who: ids that are one person, lines as they are read, and facts as a book knows people."""

import pytest

from ledger.book.sheet import EntryKind, Line
from ledger.book.who import NOBODY_ELSE, Who, followed, named_in, renamed

MIKE, MICHAEL, ANN, BEN = 5, 6, 1, 2
OPENED = Line(
    number=1,
    kind=EntryKind.OPENED,
    facts={"seats": [ANN, BEN, MIKE], "dealer": MIKE, "plays": 3, "skip": [], "stake_cents": 5},
)
HAND = Line(
    number=2, kind=EntryKind.HAND, facts={"seats": [ANN, BEN, MIKE], "told": {}, "dealer": 2, "out": [2]}
)
WHO = Who({MIKE: MICHAEL})


@pytest.mark.parametrize("into", [{1: 1}, {1: 2, 2: 1}, {1: 2, 2: 3, 3: 1}, {4: 1, 1: 2, 2: 1}])
def test_who_was_merged_is_followed_to_the_last_and_not_in_a_circle(into: dict[int, int]) -> None:
    assert followed({1: 2, 2: 3, 4: 3}) == {1: 3, 2: 3, 4: 3}
    assert followed({}) == {}
    with pytest.raises(ValueError, match="circle"):
        followed(into)


def test_person_has_all_ids_of_those_merged_into_them() -> None:
    who = Who({1: 3, 2: 3, 5: 4})
    assert [who.ids_of(one) for one in (3, 1, 6)] == [(3, 1, 2), (3, 1, 2), (6,)]
    assert (who.are_one(1, 2), who.are_one(1, 5)) == (True, False)
    assert who.sums({1: 5, 3: -7, 4: 1, 6: 2}) == {3: -2, 4: 1, 6: 2}


def test_lines_are_read_as_who_people_are_by_now_and_a_dealer_of_a_hand_stays_a_seat() -> None:
    lines = [OPENED, HAND]
    opened, hand = WHO.read(lines)
    assert (opened.facts["seats"], opened.facts["dealer"]) == ([ANN, BEN, MICHAEL], MICHAEL)
    assert (hand.facts["seats"], hand.facts["dealer"], hand.facts["out"]) == ([ANN, BEN, MICHAEL], 2, [2])
    assert OPENED.facts["seats"] == [ANN, BEN, MIKE]
    # A book that names nobody else is the very same.
    assert NOBODY_ELSE.read(lines) is Who({MICHAEL: MIKE}).read(lines) is lines


def test_what_is_written_names_people_as_the_book_does() -> None:
    said = {"player": MICHAEL, "after": ANN}
    assert WHO.inked(said, [OPENED]) == {"player": MIKE, "after": ANN}
    assert WHO.inked({"player": MIKE}, [OPENED]) == {"player": MIKE}
    elsewhere = Line(
        number=1, kind=EntryKind.OPENED, facts=renamed(OPENED.facts, {ANN: ANN, BEN: BEN, MIKE: MICHAEL})
    )
    assert WHO.inked({"player": MIKE}, [elsewhere]) == {"player": MICHAEL}
    assert NOBODY_ELSE.inked(said, [OPENED]) is said


@pytest.mark.parametrize(
    "facts", [{"seats": [MIKE, MICHAEL]}, {"totals": {str(MIKE): "1", str(MICHAEL): "-1"}}]
)
def test_one_person_does_not_sit_twice(facts: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="twice"):
        WHO.inked(facts, [OPENED])


def test_a_book_names_whoever_came_and_was_gone_again() -> None:
    joined = Line(number=3, kind=EntryKind.JOINED, facts={"player": 7, "after": ANN, "goes": BEN})
    undone = Line(number=4, kind=EntryKind.UNDONE, facts={"of": 3})
    assert named_in([OPENED, HAND, joined, undone]) == {ANN, BEN, MIKE, 7}
    notebook = Line(number=1, kind=EntryKind.NOTEBOOK, facts={"totals": {"1": "2", "9": "-2"}})
    assert named_in([notebook]) == {1, 9}
