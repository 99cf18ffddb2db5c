"""Differences between two sheets of house rules."""

from dataclasses import dataclass
from typing import Any

from ledger.scoring import game_called
from ledger.scoring.option import Option, RuleValues, options, read_rules


@dataclass(frozen=True, kw_only=True)
class Difference:
    """A rule that differs: its values before and after.

    `option` is None where the game itself differs, and the values are games; `is_new` where there was no such
    rule before.
    """

    option: Option | None
    before: Any
    after: Any
    is_new: bool = False


def differences(before: tuple[str, RuleValues], after: tuple[str, RuleValues]) -> tuple[Difference, ...]:
    """Return the differences of two (game, option values), in the order of the rule card.

    Of another game it says what is not as usual there. Raises HandRefused for rules nobody can play.
    """
    old, new = game_called(before[0]), game_called(after[0])
    had, has = read_rules(old.rules, before[1]), read_rules(new.rules, after[1])
    if old is not new:
        unusual = (
            Difference(option=option, before=None, after=value, is_new=True)
            for option in options(new.rules)
            if (value := getattr(has, option.name)) != option.default
        )
        return (Difference(option=None, before=old, after=new), *unusual)
    return tuple(
        Difference(option=option, before=getattr(had, option.name), after=getattr(has, option.name))
        for option in options(new.rules)
        if getattr(had, option.name) != getattr(has, option.name)
    )


def preset_like(game: str, values: RuleValues, named: str = "") -> str:
    """Return the key of the preset that says exactly this, the named one if several do; "" for rules of its
    own.

    What a preset said formerly is still its own.
    """
    found = game_called(game)
    read = read_rules(found.rules, values)
    same = [
        preset.key
        for preset in found.presets
        if any(read_rules(found.rules, one) == read for one in (preset.values, *preset.former))
    ]
    return named if named in same else (same or [""])[0]
