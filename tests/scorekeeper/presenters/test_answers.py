"""What is said of an answer that is not clear."""

from dataclasses import replace
from fractions import Fraction

import pytest

from ledger.statistics import judged
from scorekeeper.presenters.answers import unclear

HALF = Fraction(1, 2)


MORE = "Could be luck: about {} more such hands would tell."


@pytest.mark.parametrize(
    ("k", "n", "more", "words"),
    [
        (12, 19, 77, ""),  # below twenty nothing is said beside k of n
        (12, 20, 77, MORE.format(77)),
        (15, 25, 500, MORE.format(500)),
        (15, 25, 501, "Could be luck."),
        (15, 25, None, "Could be luck."),
    ],
)
def test_how_many_more_hands_would_tell_is_said_up_to_500(
    k: int, n: int, more: int | None, words: str
) -> None:
    assert unclear(replace(judged(k, n, HALF), more=more), n, HALF, 1) == words


def test_bar_that_leaves_out_what_is_usual_by_luck_is_explained_where_more_hands_would_tell() -> None:
    assert judged(12, 20, HALF).more == 77
    said = unclear(judged(40, 60, HALF, compared=30), 60, HALF, 30)
    assert said.startswith("Could be luck: among 30 answers some look unusual by chance.")
    assert said.endswith("About 29 more such hands would tell.")
