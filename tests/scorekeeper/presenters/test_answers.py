"""What is said of an answer that is not clear."""

from dataclasses import replace
from fractions import Fraction

import pytest

from ledger.statistics import judged
from scorekeeper.presenters.answers import unclear

HALF = Fraction(1, 2)


def said(k: int, n: int, compared: int = 1) -> str:
    return unclear(judged(k, n, HALF, compared=compared), n, HALF, compared)


def test_below_twenty_nothing_is_said_beside_k_of_n() -> None:
    assert said(12, 19) == ""
    assert said(12, 20) == "Could be luck: about 77 more such hands would tell."


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (500, "Could be luck: about 500 more such hands would tell."),
        (501, "Could be luck."),
        (None, "Could be luck."),
    ],
)
def test_how_many_more_hands_would_tell_is_said_up_to_500(more: int | None, words: str) -> None:
    answer = replace(judged(15, 25, HALF), more=more)
    assert unclear(answer, 25, HALF, 1) == words


def test_bar_that_leaves_out_what_is_usual_by_luck_is_explained_where_more_hands_would_tell() -> None:
    assert said(40, 60, compared=30).startswith(
        "Could be luck: among 30 answers some look unusual by chance."
    )
    assert said(40, 60, compared=30).endswith("About 29 more such hands would tell.")
