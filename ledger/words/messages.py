"""Something to be said to people, as a code with its parameters; the pages have the words. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Message:
    """A sentence, or a part of one, that is no refusal.

    `code` and `case` say which one stands in the catalogue of the pages. `params` is what it names: whole
    numbers, exact points, dates, names that people gave, and other messages or refusals.
    """

    code: str
    case: str = ""
    params: Mapping[str, object] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.code, self.case, frozenset(self.params)))


def message(code: str, *, case: str = "", **params: object) -> Message:
    return Message(code=code, case=case, params=params)
