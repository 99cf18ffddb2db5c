"""Questions that statistics answer with "k of n": each is declared here once, and only here.

A declaration says which hands a question is about (`of`) and which of them count (`counts`), and how it is
asked in words. Both are conditions on columns that `HandResult` or `Hand` has, for the list of hands, and
that the question's `table` has as well, where the hands are counted: any other column raises KeyError. From
the declaration come everybody's answers, what is usual here, the verdict, the hands behind, files, JSON, and
a place on the pages of a player and of the group. `ASKED` and `OF_GROUP` list them in the order in which
they are shown; `place_question` and `contract_question` make one for each place and contract.

Words in braces are filled in by the pages: {name}, and what the game calls its roles. `own` is how it is
asked in games with a word of their own for whoever picks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import eq, ge, gt, le, lt
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ledger.book.sheet import NIGHT
from ledger.models import PARTS, NightPlace, NightRole, to_points
from ledger.scoring.scored import PICKING
from ledger.standings.placing import Share
from ledger.standings.played import Played, once
from ledger.statistics import FLOOR, Judgement, Verdict, judged, judged_mean

# Hands in which a player played cards: all questions are about some of these.
PLAYED = Q(is_dealt=True) & ~Q(role__in=("out", NIGHT))

PICKED = Q(role__in=PICKING)
WON = Q(won=True)
MADE = ("won_schneider", "won_all_tricks", "won_schwarz")
# Rows of the chart in which one side has no schneider.
SUFFERED = ("lost_schneider", "lost_no_trick", "lost_schwarz")

# The surest verdicts come first; counts have none.
SURE = {Verdict.CLEAR: 0, Verdict.COULD_BE_LUCK: 1, None: 1, Verdict.TOO_FEW: 2}

# Hands at the usual rate that are added to those of a player where players are put in order.
SHRINKS = 30

# The key of the question that counts hands, and not players in them.
LEASTERS = "leasters"

Text = str | Promise


class Words(NamedTuple):
    """A sentence, and the same in games that have a word of their own for whoever picks."""

    plain: Text
    own: Text = ""

    def of(self, *, has_own_picker: bool) -> str:
        """Return the sentence, with its braces."""
        return str(self.own if has_own_picker and self.own else self.plain)


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question: how many of the hands `of` are hands that `counts`.

    `asks` is how it is asked about a player, `who` about everybody (no words: it is not). `needs_some` says
    that nothing is asked where nobody ever did it, `is_rare` that only the hands that count are listed.
    `value` is the place or the contract that it is about. `table` has the counts: NightRole by role and
    circumstances, NightPlace by turn to speak; a question that neither can answer needs a column there.
    """

    key: str
    of: Q
    counts: Q = WON
    asks: Words
    who: Words | None = None
    needs_some: bool = False
    is_rare: bool = False
    value: str = ""
    table: type[NightRole | NightPlace] = NightRole


@dataclass(frozen=True, kw_only=True)
class GroupQuestion(Question):
    """A question about all hands of a group; `against` are the hands it is compared with, None for none.

    `held` says in words what it is compared with.
    """

    against: Q | None = None
    held: Text = ""
    needs_partners: bool = False


