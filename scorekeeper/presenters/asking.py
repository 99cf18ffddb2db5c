"""Questions and their answers in words: the sentences that the declarations have, filled in for a game."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.models import to_points
from ledger.standings.questions import Answer, GroupAnswer, Question, Text
from ledger.standings.roles import Balance, Sums
from ledger.statistics import FLOOR, Verdict
from scorekeeper.components import signed_average
from scorekeeper.presenters.answers import (
    contract_word,
    has_own_picker,
    place_word,
    role_words,
    unclear,
    verdict,
)
from scorekeeper.text.figures import count, signed
from scorekeeper.text.lists import standing_apart

MOST_IN_ONE = 3


def asked_about(question: Question, game: str, name: str) -> str:
    """Return the question about a player."""
    return _filled(question.asks.of(has_own_picker=has_own_picker(game)), question.value, game, name)


def asked_of_group(answer: GroupAnswer, game: str, names: Mapping[int, str]) -> str:
    """Return the question about a group, or about two of its players."""
    text = answer.question.asks.of(has_own_picker=has_own_picker(game))
    people = [names[player] for player in answer.players]
    return _filled(text, answer.question.value, game, *people)


def compared_with(answer: GroupAnswer, game: str) -> str:
    """Return what the answer about a group is compared with."""
    return _filled(answer.question.held, answer.question.value, game)


def _filled(text: Text, value: str, game: str, name: str = "", other: str = "") -> str:
    words = role_words(game)
    return str(text).format(
        name=standing_apart(name),
        other=standing_apart(other),
        place=place_word(value),
        contract=contract_word(value, game),
        picker=words["picker"],
        partner=words["partner"],
        opponent=words["opponent"],
        leaster=words["leaster"],
        pot=words["pot"],
    )


def usual_share(answer: Answer) -> str:
    """Return what everybody has, in a hundred."""
    if answer.key == "mauer":
        return _("Everybody from the same places: {percent}%.").format(percent=answer.usual.percent)
    return _("Everybody here: {percent}%.").format(percent=answer.usual.percent)


def usual_count(answer: Answer) -> str:
    """Return the same as how many of how many."""
    if answer.key != "mauer":
        return _("Everybody here together: {k} of {n}.").format(k=answer.usual.k, n=answer.usual.n)
    about = round(answer.share.n * answer.usual.exact)
    words = _("From the same places everybody here would have picked about {number} of {n}.")
    return words.format(number=count(about), n=count(answer.share.n))


def careful(answer: Answer, left: Answer | None, name: str) -> tuple[str, ...]:
    """Return what has to be said besides where somebody is asked to be a Mauer, sentence by sentence.

    `left` is the answer about hands that everybody passed, None where there are none.
    """
    if answer.key != "mauer":
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


def meaning(answer: GroupAnswer) -> str:
    """Return what an answer about a group means: whether it is clear, or one hand in how many it is."""
    judged, share = answer.answer, answer.share
    if judged is None:
        if share.k * MOST_IN_ONE > share.n:
            return _("So far, of {number} hands.").format(number=count(share.n))
        about = (2 * share.n + share.k) // (2 * share.k)
        return ngettext("About one hand in {number}.", "About one hand in {number}.", about).format(
            number=count(about)
        )
    if answer.mean is None:
        usual = answer.usual.exact if answer.usual else Fraction(0)
        return verdict(judged, share, answer.side, usual, answer.compared)
    if judged.verdict is not Verdict.CLEAR:
        return unclear(judged, share.n, Fraction(0), answer.compared)
    if answer.side > 0:
        return _("Clear: it brings {points} points a hand.").format(points=signed_average(answer.mean))
    return _("Clear: it costs, {points} points a hand.").format(points=signed_average(answer.mean))


def too_few_of_anybody() -> str:
    """Return what is missing where it is asked who of all, and nobody has enough hands to be named."""
    return _("Too few to tell yet: nobody has had {least} such hands.").format(least=FLOOR)


def pots_won(pots: Sums, game: str) -> str:
    """Return how often a player won the pot, and what came out of it; "" where none lay there."""
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
    """Return whether what a player's roles brought is clear or could be luck."""
    if balance.answer.verdict is Verdict.CLEAR:
        if balance.above > 0:
            return _("Clear: more than luck explains.")
        return _("Clear: less than luck explains.")
    return unclear(balance.answer, balance.hands, Fraction(0), balance.compared)
