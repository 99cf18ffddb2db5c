"""Reading what was told: every game asks its facts through these few questions.

Each question returns the fact in the type the engine works with, or raises HandRefused with a code and the
name of the fact, whatever nonsense stands there instead.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from numbers import Real
from typing import Any

from ledger.scoring.carried import MOST_POTS, PotState
from ledger.scoring.scored import Facts, HandRefused
from ledger.words.messages import Message, message

EXACT = re.compile(r"-?[0-9]{1,12}(/[0-9]{1,6})?", re.ASCII)
MOST_SEATS = 10
LONGEST_TEXT = 30


def shown(value: object) -> Message:
    """Return `value` short enough for a sentence, however large, deep or strange it is."""
    if isinstance(value, str):
        text = value[:LONGEST_TEXT] + "…" if len(value) > LONGEST_TEXT else value
        return message("value", case="text", text=text)
    if value is None or isinstance(value, bool):
        return message("value", case={None: "nothing", True: "yes", False: "no"}[value])
    if isinstance(value, int) and abs(value) < 10**12:
        return message("value", case="number", number=Fraction(value))
    if isinstance(value, Real):
        return message("value", case="large" if isinstance(value, int) else "broken")
    return message("value", case="list" if isinstance(value, (list, tuple)) else "other")


def read_kind(told: object, kinds: Collection[str]) -> str:
    """Return the kind of hand; raise `not_a_hand`, or `unknown_kind` for a kind the game lacks."""
    if not isinstance(told, Mapping):
        raise HandRefused("not_a_hand", fact="hand")
    kind = told.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise HandRefused("unknown_kind", fact="kind", value=shown(kind))
    return kind


def check_names(told: Facts, here: Collection[str], elsewhere: Collection[str]) -> None:
    """Raise `unknown_fact` for facts of no kind of hand, `fact_not_here` for those of another kind that say
    something.

    `here` are the facts of this kind of hand, `elsewhere` all facts of the game.
    """
    for name in told:
        if name in here:
            continue
        if name not in elsewhere:
            raise HandRefused("unknown_fact", fact=str(name)[:40], value=shown(name))
        # Said as nothing, it is as good as not told; a 0 is something, as the first seat is one.
        if not (told[name] is None or told[name] is False or told[name] in ([], {})):
            raise HandRefused("fact_not_here", fact=name, value=shown(name))


def refuse_told(
    told: Facts,
    names: Iterable[str],
    code: str,
    *,
    fact: str | None = None,
    case: str = "",
    nothing: tuple[object, ...] = (None,),
) -> None:
    """Raise HandRefused about the first of these facts that is told, or about another one (`fact`)."""
    for name in names:
        if told.get(name) not in nothing:
            raise HandRefused(code, fact=fact or name, case=case)


def read_players(players: object, least: int, most: int) -> int:
    """Return the number of players at the table; raise `players` unless it is from `least` to `most`."""
    if isinstance(players, bool) or not isinstance(players, int) or not least <= players <= most:
        if least == most:
            raise HandRefused("players", fact="players", case="exactly", most=most, value=shown(players))
        raise HandRefused("players", fact="players", least=least, most=most, value=shown(players))
    return players


def flag(told: Facts, fact: str) -> bool:
    """Return a fact that is yes or no; not told is no. Raise `bad_type` for everything else."""
    value = told.get(fact)
    if value is None or value is False:
        return False
    if value is True:
        return True
    raise HandRefused("bad_type", fact=fact, case="flag", named=fact, value=shown(value))


def whole(value: object, fact: str, low: int, high: int) -> int:
    """Return an integer from `low` to `high`; raise `bad_type` or `out_of_range`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise HandRefused("bad_type", fact=fact, case="whole", named=fact, value=shown(value))
    if not low <= value <= high:
        raise HandRefused("out_of_range", fact=fact, named=fact, low=low, high=high, value=shown(value))
    return value


def read_dealer(told: Facts, players: int) -> int | None:
    """Return the seat that deals, None where nobody said so; raise as `seat` does."""
    return None if told.get("dealer") is None else seat(told["dealer"], "dealer", players)


def to_the_left(dealer: int | None, players: int) -> int | None:
    """Return the seat that deals next, None where nobody said who dealt."""
    return None if dealer is None else (dealer + 1) % players


def read_edition(told: Facts, newest: int) -> int:
    """Return the reading of the rules by which a hand was told, the newest where nothing is said of it."""
    value = told.get("edition")
    return newest if value is None else whole(value, "edition", 1, newest)


def one_of(value: object, fact: str, known: Collection[str]) -> str:
    """Return one of the words `known`; raise `unknown_value` for everything else."""
    if isinstance(value, str) and value in known:
        return value
    raise HandRefused("unknown_value", fact=fact, named=fact, known=tuple(known), value=shown(value))


def items(value: object, fact: str, most: int) -> list[Any]:
    """Return a list of at most `most` things; not told is the empty list. Raise `bad_type` or `too_many`."""
    if value is None:
        return []
    if not isinstance(value, (list, tuple)):
        raise HandRefused("bad_type", fact=fact, case="list", named=fact, value=shown(value))
    if len(value) > most:
        raise HandRefused("too_many", fact=fact, named=fact, most=most, count=len(value))
    return list(value)


