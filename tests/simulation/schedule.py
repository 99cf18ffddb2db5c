"""What happens when: drawn from the seed alone, before anything has happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from random import Random

# Milliseconds until the signal is back for good.
LASTS = 150_000


class Act(Enum):
    DEAL = auto()
    STORE_FAILS = auto()
    SIGNAL_GOES = auto()
    SIGNAL_COMES = auto()
    DIES = auto()
    DIES_IN_THE_MIDDLE = auto()
    CLOCK_JUMPS = auto()
    LOOKS = auto()
    COMES_BACK = auto()
    PERSON = auto()
    TOKEN_IS_OLD = auto()
    REVOKED = auto()
    LET_IN = auto()
    SERVER_DIES = auto()
    OTHER_TELLS = auto()
    OTHER_TAKES_BACK = auto()
    OTHER_CORRECTS = auto()
    OTHER_REMARKS = auto()
    JOINS = auto()
    LEAVES = auto()
    RULES = auto()
    STAKE = auto()
    SEATS = auto()
    NIGHT_ENDS = auto()
    NIGHT_GOES_ON = auto()


OFTEN: Mapping[Act, int] = {
    Act.DEAL: 40,
    Act.STORE_FAILS: 1,
    Act.SIGNAL_GOES: 6,
    Act.SIGNAL_COMES: 8,
    Act.DIES: 4,
    Act.DIES_IN_THE_MIDDLE: 6,
    Act.CLOCK_JUMPS: 3,
    Act.LOOKS: 6,
    Act.COMES_BACK: 4,
    Act.PERSON: 9,
    Act.TOKEN_IS_OLD: 3,
    Act.REVOKED: 2,
    Act.LET_IN: 3,
    Act.SERVER_DIES: 3,
    Act.OTHER_TELLS: 6,
    Act.OTHER_TAKES_BACK: 2,
    Act.OTHER_CORRECTS: 2,
    Act.OTHER_REMARKS: 1,
    Act.JOINS: 3,
    Act.LEAVES: 3,
    Act.RULES: 2,
    Act.STAKE: 2,
    Act.SEATS: 1,
    Act.NIGHT_ENDS: 1,
    Act.NIGHT_GOES_ON: 1,
}


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


def drawn(luck: Random, *, phones: tuple[int, int] = (2, 4), acts: tuple[int, int] = (6, 28)) -> Schedule:
    """A schedule of so many phones and acts, the least and the most of each."""
    number = luck.randint(*phones)
    happens = luck.choices(list(OFTEN), list(OFTEN.values()), k=luck.randint(*acts))
    planned = [Planned(ms=luck.randrange(LASTS), act=act, phone=luck.randrange(number)) for act in happens]
    return Schedule(
        phones=number, nights=luck.choice([1, 1, 2]), acts=tuple(sorted(planned, key=lambda one: one.ms))
    )
