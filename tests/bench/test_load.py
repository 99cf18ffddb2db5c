"""The load: how its numbers are made of what was seen, and a very small one."""

import os
import subprocess
import sys

import pytest

from tests.bench.live import Part, Told
from tests.bench.load import EVERY, Looks, Round, Shares, end, paces
from tests.serving import ROOT

EASY = Shares(server=0.2, database=0.1, phones=0.2, machine=0.6)


def a_round(
    *, ms: float = 20, told: float = 10, shares: Shares = EASY, errors: tuple[str, ...] = ()
) -> Round:
    hands = [Told(night="/g/a/1/", number=2, sent=0, answered=ms / 1000)]
    return Round(wanted=10, told=told, part=Part(told=hands, errors=[*errors]), looks=Looks(), shares=shares)


def test_it_begins_as_people_play_and_is_twice_as_fast_each_time() -> None:
    assert [round(one * EVERY) for one in paces(1000, 0, 60)][:3] == [1000, 2000, 4000]
    assert next(paces(1, 0, 10)) == 0.5
    assert list(paces(1000, 7.5, 60)) == [7.5]


@pytest.mark.parametrize("spoilt", [a_round(ms=1500), a_round(told=9), a_round(errors=("a hand: 503",))])
def test_a_round_that_is_late_slow_or_broken_is_not_kept_up_with(spoilt: Round) -> None:
    assert a_round().is_kept_up
    assert not spoilt.is_kept_up


@pytest.mark.parametrize(
    ("shares", "why"),
    [
        (Shares(server=0.95, database=0.1, phones=0.2, machine=1.3), "the server"),
        (
            Shares(server=0.8, database=0.2, phones=0.5, machine=2.0),
            "the 2 processors, of which the phones of this load took 25 % and what else runs here 25 %",
        ),
        (EASY, "no processor: something was waited for"),
    ],
)
def test_it_says_what_was_at_its_end(shares: Shares, why: str) -> None:
    said = end([a_round(), a_round(told=5, shares=shares)], 2)
    assert said.startswith("Kept up with 10.0 hands a second: 1800 tables.")
    assert why in said
    assert end([a_round()], 2).endswith("It was not at its end.")
    assert end([a_round(told=5)], 2).startswith("Never kept up.")


def test_two_servers_on_two_cores_leave_no_room_for_a_third() -> None:
    both = Shares(server=1.85, database=0.1, phones=0.02, machine=1.99)
    said = end([a_round(told=5, shares=both)], 2, 2)
    assert "the 2 processors, of which the phones of this load took 1 % and what else runs here 1 %" in said
    assert "one more server takes more" in end([a_round(told=5, shares=both)], 4, 2)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_very_small_one_is_played_to_its_end() -> None:
    environment = {**os.environ, "TABLES": "2", "SECONDS": "3", "RATE": "2", "DATABASE_URL": ""}
    environment["DJANGO_SETTINGS_MODULE"] = "tests.served"
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.load"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "2 tables, 10 phones that watch" in done.stdout, done.stderr
    assert ", 0 errors" in done.stdout, done.stdout
    for what in ("recording a hand", "recorded → new sheet on a phone", "a page of the group"):
        assert what in done.stdout
