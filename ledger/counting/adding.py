"""Counts of nights that follow each other, put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from operator import add
from typing import Any, TypeVar

from ledger.counting.kinds import Counts, Course, Evening, Mark, Night, Nights
from ledger.counting.later import Later

Key = TypeVar("Key")
Value = TypeVar("Value", bound=tuple[Any, ...])


def add_to(found: dict[Key, Value], key: Key, more: Value) -> None:
    before = found.get(key)
    found[key] = more if before is None else summed(before, more)


def summed(one: Value, other: Value) -> Value:
    """Two tuples of whole numbers, place by place."""
    return type(one)(*map(add, one, other))


ADDED = ("hands", "roles", "places", "card_points", "occasions", "partners", "between")
"""What is added key by key."""


def added(one: Counts, then: Counts) -> Counts:
    """What nights add up to together with those that follow them."""
    return all_added((one, then))


def all_added(parts: Iterable[Counts]) -> Counts:
    """What all these add up to, in their order."""
    total = _Adding()
    for one in parts:
        total.add(one)
    return total.counts()


class _Adding:
    def __init__(self) -> None:
        self.nights = self.timed = self.seconds = 0
        self.most_hands: Mark | None = None
        self.longest: Mark | None = None
        self.whole: dict[str, list[Mapping[Any, Any]]] = {name: [] for name in ADDED}
        self.evenings: dict[Evening, int] = {}
        self.by_night: dict[Night, Nights] = {}
        self.courses: dict[int, Course] = {}

    def add(self, more: Counts) -> None:
        for name, parts in self.whole.items():
            part = getattr(more, name)
            if isinstance(part, Later) or part:
                parts.append(part)
        for evening, many in more.evenings.items():
            self.evenings[evening] = self.evenings.get(evening, 0) + many
        for night, nights in more.by_night.items():
            had = self.by_night.get(night)
            self.by_night[night] = nights if had is None else nights_added(had, nights)
        for player in {**self.courses, **more.courses}:
            self.courses[player] = course_added(
                self.courses.get(player) or _away(self.nights),
                self.nights,
                more.courses.get(player) or _away(more.nights),
            )
        self.nights += more.nights
        self.timed += more.timed
        self.seconds += more.seconds
        self.most_hands = _dearest(self.most_hands, more.most_hands, 1)
        self.longest = _dearest(self.longest, more.longest, 1)

    def counts(self) -> Counts:
        return Counts(
            nights=self.nights,
            timed=self.timed,
            seconds=self.seconds,
            most_hands=self.most_hands,
            longest=self.longest,
            evenings=self.evenings,
            by_night=self.by_night,
            courses=self.courses,
            **{name: _all_of(parts) for name, parts in self.whole.items()},
        )


def _all_of(parts: Sequence[Mapping[Any, Any]]) -> Mapping[Any, Any]:
    return parts[0] if len(parts) == 1 else Later(partial(_key_by_key, parts)) if parts else {}


def _key_by_key(parts: Iterable[Mapping[Any, Any]]) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for part in parts:
        for key, value in part.items():
            before = found.get(key)
            if before is None:
                found[key] = value
            elif isinstance(value, int):
                found[key] = before + value
            else:
                found[key] = summed(before, value)
    return found


def evenings_in(by_night: Iterable[Night]) -> dict[Evening, int]:
    """Of a single night, which cases it was played by, as everybody who was there has it."""
    return {Evening(one.cases, one.of): 1 for one in by_night}


def nights_added(one: Nights, other: Nights) -> Nights:
    """What nights of one player add up to with others of the same."""
    return Nights(
        nights=one.nights + other.nights,
        won=one.won + other.won,
        parts=one.parts + other.parts,
        squares=one.squares + other.squares,
        best=_dearest(one.best, other.best, 1),
        worst=_dearest(one.worst, other.worst, -1),
        comeback=_dearest(one.comeback, other.comeback, 1),
        hand=_dearest(one.hand, other.hand, 1),
        worst_hand=_dearest(one.worst_hand, other.worst_hand, -1),
        won_row=_dearest(one.won_row, other.won_row, 1),
        lost_row=_dearest(one.lost_row, other.lost_row, 1),
    )


def _dearest(one: Mark | None, other: Mark | None, sign: int) -> Mark | None:
    """The one of most (or, by the sign, fewest) parts; of two alike the earlier day, night and hand."""
    if one is None or other is None:
        return one or other
    if one.parts != other.parts:
        return one if sign * one.parts > sign * other.parts else other
    return min(one, other, key=lambda mark: mark.when)


def _away(nights: int) -> Course:
    """The course of somebody who was not there on so many nights."""
    return Course(low_at=min(nights, 1), high_at=min(nights, 1))


def course_added(one: Course, nights: int, then: Course) -> Course:
    """A course over so many nights, and how it went on."""
    if not nights:
        return then
    low, high = one.parts + then.low, one.parts + then.high
    has_more = bool(then.low_at)
    return Course(
        parts=one.parts + then.parts,
        low=low if has_more and low < one.low else one.low,
        low_at=nights + then.low_at if has_more and low < one.low else one.low_at,
        high=high if has_more and high > one.high else one.high,
        high_at=nights + then.high_at if has_more and high > one.high else one.high_at,
        played=one.played + then.played,
        first=one.first + (then.first if one.first == one.played else 0),
        last=then.last + (one.last if then.last == then.played else 0),
        most=max(one.most, then.most, one.last + then.first),
        lost_first=one.lost_first + (then.lost_first if one.lost_first == one.played else 0),
        lost_last=then.lost_last + (one.lost_last if then.lost_last == then.played else 0),
        lost_most=max(one.lost_most, then.lost_most, one.lost_last + then.lost_first),
    )
