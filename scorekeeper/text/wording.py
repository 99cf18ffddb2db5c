"""Formatting of the parameters of refusals and receipt lines.

A catalogue maps keys to words with named placeholders. What a placeholder asks for says how a value is
written: `{n}` a whole number in digits and points as on paper, `{n:count}` "19,990", `{n:signed}` "+4",
`{n:plain}` "1/2", `{n:decimal}` "0.5" (also of an amount in digits), `{n:word}` "three" and `{n:Word}`
"Three"; `{text:first}` begins a sentence with words, `{label:id}` translates what is declared where an option
is, `{fact:fact}` is the name of a fact: what the catalogue has under "fact.…", else its key. Any other form
is a table of the same catalogue: `{level:size}` is what stands there under "size.2". Several values stand one
after the other, each in that form.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext

from ledger.scoring import HandRefused
from ledger.words.messages import Message
from scorekeeper.text.dates import duration
from scorekeeper.text.figures import MINUS, count, decimal, in_decimals, points, signed
from scorekeeper.text.numbers import beginning, in_words

Texts = Mapping[str, str | Promise]
Sayable = HandRefused | Message


def key_of(said: Sayable) -> str:
    return f"{said.code}.{said.case}" if said.case else said.code


def worded(said: Sayable, texts: Texts, **more: object) -> str:
    """Return the words of a code with its parameters, and `more` words, in them.

    Raises KeyError for a code not among the texts.
    """
    return filled(texts, key_of(said), said.params, **more)


def filled(texts: Texts, key: str, params: Mapping[str, object], **more: object) -> str:
    """Return the words of a key with its parameters, and `more` words, in them; raises KeyError for another
    key."""
    said = {name: shown(value, texts, **more) for name, value in params.items()}
    return str(texts[key]).format(**more | said)


class Phrase(str):
    """Words as they are; `{text:first}` begins a sentence with them."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        return beginning(self) if form == "first" else str(self)


@dataclass(frozen=True)
class _Number:
    """A number as its placeholder asks for it."""

    value: int | Fraction
    texts: Texts

    def __format__(self, form: str) -> str:
        write = WRITTEN.get(form)
        return write(self.value) if write else str(self.texts[f"{form}.{self.value}"])


@dataclass(frozen=True)
class _Text:
    """A text or a key as its placeholder asks for it."""

    value: str
    texts: Texts

    def __format__(self, form: str) -> str:
        if not form:
            return self.value
        if form == "fact":
            return str(self.texts.get(f"fact.{self.value}", self.value.replace("_", " ")))
        if form == "decimal":
            return decimal(self.value.replace("-", MINUS))
        return gettext(self.value) if form == "id" else str(self.texts[f"{form}.{self.value}"])


@dataclass(frozen=True)
class _Several:
    """Several values, one after the other."""

    values: tuple[object, ...]
    texts: Texts

    def __format__(self, form: str) -> str:
        return ", ".join(format(shown(value, self.texts), form) for value in self.values)


WRITTEN: Mapping[str, Callable[[int | Fraction], str]] = {
    "": lambda value: points(value) if isinstance(value, Fraction) else str(value),
    "count": lambda value: count(int(value)),
    "signed": signed,
    "plain": str,
    "decimal": in_decimals,
    "word": lambda value: in_words(int(value)),
    "Word": lambda value: beginning(in_words(int(value))),
}


def shown(value: object, texts: Texts, **more: object) -> object:
    """Return a parameter as it stands in words, with `more` words in the sentences among them."""
    if isinstance(value, timedelta):
        return duration(value)
    if isinstance(value, Sayable):
        return Phrase(worded(value, texts, **more))
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return _Number(value, texts)
    if isinstance(value, str):
        return _Text(value, texts)
    return _Several(value, texts) if isinstance(value, tuple) else value
