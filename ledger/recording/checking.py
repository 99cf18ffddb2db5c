"""A night from elsewhere is read line by line, and refused where it contradicts itself.

The pen has written no such line: what it asks before it writes is asked here of what was written. An ending
is compared with the hands as they stood when it was written, before later corrections.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.folding import fold_in_steps
from ledger.recording.pen import AFTER_THE_END, Refused
from ledger.settling import in_cents
from ledger.sheet import KINDS, Line, Payment, ScoreSheet
from ledger.steps import Steps

MOST_CORRECTIONS = 500
"""So often one hand may have been corrected."""

MOST_TIMES_FOLDED, FOLDED_ANYWAY = 20, 20_000
"""A night that was ended and corrected by turns is folded for each ending: so many times its lines."""

MOST_PARTS = 10**15
"""More points than anybody has."""


def checked(lines: Sequence[Line], *, night: int, names: Mapping[int, str]) -> Steps[ScoreSheet]:
    """The sheet of these lines, in steps of a line; raises Refused with the line that contradicts others.

    `names` are the players' by id. Raises HandRefused, as the fold does, for what cannot be.
    """
    walk = _Walk(night, names)
    sheet: ScoreSheet | None = None
    left = MOST_TIMES_FOLDED * len(lines) + FOLDED_ANYWAY
    for place, line in enumerate(lines, 1):
        walk.check(line)
        if line.kind in ("ended", "notebook"):
            left -= _lines_to_fold(lines[:place], sheet)
            if left < 0:
                raise walk.refusal(line, "the night was ended and corrected too often to be looked through")
            sheet = yield from fold_in_steps(lines[:place], known=sheet)
            walk.check_ending(line, sheet)
        walk.take(line)
    return (yield from fold_in_steps(lines, known=sheet))


def _lines_to_fold(lines: Sequence[Line], known: ScoreSheet | None) -> int:
    """How many of these lines are folded anew: all if a hand was corrected since."""
    since = lines[known.newest :] if known else lines
    if known and not any(line.kind in ("corrected", "voided") for line in since):
        return len(since)
    return len(lines)


class _Walk:
    """What is known between two lines of a night: whether it is over, and what was paid of its plan."""

    def __init__(self, night: int, names: Mapping[int, str]) -> None:
        self.night, self.names = night, names
        self.is_over = False
        self.plan: list[Payment] = []
        self.paid: dict[int, Payment] = {}
        self.corrections: dict[int, int] = {}

    def refusal(self, line: Line, words: str) -> Refused:
        """What is raised for a line; the words follow its place."""
        return Refused("contradicts", f"Night {self.night}, line {line.number}: {words}.")

    def check(self, line: Line) -> None:
        """Raises Refused for a line that the pen would not have written here."""
        if line.kind not in KINDS:
            raise self.refusal(line, "there is no such kind of line")
        if (line.kind in ("opened", "notebook")) != (line.number == 1):
            raise self.refusal(line, "a book is opened once, in its first line")
        if self.is_over and line.kind not in AFTER_THE_END:
            raise self.refusal(line, "it was written after the night had ended")
        if not self.is_over and line.kind in ("paid", "reopened"):
            raise self.refusal(line, "the night had not ended")
        if line.kind == "paid" and self._open(line) is None:
            raise self.refusal(line, "there was no such open payment")
        if line.kind == "unpaid" and not self._was_paid(line.facts["of"]):
            raise self.refusal(line, "no such payment was marked paid")
        if line.kind == "corrected":
            of = line.facts["of"]
            self.corrections[of] = self.corrections.get(of, 0) + 1
            if self.corrections[of] > MOST_CORRECTIONS:
                raise self.refusal(line, f"one hand was corrected more than {MOST_CORRECTIONS} times")

    def check_ending(self, line: Line, sheet: ScoreSheet) -> None:
        """Raises Refused unless the ending says what the hands before it bring, and its plan settles that."""
        if sheet.ending is None or sheet.pot_points or sum(sheet.totals.values()):
            raise self.refusal(line, "the night ended while points lay in the pot")
        wanted = in_cents(sheet.totals, sheet.stake_cents)
        for player in {*wanted, *sheet.ending.cents}:
            had, has = sheet.ending.cents.get(player), wanted.get(player)
            if had != has:
                words = f"it ends with {had or 0} cents for {self.names[player]}, its hands bring {has or 0}"
                raise self.refusal(line, words)
        self._check_plan(line, wanted, sheet.ending.payments)
        self.plan = list(sheet.ending.payments)

    def take(self, line: Line) -> None:
        """Move on by a line that was checked."""
        if line.kind in ("ended", "notebook"):
            self.is_over = True
        elif line.kind == "reopened":
            self.is_over, self.plan = False, []
        elif line.kind == "paid" and (place := self._open(line)) is not None:
            one = self.plan[place]
            self.plan[place] = self.paid[line.number] = Payment(
                payer=one.payer, payee=one.payee, cents=one.cents, paid=line.number
            )
        elif line.kind == "unpaid":
            was = self.paid.pop(line.facts["of"])
            self.plan = [
                Payment(payer=one.payer, payee=one.payee, cents=one.cents) if one == was else one
                for one in self.plan
            ]

    def _check_plan(self, line: Line, cents: Mapping[int, int], plan: Sequence[Payment]) -> None:
        left = dict(cents)
        for one in (*self.paid.values(), *plan):
            left[one.payer] = left.get(one.payer, 0) + one.cents
            left[one.payee] = left.get(one.payee, 0) - one.cents
        if len({(one.payer, one.payee) for one in plan}) < len(plan) or any(
            one.cents <= 0 or one.payer == one.payee for one in plan
        ):
            raise self.refusal(line, "its payments are none, or stand there twice")
        for player, amount in left.items():
            if amount:
                words = f"its payments leave {amount} cents open for {self.names[player]}"
                raise self.refusal(line, words)

    def _open(self, line: Line) -> int | None:
        """The place in the plan of the open payment that a line marks paid."""
        said = (line.facts["payer"], line.facts["payee"], line.facts["cents"])
        for place, one in enumerate(self.plan):
            if (one.payer, one.payee, one.cents) == said and one.paid is None:
                return place
        return None

    def _was_paid(self, of: int) -> bool:
        """Whether that line marked a payment paid that can be open again."""
        return of in self.paid and (not self.is_over or any(one.paid == of for one in self.plan))
