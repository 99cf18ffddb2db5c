"""Estimates: what a number tells, and how much of it could be luck. Pure: counts and points in.

Estimates are floats: nobody is paid by them, and none is ever kept. What goes in is exact.
"""

from ledger.statistics.skill import NightSums, Skill, Spread, skill_of, split_halves, spread_of
from ledger.statistics.verdicts import (
    FLOOR,
    AgainstTheTable,
    Interval,
    Judgement,
    Verdict,
    judged,
    judged_average,
    judged_mean,
    judged_nights,
    mean_interval,
    share_interval,
)

__all__ = [
    "FLOOR",
    "AgainstTheTable",
    "Interval",
    "Judgement",
    "NightSums",
    "Skill",
    "Spread",
    "Verdict",
    "judged",
    "judged_average",
    "judged_mean",
    "judged_nights",
    "mean_interval",
    "share_interval",
    "skill_of",
    "split_halves",
    "spread_of",
]
