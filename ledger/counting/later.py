"""What is worked out when somebody asks for it: most pages ask for a part of what nights add up to."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, Mapping, ValuesView
from functools import cached_property
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Later(Mapping[Key, Value]):
    """A mapping that is made the first time that anything is asked of it."""

    def __init__(self, make: Callable[[], dict[Key, Value]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> dict[Key, Value]:
        return self._make()

    def __getitem__(self, key: Key) -> Value:
        return self._made[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __repr__(self) -> str:
        return repr(self._made)

    def items(self) -> ItemsView[Key, Value]:
        """As fast as those of the dictionary itself."""
        return self._made.items()

    def values(self) -> ValuesView[Value]:
        """The same."""
        return self._made.values()
