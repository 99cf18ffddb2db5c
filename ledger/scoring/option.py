"""Declarations of house rules: each once, as a field of a frozen dataclass.

The rules form, the rule card, the chart preview, the docs and the validation are all made from the
declaration, so that none of them can contradict the engine.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from ledger.scoring.facts import exact, shown
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.receipt import Number
from ledger.scoring.scored import HandRefused
from ledger.words.texts import clean, is_fit

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Rules = TypeVar("Rules", bound="DataclassInstance")
# Values of options by their names, as JSON has them.
RuleValues = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A value of an option, with its words at the table, marked for translation."""

    value: Any
    label: str


@dataclass(frozen=True, kw_only=True)
class Option:
    """A house rule. Its words are marked where they are declared, and the pages translate them.

    `kind` is "switch" (True or False), "choice" (one of `choices`), "several" (a list out of `choices`),
    "number" (an integer from `low` to `high`, or None where `may_be_off`; where it is `exact`, also a
    positive fraction up to `high`, told as a string like "1/2") or "text" (up to `longest` characters in one
    line, "" for none). It sleeps unless one of its `needs` is met: another option that has one of these
    values, or any but none or off where no value is named. A `rare` option is folded away on the sheet of
    rules, and a `contested` one has its number in the list of rules that tables disagree about. `elsewhere`
    says where it is decided instead of on the sheet of rules, "" where it is asked there.
    """

    name: str
    kind: str
    default: Any
    label: str
    help: str
    source: str
    section: str
    nicknames: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    low: int | None = None
    high: int | None = None
    may_be_off: bool = False
    exact: bool = False
    longest: int = 0
    rare: bool = False
    contested: int | None = None
    needs: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    elsewhere: str = ""

    def read(self, value: object) -> Any:
        """Return `value` as this option keeps it; raise HandRefused("bad_option") if the house cannot
        play that."""
        if self.kind == "several":
            return self._read_several(value)
        if self.kind == "number":
            return self._read_number(value)
        if self.kind == "text":
            if not isinstance(value, str) or not is_fit(value) or len(clean(value)) > self.longest:
                raise self._refused(value)
            return clean(value)
        for choice in self.choices:
            if type(choice.value) is type(value) and choice.value == value:
                return choice.value
        raise self._refused(value)

    def others(self, value: Any) -> tuple[Any, ...]:
        """Return values it could have instead of this one: every other, or of a number or a text those at
        hand."""
        if self.kind == "several":
            found: list[Any] = [(), *((choice.value,) for choice in self.choices)]
        elif self.kind == "number":
            near = () if value is None else (value - 1, value + 1)
            low, high = self.low or 0, self.high or 0
            found = [self.default, low, min(low + 1, high), *(one for one in near if low <= one <= high)]
            found += [None] if self.may_be_off else []
        elif self.kind == "text":
            found = ["", self.label[: self.longest].strip()]
        else:
            found = [choice.value for choice in self.choices]
        return tuple(one for one in dict.fromkeys(found) if one != value)

    def _read_several(self, value: object) -> tuple[Any, ...]:
        named, label = self.name, self.label
        if not isinstance(value, (list, tuple)):
            raise HandRefused("bad_option", fact=named, case="list", label=label, value=shown(value))
        known = [choice.value for choice in self.choices]
        for place, item in enumerate(value):
            if item not in known:
                raise HandRefused("bad_option", fact=named, case="answer", label=label, value=shown(item))
            if item in value[:place]:
                raise HandRefused("bad_option", fact=named, case="twice", label=label, value=shown(item))
        return tuple(item for item in known if item in value)

    def _read_number(self, value: object) -> Number | None:
        if value is None and self.may_be_off:
            return None
        if self.exact and isinstance(value, str):
            try:
                found = exact(value, self.name)
            except HandRefused:
                raise self._refused(value) from None
            if found <= 0 or (self.high is not None and found > self.high):
                raise self._refused(value)
            return found.numerator if found.denominator == 1 else found
        if isinstance(value, bool) or not isinstance(value, int):
            raise self._refused(value)
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise self._refused(value)
        return value

    def _refused(self, value: object) -> HandRefused:
        return HandRefused("bad_option", fact=self.name, label=self.label, value=shown(value))


def switch(default: bool, *, on: str = _("yes"), off: str = _("no"), **words: Any) -> Any:  # noqa: FBT001
    """Return a field that is on or off."""
    choices = (Choice(value=True, label=on), Choice(value=False, label=off))
    return _declare("switch", default, choices=choices, **words)


def choice(default: Any, labels: Mapping[Any, str], **words: Any) -> Any:
    """Return a field with one of several values; `labels` maps each value to its words, the default
    included."""
    choices = tuple(Choice(value=value, label=label) for value, label in labels.items())
    return _declare("choice", default, choices=choices, **words)


def several(labels: Mapping[Any, str], *, without: Collection[Any] | None = None, **words: Any) -> Any:
    """Return a field with any of several values; the default is none of them, or all but those in
    `without`."""
    choices = tuple(Choice(value=value, label=label) for value, label in labels.items())
    default = () if without is None else tuple(value for value in labels if value not in without)
    return _declare("several", default, choices=choices, **words)


def number(default: int | None, *, low: int | None = None, high: int | None = None, **words: Any) -> Any:
    """Return a field with an integer; `default=None` means that it may be off."""
    return _declare("number", default, low=low, high=high, may_be_off=default is None, **words)


def text(*, longest: int, **words: Any) -> Any:
    """Return a field with a text of up to so many characters, in the table's own words; the default is
    none."""
    return _declare("text", "", longest=longest, **words)


def _declare(kind: str, default: Any, **words: Any) -> Any:
    return dataclasses.field(default=default, metadata={"option": {"kind": kind, **words}})


_DECLARED: dict[type[DataclassInstance], Mapping[str, Option]] = {}


def by_name(rules: type[DataclassInstance]) -> Mapping[str, Option]:
    """Return the options of a rules dataclass by their names, in the order they are declared; read once."""
    if rules not in _DECLARED:
        _DECLARED[rules] = {
            item.name: Option(name=item.name, default=item.default, **item.metadata["option"])
            for item in dataclasses.fields(rules)
            if "option" in item.metadata
        }
    return _DECLARED[rules]


def options(rules: type[DataclassInstance]) -> tuple[Option, ...]:
    return tuple(by_name(rules).values())


def read_rules(rules: type[Rules], values: RuleValues) -> Rules:
    """Return a rules dataclass from option values; options that are not named keep their default.

    Raises HandRefused with code `unknown_option`, `bad_option` or `bad_rules`.
    """
    if not isinstance(values, Mapping):
        raise HandRefused("bad_rules", fact="rules")
    known = by_name(rules)
    for name in values:
        if name not in known:
            raise HandRefused("unknown_option", fact=str(name)[:40], value=shown(name))
    return rules(**{name: known[name].read(value) for name, value in values.items()})


def differing(rules: DataclassInstance) -> dict[str, object]:
    """Return the option values of `rules` that differ from the defaults, as JSON keeps them."""
    found: dict[str, object] = {}
    for option in options(type(rules)):
        if (value := getattr(rules, option.name)) != option.default:
            plain = str(value) if isinstance(value, Fraction) else value
            found[option.name] = list(plain) if isinstance(plain, tuple) else plain
    return found
