"""Initials: what stands for a name where there is no room for it. Pure; people are ids."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping

# Letters, or other signs, as readers see them.
MOST_SIGNS = 3

JOINER = "\u200d"

# Numbers that are tried before more letters of a name.
NUMBERS = 99


def initials(names: Mapping[int, str], own: Mapping[int, str]) -> dict[int, str]:
    """Return everybody's initials: their own where they chose some, else made of the name, no two alike.

    Nobody's are another one's name, nor like it but for zeros in front of a number: where there is a P02, P2
    is nobody else. Who came first has the first choice: a newcomer changes nobody's but those that are the
    newcomer's name. A number in a name is kept; where a name leaves nothing that is free, another one helps.
    """
    called, alike = Counter(map(_key, names.values())), Counter(map(_plain, names.values()))
    found: dict[int, str] = {}
    taken: set[str] = set()
    numbers: dict[str, int] = {}

    def is_free(one: str, name: str) -> bool:
        """Check that the initials are nobody's yet, and nobody else is called so."""
        if _key(one) in taken:
            return False
        return _key(one) == _key(name) or alike[_plain(one)] == (_plain(one) == _plain(name))

    for player, name in sorted(names.items()):
        chosen = _key(own.get(player, ""))
        if chosen and chosen not in taken and (chosen == _key(name) or not called[chosen]):
            found[player] = own[player]
            taken.add(chosen)
    for player, name in sorted(names.items()):
        if player not in found:
            found[player] = next(one for one in _candidates(name, numbers) if is_free(one, name))
            taken.add(_key(found[player]))
    return found


def signs(text: str) -> list[str]:
    """Return a text as its readers count it: a letter with its accent is one, so is a sign made of
    several.
    """
    if text.isascii():
        return list(text)
    found: list[str] = []
    for letter in text:
        is_part = (
            unicodedata.category(letter) in ("Mn", "Me", "Mc", "Cf") or "\U0001f3fb" <= letter <= "\U0001f3ff"
        )
        if found and (
            found[-1].endswith(JOINER)
            or letter == JOINER
            or is_part
            or (_is_half_a_flag(letter) and _is_half_a_flag(found[-1]))
        ):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def _is_half_a_flag(letter: str) -> bool:
    return len(letter) == 1 and "\U0001f1e6" <= letter <= "\U0001f1ff"


def _candidates(name: str, numbers: dict[str, int]) -> Iterator[str]:
    # The best come first, and they never end; `numbers` are those that were tried before.
    of_words = ([sign for sign in signs(word) if sign[0].isalnum()] for word in name.split())
    words = list(filter(None, of_words))
    first = words[0] if words else signs(name.strip()) or ["?"]
    chief = first[0].upper() if len(first[0].upper()) == 1 else first[0]
    # Names keep their number: the name itself if it is short, else what begins it.
    runs = re.findall(r"\d+", name.strip()[1:])
    if runs:
        begun = ("".join(name.split()), chief + runs[-1], f"{chief}{int(runs[-1])}")
        short = [one for one in begun if len(signs(one)) <= MOST_SIGNS]
        yield from short or [one for one in runs[-1:] if len(one) <= MOST_SIGNS]
    if len(words) > 1 and not words[-1][0].isdecimal():
        yield chief + words[-1][0].upper()
    elif len(first) == 1:
        yield chief
    rest = [letter.lower() for word in ([*first[1:]], *words[1:]) for letter in word]
    letters = [letter for letter in rest if not letter.isdecimal()]
    for letter in letters:
        yield chief + letter
    while numbers.get(chief, 1) < NUMBERS:
        yield _counted(chief, numbers)
    for at, letter in enumerate(letters):
        yield from (chief + letter + later for later in letters[at + 1 :])
    while True:
        yield _counted(chief, numbers)


def _counted(chief: str, numbers: dict[str, int]) -> str:
    numbers[chief] = numbers.get(chief, 1) + 1
    return f"{chief}{numbers[chief]}"


def _key(one: str) -> str:
    return one.lower() if one.isascii() else unicodedata.normalize("NFKC", one).casefold()


def _plain(one: str) -> str:
    # Players who glance at "P02" read "P2".
    return re.sub(r"\d+", lambda found: str(int(found[0])), _key(one))
