"""House rules in words, made from the options' own declarations: their values, and what differs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext

from ledger.scoring import game_called
from ledger.scoring.differences import differences
from ledger.scoring.game import Game, Tiles
from ledger.scoring.option import Option, by_name, differing, read_rules
from scorekeeper.text.games import card_words, optional_words
from scorekeeper.text.numbers import beginning, in_words


@dataclass(frozen=True, kw_only=True)
class Change:
    """A rule that differs: its words before and after; `before` is empty where there was no such rule."""

    label: str
    before: str
    after: str

    def __str__(self) -> str:
        if not self.before:
            return pgettext("house rule", "{rule}: {value}").format(rule=self.label, value=self.after)
        words = pgettext("house rule", "{rule}: {before} → {after}")
        return words.format(rule=self.label, before=self.before, after=self.after)


def said(option: Option, value: Any) -> str:
    """Return the value of an option in the table's words."""
    words = {choice.value: gettext(choice.label) for choice in option.choices}
    if option.kind == "several":
        return ", ".join(words[item] for item in value) or pgettext("house rule", "none")
    if option.kind == "number":
        return pgettext("house rule", "none") if value is None else str(value)
    if option.kind == "text":
        return str(value) or pgettext("house rule", "none")
    return words[value]


def read_aloud(game: str, option: Option, rules: Any) -> str:
    """Return a rule as a sentence for the rule card: "If nobody picks, it is a leaster."."""
    texts, value = optional_words(game, "CARD"), getattr(rules, option.name)
    known = "none" if value in ((), None) else value
    sentence = texts.get(f"{option.name}.{known}", texts.get(option.name))
    words = said(option, value)
    if sentence is not None:
        return beginning(str(sentence).format(value=words, **card_words(game, rules)))
    return gettext("{rule}: {value}.").format(rule=gettext(option.label), value=words)


def changes(
    before: tuple[str, Mapping[str, Any]], after: tuple[str, Mapping[str, Any]]
) -> tuple[Change, ...]:
    """Return the differences of two (game, option values) in words; raise HandRefused as `differences`
    does."""
    found = []
    for one in differences(before, after):
        if (option := one.option) is None:
            label, was, now = gettext("The game"), gettext(one.before.name), gettext(one.after.name)
        else:
            was = "" if one.is_new else said(option, one.before)
            label, now = gettext(option.label), said(option, one.after)
        found.append(Change(label=label, before=was, after=now))
    return tuple(found)


def words_changed(before: str, after: str) -> str:
    """Return the change of a group's own words, "" where they are the same."""
    if before == after:
        return ""
    if not before:
        return gettext("Rules in your own words: written")
    return (
        gettext("Rules in your own words: changed")
        if after
        else gettext("Rules in your own words: taken away")
    )


def called(game: str, preset: str, values: Mapping[str, Any]) -> str:
    """Return the name of a table's rules: their preset, else what makes their game, and counted changes.

    Without rows of tiles that say what makes its game they are called like the preset with the fewest
    changes, and the parts that were added to it.
    """
    if preset:
        return gettext(preset)
    found = game_called(game)
    own = read_rules(found.rules, values)
    rows = [tiles for tiles in found.tiles if not tiles.is_part]
    if rows:
        named = [_named(tiles, getattr(own, tiles.option), found.rules) for tiles in rows]
        changed = len(differing(own).keys() - {tiles.option for tiles in rows})
    else:
        named, changed = _like_a_preset(found, own, values)
    if changed:
        words = ngettext("{number} change", "{number} changes", changed)
        named.append(words.format(number=in_words(changed)))
    return ", ".join(filter(None, named))


def _like_a_preset(game: Game[Any], own: Any, values: Mapping[str, Any]) -> tuple[list[str], int]:
    # The preset with the fewest changes and the parts added to it, and how many changes there are besides.
    parts = {
        tiles.option: gettext(label)
        for tiles in game.tiles
        for value, label in tiles.labels.items()
        if getattr(own, tiles.option) == value
    }
    far = {
        preset.name: {
            one.option.name if one.option else ""
            for one in differences((game.key, preset.values), (game.key, values))
        }
        for preset in game.presets
    }
    nearest = min(far, key=lambda name: (len(far[name] - parts.keys()), len(far[name])))
    added = [label for option, label in parts.items() if option in far[nearest]]
    return [gettext(nearest), *added], len(far[nearest]) - len(added)


def _named(tiles: Tiles, value: Any, rules: type[Any]) -> str:
    # "" where the answer names no group.
    words = tiles.named.get(value, said(by_name(rules)[tiles.option], value))
    return words and gettext(words)
