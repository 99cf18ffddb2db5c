"""Reading what was told: every game asks its facts through these few questions.

Each question returns the fact in the type the engine works with, or raises HandRefused with a code, one
sentence in the table's words and the name of the fact, whatever nonsense stands there instead.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from numbers import Real
from typing import Any

from ledger.scoring.scored import Facts, HandRefused

EXACT = re.compile(r"-?[0-9]{1,12}(/[0-9]{1,6})?", re.ASCII)
MOST_SEATS = 10
COUNTED = ("Nobody", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def shown(value: object) -> str:
    """`value` in a few words that fit into a sentence, however large, deep or strange it is."""
    if isinstance(value, str):
        return f"“{value[:30]}…”" if len(value) > 30 else f"“{value}”"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value).replace("-", "−") if abs(value) < 10**12 else "such a large number"
    if isinstance(value, Real):
        return "a broken number"
    return "a list" if isinstance(value, (list, tuple)) else "something else"


def _named(fact: str) -> str:
    """A fact's name in a sentence."""
    return f"“{fact.replace('_', ' ')}”"


def read_kind(told: object, kinds: Collection[str]) -> str:
    """The kind of hand; refuses what is no hand (`not_a_hand`) and a kind the game lacks (`unknown_kind`)."""
    if not isinstance(told, Mapping):
        raise HandRefused("not_a_hand", "A hand is told as named facts.", fact="hand")
    kind = told.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise HandRefused("unknown_kind", f"There is no kind of hand called {shown(kind)}.", fact="kind")
    return kind


def check_names(told: Facts, here: Collection[str], elsewhere: Collection[str]) -> None:
    """Refuses facts that this game does not know, and facts of another kind of hand unless they say nothing.

    `here` are the facts of this kind of hand, `elsewhere` all facts of the game.
    """
    for name in told:
        if name in here:
            continue
        if name not in elsewhere:
            raise HandRefused(
                "unknown_fact", f"Nothing called {shown(name)} can be told here.", fact=str(name)[:40]
            )
        if not _says_nothing(told[name]):
            raise HandRefused("fact_not_here", f"This kind of hand has no {shown(name)}.", fact=name)


def _says_nothing(value: object) -> bool:
    """Whether a fact is as good as not told; a 0 is something, as the first seat is one."""
    return value is None or value is False or value in ([], {})


def read_players(players: object, least: int, most: int) -> int:
    """The number of players at the table; refuses (`players`) what is not a number from `least` to `most`."""
    if isinstance(players, bool) or not isinstance(players, int) or not least <= players <= most:
        who = f"{COUNTED[most]} play this game" if least == most else f"{least} to {most} can sit here"
        raise HandRefused("players", f"{who}, not {shown(players)}.", fact="players")
    return players


def flag(told: Facts, fact: str) -> bool:
    """A fact that is yes or no; not told is no. Refuses everything else (`bad_type`)."""
    value = told.get(fact)
    if value is None or value is False:
        return False
    if value is True:
        return True
    raise HandRefused("bad_type", f"{_named(fact)} is yes or no, not {shown(value)}.", fact=fact)


