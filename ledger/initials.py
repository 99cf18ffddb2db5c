"""Initials: what stands for a name where there is no room for it. Pure; people are ids."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

MOST_SIGNS = 3
"""So many letters, or other signs, as somebody sees them."""

JOINER = "\u200d"


def initials(names: Mapping[int, str], own: Mapping[int, str]) -> dict[int, str]:
    """Everybody's initials: their own where they chose some, else made of the name so that no two are alike.

    Who came first has the first choice: a newcomer changes nobody's. Where a name leaves nothing that is
    free, a number helps.
    """
    found = {player: own[player] for player in names if own.get(player)}
    taken = {_key(one) for one in found.values()}
    numbers: dict[str, int] = {}
    for player, name in sorted(names.items()):
        if player not in found:
            found[player] = next(one for one in _candidates(name, numbers) if _key(one) not in taken)
            taken.add(_key(found[player]))
    return found


def signs(text: str) -> list[str]:
    """A text as its readers count it: a letter with its accent is one, so is a sign made of several."""
    if text.isascii():
        return list(text)
    found: list[str] = []
    for letter in text:
        goes_on = found and (found[-1].endswith(JOINER) or letter == JOINER or _belongs(found[-1], letter))
        if goes_on:
            found[-1] += letter
        else:
            found.append(letter)
    return found


def _belongs(before: str, letter: str) -> bool:
    """Whether a character is a part of the sign before it."""
    if unicodedata.category(letter) in ("Mn", "Me", "Mc", "Cf") or "\U0001f3fb" <= letter <= "\U0001f3ff":
        return True
    return _is_half_a_flag(letter) and _is_half_a_flag(before)


def _is_half_a_flag(letter: str) -> bool:
    return len(letter) == 1 and "\U0001f1e6" <= letter <= "\U0001f1ff"


def _candidates(name: str, numbers: dict[str, int]) -> Iterator[str]:
    """What could stand for a name, the best first; never ends. `numbers` are those that were tried before."""
    words = [letters for word in name.split() if (letters := _letters(word))]
    first = words[0] if words else signs(name.strip()) or ["?"]
    chief = first[0].upper() if len(first[0].upper()) == 1 else first[0]
    if len(words) > 1:
        yield chief + words[-1][0].upper()
    elif len(first) == 1:
        yield chief
    rest = [*first[1:], *(letter for word in words[1:] for letter in word)]
    for letter in rest:
        yield chief + letter.lower()
    while True:
        numbers[chief] = numbers.get(chief, 1) + 1
        yield f"{chief}{numbers[chief]}"


def _letters(word: str) -> list[str]:
    """The signs of a word that are letters or digits."""
    return [sign for sign in signs(word) if sign[0].isalnum()]


def _key(one: str) -> str:
    return one.lower() if one.isascii() else unicodedata.normalize("NFKC", one).casefold()
