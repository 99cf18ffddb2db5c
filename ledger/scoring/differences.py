"""What differs between two sheets of house rules, in words made from the options' own declarations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ledger.scoring import game_called
from ledger.scoring.option import Option, options, read_rules

NOTHING = "none"


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One rule that differs: its words before and after; `before` is empty where there was no such rule."""

    option: str
    label: str
    before: str
    after: str

    def __str__(self) -> str:
        if not self.before:
            return f"{self.label}: {self.after}"
        return f"{self.label}: {self.before} → {self.after}"


def said(option: Option, value: Any) -> str:
    """The value of an option in the table's words."""
    words = {choice.value: choice.label for choice in option.choices}
    if option.kind == "several":
        return ", ".join(words[item] for item in value) or NOTHING
    if option.kind == "number":
        return NOTHING if value is None else str(value)
    return words[value]


def differences(
    before: tuple[str, Mapping[str, Any]], after: tuple[str, Mapping[str, Any]]
) -> tuple[Difference, ...]:
    """What differs between two (game, option values), in the order of the rule card.

    Of another game it says what is not as usual there. Raises HandRefused for rules nobody can play.
    """
    old, new = game_called(before[0]), game_called(after[0])
    had, has = read_rules(old.rules, before[1]), read_rules(new.rules, after[1])
    if old is not new:
        first = Difference(option="game", label="The game", before=old.name, after=new.name)
        return (first, *_unusual(has))
    return tuple(
        Difference(
            option=option.name,
            label=option.label,
            before=said(option, getattr(had, option.name)),
            after=said(option, getattr(has, option.name)),
        )
        for option in options(new.rules)
        if getattr(had, option.name) != getattr(has, option.name)
    )


def _unusual(rules: Any) -> list[Difference]:
    """The rules that are not as usual in their game."""
    return [
        Difference(option=option.name, label=option.label, before="", after=said(option, value))
        for option in options(type(rules))
        if (value := getattr(rules, option.name)) != option.default
    ]


def preset_like(game: str, values: Mapping[str, Any], named: str = "") -> str:
    """The key of the preset that says exactly this, the named one if several do; "" for rules of its own."""
    found = game_called(game)
    read = read_rules(found.rules, values)
    same = [preset.key for preset in found.presets if read_rules(found.rules, preset.values) == read]
    return named if named in same else (same or [""])[0]
