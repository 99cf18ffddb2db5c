"""What a group's file has to look like, before anything of it is written. Pure.

The fold and the database check what the facts add up to; here is only checked that they are facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from babel.core import get_global
from django.utils.dateparse import parse_date

from ledger import limits
from ledger.models import Account, Colour, Kind, Mode, Role, Service, name_key
from ledger.models.group import LONGEST_INITIALS, LONGEST_NAME, LONGEST_WORDS
from ledger.models.journal import LONGEST_NOTE
from ledger.recording.settings import MOST_CHANGES
from ledger.scoring import TYPED, game_called
from ledger.scoring.facts import EXACT
from ledger.scoring.option import read_rules
from ledger.seasons import Floor
from ledger.settling import Rest
from ledger.sheet import LONGEST_FILE, LONGEST_REMARK, EntryKind
from ledger.texts import can_be_kept

MOST = 10**15
LONGEST_TEXT = 2_000
PLACE = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
SERVICES = set(Service.values)

Check = Callable[[Any], bool]
Shape = Any
"""A check, a list of one shape (any number of them), or a mapping of shapes by name; `maybe` allows None."""


def a_text(said: Any) -> bool:
    """A text that a database can hold."""
    return isinstance(said, str) and len(said) <= LONGEST_TEXT and can_be_kept(said)


def text_of(most: int) -> Check:
    """A text of so many characters at most."""
    return lambda said: a_text(said) and len(said) <= most


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


def by_player(check: Check) -> Check:
    """Such things by players, who are written as texts here."""
    return lambda said: (
        isinstance(said, dict) and all(map(PLACE.fullmatch, said)) and all(map(check, said.values()))
    )


def points(said: Any) -> bool:
    """Points as a text: whole ones or a fraction."""
    return isinstance(said, str) and EXACT.fullmatch(said) is not None


def a_date(said: Any) -> bool:
    """A day as 2009-03-01."""
    try:
        return isinstance(said, str) and len(said) == 10 and parse_date(said) is not None
    except ValueError:
        return False


def a_day(said: Any) -> bool:
    """A day as 2009-03-01, and in no other way."""
    return a_date(said) and len(said) == len("2009-03-01")


def a_key(said: Any) -> bool:
    """A key, as 0b3f9d62-…"""
    try:
        return isinstance(said, str) and bool(UUID(said))
    except ValueError:
        return False


def a_moment(said: Any) -> bool:
    """A day and a time with its zone."""
    try:
        return isinstance(said, str) and datetime.fromisoformat(said).tzinfo is not None
    except ValueError:
        return False


def rules(said: Any) -> bool:
    """House rules that somebody can play; raises HandRefused for those that nobody can."""
    if not (isinstance(said, dict) and a_count(said.get("version")) and a_text(said.get("game"))):
        return False
    options = said.get("options")
    return isinstance(options, dict) and bool(read_rules(game_called(said["game"]).rules, options))


def in_force(said: Any) -> bool:
    """The same, as a line of a book has them."""
    return rules(said) and set(said) == {"version", "game", "options"}


def a_version(said: Any) -> bool:
    """The same, as the group has them; what it says in its own words is in newer files only."""
    return rules(said) and fits(said, VERSION) and text_of(LONGEST_WORDS)(said.get("words", ""))


def a_mapping(said: Any) -> bool:
    """Named facts; what they say is the engine's business."""
    return isinstance(said, dict)


def another_game(said: Any) -> bool:
    """How a hand of another game is counted; the fold refuses options that are none."""
    return isinstance(said, dict) and bool(read_rules(game_called(TYPED).rules, said))


def a_flag(said: Any) -> bool:
    """Yes or no."""
    return isinstance(said, bool)


def some_counts(said: Any) -> bool:
    """Counts that a game carried into a hand: numbers, and lists of numbers or of words."""
    return a_mapping(said) and all(
        a_count(value) or (isinstance(value, list) and all(isinstance(one, int | str) for one in value))
        for value in said.values()
    )


def kept_hands(said: Any) -> bool:
    """Deals of later hands, by the entry that told each, which stay as they were played."""
    return isinstance(said, dict) and all(
        re.fullmatch("[1-9][0-9]{0,9}", entry) and fits(deal, KEPT) for entry, deal in said.items()
    )


PAYMENT = {"payer": a_number, "payee": a_number, "cents": a_number}
TABLE = {"seats": [a_number], "dealer": a_number, "plays": a_count, "skip": [a_number]}
ENDING = {"cents": by_player(a_number), "payments": [PAYMENT]}
ROUNDED = {"coin": a_count, "rest": lambda said: said in list(Rest), "kitty": a_number}
BROUGHT = {"key": a_key, "file": text_of(LONGEST_FILE), "at": a_moment}
SAID = {
    "seats": [a_number],
    "told": a_mapping,
    "rules": a_count,
    "dealer": maybe(a_count),
    "out": lambda said: said is None or fits(said, [a_count]),
    "doublers": maybe(a_count),
    "edition": a_count,
    "other": another_game,
    "counted": some_counts,
}
KEPT = {"dealer": a_count, "out": [a_count], "counted": some_counts}
FACTS: Mapping[str, Mapping[str, Shape]] = {
    EntryKind.OPENED: {**TABLE, "rules": in_force, "stake_cents": a_count, "turn": a_count},
    EntryKind.NOTEBOOK: {
        "date": a_date, "totals": by_player(points), "rules": in_force, "stake_cents": a_count,
        "was_paid": a_flag, "brought": maybe(lambda said: fits(said, BROUGHT)), **ENDING,
    },
    EntryKind.HAND: {**SAID, "follows": a_count, "kept": kept_hands},
    EntryKind.CORRECTED: {"of": a_count, **SAID, "version": a_count, "kept": kept_hands},
    EntryKind.VOIDED: {"of": a_count, "kept": kept_hands},
    EntryKind.ARRANGED: TABLE,
    EntryKind.JOINED: {"player": a_number, "after": maybe(a_number), "goes": maybe(a_number)},
    EntryKind.LEFT: {"player": a_number},
    EntryKind.RULES: {"rules": in_force, "was": maybe(in_force)},
    EntryKind.STAKE: {"stake_cents": a_count, "before": a_count},
    EntryKind.UNDONE: {"of": a_count, "then": maybe(in_force)},
    EntryKind.ENDED: {**ENDING, "rounded": lambda said: fits(said, ROUNDED)},
    EntryKind.REOPENED: {},
    EntryKind.PAID: PAYMENT,
    EntryKind.UNPAID: {"of": a_count},
    EntryKind.AMENDED: {"date": a_date, "totals": by_player(points), **ENDING},
    EntryKind.STRUCK: {"whole": a_flag, **ENDING},
    EntryKind.REMARKED: {"of": a_count, "text": text_of(LONGEST_REMARK)},
}  # fmt: skip
"""What the lines of a book say, by their kind."""

MAY_BE_MISSING = {
    *("skip", "dealer", "out", "doublers", "edition", "other", "version", "after", "goes", "was", "then"),
    *("brought", "was_paid", "rounded", "payments", "follows", "kept", "counted", "turn"),
}
NAMES = {name for said in FACTS.values() for name in said}


def an_entry(said: Any) -> bool:
    """A line of a book that says what its kind has to say, and nothing of another kind."""
    if not fits(said, ENTRY) or (looks := FACTS.get(said["kind"])) is None:
        return False
    facts = said["facts"]
    if any(name in NAMES and name not in looks for name in facts):
        return False
    return all(
        fits(facts[name], one) if name in facts else name in MAY_BE_MISSING for name, one in looks.items()
    )


def a_group(said: Any) -> bool:
    """What a group says of itself; its coin, place apart, couples, seasons and changes are in newer files."""
    if not fits(said, ABOUT) or not maybe(a_text)(said.get("archived_at")):
        return False
    if not all(a_flag(said.get(name, False)) for name in ("watchers_see_money", "dealer_keeps_score")):
        return False
    if not a_count(said.get("coin_cents", 0)) or said.get("rest_goes", Rest.NEAREST) not in list(Rest):
        return False
    purses = said.get("purses", {})
    if not by_player(a_count)(purses) or len({*map(int, purses), *purses.values()}) < 2 * len(purses):
        return False
    if not seasons(said.get("seasons", [])):
        return False
    changes = said.get("changes", [])
    return isinstance(changes, list) and len(changes) <= MOST_CHANGES and all(map(a_change, changes))


def seasons(said: Any) -> bool:
    """Seasons, each with a number and a name of its own, that do not end before they begin."""
    if not isinstance(said, list) or len(said) > limits.MOST_SEASONS:
        return False
    if not all(
        fits(one, SETTINGS["season"]) and name_key(one["name"] or "") and one["first"] for one in said
    ):
        return False
    if any(one["floor"] is None or one["floor_of"] is None for one in said):
        return False
    names, numbers = {name_key(one["name"]) for one in said}, {one["season"] for one in said}
    return len(names) == len(numbers) == len(said) and not any(
        one["last"] and one["last"] < one["first"] for one in said
    )


def a_change(said: Any) -> bool:
    """One change of a group's settings: what it was, and what it is since."""
    if not fits(said, CHANGE):
        return False
    looks = SETTINGS.get(said["what"], {})
    return all(
        fits(one, looks) and all(map(a_value, one.values()))
        for one in (said["was"], said["now"], said.get("said") or said["now"])
    )


