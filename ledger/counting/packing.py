"""Counts as plain lists, as the database keeps them, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from operator import add
from typing import Any, NamedTuple

from ledger.counting.adding import evenings_in
from ledger.counting.kinds import (
    Case,
    Counted,
    Counts,
    Course,
    Evening,
    Mark,
    Night,
    Nights,
    Occasion,
    Pair,
    Picks,
    Place,
    Role,
    Sums,
)
from ledger.counting.later import Later

Packed = Mapping[str, Any]

KINDS: Mapping[str, tuple[type[Any], type[Any]]] = {
    "roles": (Role, Sums),
    "places": (Place, Picks),
    "occasions": (Occasion, Sums),
    "partners": (Pair, Sums),
    "between": (Pair, Sums),
}
"""What is kept as lists of a case, the rest of a key, and numbers."""

CASE = len(Case._fields)
"""So many numbers of a list are the case."""


class Kind(NamedTuple):
    """How a key is made of a case and the rest, a value of numbers, and how many of these there are."""

    key: Callable[..., Any]
    value: Callable[..., Any]
    numbers: int


SUMS: Mapping[str, Kind] = {
    "hands": Kind(lambda case: case, int, 1),
    "card_points": Kind(Counted, int, 1),
    **{name: Kind(key, value, len(value._fields)) for name, (key, value) in KINDS.items()},
}
"""All that is added key by key."""

MARKS = Nights._fields.index("best")
"""Where the marks begin among the fields of `Nights`."""


def packed(counts: Counts) -> dict[str, Any]:
    """Counts as they are kept: lists of numbers, in one order always.

    By which cases a single night was played stands in what it brought everybody, and its day, as its number,
    is known to who keeps it.
    """
    found: dict[str, Any] = {
        "nights": counts.nights,
        "timed": counts.timed,
        "seconds": counts.seconds,
        "most_hands": counts.most_hands and _said(counts.most_hands),
        "longest": counts.longest and _said(counts.longest),
        "days": [[night, day] for night, day in sorted(_days(counts).items())],
        "hands": [[*case, hands] for case, hands in sorted(counts.hands.items())],
        "card_points": [[*one.case, *one[1:], many] for one, many in sorted(counts.card_points.items())],
        "evenings": [
            [_lists(one.cases), _lists(one.of), many] for one, many in sorted(counts.evenings.items())
        ]
        if counts.nights > 1
        else [],
        "by_night": [
            [_lists(night.cases), _lists(night.of), night.player, *_marked(nights)]
            for night, nights in sorted(counts.by_night.items())
        ],
        "courses": [[player, *course] for player, course in sorted(counts.courses.items())],
    }
    for name in KINDS:
        found[name] = [[*key.case, *key[1:], *sums] for key, sums in sorted(getattr(counts, name).items())]
    return {name: lists for name, lists in found.items() if lists}


GIST = ("nights", "courses")
"""What is asked of many spans at once, where most of what each adds up to is not."""


def gist(said: Packed) -> dict[str, Any]:
    """Of counts that were packed, what is asked of many spans at once, and which `cases` there were."""
    cases = sorted({tuple(case) for cases, *_ in said.get("by_night", ()) for case in cases})
    found = {name: said[name] for name in GIST if name in said}
    return found | {"cases": [list(case) for case in cases]} if cases else found


def _lists(cases: Iterable[Case]) -> list[list[int]]:
    return [list(case) for case in cases]


def _marked(nights: Nights) -> list[int | list[int] | None]:
    return [_said(one) if isinstance(one, Mark) else one for one in nights]


def _said(mark: Mark) -> list[int]:
    """Without the day, which is said once of each night."""
    return [*mark[:-1]]


def _days(counts: Counts) -> dict[int, int]:
    marks = chain((counts.most_hands, counts.longest), *counts.by_night.values())
    return {one.night: one.day for one in marks if isinstance(one, Mark) and one.day}


def unpacked(said: Packed, *, night: int | None = None, day: int = 0) -> Counts:
    """The counts that were packed; of a single night, which say neither its number nor its day, with these in
    the marks."""
    return replace(unpacked_nights(said, night=night, day=day), **_sums([said]))


def unpacked_sums(parts: Sequence[Packed]) -> Counts:
    """What is added key by key of all these counts that were packed: faster than to unpack each and add."""
    return Counts(**_sums(parts))


def unpacked_nights(said: Packed, *, night: int | None = None, day: int = 0) -> Counts:
    """All the rest: what depends on the order of nights."""
    days = dict(said.get("days", ())) if night is None else {night: day}
    by_night = dict(_night(one, night, days) for one in said.get("by_night", ()))
    evenings = {Evening(_cases(cases), _cases(of)): many for cases, of, many in said.get("evenings", ())}
    nights = said.get("nights", 0)
    return Counts(
        nights=nights,
        timed=said.get("timed", 0),
        seconds=said.get("seconds", 0),
        most_hands=_mark(said.get("most_hands"), night, days),
        longest=_mark(said.get("longest"), night, days),
        evenings=evenings if nights > 1 else evenings_in(by_night),
        by_night=by_night,
        courses={one[0]: Course(*one[1:]) for one in said.get("courses", ())},
    )


def _sums(parts: Sequence[Packed]) -> dict[str, Any]:
    return {name: Kept(parts, kind, name) for name, kind in SUMS.items()}


class Kept(Later[Any, Any]):
    """What is added key by key of counts that were packed: of every case, or of some together."""

    def __init__(self, parts: Sequence[Packed], kind: Kind, name: str) -> None:
        self._parts, self._kind, self._name = parts, kind, name
        # No method of its own: what holds itself stays in memory until Python looks for such circles.
        super().__init__(partial(_of_each_case, parts, kind, name))

    def under(self, fits: Callable[[Case], bool] | None, instead: Case) -> dict[Any, Any]:
        """The same of the cases that fit (None: of all), with another one in place of each in the keys.

        Straight out of the lists, which takes a quarter of what it does to add what was unpacked.
        """
        key, value, numbers = self._kind
        added = _added(self._parts, self._name, numbers, CASE, fits)
        return {key(instead, *rest): value(*sums) for rest, sums in added.items()}


def _of_each_case(parts: Sequence[Packed], kind: Kind, name: str) -> dict[Any, Any]:
    key, value, numbers = kind
    added = _added(parts, name, numbers)
    # Few of them, where there are thousands of places.
    cases = {case: Case(*case) for case in {place[:CASE] for place in added}}
    return {key(cases[place[:CASE]], *place[CASE:]): value(*sums) for place, sums in added.items()}


def _added(
    parts: Sequence[Packed],
    name: str,
    numbers: int,
    begin: int = 0,
    fits: Callable[[Case], bool] | None = None,
) -> dict[tuple[Any, ...], Sequence[int]]:
    """So many numbers, added up, by what stands before them from a place on: a case and the rest of a key."""
    there = chain.from_iterable(said.get(name, ()) for said in parts)
    fitting = there if fits is None else (one for one in there if fits(Case(*one[:CASE])))
    if numbers == 1:  # in half the time: of these there are most
        totals: dict[tuple[Any, ...], int] = {}
        for one in fitting:
            place = tuple(one[begin:-1])
            totals[place] = totals.get(place, 0) + one[-1]
        return {place: (total,) for place, total in totals.items()}
    found: dict[tuple[Any, ...], Sequence[int]] = {}
    for one in fitting:
        place, sums = tuple(one[begin:-numbers]), one[-numbers:]
        before = found.get(place)
        found[place] = sums if before is None else list(map(add, before, sums))
    return found


def _night(one: Any, number: int | None, days: Mapping[int, int]) -> tuple[Night, Nights]:
    cases, of, player, *rest = one
    marks = (_mark(mark, number, days) for mark in rest[MARKS:])
    return Night(_cases(cases), _cases(of), player), Nights(*rest[:MARKS], *marks)


def _cases(said: Any) -> tuple[Case, ...]:
    return tuple(Case(*case) for case in said)


def _mark(said: Any, number: int | None, days: Mapping[int, int]) -> Mark | None:
    if said is None:
        return None
    parts, night, entry = said
    night = night if number is None else number
    return Mark(parts, night, entry, days.get(night, 0))
