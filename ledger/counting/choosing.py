"""Of counts, what was played under some circumstances."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ledger.counting.adding import ADDED, nights_added, summed
from ledger.counting.kinds import Case, Counts, Evening, Night, Nights
from ledger.counting.later import Later
from ledger.counting.packing import Kept

ANY = Case(0, 0, 0)
"""Stands in the keys of counts for all the cases that were chosen."""


@dataclass(frozen=True, kw_only=True)
class Circumstances:
    """Which hands: of this version of the house rules, with so many players, at this stake (cents a point).

    What is None does not matter.
    """

    version: int | None = None
    active: int | None = None
    stake: int | None = None

    @property
    def are_any(self) -> bool:
        """Whether all hands are meant."""
        return self == ALL

    def fit(self, case: Case) -> bool:
        """Whether a hand of this case is meant."""
        return (
            self.version in (None, case.version)
            and self.active in (None, case.active)
            and self.stake in (None, case.stake)
        )


ALL = Circumstances()


def chosen(counts: Counts, circumstances: Circumstances = ALL) -> Counts:
    """The counts of hands under these circumstances, with `ANY` in every key in place of the case.

    Of nights, those with such hands, and what these brought on them. Courses, the most hands and how long
    nights lasted are there only where no circumstances are asked for: what is known of them are whole nights.
    """
    by_night: dict[Night, Nights] = {}
    for night, nights in counts.by_night.items():
        if _is_all_of(night, circumstances):
            key = Night((), (), night.player)
            had = by_night.get(key)
            by_night[key] = nights if had is None else nights_added(had, nights)
    whole: dict[str, Any] = {
        name: Later(partial(_chosen, getattr(counts, name), circumstances)) for name in ADDED
    }
    if not circumstances.are_any:
        played = sum(many for one, many in counts.evenings.items() if _is_all_of(one, circumstances))
        return Counts(nights=played, by_night=by_night, **whole)
    return replace(counts, by_night=by_night, **whole)


def _is_all_of(night: Night | Evening, circumstances: Circumstances) -> bool:
    """Whether it is about just what was played of these circumstances on its nights."""
    return night.of == tuple(case for case in night.cases if circumstances.fit(case))


def _chosen(found: Any, circumstances: Circumstances) -> dict[Any, Any]:
    if isinstance(found, Kept):
        return found.under(None if circumstances.are_any else circumstances.fit, ANY)
    sums: dict[Any, Any] = {}
    fitting: dict[Case, bool] = defaultdict(bool)
    for key, value in found.items():
        is_case = isinstance(key, Case)
        case = key if is_case else key.case
        if case not in fitting:
            fitting[case] = circumstances.fit(case)
        if fitting[case]:
            anyhow = ANY if is_case else type(key)(ANY, *key[1:])
            before = sums.get(anyhow)
            if before is None:
                sums[anyhow] = value
            else:
                sums[anyhow] = before + value if isinstance(value, int) else summed(before, value)
    return sums
