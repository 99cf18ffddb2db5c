"""No house rule on the sheet that the pad cannot make matter.

For every one there are hands, as a phone posts them, that can be tapped where the rule is played and come out
otherwise where it is not: by another score, or refused in words where they cannot be.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.http import QueryDict

from ledger.book.folding import fold
from ledger.book.sheet import Line
from ledger.scoring import GAMES, HandRefused
from scorekeeper.pad.questions import count_field
from scorekeeper.pad.reading import read_pad
from scorekeeper.pad.state import Pad, fresh_pad
from scorekeeper.pages.group.rules_form import asked
from scorekeeper.text.refusals import sentence
from tests.each import check_each
from tests.scorekeeper.pad.test_pad import opened

Rules = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """Hands that come out otherwise under `other` than under `value`, where everything posted is asked."""

    value: Any
    other: Any
    hands: tuple[str, ...]
    rules: Mapping[str, Any] = field(default_factory=dict)
    plays: int = 5


def case(value: Any, other: Any, *hands: str, plays: int = 5, **rules: Any) -> Case:
    return Case(value, other, hands, rules, plays)


def counted(name: str, *numbers: int) -> str:
    return "".join(f"&ask-{count_field(name, player)}={n}" for player, n in enumerate(numbers, start=1))


def counts(points: tuple[int, ...], tricks: tuple[int, ...]) -> str:
    return counted("points", *points) + counted("tricks", *tricks)


WON, LOST, ALONE = "picker=1&partners=2&result=won", "picker=1&partners=2&result=lost", "picker=1&alone=1"
ALL, NONE = "picker=1&partners=2&result=won_all_tricks", "picker=1&partners=2&result=lost_no_trick"
LEASTER, PASSED, LEASTER_OF_TWO = "mode=leaster&winners=2", "mode=all_pass", "mode=leaster&winners=1,2"
CRACKS: Rules = {"crack": "recrack", "blitz": ["black_queens", "four_jacks"], "blitz_timing": "any"}
POT: Rules = {"pot": "leaster"}
CALLED: Rules = {"call_sheepshead": True}
NO_TRICK = "mode=leaster" + counts((0, 20, 30, 30, 40), (0, 1, 1, 2, 2))
DOUBLER: Rules = {"no_picker": "doubler"}

SHEEPSHEAD = {
    "bump": case(True, False, LOST),
    "trick_rows": case(True, False, ALL),
    "trickless_loss": case("picker_pays", "chart", NONE),
    "trickless_trigger": case(
        "picker", "side", LOST + "&ask-picker_trickless=1", trickless_loss="picker_pays"
    ),
    "bury_credit": case("picker_trick", "side_trick", WON + "&points=41&ask-bury=20"),
    "partner": case("called_ace", "nobody", WON),
    "alone": case("allowed", "holding", ALONE + "&result=won"),
    "alone_double": case("always", "no", ALONE + "&result=won"),
    "partner_shares_loss": case(True, False, LOST),
    "split": case("remainder", "even", WON),
    "crack": case("crack", "off", WON + "&ask-crack=crack"),
    "crack_corner": case(True, False, WON + "&ask-crack=corner", crack="recrack"),
    "blitz": case(["black_queens"], [], WON + "&ask-s-blitz=black_queens", blitz_timing="any"),
    "blitz_timing": case("any", "after_crack", WON + "&ask-s-blitz=black_queens", blitz=["black_queens"]),
    "blitz_four_jacks": case(4, 2, WON + "&ask-s-blitz=four_jacks", **CRACKS),
    "blind_pick": case(True, False, WON + "&ask-blind_pick=1"),
    "cap": case(2, None, WON + "&ask-crack=recrack", **CRACKS),
    "cap_scope": case("everything", "crack_blitz", LOST + "&ask-crack=recrack", cap=4, **CRACKS),
    "call_sheepshead": case(True, False, ALONE + "&result=won_all_tricks&ask-sheepshead=1"),
    "sheepshead_fail": case("bump", "same", ALONE + "&result=lost&ask-sheepshead=1", **CALLED),
    "sheepshead_with_partner": case(True, False, ALL + "&ask-sheepshead=1", **CALLED),
    "no_picker": case("leaster", "doubler", LEASTER),
    "no_picker_then": case("leaster", "same", PASSED, LEASTER, **DOUBLER),
    "no_picker_after": case(2, 1, PASSED, PASSED, no_picker_then="leaster", **DOUBLER),
    "no_punish_forced": case(True, False, LOST + "&ask-forced=1", no_picker="forced"),
    "unpicked_bump": case(True, False, LOST + "&ask-unpicked=1", plays=4, partner="queens"),
    "doubler_stack": case("multiply", "queue", PASSED, PASSED, WON, **DOUBLER),
    "doubler_deal": case("same", "next", PASSED, **DOUBLER),
    "redeal_deal": case("next", "same", "mode=bad_hand"),
    "leaster_need_trick": case(False, True, NO_TRICK),
    "leaster_tie": case("push", "split", LEASTER_OF_TWO),
    "leaster_zero_pay": case(3, 1, "mode=leaster" + counts((0, 20, 30, 30, 40), (1, 1, 1, 1, 2))),
    "leaster_all_tricks_pay": case(3, 1, "mode=leaster" + counts((120, 0, 0, 0, 0), (6, 0, 0, 0, 0))),
    "leaster_trickless": case(
        "paid_double", "none", "mode=leaster" + counts((0, 50, 70), (0, 5, 5)), plays=3
    ),
    "leaster_blind": case(
        "last_trick",
        "nobody",
        "mode=leaster&ask-blind=10&ask-blind_to=1" + counts((15, 20, 25, 25, 25), (1, 1, 1, 1, 2)),
    ),
    "pot": case("leaster", "off", LEASTER),
    "pot_ante": case("everyone", "losers", LEASTER, **POT),
    "pot_take": case("one", "all", LEASTER, LEASTER, WON, **POT),
    "pot_miss": case("one", "double", LEASTER, LEASTER, LOST, **POT),
    "pot_winner": case("winners", "picker", LEASTER, LOST, **POT),
    "pot_share": case("even_odd_picker", "one_per_pot", LEASTER, WON, **POT),
    "pot_end": case("showdown", "even", LEASTER, "mode=showdown&winners=3", **POT),
    "showdown_take": case(
        "one", "all", LEASTER, LEASTER, "mode=showdown&winners=3", pot_end="showdown", **POT
    ),
    "renege_pays": case("everyone", "offender", WON + "&ask-renege=2"),
    "renege_level": case(2, 1, WON + "&ask-renege=3"),
    "renege_bump": case(False, True, WON + "&ask-renege=1"),
    "play_to": case(2, None, WON),
    "two_handed": case("picker", "symmetric", ALONE + "&result=lost", plays=2),
    "two_handed_safe": case(31, 30, "x=" + counts((90, 30), (12, 4)), plays=2),
    "schneider_line": case("thirty_is_safe", "standard", LOST + "&points=30"),
    "trick_level": case(4, 3, ALL),
    "cap_unit": case("marks", "times", WON + "&ask-crack=recrack", cap=2, **CRACKS),
    "three_kings": case(2, None, WON + "&ask-three_kings=4"),
    "last_round": case(True, False, WON + "&ask-last_round=1"),
    "sixty_doubles": case(True, False, LOST + "&points=60", WON),
    "leaster_jack": case(True, False, NO_TRICK + "&winners=4&ask-won_with=jack"),
    "moster_tie": case("push", "share", "mode=moster&winners=1,2", no_picker="moster"),
    "middle_pay": case(2, 1, "mode=mittler&winners=2", no_picker="mittler"),
    "middle_tie": case("share", "push", "mode=schneidster&winners=1,2", no_picker="schneidster"),
    "middle_even": case(
        "upper",
        "tied",
        "mode=mittler" + counts((30, 20, 60, 10), (2, 2, 2, 1)),
        plays=4,
        no_picker="mittler",
    ),
    "mauer": case(2, None, LEASTER + "&ask-mauer=3"),
    "mauer_to": case("pot", "others", LEASTER + "&ask-mauer=3", WON, mauer=2),
    "mauer_double": case(2, None, LEASTER + "&ask-mauer=3", LEASTER + "&ask-mauer=4", mauer=2),
}

SOLO, RAMSCH = "picker=1&alone=1&ask-contract=solo", "mode=ramsch&winners=1"
CROSSED, MARCHED = "picker=1&partners=3&ask-contract=kreuz", RAMSCH + "&ask-durchmarsch=1"
CROSS: Rules = {"contracts": ["kreuz"], "laufende": False}
MARCH: Rules = {"ramsch_durchmarsch": "all_tricks"}
MEHRKOPF = {
    "contracts": case(["wenz"], [], "picker=1&alone=1&ask-contract=wenz", plays=4),
    "base_hochzeit": case(7, None, WON + "&ask-contract=hochzeit", plays=4),
    "base_wenz": case(7, None, "picker=1&alone=1&ask-contract=wenz", plays=4),
    "base_geier": case(7, None, "picker=1&alone=1&ask-contract=geier", plays=4),
    "base_farbwenz": case(7, None, "picker=1&alone=1&ask-contract=farbwenz", plays=4),
    "base_niederer": case(7, None, "picker=1&alone=1&ask-contract=niederer", plays=4),
    "base_bettel": case(
        7, None, "picker=1&alone=1&ask-contract=bettel&result=lost", plays=4, contracts=["bettel"]
    ),
    "base_muss": case(7, None, WON + "&ask-contract=muss", plays=4),
    "base_ramsch": case(7, None, RAMSCH, plays=4),
    "laufende_min_solo": case(2, None, "picker=1&alone=1&ask-contract=solo&ask-laufende=2", plays=4),
    "laufende_min_hochzeit": case(2, None, WON + "&ask-contract=hochzeit&ask-laufende=2", plays=4),
    "laufende_min_farbwenz": case(2, None, "picker=1&alone=1&ask-contract=farbwenz&ask-laufende=2", plays=4),
    "laufende_min_geier": case(2, None, "picker=1&alone=1&ask-contract=geier&ask-laufende=2", plays=4),
    "laufende_min_niederer": case(2, None, "picker=1&alone=1&ask-contract=niederer&ask-laufende=2", plays=4),
    "laufende_min_muss": case(2, None, WON + "&ask-contract=muss&ask-laufende=2", plays=4),
    "own_name": case("Tratsch", "", "picker=1&alone=1&ask-contract=own", plays=4),
    "own_with": case("partner", "alone", WON + "&ask-contract=own", plays=4, own_name="Tratsch"),
    "base_own": case(7, None, "picker=1&alone=1&ask-contract=own", plays=4, own_name="Tratsch"),
    "own_name2": case("Herz-Solo", "", "picker=1&alone=1&ask-contract=own2", plays=4),
    "own_with2": case("partner", "alone", WON + "&ask-contract=own2", plays=4, own_name2="Tratsch"),
    "base_own2": case(7, None, "picker=1&alone=1&ask-contract=own2", plays=4, own_name2="Tratsch"),
    "own_name3": case("Herz-Solo", "", "picker=1&alone=1&ask-contract=own3", plays=4),
    "own_with3": case("partner", "alone", WON + "&ask-contract=own3", plays=4, own_name3="Tratsch"),
    "base_own3": case(7, None, "picker=1&alone=1&ask-contract=own3", plays=4, own_name3="Tratsch"),
    "base_kreuz": case(7, None, CROSSED + "&result=won", plays=4, **CROSS),
    "kreuz_even": case("again", "lost", CROSSED + "&result=even&points=60", plays=4, **CROSS),
    "kreuz_quarter": case(True, False, CROSSED + "&result=lost&points=30", plays=4, **CROSS),
    "muss_half": case(True, False, WON + "&ask-contract=muss&points=60", plays=4),
    "muss_quarter": case(True, False, LOST + "&ask-contract=muss&points=30", plays=4),
    "hand": case(True, False, SOLO + "&result=won&ask-hand=1", plays=3),
    "base_normal": case(2, 1, WON, plays=4),
    "base_solo": case(6, 5, SOLO, plays=4),
    "schneider_rate": case(2, 1, "picker=1&partners=2&result=won_schneider", plays=4),
    "schwarz_rate": case(5, None, SOLO + "&result=won_schwarz", plays=4),
    "schneider_games": case("normal", "all", SOLO + "&result=won_schneider", plays=4),
    "announced_rate": case(3, None, SOLO + "&result=won&ask-announced=schneider", plays=4),
    "declarer_safe": case("quarter", "plus_one", LOST + "&points=30", plays=4),
    "laufende": case(True, False, WON + "&ask-laufende=4", plays=4),
    "laufende_rate": case(2, 1, WON + "&ask-laufende=4", plays=4),
    "laufende_min": case(3, 4, WON + "&ask-laufende=3", plays=4),
    "laufende_max": case(4, None, WON + "&ask-laufende=6", plays=4),
    "laufende_min_wenz": case(2, None, "picker=1&alone=1&ask-contract=wenz&ask-laufende=2", plays=4),
    "laufende_trumps": case("all", "main", WON + "&ask-laufende=9", plays=4),
    "laufende_claim": case("holder_wins", "game", LOST + "&ask-laufende=4", plays=4),
    "tout_rate": case("no_demand", "all", SOLO + "&ask-tout=1&result=won", plays=4),
    "tout_factor": case(3, 2, SOLO + "&ask-tout=1&result=won", plays=4),
    "tout_lost": case("single", "double", SOLO + "&ask-tout=1&result=lost", plays=4),
    "tout_lost_laufende": case(False, True, SOLO + "&ask-tout=1&result=lost&ask-laufende=4", plays=4),
    "sie_factor": case(2, 4, SOLO + "&ask-sie=1", plays=4),
    "klopfer": case(True, False, WON + "&ask-klopfer=2", plays=4),
    "stoss": case("kontra", "off", WON + "&ask-stoss=1", plays=4),
    "doublings_max": case(2, None, WON + "&ask-klopfer=2", plays=4, klopfer=True),
    "bock": case(["solo_lost"], [], SOLO + "&result=lost", WON, plays=4),
    "bock_stack": case("anew", "after", PASSED, PASSED, plays=4, bock=["all_pass"]),
    "distribution": case("pairwise", "even", WON, plays=5),
    "stock": case(2, None, PASSED, plays=4),
    "reuegeld": case(2, None, SOLO + "&result=lost", plays=4),
    "stock_kept": case(True, False, PASSED, WON, plays=4, stock=2),
    "redeal_deal": case("same", "next", "mode=throw_in", plays=4),
    "ramsch_measure": case(
        "tricks",
        "points",
        "mode=ramsch" + counts((50, 40, 20, 10), (2, 4, 1, 1)),
        plays=4,
        ramsch_durchmarsch="points_91",
    ),
    "ramsch_tie": case("push", "share", "mode=ramsch&winners=1,2", plays=4),
    "ramsch_jungfrau": case("all", "off", RAMSCH + "&ask-jungfrau_1=3", plays=4),
    "ramsch_durchmarsch": case("all_tricks", "off", RAMSCH + "&ask-durchmarsch=1", plays=4),
    "durchmarsch_pays": case("solo", "ramsch", MARCHED, plays=4, **MARCH),
    "durchmarsch_knocks": case(False, True, MARCHED + "&ask-klopfer=1", plays=4, klopfer=True, **MARCH),
    "overclaim": case(True, False, WON + "&ask-overclaimed=3", plays=4),
    "misplay_pays": case("everyone", "offender_all", WON + "&ask-misplay=2", plays=4),
    "misplay_laufende": case(True, False, WON + "&ask-misplay=1&ask-laufende=4", plays=4),
    "count": case("tricks", "units", "x=" + counted("tricks", 3, 3, 2, 0), plays=4),
    "deck": case("short", "long", "x=" + counted("tricks", 3, 2, 1, 0), plays=4, count="tricks"),
}

FEWSTER_OF_TWO, PICKED = "mode=fewster&winners=2,3", "picker=1&result=won"
SHEEPSHOOF = {
    "bump": case(True, False, "picker=1&result=lost", plays=3),
    "fewster_trickless": case("push", "next", "mode=fewster" + counts((0, 14, 22), (0, 2, 4)), plays=3),
    "fewster_all_tricks": case(6, 2, "mode=fewster" + counts((36, 0, 0), (6, 0, 0)), plays=3),
    "fewster_tie": case("split", "lowest_running", "picker=2&result=won", FEWSTER_OF_TWO, plays=3),
    "fewster_running_tie": case("push", "split", PICKED, FEWSTER_OF_TWO, plays=3),
    "fewster_three_way": case(
        "by_running",
        "push",
        PICKED,
        "picker=3&result=lost",
        "mode=fewster" + counts((12, 12, 12), (2, 2, 2)),
        plays=3,
    ),
    "fewster_blind": case(
        "last_trick",
        "nobody",
        "mode=fewster&ask-blind=6&ask-blind_to=1" + counts((8, 10, 12), (2, 2, 2)),
        plays=3,
    ),
}

CALL, BEST, SETTLE = "picker=1&partners=2&result=won_2", "picker=1&ask-contract=best", "mode=settle"
SOUTHERN_INDIANA = {
    "ledger": case("at_end", "per_hand", CALL, plays=4),
    "race_to": case(30, 24, BEST + "&result=won", SETTLE, plays=4, ledger="at_end"),
    "race_settle": case("stake", "difference", CALL, SETTLE, plays=4, ledger="at_end"),
    "best_points": case(30, 24, BEST + "&result=won", plays=4),
    "best_lost": case("loses_game", "as_solo", BEST + "&result=lost", plays=4),
}

AS_TYPED: Rules = {"counting": "typed"}
ANY_GAME = {
    "counting": case("each", "average", "x=" + counted("points", 12, 3, 0), plays=3),
    "low_wins": case(True, False, "x=" + counted("points", 12, 3, -15), plays=3),
    "hand_total": case(26, 25, "x=" + counted("points", 13, 13, 0, 0), plays=4, **AS_TYPED),
    "teams": case(2, None, "x=" + counted("points", 82, -40), plays=4, **AS_TYPED),
}

CASES = {
    "sheepshead": SHEEPSHEAD,
    "mehrkopf": MEHRKOPF,
    "sheepshoof": SHEEPSHOOF,
    "southern_indiana": SOUTHERN_INDIANA,
    "any_game": ANY_GAME,
}
# Options that no hand on the pad decides, and why.
ELSEWHERE = {
    ("any_game", "money"): "It says what the end of a night is worth, and no hand.",
    ("any_game", "has_bids"): "Bids stand beside the points, which are worth as much without.",
    ("any_game", "target"): "The head of the table says when it is reached.",
    ("sheepshead", "newcomer"): "Who joins is told on the page with the seats, not on the pad.",
    (
        "mehrkopf",
        "no_bid",
    ): "The dealer may choose each time: the pad has a button for each.",
}
ALL_CASES = [(game, option) for game, cases in CASES.items() for option in cases]


def played(game: str, option: str, value: Any, how: Case) -> tuple[list[Line], list[Pad], str]:
    """Return the book after these hands, their pads, and the sentence that refused the last of them."""
    lines = opened(game, {**how.rules, option: value}, how.plays, how.plays)
    pads: list[Pad] = []
    for number, said in enumerate(how.hands, start=2):
        pads.append(read_pad(QueryDict(said), fresh_pad(fold(lines))))
        try:
            facts = pads[-1].hand().facts() | {"rules": 1}
            fold([*lines, Line(number=number, kind="hand", facts=facts)])
        except HandRefused as refused:
            return lines, pads, sentence(refused)
        lines.append(Line(number=number, kind="hand", facts=facts))
    return lines, pads, ""


def came_out(game: str, option: str, value: Any, how: Case) -> tuple[Any, ...]:
    lines, _, refused = played(game, option, value, how)
    sheet = fold(lines)
    left = sheet.carried.facts() | sheet.carried.standings(sheet.players, {})
    return sheet.totals, sheet.seating.dealer, left, sheet.reached, refused


def test_every_option_on_the_sheet_has_its_hand() -> None:
    on_the_sheet = sorted((key, option.name) for key, game in GAMES.items() for option in asked(game))
    assert sorted([*ALL_CASES, *ELSEWHERE]) == on_the_sheet


@pytest.mark.parametrize("game", CASES)
def test_a_hand_told_on_the_pad_comes_out_as_the_house_rule_says(game: str) -> None:
    def check(case: tuple[str, Case]) -> None:
        option, how = case
        lines, pads, refused = played(game, option, how.value, how)
        assert refused == ""
        assert len(lines) == len(how.hands) + 1
        assert came_out(game, option, how.value, how) != came_out(game, option, how.other, how)
        for said, pad in zip(how.hands, pads, strict=True):
            assert not (not_asked := unasked(QueryDict(said), pad)), not_asked

    check_each({option: (option, how) for option, how in CASES[game].items()}, check)


def unasked(said: QueryDict, pad: Pad) -> list[str]:
    asked_here = {one.name: one for one in pad.asks.questions if pad.mode in one.modes}
    found = [] if said.get("mode", "") == pad.mode else ["mode"]
    if not pad.mode and pad.asks.rows and said.get("result", pad.result) != pad.result:
        found.append("result")
    if "points" in said and not pad.asks.asks_points:
        found.append("points")
    for key in said:
        if key.startswith("ask-"):
            found += [key] * (not _could_say(asked_here, key.removeprefix("ask-"), str(said[key]), pad))
    return found


def _could_say(asked_here: Mapping[str, Any], name: str, value: str, pad: Pad) -> bool:
    base, _, player = name.removeprefix("s-").partition("-")
    if base not in asked_here:
        return False
    question = asked_here[base]
    if question.kind in ("counts", "player"):
        return int(player or value) in pad.deal.active
    return question.kind in ("number", "switch") or value in dict(question.choices)
