"""Reading what was told: every game asks its facts through these few questions.

Each question returns the fact in the type the engine works with, or raises HandRefused with a code and the
name of the fact, whatever nonsense stands there instead.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from numbers import Real
from typing import Any

from ledger.messages import Message, message
from ledger.scoring.scored import Facts, HandRefused

EXACT = re.compile(r"-?[0-9]{1,12}(/[0-9]{1,6})?", re.ASCII)
MOST_SEATS = 10
LONGEST_TEXT = 30


def shown(value: object) -> Message:
    """What `value` is, short enough for a sentence, however large, deep or strange it is."""
    if isinstance(value, str):
        text = value[:LONGEST_TEXT] + "…" if len(value) > LONGEST_TEXT else value
        return message("value", case="text", text=text)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**12:
        return message("value", case="number", number=Fraction(value))
    return message("value", case=_kind_of(value))


def _kind_of(value: object) -> str:
    """What sort of thing it is that is no text and no number in sight."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return "large"
    if isinstance(value, Real):
        return "broken"
    return "list" if isinstance(value, (list, tuple)) else "other"


def read_kind(told: object, kinds: Collection[str]) -> str:
    """The kind of hand; refuses what is no hand (`not_a_hand`) and a kind the game lacks (`unknown_kind`)."""
    if not isinstance(told, Mapping):
        raise HandRefused("not_a_hand", fact="hand")
    kind = told.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise HandRefused("unknown_kind", fact="kind", value=shown(kind))
    return kind


def check_names(told: Facts, here: Collection[str], elsewhere: Collection[str]) -> None:
    """Refuses facts that this game does not know, and facts of another kind of hand unless they say nothing.

    `here` are the facts of this kind of hand, `elsewhere` all facts of the game.
    """
    for name in told:
        if name in here:
            continue
        if name not in elsewhere:
            raise HandRefused("unknown_fact", fact=str(name)[:40], value=shown(name))
        if not _says_nothing(told[name]):
            raise HandRefused("fact_not_here", fact=name, value=shown(name))


def _says_nothing(value: object) -> bool:
    """Whether a fact is as good as not told; a 0 is something, as the first seat is one."""
    return value is None or value is False or value in ([], {})


def read_players(players: object, least: int, most: int) -> int:
    """The number of players at the table; refuses (`players`) what is not a number from `least` to `most`."""
    if isinstance(players, bool) or not isinstance(players, int) or not least <= players <= most:
        if least == most:
            raise HandRefused("players", fact="players", case="exactly", most=most, value=shown(players))
        raise HandRefused("players", fact="players", least=least, most=most, value=shown(players))
    return players


def flag(told: Facts, fact: str) -> bool:
    """A fact that is yes or no; not told is no. Refuses everything else (`bad_type`)."""
    value = told.get(fact)
    if value is None or value is False:
        return False
    if value is True:
        return True
    raise HandRefused("bad_type", fact=fact, case="flag", named=fact, value=shown(value))


def whole(value: object, fact: str, low: int, high: int) -> int:
    """An integer from `low` to `high`; refuses `bad_type` and `out_of_range`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise HandRefused("bad_type", fact=fact, case="whole", named=fact, value=shown(value))
    if not low <= value <= high:
        raise HandRefused("out_of_range", fact=fact, named=fact, low=low, high=high, value=shown(value))
    return value


def read_edition(told: Facts, newest: int) -> int:
    """By which reading of the rules a hand was told, the newest where nothing is said of it."""
    value = told.get("edition")
    return newest if value is None else whole(value, "edition", 1, newest)


def one_of(value: object, fact: str, known: Collection[str]) -> str:
    """One of the words `known`; refuses everything else (`unknown_value`)."""
    if isinstance(value, str) and value in known:
        return value
    raise HandRefused("unknown_value", fact=fact, named=fact, known=tuple(known), value=shown(value))


def items(value: object, fact: str, most: int) -> list[Any]:
    """A list of at most `most` things; not told is the empty list. Refuses `bad_type` and `too_many`."""
    if value is None:
        return []
    if not isinstance(value, (list, tuple)):
        raise HandRefused("bad_type", fact=fact, case="list", named=fact, value=shown(value))
    if len(value) > most:
        raise HandRefused("too_many", fact=fact, named=fact, most=most, count=len(value))
    return list(value)


def seat(value: object, fact: str, players: int) -> int:
    """A seat at the table (0 is the first); refuses `seat_missing`, `bad_type` and `no_such_seat`."""
    if value is None:
        raise HandRefused("seat_missing", fact=fact, named=fact)
    if isinstance(value, bool) or not isinstance(value, int):
        raise HandRefused("bad_type", fact=fact, case="seat", named=fact, value=shown(value))
    if not 0 <= value < players:
        raise HandRefused("no_such_seat", fact=fact, case="table", value=shown(value), players=players)
    return value


def seats(value: object, fact: str, players: int) -> tuple[int, ...]:
    """Different seats at the table; refuses as `seat` does, and `seat_twice`."""
    found = tuple([seat(item, fact, players) for item in items(value, fact, MOST_SEATS)])
    if len(set(found)) != len(found):
        raise HandRefused("seat_twice", fact=fact, named=fact)
    return found


def read_resting(told: Facts, out: Collection[int], players: int) -> tuple[int, ...]:
    """Who of those who sit out takes a break of his own will; raises HandRefused("resting") for who plays."""
    if told.get("resting") is None:
        return ()
    found = seats(told["resting"], "resting", players)
    if not set(found) <= set(out):
        raise HandRefused("resting", fact="resting")
    return found


def exact(value: object, fact: str) -> Fraction:
    """An exact number, told as an integer or as a string like "3/2"; refuses the rest (`not_exact`)."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**12:
        return Fraction(value)
    if isinstance(value, str) and len(value) <= 12 and value.isascii() and value.isdigit():
        return Fraction(int(value))  # a fifth of the time that Fraction takes to read a string
    if isinstance(value, str) and EXACT.fullmatch(value) and not re.search(r"/0+$", value):
        return Fraction(value)
    raise HandRefused("not_exact", fact=fact, named=fact, value=shown(value))


def fields(value: object, fact: str, known: Collection[str]) -> Mapping[str, Any]:
    """A fact that has parts of its own; refuses `bad_type` and, for a strange part, `unknown_fact`."""
    if not isinstance(value, Mapping):
        raise HandRefused("bad_type", fact=fact, case="parts", named=fact, value=shown(value))
    for name in value:
        if name not in known:
            raise HandRefused("unknown_fact", fact=fact, case="part", named=fact, value=shown(name))
    return value


def per_seat(value: object, fact: str, players: int, active: Collection[int], high: int) -> list[int]:
    """A count for every seat, 0 to `high`, null (read as 0) for those who sit out.

    Refuses `counts_missing`, `wrong_length`, `counts_missing` for a player without a count,
    `counts_of_a_sitter`, and as `whole` does.
    """
    if value is None:
        raise HandRefused("counts_missing", fact=fact, named=fact)
    told = items(value, fact, MOST_SEATS)
    if len(told) != players:
        raise HandRefused("wrong_length", fact=fact, named=fact, players=players)
    return [_count(item, fact, high, plays=place in active) for place, item in enumerate(told)]


def _count(value: object, fact: str, high: int, *, plays: bool) -> int:
    if plays and value is None:
        raise HandRefused("counts_missing", fact=fact, named=fact)
    if plays:
        return whole(value, fact, 0, high)
    if value is not None and whole(value, fact, 0, high) != 0:
        raise HandRefused("counts_of_a_sitter", fact=fact, named=fact)
    return 0
