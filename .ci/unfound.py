"""Write down in docs/mutants/ what `make mutants` left in mutants/: every fault that no test found.

One list for each file in which faults were planted; of each fault its number, the line as it is and the line
with the fault. The counts go to standard output, as a table. `make unfound` runs it; it tries nothing itself.
"""

from __future__ import annotations

import difflib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PLANTED, WRITTEN = ROOT / "mutants", ROOT / "docs" / "mutants"
FATE = {0: "not found", 1: "found", 3: "found", 5: "no test", 33: "no test", None: "not tried"}
WIDTH = 100
COLUMNS = ("found", "for ever", "not found", "no test", "not tried")


def fate(exit_code: int | None) -> str:
    """What became of a fault; tests that were stopped, as they ran for ever, are the rest."""
    return FATE.get(exit_code, "for ever")


def sources(path: Path) -> dict[str, list[str]]:
    """Every function in a file with faults, as it is and with each fault, by its name."""
    lines = path.read_text().splitlines()
    spans: dict[str, tuple[int, int]] = json.loads(Path(f"{path}.spans").read_text())["spans"]
    return {name: lines[start - 1 : end] for name, (start, end) in spans.items()}


def plain(lines: list[str]) -> list[str]:
    return [re.sub(r"__mutmut_(orig|\d+)", "", line) for line in lines]


def difference(original: list[str], faulty: list[str]) -> str:
    changed = list(difflib.unified_diff(plain(original), plain(faulty), lineterm="", n=0))[2:]
    before = " / ".join(line[1:].strip() for line in changed if line.startswith("-"))
    after = " / ".join(line[1:].strip() for line in changed if line.startswith("+"))
    return f"- {cut(before)}\n        + {cut(after)}"


def cut(line: str) -> str:
    """As much of it as stands on a line of a list."""
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"


def unfound(path: Path, fates: dict[str, str]) -> Iterator[str]:
    """The lines about one file: a heading for each function, and its faults."""
    found, last = sources(path), ""
    for name, what in fates.items():
        if what not in ("not found", "no test"):
            continue
        key = name.rpartition(".")[2]
        function, _, number = key.partition("__mutmut_")
        if function != last:
            yield f"\n{re.sub('^x(_|ǁ)', '', function).replace('ǁ', '.')}"
            last = function
        note = " (no test)" if what == "no test" else ""
        yield f"{number:>5}{note} {difference(found[f'{function}__mutmut_orig'], found[key])}"


def row(what: str, counts: Counter[str]) -> str:
    return f"| {what} | {' | '.join(str(counts[column]) for column in COLUMNS)} |"


def main() -> None:
    """The lists, and the counts on standard output, as a table."""
    WRITTEN.mkdir(exist_ok=True)
    total: Counter[str] = Counter()
    table = [f"| file | {' | '.join(COLUMNS)} |", f"|---|{'---:|' * len(COLUMNS)}"]
    for meta in sorted(PLANTED.glob("ledger/**/*.meta")):
        path = meta.with_suffix("")
        name = str(path.relative_to(PLANTED))
        told: dict[str, Any] = json.loads(meta.read_text())["exit_code_by_key"]
        fates = {one: fate(code) for one, code in told.items()}
        if not fates:
            continue
        counts = Counter(fates.values())
        total += counts
        table.append(row(f"`{name}`", counts))
        file = WRITTEN / f"{name.removesuffix('.py').replace('/', '.')}.txt"
        lines = list(unfound(path, fates))
        if lines:
            file.write_text("\n".join([name, *lines]) + "\n")
        else:
            file.unlink(missing_ok=True)
    sys.stdout.write("\n".join([*table, row(f"all {sum(total.values())}", total)]) + "\n")


if __name__ == "__main__":
    main()
