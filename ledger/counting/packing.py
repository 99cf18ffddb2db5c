"""Counts as plain lists, as the database keeps them, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import add
from typing import Any, TypeVar

from ledger.counting.kinds import (
    Case,
    Counted,
    Counts,
    Course,
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
Key = TypeVar("Key", bound=tuple[Any, ...])

KINDS: Mapping[str, tuple[type[Any], type[Any]]] = {
    "roles": (Role, Sums),
    "places": (Place, Picks),
    "occasions": (Occasion, Sums),
    "partners": (Pair, Sums),
    "between": (Pair, Sums),
}
"""What is kept as lists of a case, the rest of a key, and numbers."""

MARKS = Nights._fields.index("best")
"""Where the marks begin among the fields of `Nights`."""


def packed(counts: Counts) -> dict[str, Any]:
    """Counts as they are kept: lists of numbers, in one order always."""
    found: dict[str, Any] = {
        "nights": counts.nights,
        "timed": counts.timed,
        "seconds": counts.seconds,
        "most_hands": counts.most_hands and list(counts.most_hands),
        "longest": counts.longest and list(counts.longest),
        "hands": [[*case, hands] for case, hands in sorted(counts.hands.items())],
        "card_points": [[*one.case, *one[1:], many] for one, many in sorted(counts.card_points.items())],
        "by_night": [
            [_lists(night.cases), _lists(night.of), night.player, *_marked(nights)]
            for night, nights in sorted(counts.by_night.items())
        ],
        "courses": [[player, *course] for player, course in sorted(counts.courses.items())],
    }
    for name in KINDS:
        found[name] = [[*key.case, *key[1:], *sums] for key, sums in sorted(getattr(counts, name).items())]
    return {name: lists for name, lists in found.items() if lists}


GIST = ("nights", "occasions", "courses")
"""What is asked of many spans at once, where most of what each adds up to is not."""


def gist(said: Packed) -> dict[str, Any]:
    """Of counts that were packed, what is asked of many spans at once, and which `cases` there were."""
    cases = sorted({tuple(case) for cases, *_ in said.get("by_night", ()) for case in cases})
    found = {name: said[name] for name in GIST if name in said}
    return found | {"cases": [list(case) for case in cases]} if cases else found


def _lists(cases: Iterable[Case]) -> list[list[int]]:
    return [list(case) for case in cases]


def _marked(nights: Nights) -> list[int | list[int] | None]:
    return [list(one) if isinstance(one, tuple) else one for one in nights]


def unpacked(said: Packed, *, night: int | None = None) -> Counts:
    """The counts that were packed; of a single night, which do not say its number, with that in the marks."""
    return replace(unpacked_nights(said, night=night), **_sums([said]))


def unpacked_sums(parts: Sequence[Packed]) -> Counts:
    """What is added key by key of all these counts that were packed: faster than to unpack each and add."""
    return Counts(**_sums(parts))


def unpacked_nights(said: Packed, *, night: int | None = None) -> Counts:
    """All the rest: what depends on the order of nights."""
    return Counts(
        nights=said.get("nights", 0),
        timed=said.get("timed", 0),
        seconds=said.get("seconds", 0),
        most_hands=_mark(said.get("most_hands"), night),
        longest=_mark(said.get("longest"), night),
        by_night=dict(_night(one, night) for one in said.get("by_night", ())),
        courses={one[0]: Course(*one[1:]) for one in said.get("courses", ())},
    )


def _sums(parts: Sequence[Packed]) -> dict[str, Any]:
    return {
        "hands": Later(partial(_hands, parts)),
        "card_points": Later(partial(_card_points, parts)),
        **{name: Later(partial(_of_kind, parts, name)) for name in KINDS},
    }


def _hands(parts: Sequence[Packed]) -> dict[Case, int]:
    return {Case(*place): many for place, many in _numbers_added(parts, "hands").items()}


def _card_points(parts: Sequence[Packed]) -> dict[Counted, int]:
    found = _numbers_added(parts, "card_points")
    cases = _cases(found)
    return {Counted(cases[place[:3]], *place[3:]): many for place, many in found.items()}


def _of_kind(parts: Sequence[Packed], name: str) -> dict[Any, Any]:
    key, value = KINDS[name]
    return dict(_rows(_added(parts, name, key), key, value))


def _numbers_added(parts: Iterable[Packed], name: str) -> dict[tuple[Any, ...], int]:
    """What is kept as lists of a key and one number."""
    found: dict[tuple[Any, ...], int] = {}
    for said in parts:
        for *place, many in said.get(name, ()):
            key = tuple(place)
            found[key] = found.get(key, 0) + many
    return found


def _added(parts: Iterable[Packed], name: str, key: type[Any]) -> dict[tuple[Any, ...], Sequence[int]]:
    """What is kept as lists of a case, the rest of a key, and numbers."""
    many = 2 + len(key._fields)
    found: dict[tuple[Any, ...], Sequence[int]] = {}
    for said in parts:
        for one in said.get(name, ()):
            place, numbers = tuple(one[:many]), one[many:]
            before = found.get(place)
            found[place] = numbers if before is None else list(map(add, before, numbers))
    return found


def _rows(
    added: Mapping[tuple[Any, ...], Sequence[int]], key: type[Any], value: type[Any]
) -> Iterator[tuple[Any, Any]]:
    cases = _cases(added)
    for place, numbers in added.items():
        yield key(cases[place[:3]], *place[3:]), value(*numbers)


def _cases(places: Iterable[tuple[Any, ...]]) -> dict[tuple[int, ...], Case]:
    """The cases with which these begin: few of them, where there are thousands of places."""
    return {case: Case(*case) for case in {place[:3] for place in places}}


def _night(one: Any, number: int | None) -> tuple[Night, Nights]:
    cases, of, player, *rest = one
    marks = (_mark(mark, number) for mark in rest[MARKS:])
    night = Night(tuple(Case(*case) for case in cases), tuple(Case(*case) for case in of), player)
    return night, Nights(*rest[:MARKS], *marks)


def _mark(said: Any, number: int | None) -> Mark | None:
    if said is None:
        return None
    mark = Mark(*said)
    return mark if number is None else mark._replace(night=number)
