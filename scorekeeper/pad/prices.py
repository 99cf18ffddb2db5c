"""What every button of the pad would bring, packed for the script: the engine is asked for all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ledger.scoring import game_called
from ledger.scoring.scored import Facts, Scored
from ledger.seating import Seating
from scorekeeper.pad.state import Pad, form_of
from scorekeeper.text.carried import WORDS
from scorekeeper.text.figures import signed
from scorekeeper.text.receipts import label_words


class Tells:
    """Tells what could be told with this pad, for those who play this hand, to price it.

    Raises HandRefused where too few or too many do.
    """

    def __init__(self, pad: Pad) -> None:
        active = pad.deal.active
        table = Seating(seats=active, dealer=active[0], plays=len(active)) if active else pad.deal
        kept = {question.name for question in pad.asks.questions if not question.is_open}
        answers = {name: said for name, said in pad.answers.items() if name in kept}
        self.pad = replace(pad, deal=table, book=table, answers=answers, points="")
        self.told = form_of(pad.rules.game).told
        self.carried = pad.pending_facts
        game = game_called(pad.rules.game)
        self.scored_by = (game, game.at(pad.rules.read, len(active)), len(active))

    def result(self, code: str, partners: int) -> Facts:
        """A picked hand with this result."""
        self.pad.check_table()
        picker, *others = self.pad.deal.active
        said = replace(self.pad, mode="", result=code, picker=picker, alone=not partners)
        return dict(self.told(replace(said, partners=tuple(others[:partners])))) | self.carried

    def mode(self, code: str, count: int) -> Facts:
        """A hand of this mode with so many tapped."""
        self.pad.check_table()
        return self.told(replace(self.pad, mode=code, winners=self.pad.deal.active[:count])) | self.carried


def tied(game: str, tapped: int, scored: Scored | None) -> str:
    """What one tie brings, and where nobody gets anything how the hand is called instead."""
    if scored is None:
        return ""
    first, second, other = scored.points[0], scored.points[min(1, max(tapped - 1, 0))], scored.points[-1]
    label = "" if any(scored.points) else label_words(game, scored.label)
    return "|".join([signed(first), signed(second), signed(other), label])


def brings(scored: Scored | None) -> str:
    """What a result brings the picker, or everybody in the race."""
    return (raced(scored) or signed(scored.points[0])) if scored else "–"


def raced(scored: Scored) -> str:
    """How far a hand that brings no points brings its winners in the race, "" if nowhere."""
    gained = list(scored.carried_after.gained().values())
    return WORDS[gained[0].code](gained[0]) if gained and not any(scored.points) else ""


def packed(results: Mapping[tuple[str, int], Scored], code: str, most_partners: int) -> str:
    """What a result brings picker, partner, opponent and in a race, for 0, 1, … partners: for the script."""
    return ";".join(_cell(results.get((code, count)), count) for count in range(most_partners + 1))


def _cell(scored: Scored | None, partners: int) -> str:
    if scored is None:
        return "–,,,"
    points = scored.points
    shown = (signed(points[0]), signed(points[min(partners, 1)]), signed(points[-1]), raced(scored))
    return ",".join(shown)
