"""Answers to questions of statistics in words: what they mean, and what roles and places are called."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.scoring import GAMES
from ledger.scoring.game import WORDS
from ledger.standings.share import Share
from ledger.statistics import FLOOR, Judgement, Verdict
from scorekeeper.text.figures import count
from scorekeeper.text.games import words_of

NEVER = 500
"""Nobody waits for more hands than this: fifteen evenings or so."""

PLACES = (
    gettext_lazy("first"),
    gettext_lazy("second"),
    gettext_lazy("third"),
    gettext_lazy("fourth"),
    gettext_lazy("fifth"),
    gettext_lazy("sixth"),
    gettext_lazy("seventh"),
    gettext_lazy("eighth"),
    gettext_lazy("ninth"),
    gettext_lazy("tenth"),
)


def role_words(game: str) -> dict[str, str]:
    """What the game calls the roles."""
    played = GAMES.get(game)
    return {role: _(played.word(role) if played else word) for role, word in WORDS.items()}


def has_own_picker(game: str) -> bool:
    """Whether the game has a word of its own for whoever picks."""
    return game in GAMES and "picker" in GAMES[game].words


def place_word(place: str) -> str:
    """When somebody speaks, by its number from 1 on: "first"; what is no such number stays as it is."""
    at = int(place) if place.isdecimal() else 0
    return str(PLACES[at - 1]) if 0 < at <= len(PLACES) else place


def contract_word(kind: str, game: str) -> str:
    """What the game calls a contract."""
    return str(words_of(game).SAID.get(f"contract.{kind}", kind.replace("_", " ")))


def verdict(answer: Judgement, share: Share, side: int, usual: Fraction, compared: int) -> str:
    """Whether it is clear or could be luck, and how many more hands would tell.

    `side` is 1 where the share is more than is `usual`, -1 for less. `compared` answers could be called
    clear.
    """
    if answer.verdict is Verdict.CLEAR:
        if side > 0:
            return _("Clear: more often than luck explains.")
        return _("Clear: less often than luck explains.")
    return unclear(answer, share.n, usual, compared)


def unclear(answer: Judgement, hands: int, usual: Fraction, compared: int) -> str:
    """Return what an answer lacks that is not clear, "" below twenty hands: there k of n says enough.

    The bar that is drawn may leave out what is usual.
    """
    if hands < FLOOR:
        return ""
    if answer.more is None or answer.more > NEVER:
        return _("Could be luck.")
    about = rounded(answer.more)
    if float(usual) in answer.interval:
        words = ngettext(
            "Could be luck: about {number} more such hand would tell.",
            "Could be luck: about {number} more such hands would tell.",
            about,
        )
    else:
        words = ngettext(
            "Could be luck: of {compared} answers some have what is usual outside the bar by luck alone."
            " About {number} more such hand would tell.",
            "Could be luck: of {compared} answers some have what is usual outside the bar by luck alone."
            " About {number} more such hands would tell.",
            about,
        )
    return words.format(number=count(about), compared=count(compared))


def rounded(number: int) -> int:
    """A number as it is said with "about": two digits of it count, and it is never less than it was."""
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit


def card_points(number: int | None) -> str:
    """How many card points a side had; "" where nobody counted them."""
    if number is None:
        return ""
    return ngettext("{number} card point", "{number} card points", number).format(number=number)


def one_of(share: Share, listed: int) -> str:
    """What the mark says on those hands of a list that are the k of a share; "" where all or none are."""
    if not 0 < share.k < listed:
        return ""
    return ngettext("the one that is counted", "one of the {number}", share.k).format(number=count(share.k))
