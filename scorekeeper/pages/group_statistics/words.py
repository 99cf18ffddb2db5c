"""Questions about a group in words: what is asked, what it is held against, and what the answer means."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.standings.group_questions import About, GroupQuestion
from ledger.standings.questions import Topic
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
from scorekeeper.text.figures import count
from scorekeeper.text.lists import standing_apart

Text = str | Promise

QUESTIONS: Mapping[About, Text] = {
    About.PAYS: gettext_lazy("Does it pay to be the {picker} here?"),
    About.ALONE: gettext_lazy("Are hands alone won less often than with a {partner}?"),
    About.CRACKS: gettext_lazy("Do the others win more often when they double the hand?"),
    About.FORCED: gettext_lazy("Do those win less often who are forced to play?"),
    About.LEASTERS: gettext_lazy("How many hands are a {leaster}?"),
    About.SCHNEIDER: gettext_lazy("How many hands end with one side schneider?"),
    About.CONTRACT: gettext_lazy("Is a {contract} won more often than other games?"),
    About.PLACE: gettext_lazy("Is whoever speaks {place} the {picker} more often?"),
    About.TOGETHER: gettext_lazy("Do {name} and {other} win more often together?"),
    About.AGAINST: gettext_lazy("Does {name} win more often against {other}?"),
}
PICKING: Mapping[About, Text] = {
    About.PAYS: gettext_lazy("Does it pay to pick here?"),
    About.SCHNEIDER: gettext_lazy("How many hands end with no schneider for one side?"),
    About.PLACE: gettext_lazy("Does whoever speaks {place} pick more often?"),
}
"""Where the game has no word of its own for whoever picks. Of schneider it is then said what the others
did not get, as the pad says it, and elsewhere what they are."""

WHO: Mapping[str, Text] = {
    Topic.PICKING: gettext_lazy("Who is the {picker} most often?"),
    Topic.WON_PICKING: gettext_lazy("Who wins most often as {picker}?"),
    Topic.PARTNER: gettext_lazy("Who wins most often as {partner}?"),
    Topic.OPPONENT: gettext_lazy("Who wins most often as {opponent}?"),
    Topic.ALONE: gettext_lazy("Who wins most often alone against all?"),
    Topic.LEASTER: gettext_lazy("Who wins most often in a {leaster}?"),
    Topic.FORCED: gettext_lazy("Who wins most often when forced to play?"),
    Topic.SCHNEIDER_MADE: gettext_lazy("Who makes the others schneider most often?"),
    Topic.SCHNEIDER_SUFFERED: gettext_lazy("Who ends up schneider most often?"),
    Topic.CRACKED: gettext_lazy("Who wins most often when the others double the hand?"),
    Topic.CRACKS: gettext_lazy("Who wins most often after doubling a hand?"),
    Topic.DOUBLED: gettext_lazy("Who wins most often when doublers lie on a hand?"),
    Topic.POT: gettext_lazy("Who wins the {pot} most often?"),
}
WHO_PICKING: Mapping[str, Text] = {
    Topic.PICKING: gettext_lazy("Who picks most often?"),
    Topic.WON_PICKING: gettext_lazy("Who wins most often when picking?"),
    Topic.SCHNEIDER_MADE: gettext_lazy("Who wins with no schneider most often?"),
    Topic.SCHNEIDER_SUFFERED: gettext_lazy("Who loses with no schneider most often?"),
}
USUAL: Mapping[About, Text] = {
    About.ALONE: gettext_lazy("with a {partner}"),
    About.CRACKS: gettext_lazy("doubled or not"),
    About.FORCED: gettext_lazy("forced or not"),
    About.CONTRACT: gettext_lazy("all games"),
    About.PLACE: gettext_lazy("all places"),
    About.TOGETHER: gettext_lazy("all pairs here"),
    About.AGAINST: gettext_lazy("if both play equally well"),
}
EVERYBODY = gettext_lazy("everybody here")
MOST_IN_ONE = 3


def asked(question: GroupQuestion, game: str, names: Mapping[int, str]) -> str:
    """The question."""
    about, has_own = question.about, has_own_picker(game)
    if about is About.WHO:
        text = WHO[question.of] if has_own else WHO_PICKING.get(question.of, WHO[question.of])
    else:
        text = QUESTIONS[about] if has_own else PICKING.get(about, QUESTIONS[about])
    return _filled(text, question, game, names)


def usual(question: GroupQuestion, game: str) -> str:
    """What the answer is held against."""
    return _filled(USUAL.get(question.about, EVERYBODY), question, game, {})


def _filled(text: Text, question: GroupQuestion, game: str, names: Mapping[int, str]) -> str:
    words = role_words(game)
    name, other, *_rest = [*(standing_apart(names.get(one, "")) for one in question.players), "", ""]
    return str(text).format(
        name=name,
        other=other,
        place=place_word(question.of),
        contract=contract_word(question.of, game),
        picker=words["picker"],
        partner=words["partner"],
        opponent=words["opponent"],
        leaster=words["leaster"],
        pot=words["pot"],
    )


def meaning(question: GroupQuestion) -> str:
    """What the answer means: whether it is clear, or how many hands it is one in."""
    answer = question.answer
    if answer is None:
        return _one_in(question)
    if question.mean is None:
        usual = question.usual.exact if question.usual else Fraction(0)
        return verdict(answer, question.share, question.side, usual, question.compared)
    if answer.verdict is not Verdict.CLEAR:
        return unclear(answer, question.share.n, Fraction(0), question.compared)
    if question.side > 0:
        return _("Clear: it brings {points} points a hand.").format(points=signed_average(question.mean))
    return _("Clear: it costs, {points} points a hand.").format(points=signed_average(question.mean))


def number(question: GroupQuestion) -> str:
    """Return the average or the share; a share of fewer than twenty has no percentage."""
    if question.mean is not None:
        return _("{average} a hand").format(average=signed_average(question.mean))
    return f"{question.share.percent}%" if question.share.n >= FLOOR else ""


def counted(question: GroupQuestion) -> str:
    """Return k of n in words."""
    words = _("{part} of {whole}") if question.mean is None else _("{part} of {whole} won")
    return words.format(part=count(question.share.k), whole=count(question.share.n))


def too_few_of_anybody() -> str:
    """What is missing where it is asked who of all, and nobody has enough hands to be named."""
    return _("Too few to tell yet: nobody has had {least} such hands.").format(least=FLOOR)


def _one_in(question: GroupQuestion) -> str:
    share = question.share
    if share.k * MOST_IN_ONE > share.n:
        return _("So far, of {number} hands.").format(number=count(share.n))
    about = (2 * share.n + share.k) // (2 * share.k)
    return ngettext("About one hand in {number}.", "About one hand in {number}.", about).format(
        number=count(about)
    )