def a_value(said: Any) -> bool:
    """What a setting can say."""
    return said is None or a_flag(said) or a_number(said) or a_text(said)


def a_player(said: Any) -> bool:
    """Somebody with a name; how they are drawn, and where they are paid, is in newer files only."""
    plain = fits(said, {"name": text_of(LONGEST_NAME), "added_at": a_text})
    if plain and not text_of(LONGEST_INITIALS)(said.get("initials", "")):
        return False
    if plain and said.get("colour", "") not in ("", *Colour.values):
        return False
    if plain and not a_flag(said.get("is_placeholder", False)):
        return False
    return plain and all_of(a_text)(said.get("handles", {})) and set(said.get("handles", {})) <= SERVICES


def a_settlement(said: Any) -> bool:
    """A stored plan; until when it goes, and whether it was dropped, is in newer files only."""
    dropped = said.get("dropped") if isinstance(said, dict) else None
    if dropped is not None and not fits(dropped, DROPPED):
        return False
    return fits(said, SETTLEMENT) and maybe(a_text)(said.get("until"))


def a_plan(said: Any) -> bool:
    """Which planned payment: the numbers of the settlement and of the payment in it."""
    return said is None or (isinstance(said, list) and len(said) == 2 and all(map(a_count, said)))


ENTRY = {
    "number": a_count,
    "key": a_text,
    "kind": text_of(12),
    "at": a_text,
    "by": maybe(a_count),
    "facts": a_mapping,
}
VERSION = {
    "version": a_count,
    "game": text_of(40),
    "preset": text_of(40),
    "options": a_mapping,
    "key": maybe(a_text),
    "written_at": a_text,
    "by": maybe(a_count),
}
SESSION = {"key": a_text, "number": a_count, "started_at": a_text, "entries": [an_entry]}
SETTLEMENT = {
    "key": a_text,
    "number": a_count,
    "label": text_of(LONGEST_NOTE),
    "mode": one_of(Mode),
    "is_exact": a_flag,
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
    "note": text_of(LONGEST_NOTE),
    "method": text_of(40),
    "at": a_text,
    "session": maybe(a_count),
    "plan": a_plan,
    "undoes": maybe(a_count),
    "by": maybe(a_count),
    "postings": [{"account": one_of(Account), "player": maybe(a_count), "cents": a_number}],
}
DROPPED = {"key": a_text, "at": a_text, "by": maybe(a_count)}
ABOUT: Mapping[str, Shape] = {
    "key": a_text,
    "name": text_of(LONGEST_NAME),
    "currency": a_currency,
    "stake_cents": a_count,
    "points_first": a_flag,
    "started_at": a_text,
}
CHANGE: Mapping[str, Shape] = {
    "number": a_count,
    "what": text_of(12),
    "was": a_mapping,
    "now": a_mapping,
    "by": maybe(a_count),
    "at": a_text,
    "key": a_text,
}
SETTINGS: Mapping[str, Shape] = {
    "name": {"name": text_of(LONGEST_NAME)},
    "money": {"currency": a_currency, "stake_cents": a_count},
    "archive": {"archived": a_flag},
    "watching": {"watchers_see_money": a_flag},
    "keeping": {"dealer_keeps_score": a_flag},
    "season": {
        "season": a_count, "name": maybe(text_of(LONGEST_NAME)), "first": maybe(a_day), "last": maybe(a_day),
        "floor": maybe(a_count), "floor_of": lambda said: said is None or said in list(Floor),
    },
}  # fmt: skip
"""What the settings that this version knows say; of others only that they are plain values."""


def a_line(said: Any) -> bool:
    """A line of the journal; of a shared expense it says what that came to, which older files do not know."""
    return fits(said, LINE) and maybe(a_count)(said.get("amount"))


GROUP: Mapping[str, Shape] = {
    "group": a_group,
    "players": a_player,
    "members": {"role": one_of(Role), "player": maybe(a_count), "since": a_text},
    "rules": a_version,
    "settlements": a_settlement,
    "journal": a_line,
    "open": {"payer": maybe(a_count), "payee": maybe(a_count), "cents": a_number},
    "merges": {
        "key": a_text, "number": a_count, "at": a_text, "player": a_count, "into": a_count,
        "undoes": maybe(a_count), "by": maybe(a_count),
    },
}  # fmt: skip
"""What each part of the file, or each element of it, looks like."""


def fits(said: Any, shape: Shape) -> bool:
    """Whether something looks as it should."""
    if isinstance(shape, Mapping):
        return isinstance(said, dict) and all(
            name in said and fits(said[name], shape[name]) for name in shape
        )
    if isinstance(shape, list):
        return isinstance(said, list) and all(fits(one, shape[0]) for one in said)
    return bool(shape(said))
