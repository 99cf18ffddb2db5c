"""Bad hands wait until somebody picks: what test_adding_a_carried_rule.py plays where that is a rule.

It runs as a process of its own in a copy of the house, without a database.
"""

# ruff: noqa: E402  (first Django is set up)

from __future__ import annotations

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from scorekeeper.pad.presenter import PadView, pad_view
from scorekeeper.pad.state import fresh_pad
from scorekeeper.text.wire import answer
from tests.paper import Paper

OPTIONS = {"bad_hand_pays": 2}
NAMES = dict(enumerate(("Ann", "Ben", "Cleo", "Dave", "Edith"), 1))


def drawn(paper: Paper) -> PadView:
    return pad_view(fresh_pad(paper.sheet), paper.sheet, paper.lines, NAMES)


def play() -> None:
    paper = Paper(5, options=OPTIONS)
    first, _ = (paper.tell({"kind": "bad_hand"}) for _ in range(2))
    assert drawn(paper).carried == (("2 bad hands wait", True),)
    assert drawn(paper).sides[0][1][0].brings == "+18"
    paper.hand(1, 2)
    assert drawn(paper).carried == ()
    assert paper.totals() == [18, -3, -5, -5, -5]
    last = paper.sheet.rows[-1].scored
    assert last is not None
    assert last.reasons[-1].rule == "bad_hand_pays"
    paper.void(first)
    assert paper.totals() == [10, -1, -3, -3, -3]
    hand = {"kind": "bad_hand", "bad_hands": 3}
    asked = {"game": "sheepshead", "players": 5, "rules": OPTIONS, "hand": hand}
    assert answer(asked)["bad_hands_after"] == 4
    assert "refused" in answer({**asked, "hand": {"kind": "bad_hand", "bad_hands": -1}})


if __name__ == "__main__":
    play()
