"""What the pad asks of a game of Schafkopf, and of a Ramsch."""

from dataclasses import replace
from typing import Any

from ledger.folding import fold
from scorekeeper.forms.pad import Answer, Pad, Question, fresh_pad
from tests.scorekeeper.test_pad import opened


def pad(rules: dict[str, Any], *taps: str, plays: int = 4, **answers: Answer) -> Pad:
    """A pad of four players under these rules, after these taps and answers."""
    found = replace(fresh_pad(fold(opened("mehrkopf", rules, plays, plays))), answers=answers)
    for tap in taps:
        found = found.tapped(tap)
    return found


def asked(pad: Pad) -> dict[str, Question]:
    """The questions that are asked of this hand."""
    return {one.name: one for one in pad.asks.questions if pad.mode in one.modes}


def test_nobody_is_asked_for_a_kontra_in_a_ramsch() -> None:
    rules = {"stoss": "re", "klopfer": True}
    assert {"stoss", "klopfer"} <= set(asked(pad(rules)))
    ramsch = pad(rules, "mode:ramsch", "2", stoss="1", klopfer="1")
    assert set(asked(ramsch)) == {"klopfer"}
    assert "stoss" not in ramsch.hand().told
