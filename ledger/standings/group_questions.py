"""Questions about a whole group, each with its answer as "k of n", and what that is worth.

Pure: from what nights add up to (`ledger.counting`), however many there were.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ledger.counting import PICKING, Circumstances, Counts, Sums
from ledger.models import PARTS, to_points
from ledger.standings.company import Company, Pairing, company_of
from ledger.standings.players import Share
from ledger.standings.questions import MADE, SUFFERED, Question, Subject, Topic, compared_in, questions_of
from ledger.statistics import Judgement, Verdict, judged, judged_mean


class About(StrEnum):
    """What is asked about a group.

    `PAYS` is what picking brings whoever picks. `ALONE` is how often a hand alone is won, against those with
    a partner; `FORCED` one that somebody had to pick, against all that were picked; `CRACKS` how often the
    others win a hand they doubled, against all that were picked. `LEASTERS` and `SCHNEIDER` are how many
    hands are one. `PLACE` is picking by when one speaks, `CONTRACT` winning by what is played. `WHO` is a
    question about a player, asked of everybody. `TOGETHER` and `AGAINST` are about two.
    """

    PAYS = "picking-pays"
    WHO = "who"
    ALONE = "alone"
    CRACKS = "cracks"
    FORCED = "forced"
    LEASTERS = "leasters"
    SCHNEIDER = "schneider"
    CONTRACT = "contract"
    PLACE = "place"
    TOGETHER = "together"
    AGAINST = "against"


@dataclass(frozen=True, kw_only=True)
class GroupQuestion:
    """A question about a group: the answer is `share`, and `usual` what it is held against, if anything.

    `of` says of which place, contract or question about a player, "" where there is none; `players` are those
    whom it is about. `answer` is what the share is worth, when `compared` answers could be called clear, None
    where nothing is held against it. `mean` is what `PAYS` is about, points a hand; its interval is of that.
    `everybody` of `WHO` are all answers, whoever has most first: `share` is the first one's.
    """

    about: About
    of: str
    players: tuple[int, ...]
    share: Share
    usual: Share | None
    answer: Judgement | None
    compared: int
    mean: Fraction | None = None
    everybody: tuple[Question, ...] = ()

    @property
    def key(self) -> str:
        """What it is called in an address."""
        pieces = [self.about, self.of] if self.about not in OF_TWO else [self.about, *map(str, self.players)]
        return "-".join(filter(None, pieces))

    @property
    def side(self) -> int:
        """1 where it is more than usual, -1 for less, 0 for just as much."""
        if self.mean is not None:
            return (self.mean > 0) - (self.mean < 0)
        if self.usual is None:
            return 0
        mine, usual = self.share.k * self.usual.n, self.usual.k * self.share.n
        return (mine > usual) - (mine < usual)


OF_TWO = (About.TOGETHER, About.AGAINST)
ASKED_OF_EVERYBODY = (
    Topic.WON_PICKING,
    Topic.PICKING,
    Topic.PARTNER,
    Topic.OPPONENT,
    Topic.ALONE,
    Topic.LEASTER,
    Topic.SCHNEIDER_MADE,
    Topic.SCHNEIDER_SUFFERED,
    Topic.CRACKS,
    Topic.CRACKED,
    Topic.DOUBLED,
    Topic.POT,
    Topic.FORCED,
)
SURE = {Verdict.CLEAR: 0, Verdict.COULD_BE_LUCK: 1, None: 1, Verdict.TOO_FEW: 2}
"""What is surest comes first; what is only counted has nothing to be sure of."""


@dataclass(frozen=True, kw_only=True)
class _Told:
    """Of a question, its share and what it is held against."""

    about: About
    share: Share
    usual: Share | None = None
    of: str = ""


def group_questions(whole: Counts, counts: Counts, asked: Circumstances) -> tuple[GroupQuestion, ...]:
    """All that can be asked of one game but about two players, surest first, and in the order of `About`.

    `counts` are chosen from `whole` as `asked` says. What a game has not is not asked about.
    """
    about_players = questions_of(counts)
    told = [*_of_picks(counts, about_players), *_counted(whole, counts, asked)]
    picked = _summed(sums for role, sums in counts.roles.items() if role.role in PICKING)
    allowed = next((one.compared for found in about_players.values() for one in found), 0)
    compared = allowed or compared_in(counts)
    found = [
        *_pays(picked, compared),
        *(_who(subject, about_players[subject]) for subject in _of_everybody(about_players)),
        *(_of_told(one, compared) for one in told),
    ]
    order = list(About)
    return tuple(
        sorted(
            found,
            key=lambda one: (SURE[one.answer.verdict if one.answer else None], order.index(one.about)),
        )
    )


def question_of_two(counts: Counts, about: About, one: int, other: int) -> GroupQuestion | None:
    """Whether two win together, or the first against the other; None where they never did either."""
    company = company_of(counts)
    if about is About.AGAINST:
        found = company.seen_from(one, other)
    else:
        found = company.together.get((min(one, other), max(one, other)))
    return of_pair(found, company) if found else None


def of_pair(pairing: Pairing, company: Company) -> GroupQuestion:
    """The question about a pair."""
    return GroupQuestion(
        about=About.TOGETHER if pairing.is_together else About.AGAINST,
        of="",
        players=(pairing.one, pairing.other),
        share=pairing.share,
        usual=pairing.usual,
        answer=pairing.answer,
        compared=company.allowed,
    )


def _of_told(one: _Told, compared: int) -> GroupQuestion:
    held = one.usual
    answer = judged(one.share.k, one.share.n, held.exact, compared=compared) if held else None
    return GroupQuestion(
        about=one.about,
        of=one.of,
        players=(),
        share=one.share,
        usual=one.usual,
        answer=answer,
        compared=compared,
    )


def _of_everybody(found: Mapping[Subject, tuple[Question, ...]]) -> Iterator[Subject]:
    """Questions that two or more have an answer to, in their order."""
    for topic in ASKED_OF_EVERYBODY:
        if len(found.get(Subject(topic), ())) > 1:
            yield Subject(topic)


def _who(subject: Subject, everybody: tuple[Question, ...]) -> GroupQuestion:
    first = everybody[0]
    return GroupQuestion(
        about=About.WHO,
        of=subject.key,
        players=(first.player,),
        share=first.share,
        usual=first.usual,
        answer=first.answer,
        compared=first.compared,
        everybody=everybody,
    )


def _pays(picked: Sums, compared: int) -> Iterator[GroupQuestion]:
    if not picked.hands:
        return
    yield GroupQuestion(
        about=About.PAYS,
        of="",
        players=(),
        share=Share(k=picked.won, n=picked.hands),
        usual=None,
        answer=judged_mean(
            picked.hands,
            to_points(picked.parts),
            Fraction(picked.squares, PARTS * PARTS),
            compared=compared,
        ),
        compared=compared,
        mean=to_points(picked.parts) / picked.hands,
    )


def _summed(found: Iterable[Sums]) -> Sums:
    """Of hands; what moved between two hands is none."""
    total = Sums()
    for sums in found:
        if sums.hands:
            total = Sums(*map(sum, zip(total, sums, strict=True)))
    return total


def _share(sums: Sums) -> Share:
    return Share(k=sums.won, n=sums.hands)


def _of_picks(counts: Counts, about_players: Mapping[Subject, tuple[Question, ...]]) -> Iterator[_Told]:
    """How picked hands are won: alone, forced, doubled, by what is played, and from which place."""
    roles = counts.roles.items()
    picked = _share(_summed(sums for role, sums in roles if role.role in PICKING))
    alone = _share(_summed(sums for role, sums in roles if role.role == "alone"))
    helped = _share(_summed(sums for role, sums in roles if role.role == "picker"))
    if alone.n and helped.n and counts.partners:
        yield _Told(about=About.ALONE, share=alone, usual=helped)
    for what, about in (("forced", About.FORCED), ("was_cracked", About.CRACKS)):
        found = _share(_summed(sums for one, sums in counts.occasions.items() if one.what == what))
        if found.n and about is About.CRACKS:
            yield _Told(about=about, share=_other_side(found), usual=_other_side(picked))
        elif found.n:
            yield _Told(about=about, share=found, usual=picked)
    contracts = {
        subject.of: questions[0].usual
        for subject, questions in about_players.items()
        if subject.topic is Topic.CONTRACT
    }
    for about, shares in ((About.CONTRACT, contracts), (About.PLACE, _places(counts))):
        every = Share(k=sum(one.k for one in shares.values()), n=sum(one.n for one in shares.values()))
        for of in sorted(shares, key=lambda one: (len(one), one)):
            yield _Told(about=about, share=shares[of], usual=every, of=of)


def _places(counts: Counts) -> dict[str, Share]:
    """How often those who speak at each place pick; of none where nobody ever picks."""
    found: dict[str, Share] = {}
    for place, picks in counts.places.items():
        had = found.get(str(place.place), Share(k=0, n=0))
        found[str(place.place)] = Share(k=had.k + picks.picked, n=had.n + picks.hands)
    return found if any(one.k for one in found.values()) else {}


def _other_side(share: Share) -> Share:
    return Share(k=share.n - share.k, n=share.n)


def _counted(whole: Counts, counts: Counts, asked: Circumstances) -> Iterator[_Told]:
    """How many hands are something."""
    hands, leasters = sum(counts.hands.values()), _leasters(whole, asked)
    if leasters:
        yield _Told(about=About.LEASTERS, share=Share(k=leasters, n=hands))
    rows: dict[bool, int] = defaultdict(int)
    for role, sums in counts.roles.items():
        if role.role in PICKING and role.row:
            rows[role.row in MADE | SUFFERED] += sums.hands
    if rows[True]:
        yield _Told(about=About.SCHNEIDER, share=Share(k=rows[True], n=sum(rows.values())))


def _leasters(whole: Counts, asked: Circumstances) -> int:
    """How many hands nobody picked that were played all the same: each counts for all who played it."""
    played: dict[int, int] = defaultdict(int)
    for role, sums in whole.roles.items():
        if role.role == "leaster" and asked.fit(role.case):
            played[role.case.active] += sums.hands
    return sum(hands // active for active, hands in played.items() if active)
