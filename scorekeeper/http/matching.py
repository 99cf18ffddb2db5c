"""Names in a file that a group does not know: the question who each is, and its answers in a form."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ledger.exchange.similar import similar
from ledger.models import name_key
from ledger.models.group import LONGEST_NAME, NOBODY

# The answer that somebody is a new player.
NEW = "new"

# The answer that somebody is the same as another name of the file: the place of that.
AS = re.compile("as-([0-9]{1,4})")

# A name that stands in a file so many times as often as one much like it could be the one that was meant.
OFTENER = 3

# In all lists of names together; with more of them names are typed.
MOST_CHOICES = 5_000

NOTHING: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class UnknownName:
    """A name that the group does not know, and its answer (`said`).

    `close` is the player, or the name of the file, that is much like it, and `answer` the one tap that says
    so; both are "" where there is none.
    """

    place: int
    name: str
    close: str
    answer: str
    said: str

    @property
    def is_open(self) -> bool:
        return bool(self.close) and not self.said

    @property
    def is_other(self) -> bool:
        return self.said not in ("", NEW, self.answer)


class Matching:
    """The names of a file beside those of a group.

    `called` are the names that players, or with `times` other names of the file, have by the answers in
    `data`. `same` are people, by names of the file that they had before a merge; `also` has all such names.
    `times` counts how often each name stands in the file, where it may be mistyped there.
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        found: Sequence[str],
        names: Mapping[int, str],
        also: Mapping[str, str],
        times: Mapping[str, int] = NOTHING,
    ) -> None:
        self.names = names
        by_key = {name_key(name): name for name in names.values()}
        merged = {name_key(name): person for name, person in also.items()}
        keys = {name: name_key(name) for name in found}
        self.same = {name: merged[key] for name, key in keys.items() if key in merged}
        self.called = {name: by_key[key] for name, key in keys.items() if key in by_key}
        asked = [name for name, key in keys.items() if key not in by_key and key not in merged]
        said = [str(data.get(f"else-{at}") or data.get(f"who-{at}", "")) for at in range(len(asked))]
        for name, answer in zip(asked, said, strict=True):
            if answer.isascii() and answer.isdigit() and len(answer) < 20 and int(answer) in names:
                self.called[name] = names[int(answer)]
            elif answer != NEW and len(answer) <= LONGEST_NAME and name_key(answer) in by_key:
                self.called[name] = by_key[name_key(answer)]
        mistyped: dict[str, str] = {}
        if times:
            alike = similar(asked)
            mistyped = {one: other for one, other in alike.items() if times[other] >= OFTENER * times[one]}
            as_others = {}
            for place, (name, answer) in enumerate(zip(asked, said, strict=True)):
                other = int(match[1]) if (match := AS.fullmatch(answer)) else place
                if other != place and other < len(asked):
                    as_others[name] = self.called.get(asked[other], asked[other])
            self.called |= as_others
        close = {**mistyped, **similar(asked, names.values())}
        answers = {name: f"as-{place}" for place, name in enumerate(asked)}
        answers |= {name: str(pk) for pk, name in names.items()}
        # "Not accounted for" is nobody, so that nobody is asked who that is.
        self.unknown = tuple(
            UnknownName(
                place=place,
                name=name,
                close=close.get(name, ""),
                answer=answers.get(close.get(name, ""), ""),
                said=said[place],
            )
            for place, name in enumerate(asked)
            if name != NOBODY
        )

    @property
    def players(self) -> dict[str, str]:
        """Return the names of players by all names that are known, of merged ones as they are called now."""
        return {**self.same, **self.called}

    @property
    def close(self) -> tuple[UnknownName, ...]:
        return tuple(one for one in self.unknown if one.close)

    @property
    def people(self) -> tuple[UnknownName, ...]:
        """Return the names that are like no other."""
        return tuple(one for one in self.unknown if not one.close)

    @property
    def is_open(self) -> bool:
        return any(one.is_open for one in self.unknown)

    @property
    def are_typed(self) -> bool:
        return len(self.unknown) * len(self.names) > MOST_CHOICES
