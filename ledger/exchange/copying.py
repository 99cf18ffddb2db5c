"""From a notebook that was understood to nights in the group's book."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction

from ledger.exchange.notebook import NightRow, Preview, similar
from ledger.models import PARTS, Group, Membership, name_key
from ledger.recording.group import add_player
from ledger.recording.notebook import Copied, copy_notebook, not_yet_in_the_book
from ledger.standings import names_of

NOBODY = "Not accounted for"
"""The player who wins or loses what the others' totals lack, so that the night adds up to zero."""


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A preview beside the book: who and what is new to it."""

    unknown: tuple[str, ...]
    similar: Mapping[str, str]
    new: int
    there: int


def compare(group: Group, preview: Preview) -> Comparison:
    """What copying this notebook would bring; writes nothing."""
    known = _known(group)
    unknown = tuple(name for name in _names(preview) if name_key(name) not in known)
    # Who is new has no id yet, and no night either.
    ids = {name: known.get(name_key(name), -1 - place) for place, name in enumerate(_names(preview))}
    new = len(not_yet_in_the_book(group, _copied(preview, ids)))
    return Comparison(
        unknown=unknown,
        similar=similar(unknown, names_of(group).values()),
        new=new,
        there=len(preview.nights) - new,
    )


def copy(
    group: Group,
    preview: Preview,
    *,
    by: Membership | None = None,
    is_settled: bool = False,
    told: Callable[[int, int], object] = lambda done, of: None,
) -> int:
    """Write down what is new, all or none, and the players it needs; says how many nights that were.

    Nights that do not add up to zero get NOBODY as one more player.
    Raises Refused for a name that will not do.
    """
    with transaction.atomic():
        known = _known(group)
        for name in _names(preview):
            if name_key(name) not in known:
                known[name_key(name)] = add_player(group, name).pk
        ids = {name: known[name_key(name)] for name in _names(preview)}
        return copy_notebook(group, _copied(preview, ids), by=by, is_settled=is_settled, told=told)


def too_fine(preview: Preview) -> tuple[NightRow, ...]:
    """Nights with points that the book cannot hold exactly."""
    return tuple(
        night
        for night in preview.nights
        if any((points * PARTS).denominator != 1 for points in night.totals.values())
    )


def _known(group: Group) -> dict[str, int]:
    return {key: pk for pk, key in group.players.values_list("pk", "name_key")}


def _names(preview: Preview) -> tuple[str, ...]:
    return (*preview.names, NOBODY) if preview.unbalanced else preview.names


def _copied(preview: Preview, ids: Mapping[str, int]) -> list[Copied]:
    return [
        Copied(date=night.date, totals={ids[name]: points for name, points in _balanced(night).items()})
        for night in preview.nights
    ]


def _balanced(night: NightRow) -> dict[str, Fraction]:
    return {**night.totals, **({NOBODY: -night.difference} if night.difference else {})}
