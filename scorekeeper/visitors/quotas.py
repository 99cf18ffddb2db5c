"""What may be done how often: generous at a table; a stranger's script meets it.

Guests cost nothing to make up, so each limit has numbers for the address as well, with room for a club behind
it. `LIMITS_TIMES` multiplies them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from ledger.recording import Refused

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
TEN_MINUTES = 10 * MINUTE


class By(Enum):
    """Who is counted, and how that is said."""

    GUEST = "from this phone"
    ADDRESS = "from here"


@dataclass(frozen=True, kw_only=True)
class Quota:
    """So many within a time; the first `free` of them are counted in this process's memory only."""

    by: By
    most: int
    within: timedelta
    free: int = 0


def _guest(most: int, within: timedelta, free: int = 0) -> Quota:
    return Quota(by=By.GUEST, most=most, within=within, free=free)


def _address(most: int, within: timedelta, free: int = 0) -> Quota:
    return Quota(by=By.ADDRESS, most=most, within=within, free=free)


class Limit(Enum):
    """What is limited: what it is called, and its quotas."""

    NEW_GROUPS = "a lot of new groups", (
        _guest(12, HOUR), _guest(40, DAY),
        _address(40, HOUR), _address(120, DAY),  # a school class of thirty, each starting one
    )  # fmt: skip
    UPLOADS = "a lot of files", (_guest(30, HOUR), _address(120, HOUR), _address(400, DAY))
    MEGABYTES = "a lot to bring in", (_guest(300, DAY), _address(1_500, DAY))
    TASKS = "a lot of work at once", (_guest(60, HOUR), _address(600, HOUR))
    DEMO = "a lot of visits to the demo table", (_guest(30, HOUR), _address(300, HOUR))
    KEYS = "a lot of keys that do not fit", (_guest(20, TEN_MINUTES), _address(100, TEN_MINUTES))
    GUESSES = "a lot of pages that are not there", (
        # A club of sixty whose link was passed on before anybody was let in.
        _guest(60, TEN_MINUTES, free=20), _address(300, TEN_MINUTES, free=20),
    )  # fmt: skip
    WRITES = "a lot at once", (_guest(240, MINUTE, free=40), _address(3000, MINUTE, free=500))

    def __init__(self, words: str, quotas: tuple[Quota, ...]) -> None:
        self.words, self.quotas = words, quotas


def name_of(limit: Limit, quota: Quota, whose: str) -> str:
    """Under which name it is counted; `whose` is a guest or an address."""
    return f"{limit.name} {quota.within // MINUTE} {whose}"


class TooOften(Refused):
    """Somebody has to wait. A view that shows its form with what was refused keeps what was typed."""

    def __init__(self, limit: Limit, by: By, wait: timedelta) -> None:
        sentence = f"That was {limit.words} {by.value}. Try again in {in_words(wait)}."
        super().__init__("too_often", sentence)
        self.wait = wait

    @property
    def seconds(self) -> int:
        """The whole seconds to wait, at least one."""
        return max(1, _up(self.wait, timedelta(seconds=1)))


def in_words(wait: timedelta) -> str:
    """How long to wait: "a minute", "12 minutes", "3 hours"; never less than it is."""
    if (seconds := _up(wait, timedelta(seconds=1))) < 60:
        return "a second" if seconds <= 1 else f"{seconds} seconds"
    if (minutes := _up(wait, MINUTE)) < 60:
        return "a minute" if minutes == 1 else f"{minutes} minutes"
    hours = _up(wait, HOUR)
    return "an hour" if hours == 1 else f"{hours} hours"


def _up(wait: timedelta, unit: timedelta) -> int:
    return -(-wait // unit)
