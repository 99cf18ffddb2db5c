"""The card words of a group: bump, schneider, Laufende.

They belong to the group and not to the reader: a table in Milwaukee keeps its words whatever language its
phones speak. Until a group can choose, every game has the words that are declared beside its catalogue.
"""

from collections.abc import Mapping

from scorekeeper.text.games import words_of
from scorekeeper.text.wording import Phrase


def card_words(game: str, chosen: Mapping[str, str] | None = None) -> dict[str, Phrase]:
    """Return the card words of a game by their keys, with those that a group has chosen for itself."""
    return {key: Phrase(word) for key, word in {**words_of(game).WORDS, **(chosen or {})}.items()}