# All questions about a player but those of places and contracts.
ASKED: tuple[Question, ...] = (
    Question(
        key="picking",
        of=Q(),
        counts=PICKED,
        asks=Words(_("Does {name} pick more often?"), _("Is {name} the {picker} more often?")),
        who=Words(_("Who picks most often?"), _("Who is the {picker} most often?")),
        needs_some=True,
    ),
    Question(
        key="won-picking",
        of=PICKED,
        asks=Words(
            _("Does {name} win more often when picking?"), _("Does {name} win more often as {picker}?")
        ),
        who=Words(_("Who wins most often when picking?"), _("Who wins most often as {picker}?")),
    ),
    Question(
        key="partner",
        of=Q(role="partner"),
        asks=Words(_("Does {name} win more often as {partner}?")),
        who=Words(_("Who wins most often as {partner}?")),
    ),
    Question(
        key="opponent",
        of=Q(role="opponent"),
        asks=Words(_("Does {name} win more often as {opponent}?")),
        who=Words(_("Who wins most often as {opponent}?")),
    ),
    Question(
        key="alone",
        of=Q(role="alone"),
        asks=Words(_("Does {name} win more often alone against all?")),
        who=Words(_("Who wins most often alone against all?")),
    ),
    Question(
        key="leaster",
        of=Q(role="leaster"),
        asks=Words(_("Does {name} win more often in a {leaster}?")),
        who=Words(_("Who wins most often in a {leaster}?")),
    ),
    Question(
        key="forced",
        of=Q(is_forced=True),
        asks=Words(_("Does {name} win more often when forced to play?")),
        who=Words(_("Who wins most often when forced to play?")),
    ),
    Question(
        key="schneider-made",
        of=PICKED & ~Q(row=""),
        counts=Q(row__in=MADE),
        asks=Words(
            _("Does {name} win with no schneider more often?"),
            _("Does {name} make the others schneider more often?"),
        ),
        who=Words(
            _("Who wins with no schneider most often?"), _("Who makes the others schneider most often?")
        ),
        needs_some=True,
    ),
    Question(
        key="schneider-suffered",
        of=PICKED & ~Q(row=""),
        counts=Q(row__in=SUFFERED),
        asks=Words(
            _("Does {name} lose with no schneider more often?"), _("Does {name} end up schneider more often?")
        ),
        who=Words(_("Who loses with no schneider most often?"), _("Who ends up schneider most often?")),
        needs_some=True,
    ),
    Question(
        key="cracked",
        of=PICKED & Q(cracks__gt=0),
        asks=Words(_("Does {name} win more often when the others double the hand?")),
        who=Words(_("Who wins most often when the others double the hand?")),
    ),
    Question(
        key="cracks",
        of=Q(has_cracked=True),
        asks=Words(_("Does {name} win more often after doubling a hand?")),
        who=Words(_("Who wins most often after doubling a hand?")),
    ),
    Question(
        key="doubled",
        of=Q(doublers__gt=0),
        asks=Words(_("Does {name} win more often when doublers lie on a hand?")),
        who=Words(_("Who wins most often when doublers lie on a hand?")),
    ),
    Question(
        key="pot",
        of=Q(is_for_pot=True),
        asks=Words(_("Does {name} win the {pot} more often?")),
        who=Words(_("Who wins the {pot} most often?")),
    ),
    Question(
        key="mauer",
        of=Q(place__gt=0),
        counts=PICKED & Q(is_forced=False),
        asks=Words(_("Is {name} a Mauer, who passes with good cards?")),
        needs_some=True,
        table=NightPlace,
    ),
    Question(
        key="left",
        of=~Q(role__in=("", *PICKING)),
        counts=Q(role="leaster"),
        asks=Words(
            _("Does everybody pass more often when {name} does not pick?"),
            _("Does everybody pass more often when {name} is not the {picker}?"),
        ),
        needs_some=True,
    ),
)

# All questions about a group but those of places, contracts and pairs, and whether picking pays.
OF_GROUP: tuple[GroupQuestion, ...] = (
    GroupQuestion(
        key="alone",
        of=Q(role="alone"),
        asks=Words(_("Are hands alone won less often than with a {partner}?")),
        against=Q(role="picker"),
        held=_("with a {partner}"),
        needs_partners=True,
    ),
    GroupQuestion(
        key="cracks",
        of=PICKED & Q(cracks__gt=0),
        counts=Q(won=False),
        asks=Words(_("Do the others win more often when they double the hand?")),
        against=PICKED,
        held=_("doubled or not"),
    ),
    GroupQuestion(
        key="forced",
        of=Q(is_forced=True),
        asks=Words(_("Do those win less often who are forced to play?")),
        against=PICKED,
        held=_("forced or not"),
    ),
    GroupQuestion(
        key=LEASTERS,
        of=Q(),
        counts=Q(role="leaster"),
        asks=Words(_("How many hands are a {leaster}?")),
        is_rare=True,
    ),
    GroupQuestion(
        key="schneider",
        of=PICKED & ~Q(row=""),
        counts=Q(row__in=(*MADE, *SUFFERED)),
        asks=Words(
            _("How many hands end with no schneider for one side?"),
            _("How many hands end with one side schneider?"),
        ),
        is_rare=True,
    ),
)

PAYS = GroupQuestion(
    key="picking-pays",
    of=PICKED,
    asks=Words(_("Does it pay to pick here?"), _("Does it pay to be the {picker} here?")),
)
TOGETHER = GroupQuestion(
    key="together",
    of=Q(),
    asks=Words(_("Do {name} and {other} win more often together?")),
    held=_("all pairs here"),
)
AGAINST = GroupQuestion(
    key="against",
    of=Q(),
    asks=Words(_("Does {name} win more often against {other}?")),
    held=_("if both play equally well"),
)


