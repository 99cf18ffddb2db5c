"""What the pages say of a hand that a test had scored."""

from collections.abc import Sequence

from ledger.scoring import HandRefused, Scored
from ledger.scoring.scored import Reason
from scorekeeper.text.receipts import label_words, line_detail, line_text
from scorekeeper.text.refusals import sentence

# Stand for names where only the places of a line’s seats matter.
PLACES = ("{0}", "{1}", "{2}", "{3}", "{4}", "{5}", "{6}", "{7}", "{8}", "{9}")


def text(game: str, line: Reason, names: Sequence[str] = PLACES) -> str:
    """Return the words of a receipt's line; `names` are those of its own seats."""
    return line_text(game, line, names[: len(line.seats)])


def detail(game: str, line: Reason, names: Sequence[str] = PLACES) -> str:
    return line_detail(game, line, names[: len(line.seats)])


def label(game: str, scored: Scored) -> str:
    return label_words(game, scored.label)


def why_not(refused: HandRefused) -> str:
    return sentence(refused)
