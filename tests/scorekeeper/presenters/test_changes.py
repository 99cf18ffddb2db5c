"""Check the changes that a phone is told that is behind."""

from scorekeeper.presenters.changes import meanwhile
from tests.paper import Paper, picked

NAMES = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dave", 5: "Edith", 6: "שלום"}
OTHERS = ("the others", "−1")


def told(paper: Paper, after: int) -> list[tuple[str, list[tuple[str, str]]]]:
    return meanwhile(paper.lines[after:], paper.sheet, NAMES)


def test_a_hand_is_told_once_as_it_stands_with_what_it_brought() -> None:
    paper = Paper(5)
    hand = paper.hand(1, 2)
    paper.correct(hand, picked(paper.seats, 3, 4))
    worths = [("Cleo", "+2"), ("Dave", "+1"), OTHERS]
    assert told(paper, 1) == [("Meanwhile hand 1 was recorded", worths)]
    assert told(paper, 2) == [("Meanwhile hand 1 was corrected", worths)]
    paper.void(hand)
    assert told(paper, 1) == [("Meanwhile a hand was recorded and taken back", [])]
    assert told(paper, 3) == [("Meanwhile a hand was taken back", [])]


def test_who_came_and_went_is_named_and_a_phone_that_has_seen_more_is_told_so() -> None:
    paper = Paper(5)
    assert told(paper, 1) == [("Meanwhile this night was put back to how it was before", [])]
    paper.write("joined", player=6, after=5)
    paper.write("left", player=1)
    assert told(paper, 1) == [("Meanwhile \u2068שלום\u2069 sat down", []), ("Meanwhile Ann went home", [])]


def test_a_division_of_the_pot_is_no_hand() -> None:
    paper = Paper(5, options={"pot": "leaster"})
    paper.tell({"kind": "leaster", "winners": [0]})
    paper.tell({"kind": "pot_divide"})
    assert [title for title, _ in told(paper, 2)] == ["Meanwhile a change of the pot was recorded"]
