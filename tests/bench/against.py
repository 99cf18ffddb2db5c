"""`make bench AGAINST=<commit>`: what everything costs now and at another commit, line by line, in one run.

The benches take turns, each in a tree of its own and with what that tree has in tests/bench, and with the
packages that are installed now. A ratio is the median over the rounds, each of two benches one after the
other, so that a noisy minute meets both.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent.parent
ROUNDS = 5
# From this ratio on a line is called slower; a quiet machine says the same within some hundredths.
SLOWER = 1.05

# A line of the report in tests/bench/__main__.py.
LINE = re.compile(r"  (?P<what>\S.*?) {2,}(?P<value>[\d.]+) (?P<unit>µs|ms|×)(?=\s|$)")

# Numbers and units of a report, by the words of its lines.
Costs = Mapping[str, tuple[float, str]]


@dataclass(frozen=True, kw_only=True)
class Compared:
    """One line of both benches: medians of the numbers, and of their ratios."""

    what: str
    unit: str
    before: float
    now: float
    ratio: float

    @property
    def is_slower(self) -> bool:
        """Whether it costs more than before; what counts no time is not judged."""
        return self.unit != "×" and self.ratio >= SLOWER

    def __str__(self) -> str:
        verdict = "  SLOWER" if self.is_slower else ""
        return f"  {self.what:<52}{self.before:9.2f}{self.now:9.2f} {self.unit} {self.ratio:8.3f}{verdict}"


def costs_in(report: str) -> Costs:
    """The lines of a bench's report."""
    found = (LINE.match(line) for line in report.splitlines())
    return {line["what"]: (float(line["value"]), line["unit"]) for line in found if line}


def bench(tree: Path) -> Costs:
    """Return the costs of one run of a tree's bench. Raises RuntimeError when it does not come to its end."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench"], cwd=tree, capture_output=True, text=True, check=False
    )
    costs = costs_in(done.stdout)
    if not costs or (done.returncode and done.stderr):  # one that finds something too slow says no error
        raise RuntimeError(f"The bench of {tree} stopped:\n{done.stderr[-2000:]}")
    return costs


def take_turns(before: Path, now: Path, rounds: int) -> list[tuple[Costs, Costs]]:
    """Return the costs of both benches in every round; they take turns at being the first."""
    found = []
    for number in range(rounds):
        print(f"Round {number + 1} of {rounds} …", file=sys.stderr, flush=True)
        if number % 2:
            later = bench(now)
            found.append((bench(before), later))
        else:
            found.append((bench(before), bench(now)))
    return found


def compared(rounds: Sequence[tuple[Costs, Costs]]) -> list[Compared]:
    """The lines that both benches have in every round, as they stand in the report of now."""
    nothing = (0.0, "")
    lines = [
        what for what in rounds[0][1] if all(one.get(what, nothing)[0] for pair in rounds for one in pair)
    ]
    return [
        Compared(
            what=what,
            unit=rounds[0][1][what][1],
            before=median(before[what][0] for before, _ in rounds),
            now=median(now[what][0] for _, now in rounds),
            ratio=median(now[what][0] / before[what][0] for before, now in rounds),
        )
        for what in lines
    ]


def main() -> int:
    parser = ArgumentParser(description="What everything costs now, against another commit.")
    parser.add_argument("commit", help="the commit to compare with")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each bench runs")
    said = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-against-") as place:
        # The files of the commit; git keeps nothing in mind of it.
        archive = subprocess.run(["git", "archive", said.commit], cwd=ROOT, capture_output=True, check=True)
        subprocess.run(["tar", "-x", "-C", place], input=archive.stdout, check=True)
        lines = compared(take_turns(Path(place), ROOT, said.rounds))
    print(f"{'':54}{'before':>9}{'now':>9}{'ratio':>12}")
    print(*lines, sep="\n")
    slower = sum(line.is_slower for line in lines)
    print(f"{slower} of {len(lines)} cost more than before." if slower else "Nothing costs more than before.")
    return 1 if slower else 0


if __name__ == "__main__":
    raise SystemExit(main())
