"""Shapes of a group's file, checked before anything of it is written. Pure.

The fold and the database check what the facts add up to; here is only checked that they are facts.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from babel.core import get_global
from django.utils.dateparse import parse_date

from ledger import limits
from ledger.book.seasons import Floor
from ledger.book.sheet import LONGEST_FILE, LONGEST_REMARK, EntryKind
from ledger.models import Account, Colour, Kind, PlanMode, Role, Service, name_key
from ledger.models.group import LONGEST_INITIALS, LONGEST_NAME, LONGEST_WORDS
from ledger.models.journal import LONGEST_NOTE
from ledger.money.rounding import Rest
from ledger.recording.settings import MOST_CHANGES
from ledger.scoring import TYPED, game_called
from ledger.scoring.facts import EXACT
from ledger.scoring.option import read_rules
from ledger.words.texts import can_be_kept

MOST = 10**15
LONGEST_TEXT = 2_000
PLACE = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)

Check = Callable[[Any], bool]

# A check, a type, a list of one shape (any number of them), or a mapping of shapes by name. A name that ends
# in “?” may be missing: older files do not have it, or nothing was said of it.
Shape = Any


def fits(said: Any, shape: Shape) -> bool:
    """Return whether a value of a file has this shape."""
    if isinstance(shape, Mapping):
        return isinstance(said, dict) and all(
            fits(said[name], one) if (name := key.rstrip("?")) in said else key != name
            for key, one in shape.items()
        )
    if isinstance(shape, list):
        return isinstance(said, list) and all(fits(one, shape[0]) for one in said)
    return isinstance(said, shape) if isinstance(shape, type) else bool(shape(said))


def a_text(said: Any) -> bool:
    return isinstance(said, str) and len(said) <= LONGEST_TEXT and can_be_kept(said)


def text_of(most: int) -> Check:
    return lambda said: a_text(said) and len(said) <= most


def a_number(said: Any) -> bool:
    return isinstance(said, int) and not isinstance(said, bool) and abs(said) < MOST


def a_count(said: Any) -> bool:
    """Accept a whole number, not below zero, that a small column can hold."""
    return a_number(said) and 0 <= said < 2**31


def a_currency(said: Any) -> bool:
    return said == "" or (isinstance(said, str) and said in get_global("all_currencies"))


def maybe(shape: Shape) -> Check:
    return lambda said: said is None or fits(said, shape)


def among(values: Sequence[Any]) -> Check:
    return lambda said: said in values


def by_name(names: Check, values: Check) -> Check:
    return lambda said: isinstance(said, dict) and all(map(names, said)) and all(map(values, said.values()))


def by_player(values: Check) -> Check:
    """Return a check of mappings from players (their places, as texts) to such values."""
    return by_name(lambda said: PLACE.fullmatch(said) is not None, values)


def points(said: Any) -> bool:
    """Accept points as a text: a whole number or a fraction."""
    return isinstance(said, str) and EXACT.fullmatch(said) is not None


def a_date(said: Any) -> bool:
    """Accept a day as 2009-03-01."""
    try:
        return isinstance(said, str) and len(said) == 10 and parse_date(said) is not None
    except ValueError:
        return False


def a_key(said: Any) -> bool:
    try:
        return isinstance(said, str) and bool(UUID(said))
    except ValueError:
        return False


def a_moment(said: Any) -> bool:
    """Accept a day and a time with its zone."""
    try:
        return isinstance(said, str) and datetime.fromisoformat(said).tzinfo is not None
    except ValueError:
        return False


def rules(said: Any) -> bool:
    """Accept house rules that can be played; raise HandRefused for those that cannot."""
    if not fits(said, {"version": a_count, "game": a_text, "options": dict}):
        return False
    return bool(read_rules(game_called(said["game"]).rules, said["options"]))


def in_force(said: Any) -> bool:
    """Accept the house rules in an entry of a book."""
    return rules(said) and set(said) == {"version", "game", "options"}


def another_game(said: Any) -> bool:
    """Accept options of a hand of another game; the fold refuses options that are none."""
    return isinstance(said, dict) and bool(read_rules(game_called(TYPED).rules, said))


def some_counts(said: Any) -> bool:
    """Accept counts that a game carried into a hand: numbers, and lists of numbers or of words."""
    return isinstance(said, dict) and all(
        a_count(value) or (isinstance(value, list) and all(isinstance(one, int | str) for one in value))
        for value in said.values()
    )


def kept_hands(said: Any) -> bool:
    """Accept deals of later hands by the entry that told each."""
    return isinstance(said, dict) and all(
        re.fullmatch("[1-9][0-9]{0,9}", entry) and fits(deal, KEPT) for entry, deal in said.items()
    )


PAYMENT = {"payer": a_number, "payee": a_number, "cents": a_number}
TABLE = {"seats": [a_number], "dealer?": a_number, "plays": a_count, "skip?": [a_number]}
ENDING = {"cents": by_player(a_number), "payments?": [PAYMENT]}
ROUNDED = {"coin": a_count, "rest": among(list(Rest)), "kitty": a_number}
BROUGHT = {"key": a_key, "file": text_of(LONGEST_FILE), "at": a_moment}
SAID = {
    "seats": [a_number],
    "told": dict,
    "rules": a_count,
    "dealer?": maybe(a_count),
    "out?": maybe([a_count]),
    "doublers?": maybe(a_count),
    "edition?": a_count,
    "other?": another_game,
    "counted?": some_counts,
}
KEPT = {"dealer": a_count, "out": [a_count], "counted": some_counts}

# The facts of the entries of a book, by their kind.
FACTS: Mapping[str, Mapping[str, Shape]] = {
    EntryKind.OPENED: {**TABLE, "rules": in_force, "stake_cents": a_count, "turn?": a_count},
    EntryKind.NOTEBOOK: {
        "date": a_date, "totals": by_player(points), "rules": in_force, "stake_cents": a_count,
        "was_paid?": bool, "brought?": maybe(BROUGHT), **ENDING,
        "seats?": [a_number], "dealer?": a_number, "plays?": a_count,
    },
    EntryKind.HAND: {**SAID, "follows?": a_count, "kept?": kept_hands},
    EntryKind.CORRECTED: {"of": a_count, **SAID, "version?": a_count, "kept?": kept_hands},
    EntryKind.VOIDED: {"of": a_count, "kept?": kept_hands},
    EntryKind.ARRANGED: TABLE,
    EntryKind.JOINED: {"player": a_number, "after?": maybe(a_number), "goes?": maybe(a_number)},
    EntryKind.LEFT: {"player": a_number},
    EntryKind.RULES: {"rules": in_force, "was?": maybe(in_force)},
    EntryKind.STAKE: {"stake_cents": a_count, "before": a_count},
    EntryKind.UNDONE: {"of": a_count, "then?": maybe(in_force)},
    EntryKind.ENDED: {**ENDING, "rounded?": ROUNDED},
    EntryKind.REOPENED: {},
    EntryKind.PAID: PAYMENT,
    EntryKind.UNPAID: {"of": a_count},
    EntryKind.AMENDED: {
        "date": a_date, "totals": by_player(points), "brought?": maybe(BROUGHT), "undoes?": a_count, **ENDING,
    },
    EntryKind.STRUCK: {"whole": bool, "undoes?": a_count, **ENDING},
    EntryKind.REMARKED: {"of": a_count, "text": text_of(LONGEST_REMARK)},
}  # fmt: skip
NAMES = {name.rstrip("?") for said in FACTS.values() for name in said}
ENTRY = {
    "number": a_count, "key": a_text, "kind": text_of(12), "at": a_text, "by": maybe(a_count), "facts": dict,
}  # fmt: skip


def an_entry(said: Any) -> bool:
    """Accept an entry with the facts of its kind, and none of another kind."""
    if not fits(said, ENTRY) or (looks := FACTS.get(said["kind"])) is None:
        return False
    others = NAMES - {name.rstrip("?") for name in looks}
    return others.isdisjoint(said["facts"]) and fits(said["facts"], looks)


# The settings that this version knows; others are only checked to be plain values.
SETTINGS: Mapping[str, Shape] = {
    "name": {"name": text_of(LONGEST_NAME)},
    "money": {"currency": a_currency, "stake_cents": a_count},
    "archive": {"archived": bool},
    "watching": {"watchers_see_money": bool},
    "keeping": {"dealer_keeps_score": bool},
    "season": {
        "season": a_count, "name": maybe(text_of(LONGEST_NAME)), "first": maybe(a_date),
        "last": maybe(a_date), "floor": maybe(a_count), "floor_of": maybe(among(list(Floor))),
    },
}  # fmt: skip
CHANGE = {
    "number": a_count, "what": text_of(12), "was": dict, "now": dict, "by": maybe(a_count), "at": a_text,
    "key": a_text,
}  # fmt: skip


def couples(said: Any) -> bool:
    """Accept couples of players with one purse: nobody is in two of them."""
    return by_player(a_count)(said) and len({*map(int, said), *said.values()}) == 2 * len(said)


def seasons(said: Any) -> bool:
    """Accept seasons, each with a number and a name of its own, that do not end before they begin."""
    if not fits(said, [SETTINGS["season"]]) or len(said) > limits.MOST_SEASONS:
        return False
    if any(not name_key(one["name"] or "") or not one["first"] for one in said):
        return False
    if any(one["floor"] is None or one["floor_of"] is None for one in said):
        return False
    names, numbers = {name_key(one["name"]) for one in said}, {one["season"] for one in said}
    return len(names) == len(numbers) == len(said) and not any(
        one["last"] and one["last"] < one["first"] for one in said
    )


def a_change(said: Any) -> bool:
    if not fits(said, CHANGE):
        return False
    looks = SETTINGS.get(said["what"], {})
    return all(
        fits(one, looks)
        and all(
            value is None or isinstance(value, bool) or a_number(value) or a_text(value)
            for value in one.values()
        )
        for one in (said["was"], said["now"], said.get("said") or said["now"])
    )


VERSION = {
    "version": a_count,
    "game": text_of(40),
    "preset": text_of(40),
    "options": dict,
    "key": maybe(a_text),
    "written_at": a_text,
    "by": maybe(a_count),
    "words?": text_of(LONGEST_WORDS),
}

# The shape of each part of the file, or of each element of it.
GROUP: Mapping[str, Shape] = {
    "group": {
        "key": a_text,
        "name": text_of(LONGEST_NAME),
        "currency": a_currency,
        "stake_cents": a_count,
        "points_first": bool,
        "started_at": a_text,
        "coin_cents?": a_count,
        "rest_goes?": among(list(Rest)),
        "watchers_see_money?": bool,
        "dealer_keeps_score?": bool,
        "archived_at?": maybe(a_text),
        "purses?": couples,
        "seasons?": seasons,
        "changes?": lambda said: fits(said, [a_change]) and len(said) <= MOST_CHANGES,
    },
    "players": {
        "name": text_of(LONGEST_NAME),
        "added_at": a_text,
        "initials?": text_of(LONGEST_INITIALS),
        "colour?": among(("", *Colour.values)),
        "is_placeholder?": bool,
        "handles?": by_name(among(Service.values), a_text),
    },
    "members": {"role": among(Role.values), "player": maybe(a_count), "since": a_text},
    "rules": lambda said: rules(said) and fits(said, VERSION),
    # Each line of a night is checked when it is read (`an_entry`).
    "sessions": {"key": a_text, "number": a_count, "started_at": a_text, "entries": list},
    "settlements": {
        "key": a_text,
        "number": a_count,
        "label": text_of(LONGEST_NOTE),
        "mode": among(PlanMode.values),
        "is_exact": bool,
        "at": a_text,
        "until?": maybe(a_text),
        "session": maybe(a_count),
        "treasurer": maybe(a_count),
        "by": maybe(a_count),
        "payments": [
            {"number": a_count, "payer": maybe(a_count), "payee": maybe(a_count), "cents": a_number}
        ],
        "dropped?": maybe({"key": a_text, "at": a_text, "by": maybe(a_count)}),
    },
    "journal": {
        "key": a_text,
        "number": a_count,
        "kind": among(Kind.values),
        "note": text_of(LONGEST_NOTE),
        "method": text_of(40),
        "amount?": maybe(a_count),
        "at": a_text,
        "session": maybe(a_count),
        # The numbers of the settlement and of the payment in it.
        "plan": maybe(lambda said: fits(said, [a_count]) and len(said) == 2),
        "undoes": maybe(a_count),
        "by": maybe(a_count),
        "postings": [{"account": among(Account.values), "player": maybe(a_count), "cents": a_number}],
    },
    "open": {"payer": maybe(a_count), "payee": maybe(a_count), "cents": a_number},
    "merges": {
        "key": a_text, "number": a_count, "at": a_text, "player": a_count, "into": a_count,
        "undoes": maybe(a_count), "by": maybe(a_count),
    },
}  # fmt: skip
