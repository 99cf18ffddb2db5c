"""Where exactly 60 doubles the next hand, a loss with 60 has a button of its own: it is never lost."""

from django.http import QueryDict

from ledger.book.folding import fold
from ledger.book.sheet import Line
from scorekeeper.pad.presenter import pad_view
from scorekeeper.pad.reading import read_pad
from scorekeeper.pad.state import Pad, fresh_pad, pad_of
from tests.scorekeeper.pad.test_pad import NAMES, opened

LOST = "picker=1&partners=2&result="


def told(lines: list[Line], said: str) -> Pad:
    """The hand that these taps tell, written into the book."""
    pad = read_pad(QueryDict(said), fresh_pad(fold(lines)))
    facts = pad.hand().facts() | {"rules": 1, "edition": 2}
    lines.append(Line(number=len(lines) + 1, kind="hand", facts=facts))
    return pad


def test_a_loss_is_told_with_60_or_with_fewer() -> None:
    lines = opened("sheepshead", {"sixty_doubles": True}, 5, 5)
    drawn = pad_view(fresh_pad(fold(lines)), fold(lines), lines, NAMES)
    assert [(one.code, one.bracket) for one in drawn.sides[1][1]][:2] == [
        ("lost_sixty", "60"),
        ("lost", "31–59"),
    ]
    told(lines, LOST + "lost")
    assert fold(lines).carried.pending_doublers == 0
    told(lines, LOST + "lost_sixty")
    assert fold(lines).carried.pending_doublers == 1
    told(lines, LOST + "lost&points=60")
    assert fold(lines).carried.pending_doublers == 1
    assert [row.points[1] for row in fold(lines).rows] == [-4, -4, -8]


def test_a_loss_with_60_can_be_corrected_as_it_was_told() -> None:
    lines = opened("sheepshead", {"sixty_doubles": True}, 5, 5)
    told(lines, LOST + "lost_sixty")
    sheet = fold(lines)
    pad = pad_of(sheet.rows[0])
    assert pad.hand().told["side_points"] == 60
    drawn = pad_view(pad, sheet, lines, NAMES, of=2)
    assert [one.code for _, side in drawn.sides for one in side if one.is_on] == ["lost_sixty"]


def test_other_tables_have_the_chart_as_it_is() -> None:
    lines = opened("sheepshead", {}, 5, 5)
    codes = [row.code for row in fresh_pad(fold(lines)).asks.rows]
    assert codes == ["won", "won_schneider", "won_all_tricks", "lost", "lost_schneider", "lost_no_trick"]
    assert read_pad(QueryDict(LOST + "lost_sixty"), fresh_pad(fold(lines))).result == "won"
