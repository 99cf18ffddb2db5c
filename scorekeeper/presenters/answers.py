"""Questions and their answers in words: what is asked in a game's own words, and what an answer means."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.scoring import GAMES
from ledger.standings.placing import Share
from ledger.standings.questions import AGAINST, Answer, GroupQuestion, JudgedAnswer, Text
from ledger.statistics import FLOOR, Judgement, Verdict
from scorekeeper.components import Column
from scorekeeper.presenters.asked_hands import AskedHands
from scorekeeper.text.figures import count, percentage, signed_average
from scorekeeper.text.games import with_words, words_of
from scorekeeper.text.lists import standing_apart
from scorekeeper.text.receipts import role_words

# Nobody waits for more hands than `NEVER`: fifteen evenings or so.
NEVER, MOST_IN_ONE = 500, 3
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


def place_word(place: str) -> str:
    """Return the word for the turn to speak, "first" for "1"; what is no such number stays as it is."""
    at = int(place) if place.isdecimal() else 0
    return str(PLACES[at - 1]) if 0 < at <= len(PLACES) else place


def question_text(answer: Answer, found: AskedHands, names: Mapping[int, str]) -> str:
    """Return the question about a player, a group, or two of its players."""
    has_own_picker = found.game in GAMES and "picker" in GAMES[found.game].words
    text = answer.question.asks.of(has_own_picker=has_own_picker)
    return filled(text, answer.question.value, found, *[names[player] for player in answer.players])


def filled(text: Text, value: str, found: AskedHands, name: str = "", other: str = "") -> str:
    """Return words of a declared question; `value` is the place or the contract that it is about."""
    texts, _words = with_words(found.game, found.rules, words_of(found.game).SAID)
    return str(text).format(
        name=standing_apart(name),
        other=standing_apart(other),
        place=place_word(value),
        contract=texts.get(f"contract.{value}", value.replace("_", " ")),
        **role_words(found.game, found.rules),
    )


def question_address(answer: Answer, found: AskedHands) -> str:
    """Return the address of the page of a question, about a player or about a group."""
    if isinstance(answer.question, GroupQuestion):
        return found.url("group_question", answer.key)
    return found.url("question", *answer.players, answer.key)


def share_text(share: Share) -> str:
    """Return a share in per cent; "" of fewer than twenty."""
    return percentage(share.percent) if share.n >= FLOOR else ""


def counted(share: Share) -> str:
    return _("{part} of {whole}").format(part=count(share.k), whole=count(share.n))


def figures(answer: Answer) -> tuple[str, str]:
    """Return the share or the average of an answer, and k of n, in words."""
    mean, share = answer.mean, answer.share
    if mean is None:
        return share_text(share), counted(share)
    won = _("{part} of {whole} won").format(part=count(share.k), whole=count(share.n))
    return _("{average} a hand").format(average=signed_average(mean)), won


def meaning(answer: Answer) -> str:
    """Return whether an answer is clear, how many more hands would tell, or one hand in how many it is."""
    judged, share, mean = answer.answer, answer.share, answer.mean
    if judged is None:
        if share.k * MOST_IN_ONE > share.n:
            return _("So far, of {number} hands.").format(number=count(share.n))
        about = (2 * share.n + share.k) // (2 * share.k)
        return ngettext("About one hand in {number}.", "About one hand in {number}.", about).format(
            number=count(about)
        )
    if judged.verdict is not Verdict.CLEAR:
        usual = answer.usual.exact if answer.usual and mean is None else Fraction(0)
        return unclear(judged, share.n, usual, answer.compared)
    if mean is None:
        more, less = _("Clear: more often than luck explains."), _("Clear: less often than luck explains.")
        return more if answer.side > 0 else less
    pays = _("Clear: it brings {points} points a hand.")
    return (pays if answer.side > 0 else _("Clear: it costs, {points} points a hand.")).format(
        points=signed_average(mean)
    )


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
            "Could be luck: among {compared} answers some look unusual by chance."
            " About {number} more such hand would tell.",
            "Could be luck: among {compared} answers some look unusual by chance."
            " About {number} more such hands would tell.",
            about,
        )
    return words.format(number=count(about), compared=count(compared))


def with_clear(said: str, compared: int) -> str:
    """Return what is said of luck, and what is called clear where several answers were looked at."""
    clear = _("“Clear” allows for all {compared} answers that were looked at.").format(compared=compared)
    return f"{said} {clear}" if compared > 1 else said


def rounded(number: int) -> int:
    """Return a number as it is said with "about": two digits of it count, and it is never less."""
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit


def pair_said(pair: JudgedAnswer, names: Mapping[int, str]) -> str:
    """Return what is clear about two players, seen from the better one."""
    if pair.question is AGAINST:
        return _("{name} loses more often than not").format(name=standing_apart(names[pair.players[1]]))
    if pair.side > 0:
        return _("win more often together than others")
    return _("win less often together than others")


def pair_columns(names: Mapping[int, str]) -> list[Column[Any]]:
    return [
        Column(name="player", value=lambda one: names[one.players[0]]),
        Column(name="other", value=lambda one: names[one.players[1]]),
        Column(name="how", value=lambda one: one.question.key),
        Column(name="k", value=lambda one: one.share.k),
        Column(name="n", value=lambda one: one.share.n),
        Column(name="low", value=lambda one: one.answer.interval.low),
        Column(name="high", value=lambda one: one.answer.interval.high),
        Column(name="usual", value=lambda one: float(one.usual.exact)),
        Column(name="verdict", value=lambda one: one.answer.verdict.value),
        Column(name="points", value=lambda one: one.points),
    ]
