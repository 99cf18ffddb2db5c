"""Who with whom: two tables, and what of them luck does not explain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

from django.utils.translation import gettext as _

from ledger.models import Group
from ledger.standings.company import Company, Pairing, answer_of_pair, clear_pairs, company_of, nearest
from ledger.statistics import FLOOR
from scorekeeper.charts import HeatTable, Met, Person, heat
from scorekeeper.pages.group_statistics.cards import group_card, player_address
from scorekeeper.presenters.answers import NEVER, Card, rounded
from scorekeeper.presenters.asked_hands import AskedHands
from scorekeeper.presenters.pairs import PairAddresses, PairFact, pair_fact, table_of_pairs
from scorekeeper.presenters.table_files import FileTable
from scorekeeper.text.counts import hands as how_many_hands
from scorekeeper.text.figures import count, signed

MOST_PEOPLE = 12
"""So many people have a row and a column: those of most nights."""

FIRST = 5
"""So many pairs are called out at once, the most striking; the others are folded away."""

FULL = Fraction(3, 10)
"""So far from what is usual a share has the fullest colour: what luck does is drawn pale."""


@dataclass(frozen=True, kw_only=True)
class Pairs:
    """Who with whom; the tables are None where no two have met so. `more_facts` are folded away.

    `compared` pairs have enough hands to tell; `nearest` is the question nearest to be clear, None where
    there is none: about `more` hands would tell. `hidden` people are left out of the tables, and all pairs
    are in `every_table`.
    """

    together: HeatTable | None
    against: HeatTable | None
    facts: tuple[PairFact, ...]
    more_facts: tuple[PairFact, ...]
    compared: int
    floor: int
    nearest: Card | None
    more: int
    hidden: int
    every_table: FileTable


def pairs_of(
    people: Sequence[int], found: AskedHands, group: Group, names: Mapping[int, str]
) -> Pairs | None:
    """All pairs of what is asked for; `people` in the order in which they are shown. None where none met."""
    company = company_of(found.played)
    met = {player for pair in (*company.together, *company.against) for player in pair}
    if not met:
        return None
    ids = [player for player in people if player in met]
    shown = [
        Person(id=player, name=names[player], url=player_address(player, group, found.query))
        for player in ids[:MOST_PEOPLE]
    ]
    addresses = PairAddresses(group, found.query)
    facts = tuple(pair_fact(one, names, addresses) for one in clear_pairs(company))
    closest = nearest(company)
    more = rounded(closest.answer.more or 0) if closest else 0
    is_soon = closest is not None and 0 < more <= NEVER
    return Pairs(
        together=_together(shown, company, addresses),
        against=_against(shown, company, addresses),
        facts=facts[:FIRST],
        more_facts=facts[FIRST:],
        compared=company.compared,
        floor=FLOOR,
        nearest=group_card(answer_of_pair(closest, company), found, group, names)
        if closest and is_soon
        else None,
        more=more,
        hidden=len(ids) - len(shown),
        every_table=table_of_pairs((*company.together.values(), *company.against.values()), names),
    )


def _together(people: Sequence[Person], company: Company, addresses: PairAddresses) -> HeatTable | None:
    met, words = {}, _("{part} of {whole}")
    for one, other in combinations(sorted(person.id for person in people), 2):
        if pair := company.together.get((one, other)):
            met[one, other] = met[other, one] = Met(
                value=pair.share.exact,
                text=f"{pair.share.percent}%",
                below=words.format(part=count(pair.share.k), whole=count(pair.share.n)),
                is_enough=pair.share.n >= FLOOR,
                url=addresses.of(pair),
            )
    if not met:
        return None
    usual = next(iter(company.together.values())).usual
    return heat(people, met, corner=_("Hands won together by … and …"), middle=usual.exact, full=FULL)


def _against(people: Sequence[Person], company: Company, addresses: PairAddresses) -> HeatTable | None:
    met = {}
    for one, other in permutations((person.id for person in people), 2):
        pair = company.seen_from(one, other)
        if pair:
            met[one, other] = Met(
                value=pair.points,
                text=signed(round(pair.points)),
                said=_said(pair),
                is_enough=pair.share.n >= FLOOR,
                url=addresses.of(pair),
            )
    return heat(people, met, corner=_("Points of … from …")) if met else None


def _said(pair: Pairing) -> str:
    words = _("in {hands}, {won} won")
    return words.format(hands=how_many_hands(pair.share.n), won=count(pair.share.k))
