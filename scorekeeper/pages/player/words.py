"""Questions about a player in words: what is asked, what is so, and whether it could be luck."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.scoring import GAMES
from ledger.scoring.game import WORDS
from ledger.standings.questions import Question, Topic
from ledger.statistics import FLOOR, Verdict
from scorekeeper.text.figures import count
from scorekeeper.text.games import words_of
from scorekeeper.text.lists import standing_apart

Text = str | Promise


class Texts(NamedTuple):
    """A question, and the same as a statement: how often it is so stands there as `{often}`."""

    question: Text
    statement: Text


TEXTS = {
    Topic.PICKING: Texts(
        gettext_lazy("Is {name} the {picker} more often?"),
        gettext_lazy("{name} is the {picker} {often}"),
    ),
    Topic.WON_PICKING: Texts(
        gettext_lazy("Does {name} win more often as {picker}?"),
        gettext_lazy("{name} wins {often} as {picker}"),
    ),
    Topic.PARTNER: Texts(
        gettext_lazy("Does {name} win more often as {partner}?"),
        gettext_lazy("{name} wins {often} as {partner}"),
    ),
    Topic.OPPONENT: Texts(
        gettext_lazy("Does {name} win more often as {opponent}?"),
        gettext_lazy("{name} wins {often} as {opponent}"),
    ),
    Topic.ALONE: Texts(
        gettext_lazy("Does {name} win more often alone against all?"),
        gettext_lazy("{name} wins {often} alone against all"),
    ),
    Topic.LEASTER: Texts(
        gettext_lazy("Does {name} win more often in a {leaster}?"),
        gettext_lazy("{name} wins {often} in a {leaster}"),
    ),
    Topic.FORCED: Texts(
        gettext_lazy("Does {name} win more often when forced to play?"),
        gettext_lazy("{name} wins {often} when forced to play"),
    ),
    Topic.SCHNEIDER_MADE: Texts(
        gettext_lazy("Does {name} make the others schneider more often?"),
        gettext_lazy("{name} makes the others schneider {often} as {picker}"),
    ),
    Topic.SCHNEIDER_SUFFERED: Texts(
        gettext_lazy("Does {name} end up schneider more often?"),
        gettext_lazy("{name} ends up schneider {often} as {picker}"),
    ),
    Topic.CRACKED: Texts(
        gettext_lazy("Does {name} win more often when the others double the hand?"),
        gettext_lazy("{name} wins {often} when the others double the hand"),
    ),
    Topic.CRACKS: Texts(
        gettext_lazy("Does {name} win more often after doubling a hand?"),
        gettext_lazy("{name} wins {often} after doubling a hand"),
    ),
    Topic.PLACE: Texts(
        gettext_lazy("Is {name} the {picker} more often when speaking {place}?"),
        gettext_lazy("{name} is the {picker} {often} when speaking {place}"),
    ),
    Topic.CONTRACT: Texts(
        gettext_lazy("Does {name} win a {contract} more often?"),
        gettext_lazy("{name} wins a {contract} {often}"),
    ),
}
PICKING = {
    Topic.PICKING: Texts(
        gettext_lazy("Does {name} pick more often?"),
        gettext_lazy("{name} picks {often}"),
    ),
    Topic.WON_PICKING: Texts(
        gettext_lazy("Does {name} win more often when picking?"),
        gettext_lazy("{name} wins {often} when picking"),
    ),
    Topic.PLACE: Texts(
        gettext_lazy("Does {name} pick more often when speaking {place}?"),
        gettext_lazy("{name} picks {often} when speaking {place}"),
    ),
}
"""Where the game has no word of its own for whoever picks."""

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
OFTEN = {
    1: gettext_lazy("more often than is usual here"),
    0: gettext_lazy("just as often as is usual here"),
    -1: gettext_lazy("less often than is usual here"),
}
NEVER = 20_000
"""Nobody waits for more hands than this."""


def role_words(game: str) -> dict[str, str]:
    """What the game calls the roles."""
    played = GAMES.get(game)
    return {role: _(played.word(role) if played else word) for role, word in WORDS.items()}


def asked(question: Question, game: str, name: str) -> str:
    """The question."""
    return _filled(_texts(question, game).question, question, game, name)


def stated(question: Question, game: str, name: str) -> str:
    """What is so, without a full stop: how often stands behind it."""
    return _filled(_texts(question, game).statement, question, game, name)


def _texts(question: Question, game: str) -> Texts:
    topic = question.subject.topic
    has_own_word = game in GAMES and "picker" in GAMES[game].words
    return TEXTS[topic] if has_own_word else PICKING.get(topic, TEXTS[topic])


def _filled(text: Text, question: Question, game: str, name: str) -> str:
    words = role_words(game)
    return str(text).format(
        name=standing_apart(name),
        often=OFTEN[question.side],
        place=_place(question),
        contract=_contract(question, game),
        picker=words["picker"],
        partner=words["partner"],
        opponent=words["opponent"],
        leaster=words["leaster"],
    )


def _place(question: Question) -> str:
    number = question.subject.of
    at = int(number) - 1 if question.subject.topic is Topic.PLACE else 0
    return str(PLACES[at]) if at < len(PLACES) else number


def _contract(question: Question, game: str) -> str:
    if question.subject.topic is not Topic.CONTRACT:
        return ""
    kind = question.subject.of
    return str(words_of(game).SAID.get(f"contract.{kind}", kind.replace("_", " ")))


def verdict(question: Question) -> str:
    """Whether it is clear or could be luck, and how many more hands would tell."""
    found = question.answer
    if found.verdict is Verdict.CLEAR:
        if question.side > 0:
            return _("Clear: more often than luck explains.")
        return _("Clear: less often than luck explains.")
    if found.verdict is Verdict.TOO_FEW:
        words = ngettext(
            "Too few to tell: {number} hand so far, of at least {least}.",
            "Too few to tell: {number} hands so far, of at least {least}.",
            question.share.n,
        )
        return words.format(number=question.share.n, least=FLOOR)
    if found.more is None:
        return _("Could be luck: it is just what is usual here.")
    if found.more > NEVER:
        return _("Could be luck: it is so near to what is usual that no number of evenings would tell.")
    about = rounded(found.more)
    words = ngettext(
        "Could be luck: about {number} more such hand would tell.",
        "Could be luck: about {number} more such hands would tell.",
        about,
    )
    return words.format(number=count(about))


def rounded(number: int) -> int:
    """A number as it is said with "about": two digits of it count, and it is never less than it was."""
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit
