"""A Mittler and a Schneidster on the pad: tapped by who won or counted, and corrected as they were told."""

import pytest
from django.http import QueryDict

from ledger.book.folding import fold
from ledger.book.sheet import Line
from scorekeeper.pad.presenter import PadView, pad_view
from scorekeeper.pad.reading import read_pad
from scorekeeper.pad.state import Pad, fresh_pad, pad_of
from tests.scorekeeper.pad.test_every_rule import counts
from tests.scorekeeper.pad.test_pad import NAMES, opened, told

COUNTED = counts((20, 15, 10, 30, 45), (1, 1, 1, 1, 2))
KINDS = ("mittler", "schneidster")


def at_table(kind: str, said: str) -> tuple[list[Line], Pad]:
    lines = opened("sheepshead", {"no_picker": kind}, 5, 5)
    return lines, read_pad(QueryDict(f"mode={kind}{said}"), fresh_pad(fold(lines)))


def drawn(kind: str, said: str) -> PadView:
    lines, pad = at_table(kind, said)
    return pad_view(pad, fold(lines), lines, NAMES)


@pytest.mark.parametrize("kind", KINDS)
def test_who_won_is_tapped_and_a_tie_pays_nothing(kind: str) -> None:
    assert drawn(kind, "&winners=4").summary == "Dave +4, the others −1"
    assert drawn(kind, "&winners=4,5").summary == f"{kind.capitalize()}, nobody pays"
    assert not drawn(kind, "").is_ready


def test_the_points_say_who_has_the_middle_and_who_is_closest_to_30() -> None:
    assert drawn("mittler", COUNTED).summary == "Ann +4, the others −1"
    assert drawn("schneidster", COUNTED).summary == "Dave +4, the others −1"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("said", ["&winners=4", "&winners=2,4", COUNTED])
def test_it_is_corrected_as_it_was_told(kind: str, said: str) -> None:
    lines, pad = at_table(kind, said)
    facts = pad.hand().told
    sheet = told(lines, pad)
    assert sheet is not None
    assert facts["kind"] == kind
    assert pad_of(sheet.rows[0]).hand().told == facts


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_else_is_offered_where_nobody_picked(kind: str) -> None:
    view = drawn(kind, "")
    assert [one.code for one in view.pad.asks.modes if not one.is_rare] == [kind]
    assert "leaster_renege" in [one.code for one in view.pad.asks.modes if one.is_rare]
