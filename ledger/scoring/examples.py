"""Hands that show what house rules do: told for a game, scored by its engine under any rules.

A game without examples of its own is shown by the last row of its chart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ledger.messages import Message, message
from ledger.scoring.game import Game, Telling
from ledger.scoring.option import Option
from ledger.scoring.scored import Facts, HandRefused, Points, Scored


@dataclass(frozen=True, kw_only=True)
class Example:
    """A hand and what it is worth; `seat` is who asks why."""

    title: Message
    seat: int
    told: Facts
    scored: Scored


def usual_players(game: Game[Any]) -> int:
    """Return the number of players of a hand on most evenings."""
    return min(max(game.usually, game.least_active), game.most_active)


def examples(game: Game[Any], rules: Any, players: int) -> tuple[Example, ...]:
    """Return hands of `players` under these rules; those the rules do not know are left out."""
    tellings = game.examples(rules, players) if game.examples else _by_the_chart(game, rules, players)
    found: dict[Message, Example] = {}
    for title, seat, told in tellings:
        try:
            scored = game.score(players, rules, told)
        except HandRefused:
            continue
        found.setdefault(title, Example(title=title, seat=seat, told=told, scored=scored))
    return tuple(found.values())


def moves(game: Game[Any], example: Example, before: Any) -> bool:
    """Return whether a hand is worth something else than under the rules before, or could not be told
    there."""
    try:
        scored = game.score(len(example.scored.points), before, example.told)
    except HandRefused:
        return True
    return (scored.points, scored.pot_delta) != (example.scored.points, example.scored.pot_delta)


def moving_first(game: Game[Any], found: Sequence[Example], before: Any) -> tuple[Example, ...]:
    """Return the examples, those that move first."""
    return tuple(sorted(found, key=lambda example: not moves(game, example, before)))


def touched_first(
    found: Sequence[Example], game: Game[Any], rules: Any, option: Option
) -> tuple[Example, ...]:
    """Return the examples, first those not told, or worth something else, where this option is another."""
    if not found:
        return ()
    players = len(found[0].scored.points)
    others = [
        _worths(examples(game, replace(rules, **{option.name: value}), players))
        for value in option.others(getattr(rules, option.name))
    ]
    stays = {title: all(one.get(title) == worth for one in others) for title, worth in _worths(found).items()}
    return tuple(sorted(found, key=lambda example: stays[example.title]))


def _worths(found: Sequence[Example]) -> dict[Message, tuple[Points, Fraction]]:
    # Points of everybody and of the pot by the title of the hand.
    return {one.title: (one.scored.points, one.scored.pot_delta) for one in found}


def _by_the_chart(game: Game[Any], rules: Any, players: int) -> Iterator[Telling]:
    row = game.chart(rules, players).rows[-1]
    for partners in (1, 0):
        told = {"kind": "picked", "picker": 0, "partners": [1] * partners, "result": row.code}
        yield message("title", case="row", label=row.label), 0, told
