"""The catalogue of refusals and messages: what a code and its parameters say to people.

One module a room holds its sentences, and so do the words of every game (`scorekeeper.text.games`); `stored`
says how a refusal is kept that is shown later.
"""

from ledger.scoring import GAMES, HandRefused
from ledger.words.messages import Message
from scorekeeper.text.games import all_words, card_words, with_words
from scorekeeper.text.refusals import audit, book, exchange, pages, recording, scoring, seating
from scorekeeper.text.wording import Texts, worded

CATALOGUES: tuple[Texts, ...] = (
    scoring.REFUSALS,
    *(words.REFUSALS for words in all_words()),
    *(room.REFUSALS for room in (book, seating, recording, exchange, audit, pages)),
)

# By code, or "code.case" where one code says several things; placeholders are named as the parameters.
REFUSALS: Texts = {key: text for texts in CATALOGUES for key, text in texts.items()}


def sentence(said: HandRefused | Message) -> str:
    """Return a refusal or a message as a sentence in the reader’s language and the words of its table.

    Raises KeyError for a code not in the catalogue.
    """
    # A change is refused with the refusal of the later hand that it makes impossible.
    refused = (one for one in (said, *said.params.values()) if isinstance(one, HandRefused))
    game, rules = next((one.table for one in refused if one.table[0]), ("", None))
    if not game:
        return worded(said, REFUSALS, **{key: word for one in GAMES for key, word in card_words(one).items()})
    texts, words = with_words(game, rules, REFUSALS)
    return worded(said, texts, **words)
