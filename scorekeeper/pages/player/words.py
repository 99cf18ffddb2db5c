"""Questions about a player in words: what is asked, and what is so."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.counting import Sums
from ledger.models import to_points
from ledger.standings.questions import Question, Topic
from ledger.standings.roles import Balance
from ledger.statistics import Verdict
from scorekeeper.presenters.answers import (
    contract_word,
    has_own_picker,
    place_word,
    role_words,
    unclear,
)
from scorekeeper.text.figures import count, signed
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
    Topic.DOUBLED: Texts(
        gettext_lazy("Does {name} win more often when doublers lie on a hand?"),
        gettext_lazy("{name} wins {often} when doublers lie on a hand"),
    ),
    Topic.POT: Texts(
        gettext_lazy("Does {name} win the {pot} more often?"),
        gettext_lazy("{name} wins the {pot} {often}"),
    ),
    Topic.PLACE: Texts(
        gettext_lazy("Is {name} the {picker} more often when speaking {place}?"),
        gettext_lazy("{name} is the {picker} {often} when speaking {place}"),
    ),
    Topic.CONTRACT: Texts(
        gettext_lazy("Does {name} win a {contract} more often?"),
        gettext_lazy("{name} wins a {contract} {often}"),
    ),
    Topic.MAUER: Texts(
        gettext_lazy("Is {name} a Mauer, who passes with good cards?"),
        gettext_lazy("Place for place, {name} is the {picker} {often}"),
    ),
    Topic.LEFT: Texts(
        gettext_lazy("Does everybody pass more often when {name} is not the {picker}?"),
        gettext_lazy("When {name} is not the {picker}, everybody passes {often}"),
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
    Topic.SCHNEIDER_MADE: Texts(
        gettext_lazy("Does {name} win with no schneider more often?"),
        gettext_lazy("{name} wins with no schneider {often} when picking"),
    ),
    Topic.SCHNEIDER_SUFFERED: Texts(
        gettext_lazy("Does {name} lose with no schneider more often?"),
        gettext_lazy("{name} loses with no schneider {often} when picking"),
    ),
    Topic.PLACE: Texts(
        gettext_lazy("Does {name} pick more often when speaking {place}?"),
        gettext_lazy("{name} picks {often} when speaking {place}"),
    ),
    Topic.MAUER: Texts(
        gettext_lazy("Is {name} a Mauer, who passes with good cards?"),
        gettext_lazy("Place for place, {name} picks {often}"),
    ),
    Topic.LEFT: Texts(
        gettext_lazy("Does everybody pass more often when {name} does not pick?"),
        gettext_lazy("When {name} does not pick, everybody passes {often}"),
    ),
}
"""Where the game has no word of its own for whoever picks. Of schneider it is then said what the others
did not get, as the pad says it, and elsewhere what they are."""

OFTEN = {
    1: gettext_lazy("more often than is usual here"),
    0: gettext_lazy("just as often as is usual here"),
    -1: gettext_lazy("less often than is usual here"),
}


def asked(question: Question, game: str, name: str) -> str:
    """The question."""
    return _filled(_texts(question, game).question, question, game, name)


def stated(question: Question, game: str, name: str) -> str:
    """What is so, without a full stop: how often stands behind it."""
    return _filled(_texts(question, game).statement, question, game, name)


def _texts(question: Question, game: str) -> Texts:
    topic = question.subject.topic
    return TEXTS[topic] if has_own_picker(game) else PICKING.get(topic, TEXTS[topic])


def _filled(text: Text, question: Question, game: str, name: str) -> str:
    words = role_words(game)
    return str(text).format(
        name=standing_apart(name),
        often=OFTEN[question.side],
        place=place_word(question.subject.of),
        contract=contract_word(question.subject.of, game),
        picker=words["picker"],
        partner=words["partner"],
        opponent=words["opponent"],
        leaster=words["leaster"],
        pot=words["pot"],
    )


def pots_won(pots: Sums, game: str) -> str:
    """How often a player won the pot, of how many hands, and what came out of it; "" where none lay there."""
    if not pots.hands:
        return ""
    words = ngettext(
        "Played for a {pot} in {n} hand and won {k}: {points} points.",
        "Played for a {pot} in {n} hands and won {k}: {points} points.",
        pots.hands,
    )
    return words.format(
        pot=role_words(game)["pot"],
        n=count(pots.hands),
        k=count(pots.won),
        points=signed(to_points(pots.parts)),
    )


def verdict_of_points(balance: Balance) -> str:
    """Whether what a player's roles brought is clear or could be luck."""
    if balance.answer.verdict is Verdict.CLEAR:
        if balance.above > 0:
            return _("Clear: more than luck explains.")
        return _("Clear: less than luck explains.")
    return unclear(balance.answer, balance.hands, Fraction(0), balance.compared)


def usual(question: Question) -> str:
    """What everybody has, in a hundred."""
    if question.subject.topic is Topic.MAUER:
        return _("Everybody from the same places: {percent}%.").format(percent=question.usual.percent)
    return _("Everybody here: {percent}%.").format(percent=question.usual.percent)


def everybody(question: Question) -> str:
    """The same as how many of how many."""
    if question.subject.topic is not Topic.MAUER:
        words = _("Everybody here together: {k} of {n}.")
        return words.format(k=question.usual.k, n=question.usual.n)
    about = round(question.share.n * question.usual.exact)
    words = _("From the same places everybody here would have picked about {number} of {n}.")
    return words.format(number=count(about), n=count(question.share.n))


def careful(question: Question, left: Question | None, name: str) -> tuple[str, ...]:
    """What has to be said besides where somebody is asked to be a Mauer, sentence by sentence.

    `left` is the question about hands that everybody passed, None where there are none.
    """
    if question.subject.topic is not Topic.MAUER:
        return ()
    found = [
        _(
            "Nobody sees the cards here. Who seldom picks may have had bad ones, or good sense: this is for"
            " you to talk about, and no proof."
        )
    ]
    if left is not None:
        words = _(
            "Of {n} hands that {name} did not pick, {k} were left by everybody: {percent}%. Of everybody’s it"
            " was {usual}%."
        )
        found.append(
            words.format(
                n=count(left.share.n),
                name=standing_apart(name),
                k=count(left.share.k),
                percent=left.share.percent,
                usual=left.usual.percent,
            )
        )
    found.append(
        _("Hands that one had to pick do not count as picked, and who speaks first picks more often.")
    )
    return tuple(found)
