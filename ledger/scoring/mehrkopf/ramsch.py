"""Everybody for himself: a Ramsch (MK-031, MK-032), or tricks above or below the average (MK-042)."""

from dataclasses import dataclass, replace
from fractions import Fraction

from ledger.scoring.facts import per_seat, playing_seats, refuse_told, seat, seats
from ledger.scoring.mehrkopf.contracts import CONTRACTS, Team, transfer, victors
from ledger.scoring.mehrkopf.declared import (
    add_doublings,
    demand_price,
    pots_after,
    read_doublings,
    read_offender,
)
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.mehrkopf.table import Table, finished, pot_here
from ledger.scoring.receipt import Number, Receipt, divided, seated
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.words.messages import message

Counts = list[int] | None
# The measure of a Leaster: whoever has the fewest Augen wins.
LEASTER = "fewest"
MARCHES = {"points_90": 90, "points_91": 91, "points_120": 120}


@dataclass(frozen=True)
class Ramsch:
    """The losers (none in a push), those without a trick, and who took everything where that wins."""

    losers: Team
    maidens: Team = ()
    durchmarsch: int | None = None
    misplayed: bool = False


def read_ramsch(table: Table, rules: MehrkopfRules, told: Facts) -> Ramsch:
    """Return the losers, counted or named (MK-031, MK-032); of a Leaster all but those with the fewest Augen.

    Raises HandRefused: `counts_missing`, `points_sum`, `tricks_sum`, `points_without_trick`, `tie_loser`,
    `losers_contradict`, `fact_not_here`, and as `_read_named` and the questions of `facts` do.
    """
    points = _read_points(table, told)
    tricks = None if told.get("tricks") is None else read_tricks(table, rules, told)
    named = _read_losers(table, rules, told)
    is_counted = points is not None or tricks is not None
    if not is_counted and (named or told.get("durchmarsch") is not None):
        return _read_named(table, rules, told, named or ())
    if is_counted:
        refuse_told(told, ("maidens", "durchmarsch"), "fact_not_here", case="counted")
    return _of_counts(table, rules, told, named, points, tricks)


def _of_counts(
    table: Table, rules: MehrkopfRules, told: Facts, named: Team | None, points: Counts, tricks: Counts
) -> Ramsch:
    if points and tricks and any(points[place] and not tricks[place] for place in table.active):
        raise HandRefused("points_without_trick", fact="points")
    by_tricks, is_leaster = rules.ramsch_measure == "tricks", rules.ramsch_measure == LEASTER
    needs_tricks = rules.ramsch_jungfrau != "off" or rules.ramsch_durchmarsch == "all_tricks"
    if tricks is None and (needs_tricks or (by_tricks and named is None)):
        raise _missing("tricks")
    if points is None and (rules.ramsch_durchmarsch in MARCHES or (not by_tricks and named is None)):
        raise _missing("points")
    most, counts = None, tricks if by_tricks else points
    if counts is not None:
        # A Leaster is won by the fewest Augen, so all others have lost it.
        decides = (min if is_leaster else max)([counts[place] for place in table.active])
        most = tuple([place for place in table.active if (counts[place] == decides) != is_leaster])
    if named is not None and most is not None and set(named) != set(most):
        if is_leaster:
            raise HandRefused("losers_contradict", fact="winners", case="leaster")
        raise HandRefused("losers_contradict", fact="losers")
    last = most if most is not None else named or ()
    maidens: Team = ()
    if tricks is not None and rules.ramsch_jungfrau != "off":
        maidens = tuple([place for place in table.active if not tricks[place]])
    return Ramsch(
        losers=_decide(table, rules, told, last),
        maidens=maidens,
        durchmarsch=_march(table, rules, points, tricks),
    )


def _read_named(table: Table, rules: MehrkopfRules, told: Facts, named: Team) -> Ramsch:
    # Losers, those without a trick and whoever took everything by name; of a Durchmarsch no losers need be.
    #
    # Raises HandRefused: `jungfrau_off`, `durchmarsch_off`, `sits_out`, `maiden_lost`, `losers_contradict`.
    maidens = seats(told.get("maidens"), "maidens", table.players)
    if maidens and rules.ramsch_jungfrau == "off":
        raise HandRefused("jungfrau_off", fact="maidens")
    march = _read_march(table, rules, told)
    if any(place not in table.active for place in maidens):
        raise HandRefused("sits_out", fact="maidens", case="jungfrau")
    if march is None:
        if set(maidens) & set(named):
            raise HandRefused("maiden_lost", fact="maidens")
        return Ramsch(losers=_decide(table, rules, told, named), maidens=maidens)
    if march in maidens:
        raise HandRefused("maiden_lost", fact="maidens", case="march")
    if named and set(named) not in ({march}, set(table.active) - {march}):
        raise HandRefused("losers_contradict", fact="losers", case="march")
    return Ramsch(losers=_decide(table, rules, told, (march,)), maidens=maidens, durchmarsch=march)


