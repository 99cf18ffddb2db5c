"""The random histories that statistics are held to: everything that a statistic may stumble over occurs."""

import re
from collections.abc import Iterator

import pytest

from ledger.book.sheet import HandRow
from ledger.models import Entry, Group, Merge
from ledger.models.book import sheet_of
from ledger.recording.auditing import audit
from ledger.scoring import TYPED
from tests import cast
from tests.ledger import histories

pytestmark = pytest.mark.django_db


def kinds_of(row: HandRow) -> Iterator[str]:
    """Yield what a hand is one of."""
    told, game = row.facts["told"], row.rules.game
    if row.scored is None:
        yield "taken back"
        return
    if not row.number and "other" not in row.facts:
        yield f"{game}: {told['kind']} between two hands"
        return
    yield f"{game}: {told['kind']}"
    so = {
        "corrected": len(row.versions) > 1,
        "doubled by a doubler": row.doublers,
        "forced": told.get("forced"),
        "cracked": told.get("cracks"),
        "card points": row.scored.side_points is not None,
        "somebody sits out": row.out,
    }
    yield from (kind for kind, is_so in so.items() if is_so)
    yield from (line.code for line in row.scored.reasons if line.code.startswith(("pot_", "stock_")))
    yield from {role for role in row.scored.roles if role}


EVERY = {
    "taken back",
    "corrected",
    "doubled by a doubler",
    "forced",
    "cracked",
    "card points",
    "somebody sits out",
    "pot_won",
    "pot_missed",
    "stock_won",
    "stock_lost",
    "sheepshead: picked",
    "sheepshead: leaster",
    "sheepshead: all_pass",
    "sheepshead: pot_divide between two hands",
    "mehrkopf: played",
    "mehrkopf: all_pass",
    "mehrkopf: pot_divide between two hands",
    f"{TYPED}: points",
    "picker",
    "partner",
    "alone",
    "opponent",
    "leaster",
    "out",
}


@pytest.mark.parametrize("seed", [1, 2])
def test_in_a_full_history_there_is_everything(seed: int) -> None:
    group = histories.a_full_history(seed)
    sheets = [sheet_of(session) for session in group.sessions.all()]
    assert {kind for sheet in sheets for row in sheet.rows for kind in kinds_of(row)} >= EVERY
    kinds = [
        " ".join(Entry.objects.filter(session=session).order_by("number").values_list("kind", flat=True))
        for session in group.sessions.all()
    ]
    for some in ("joined", "amended", "struck", "reopened .*corrected .*ended"):
        assert any(re.search(some, of_night) for of_night in kinds), some
    assert Merge.objects.filter(group=group, undoes=None).count() == 3
    gus, hanna, ivo, frank = cast.ids(group, "Gus", "Hanna", "Ivo", "Frank")
    assert group.who.now == {gus: frank, hanna: frank}
    assert {ivo, frank} <= {who for sheet in sheets for who in sheet.totals}
    assert group.sessions.filter(ended_at=None).count() == 1
    assert list(audit([Group.objects.get(pk=group.pk)])) == []
