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
    """Who is counted: a phone, all that come from one address, or all that say the name of one account, from
    one address or from anywhere."""

    GUEST = "guest"
    ADDRESS = "address"
    NAME_HERE = "name_here"
    NAME = "name"


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


def _name_here(most: int, within: timedelta) -> Quota:
    return Quota(by=By.NAME_HERE, most=most, within=within)


def _name(most: int, within: timedelta) -> Quota:
    return Quota(by=By.NAME, most=most, within=within)


class Limit(Enum):
    """What is limited: what a refusal calls it, and its quotas."""

    NEW_GROUPS = "new_groups", (
        _guest(12, HOUR), _guest(40, DAY),
        _address(40, HOUR), _address(120, DAY),  # a school class of thirty, each starting one
    )  # fmt: skip
    UPLOADS = "uploads", (_guest(30, HOUR), _address(120, HOUR), _address(400, DAY))
    MEGABYTES = "megabytes", (_guest(300, DAY), _address(1_500, DAY))
    TASKS = "tasks", (_guest(60, HOUR), _address(600, HOUR))
    PICTURES = "pictures", (
        # What is opened by a whole club at once is counted in memory; drawing one takes 50 milliseconds.
        _guest(60, TEN_MINUTES, free=30), _address(300, TEN_MINUTES, free=150),
    )  # fmt: skip
    DEMO = "demo", (_guest(30, HOUR), _address(300, HOUR))
    KEYS = "keys", (_guest(20, TEN_MINUTES), _address(100, TEN_MINUTES))
    LINKS = "links", (_guest(20, TEN_MINUTES), _address(100, TEN_MINUTES))
    GUESSES = "guesses", (
        # A club of sixty whose link was passed on before anybody was let in.
        _guest(60, TEN_MINUTES, free=20), _address(300, TEN_MINUTES, free=20),
    )  # fmt: skip
    LOGINS = "logins", (
        # A stranger who guesses from many addresses stops nobody for longer than the hour: a passkey says no
        # name, and so is let in meanwhile, and whoever is logged in stays so.
        _name_here(10, TEN_MINUTES), _name(60, HOUR), _address(60, TEN_MINUTES), _address(600, DAY),
    )  # fmt: skip
    LETTERS = "letters", (_name(5, HOUR), _address(20, HOUR), _address(60, DAY))
    ACCOUNTS = "accounts", (_address(40, HOUR), _address(120, DAY))
    WRITES = "writes", (_guest(240, MINUTE, free=40), _address(3000, MINUTE, free=500))

    def __init__(self, code: str, quotas: tuple[Quota, ...]) -> None:
        self.code, self.quotas = code, quotas


def name_of(limit: Limit, quota: Quota, whose: str) -> str:
    """Under which name it is counted; `whose` is a guest or an address."""
    return f"{limit.name} {quota.within // MINUTE} {whose}"


class TooOften(Refused):
    """Somebody has to wait. A view that shows its form with what was refused keeps what was typed."""

    def __init__(self, limit: Limit, by: By, wait: timedelta) -> None:
        super().__init__("too_often", case=f"{limit.code}_{by.value}", wait=wait)
        self.wait = wait

    @property
    def seconds(self) -> int:
        """The whole seconds to wait, at least one."""
        return max(1, -(-self.wait // timedelta(seconds=1)))