def _read_march(table: Table, rules: MehrkopfRules, told: Facts) -> int | None:
    if told.get("durchmarsch") is None:
        return None
    named = seat(told["durchmarsch"], "durchmarsch", table.players)
    if rules.ramsch_durchmarsch == "off":
        raise HandRefused("durchmarsch_off", fact="durchmarsch")
    if named not in table.active:
        raise HandRefused("sits_out", fact="durchmarsch", case="march")
    return named


def _missing(fact: str) -> HandRefused:
    return HandRefused("counts_missing", fact=fact, named=fact)


def _read_points(table: Table, told: Facts) -> Counts:
    # Card points per seat, 0 for those who sit out; six players may be below zero (MK-005).
    if told.get("points") is None:
        return None
    found = per_seat(told["points"], "points", table.players, table.active, table.highest, table.lowest)
    if sum(found) != table.total:
        points, total = Fraction(sum(found)), table.total
        raise HandRefused("points_sum", fact="points", case="together", total=total, points=points)
    return found


def read_tricks(table: Table, rules: MehrkopfRules, told: Facts) -> list[int]:
    """Return tricks per seat; refuses `tricks_sum` if they are not all that were played, and as `per_seat`
    does."""
    total = table.tricks(rules)
    found = per_seat(told.get("tricks"), "tricks", table.players, table.active, total)
    if sum(found) != total:
        raise HandRefused("tricks_sum", fact="tricks", case="together", total=total, tricks=sum(found))
    return found


def _read_losers(table: Table, rules: MehrkopfRules, told: Facts) -> Team | None:
    # Those who took the most, named without counting; of a Leaster those who won it are named.
    if rules.ramsch_measure != LEASTER:
        refuse_told(told, ("winners",), "fact_not_here", case="leaster")
        if told.get("losers") is None:
            return None
        missing = HandRefused("counts_missing", fact="losers", case="ramsch")
        return playing_seats(told, "losers", table, "ramsch", missing)
    refuse_told(told, ("losers", "tie_loser"), "fact_not_here", case="leaster")
    if told.get("winners") is None:
        return None
    missing = HandRefused("counts_missing", fact="winners", case="leaster")
    won = playing_seats(told, "winners", table, "leaster", missing)
    return tuple([place for place in table.active if place not in won])


def _decide(table: Table, rules: MehrkopfRules, told: Facts, last: Team) -> Team:
    # The losers among those with the most: all, none, or the one the table names; all equal is a push.
    # In a Leaster those who are level have won, and whoever is not among them has lost.
    named = told.get("tie_loser")
    if named is not None and (isinstance(named, bool) or not isinstance(named, int) or named not in last):
        raise HandRefused("tie_loser", fact="tie_loser")
    if len(last) == 1 or rules.ramsch_measure == LEASTER:
        return last
    if len(last) == len(table.active) or rules.ramsch_tie == "push":
        return ()
    if rules.ramsch_tie != "decided":
        return last
    if named is None:
        raise HandRefused("tie_loser", fact="tie_loser", case="missing")
    return (named,)


def _march(table: Table, rules: MehrkopfRules, points: Counts, tricks: Counts) -> int | None:
    # The taker of everything, where a Durchmarsch wins.
    if rules.ramsch_durchmarsch == "all_tricks" and tricks is not None:
        return next((place for place in table.active if tricks[place] == table.tricks(rules)), None)
    if rules.ramsch_durchmarsch in MARCHES and points is not None:
        enough = MARCHES[rules.ramsch_durchmarsch]
        return next((place for place in table.active if points[place] >= enough), None)
    return None


def score_ramsch(table: Table, rules: MehrkopfRules, told: Facts) -> Scored:
    """Score a Ramsch: the loser pays everybody the normal rate; a stock stays where it is (MK-031).

    Raises HandRefused: `counts_missing`, `points_sum`, `tricks_sum`, `tie_loser`, `stoss_off`, …
    """
    doublings = read_doublings(table, rules, told)
    if doublings.stoss:
        raise HandRefused("stoss_off", fact="stoss", case="ramsch")
    pot = pot_here(table, rules)
    if told.get("misplay_by") is None:
        ramsch = read_ramsch(table, rules, told)
    else:
        # The offender has lost (MK-010).
        counted = ("points", "tricks", "losers", "winners", "tie_loser", "maidens", "durchmarsch")
        refuse_told(told, counted, "fact_not_here", case="misplayed")
        ramsch = Ramsch((read_offender(table, told),), misplayed=True)
    receipt = Receipt(table.players)
    _add_price(receipt, table, rules, ramsch)
    if ramsch.durchmarsch is not None and not rules.durchmarsch_knocks:
        doublings = replace(doublings, klopfer=0)
    factor = add_doublings(receipt, rules, list(receipt.sums), 1, doublings)
    losers, case = ramsch.losers, "ramsch" if ramsch.losers else "ramsch_push"
    if ramsch.durchmarsch is not None:
        case = "durchmarsch"
        losers = tuple([place for place in table.active if place != ramsch.durchmarsch])
    winners = tuple([place for place in table.active if place not in losers]) if losers else ()
    return finished(
        table,
        receipt,
        message("label", case=case),
        factor=factor,
        roles=tuple(["leaster" if place in table.active else "out" for place in range(table.players)]),
        won=victors(table.players, winners, losers),
        pots_after=pots_after(pot, before=pot.pots if pot else 0, rounded=False),
    )


