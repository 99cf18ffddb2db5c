"""What a group's file has to look like, before anything of it is written. Pure.

The fold and the database check what the facts add up to; here is only checked that they are facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from babel.core import get_global

from ledger.models import Account, Kind, Mode, Role, Service
from ledger.scoring import game_called
from ledger.scoring.option import read_rules

MOST = 10**15
SERVICES = set(Service.values)

Check = Callable[[Any], bool]
Shape = Any
"""A check, a list of one shape (any number of them), or a mapping of shapes by name; `maybe` allows None."""


def a_text(said: Any) -> bool:
    """A text that a page and a database can hold."""
    return isinstance(said, str) and len(said) <= 2_000 and "\0" not in said and said.isprintable()


def a_number(said: Any) -> bool:
    """A whole number that a database can hold."""
    return isinstance(said, int) and not isinstance(said, bool) and abs(said) < MOST


def a_count(said: Any) -> bool:
    """A whole number, not below zero, that a small column can hold."""
    return a_number(said) and 0 <= said < 2**31


def a_currency(said: Any) -> bool:
    """A currency there is, or none."""
    return said == "" or (isinstance(said, str) and said in get_global("all_currencies"))


def maybe(check: Check) -> Check:
    """Nothing is fine, too."""
    return lambda said: said is None or check(said)


def one_of(names: type[Any]) -> Check:
    """One of the values of an enumeration."""
    return lambda said: isinstance(said, str) and said in names.values


def all_of(check: Check) -> Check:
    """A mapping by texts, of such things."""
    return lambda said: isinstance(said, dict) and all(map(a_text, said)) and all(map(check, said.values()))


def rules(said: Any) -> bool:
    """House rules that somebody can play; raises HandRefused for those that nobody can."""
    if not (isinstance(said, dict) and a_count(said.get("version")) and a_text(said.get("game"))):
        return False
    options = said.get("options")
    return isinstance(options, dict) and bool(read_rules(game_called(said["game"]).rules, options))


PAYMENT = {"payer": a_number, "payee": a_number, "cents": a_number}
FACTS: Mapping[str, Shape] = {
    "rules": lambda said: a_count(said) or rules(said),
    "stake_cents": a_count,
    "totals": all_of(a_text),
    "payments": [PAYMENT],
    "payer": a_number,
    "payee": a_number,
    "player": a_number,
    "goes": a_number,
    "plays": a_count,
    "seats": [a_number],
    "skip": [a_number],
    "dealer": maybe(a_number),
    "doublers": maybe(a_count),
    "of": a_count,
    "date": a_text,
    "told": lambda said: isinstance(said, dict),
    "cents": lambda said: a_number(said) or all_of(a_number)(said),
}


def facts(said: Any) -> bool:
    """An entry's facts: those that are there look as they should."""
    return isinstance(said, dict) and all(fits(said[name], FACTS[name]) for name in said if name in FACTS)


def a_player(said: Any) -> bool:
    """Somebody with a name; his names at payment services are in newer files only."""
    plain = fits(said, {"name": a_text, "added_at": a_text})
    return plain and all_of(a_text)(said.get("handles", {})) and set(said.get("handles", {})) <= SERVICES


def a_settlement(said: Any) -> bool:
    """A stored plan; until when it goes is in newer files only."""
    return fits(said, SETTLEMENT) and maybe(a_text)(said.get("until"))


ENTRY = {"number": a_count, "key": a_text, "kind": a_text, "at": a_text, "by": maybe(a_count), "facts": facts}
SESSION = {"key": a_text, "number": a_count, "started_at": a_text, "entries": [ENTRY]}
SETTLEMENT = {
    "key": a_text,
    "number": a_count,
    "label": a_text,
    "mode": one_of(Mode),
    "is_exact": lambda said: isinstance(said, bool),
    "at": a_text,
    "session": maybe(a_count),
    "treasurer": maybe(a_count),
    "by": maybe(a_count),
    "payments": [{"number": a_count, "payer": maybe(a_count), "payee": maybe(a_count), "cents": a_number}],
}
LINE = {
    "key": a_text,
    "number": a_count,
    "kind": one_of(Kind),
    "note": a_text,
    "method": a_text,
    "at": a_text,
    "session": maybe(a_count),
    "undoes": maybe(a_count),
    "by": maybe(a_count),
    "postings": [{"account": one_of(Account), "player": maybe(a_count), "cents": a_number}],
}
GROUP: Mapping[str, Shape] = {
    "group": {
        "key": a_text,
        "name": a_text,
        "currency": a_currency,
        "stake_cents": a_count,
        "points_first": lambda said: isinstance(said, bool),
        "started_at": a_text,
    },
    "players": [a_player],
    "members": [{"role": one_of(Role), "player": maybe(a_count), "since": a_text}],
    "rules": [rules],
    "sessions": [SESSION],
    "settlements": [a_settlement],
    "journal": [LINE],
}


def fits(said: Any, shape: Shape) -> bool:
    """Whether something looks as it should."""
    if isinstance(shape, Mapping):
        return isinstance(said, dict) and all(
            name in said and fits(said[name], shape[name]) for name in shape
        )
    if isinstance(shape, list):
        return isinstance(said, list) and all(fits(one, shape[0]) for one in said)
    return bool(shape(said))


def misfit(said: Any) -> str | None:
    """The first part of a group's file that does not look as it should; None when all of it does."""
    for name, shape in GROUP.items():
        if name not in said or not fits(said[name], shape):
            return name
    return None if said["rules"] else "rules"
