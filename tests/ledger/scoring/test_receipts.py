"""What a line of a receipt names: the house rule that made it, and where the rule is written down.

“Why −8?” is answered with both, so a line without them, or with those of its neighbour, is a wrong answer.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ledger.scoring import HandRefused, score
from ledger.scoring.receipt import Receipt, divided, exactly, plus
from ledger.scoring.sheepshead.rules import CUSTOM
from tests.ledger.scoring.test_properties import DRAW
from tests.words import detail, text

# By game and code: the rule and its source, “rule: source”, each as the catalogue of the documents has it.
# No rule stands before the colon where nothing of the house made the line; a custom has no document.
NAMED: dict[str, dict[str, list[str]]] = {
    "mehrkopf": {
        "all_pass": ["no_bid: MK-008", "stock: MK-008"],
        "announced": ["announced_rate: MK-044"],
        "cap": ["doublings_max: MK-044"],
        "hand": ["hand: MK-044"],
        "kreuz_even": ["kreuz_even: MK-044"],
        "overclaimed": ["overclaim: MK-044"],
        "reuegeld": ["reuegeld: MK-044"],
        "bock": ["bock: MK-044"],
        "jungfrau": ["ramsch_jungfrau: MK-044"],
        "klopfer": ["klopfer: MK-044"],
        "kontra": ["stoss: MK-044"],
        "laufende": [
            "laufende: MK-018, MK-019",
            "laufende_claim: MK-018, MK-019",
            "laufende_max: MK-018, MK-019",
        ],
        "lost": [
            "base_normal: MK-013, MK-016",
            "base_normal: MK-030, MK-016",
            "base_normal: MK-034, MK-016",
            "base_solo: MK-013, MK-017, MK-025",
            "base_solo: MK-044, MK-017, MK-025",
            "base_hochzeit: MK-030, MK-016",
            "base_wenz: MK-013, MK-017, MK-025",
            "base_geier: MK-013, MK-017, MK-025",
            "base_niederer: MK-013, MK-017, MK-025",
            "base_farbwenz: MK-044, MK-017, MK-025",
            "base_muss: MK-034, MK-016",
            "base_bettel: MK-044, MK-017, MK-025",
            "base_own: MK-044, MK-017, MK-025",
            "base_own: MK-044, MK-016",
            "base_own2: MK-044, MK-017, MK-025",
            "base_own2: MK-044, MK-016",
            "base_own3: MK-044, MK-017, MK-025",
            "base_own3: MK-044, MK-016",
            "base_kreuz: MK-044, MK-016",
            "base_normal: MK-044, MK-016",
        ],
        "misplay": ["misplay_pays: MK-010, MK-011, MK-013"],
        "pot_divide": ["stock: MK-044"],
        "ramsch": [
            "base_normal: MK-031, MK-032",
            "base_ramsch: MK-031, MK-032",
            "ramsch_durchmarsch: MK-031, MK-032",
            "durchmarsch_pays: MK-031, MK-032",
            "ramsch_measure: MK-031, MK-032",
            "ramsch_tie: MK-031, MK-032",
        ],
        "re": ["stoss: MK-044"],
        "rest": ["distribution: MK-016"],
        "resupra": ["stoss: MK-044"],
        "schneider": ["declarer_safe: MK-014", "schneider_rate: MK-014"],
        "schwarz": ["declarer_safe: MK-015", "schneider_rate: MK-015", "schwarz_rate: MK-015"],
        "sie": ["sie_factor: MK-029"],
        "stock_lost": ["stock: MK-044"],
        "stock_won": ["stock: MK-044"],
        "supra": ["stoss: MK-044"],
        "throw_in": [": MK-007"],
        "tout": ["tout_lost: MK-028", "tout_rate: MK-027"],
        "tricks": ["count: MK-042"],
        "won": [
            "base_normal: MK-013, MK-016",
            "base_normal: MK-030, MK-016",
            "base_normal: MK-034, MK-016",
            "base_solo: MK-013, MK-017, MK-025",
            "base_solo: MK-044, MK-017, MK-025",
            "base_hochzeit: MK-030, MK-016",
            "base_wenz: MK-013, MK-017, MK-025",
            "base_geier: MK-013, MK-017, MK-025",
            "base_niederer: MK-013, MK-017, MK-025",
            "base_farbwenz: MK-044, MK-017, MK-025",
            "base_muss: MK-034, MK-016",
            "base_bettel: MK-044, MK-017, MK-025",
            "base_own: MK-044, MK-017, MK-025",
            "base_own: MK-044, MK-016",
            "base_own2: MK-044, MK-017, MK-025",
            "base_own2: MK-044, MK-016",
            "base_own3: MK-044, MK-017, MK-025",
            "base_own3: MK-044, MK-016",
            "base_kreuz: MK-044, MK-016",
            "base_normal: MK-044, MK-016",
        ],
    },
    "sheepshead": {
        "alone": ["alone_double: custom"],
        "ante": ["pot: custom", "pot_ante: SH-110"],
        "blind_pick": ["blind_pick: custom"],
        "blitz": ["blitz: SH-070, SH-072"],
        "bump": ["bump: SH-050, SH-051"],
        "cap": ["cap: SH-074"],
        "castrate": ["crack: SH-064"],
        "corner": ["crack_corner: SH-065"],
        "crack": ["crack: SH-060"],
        "doubler": ["doubler_stack: SH-103, SH-105"],
        "last_round": ["last_round: custom"],
        "leaster": [
            "leaster_jack: custom",
            "leaster_need_trick: SH-093, SH-094, SH-102",
            "leaster_tie: SH-093, SH-101",
        ],
        "leaster_all_tricks_pay": ["leaster_all_tricks_pay: SH-100"],
        "leaster_push": ["leaster_tie: SH-101"],
        "leaster_trickless": ["leaster_trickless: SH-099"],
        "leaster_zero_pay": ["leaster_zero_pay: SH-098"],
        "lost": [": SH-003, SH-004", "bury_credit: SH-003, SH-004"],
        "lost_no_trick": ["trick_rows: SH-006, SH-009"],
        "lost_schneider": [": SH-007, SH-008", "bury_credit: SH-007, SH-008"],
        "mauer": ["mauer: custom", "mauer_to: custom"],
        "mauer_double": ["mauer_double: custom"],
        "mittler": ["middle_pay: custom", "middle_tie: custom"],
        "schneidster": ["middle_pay: custom", "middle_tie: custom"],
        "moster": ["moster_tie: custom", "no_picker: custom"],
        "newcomer": ["newcomer: SH-118", "newcomer: SH-119"],
        "no_play": [
            "no_picker: SH-103, SH-104, SH-105",
            "redeal_deal: SH-022",
            "redeal_deal: SH-090, SH-022",
        ],
        "partner_shares_loss": ["partner_shares_loss: SH-015"],
        "pays_double": ["leaster_trickless: SH-099"],
        "pot_end": ["pot_end: SH-115, SH-116"],
        "pot_missed": ["pot_miss: SH-111, SH-112, SH-113, SH-114"],
        "pot_won": ["pot_take: SH-111, SH-112, SH-113, SH-114", "pot_winner: custom"],
        "recrack": ["crack: SH-063"],
        "renege": [": SH-025"],
        "renege_pays": ["renege_pays: SH-025"],
        "schwanzer": ["no_picker: custom"],
        "sheepshead": ["call_sheepshead: SH-045, SH-046"],
        "showdown_take": ["showdown_take: SH-117"],
        "sixty": ["sixty_doubles: custom"],
        "three_kings": ["three_kings: custom"],
        "tie": ["two_handed: SH-140"],
        "trickless_loss": ["trickless_loss: SH-054"],
        "two_handed": ["two_handed: SH-140, SH-141"],
        "won": [": SH-003, SH-004", "bury_credit: SH-003, SH-004"],
        "won_all_tricks": ["trick_rows: SH-006"],
        "won_schneider": [": SH-005, SH-007"],
    },
    "sheepshoof": {
        "bump": ["bump: HF-004"],
        "fewster": ["fewster_trickless: HF-005, HF-008"],
        "fewster_all_tricks": ["fewster_all_tricks: HF-009"],
        "lost": [": HF-002, HF-003, HF-004"],
        "no_play": [": HF-012"],
        "out_of_turn": [": HF-011"],
        "push": ["fewster_trickless: HF-005"],
        "renege": [": HF-010"],
        "three_way": ["fewster_running_tie: HF-006", "fewster_three_way: HF-006"],
        "tie": ["fewster_running_tie: HF-006", "fewster_tie: HF-006"],
        "won": [": HF-002, HF-003, HF-004"],
    },
    "southern_indiana": {
        "best_set": ["best_lost: SI-006", "ledger: SI-006, SI-001"],
        "best_won": ["best_points: SI-006", "ledger: SI-006, SI-001"],
        "billy_set": [": SI-005", "ledger: SI-005, SI-001"],
        "billy_won": [": SI-005", "ledger: SI-005, SI-001"],
        "lost_2": [": SI-003", "ledger: SI-003, SI-001"],
        "lost_4": [": SI-003", "ledger: SI-003, SI-001"],
        "lost_6": [": SI-003", "ledger: SI-003, SI-001"],
        "no_play": [": SI-007"],
        "settle": ["race_settle: SI-010"],
        "solo_set": [": SI-004", "ledger: SI-004, SI-001"],
        "solo_won": [": SI-004", "ledger: SI-004, SI-001"],
        "won_2": [": SI-002, SI-008", "ledger: SI-002, SI-008, SI-001"],
        "won_4": [": SI-002, SI-008", "ledger: SI-002, SI-008, SI-001"],
        "won_6": [": SI-002, SI-008", "ledger: SI-002, SI-008, SI-001"],
    },
}

# Lines that say how many times the hand so far they make of it.
DOUBLING = {
    "sheepshead": {
        "alone",
        *("bump", "doubler", "last_round", "crack", "recrack", "corner", "castrate", "blitz", "blind_pick"),
        *("leaster_all_tricks_pay", "leaster_trickless", "leaster_zero_pay"),
    },
    "mehrkopf": {"bock", "hand", "klopfer", "kontra", "re", "supra", "resupra", "tout", "sie"},
    "sheepshoof": {"bump", "fewster_all_tricks"},
    "southern_indiana": set(),
}

Hand = tuple[str, int, dict[str, Any], dict[str, Any]]
VECTORS = json.loads((Path(__file__).parent / "data" / "vectors.json").read_text())


def hands() -> Iterator[Hand]:
    """Yield the hands of the documents, and enough others for the customs that no document has."""
    for case in VECTORS:
        yield case["game"], case["players"], case["rules"], case["hand"]
    for seed in range(150):
        for draw in DRAW.values():
            game, rules, players, told = draw(seed)
            yield game, players, rules, told


def test_every_line_names_its_rule_its_source_and_how_many_times_it_makes_a_hand() -> None:
    seen = set()
    for game, players, rules, told in hands():
        try:
            scored = score(game, players, rules, told)
        except HandRefused:
            continue
        so_far = [Fraction(0)] * len(scored.points)
        for line in scored.reasons:
            after = [before + more for before, more in zip(so_far, line.points, strict=True)]
            source = "custom" if line.source == CUSTOM else line.source
            assert f"{line.rule or ''}: {source}" in NAMED[game][line.code], (game, line)
            # Each clause of a line has its words, and the pages know them.
            assert text(game, line)
            assert bool(detail(game, line)) == bool(line.why), line
            assert {clause.code for clause in line.why} <= {"why", "buried", "two_handed", "race"}, line
            assert (line.factor is not None) == (line.code in DOUBLING[game] | {"pays_double"}), line
            if line.factor is not None and line.code != "pays_double":
                assert after == [point * line.factor for point in so_far], line
            seen.add((game, line.code))
            so_far = after
        assert set(scored.won) <= {True, False, None}
        assert set(scored.roles) <= {"", "picker", "alone", "partner", "opponent", "leaster", "out"}
    assert seen == {(game, code) for game, lines in NAMED.items() for code in lines}


def test_points_stay_exact_and_whole_ones_are_quick_to_go_on_with() -> None:
    half, third, two, huge = Fraction(1, 2), Fraction(1, 3), Fraction(2), Fraction(10**6)
    pairs = ((half, half), (Fraction(3, 2), -half), (half, third), (half, two), (two, half), (two, huge))
    assert [plus(*pair) for pair in pairs] == [
        1,
        1,
        Fraction(5, 6),
        Fraction(5, 2),
        Fraction(5, 2),
        1_000_002,
    ]
    parts = [divided(*pair) for pair in ((6, 3), (7, 3), (half, 2), (-6, 4))]
    assert parts == [2, Fraction(7, 3), Fraction(1, 4), Fraction(-3, 2)]
    assert [type(part) for part in parts] == [int, Fraction, Fraction, Fraction]
    assert exactly([3, half, -(10**6)]) == (Fraction(3), half, Fraction(-(10**6)))
    assert {type(point) for point in exactly([3, half, -(10**6)])} == {Fraction}


def test_receipt_adds_up_as_it_is_written() -> None:
    receipt = Receipt(3)
    receipt.add("won", [2, -1, -1])
    assert receipt.multiply([2, -1, -1], 1, 3, "doubled", rule="bump", source="SH-050") == 3
    assert list(receipt.points) == [6, -3, -3]
    assert receipt.pot_delta == 0
    plain, doubled = receipt.lines
    assert (plain.factor, plain.rule, plain.source, plain.seats) == (None, None, "", ())
    assert list(doubled.points) == [4, -2, -2]
    assert doubled.factor == 3
    assert doubled.rule == "bump"
    receipt.add("ante", [0, -1, -1])
    assert receipt.pot_delta == 2
    with pytest.raises(ValueError, match="argument"):
        receipt.add("won", [1, -1])
