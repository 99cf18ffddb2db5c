"""What a process has spent: its processor time and memory, read in /proc, so on Linux only."""

from __future__ import annotations

import os
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


def cpu_of(process: int) -> float:
    """Seconds of processor time of all its threads so far."""
    return sum(int(one) for one in _numbers(process)[11:13]) / TICK


def cpu_with_children(process: int) -> float:
    """The same of a process and those it has started, also of those that have ended."""
    ended = sum(int(one) for one in _numbers(process)[11:15]) / TICK
    return ended + sum(cpu_of(child) for child in _children(process))


def parent_of(process: int) -> int:
    return int(_numbers(process)[1])


def memory_of(process: int) -> int:
    line = next(
        one for one in Path(f"/proc/{process}/status").read_text().splitlines() if one.startswith("VmRSS:")
    )
    return 1024 * int(line.split()[1])


def cpu_of_all() -> float:
    """Seconds of processor time that all programs of this machine have spent, on all cores."""
    fields = [int(one) for one in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    idle, waiting = fields[3:5]
    return (sum(fields) - idle - waiting) / TICK


def _numbers(process: int) -> list[str]:
    """The fields of its `stat` from the third on, as the second may hold anything."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def _children(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(one) for one in found.split()]
