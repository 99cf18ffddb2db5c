"""The catalogue of refusals: what a code and its parameters say to people."""

from __future__ import annotations

from django.utils.functional import Promise

from ledger.messages import Message
from ledger.scoring import HandRefused
from scorekeeper.text.games import all_words
from scorekeeper.text.refusals import scoring
from scorekeeper.text.wording import Texts, worded

ROOMS = (scoring,)


def refusals() -> dict[str, str | Promise]:
    """All sentences, by code, or "code.case" where one code says several things; those of every game too."""
    rooms: list[Texts] = [*(room.REFUSALS for room in ROOMS), *(game.REFUSALS for game in all_words())]
    return {key: text for room in rooms for key, text in room.items()}


def sentence(said: HandRefused | Message) -> str:
    """What a refusal or a message says, in the reader’s language.

    Raises KeyError for a code not in the catalogue.
    """
    if isinstance(said, HandRefused) and said.message:
        return said.message
    return worded(said, refusals())
