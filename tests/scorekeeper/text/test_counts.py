"""How many hands and nights: one is one, and a template says the same."""

from collections.abc import Callable

import pytest
from django.template import Context, Template

from scorekeeper.text.counts import hands, nights


@pytest.mark.parametrize(
    ("count", "number", "words"),
    [
        *((hands, number, words) for number, words in ((0, "0 hands"), (1, "1 hand"), (1200, "1200 hands"))),
        *((nights, number, words) for number, words in ((0, "0 nights"), (1, "1 night"), (2, "2 nights"))),
    ],
)
def test_hands_and_nights_are_counted_in_words_that_fit_their_number(
    count: Callable[[int], str], number: int, words: str
) -> None:
    assert count(number) == words


def test_a_template_says_how_many_as_the_house_does() -> None:
    template = Template("{% load counts %}{{ played|hands }} on {{ met|nights }}")
    assert template.render(Context({"played": 1, "met": 3})) == "1 hand on 3 nights"
