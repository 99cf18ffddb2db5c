"""Words for the engine's messages about a hand: the lines of its receipt, its label, example hands."""

from collections.abc import Mapping, Sequence

from django.utils.translation import pgettext

from ledger.book.sheet import HandRow
from ledger.scoring.scored import Reason
from ledger.words.messages import Message
from scorekeeper.text.games import words_of
from scorekeeper.text.refusals import sentence
from scorekeeper.text.wording import Phrase, filled, worded


def card_words(game: str, chosen: Mapping[str, str] | None = None) -> dict[str, Phrase]:
    """Return the card words of a game (bump, schneider, Laufende), with those that a group has chosen."""
    # Words that a group has chosen stay in every language; the others are the reader's.
    return {key: Phrase(str(word)) for key, word in {**words_of(game).WORDS, **(chosen or {})}.items()}


def line_text(game: str, line: Reason, names: Sequence[str]) -> str:
    """Return the words of a line; `names` are those of the line's seats."""
    key = f"{line.code}.{line.case}" if line.case else line.code
    return filled(words_of(game).SAID, key, line.params, **card_words(game), **_named(names))


def line_detail(game: str, line: Reason, names: Sequence[str]) -> str:
    """Return the reason of a line in clauses; "" where nothing more is said."""
    if not line.why:
        return ""
    texts, more = words_of(game).SAID, card_words(game) | _named(names)
    return "; ".join(worded(clause, texts, **more) for clause in line.why)


def label_words(game: str, label: Message) -> str:
    """Return the name of a hand in a few words."""
    if label.code == "version":  # what was once said of a hand, and is worth nothing now
        return sentence(label)
    return worded(label, words_of(game).SAID, **card_words(game))


def hand_called(row: HandRow) -> str:
    """Return the name of a hand on a sheet; "" for one that was taken back."""
    return label_words(row.rules.game, row.scored.label) if row.scored else ""


def title_words(game: str, title: Message, names: Sequence[str]) -> str:
    """Return the title of an example hand; `names` are those of everybody who plays it, by seat."""
    return worded(title, words_of(game).SAID, **card_words(game), **_seated(names))


def _named(names: Sequence[str]) -> dict[str, Phrase]:
    # The players of a line, as its words name them.
    if not names:
        return {}
    named = {
        "who": _together(names),
        "all": _listed(names),
        "row": ", ".join(names),
        "one": names[0],
        "other": names[-1],
        "others": _listed(names[1:]),
    }
    return {key: Phrase(words) for key, words in named.items()}


def _seated(names: Sequence[str]) -> Mapping[str, Phrase]:
    seats = dict(zip(("first", "second", "third"), names, strict=False))
    return {key: Phrase(name) for key, name in {**seats, "last": names[-1]}.items()}


def _together(names: Sequence[str]) -> str:
    # "Ann and Ben and Cleo".
    words = names[0]
    for name in names[1:]:
        words = pgettext("several players", "{some} and {more}").format(some=words, more=name)
    return words


def _listed(names: Sequence[str]) -> str:
    # "Ann, Ben and Cleo"; "" for nobody.
    if len(names) < 2:
        return "".join(names)
    some = ", ".join(names[:-1])
    return pgettext("several players", "{some} and {more}").format(some=some, more=names[-1])
