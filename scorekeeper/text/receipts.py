"""Words for the engine's messages about a hand: the lines of its receipt, its label, example hands."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from ledger.book.sheet import HandRow, RulesInForce
from ledger.scoring import game_called
from ledger.scoring.scored import Reason
from ledger.words.messages import Message
from scorekeeper.text.games import called_in, words_of
from scorekeeper.text.lists import joined, listed
from scorekeeper.text.refusals import sentence
from scorekeeper.text.wording import Phrase, Texts, filled, worded


def card_words(game: str, rules: Any = None) -> dict[str, Phrase]:
    """Return the card words of a game (bump, schneider, Laufende), with those that a group has chosen.

    `rules` are the group's, read as the game's own dataclass; without them the usual words are returned.
    """
    # Words that a group has chosen stay in every language; the others are the reader's.
    return {key: Phrase(str(word)) for key, word in called_in(game, rules).items()}


def line_text(game: str, line: Reason, names: Sequence[str], rules: Any = None) -> str:
    """Return the words of a line; `names` are those of the line's seats."""
    key = f"{line.code}.{line.case}" if line.case else line.code
    texts, words = _texts(game, rules)
    return filled(texts, key, line.params, **words, **_named(names))


def line_detail(game: str, line: Reason, names: Sequence[str], rules: Any = None) -> str:
    """Return the reason of a line in clauses; "" where nothing more is said."""
    if not line.why:
        return ""
    texts, words = _texts(game, rules)
    return "; ".join(worded(clause, texts, **words, **_named(names)) for clause in line.why)


def label_words(game: str, label: Message, rules: Any = None) -> str:
    """Return the name of a hand in a few words."""
    if label.code == "version":  # what was once said of a hand, and is worth nothing now
        return sentence(label)
    texts, words = _texts(game, rules)
    return worded(label, texts, **words)


def hand_called(row: HandRow) -> str:
    """Return the name of a hand on a sheet; "" for one that was taken back."""
    return label_words(row.rules.game, row.scored.label, row.rules.read) if row.scored else ""


def pot_called(rules: RulesInForce) -> str:
    """Return the word of a table for what lies on it."""
    return card_words(rules.game, rules.read).get("pot") or gettext(game_called(rules.game).word("pot"))


def title_words(game: str, title: Message, names: Sequence[str], rules: Any = None) -> str:
    """Return the title of an example hand; `names` are those of everybody who plays it, by seat."""
    texts, words = _texts(game, rules)
    seats = {**dict(zip(("first", "second", "third"), names, strict=False)), "last": names[-1]}
    return worded(title, texts, **words, **{key: Phrase(name) for key, name in seats.items()})


def _texts(game: str, rules: Any) -> tuple[Texts, dict[str, Phrase]]:
    # Texts of a game, with the words that a group has chosen in the tables, and its card words.
    words, said = card_words(game, rules), words_of(game).SAID
    tables = {key: word for key, word in words.items() if "." in key}
    return {**said, **tables} if tables else said, words


def _named(names: Sequence[str]) -> dict[str, Phrase]:
    # The players of a line, as its words name them.
    if not names:
        return {}
    named = {
        "who": joined(names),
        "row": listed(names),
        "one": names[0],
        "other": names[-1],
        "others": joined(names[1:]),
    }
    return {key: Phrase(words) for key, words in named.items()}
