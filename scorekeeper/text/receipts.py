"""Words for the engine's messages about a hand: the lines of its receipt, its label, example hands."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from ledger.book.sheet import HandRow
from ledger.scoring import GAMES
from ledger.scoring.game import WORDS
from ledger.scoring.scored import Reason
from ledger.words.messages import Message
from scorekeeper.text.games import card_words, with_words, words_of
from scorekeeper.text.lists import joined, listed
from scorekeeper.text.refusals import sentence
from scorekeeper.text.wording import Phrase, filled, worded


def line_text(game: str, line: Reason, names: Sequence[str], rules: Any = None) -> str:
    """Return the words of a line; `names` are those of the line's seats."""
    key = f"{line.code}.{line.case}" if line.case else line.code
    texts, words = with_words(game, rules, words_of(game).SAID)
    return filled(texts, key, line.params, **words, **_named(names))


def line_detail(game: str, line: Reason, names: Sequence[str], rules: Any = None) -> str:
    """Return the reason of a line in clauses; "" where nothing more is said."""
    if not line.why:
        return ""
    texts, words = with_words(game, rules, words_of(game).SAID)
    return "; ".join(worded(clause, texts, **words, **_named(names)) for clause in line.why)


def label_words(game: str, label: Message, rules: Any = None) -> str:
    """Return the name of a hand in a few words."""
    if label.code == "version":  # what was once said of a hand, and is worth nothing now
        return sentence(label)
    texts, words = with_words(game, rules, words_of(game).SAID)
    return worded(label, texts, **words)


def hand_called(row: HandRow) -> str:
    """Return the name of a hand on a sheet; "" for one that was taken back."""
    return label_words(row.rules.game, row.scored.label, row.rules.read) if row.scored else ""


def role_words(game: str, rules: Any = None) -> dict[str, str]:
    """Return what a game calls its roles and the pot; "" for what needs no word.

    `rules` are the group's, who may have chosen a word for the pot.
    """
    played = GAMES.get(game)
    roles = {**WORDS, **played.words} if played else WORDS
    found = {role: played.word(role) if played else word for role, word in roles.items()}
    chosen = {"pot": card_words(game, rules).get("pot")} if played else {}
    return {role: chosen.get(role) or (word and gettext(word)) for role, word in found.items()}


def title_words(game: str, title: Message, names: Sequence[str], rules: Any = None) -> str:
    """Return the title of an example hand; `names` are those of everybody who plays it, by seat."""
    texts, words = with_words(game, rules, words_of(game).SAID)
    seats = {**dict(zip(("first", "second", "third"), names, strict=False)), "last": names[-1]}
    return worded(title, texts, **words, **{key: Phrase(name) for key, name in seats.items()})


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
