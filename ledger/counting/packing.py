"""Counts as plain lists, as the database keeps them, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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


def _lists(cases: Iterable[Case]) -> list[list[int]]:
    return [list(case) for case in cases]


def _marked(nights: Nights) -> list[int | list[int] | None]:
    return [list(one) if isinstance(one, tuple) else one for one in nights]


def unpacked(said: Packed, *, night: int | None = None) -> Counts:
    """The counts that were packed; of a single night, which do not say its number, with that in the marks."""
    return Counts(
        nights=said.get("nights", 0),
        hands={Case(*one[:3]): one[3] for one in said.get("hands", ())},
        card_points={Counted(Case(*one[:3]), *one[3:-1]): one[-1] for one in said.get("card_points", ())},
        by_night=dict(_night(one, night) for one in said.get("by_night", ())),
        courses={one[0]: Course(*one[1:]) for one in said.get("courses", ())},
        **{name: dict(_rows(said.get(name, ()), *kinds)) for name, kinds in KINDS.items()},
    )


def _rows(lists: Any, key: type[Any], value: type[Any]) -> Iterator[tuple[Any, Any]]:
    many = 2 + len(key._fields)
    cases: dict[tuple[int, ...], Case] = {}
    for one in lists:
        case = cases.setdefault(tuple(one[:3]), Case(*one[:3]))
        yield key(case, *one[3:many]), value(*one[many:])


def _night(one: Any, number: int | None) -> tuple[Night, Nights]:
    cases, of, player, *rest = one
    marks = (None if mark is None else Mark(*mark) for mark in rest[MARKS:])
    if number is not None:
        marks = (mark and mark._replace(night=number) for mark in marks)
    night = Night(tuple(Case(*case) for case in cases), tuple(Case(*case) for case in of), player)
    return night, Nights(*rest[:MARKS], *marks)