def place_question(place: int) -> Question:
    """Return the question how often a player picks who speaks at a place (1 sits left of the dealer)."""
    return Question(
        key=f"place-{place}",
        of=Q(place=place),
        counts=PICKED,
        asks=Words(
            _("Does {name} pick more often when speaking {place}?"),
            _("Is {name} the {picker} more often when speaking {place}?"),
        ),
        needs_some=True,
        value=str(place),
        table=NightPlace,
    )


def contract_question(kind: str) -> Question:
    """Return the question how often a player wins a kind of hand, or a contract."""
    return Question(
        key=f"contract-{kind}",
        of=PICKED & Q(kind=kind),
        asks=Words(_("Does {name} win a {contract} more often?")),
        value=kind,
    )


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The answer to a question about a player, about two, or about a group.

    `usual` and `answer` are None where it is compared with nothing; `compared` is how many answers of the
    group a verdict allows for. `mean` is of "picking-pays": points a hand. `everybody` are all answers to a
    question about a player, whoever has most first: then `share` is the first's.
    """

    question: Question
    share: Share
    usual: Share | None = None
    answer: Judgement | None = None
    compared: int = 1
    players: tuple[int, ...] = ()
    mean: Fraction | None = None
    everybody: tuple[JudgedAnswer, ...] = field(default=(), repr=False)

    @property
    def key(self) -> str:
        """Return the key of the answer, as addresses have it; together it is the same, whoever asks."""
        if self.question not in (TOGETHER, AGAINST):
            return self.question.key
        players = sorted(self.players) if self.question is TOGETHER else self.players
        return "-".join([self.question.key, *map(str, players)])

    @property
    def side(self) -> int:
        """Return 1 where it is more than usual, -1 for less, 0 for just as much."""
        mine, held = self.mean or Fraction(0), Fraction(0)
        if self.usual and self.mean is None:
            mine, held = Fraction(self.share.k * self.usual.n), Fraction(self.usual.k * self.share.n)
        return (mine > held) - (mine < held)


@dataclass(frozen=True, kw_only=True)
class JudgedAnswer(Answer):
    """The answer to a question about one player or about two, which is always held against what is `usual`.

    That is everybody's share; of "mauer", what everybody would have picked from the player's places. Of two
    who played together (`TOGETHER`) the share is of the hands they won, and `points` are all that these
    brought them. Of two who played against each other (`AGAINST`) it is of the hands in which the first won
    something of the other, and `points` are those that were won of them in all, with their sign.
    """

    usual: Share
    answer: Judgement
    points: Fraction = Fraction(0)


# By the key of a question and by player; players who never did it are left out.
Shares = Mapping[str, Mapping[int, Share]]


def questions_in(played: Played) -> tuple[Question, ...]:
    """Return the questions that can be asked of a game: those of its places and contracts among them."""
    places = sorted({one.place for one in played.places})
    contracts = sorted({kind for _, kind in played.contracts})
    of_contracts = map(contract_question, contracts) if len(contracts) > 1 else ()
    return (*ASKED, *map(place_question, places), *of_contracts)


@once
def shares_in(played: Played) -> Shares:
    """Return everybody's answers, of questions that tell something in this game (two queries a table)."""
    found = (
        (
            one,
            {
                player: Share(k=rows[f"k{number}"], n=rows[f"n{number}"])
                for player, rows in counts.items()
                if rows[f"n{number}"]
            },
        )
        for some, counts in _counts(played)
        for number, one in enumerate(some)
        if not isinstance(one, GroupQuestion)
    )
    return {
        one.key: mine
        for one, mine in found
        if mine and (not one.needs_some or any(share.k for share in mine.values()))
    }


@once
def _counts(played: Played) -> list[tuple[Sequence[Question], dict[int, Counter[str]]]]:
    # Count the hands of all questions by player: of each table the questions, and the numbers.
    return [_counted(played, NightRole, PLAYED), _counted(played, NightPlace, Q())]


