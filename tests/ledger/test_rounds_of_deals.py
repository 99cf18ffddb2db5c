"""A round is over when everybody who is in the game has dealt."""

from tests.paper import Paper


def hands(paper: Paper, many: int) -> None:
    for _ in range(many):
        picker, partner = paper.sheet.seating.active[:2]
        paper.hand(picker, partner)


def stands(paper: Paper) -> tuple[int, set[int]]:
    return paper.sheet.rounds, set(paper.sheet.dealt)


def test_round_is_as_many_hands_as_people_deal() -> None:
    paper = Paper()
    found = []
    for _ in range(6):
        found.append((paper.sheet.rounds, len(paper.sheet.dealt)))
        hands(paper, 1)
    assert found == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0)]


def test_who_deals_twice_has_dealt_and_who_sits_out_for_long_is_not_waited_for() -> None:
    paper = Paper(6, skip=[6])
    hands(paper, 1)
    paper.tell({"kind": "picked", "picker": 1, "partners": [2], "result": "won"}, dealer=0)
    assert stands(paper) == (0, {1})
    hands(paper, 4)
    assert stands(paper) == (1, set())


def test_who_comes_deals_before_the_round_is_over_and_who_goes_is_not_waited_for() -> None:
    paper = Paper()
    hands(paper, 4)
    paper.write("joined", player=6, after=5)
    hands(paper, 1)
    assert stands(paper) == (0, {1, 2, 3, 4, 5})
    left = paper.write("left", player=6)
    assert stands(paper) == (1, set())
    paper.write("undone", of=left)
    assert stands(paper) == (0, {1, 2, 3, 4, 5})
    paper.write("left", player=6)
    hands(paper, 1)
    assert stands(paper) == (1, {1})


def test_a_hand_taken_back_at_once_was_never_dealt_and_one_taken_back_later_was() -> None:
    paper = Paper()
    hands(paper, 1)
    paper.void(2)
    assert stands(paper) == (0, set())
    hands(paper, 2)
    paper.void(4)
    assert stands(paper) == (0, {1, 2})
