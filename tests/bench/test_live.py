"""The bench of phones that watch: how its numbers are made of what was seen."""

import pytest

from tests.bench.live import Told, highest
from tests.bench.live_phones import All, Heard


@pytest.mark.parametrize(("share", "expected"), [(0.5, 2.0), (0.95, 4.0), (0.25, 1.0), (1, 4.0)])
def test_of_all_that_was_seen_this_share_is_not_higher(share: float, expected: float) -> None:
    assert highest([4.0, 1.0, 3.0, 2.0], share) == expected


def test_a_teller_waits_from_sending_to_the_answer() -> None:
    assert Told(night="/g/a/1/", number=2, sent=10.0, answered=10.5).ms == 500


def test_what_is_over_is_told_once_and_what_is_not_later() -> None:
    drawn, waits = (Heard(night="/g/a/1/", number=2, at=1.0, drawn=at) for at in (1.5, 0))
    everything = All(heard=[drawn, waits], ended=["the server hung up"])
    assert everything.taken() == All(heard=[drawn], ended=["the server hung up"])
    waits.trouble = "it broke off"
    assert everything.taken() == All(heard=[waits], ended=[])
    assert everything.taken() == All()
