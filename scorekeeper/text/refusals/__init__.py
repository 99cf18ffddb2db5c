"""The catalogue of refusals and messages: what a code and its parameters say to people.

One module a room holds its sentences; `wording` says how a parameter stands in one, and `stored` how a
refusal is kept that is shown later.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise

from ledger.messages import Message
from ledger.scoring import HandRefused
from scorekeeper.text.refusals import audit, exchange, pages, recording, seating
from scorekeeper.text.refusals.wording import worded

ROOMS = (seating, recording, exchange, audit, pages)
REFUSALS: Mapping[str, str | Promise] = {key: text for room in ROOMS for key, text in room.REFUSALS.items()}
"""By code, or "code.case" where one code says several things; placeholders are named as the parameters."""


def sentence(said: HandRefused | Message) -> str:
    """What a refusal or a message says, in the reader’s language.

    Raises KeyError for a code not in the catalogue.
    """
    if isinstance(said, HandRefused) and said.message:
        return said.message
    return worded(said, REFUSALS)
