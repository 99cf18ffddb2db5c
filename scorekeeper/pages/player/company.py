"""With whom a player plays: a row for each other one, and what of it luck does not explain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.urls import reverse

from ledger.models import Group
from ledger.standings.company import Companion, Company, Pairing, clear_pairs, companions, company_of, rival
from ledger.statistics import FLOOR
from scorekeeper.presenters.asked_hands import AskedHands
from scorekeeper.presenters.pairs import PairAddresses, PairFact, pair_counted, pair_fact, table_of_pairs
from scorekeeper.presenters.table_files import FileTable
from scorekeeper.text.figures import side, signed

FIRST_ROWS = 12
"""So many others stand open, those of most hands; the rest are folded away."""

FIRST_FACTS = 5


@dataclass(frozen=True, kw_only=True)
class With:
    """A cell: a number, "k of n" below it, and where it is told. `side` is "" where too few were counted."""

    number: str
    counted: str
    side: str
    is_enough: bool
    address: str


@dataclass(frozen=True, kw_only=True)
class CompanionLine:
    """What a player had with one other; a cell is None where they never played so."""

    name: str
    address: str
    together: With | None
    against: With | None


@dataclass(frozen=True, kw_only=True)
class Rival:
    """The opponent met most often, with whom it is open who wins more."""

    name: str
    counted: str
    points: str
    address: str


@dataclass(frozen=True, kw_only=True)
class WithWhom:
    """Who a player plays with and against; `more_lines` and `more_facts` are folded away.

    `compared` pairs of the group have enough hands to tell, and `is_told` says whether any of this player's.
    """

    lines: tuple[CompanionLine, ...]
    more_lines: tuple[CompanionLine, ...]
    has_together: bool
    has_against: bool
    has_few: bool
    facts: tuple[PairFact, ...]
    more_facts: tuple[PairFact, ...]
    rival: Rival | None
    compared: int
    is_told: bool
    floor: int
    every_table: FileTable


def with_whom(player: int, found: AskedHands, group: Group, names: Mapping[int, str]) -> WithWhom | None:
    """The section; None where the player met nobody: nights known by their totals have no hands."""
    company = company_of(found.played, player)
    met = companions(company, player)
    if not met:
        return None
    addresses = PairAddresses(group, found.query)
    lines = tuple(_line(one, found, group, names, addresses) for one in met)
    pairs = [pair for one in met for pair in (one.together, one.against) if pair]
    enough = [pair.share.n >= FLOOR for pair in pairs]
    facts = tuple(_facts(company, player, names, addresses))
    even = rival(met)
    return WithWhom(
        lines=lines[:FIRST_ROWS],
        more_lines=lines[FIRST_ROWS:],
        has_together=any(one.together for one in lines),
        has_against=any(one.against for one in lines),
        has_few=not all(enough),
        facts=facts[:FIRST_FACTS],
        more_facts=facts[FIRST_FACTS:],
        rival=_rival(even, names, addresses) if even else None,
        compared=company.compared,
        is_told=any(enough),
        floor=FLOOR,
        every_table=table_of_pairs(pairs, names),
    )


def _facts(
    company: Company, player: int, names: Mapping[int, str], addresses: PairAddresses
) -> Iterator[PairFact]:
    """What is clear, the most striking first; of several whom the player beats only one is the favourite."""
    has_victim = False
    for pair in clear_pairs(company):
        fact = pair_fact(pair, names, addresses, told_of=player)
        yield replace(fact, kind="beaten") if has_victim and fact.kind == "victim" else fact
        has_victim |= fact.kind == "victim"


def _line(
    one: Companion, found: AskedHands, group: Group, names: Mapping[int, str], addresses: PairAddresses
) -> CompanionLine:
    return CompanionLine(
        name=names[one.other],
        address=reverse("player", args=[group.code, one.other]) + found.query,
        together=_together(one.together, addresses) if one.together else None,
        against=_against(one.against, addresses) if one.against else None,
    )


def _together(pair: Pairing, addresses: PairAddresses) -> With:
    return With(
        number=f"{pair.share.percent}%",
        counted=pair_counted(pair),
        side="",
        is_enough=pair.share.n >= FLOOR,
        address=addresses.of(pair),
    )


def _against(pair: Pairing, addresses: PairAddresses) -> With:
    is_enough = pair.share.n >= FLOOR
    return With(
        number=signed(round(pair.points)),
        counted=f"{pair.share.percent}% · {pair_counted(pair)}",
        side=side(round(pair.points)) if is_enough else "",
        is_enough=is_enough,
        address=addresses.of(pair),
    )


def _rival(pair: Pairing, names: Mapping[int, str], addresses: PairAddresses) -> Rival:
    return Rival(
        name=names[pair.other],
        counted=pair_counted(pair),
        points=signed(round(pair.points)),
        address=addresses.of(pair),
    )
