"""Two benches that take turns: which lines are compared, and that each tree runs its own."""

import subprocess
from pathlib import Path

import pytest

from tests.bench.against import Compared, bench, compare, compared, costs_in

REPORT = """Scoring a hand, rules already read (processor time)
  Sheepshead, an evening's mix                            25.65 µs  (at most 50 µs)
  southern_indiana, all 36 examples                       14.10 µs
Over HTTP with 20000 hands in the group (medians of an evening from its first hand to its 60th)
  recording a hand / floor                                 4.20 ×  (at most 6 ×)
  standings                                              140.25 ms  (at most 100 ms)  TOO MUCH
Some are too slow.
"""

FAKE = """
import sys, pathlib
log = pathlib.Path({log!r})
log.write_text((log.read_text() if log.exists() else "") + {name!r})
print("Pages")
print(f"  {{'standings':<52}}{{{cost}:9.2f}} ms  (at most 100 ms)")
print(f"  {{{only!r}:<52}}{{1:9.2f}} ms")
sys.exit({code})
"""


def git(*said: str, at: Path) -> None:
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    subprocess.run(["git", *who, *said], cwd=at, check=True, capture_output=True)


def write_bench(tree: Path, log: Path, name: str, *, cost: float, only: str, code: int = 0) -> None:
    """A tree whose bench says one cost that every tree has and one that it alone has."""
    folder = tree / "tests" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    fake = FAKE.format(log=str(log), name=name, cost=cost, only=only, code=code)
    (folder / "__main__.py").write_text(fake)


def test_a_report_is_read_line_by_line() -> None:
    assert costs_in(REPORT) == {
        "Sheepshead, an evening's mix": (25.65, "µs"),
        "southern_indiana, all 36 examples": (14.1, "µs"),
        "recording a hand / floor": (4.2, "×"),
        "standings": (140.25, "ms"),
    }


def test_a_ratio_is_the_median_of_the_rounds_and_not_of_all_that_was_measured() -> None:
    rounds = [({"a": (one, "ms")}, {"a": (other, "ms")}) for one, other in ((1, 2), (10, 11), (100, 90))]
    (line,) = compared(rounds)
    assert line == Compared(what="a", unit="ms", before=10, now=11, ratio=1.1)
    assert line.is_slower


def test_only_what_both_benches_measure_is_compared() -> None:
    rounds = [({"a": (1, "ms"), "gone": (1, "ms")}, {"new": (1, "ms"), "a": (1, "ms")})]
    assert [line.what for line in compared(rounds)] == ["a"]


def test_a_line_that_counts_no_time_is_never_slower() -> None:
    assert not Compared(what="a", unit="×", before=1, now=2, ratio=2).is_slower


def test_a_commit_runs_its_own_bench_in_turns_with_what_lies_in_the_tree(tmp_path: Path) -> None:
    tree, log = tmp_path / "tree", tmp_path / "log"
    write_bench(tree, log, "b", cost=20, only="an old page")
    git("init", "--quiet", at=tree)
    git("add", ".", at=tree)
    git("commit", "--quiet", "-m", "A slow bench.", at=tree)
    write_bench(tree, log, "n", cost=10, only="a new page", code=1)
    assert compare(tree, "HEAD", 3) == [Compared(what="standings", unit="ms", before=20, now=10, ratio=0.5)]
    assert log.read_text() == "bnnbbn"
    assert not (tree / ".git" / "worktrees").exists()


def test_a_bench_that_breaks_down_says_why(tmp_path: Path) -> None:
    folder = tmp_path / "tests" / "bench"
    folder.mkdir(parents=True)
    (folder / "__main__.py").write_text("print('  standings  1.00 ms'); raise SystemExit('no book')")
    with pytest.raises(RuntimeError, match="stopped:\nno book"):
        bench(tmp_path)