def _counted(
    played: Played, table: type[NightRole | NightPlace], base: Q
) -> tuple[Sequence[Question], dict[int, Counter[str]]]:
    # Each case of the table's rows is looked at once: which questions it answers. Of a question about the
    # group also those it is compared with (j of m), and hands instead of players' parts in them (K of N),
    # as each of so many who played a hand has a row of it.
    asked = [one for one in (*questions_in(played), *group_questions_in(played)) if one.table is table]
    checks: dict[str, Callable[[Mapping[str, Any]], bool]] = {}
    for number, one in enumerate(asked):
        checks |= {f"n{number}": fits(one.of), f"k{number}": fits(one.of & one.counts)}
        if isinstance(one, GroupQuestion) and one.against is not None:
            checks |= {f"m{number}": fits(one.against), f"j{number}": fits(one.against & one.counts)}
    whole = {f"{part}{number}" for number, one in enumerate(asked) if one.key == LEASTERS for part in "kn"}

    def read() -> dict[int, Counter[str]]:
        cases, is_counted = played.cases(table), fits(base)
        counted = {}
        for case, row in cases.like.items():
            names = [name for name, check in checks.items() if check(row)] if is_counted(row) else []
            counted[case] = names + [f"{name.upper()}@{row['active']}" for name in names if name in whole]
        found = defaultdict[int, Counter[str]](Counter)
        for (player, case), (hands, *_parts) in cases.sums.items():
            mine = found[player]
            for name in counted[case]:
                mine[name] += hands
        return dict(found)

    return asked, played.kept(f"counts:{','.join(one.key for one in asked)}", read) if asked else {}


COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "exact": eq, "in": lambda value, among: value in among, "gt": gt, "gte": ge, "lt": lt, "lte": le
}  # fmt: skip


def fits(condition: Q) -> Callable[[Mapping[str, Any]], bool]:
    """Return a check whether the columns of a row meet a condition, none of them null, as the database checks
    it.

    So a row of each case is enough, and questions cost no query of their own. Raise KeyError for a comparison
    that questions have not needed yet (`COMPARED`).
    """
    children: list[Any] = condition.children
    parts = [fits(one) if isinstance(one, Q) else _has(*one) for one in children]
    decides, is_negated = condition.connector == Q.OR, condition.negated

    def check(row: Mapping[str, Any]) -> bool:
        for part in parts:
            if part(row) is decides:
                return decides is not is_negated
        return decides is is_negated

    return check


def _has(name: str, wanted: Any) -> Callable[[Mapping[str, Any]], bool]:
    column, _, how = name.partition("__")
    compare = COMPARED[how or "exact"]
    return lambda row: compare(row[column], wanted)


def answers_about(player: int, played: Played) -> tuple[JudgedAnswer, ...]:
    """Return a player's answers, surest first; none to what the player never did."""
    shares = shares_in(played)
    asked = [one for one in questions_in(played) if player in shares.get(one.key, {})]
    found = [_answer(one, player, shares[one.key], played) for one in asked]
    return tuple(sorted(found, key=lambda one: (SURE[one.answer.verdict], -one.answer.surprise)))


def answers_of_everybody(question: Question, played: Played) -> tuple[JudgedAnswer, ...]:
    """Return everybody's answers, whoever has most of it first, and whoever has too few hands last.

    Most by what is to be expected: `SHRINKS` hands as they are usual here are added to everybody's.
    """
    mine = shares_in(played).get(question.key, {})

    def order(one: JudgedAnswer) -> tuple[bool, Fraction, tuple[int, ...]]:
        k, n = one.share.k * one.usual.n + SHRINKS * one.usual.k, (one.share.n + SHRINKS) * one.usual.n
        return one.answer.verdict is Verdict.TOO_FEW, -Fraction(k, n), one.players

    return tuple(sorted((_answer(question, player, mine, played) for player in mine), key=order))


def _answer(question: Question, player: int, mine: Mapping[int, Share], played: Played) -> JudgedAnswer:
    share, compared = mine[player], compared_in(played)
    usual = Share(k=sum(one.k for one in mine.values()), n=sum(one.n for one in mine.values()))
    if question.key == "mauer":
        spoke, picked = Counter[int](), Counter[int]()
        for at_place in played.places:
            spoke[at_place.place] += at_place.hands
            picked[at_place.place] += at_place.picked
        places = {at_place.place: at_place.hands for at_place in played.places if at_place.player == player}
        expected = sum((Fraction(many * picked[at], spoke[at]) for at, many in places.items()), Fraction(0))
        exact = expected * usual.k / (picked.total() * sum(places.values()))
        usual = Share(k=exact.numerator, n=exact.denominator)
    answer = judged(share.k, share.n, usual.exact, compared=compared)
    return JudgedAnswer(
        question=question, players=(player,), share=share, usual=usual, answer=answer, compared=compared
    )