def seat(value: object, fact: str, players: int) -> int:
    """Return a seat at the table (0 is the first); raise `seat_missing`, `bad_type` or `no_such_seat`."""
    if value is None:
        raise HandRefused("seat_missing", fact=fact, named=fact)
    if isinstance(value, bool) or not isinstance(value, int):
        raise HandRefused("bad_type", fact=fact, case="seat", named=fact, value=shown(value))
    if not 0 <= value < players:
        raise HandRefused("no_such_seat", fact=fact, case="table", value=shown(value), players=players)
    return value


@dataclass(frozen=True)
class Seated:
    """The table of a hand: the number of its seats, clockwise, those that play, and who deals.

    `dealer` is None where nobody said so.
    """

    players: int
    active: tuple[int, ...]
    dealer: int | None


def playing_seat(told: Facts, fact: str, table: Seated, case: str) -> int:
    """Return the seat of somebody who plays; raise as `seat` does, and `sits_out` with this case."""
    found = seat(told.get(fact), fact, table.players)
    if found not in table.active:
        raise HandRefused("sits_out", fact=fact, case=case)
    return found


def seats(value: object, fact: str, players: int) -> tuple[int, ...]:
    """Return different seats at the table; raise as `seat` does, and `seat_twice`."""
    found = tuple([seat(item, fact, players) for item in items(value, fact, MOST_SEATS)])
    if len(set(found)) != len(found):
        raise HandRefused("seat_twice", fact=fact, named=fact)
    return found


def playing_seats(told: Facts, fact: str, table: Seated, case: str, missing: HandRefused) -> tuple[int, ...]:
    """Return the seats of some who play; raise `missing` for nobody, else as `playing_seat` does."""
    found = seats(told.get(fact), fact, table.players)
    if not found:
        raise missing
    if any(place not in table.active for place in found):
        raise HandRefused("sits_out", fact=fact, case=case)
    return found


def read_resting(told: Facts, out: Collection[int], players: int) -> tuple[int, ...]:
    """Return the seats that sit out of their own will; raise HandRefused("resting") for one that plays."""
    if told.get("resting") is None:
        return ()
    found = seats(told["resting"], "resting", players)
    if not set(found) <= set(out):
        raise HandRefused("resting", fact="resting")
    return found


def exact(value: object, fact: str) -> Fraction:
    """Return an exact number, told as an integer or as a string like "3/2"; raise `not_exact`."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**12:
        return Fraction(value)
    if isinstance(value, str) and len(value) <= 12 and value.isascii() and value.isdigit():
        return Fraction(int(value))  # a fifth of the time that Fraction takes to read a string
    if isinstance(value, str) and EXACT.fullmatch(value) and not re.search(r"/0+$", value):
        return Fraction(value)
    raise HandRefused("not_exact", fact=fact, named=fact, value=shown(value))


def fields(value: object, fact: str, known: Collection[str]) -> Mapping[str, Any]:
    """Return a fact that has parts of its own; raise `bad_type` or, for a strange part, `unknown_fact`."""
    if not isinstance(value, Mapping):
        raise HandRefused("bad_type", fact=fact, case="parts", named=fact, value=shown(value))
    for name in value:
        if name not in known:
            raise HandRefused("unknown_fact", fact=fact, case="part", named=fact, value=shown(name))
    return value


def read_pot(told: Facts) -> PotState | None:
    """Return the pot that was told, None where nothing was; raise `pot_count`, and as its parts do."""
    if told.get("pot") is None:
        return None
    parts = fields(told["pot"], "pot", ("amount", "pots"))
    exactly = exact(parts.get("amount"), "pot")
    amount = exactly.numerator if exactly.denominator == 1 else exactly
    pots = whole(parts.get("pots"), "pots", 0, MOST_POTS)
    if amount < 0 or (amount > 0) != (pots > 0):
        raise HandRefused("pot_count", fact="pot")
    return PotState(amount, pots)


def per_seat(
    value: object, fact: str, players: int, active: Collection[int], high: int, low: int = 0
) -> list[int]:
    """Return a count for every seat, `low` to `high`, null (read as 0) for those who sit out.

    Refuses `counts_missing`, `wrong_length`, `counts_missing` for a player without a count,
    `counts_of_a_sitter`, and as `whole` does.
    """
    if value is None:
        raise HandRefused("counts_missing", fact=fact, named=fact)
    told = items(value, fact, MOST_SEATS)
    if len(told) != players:
        raise HandRefused("wrong_length", fact=fact, named=fact, players=players)
    counts: list[int] = []
    for place, item in enumerate(told):
        if item is None and place in active:
            raise HandRefused("counts_missing", fact=fact, named=fact)
        counts.append(0 if item is None else whole(item, fact, low, high))
        if counts[place] and place not in active:
            raise HandRefused("counts_of_a_sitter", fact=fact, named=fact)
    return counts
