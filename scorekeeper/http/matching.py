"""Names in a file that a group does not know: who each is, as a page asks and its form answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.http import QueryDict

from ledger.exchange.similar import similar
from ledger.models import name_key
from ledger.models.group import LONGEST_NAME

# The answer that somebody is a new player.
NEW = "new"

# In all lists of names together; with more of them names are typed.
MOST_CHOICES = 5_000


@dataclass(frozen=True, kw_only=True)
class UnknownName:
    """A name that the group does not know, and what was answered (`said`).

    `close` is the player whose name is much like it, and `answer` the one tap that says so; both "" for none.
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
    """The names of a file beside those of a group; `called` says which player each is known as.

    `also` says how people are called by now who have another name there.
    """

    def __init__(
        self,
        data: QueryDict,
        found: Sequence[str],
        names: Mapping[int, str],
        also: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.data, self.names = data, names
        by_key = {name_key(name): name for name in names.values()}
        by_key |= {name_key(name): person for name, person in also.items()}
        self.called = {name: by_key[name_key(name)] for name in found if name_key(name) in by_key}
        asked = [name for name in found if name not in self.called]
        close, ids = similar(asked, names.values()), {name: str(pk) for pk, name in names.items()}
        self.unknown = tuple(
            UnknownName(
                place=place,
                name=name,
                close=close.get(name, ""),
                answer=ids.get(close.get(name, ""), ""),
                said=self._said_of(place),
            )
            for place, name in enumerate(asked)
        )
        for one in self.unknown:
            if one.said.isascii() and one.said.isdigit() and len(one.said) < 20 and int(one.said) in names:
                self.called[one.name] = names[int(one.said)]
            elif one.said != NEW and len(one.said) <= LONGEST_NAME and name_key(one.said) in by_key:
                self.called[one.name] = by_key[name_key(one.said)]

    @property
    def are_typed(self) -> bool:
        return len(self.unknown) * len(self.names) > MOST_CHOICES

    def _said_of(self, place: int) -> str:
        return str(self.data.get(f"else-{place}") or self.data.get(f"who-{place}", ""))
