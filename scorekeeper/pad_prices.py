"""What every button of the pad would bring, packed for the script: the engine is asked for all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ledger.scoring import game_called
from ledger.scoring.scored import Cell, Scored, Told
from ledger.seating import Seating
from scorekeeper.forms.pad import Pad, form_of
from scorekeeper.templatetags.figures import signed


class Tells:
    """Tells what could be told with this pad, for those who play this hand, to price it."""

    def __init__(self, pad: Pad) -> None:
        active = pad.deal.active
        table = Seating(seats=active, dealer=active[0], plays=len(active))
        players = {question.name for question in pad.asks.questions if question.kind == "player"}
        answers = {name: said for name, said in pad.answers.items() if name not in players}
        self.pad = replace(pad, deal=table, book=table, answers=answers, points="")
        self.told = form_of(pad.rules.game).told
        self.carried = pad.pending_facts
        game = game_called(pad.rules.game)
        self.scored_by = (game, game.at(pad.rules.read, len(active)), len(active))

    def result(self, code: str, partners: int) -> Told:
        """A picked hand with this result."""
        picker, *others = self.pad.deal.active
        said = replace(self.pad, mode="", result=code, picker=picker, alone=not partners)
        return dict(self.told(replace(said, partners=tuple(others[:partners])))) | self.carried

    def mode(self, code: str, count: int) -> Told:
        """A hand of this mode with so many tapped."""
        return self.told(replace(self.pad, mode=code, winners=self.pad.deal.active[:count])) | self.carried


def tied(tapped: int, scored: Scored | None) -> str:
    """What one tie brings, and where nobody gets anything how the hand is called instead."""
    if scored is None:
        return ""
    first, second, other = scored.points[0], scored.points[min(1, max(tapped - 1, 0))], scored.points[-1]
    label = "" if any(scored.points) else scored.label
    return "|".join([signed(first), signed(second), signed(other), label])


def brings(cell: Cell | None) -> str:
    return signed(cell.picker) if cell else "–"


def packed(cells: Mapping[tuple[str, int], Cell], code: str, most_partners: int) -> str:
    """What a result brings picker, partner and opponent, for 0, 1, … partners: for the script's preview."""
    return ";".join(_triple(cells.get((code, count))) for count in range(most_partners + 1))


def _triple(cell: Cell | None) -> str:
    if cell is None:
        return "–,,"
    return f"{signed(cell.picker)},{signed(cell.partner)},{signed(cell.opponent)}"
