"""One bar of signal: what is sent is lost, comes late or twice, or is answered by nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from random import Random
from typing import Protocol

from tests.simulation.clock import Clock
from tests.simulation.server import Answer, Letter, Server

# Milliseconds after which a phone gives up, as in static/js/unsent.js.
PATIENCE = 10_000


class Fate(Enum):
    FINE = auto()
    REQUEST_LOST = auto()
    ANSWER_LOST = auto()
    ANSWER_LATE = auto()
    REQUEST_LATE = auto()
    REQUEST_TWICE = auto()
    ANSWER_TWICE = auto()


OFTEN: Mapping[Fate, int] = {
    Fate.FINE: 50,
    Fate.REQUEST_LOST: 9,
    Fate.ANSWER_LOST: 9,
    Fate.ANSWER_LATE: 9,
    Fate.REQUEST_LATE: 8,
    Fate.REQUEST_TWICE: 8,
    Fate.ANSWER_TWICE: 7,
}


class Sender(Protocol):
    """Whoever waits for an answer: it may come several times, and after it was given up."""

    def hears(self, answer: Answer) -> None: ...
    def gives_up(self) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Trip:
    """When a letter arrives (ms), and how long its answers take from there."""

    there: int
    back: Sequence[int]


class Network:
    """Between the phones and the server. Healed, it loses nothing any more."""

    def __init__(self, luck: Random, clock: Clock, server: Server) -> None:
        self.luck, self.clock, self.server = luck, clock, server
        self.is_healed = False

    def carry(self, letter: Letter, sender: Sender) -> Fate:
        drawn = self.luck.choices(list(OFTEN), list(OFTEN.values()))[0]
        fate = Fate.FINE if self.is_healed else drawn
        for trip in self._trips(fate):
            arrives = partial(self._arrives, letter, sender, trip, self.server.life)
            self.clock.after(trip.there, arrives)
        self.clock.after(PATIENCE, sender.gives_up)
        return fate

    def _trips(self, fate: Fate) -> list[Trip]:
        there, back, late = self._soon(), self._soon(), PATIENCE + self._soon() * 20
        twice = Trip(there=there + self._soon() * 5, back=self.luck.choice([[], [back]]))
        return {
            Fate.FINE: [Trip(there=there, back=[back])],
            Fate.REQUEST_LOST: [],
            Fate.ANSWER_LOST: [Trip(there=there, back=[])],
            Fate.ANSWER_LATE: [Trip(there=there, back=[late])],
            Fate.REQUEST_LATE: [Trip(there=late, back=self.luck.choice([[], [back]]))],
            Fate.REQUEST_TWICE: [Trip(there=there, back=[back]), twice],
            Fate.ANSWER_TWICE: [Trip(there=there, back=[back, back + late // 10])],
        }[fate]

    def _soon(self) -> int:
        return self.luck.randint(20, 1_500)

    def _arrives(self, letter: Letter, sender: Sender, trip: Trip, life: int) -> None:
        if self.server.life != life or not self.server.is_up:
            return sender.gives_up()
        answer = self.server.serve(letter)
        for back in trip.back:
            self.clock.after(back, lambda: self._returns(sender, answer, life))
        return None

    def _returns(self, sender: Sender, answer: Answer, life: int) -> None:
        if self.server.life == life:
            sender.hears(answer)
        else:
            sender.gives_up()
