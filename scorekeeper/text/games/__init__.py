"""Modules of the games: the words of their refusals, receipts, labels and example hands.

A game's module is called like the game. It has `REFUSALS`, by code or "code.case" as all games share them,
and `SAID`, of this game alone: lines of its receipts by their code or "code.case", and beside them "why.…"
the clauses that say more, "label.…" what a hand is called, "title.…" the example hands, and tables of words
for keys. Players stand in a line as `{who}` ("Ann, Ben and Cleo"), `{row}`
("Ann, Ben, Cleo"), `{one}`, `{other}` and `{others}` (all but the first); in a title as `{first}`,
`{second}`, `{third}` and `{last}`, by where they sit. `WORDS` are the card words that a group may choose for
itself, whatever the reader's language is: a line names them. `CALLED` has those that it chose, by an option
and its value; a key with a dot is one of the tables of `SAID`. `STAKES` say what a point is worth, by the row
of the chart that shows it ("example" where an example does); the rest is said in words for any game. `CARD`
says rules as sentences that can be read aloud, by "option.value" or, with a place for the value, by "option".
`QUIET` are customs that change no score, each with other words that people look for.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import chain
from typing import Any, Protocol, cast

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext, override

from ledger.scoring import GAMES, Game
from ledger.scoring.option import options
from scorekeeper.text.wording import Phrase, Texts


class GameWords(Protocol):
    """The words of one game."""

    REFUSALS: Texts
    SAID: Texts
    WORDS: Mapping[str, str | Promise]


def words_of(game: str) -> GameWords:
    """Return the words of the game with this key; raises ModuleNotFoundError for a game without any."""
    return cast(GameWords, import_module(f"scorekeeper.text.games.{game}"))


def all_words() -> Iterator[GameWords]:
    return map(words_of, GAMES)


def optional_words(game: str, name: str) -> Any:
    """Return CALLED, CARD, QUIET or STAKES of a game; {} where it has none."""
    return getattr(words_of(game), name, {})


def card_words(game: str, rules: Any = None) -> dict[str, Phrase]:
    """Return the card words of a game (bump, schneider, Laufende), with those that a group has chosen.

    `rules` are the group's, read as the game's own dataclass; without them the usual words are returned.
    """
    # Words that a group has chosen stay in every language; the others are the reader's.
    found = dict(words_of(game).WORDS)
    for option, words in optional_words(game, "CALLED").items():
        found |= words.get(getattr(rules, option, ""), {})
    return {key: Phrase(str(word)) for key, word in found.items()}


def with_words(game: str, rules: Any, texts: Texts) -> tuple[Texts, dict[str, Phrase]]:
    """Return texts of a game, with the words that a group has chosen in their tables, and its card words."""
    words = card_words(game, rules)
    tables = {key: word for key, word in words.items() if "." in key}
    return {**texts, **tables} if tables else texts, words


@cache
def languages_of_names() -> Mapping[str, str]:
    """Return names that stay as they are in every language (Wenz, Sheepshead), each with its own language.

    Names that games of two languages have (Schneider) are of both.
    """
    spoken: dict[str, set[str]] = defaultdict(set)
    for game in GAMES.values():
        for text in _declared(game):
            spoken[text].add(game.language)
    named = {text: min(languages) for text, languages in spoken.items() if len(languages) == 1}
    for language, _name in settings.LANGUAGES:
        with override(language):
            named = {text: own for text, own in named.items() if gettext(text) == text}
    return named


def _declared(game: Game[Any]) -> Iterator[str]:
    # Texts that are names where they stand alone: of the game, its tables, rules, roles and card words.
    called = optional_words(game.key, "CALLED")
    chosen = (words.values() for values in called.values() for words in values.values())
    kept = (*words_of(game.key).WORDS.values(), *chain.from_iterable(chosen))
    yield from (game.name, *game.words.values(), *(preset.name for preset in game.presets))
    yield from (word for word in kept if isinstance(word, str))
    for option in options(game.rules):
        yield from (option.label, option.section, *(choice.label for choice in option.choices))
