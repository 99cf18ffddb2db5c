"""Names that are nearly alike: whom somebody meant who mistyped a name. Pure."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

# Two names are similar when so much of them is the same, or two neighbouring letters changed places.
ALIKE = (4, 5)

# Longer names are not compared: the book holds none like them.
LONGEST = 60

# A pair of letters in more names than this tells nobody apart.
OFTEN = 200

# With so many known names, those that have most in common, a name is compared letter by letter.
LOOKED_AT = 5


def similar(names: Iterable[str], known: Iterable[str] | None = None) -> dict[str, str]:
    """Return by name a known one that it could be, unless it is known itself; without `known` ones another of
    the names.

    Costs as much as there are names on either side, not every one times every other.
    """
    found = list(names)
    there = {_key(name): name for name in (found if known is None else known)}
    by_pair: dict[str, list[str]] = defaultdict(list)
    for key in there:
        for pair in _pairs(key):
            by_pair[pair].append(key)
    asked = [name for name in found if known is None or _key(name) not in there]
    close = ((name, _closest(_key(name), by_pair)) for name in asked if len(_key(name)) <= LONGEST)
    return {name: there[other] for name, other in close if other is not None}


def _closest(key: str, by_pair: Mapping[str, list[str]]) -> str | None:
    shared: Counter[str] = Counter()
    for pair in _pairs(key):
        if len(others := by_pair.get(pair, ())) <= OFTEN:
            shared.update(others)
    shared.pop(key, None)
    for other, _ in shared.most_common(LOOKED_AT):
        if re.sub(r"\d", "", key) == re.sub(r"\d", "", other):  # P01 and P02 are two people
            continue
        if _swapped(key, other):
            return other
        same = sum(block.size for block in SequenceMatcher(None, key, other).get_matching_blocks())
        if 2 * same * ALIKE[1] >= (len(key) + len(other)) * ALIKE[0]:
            return other
    return None


def _swapped(one: str, other: str) -> bool:
    # Whether two neighbouring letters changed places: much of a short name.
    wrong = [place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b]
    if len(one) != len(other) or len(wrong) != 2:
        return False
    first, second = wrong
    return second == first + 1 and one[first] == other[second] and one[second] == other[first]


def _pairs(key: str) -> set[str]:
    # The pairs of letters in a name, its ends among them; none of a name that is too long.
    framed = f"\n{key}\n" if len(key) <= LONGEST else ""
    return {framed[place : place + 2] for place in range(len(framed) - 1)}


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
