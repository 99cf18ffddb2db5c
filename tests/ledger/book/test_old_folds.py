"""Books of every game fold to what they folded to before games kept what they carry in values of their own.

`tests/data/old_book/folds.json.gz` has the lines of some forty nights, with doublers, rounds of them, pots,
Mauer marks and races, corrections, hands taken back, doublers that a teller changed, rules changed, people
coming and going; and what the fold of that time said of them.
"""

import gzip
import json
from typing import Any

from ledger.book.folding import fold
from ledger.book.sheet import HandRow, Line, ScoreSheet
from tests.each import check_each
from tests.house.sources import ROOT

BOOKS: list[dict[str, Any]] = json.loads(
    gzip.decompress((ROOT / "tests/data/old_book/folds.json.gz").read_bytes())
)
Said = dict[str, Any]


def of_hand(row: HandRow) -> Said:
    return {
        "entry": row.entry,
        "number": row.number,
        "before": row.carried.facts(),
        "doublers": row.doublers,
        "dealer": row.dealer,
        "out": list(row.out),
        "points": exactly(row.points),
        "foots": str(row.foots),
        "why": [line.code for line in row.scored.reasons] if row.scored else None,
    }


def of_sheet(sheet: ScoreSheet) -> Said:
    race = sheet.carried.standings(sheet.players, {}).get("race", [])
    return {
        "totals": exactly(sheet.totals),
        "left": sheet.carried.facts(),
        "race": {str(player): far for player, far in zip(sheet.players, race, strict=False) if far},
        "winners": list(sheet.race_winners),
        "pot": str(sheet.pot_points),
        "dealer": sheet.seating.dealer,
        "out": list(sheet.seating.out),
    }


def exactly(points: Any) -> dict[str, str]:
    return {str(player): str(worth) for player, worth in points.items()}


def test_book_folds_to_what_it_folded_to() -> None:
    def check(book: dict[str, Any]) -> None:
        sheet = fold([Line(number=number, kind=kind, facts=facts) for number, kind, facts in book["lines"]])
        assert [of_hand(row) for row in sheet.rows] == book["hands"]
        assert of_sheet(sheet) == {name: book[name] for name in of_sheet(sheet)}

    check_each({f"book {place}": book for place, book in enumerate(BOOKS)}, check)


def test_they_carry_everything_that_games_carry() -> None:
    carried = {name for book in BOOKS for hand in book["hands"] for name in hand["before"]}
    assert carried == {"doublers", "rounds", "mauer_marks", "pot"}
    assert {far == "game" for book in BOOKS for far in book["race"].values()} == {True, False}
    assert any(book["winners"] for book in BOOKS)
    kinds = {kind for book in BOOKS for _, kind, _ in book["lines"]}
    assert kinds >= {"corrected", "voided", "arranged", "joined", "left", "rules", "ended", "paid"}
    by_hand = [facts for book in BOOKS for _, _, facts in book["lines"] if facts.get("doublers") is not None]
    assert {facts["doublers"] for facts in by_hand} >= {0, 1}
