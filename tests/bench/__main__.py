"""`make bench`: what a hand, an evening and a page cost, beside what they may cost. Numbers of one run."""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.served")

import django

django.setup()

from tests.bench.engine import fold_an_evening, score_an_evening, score_by_game  # noqa: E402
from tests.bench.pages import measure  # noqa: E402
from tests.bench.report import Report  # noqa: E402
from tests.bench.sides import Side, side  # noqa: E402
from tests.serving import Server  # noqa: E402

FEW, MANY = 200, 20_000
# A page may cost so many times more with many hands in the group than with few.
HEAVY = 1.3


def engine(report: Report) -> None:
    print("Scoring a hand, rules already read (processor time)")
    report.line("Sheepshead, an evening's mix", score_an_evening(), " µs", 50)
    for game, hands, micros in score_by_game():
        report.line(f"{game}, all {hands} examples", micros, " µs", 50 if game == "sheepshead" else None)
    lines, millis = fold_an_evening()
    print(f"Folding an evening of 60 hands ({len(lines)} lines: pots, doublers, corrections)")
    report.line("fold", millis, " ms", 10)


def pages(report: Report, few: Side, many: Side) -> None:
    print(f"Over HTTP with {MANY} hands in the group (medians of an evening from its first hand to its 60th)")
    report.line("floor: one row, nothing else", many.median("floor"), " ms")
    report.line("recording a hand", many.median("tell"), " ms", 10)
    report.line("recording a hand / floor", many.median("tell") / many.median("floor"), " ×", 6)
    report.line("the table page", many.median("table"), " ms", 40)
    report.line(
        "recording a hand from an open page, table included", many.median("tell and table"), " ms", 50
    )
    for what, words in (
        ("settle", "ending the night"),
        ("end", "the page at the end of the night"),
        ("group", "the group's page"),
        ("standings", "standings"),
        ("players", "players"),
    ):
        report.line(words, many.median(what), " ms", 100)
    print(f"Cost with {MANY} hands in the group / with {FEW}")
    for what in ("tell", "table", "tell and table", "settle", "end", "group"):
        report.line(what, many.median(what) / few.median(what), " ×", HEAVY)


def main() -> int:
    """Measure everything; return 1 when something costs more than it may."""
    report = Report()
    engine(report)
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as place, ExitStack() as stack:
        both = []
        for hands in (FEW, MANY):
            server = Server(
                f"sqlite:///{place}/{hands}.sqlite3",
                SERVED_STATIC=f"{place}/static",
                SERVED_URLS="tests.bench.urls",
            )
            both.append(stack.enter_context(side(Side, "plain", hands, server)))
        measure(both)
        pages(report, *both)
    return report.end()


if __name__ == "__main__":
    raise SystemExit(main())