def whole(value: object, fact: str, low: int, high: int) -> int:
    """An integer from `low` to `high`; refuses `bad_type` and `out_of_range`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise HandRefused("bad_type", f"{_named(fact)} is a whole number, not {shown(value)}.", fact=fact)
    if not low <= value <= high:
        raise HandRefused(
            "out_of_range", f"{_named(fact)} goes from {low} to {high}, not {shown(value)}.", fact=fact
        )
    return value


def one_of(value: object, fact: str, known: Collection[str]) -> str:
    """One of the words `known`; refuses everything else (`unknown_value`)."""
    if isinstance(value, str) and value in known:
        return value
    words = ", ".join(known)
    raise HandRefused("unknown_value", f"{_named(fact)} is one of {words}, not {shown(value)}.", fact=fact)


def items(value: object, fact: str, most: int) -> list[Any]:
    """A list of at most `most` things; not told is the empty list. Refuses `bad_type` and `too_many`."""
    if value is None:
        return []
    if not isinstance(value, (list, tuple)):
        raise HandRefused("bad_type", f"{_named(fact)} is a list, not {shown(value)}.", fact=fact)
    if len(value) > most:
        raise HandRefused("too_many", f"{_named(fact)} has at most {most}, not {len(value)}.", fact=fact)
    return list(value)


def seat(value: object, fact: str, players: int) -> int:
    """A seat at the table (0 is the first); refuses `seat_missing`, `bad_type` and `no_such_seat`."""
    if value is None:
        raise HandRefused("seat_missing", f"Say who the {fact.replace('_', ' ')} is.", fact=fact)
    if isinstance(value, bool) or not isinstance(value, int):
        raise HandRefused("bad_type", f"{_named(fact)} is a seat number, not {shown(value)}.", fact=fact)
    if not 0 <= value < players:
        raise HandRefused(
            "no_such_seat", f"There is no seat {shown(value)} at a table of {players}.", fact=fact
        )
    return value


def seats(value: object, fact: str, players: int) -> tuple[int, ...]:
    """Different seats at the table; refuses as `seat` does, and `seat_twice`."""
    found = tuple([seat(item, fact, players) for item in items(value, fact, MOST_SEATS)])
    if len(set(found)) != len(found):
        raise HandRefused("seat_twice", f"{_named(fact)} names a seat twice.", fact=fact)
    return found


def exact(value: object, fact: str) -> Fraction:
    """An exact number, told as an integer or as a string like "3/2"; refuses the rest (`not_exact`)."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**12:
        return Fraction(value)
    if isinstance(value, str) and len(value) <= 12 and value.isascii() and value.isdigit():
        return Fraction(int(value))  # a fifth of the time that Fraction takes to read a string
    if isinstance(value, str) and EXACT.fullmatch(value) and not re.search(r"/0+$", value):
        return Fraction(value)
    raise HandRefused(
        "not_exact",
        f"{_named(fact)} is a whole number or a fraction like 3/2, not {shown(value)}.",
        fact=fact,
    )


def fields(value: object, fact: str, known: Collection[str]) -> Mapping[str, Any]:
    """A fact that has parts of its own; refuses `bad_type` and, for a strange part, `unknown_fact`."""
    if not isinstance(value, Mapping):
        raise HandRefused("bad_type", f"{_named(fact)} has parts with names, not {shown(value)}.", fact=fact)
    for name in value:
        if name not in known:
            raise HandRefused("unknown_fact", f"{_named(fact)} has no part called {shown(name)}.", fact=fact)
    return value


def per_seat(value: object, fact: str, players: int, active: Collection[int], high: int) -> list[int]:
    """A count for every seat, 0 to `high`, null (read as 0) for those who sit out.

    Refuses `counts_missing`, `wrong_length`, `counts_missing` for a player without a count,
    `counts_of_a_sitter`, and as `whole` does.
    """
    if value is None:
        raise HandRefused("counts_missing", f"Say the {fact} of every player.", fact=fact)
    told = items(value, fact, MOST_SEATS)
    if len(told) != players:
        raise HandRefused(
            "wrong_length", f"{_named(fact)} needs one number for each of {players} players.", fact=fact
        )
    return [_count(item, fact, high, plays=place in active) for place, item in enumerate(told)]


def _count(value: object, fact: str, high: int, *, plays: bool) -> int:
    if plays and value is None:
        raise HandRefused("counts_missing", f"Say the {fact} of every player.", fact=fact)
    if plays:
        return whole(value, fact, 0, high)
    if value is not None and whole(value, fact, 0, high) != 0:
        raise HandRefused("counts_of_a_sitter", f"Somebody who sits out cannot have {fact}.", fact=fact)
    return 0
