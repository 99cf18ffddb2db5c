"""Where exactly 60 doubles the next hand, a loss with 60 has a button of its own: it is never lost."""

from ledger.folding import fold
from ledger.sheet import Line
from scorekeeper.pad.presenter import pad_view
from scorekeeper.pad.state import pad_of
from tests.scorekeeper.pad.test_pad import NAMES, at_table, drawn

LOST = "picker=1&partners=2&result="
RULES = {"sixty_doubles": True}


def test_a_loss_is_told_with_60_or_with_fewer_and_corrected_so() -> None:
    assert [(one.code, one.bracket) for one in drawn(RULES, "").sides[1][1]][:2] == [
        ("lost_sixty", "60"),
        ("lost", "31–59"),
    ]
    lines: list[Line] = []
    for said, doublers in (("lost", 0), ("lost_sixty", 1), ("lost&points=60", 1)):
        first, pad = at_table(RULES, LOST + said, lines=lines)
        lines = [
            *first,
            Line(number=len(first) + 1, kind="hand", facts=pad.hand().facts() | {"rules": 1, "edition": 2}),
        ]
        assert fold(lines).carried.pending_doublers == doublers
    sheet = fold(lines)
    assert [row.points[1] for row in sheet.rows] == [-4, -4, -8]
    pad = pad_of(sheet.rows[1])
    assert pad.hand().told["side_points"] == 60
    buttons = pad_view(pad, sheet, lines, NAMES, of=3).sides
    assert [one.code for _, side in buttons for one in side if one.is_on] == ["lost_sixty"]


def test_other_tables_have_the_chart_as_it_is() -> None:
    _, pad = at_table({}, LOST + "lost_sixty")
    codes = [row.code for row in pad.asks.rows]
    assert codes == ["won", "won_schneider", "won_all_tricks", "lost", "lost_schneider", "lost_no_trick"]
    assert pad.result == "won"
