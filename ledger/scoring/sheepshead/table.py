"""The table of a hand: who plays, who deals, and what is carried from hand to hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ledger.scoring.carried import EMPTY, Carried, CarriedPot, CarriedView, Plain, PotState, pot_after
from ledger.scoring.facts import (
    MOST_SEATS,
    Seated,
    flag,
    items,
    read_dealer,
    read_edition,
    read_players,
    read_pot,
    read_resting,
    seats,
    to_the_left,
    whole,
)
from ledger.scoring.receipt import Number, Receipt, exact_number
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshead.rules import CUSTOM, SheepsheadRules, is_mixed, rules_after
from ledger.words.messages import Message

MOST_DOUBLERS = 30
MOST_ROUNDS = 10
MOST_MARKS = 100
MOST_PASSES = 100

# Facts of any hand that `read_carried` reads.
CARRIED_FACTS = frozenset({"pot", "doublers", "rounds", "mauer_marks", "passes"})


@dataclass(frozen=True, kw_only=True)
class SheepsheadCarried(CarriedPot):
    """Doublers, rounds and marks that hang over the next hand; None where the table does not play them, or
    nothing was said of them.

    `doublers` wait for hands to come (SH-103, SH-105), `rounds` are the doubled hands left in every round of
    doublers, `mauer_marks` those of all players since the last that doubled a hand, `passes` the hands in a
    row that nobody picked.
    """

    has_doublers: ClassVar[bool] = True

    doublers: int | None = None
    rounds: tuple[int, ...] | None = None
    mauer_marks: int | None = None
    passes: int | None = None

    def facts(self, *, doublers: int | None = None) -> Plain:
        # The facts of the next hand; doublers that the teller says belong to no round, even if there
        # are none.
        found = super().facts(doublers=self.doublers if doublers is None else doublers)
        if doublers is not None:
            found |= {"doublers": doublers, "doublers_by_hand": True}
        elif self.rounds:
            found["rounds"] = list(self.rounds)
        if self.mauer_marks:
            found["mauer_marks"] = self.mauer_marks
        if self.passes:
            found["passes"] = self.passes
        return found

    def ruled(self, rules: SheepsheadRules) -> SheepsheadRules:
        # The rules with what is played now if nobody picks.
        return rules_after(rules, self.passes or 0)

    def then(self, after: Carried) -> SheepsheadCarried:
        # The value after a hand; where that left doublers and no rounds, they belong to no round.
        carried = super().then(after)
        if not (self.rounds or carried.rounds) or not isinstance(after, SheepsheadCarried):
            return carried
        if (after.doublers is None) == (after.rounds is None):
            return carried
        return replace(carried, rounds=self.rounds if after.doublers is None else None)

    def shown(self, rules: SheepsheadRules) -> tuple[CarriedView, ...]:
        # Pot, doublers, Mauer marks where enough double a hand, and what comes now where that
        # is mixed.
        found = super().shown(rules)
        if self.doublers:
            found += (CarriedView(code="doublers", number=self.doublers),)
        if self.mauer_marks and rules.mauer_double:
            found += (CarriedView(code="mauer_marks", number=self.mauer_marks, of=rules.mauer_double),)
        if is_mixed(rules):
            now = self.ruled(rules)
            of = rules.no_picker_after if now is rules else None
            found += (CarriedView(code=f"next_{now.no_picker}", number=self.passes or 0, of=of),)
        return found

    @property
    def pending_doublers(self) -> int:
        return self.doublers or 0


NOTHING_TOLD = SheepsheadCarried(rounds=(), mauer_marks=0)


def left_by(scored: Scored) -> SheepsheadCarried:
    left = scored.carried_after
    return left if isinstance(left, SheepsheadCarried) else SheepsheadCarried()


def read_carried(rules: SheepsheadRules, told: Facts, *, edition: int) -> SheepsheadCarried:
    """Return the told value. Raises HandRefused: `doublers_contradict`, `pot_count`, and as `whole` does."""
    if CARRIED_FACTS.isdisjoint(told):
        return NOTHING_TOLD
    doublers = None if told.get("doublers") is None else whole(told["doublers"], "doublers", 0, MOST_DOUBLERS)
    if edition < 3 and told.get("doublers_by_hand"):
        doublers = doublers or None
    # Doubled hands left in each round; `doublers` alone are one round.
    named = items(told["rounds"], "rounds", MOST_ROUNDS) if told.get("rounds") is not None else []
    rounds = tuple([whole(left, "rounds", 1, MOST_SEATS) for left in named])
    if rules.doubler_stack != "round":
        rounds = ()  # of another night’s rule; what is left of them is in `doublers`
    elif not rounds:
        rounds = (doublers,) if doublers else ()
    elif doublers not in (None, max(rounds)):
        raise HandRefused("doublers_contradict", fact="rounds", hands=max(rounds), doublers=doublers)
    marks, passes = told.get("mauer_marks"), told.get("passes")
    return SheepsheadCarried(
        doublers=max(rounds) if rounds else doublers,
        rounds=rounds,
        pot=read_pot(told),
        mauer_marks=0 if marks is None else whole(marks, "mauer_marks", 0, MOST_MARKS),
        passes=0 if passes is None else whole(passes, "passes", 0, MOST_PASSES),
    )


LEAST_ACTIVE, MOST_ACTIVE = 2, 8

# The newest reading of the rules. A new option needs none: an edition is for rules that are read anew, so
# that hands recorded before keep their scores (`Game.edition`).
#
# The second has single pots in whole points (SH-114); by the third, where a teller says that no doublers
# wait, those in the book are gone for good under all rules, where under some they came back after that hand;
# by the fourth a hand without cards needs two who do not sit out, as every other does.
EDITION = 4
# Partners that the line-ups of the catalogue's section F allow (SH-142 to SH-159).
MOST_PARTNERS = {4: 1, 5: 1, 6: 2, 7: 1, 8: 2}
# Cards in the blind, the most where several line-ups have so many players; two and eight have none.
BLIND_CARDS = {3: 3, 4: 4, 5: 2, 6: 2, 7: 4}
MOST_CARD_POINTS = 11


def most_partners(active: int) -> int:
    """Return the most partners of the picker when `active` players play (SH-142 to SH-159)."""
    return MOST_PARTNERS.get(active, 0)


def most_in_blind(active: int) -> int:
    """Return the most card points that can lie in the blind of `active` players (SH-140 to SH-159)."""
    return MOST_CARD_POINTS * BLIND_CARDS.get(active, 0)


@dataclass(frozen=True)
class Table(Seated):
    """The table of a hand, and what hangs over it.

    `carried` is what the hands before left; `doublers_by_hand` says that its doublers are as the teller has
    them, and not the book.
    """

    carried: SheepsheadCarried
    last_round: bool = False
    doublers_by_hand: bool = False
    edition: int = EDITION

    @property
    def rounds(self) -> tuple[int, ...]:
        """Return the doubled hands left in every round of doublers, where the table plays such rounds."""
        return self.carried.rounds or ()


def read_table(players: object, rules: SheepsheadRules, told: Facts, *, plays: bool = True) -> Table:
    """Return the table of a hand; `plays` is False where no cards are played, so that nobody need sit out.

    Two have to be left even then, but for hands told by an older reading, which stay in their books. Raises
    HandRefused: `players`, `sitters`, `dealer_sits_out`, `no_such_seat`, `pot_count`, `bad_type`, …
    """
    count = read_players(players, LEAST_ACTIVE, MOST_SEATS)
    dealer = read_dealer(told, count)
    out = seats(told["sitting_out"], "sitting_out", count) if "sitting_out" in told else ()
    resting = read_resting(told, out, count)
    edition = read_edition(told, EDITION)
    active = count - len(out)
    if (active < LEAST_ACTIVE and (plays or edition >= 4)) or (active > MOST_ACTIVE and plays):
        raise HandRefused("sitters", fact="sitting_out", case="two_to_eight", count=active)
    # Up to five at such a table can all play: the rule is for those who are one too many (SH-134).
    everybody_fits = count <= 5 and not out
    if plays and rules.dealer_sits_out and not resting and not everybody_fits and dealer not in out:
        raise HandRefused("dealer_sits_out", fact="sitting_out")
    carried = read_carried(rules, told, edition=edition)
    last_round = flag(told, "last_round")
    if last_round and not rules.last_round:
        raise HandRefused("last_round_off", fact="last_round")
    return Table(
        players=count,
        active=tuple([place for place in range(count) if place not in out]) if out else tuple(range(count)),
        dealer=dealer,
        carried=carried,
        last_round=last_round,
        doublers_by_hand="doublers_by_hand" in told and flag(told, "doublers_by_hand"),
        edition=edition,
    )


def keeps_pot(rules: SheepsheadRules) -> bool:
    return rules.pot != "off" or (rules.mauer is not None and rules.mauer_to == "pot")


def pot_here(table: Table, rules: SheepsheadRules) -> PotState | None:
    """Return the pot that this hand plays for, None where no pot is kept.

    Points that another rule left lying wait there until they are divided, whatever is played meanwhile.
    """
    return table.carried.pot or EMPTY if keeps_pot(rules) else None


def pots_waiting(table: Table, rules: SheepsheadRules) -> int | None:
    """Return the number of single pots that this hand leaves as they are, None where no pot is kept."""
    pot = pot_here(table, rules)
    return None if pot is None else pot.pots


def doubling(table: Table, rules: SheepsheadRules) -> int:
    """Return the factor of the doublers pending before a played hand (SH-103, SH-105)."""
    if not table.carried.doublers:
        return 1
    if rules.doubler_stack == "round":
        return 1 << len(table.rounds)
    return 1 << table.carried.doublers if rules.doubler_stack == "multiply" else 2


def add_doubler(
    receipt: Receipt, base: Sequence[Number], before: int, table: Table, rules: SheepsheadRules
) -> int:
    """Write the lines of the pending doublers and of the last round, if any; returns the factor after."""
    by = doubling(table, rules)
    if by != 1:
        # The case tells apart one doubler or several, and where they come from.
        case, count = "one" if by == 2 else "several", table.carried.doublers or 0
        if rules.doubler_stack == "round":
            case, count = "round" if by == 2 else "rounds", len(table.rounds)
        elif rules.sixty_doubles or rules.mauer_double:
            case += "_from_before"
        if table.doublers_by_hand:
            case = "one_by_hand" if by == 2 else "several_by_hand"
        rule, source = "doubler_stack", "SH-103, SH-105"
        before = receipt.multiply(
            base, before, by, "doubler", case=case, params={"count": count}, rule=rule, source=source
        )
    if table.last_round:
        before = receipt.multiply(base, before, 2, "last_round", rule="last_round", source=CUSTOM)
    return before


def doublers_after(table: Table, rules: SheepsheadRules, *, sixty: bool) -> int | None:
    """Return doublers still pending after a played hand, which may leave one; None at a table without
    (SH-105)."""
    if table.carried.doublers is None and not sixty:
        return 0 if rules.no_picker == "doubler" or rules.sixty_doubles else None
    if rules.doubler_stack == "round":
        return max(rounds_after(table, sixty=sixty), default=0)
    left = max((table.carried.doublers or 0) - 1, 0) if rules.doubler_stack == "queue" else 0
    return min(left + sixty, MOST_DOUBLERS)


def rounds_after(table: Table, *, sixty: bool = False) -> tuple[int, ...]:
    """Return doubled hands left in every round of doublers after a played hand, which may begin another
    one."""
    left = tuple([hands - 1 for hands in table.rounds if hands > 1])
    return (*left, table.players)[:MOST_ROUNDS] if sixty else left


def next_dealer(table: Table, *, same: bool = False) -> int | None:
    """Return the next dealer: the player to the left, or the same again; None if nobody said (SH-019)."""
    return table.dealer if same else to_the_left(table.dealer, table.players)


def played(
    table: Table,
    rules: SheepsheadRules,
    receipt: Receipt,
    label: Message,
    pots: int | None,
    factor: int,
    *,
    sixty: bool = False,
    **more: Any,
) -> Scored:
    """Return the answer for a hand that was played: the receipt's points, and what carries over to the next
    hand.

    `sixty` says that it leaves a doubler behind.
    """
    gained = receipt.pot_delta
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=label,
        pot_delta=gained,
        next_dealer=next_dealer(table),
        carried_after=SheepsheadCarried(
            doublers=doublers_after(table, rules, sixty=sixty),
            rounds=rounds_after(table, sixty=sixty) if rules.doubler_stack == "round" else None,
            pot=pot_after(table.carried.pot, pots, gained),
        ),
        factor=exact_number(factor),
        **more,
    )
