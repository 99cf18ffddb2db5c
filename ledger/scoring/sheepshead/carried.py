"""What a Sheepshead table carries from hand to hand: the pot, doublers, rounds of them, and Mauer marks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ledger.scoring.carried import Carried, CarriedPot, Shown
from ledger.scoring.facts import MOST_SEATS, items, read_pot, whole
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.scoring.sheepshead.rules import SheepsheadRules, is_mixed, rules_after

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

    def facts(self, *, doublers: int | None = None) -> dict[str, Any]:
        """Return the facts of the next hand; doublers that the teller says belong to no round, even if there
        are none."""
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
        """Return the rules with what is played now if nobody picks."""
        return rules_after(rules, self.passes or 0)

    def then(self, after: Carried) -> SheepsheadCarried:
        """Return the value after a hand; where that left doublers and no rounds, they belong to no round."""
        carried = super().then(after)
        if not (self.rounds or carried.rounds) or not isinstance(after, SheepsheadCarried):
            return carried
        if (after.doublers is None) == (after.rounds is None):
            return carried
        return replace(carried, rounds=self.rounds if after.doublers is None else None)

    def shown(self, rules: SheepsheadRules) -> tuple[Shown, ...]:
        """Return pot, doublers, Mauer marks where enough double a hand, and what comes now where that
        is mixed."""
        found = super().shown(rules)
        if self.doublers:
            found += (Shown(code="doublers", number=self.doublers),)
        if self.mauer_marks and rules.mauer_double:
            found += (Shown(code="mauer_marks", number=self.mauer_marks, of=rules.mauer_double),)
        if is_mixed(rules):
            now = self.ruled(rules)
            of = rules.no_picker_after if now is rules else None
            found += (Shown(code=f"next_{now.no_picker}", number=self.passes or 0, of=of),)
        return found

    @property
    def pending_doublers(self) -> int:
        return self.doublers or 0


NOTHING_TOLD = SheepsheadCarried(rounds=(), mauer_marks=0)


def left_by(scored: Scored) -> SheepsheadCarried:
    """Return the value that a hand leaves."""
    left = scored.carried_after
    return left if isinstance(left, SheepsheadCarried) else SheepsheadCarried()


def read_carried(rules: SheepsheadRules, told: Facts, *, edition: int) -> SheepsheadCarried:
    """Return the told value. Raises HandRefused: `doublers_contradict`, `pot_count`, and as `whole` does."""
    if CARRIED_FACTS.isdisjoint(told):
        return NOTHING_TOLD
    doublers = None if told.get("doublers") is None else whole(told["doublers"], "doublers", 0, MOST_DOUBLERS)
    if edition < 3 and told.get("doublers_by_hand"):
        doublers = doublers or None
    rounds = _read_rounds(rules, told, doublers)
    marks, passes = told.get("mauer_marks"), told.get("passes")
    return SheepsheadCarried(
        doublers=max(rounds) if rounds else doublers,
        rounds=rounds,
        pot=read_pot(told),
        mauer_marks=0 if marks is None else whole(marks, "mauer_marks", 0, MOST_MARKS),
        passes=0 if passes is None else whole(passes, "passes", 0, MOST_PASSES),
    )


def _read_rounds(rules: SheepsheadRules, told: Facts, doublers: int | None) -> tuple[int, ...]:
    # Doubled hands left in each round; `doublers` alone are one round. Raises `doublers_contradict`, …
    named = items(told["rounds"], "rounds", MOST_ROUNDS) if told.get("rounds") is not None else []
    rounds = tuple([whole(left, "rounds", 1, MOST_SEATS) for left in named])
    if rules.doubler_stack != "round":
        return ()  # of another night’s rule; what is left of them is in `doublers`
    if not rounds:
        return (doublers,) if doublers else ()
    if doublers not in (None, max(rounds)):
        raise HandRefused("doublers_contradict", fact="rounds", hands=max(rounds), doublers=doublers)
    return rounds