@once
def compared_in(played: Played) -> int:
    """Return how many answers about this group could be called clear, about itself and all its players; 1 at
    least.

    Whoever calls one out has to allow for all: questions about players and about the group, what roles
    brought (`ledger.standings.roles`), and who plays with whom and against whom.
    """
    of_group = [*_pays(played, 1), *_of_the_group(played, 1)]
    in_roles = Counter[int]()
    for one in played.roles:
        if one.role not in ("", "out", NIGHT):
            in_roles[one.player] += one.hands
    counted = [
        *(share.n for mine in shares_in(played).values() for share in mine.values()),
        *(answer.share.n for answer in of_group if answer.answer),
        *in_roles.values(),
        *(sums.hands for sums in played.together.values()),
        *(pair.hands for pair in played.pairs if pair.player < pair.other),
    ]
    return max(1, sum(many >= FLOOR for many in counted))


def group_answers(played: Played) -> tuple[Answer, ...]:
    """Return all that can be answered about a game but about two players, surest first."""
    compared, shares = compared_in(played), shares_in(played)
    found = [*_pays(played, compared)]
    for one in ASKED:
        if one.who is None or len(shares.get(one.key, {})) < 2:
            continue
        everybody = answers_of_everybody(one, played)
        first = everybody[0]
        asked = GroupQuestion(
            key=f"who-{one.key}", of=one.of, counts=one.counts, asks=one.who, held=_("everybody here")
        )
        found.append(
            Answer(
                question=asked,
                share=first.share,
                usual=first.usual,
                answer=first.answer,
                compared=compared,
                players=first.players,
                everybody=everybody,
            )
        )
    found += _of_the_group(played, compared)
    return tuple(sorted(found, key=lambda one: SURE[one.answer.verdict if one.answer else None]))


def _pays(played: Played, compared: int) -> Iterator[Answer]:
    picked = [one for one in played.roles if one.role in PICKING]
    if not (hands := sum(one.hands for one in picked)):
        return
    points = to_points(sum(one.parts for one in picked))
    squares = Fraction(sum(one.squares for one in picked), PARTS * PARTS)
    yield Answer(
        question=PAYS,
        share=Share(k=sum(one.won for one in picked), n=hands),
        answer=judged_mean(hands, points, squares, compared=compared),
        compared=compared,
        mean=points / hands,
    )


def group_questions_in(played: Played) -> tuple[GroupQuestion, ...]:
    """Return the declared questions about a group, with one for each contract and place."""
    contracts = sorted({kind for _, kind in played.contracts}, key=lambda one: (len(one), one))
    places = sorted({one.place for one in played.places})
    found = [*OF_GROUP]
    if len(contracts) > 1:
        found += [
            GroupQuestion(
                key=f"contract-{kind}",
                of=PICKED & Q(kind=kind),
                asks=Words(_("Is a {contract} won more often than other games?")),
                against=PICKED,
                held=_("all games"),
                value=kind,
            )
            for kind in contracts
        ]
    if any(one.picked for one in played.places):
        found += [
            GroupQuestion(
                key=f"place-{place}",
                of=Q(place=place),
                counts=PICKED,
                asks=Words(
                    _("Does whoever speaks {place} pick more often?"),
                    _("Is whoever speaks {place} the {picker} more often?"),
                ),
                against=Q(place__gt=0),
                held=_("all places"),
                value=str(place),
                table=NightPlace,
            )
            for place in places
        ]
    return tuple(found)


def _of_the_group(played: Played, compared: int) -> Iterator[Answer]:
    has_partners = any(one.picked for one in played.pairs)
    for some, counts in _counts(played):
        total = sum(counts.values(), Counter[str]())
        for number, one in enumerate(some):
            if not isinstance(one, GroupQuestion) or (one.needs_partners and not has_partners):
                continue
            share = Share(k=total[f"k{number}"], n=total[f"n{number}"])
            usual = Share(k=total[f"j{number}"], n=total[f"m{number}"])
            if one.key == LEASTERS:
                share = Share(k=_whole_hands(total, f"K{number}@"), n=_whole_hands(total, f"N{number}@"))
            if one.against is None and share.k:
                yield Answer(question=one, share=share, compared=compared)
            elif one.against is not None and share.n and usual.n:
                answer = judged(share.k, share.n, usual.exact, compared=compared)
                yield Answer(question=one, share=share, usual=usual, answer=answer, compared=compared)


def _whole_hands(total: Mapping[str, int], name: str) -> int:
    # Count hands in which everybody who played has a part: `name` ends with how many that were.
    return sum(many // int(key.removeprefix(name)) for key, many in total.items() if key.startswith(name))
