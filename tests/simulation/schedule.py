"""What happens when: drawn from the seed alone, before anything has happened."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from random import Random

LASTS = 150_000
"""Milliseconds until the signal is back for good."""


class Act(Enum):
    """Something that happens, and how often."""

    TELLS = 34
    TELLS_BY_PAGE = 10
    SIGNAL_GOES = 6
    SIGNAL_COMES = 8
    DIES = 4
    DIES_IN_THE_MIDDLE = 6
    CLOCK_JUMPS = 3
    LOOKS = 6
    COMES_BACK = 4
    PERSON = 9
    TOKEN_IS_OLD = 3
    REVOKED = 2
    LET_IN = 3
    SERVER_DIES = 3
    OTHER_TELLS = 5
    OTHER_TAKES_BACK = 1
    OTHER_REMARKS = 1
    NIGHT_ENDS = 1
    NIGHT_GOES_ON = 1


@dataclass(frozen=True, kw_only=True)
class Planned:
    """An act, when (ms), and the phone it happens to."""

    ms: int
    act: Act
    phone: int


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """A story before it is told: so many phones, nights and acts."""

    phones: int
    nights: int
    acts: tuple[Planned, ...]

    def __str__(self) -> str:
        acts = (f"{one.ms / 1000:9.3f} s  phone {one.phone}  {one.act.name}" for one in self.acts)
        return "\n".join([f"{self.phones} phones, {self.nights} nights", *acts])


def drawn(luck: Random) -> Schedule:
    """A schedule of 2 to 6 phones."""
    phones = luck.randint(2, 6)
    acts = luck.choices(list(Act), [one.value for one in Act], k=luck.randint(8, 36))
    planned = [Planned(ms=luck.randrange(LASTS), act=act, phone=luck.randrange(phones)) for act in acts]
    return Schedule(
        phones=phones, nights=luck.choice([1, 1, 2]), acts=tuple(sorted(planned, key=lambda one: one.ms))
    )