def _add_price(receipt: Receipt, table: Table, rules: MehrkopfRules, ramsch: Ramsch) -> None:
    # The lines of the loser’s payment, and of the Jungfrauen.
    winners = tuple([place for place in table.active if place not in ramsch.losers])
    case, seats, rule = _headline(rules, ramsch, winners)
    points = _shares(table, rules, ramsch)
    price = rules.base_normal if rules.base_ramsch is None else rules.base_ramsch
    if ramsch.durchmarsch is not None and rules.durchmarsch_pays != "ramsch":
        schwarz = demand_price(rules, CONTRACTS["solo"], 2) or 0
        price = rules.base_solo + (schwarz if rules.durchmarsch_pays == "solo_schwarz" else 0)
    receipt.add(
        "ramsch",
        [share * price for share in points],
        case=case,
        seats=seats,
        rule=rule,
        source="MK-031, MK-032",
    )
    maidens = [place for place in ramsch.maidens if place in winners]
    if not maidens or ramsch.durchmarsch is not None or not ramsch.losers:
        return
    if rules.ramsch_jungfrau == "all":
        more = [share * price * (2 ** len(maidens) - 1) for share in points]
    else:
        won = {maiden: points[maiden] * price for maiden in maidens}
        paid = divided(-sum(won.values()), len(ramsch.losers))
        shares = seated(table.players, 0, (ramsch.losers, paid))
        more = [won.get(place, share) for place, share in enumerate(shares)]
    receipt.add("jungfrau", more, seats=tuple(maidens), rule="ramsch_jungfrau", source="MK-044")


def _shares(table: Table, rules: MehrkopfRules, ramsch: Ramsch) -> list[Number]:
    # Points by seat of a rate of one unit; 0 where nobody lost (MK-031).
    if ramsch.durchmarsch is not None:
        others = tuple([place for place in table.active if place != ramsch.durchmarsch])
        return transfer(table.players, (ramsch.durchmarsch,), others, pairwise=True)
    if not ramsch.losers:
        return [0] * table.players
    winners: Team = tuple([place for place in table.active if place not in ramsch.losers])
    shares = transfer(table.players, winners, ramsch.losers, pairwise=True)
    if rules.ramsch_measure == LEASTER and not ramsch.misplayed:
        return [divided(share, len(winners)) for share in shares]
    return [divided(share, len(ramsch.losers)) for share in shares] if rules.ramsch_tie == "share" else shares


def _headline(rules: MehrkopfRules, ramsch: Ramsch, winners: Team) -> tuple[str, Team, str]:
    # The case of the first line, the seats in it, and the house rule behind it.
    if ramsch.durchmarsch is not None:
        rule = "ramsch_durchmarsch" if rules.durchmarsch_pays == "ramsch" else "durchmarsch_pays"
        return "durchmarsch", (ramsch.durchmarsch,), rule
    if ramsch.misplayed:
        return "misplayed", ramsch.losers, "base_normal" if rules.base_ramsch is None else "base_ramsch"
    if not ramsch.losers:
        return "push", (), "ramsch_tie"
    if rules.ramsch_measure == LEASTER:
        return "leaster" if len(winners) == 1 else "leaster_shared", winners, "ramsch_measure"
    if len(ramsch.losers) == 1:
        return "", ramsch.losers, "ramsch_measure"
    return "together", ramsch.losers, "ramsch_tie"


def score_counted(table: Table, rules: MehrkopfRules, told: Facts) -> Scored:
    """Score each player’s tricks less the average, so that a hand sums to zero. Raises HandRefused as tricks
    do."""
    tricks = read_tricks(table, rules, told)
    average = divided(sum(tricks), len(table.active))
    points = [tricks[place] - average if place in table.active else 0 for place in range(table.players)]
    receipt = Receipt(table.players)
    why = message("why", case="tricks", tricks=sum(tricks), players=len(table.active))
    receipt.add("tricks", points, why=(why,), rule="count", source="MK-042")
    pot = pot_here(table, rules)
    return finished(
        table,
        receipt,
        message("label", case="tricks"),
        roles=tuple(["" if place in table.active else "out" for place in range(table.players)]),
        won=tuple([None] * table.players),
        pots_after=None if pot is None else pot.pots,
    )
