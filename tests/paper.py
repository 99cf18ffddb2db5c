"""A session's book written line by line on paper, without a database; players are 1, 2, 3, … clockwise."""

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.book.folding import fold
from ledger.book.seating import usually_play
from ledger.book.sheet import Line, ScoreSheet

Rules = Mapping[str, Any]


def picked(
    seats: Sequence[int], picker: int, partner: int | None = None, result: str = "won"
) -> dict[str, Any]:
    """Return the facts of a picked hand, by players; without a partner the picker played alone."""
    partners = [] if partner is None else [seats.index(partner)]
    return {"kind": "picked", "picker": seats.index(picker), "partners": partners, "result": result}


def leaster(seats: Sequence[int], winner: int) -> dict[str, Any]:
    return {"kind": "leaster", "winners": [seats.index(winner)]}


class Paper:
    """The lines so far; every method writes one and returns its number."""

    def __init__(
        self,
        people: int = 5,
        *,
        options: Rules | None = None,
        game: str = "sheepshead",
        dealer: int = 1,
        plays: int | None = None,
        skip: Sequence[int] = (),
    ) -> None:
        self.lines: list[Line] = []
        self.rules = {"version": 1, "game": game, "options": dict(options or {})}
        self.write(
            "opened",
            seats=list(range(1, people + 1)),
            dealer=dealer,
            plays=usually_play(people) if plays is None else plays,
            skip=list(skip),
            stake_cents=25,
            rules=self.rules,
        )

    @classmethod
    def blank(cls, lines: Sequence[Line] = ()) -> "Paper":
        paper = cls()
        paper.lines = list(lines)
        return paper

    def write(self, kind: str, **facts: Any) -> int:
        number = len(self.lines) + 1
        self.lines.append(Line(number=number, kind=kind, facts=facts))
        return number

    @property
    def sheet(self) -> ScoreSheet:
        return fold(self.lines)

    @property
    def seats(self) -> tuple[int, ...]:
        return self.sheet.seating.seats

    def tell(self, told: Rules, **said: Any) -> int:
        """A hand; `said` overrides what the book says of it."""
        return self.write("hand", **({"seats": list(self.seats), "told": dict(told), "rules": 1} | said))

    def hand(self, picker: int, partner: int | None = None, result: str = "won", **said: Any) -> int:
        return self.tell(picked(self.seats, picker, partner, result), **said)

    def passed(self) -> int:
        return self.tell({"kind": "all_pass"})

    def correct(self, of: int, told: Rules, **said: Any) -> int:
        facts = dict(self.lines[of - 1].facts) | {"of": of, "told": dict(told)} | said
        return self.write("corrected", **facts)

    def void(self, of: int) -> int:
        return self.write("voided", of=of)

    def restore(self, of: int) -> int:
        """A hand that was taken back counts again as it was first told."""
        return self.write("corrected", **dict(self.lines[of - 1].facts), of=of)

    def totals(self) -> list[int]:
        """Whole running totals of everybody on the sheet, by column."""
        totals = self.sheet.totals.values()
        assert all(total.denominator == 1 for total in totals)
        return [total.numerator for total in totals]
