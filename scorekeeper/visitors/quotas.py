"""Quotas, generous at a table: only a stranger's script meets them.

Guests cost nothing to make up, so each limit has numbers for the address as well, with room for a club behind
it. `LIMITS_TIMES` multiplies them all.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from ledger.recording import Refused

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
TEN_MINUTES = 10 * MINUTE


class By(Enum):
    """Units of counting: a phone, an address, the name of an account from one address or from anywhere."""

    GUEST = "guest"
    ADDRESS = "address"
    NAME_HERE = "name_here"
    NAME = "name"


@dataclass(frozen=True, kw_only=True)
class Quota:
    """A bucket: `most` at once; empty, it is full again `within` that time.

    Before that, `free` of them are counted in this process's memory only.
    """

    by: By
    most: int
    within: timedelta
    free: int = 0


def _guest(most: int, within: timedelta, free: int = 0) -> Quota:
    return Quota(by=By.GUEST, most=most, within=within, free=free)


def _address(most: int, within: timedelta, free: int = 0) -> Quota:
    return Quota(by=By.ADDRESS, most=most, within=within, free=free)


class Limit(Enum):
    """Everything that is limited, with the name that refusals use and its quotas."""

    # A school class of thirty starts a group each. 12 at once, and then 40 a day; 40, and then 120 a day.
    NEW_GROUPS = "new_groups", (_guest(12, DAY * 12 / 40), _address(40, DAY * 40 / 120))
    UPLOADS = "uploads", (_guest(30, HOUR), _address(120, DAY * 120 / 400))
    MEGABYTES = "megabytes", (_guest(300, DAY), _address(1_500, DAY))
    TASKS = "tasks", (_guest(60, HOUR), _address(600, HOUR))
    # Counted in memory, as a whole club opens pictures at once; drawing takes 50 milliseconds.
    PICTURES = "pictures", (_guest(60, TEN_MINUTES, free=30), _address(300, TEN_MINUTES, free=150))
    DEMO = "demo", (_guest(30, HOUR), _address(300, HOUR))
    KEYS = "keys", (_guest(20, TEN_MINUTES), _address(100, TEN_MINUTES))
    LINKS = "links", (_guest(20, TEN_MINUTES), _address(100, TEN_MINUTES))
    # A club of sixty whose link was passed on before anybody was let in.
    GUESSES = "guesses", (_guest(60, TEN_MINUTES, free=20), _address(300, TEN_MINUTES, free=20))
    # A stranger who guesses from many addresses stops nobody for long: a passkey says no name, and is let in
    # meanwhile, and whoever is logged in stays so.
    LOGINS = (
        "logins",
        (
            Quota(by=By.NAME_HERE, most=10, within=TEN_MINUTES),
            Quota(by=By.NAME, most=60, within=HOUR),
            _address(60, DAY * 60 / 600),
        ),
    )
    LETTERS = "letters", (Quota(by=By.NAME, most=5, within=HOUR), _address(20, DAY * 20 / 60))
    ACCOUNTS = "accounts", (_address(40, DAY * 40 / 120),)
    WRITES = "writes", (_guest(240, MINUTE, free=40), _address(3000, MINUTE, free=500))

    def __init__(self, code: str, quotas: tuple[Quota, ...]) -> None:
        self.code, self.quotas = code, quotas


def name_of(limit: Limit, whose: str) -> str:
    """Return the name of a bucket; `whose` is a guest, an address, or a digest of an account's name."""
    return f"{limit.name} {whose}"


class TooOften(Refused):
    """Somebody has to wait. A view that shows its form with what was refused keeps what was typed."""

    def __init__(self, limit: Limit, by: By, wait: timedelta) -> None:
        super().__init__("too_often", case=f"{limit.code}_{by.value}", wait=wait)
        self.wait = wait

    @property
    def seconds(self) -> int:
        """Return the whole seconds to wait, at least one."""
        return max(1, -(-self.wait // timedelta(seconds=1)))
