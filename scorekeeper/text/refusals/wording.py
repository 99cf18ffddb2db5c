"""How the parameters of a refusal stand in its sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from django.utils.functional import Promise

from ledger.messages import Message
from ledger.scoring import HandRefused
from scorekeeper.text.durations import duration
from scorekeeper.text.figures import count, points, signed
from scorekeeper.text.numbers import beginning, in_words

Texts = Mapping[str, str | Promise]
Sayable = HandRefused | Message


def worded(said: Sayable, texts: Texts) -> str:
    """The sentence of a code with its parameters in it. Raises KeyError for a code not among the texts."""
    key = f"{said.code}.{said.case}" if said.case else said.code
    return str(texts[key]).format(**{name: _shown(value, texts) for name, value in said.params.items()})


@dataclass(frozen=True)
class _Number:
    """A number as its placeholder asks for it.

    `{n}` writes a whole number in digits and points as on paper, `{n:count}` "19,990", `{n:signed}` "+4",
    `{n:plain}` "1/2", `{n:word}` "three" and `{n:Word}` "Three".
    """

    value: int | Fraction

    def __format__(self, form: str) -> str:
        return WRITTEN[form](self.value)


class _Phrase(str):
    """What a parameter says that is words itself; `{what:first}` begins a sentence with it."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        return beginning(self) if form == "first" else str(self)


def _as_is(value: int | Fraction) -> str:
    return points(value) if isinstance(value, Fraction) else str(value)


WRITTEN: Mapping[str, Callable[[int | Fraction], str]] = {
    "": _as_is,
    "count": lambda value: count(int(value)),
    "signed": signed,
    "plain": str,
    "word": lambda value: in_words(int(value)),
    "Word": lambda value: beginning(in_words(int(value))),
}


def _shown(value: object, texts: Texts) -> object:
    """A parameter as it stands in a sentence."""
    if isinstance(value, HandRefused) and value.message:
        return _Phrase(value.message)
    if isinstance(value, timedelta):
        return duration(value)
    if isinstance(value, Sayable):
        return _Phrase(worded(value, texts))
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return _Number(value)
    return value
